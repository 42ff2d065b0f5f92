"""Opposing Counsel's response: four tiers in order, each attack aimed, concessions limited."""

from __future__ import annotations

from typing import Any

from engine.record import Json
from engine.search.history import History, fact_json
from engine.triad.schema import STRENGTHS, Schema, ids, one_of, prose, record, some
from engine.triad.vocabulary import TIERS


def schema(history: History, move: Json) -> Schema:
    sections = [f"S{n}" for n in range(1, len(move["sections"]) + 1)]
    elements = list(dict.fromkeys(e for s in move["sections"] for e in s["elements"]))
    attack = record(
        {
            "tier": one_of(TIERS),
            "target": one_of([*elements, *sections]),
            "facts": ids(list(history.facts)[:200], 0, 3),
            "authorities": ids(list(history.authorities), 0, 2),
            "text": prose(280),
            "strength": one_of(STRENGTHS),
        }
    )
    concession = record({"text": prose(150), "limit": prose(150)})
    return record({"attacks": some(attack, 1, 3), "concessions": some(concession, 0, 1)})


def line(stage: str) -> str:
    return f"You are Opposing Counsel. Answer move {stage}, in plain sentences about the facts."


def read(answer: dict[str, Any], history: History) -> dict[str, Any]:
    """The response as it is kept: attacks in the order of the tiers, strongest first."""
    attacks = [
        {
            **one,
            "facts": [fact_json(history.facts[f]) for f in dict.fromkeys(one["facts"])],
            "authorities": list(dict.fromkeys(one["authorities"])),
        }
        for one in answer["attacks"]
    ]
    attacks.sort(key=lambda one: (TIERS.index(one["tier"]), -one["strength"]))
    return {"attacks": attacks, "concessions": list(answer["concessions"])}
