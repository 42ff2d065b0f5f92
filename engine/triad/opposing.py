"""Opposing Counsel's response: four tiers in order, each attack aimed, concessions limited."""

from __future__ import annotations

from typing import Any

from engine.record import Json, Role
from engine.search.history import History, fact_json
from engine.triad import prompts
from engine.triad.lead import MOST_FACTS
from engine.triad.schema import STRENGTHS, Schema, ids, one_of, prose, record, some
from engine.triad.vocabulary import TIERS

UNDERMINED: tuple[str, ...] = (
    "distinguished on its facts",
    "confined to its posture",
    "not binding on this court",
    "outweighed by another authority on file",
)
"""How an authority that the move rests on may be undermined by what the file holds of it."""


def schema(history: History, move: Json) -> Schema:
    sections = [f"S{n}" for n in range(1, len(move["sections"]) + 1)]
    elements = list(dict.fromkeys(e for s in move["sections"] for e in s["elements"]))
    used = list(dict.fromkeys(a for s in move["sections"] for a in s["authorities"]))
    undermines: Schema = {"const": None}
    if used:
        undermined = record({"authority": one_of(used), "how": one_of(UNDERMINED)})
        undermines = {"anyOf": [{"const": None}, undermined]}
    attack = record(
        {
            "tier": one_of(TIERS),
            "target": one_of(sections),
            "element": one_of([*elements, None]),
            "facts": ids(list(history.shown(Role.OPPOSING))[:MOST_FACTS], 0, 3),
            "authorities": ids(list(history.authorities), 0, 2),
            "undermines": undermines,
            "text": prose(280),
            "strength": one_of(STRENGTHS),
        }
    )
    concession = record({"text": prose(150), "limit": prose(150)})
    return record({"attacks": some(attack, 1, 4), "concessions": some(concession, 0, 2)})


def line(stage: str) -> str:
    return prompts.line("opposing", stage=stage)


def read(answer: dict[str, Any], history: History) -> dict[str, Any]:
    """The response as it is kept: attacks in the order of the tiers, strongest first.

    ``passed_over`` are the tiers in which nothing was attacked."""
    attacks = [
        {
            **one,
            "facts": [fact_json(history.facts[f]) for f in dict.fromkeys(one["facts"])],
            "authorities": list(dict.fromkeys(one["authorities"])),
        }
        for one in answer["attacks"]
    ]
    attacks.sort(key=lambda one: (TIERS.index(one["tier"]), -one["strength"]))
    used = {one["tier"] for one in attacks}
    return {
        "attacks": attacks,
        "passed_over": [tier for tier in TIERS if tier not in used],
        "concessions": list(answer["concessions"]),
    }
