"""What has failed may not be tried again: the comparison of strategies.

A strategy is theory x vehicle x standard of review x determinative facts. New words, another
frame or added background facts are a repeat; another vehicle, standard or determinative fact is
new. Two theories count as one when they rest on the same elements or say nearly the same words:
a model cannot get past the log by rewording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.record import Failure, Json, Strategy
from engine.words import ordinary, stem

SAME_WORDS = 0.6
"""Jaccard overlap of content words from which two theories are one."""

_WORD = re.compile(r"[a-z][a-z'-]{2,}")
_ALWAYS = frozenset({"court", "motion", "claim", "claims", "case"})
"""Words that every theory of every motion has."""


def words(text: str) -> frozenset[str]:
    """Content words, crudely stemmed, for comparing short texts."""
    empty = ordinary() | _ALWAYS
    found = (word for word in _WORD.findall(text.lower()) if word not in empty)
    return frozenset(stem(word) for word in found)


def overlap(one: str, other: str) -> float:
    """Jaccard overlap of content words, 0 to 1."""
    a, b = words(one), words(other)
    return len(a & b) / len(a | b) if a or b else 1.0


def strategy_of(move: Json) -> Strategy:
    """The strategy of a move's data."""
    elements = frozenset(e for section in move["sections"] for e in section["elements"])
    return Strategy(
        move["theory"],
        elements,
        move["vehicle"],
        move["standard"],
        frozenset(move["determinative"]),
    )


def same(one: Strategy, other: Strategy) -> bool:
    if (one.vehicle, one.standard, one.facts) != (other.vehicle, other.standard, other.facts):
        return False
    return one.elements == other.elements or overlap(one.theory, other.theory) >= SAME_WORDS


def repeat_of(strategy: Strategy, failures: Sequence[Failure]) -> Failure | None:
    """The failure that this strategy repeats; a conditional ruling's move may return."""
    return next((f for f in failures if not f.conditional and same(strategy, f.strategy)), None)


def refusal(strategy: Strategy, failure: Failure) -> dict[str, Any]:
    """Why a move is sent back, as the record keeps it."""
    facts = ", ".join(sorted(strategy.facts)) or "no fact"
    return {
        "of": failure.stage,
        "reason": (
            f"Same vehicle ({strategy.vehicle}), standard ({strategy.standard}) and "
            f"determinative facts ({facts}) as in {failure.stage}, which failed: {failure.why}"
        ),
    }


def failure_of(move: Json, ruling: Json, stage: str) -> Failure | None:
    """The failure log's entry for a losing or conditional ruling; None for a win."""
    outcome = ruling["outcome"]
    if outcome == "win":
        return None
    rejected = [e for e in ruling["elements"] if e["finding"] == "rejected"]
    whys = "; ".join(f"{e['id']}: {e['why']}" for e in rejected) or str(ruling["reasoning"])
    if outcome == "conditional":
        whys = f"{whys} (returns if: {'; '.join(ruling['conditions'])})"
    return Failure(
        strategy_of(move),
        stage,
        whys,
        rejected=tuple(e["id"] for e in rejected),
        conditional=outcome == "conditional",
    )
