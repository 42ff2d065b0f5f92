"""What has failed: a strategy is theory x vehicle x standard of review x determinative facts.

What counts as the same strategy again is decided in ``repeats``, on which facts an argument turns
in ``bearing``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.corpus.plainly import plain
from engine.record import Failure, Json, Strategy
from engine.search.bearing import bearings
from engine.words import ordinary, stem

ARGUMENT = 1200
"""Characters of a move's sections that the log keeps."""
NEAREST = 3
"""Failures that a move's novelty is told against; it is compared with every one."""

_WORD = re.compile(r"[a-z][a-z'-]{2,}")
_ALWAYS = frozenset({"court", "motion", "claim", "claims", "case"})
"""Words that every theory of every motion has."""


def words(text: str) -> frozenset[str]:
    """Content words, crudely stemmed, for comparing short texts."""
    empty = ordinary() | _ALWAYS
    found = (word for word in _WORD.findall(plain(text)) if word not in empty)
    return frozenset(stem(word) for word in found)


def overlap(one: str, other: str) -> float:
    """Jaccard overlap of content words, 0 to 1."""
    a, b = words(one), words(other)
    return len(a & b) / len(a | b) if a or b else 1.0


def strategy_of(move: Json) -> Strategy:
    """The strategy of a move's data.

    Of the facts named as determinative those count on which the argument turns: the others are
    background, and adding background to a strategy does not make another of it."""
    sections = move["sections"]
    each = ARGUMENT // max(1, len(sections))
    return Strategy(
        move["theory"],
        frozenset(e for section in sections for e in section["elements"]),
        move["vehicle"],
        move["standard"],
        frozenset(turned_on(move)),
        " ".join(section["text"][:each] for section in sections),
    )


def turned_on(move: Json) -> list[str]:
    """Of the determinative facts those on which the argument turns; none where it turns on none."""
    found = bearings(move)
    return [one for one in move["determinative"] if one in found and found[one].turns]


def rested_on(move: Json) -> list[str]:
    """The facts that a move has had its chance with: those named as determinative that a section
    cites, and whatever else its argument turns on. All that it names where that is none.

    More than ``turned_on``, so that a failed move cannot be had again by dwelling on a fact that
    it had listed."""
    found = bearings(move)
    cited = [one for one in move["determinative"] if one in found]
    turned = [one for one in found if found[one].turns and one not in cited]
    return [*cited, *turned] or list(move["determinative"])


def refusal(strategy: Strategy, failure: Failure) -> dict[str, Any]:
    """Why a move is sent back, as the record keeps it."""
    facts = ", ".join(sorted(strategy.facts)) or "no fact"
    why = (
        f"which is open on its conditions only, and nothing new is shown to meet them "
        f"({'; '.join(failure.conditions)})"
        if failure.conditional
        else f"which failed: {failure.why}"
    )
    return {
        "of": failure.stage,
        "reason": (
            f"Same vehicle ({strategy.vehicle}), standard ({strategy.standard}) and "
            f"determinative facts ({facts}) as in {failure.stage}, {why}"
        ),
    }


def novelty(strategy: Strategy, failures: Sequence[Failure]) -> dict[str, Any]:
    """How a move differs from every failure: ``against`` counts them, ``nearest`` are those it
    shares most with, each with what is different."""
    told = [{"of": one.stage, "differs": _differs(strategy, one.strategy)} for one in failures]
    fewest = min((len(one["differs"]) for one in told), default=0)
    return {
        "against": len(failures),
        "nearest": [one for one in told if len(one["differs"]) == fewest][:NEAREST],
    }


def _differs(one: Strategy, other: Strategy) -> list[str]:
    found = []
    if one.vehicle != other.vehicle:
        found.append("vehicle")
    if one.standard != other.standard:
        found.append("standard")
    if fresh := sorted(one.facts - other.facts, key=lambda id: (len(id), id)):
        found.append(f"determinative {', '.join(fresh)}")
    return found or ["theory"]


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
        replace(strategy_of(move), facts=frozenset(rested_on(move))),
        stage,
        whys,
        rejected=tuple(e["id"] for e in rejected),
        conditional=outcome == "conditional",
        conditions=tuple(ruling["conditions"]) if outcome == "conditional" else (),
    )
