"""Lead Counsel's move: the form it is asked in, and what the record keeps of it."""

from __future__ import annotations

from typing import Any

from engine.search.failure_log import refusal, repeat_of, strategy_of
from engine.search.history import History, fact_json
from engine.triad.schema import Schema, ids, one_of, prose, record, some
from engine.triad.vocabulary import STANDARDS, VEHICLES

MOST_FACTS = 200
"""Ids in one enumeration: hosts that are not ours compile longer ones slowly."""


def schema(history: History, orbit: int) -> Schema:
    """In the order of the five phases: analysis, research, adaptation, structure, checklist."""
    facts = list(history.facts)[:MOST_FACTS]
    elements = [one["id"] for one in history.elements(orbit)]
    section = record(
        {
            "elements": ids(elements, 1, 2),
            "facts": ids(facts, 1, 4),
            "authorities": ids(list(history.authorities), 0, 2),
            "text": prose(340),
        }
    )
    return record(
        {
            "analysis": prose(210),
            "determinative": ids(facts, 1, 3),
            "adaptation": prose(160),
            "vehicle": one_of(VEHICLES),
            "standard": one_of(STANDARDS),
            "theory": prose(160),
            "frame": prose(100),
            "sections": some(section, 1, 2),
            "gaps": some(prose(120), 0, 2),
            "why_new": prose(150),
        }
    )


def line(stage: str) -> str:
    return f"You are Lead Counsel. Make move {stage}, in plain sentences about the facts."


def read(answer: dict[str, Any], history: History) -> dict[str, Any]:
    """The move as it is kept: facts with their quotations, repeats of failures marked."""
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
    move = {
        **answer,
        "determinative": list(dict.fromkeys(answer["determinative"])),
        "sections": sections,
        "gaps": list(dict.fromkeys(answer["gaps"])),
    }
    strategy = strategy_of(move)
    failed = repeat_of(strategy, history.failures)
    move["repeat"] = refusal(strategy, failed) if failed else None
    return move
