"""From a failed command's output to what a person can do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from setup.errors import SetupError

AGAIN = "then run the same command again: what is already there is kept."

_CAUSES: tuple[tuple[str, str, str], ...] = (
    (
        r"No space left on device|Errno 28|Disk quota exceeded",
        "The disk is full.",
        f"Free about 4 GB, {AGAIN}",
    ),
    (
        r"DO NOT MATCH THE HASHES|HashMismatch",
        "A package is not the one that the lock names, so it was not installed.",
        "Run `.venv/bin/python -m pip cache purge` and try again; if it happens again, the package "
        "index or a mirror serves another file: tell your IT team.",
    ),
    (
        r"Python\.h: No such file",
        "The headers of Python are missing.",
        f"Install them, for instance `apt-get install python3-dev`, {AGAIN}",
    ),
    (
        r"CMAKE_C(XX)?_COMPILER|No CMAKE_.*COMPILER could be found|command '[^']*(gcc|g\+\+|cc)'"
        r" failed: No such file",
        "No working C and C++ compiler was found.",
        f"Install one, for instance `apt-get install gcc g++ make`, {AGAIN}",
    ),
    (
        r"Killed|fatal error: Killed signal terminated program|internal compiler error",
        "The compiler was ended by the system, most likely for want of memory.",
        "Close other programs, or build with one core: `CMAKE_BUILD_PARALLEL_LEVEL=1 make setup`.",
    ),
    (
        r"NewConnectionError|NameResolutionError|Name or service not known|"
        r"Temporary failure in name resolution|Network is unreachable|Connection refused|"
        r"ConnectTimeout|ReadTimeout|Read timed out|ProxyError|SSLError|ENOTFOUND|EAI_AGAIN|"
        r"ECONNREFUSED|ETIMEDOUT|IncompleteRead|Connection aborted|incomplete-download",
        "The package index could not be reached.",
        "Check the network or the proxy, or name your firm's package mirror in PIP_INDEX_URL "
        f"(npm_config_registry for npm), {AGAIN}",
    ),
    (
        r"Permission denied|Errno 13|Read-only file system",
        "A file or folder may not be written.",
        f"Make the project's folder and your cache folder yours to write, {AGAIN}",
    ),
)


def explain(what: str, lines: Sequence[str], log: str) -> SetupError:
    """The error for a command that failed at ``what``, whose last output is ``lines``."""
    text = "\n".join(lines)
    for pattern, message, remedy in _CAUSES:
        if re.search(pattern, text):
            return SetupError(f"{what} failed. {message}", f"{remedy} (All output: {log})")
    tail = "\n".join(f"      {line}" for line in lines[-12:])
    return SetupError(
        f"{what} failed. Its last lines:\n{tail}",
        f"Read the whole output in {log}, mend what it names, {AGAIN}",
    )
