"""Turns ``requirements/*.in`` into the locks: exact versions and hashes, no address, no path."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path

from setup import environment, say
from setup.errors import SetupError
from setup.places import REQUIREMENTS, VENV, child_environment, scratch
from setup.processes import run

LOWEST = "3.11"
OPTIONS = (
    "--quiet",
    "--generate-hashes",
    "--allow-unsafe",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-emit-trusted-host",
    "--no-emit-options",
    "--no-header",
    "--no-annotate",
    "--strip-extras",
)
WHOLE = ("runtime", "dev", "build")
"""In this order: each keeps to the versions of those before it."""
ALONE = ("llama", "model")
"""Only the packages themselves: their needs stand in ``runtime``, or are not wanted."""


def make(upgrade: bool = False) -> None:
    """Writes all locks anew; without ``upgrade`` a version stays unless an ``.in`` file forbids it.

    Raises `SetupError` on a Python newer than the lowest supported one: a newer one would leave
    out what only the older needs.
    """
    if environment.python_version() != LOWEST:
        raise SetupError(
            f"Locks are made with Python {LOWEST}, the lowest supported.",
            "Run `make clean`, then `make lock PYTHON=python3.11`.",
        )
    for name in WHOLE:
        say.step(f"Locking requirements/{name}.in")
        _compile(name, REQUIREMENTS / f"{name}.txt", upgrade)
    for name in ALONE:
        say.step(f"Locking requirements/{name}.in")
        half = scratch() / f"{name}.txt"
        _compile(name, half, upgrade)
        kept = only(half.read_text(), asked((REQUIREMENTS / f"{name}.in").read_text()))
        (REQUIREMENTS / f"{name}.txt").write_text(kept)
    say.step("Looking for addresses and paths in the locks")
    for path in sorted(REQUIREMENTS.glob("*.txt")):
        path.write_text(without_comments(path.read_text()))
        _refuse_places(path)


def _compile(name: str, out: Path, upgrade: bool) -> None:
    variables = child_environment(PIP_CONFIG_FILE=os.devnull)
    # Packages that only this machine has would bring hashes that no other machine can find.
    for variable in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        variables.pop(variable, None)
    source = REQUIREMENTS / f"{name}.in"
    more = ("--upgrade",) if upgrade else ()
    tool = VENV / "bin" / "pip-compile"
    command = [tool, *OPTIONS, *more, "-o", out, source.name]
    run(
        f"Locking {source.name}",
        command,
        name=f"lock-{name}",
        environment=variables,
        folder=REQUIREMENTS,
    )


def asked(source: str) -> list[str]:
    """The requirements that an ``.in`` file names, without its comments."""
    lines = (line.strip() for line in source.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def only(lock: str, requirements: Collection[str]) -> str:
    """The entries of ``lock`` for ``requirements``, such as ``a==1``, with their hashes.

    Raises `SetupError` if one of them is not locked.
    """
    entries = {
        entry.split(maxsplit=1)[0]: entry.strip()
        for entry in re.split(r"\n(?=\S)", lock)
        if entry.strip()
    }
    missing = set(requirements) - entries.keys()
    if missing:
        raise SetupError(
            f"The lock does not name {', '.join(sorted(missing))}.", "Run `make lock`."
        )
    return "".join(f"{text}\n" for key, text in entries.items() if key in requirements)


def without_comments(lock: str) -> str:
    """``lock`` with nothing but its entries."""
    return "".join(f"{line}\n" for line in lock.splitlines() if line and line[0] != "#")


def places(text: str) -> list[str]:
    """The lines of a lock that name an address, an index or a path of a machine."""
    pattern = re.compile(r"://|^\s*--?(?!hash=)[a-z]|file:|(^|[\s=])/\w|@ ")
    return [line for line in text.splitlines() if pattern.search(line)]


def _refuse_places(path: Path) -> None:
    found = places(path.read_text())
    if found:
        raise SetupError(
            f"{path.name} names a place: {found[0].strip()}",
            "Take the option that brings it out of pip's configuration, and lock again.",
        )
