"""On which legal grounds a text stands, told by the words that advocates use for them.

Two theories of one motion speak of the same facts, so their words and their meaning are near
whatever they argue. What tells them apart is the ground in law; ``grounds.txt`` lists grounds of
all fields with words for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from engine.corpus.plainly import plain
from engine.words import WORD, stem

THEORY = 2.0
"""What a word of the theory counts, against one of the argument."""

Phrase = tuple[str, ...]


@lru_cache
def named() -> Mapping[str, str]:
    """Each ground's words by its name, in the order of the file."""
    text = files("engine.search").joinpath("grounds.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return {name: said.strip() for name, _, said in (line.partition(":") for line in lines)}


@lru_cache(maxsize=1024)
def grounds(theory: str, argument: str) -> Mapping[str, float]:
    """Weight of each ground that is spoken of; a longer phrase and a rarer one weigh more."""
    found: dict[str, float] = {}
    for text, weight in ((theory, THEORY), (argument, 1.0)):
        for ground, more in _spoken(text).items():
            found[ground] = found.get(ground, 0.0) + weight * more
    return found


def _spoken(text: str) -> dict[str, float]:
    stems = _stems(text)
    phrases, longest = _phrases()
    found: dict[str, float] = {}
    for at in range(len(stems)):
        for length in range(1, min(longest, len(stems) - at) + 1):
            of = phrases.get(stems[at : at + length], ())
            for ground in of:
                found[ground] = found.get(ground, 0.0) + length**0.5 / len(of)
    return found


@lru_cache
def _phrases() -> tuple[Mapping[Phrase, tuple[str, ...]], int]:
    """Grounds by phrase, and the length of the longest phrase in words."""
    found: dict[Phrase, tuple[str, ...]] = {}
    for ground, said in named().items():
        for phrase in dict.fromkeys(_stems(one) for one in said.split(",")):
            found[phrase] = (*found.get(phrase, ()), ground)
    return found, max(map(len, found))


def _stems(text: str) -> Phrase:
    return tuple(stem(word) for word in WORD.findall(plain(text)))
