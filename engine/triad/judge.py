"""Judicial Authority's ruling: element by element, with what the court would be receptive to."""

from __future__ import annotations

from typing import Any

from engine.record import Json
from engine.search.history import History, fact_json
from engine.triad.schema import STRENGTHS, Schema, ids, one_of, prose, record, some
from engine.triad.vocabulary import STANDARDS


def used_facts(move: Json, response: Json) -> list[str]:
    """Ids of the facts that this round's move and response rest on, in order of appearance."""
    cited = [*move["sections"], *response["attacks"]]
    return list(dict.fromkeys(fact["id"] for one in cited for fact in one["facts"]))


def schema(move: Json, response: Json) -> Schema:
    """The judge may name only ids used in this round."""
    elements = list(dict.fromkeys(e for s in move["sections"] for e in s["elements"]))
    finding = record(
        {
            "id": one_of(elements or ["E1"]),
            "finding": one_of(["persuasive", "rejected"]),
            "why": prose(150),
        }
    )
    plain = record({"outcome": one_of(["win", "loss"])})
    conditional = record(
        {"outcome": {"const": "conditional"}, "conditions": some(prose(150), 1, 2)}
    )
    hint = record({"idea": prose(120), "strength": one_of(STRENGTHS)})
    return record(
        {
            "standard": one_of(STANDARDS),
            "elements": some(finding, 1, max(1, len(elements))),
            "facts": ids(used_facts(move, response), 0, 4),
            "reasoning": prose(330),
            "disposition": {"anyOf": [plain, conditional]},
            "hints": some(hint, 0, 2),
            "reversal_risk": one_of(["low", "medium", "high"]),
        }
    )


def line(stage: str) -> str:
    return f"You are Judicial Authority. Rule on move {stage}, in plain sentences about the facts."


def read(answer: dict[str, Any], history: History) -> dict[str, Any]:
    """The ruling as it is kept; one sample has no confidence, which is the panel's to give."""
    disposition = answer["disposition"]
    findings = {one["id"]: one for one in answer["elements"]}
    hints = {one["idea"]: one for one in answer["hints"]}
    return {
        "outcome": disposition["outcome"],
        "conditions": list(disposition.get("conditions", ())),
        "confidence": None,
        "votes": {disposition["outcome"]: 1},
        "standard": answer["standard"],
        "elements": list(findings.values()),
        "facts": [fact_json(history.facts[f]) for f in dict.fromkeys(answer["facts"])],
        "reasoning": answer["reasoning"],
        "hints": list(hints.values()),
        "reversal_risk": answer["reversal_risk"],
    }
