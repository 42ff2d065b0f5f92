"""What the machine itself must bring, looked for before minutes are spent."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

from setup.diagnose import AGAIN
from setup.errors import SetupError

NEEDED_BYTES = 4_000_000_000
"""The environment takes about 1 GB, the build of llama-cpp-python about 1 GB while it runs, the
model 0.1 GB; the rest is room for the caches and the first matters."""

HEADERS_FROM = (3, 13)
"""From here on one of eyecite's needs, fast-diff-match-patch, has no ready wheel."""

Which = Callable[[str], str | None]


def _apt(*packages: str) -> str:
    return f"Install what is missing, for instance `apt-get install {' '.join(packages)}`, {AGAIN}"


def venv_module(find: Callable[[str], object | None] = importlib.util.find_spec) -> None:
    """Raises if this Python cannot make environments (Debian parts that from Python itself)."""
    if find("venv") is None or find("ensurepip") is None:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise SetupError(
            f"Python {version} at {sys.executable} has no venv module.",
            _apt(f"python{version}-venv" if shutil.which(f"python{version}") else "python3-venv"),
        )


def compilers(which: Which = shutil.which) -> None:
    """Raises if gcc, g++ or make is missing, naming all that are. CC and CXX are honoured."""
    wanted = {
        "gcc": os.environ.get("CC", "gcc"),
        "g++": os.environ.get("CXX", "g++"),
        "make": "make",
    }
    missing = [package for package, tool in wanted.items() if not which(shlex.split(tool)[0])]
    if missing:
        raise SetupError(
            f"Not found on this machine: {', '.join(missing)}. "
            "llama-cpp-python is built here from its source.",
            _apt(*missing),
        )


def compiler_works() -> None:
    """Raises if g++ cannot translate three lines: it may be there without the system's headers."""
    source = "#include <cstdlib>\n#include <vector>\nint main() { return 0; }\n"
    compiler = shlex.split(os.environ.get("CXX", "g++"))
    tried = subprocess.run(
        [*compiler, "-x", "c++", "-fsyntax-only", "-"],
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )
    if tried.returncode != 0:
        last = tried.stderr.strip().splitlines()[-1:] or ["no word from the compiler"]
        raise SetupError(f"g++ does not work: {last[0]}", _apt("g++", "libc6-dev"))


def python_headers(
    version: tuple[int, ...] = sys.version_info[:2], include: Path | None = None
) -> None:
    """Raises if this Python is one for which a small C++ module is built, without its headers."""
    if version < HEADERS_FROM:
        return
    include = include or Path(sysconfig.get_path("include"))
    if not (include / "Python.h").is_file():
        raise SetupError(
            f"Python {version[0]}.{version[1]}'s headers (Python.h) are missing.",
            _apt(f"python{version[0]}.{version[1]}-dev"),
        )


def disk(folder: Path, needed: int = NEEDED_BYTES) -> None:
    """Raises if ``folder``'s file system has less than ``needed`` bytes free."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise SetupError(
            f"The disk that holds {folder} has {free / 1e9:.1f} GB free; "
            f"the set-up needs {needed / 1e9:.0f} GB.",
            f"Free some space, or move the cache with XDG_CACHE_HOME, {AGAIN}",
        )
