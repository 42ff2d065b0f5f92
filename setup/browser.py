"""What the tests in a real browser need: Node's packages from their lock, and Chromium."""

from __future__ import annotations

import shutil
import sys

from setup import say
from setup.checks import Which
from setup.diagnose import AGAIN
from setup.errors import SetupError
from setup.places import BROWSER_TESTS
from setup.processes import run
from setup.stamps import Stamps, digest

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
TOOLS = {"nodejs": ("node",), "npm": ("npm",), "chromium": CHROMIUM}


def check(which: Which = shutil.which) -> None:
    """Raises if Node, npm or Chromium is missing, naming the system packages."""
    missing = [name for name, tools in TOOLS.items() if not any(which(tool) for tool in tools)]
    if missing:
        raise SetupError(
            f"The browser tests need system packages that are missing: {', '.join(missing)}.",
            f"Run `apt-get install {' '.join(missing)}`, {AGAIN} "
            "Without browsers: `make soak MARK=soak`.",
        )


def ensure(stamps: Stamps) -> bool:
    """Installs the locked Node packages into ``tests/browser/node_modules``."""
    check()
    if not sys.platform.startswith("linux"):
        say.note("The Slack server of the browser tests runs on Linux x64 only.")
    wanted = digest(BROWSER_TESTS / "package-lock.json", BROWSER_TESTS / ".npmrc")
    if stamps.fresh("browser", wanted) and (BROWSER_TESTS / "node_modules").is_dir():
        return False
    say.step("Installing the browser tests' packages (tests/browser/package-lock.json)")
    stamps.forget("browser")
    command = ["npm", "ci", "--no-audit", "--no-fund"]
    run("Installing the browser tests' packages", command, name="npm", folder=BROWSER_TESTS)
    stamps.write("browser", wanted)
    return True
