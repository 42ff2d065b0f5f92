"""On which facts an argument turns, and which it merely lists or mentions.

A fact counts when the argument says about it more than the facts say themselves: why it decides.
Less will do where the theory speaks of it too. Citing its number, quoting it, passing it by, or
calling it decisive says nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.corpus.plainly import plain
from engine.record import Json
from engine.words import WORD, ordinary, stem

SAID = 5
"""Content words about a fact, beyond all that the facts say, from which an argument turns on it."""
SHARE = 0.06
"""And they are at least this share of the argument's: one clause of a long argument is passing."""
BESIDE_THEORY = 2
"""Words beyond the facts that are enough where the theory speaks of the fact too."""

_UNIT = re.compile(r"(?<=[.;:?!,])\s+")
_PROCEDURE = frozenset(
    stem(word)
    for word in WORD.findall(
        "court motion application grant granted claim case order judge party parties record fact "
        "facts evidence therefore accordingly moreover furthermore hence thus besides meanwhile "
        "addition further background context completeness note noted way point matter ground "
        "shows show shown supports support confirms confirm proves prove establishes establish "
        "demonstrates demonstrate favour favor weighs weigh decides decide decisive determinative "
        "dispositive crucial settles turns alone own answer answers undisputed nothing something"
    )
)
"""Words that can be hung on any fact."""


@dataclass(frozen=True)
class Bearing:
    """What a move makes of one fact that its sections cite."""

    spoken: bool
    turns: bool


@lru_cache(maxsize=4096)
def marks(text: str) -> frozenset[str]:
    """Stems of the words and figures that can tell one fact from another."""
    found = (word for word in WORD.findall(plain(text)) if word not in ordinary())
    return frozenset(stem(word) for word in found if len(word) > 2 or word.isdigit()) - _PROCEDURE


def bearings(move: Json) -> dict[str, Bearing]:
    """By fact, of every fact that a section cites."""
    quoted = {fact["id"]: marks(fact["quotation"]) for s in move["sections"] for fact in s["facts"]}
    own = {id: _own(id, quoted) for id in quoted}
    # Neither what any fact says nor what every such motion says is about this fact.
    known = frozenset().union(*quoted.values(), marks(f"{move['vehicle']} {move['standard']}"))
    about: dict[str, set[str]] = {id: set() for id in quoted}
    spoken: set[str] = set()
    for section in move["sections"]:
        cited = list(dict.fromkeys(fact["id"] for fact in section["facts"]))
        for ids, words in _spans(section["text"], cited, own):
            spoken |= {id for id in ids if own[id] & words}
            for id in ids:
                about[id] |= words - known
    theory = marks(move["theory"])
    whole = len(frozenset().union(*(marks(s["text"]) for s in move["sections"])))
    return {
        id: Bearing(id in spoken, _turns(len(own[id] & theory), len(about[id]), whole))
        for id in quoted
    }


def _own(id: str, quoted: Mapping[str, frozenset[str]]) -> frozenset[str]:
    others = frozenset().union(*(words for other, words in quoted.items() if other != id))
    return (quoted[id] - others) or quoted[id]


def _spans(
    text: str, cited: Sequence[str], own: Mapping[str, frozenset[str]]
) -> list[tuple[list[str], frozenset[str]]]:
    """The clauses of a section, each with the facts that it is about: those whose own words it
    has, else those of the clause before it; all of it, where the section cites one fact only."""
    found: list[tuple[list[str], frozenset[str]]] = []
    ids = list(cited) if len(cited) == 1 else []
    for unit in _UNIT.split(text):
        words = marks(unit)
        ids = [id for id in cited if own[id] & words] or ids
        found.append((ids, words))
    return found


def _turns(in_theory: int, said: int, whole: int) -> bool:
    if in_theory:
        return said >= BESIDE_THEORY
    return said >= SAID and said >= SHARE * whole
