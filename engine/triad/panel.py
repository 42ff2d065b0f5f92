"""A panel: independent samples of the judge, put together by rule into one ruling.

Its confidence says how far the samples agree. It says nothing about the law.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.record import Json
from engine.search.failure_log import overlap

CAUTIOUS = ("loss", "conditional", "win")
"""Where votes are even, the outcome that promises a client less."""
RISKS = ("low", "medium", "high")
ALIKE = 0.5
"""Jaccard overlap from which two samples' hints are one."""


def ruling(seats: Sequence[Json]) -> dict[str, Any]:
    """The panel's ruling from its samples' (at least one), in the order of their seats.

    ``confidence`` is the share of the seats that voted for the outcome, ``votes`` their spread;
    ``dissent`` says why the others did not. The reasons are those of the first seat among the
    majority that found as the panel did on the most elements."""
    votes = Counter(str(one["outcome"]) for one in seats)
    outcome = max(votes, key=lambda name: (votes[name], -CAUTIOUS.index(name)))
    majority = [one for one in seats if one["outcome"] == outcome]
    findings = _findings(seats)
    speaks = max(majority, key=lambda one: _agreement(one, findings))
    return {
        **speaks,
        "conditions": list(dict.fromkeys(c for one in majority for c in one["conditions"])),
        "confidence": round(votes[outcome] / len(seats), 3),
        "votes": {name: votes[name] for name in CAUTIOUS if votes[name]},
        "elements": [_spoken(one, [*majority, *seats]) for one in findings],
        "hints": _hints(seats),
        "reversal_risk": max(
            RISKS, key=Counter(str(one["reversal_risk"]) for one in seats).__getitem__
        ),
        "dissent": [
            {"outcome": one["outcome"], "why": one["reasoning"]}
            for one in seats
            if one["outcome"] != outcome
        ],
    }


def _findings(seats: Sequence[Json]) -> list[dict[str, Any]]:
    """Of each element what most seats found; where they are even, against the movant."""
    counted: dict[str, Counter[str]] = {}
    for one in seats:
        for element in one["elements"]:
            counted.setdefault(element["id"], Counter())[element["finding"]] += 1
    return [
        {
            "id": id,
            "finding": "persuasive" if votes["persuasive"] > votes["rejected"] else "rejected",
            "votes": dict(votes),
        }
        for id, votes in counted.items()
    ]


def _agreement(seat: Json, findings: Sequence[Json]) -> int:
    panel = {one["id"]: one["finding"] for one in findings}
    return sum(panel[one["id"]] == one["finding"] for one in seat["elements"])


def _spoken(finding: dict[str, Any], seats: Sequence[Json]) -> dict[str, Any]:
    """With the reason of the first seat that found so; even votes may reject what only some do."""
    why = next(
        element["why"]
        for one in seats
        for element in one["elements"]
        if (element["id"], element["finding"]) == (finding["id"], finding["finding"])
    )
    return {**finding, "why": why}


def _hints(seats: Sequence[Json]) -> list[dict[str, Any]]:
    """Like hints as one; its strength is the mean over all seats, 0 of one that did not give it."""
    ideas: list[tuple[str, list[float]]] = []
    for one in seats:
        for hint in one["hints"]:
            known = next((idea for idea in ideas if overlap(idea[0], hint["idea"]) >= ALIKE), None)
            if known is None:
                ideas.append((hint["idea"], [hint["strength"]]))
            else:
                known[1].append(hint["strength"])
    found = [
        {
            "idea": text,
            "strength": round(min(1.0, sum(given) / len(seats)), 2),
            "seats": len(given),
        }
        for text, given in ideas
    ]
    return sorted(found, key=lambda one: -float(str(one["strength"])))
