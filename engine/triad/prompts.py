"""The prompts' words: files of their own beside this package, without a word of any matter."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

from engine.triad.vocabulary import Tradition

HANDBOOK = ("lead", "opposing", "judge", "clerk", "forms")
"""Files that make the handbook, which every agent reads, in this order."""


@lru_cache
def text(name: str) -> str:
    """The file of that name, without the white space around it."""
    return files("engine.prompts").joinpath(f"{name}.md").read_text("utf-8").strip()


def handbook(tradition: Tradition) -> str:
    """All roles' instructions, in the register of the forum's advocates."""
    parts = [text(name) for name in HANDBOOK]
    return "\n".join(["HANDBOOK", parts[0], text(f"register_{tradition}"), *parts[1:]])


def line(name: str, **values: str) -> str:
    """The last line of a request. Raises KeyError if there is none of that name."""
    return _lines()[name].format(**values)


@lru_cache
def _lines() -> dict[str, str]:
    return tomllib.loads(files("engine.prompts").joinpath("lines.toml").read_text("utf-8"))
