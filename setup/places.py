"""Where things are: the project, its environment, the cache folder, a child's variables."""

from __future__ import annotations

import os
from pathlib import Path

# Nothing is installed yet: of the product only what imports the standard library alone.
from engine.models.known import cache_folder

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
BROWSER_TESTS = ROOT / "tests" / "browser"

UNWANTED = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_USER",
    "PIP_REQUIRE_HASHES",
    "PIP_NO_BINARY",
    "PIP_ONLY_BINARY",
)
"""Variables that would make pip or Python look, or put things, somewhere else."""


def cache() -> Path:
    """The user's cache folder for Lawgame, made if need be."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def scratch() -> Path:
    """For temporary files of a build or a download; emptied at the start of every set-up."""
    folder = cache() / "tmp"
    folder.mkdir(exist_ok=True)
    return folder


def log(name: str) -> Path:
    """The file that holds a step's whole output."""
    folder = cache() / "logs"
    folder.mkdir(exist_ok=True)
    return folder / f"{name}.log"


def child_environment(**more: str) -> dict[str, str]:
    """The variables for a child process: the caller's, less what would lead it astray."""
    wanted = {key: value for key, value in os.environ.items() if key not in UNWANTED}
    wanted |= {
        "PATH": f"{VENV / 'bin'}{os.pathsep}{wanted.get('PATH', os.defpath)}",
        "TMPDIR": str(scratch()),
        "VIRTUAL_ENV": str(VENV),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "PYTHONUNBUFFERED": "1",
    }
    return wanted | more
