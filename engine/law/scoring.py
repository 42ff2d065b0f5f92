"""How well a section fits a question: a few shares between nought and one, and what each counts.

What the law itself says of a section tells most: the words around references to it are often
nearer to what a lawyer asks than the section's own.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.law.index import Body, Candidate
from engine.law.keys import OFTEN
from engine.law.names import words_of
from engine.law.query import Query, telling
from engine.words import stem

WEIGHTS: Mapping[str, float] = {
    "found": 4.5,
    "called": 0.8,
    "belongs": 2.6,
    "gloss": 1.1,
    "precise": 3.5,
    "titles": 1.5,
    "leaned_on": 1.3,
    "anywhere": 5.0,
    "everywhere": 0.0,
    "early": 1.7,
    "notes": 2.1,
    "around": 4.5,
    "gone": -4.0,
}
"""What a share counts: fitted so that the right sections of 214 questions come out likeliest
(``tests/bench/law.py`` has other questions), and rounded."""
_NAMES_ONLY = 2.0
"""How much more it counts to belong to an act when a question names that and nothing else."""
_EARLY = 1500
"""Characters of a text that tell what it is about."""


@dataclass(frozen=True)
class Asked:
    """A query's words by what they begin with, to compare with those of headings."""

    weights: Mapping[str, float]
    total: float
    names_only: bool

    def share(self, words: Iterable[str]) -> float:
        """How much of the query, by weight, is among some different words."""
        return sum(self.weights.get(word, 0.0) for word in words) / self.total

    def precise(self, words: frozenset[str]) -> float:
        """How many of some words are the query's."""
        return len(words & self.weights.keys()) / len(words) if words else 0.0


def asked(query: Query) -> Asked:
    weights: dict[str, float] = {}
    for word, weight in query.weights.items():
        for part in stems(word):
            weights[part] = max(weights.get(part, 0.0), weight)
    return Asked(weights, sum(weights.values()) or 1.0, query.names_only)


def at_sight(
    question: Asked, one: Candidate, belongs: float, found: float, called: float
) -> dict[str, float]:
    """``found`` and ``called`` are what full text says of the section and of what it is called,
    as shares of the best."""
    headings = [stems(one.heading), *(stems(told) for told in one.heading.split(";"))]
    glosses = [stems(told) for told in one.glosses.split("\n")]
    titles = headings[0].union(stems(one.path), *glosses)
    return {
        "found": found,
        "called": called,
        "belongs": belongs * (_NAMES_ONLY if question.names_only else 1.0),
        "precise": max(map(question.precise, headings)),
        "gloss": max(map(question.share, glosses)),
        "titles": question.share(titles),
        "leaned_on": math.log1p(one.referred) / 5,
        "gone": 1.0 if one.status else 0.0,
    }


def looked_into(question: Asked, one: Candidate, body: Body) -> dict[str, float]:
    text = body.text.lower()
    titles = stems(f"{one.heading}\n{one.path}\n{one.glosses}")
    held = [word for word in question.weights if word in titles or word in text]
    notes = stems(body.notes)
    around = Counter(key(word) for word in body.around.split())
    said = [word for word in question.weights if word in held or word in notes or word in around]
    return {
        "anywhere": len(held) / max(1, len(question.weights)),
        "everywhere": len(said) / max(1, len(question.weights)),
        "early": question.share(word for word in question.weights if word in text[:_EARLY]),
        "notes": question.share(notes),
        "around": sum(
            weight * min(OFTEN, around[word]) / OFTEN for word, weight in question.weights.items()
        )
        / question.total,
    }


def weighed(told: Mapping[str, float]) -> float:
    return sum(WEIGHTS[name] * share for name, share in told.items())


@lru_cache(maxsize=20_000)
def stems(text: str) -> frozenset[str]:
    return frozenset(key(word) for word in telling(words_of(text)))


@lru_cache(maxsize=50_000)
def key(word: str) -> str:
    """What words of one family begin with: ``preferential`` and ``preferences``."""
    return stem(word)[:7]
