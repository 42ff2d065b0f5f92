"""The project's environment in ``.venv``: made once, then filled from the locks by their hashes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from setup import checks, say
from setup.places import REQUIREMENTS, ROOT, VENV, VENV_PYTHON, cache, child_environment
from setup.processes import run
from setup.stamps import Stamps, digest

PIP = (VENV_PYTHON, "-m", "pip")


def python_version(venv: Path = VENV) -> str:
    """``3.11`` of the environment's Python, or of this one while there is none."""
    told = venv / "pyvenv.cfg"
    found = (
        re.search(r"^version *= *(\d+\.\d+)", told.read_text(), re.M) if told.is_file() else None
    )
    return found[1] if found else f"{sys.version_info[0]}.{sys.version_info[1]}"


def _usable() -> bool:
    """Whether the environment's Python starts and finds what is installed there: the system's
    Python, which it points to, may have been replaced by a newer one."""
    program = "import importlib.util as u, sys; sys.exit(u.find_spec('pip') is None)"
    try:
        tried = subprocess.run(
            [VENV_PYTHON, "-c", program], capture_output=True, check=False, timeout=60
        )
    except OSError:
        return False
    return tried.returncode == 0


def ensure_made(stamps: Stamps) -> bool:
    """Makes ``.venv`` unless it is whole. Returns whether it did.

    One made with another Python that is new enough stays; one that was moved does not, since
    its scripts carry its path.
    """
    place = digest(str(ROOT))
    if stamps.fresh("venv", place) and _usable():
        return False
    checks.venv_module()
    checks.disk(ROOT)
    checks.disk(cache())
    say.step(f"Making the environment in .venv (Python {sys.version.split()[0]})")
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    shutil.rmtree(VENV, ignore_errors=True)
    plain = child_environment()
    plain.pop("VIRTUAL_ENV")
    run(
        "Making the environment",
        [_own_python(), "-m", "venv", VENV],
        name="venv",
        environment=plain,
    )
    stamps.write("venv", place)
    return True


def _own_python() -> str:
    """The Python behind this one, if this one belongs to the environment that is made anew."""
    return str(getattr(sys, "_base_executable", "") or sys.executable)


def ensure_locked(stamps: Stamps, lock: str, what: str) -> bool:
    """Installs ``requirements/LOCK.txt``, every file by its hash. Returns whether it had to.

    Nothing is built in isolation: what a build needs comes from the ``build`` lock.
    """
    path = REQUIREMENTS / f"{lock}.txt"
    wanted = digest(path)
    if stamps.fresh(lock, wanted):
        return False
    say.step(f"Installing {what} (requirements/{lock}.txt)")
    stamps.forget(lock)
    run(
        f"Installing {what}",
        [*PIP, "install", "--require-hashes", "--no-build-isolation", "-r", path],
        name=lock,
    )
    stamps.write(lock, wanted)
    return True


def ensure_project(stamps: Stamps) -> bool:
    """Puts the project itself into the environment, with its command ``.venv/bin/lawgame``."""
    wanted = digest(ROOT / "pyproject.toml", REQUIREMENTS / "runtime.in")
    if stamps.fresh("project", wanted) and (VENV / "bin" / "lawgame").is_file():
        return False
    say.step("Installing Lawgame itself, editable")
    stamps.forget("project")
    options = ("--no-deps", "--no-build-isolation", "--no-index")
    run("Installing Lawgame", [*PIP, "install", "-e", ROOT, *options], name="project")
    stamps.write("project", wanted)
    return True
