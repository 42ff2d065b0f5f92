"""Before round 1 the objective becomes elements: what must be shown, by whom, how surely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.matter import Element
from engine.search.history import History
from engine.triad import prompts
from engine.triad.schema import Schema, ids, one_of, prose, record, some
from engine.triad.vocabulary import STANDARDS_OF_PROOF

FACTS_OFFERED = 60
"""Facts an element may name: the best ranked for the objective."""


def schema(history: History, orbit: int) -> Schema:
    facts = list(history.common)[-FACTS_OFFERED:]
    clerk = history.clerk(orbit) or {}
    holders = [party["role"] for party in clerk.get("parties", ())] or ["movant", "opponent"]
    element = record(
        {
            "name": prose(100),
            "burden_holder": one_of(holders),
            "standard_of_proof": one_of(STANDARDS_OF_PROOF),
            "authority": one_of([*history.authorities, None]),
            "facts_for": ids(facts, 0, 4),
            "facts_against": ids(facts, 0, 4),
            "gaps": some(prose(120), 0, 2),
        }
    )
    return record({"elements": some(element, 2, 4)})


def line(history: History, orbit: int) -> str:
    return prompts.line("elements", objective=history.objective(orbit))


def as_json(element: Element) -> dict[str, Any]:
    return {
        "id": element.id,
        "name": element.name,
        "burden_holder": element.burden_holder,
        "standard_of_proof": element.standard_of_proof,
        "authority": element.authority,
        "facts_for": list(element.facts_for),
        "facts_against": list(element.facts_against),
        "gaps": list(element.gaps),
    }


def read(answer: dict[str, Any]) -> list[Element]:
    """Elements with ids in the order given; a fact on both sides is kept for neither."""
    found = []
    for number, one in enumerate(answer["elements"], 1):
        for_it, against = set(one["facts_for"]), set(one["facts_against"])
        both = for_it & against
        found.append(
            Element(
                f"E{number}",
                one["name"].strip(),
                one["burden_holder"],
                one["standard_of_proof"],
                one["authority"],
                _unique(one["facts_for"], both),
                _unique(one["facts_against"], both),
                tuple(dict.fromkeys(one["gaps"])),
            )
        )
    return found


def _unique(found: Sequence[str], without: set[str]) -> tuple[str, ...]:
    return tuple(one for one in dict.fromkeys(found) if one not in without)
