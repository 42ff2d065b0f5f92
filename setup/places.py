"""Where things are: the project, its environment, the cache folder, a child's variables."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

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


def _load_known() -> ModuleType:
    """``engine.models.known``, without running the packages above it: they may import anything."""
    name = "setup._known"
    if name in sys.modules:
        return sys.modules[name]
    path = ROOT / "engine" / "models" / "known.py"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


known = _load_known()


def cache() -> Path:
    """The user's cache folder for Lawgame, made if need be."""
    folder: Path = known.cache_folder()
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
