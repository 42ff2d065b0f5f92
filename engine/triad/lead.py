"""Lead Counsel's move: the form it is asked in, and what the record keeps of it."""

from __future__ import annotations

from typing import Any

from engine.record import Failure, Json, Role
from engine.search.history import History, fact_json
from engine.triad import prompts
from engine.triad.schema import Schema, ids, one_of, prose, record, some
from engine.triad.vocabulary import standards, vehicles

MOST_FACTS = 200
"""Ids in one enumeration: hosts that are not ours compile longer ones slowly."""


def schema(history: History, orbit: int) -> Schema:
    """In the order of the five phases: analysis, research, adaptation, structure, checklist."""
    facts = list(history.shown(Role.LEAD))[:MOST_FACTS]
    elements = [one["id"] for one in history.elements(orbit)]
    section = record(
        {
            "elements": ids(elements, 1, 2),
            "facts": ids(facts, 0, 4),
            "authorities": ids(list(history.authorities), 0, 2),
            "text": prose(340),
        }
    )
    adaptation: dict[str, Schema] = {"adaptation": prose(160)}
    if open_ones := history.open_conditions(orbit):
        adaptation["takes_up"] = _takes_up(open_ones, facts)
    return record(
        {
            "analysis": prose(210),
            "determinative": ids(facts, 1, 3),
            **adaptation,
            "vehicle": one_of(vehicles(history.tradition)),
            "standard": one_of(standards(history.tradition)),
            "why_standard": prose(140),
            "theory": prose(160),
            "frame": prose(100),
            "sections": some(section, 1, 3),
            "gaps": some(prose(120), 0, 2),
            "why_new": prose(150),
        }
    )


def _takes_up(failures: list[Failure], facts: list[str]) -> Schema:
    """Which conditional ruling's conditions the move meets, if any, by what, and how."""
    taken = record(
        {
            "of": one_of([one.stage for one in failures]),
            "facts": ids(facts, 1, 2),
            "how": prose(160),
        }
    )
    return {"anyOf": [{"const": None}, taken]}


def line(stage: str) -> str:
    return prompts.line("lead", stage=stage)


def read(answer: dict[str, Any], history: History, orbit: int) -> dict[str, Any]:
    """The move as it is kept: facts with their quotations, sections without one marked.

    ``takes_up`` holds the conditions of the ruling that it takes up; None if it takes up none."""
    sections = [
        {
            "text": one["text"],
            "elements": list(dict.fromkeys(one["elements"])),
            "facts": [fact_json(history.facts[f]) for f in dict.fromkeys(one["facts"])],
            "authorities": list(dict.fromkeys(one["authorities"])),
            "unsupported": not one["facts"],
        }
        for one in answer["sections"]
    ]
    return {
        **answer,
        "determinative": list(dict.fromkeys(answer["determinative"])),
        "takes_up": _taken(answer.get("takes_up"), history, orbit),
        "sections": sections,
        "gaps": list(dict.fromkeys(answer["gaps"])),
    }


def _taken(answer: Json | None, history: History, orbit: int) -> dict[str, Any] | None:
    if answer is None:
        return None
    failure = next(one for one in history.open_conditions(orbit) if one.stage == answer["of"])
    return {
        "of": answer["of"],
        "conditions": list(failure.conditions),
        "facts": [fact_json(history.facts[f]) for f in dict.fromkeys(answer["facts"])],
        "how": answer["how"],
    }
