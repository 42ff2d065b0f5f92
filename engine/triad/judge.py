"""Judicial Authority's ruling: element by element, in four layers, with what the court would be
receptive to."""

from __future__ import annotations

import random
from typing import Any

from engine.matter import PRESSURES
from engine.record import Json
from engine.search.history import History, fact_json
from engine.triad import prompts
from engine.triad.profile import name_of
from engine.triad.schema import STRENGTHS, Schema, ids, one_of, prose, record, some
from engine.triad.vocabulary import standards

PERSUASIVE, REJECTED = "persuasive", "rejected"


def used_facts(move: Json, response: Json) -> list[str]:
    """Ids of the facts that this round's move and response rest on, in order of appearance."""
    cited = [*move["sections"], *response["attacks"]]
    return list(dict.fromkeys(fact["id"] for one in cited for fact in one["facts"]))


def schema(history: History, orbit: int, move: Json, response: Json, shuffle: int = 0) -> Schema:
    """The judge may name only ids used in this round.

    ``shuffle`` other than 0 changes the order in which outcomes and findings are offered: what a
    model answers should not hang on it, which an evaluation of the judge asks."""
    elements = list(dict.fromkeys(e for s in move["sections"] for e in s["elements"]))
    findings, outcomes = [PERSUASIVE, REJECTED], ["win", "loss"]
    plain = record({"outcome": one_of(outcomes)})
    conditional = record(
        {"outcome": {"const": "conditional"}, "conditions": some(prose(150), 1, 2)}
    )
    dispositions = [plain, conditional]
    if shuffle:
        chance = random.Random(shuffle)
        for offered in (findings, outcomes, dispositions):
            chance.shuffle(offered)
        plain["properties"]["outcome"] = one_of(outcomes)
    finding = record(
        {"id": one_of(elements or ["E1"]), "finding": one_of(findings), "why": prose(150)}
    )
    hint = record({"idea": prose(120), "strength": one_of(STRENGTHS)})
    layers: dict[str, Schema] = {"reasoning": prose(330)}
    if history.profile(orbit):
        effect = record({"pressure": one_of(PRESSURES), "effect": prose(120)})
        layers["profile_effects"] = some(effect, 0, 2)
    layers |= {"institution": prose(140), "context": prose(140)}
    return record(
        {
            "standard": one_of(standards(history.tradition)),
            "elements": some(finding, 1, max(1, len(elements))),
            "facts": ids(used_facts(move, response), 0, 4),
            **layers,
            "disposition": {"anyOf": dispositions},
            "hints": some(hint, 0, 2),
            "reversal_risk": one_of(["low", "medium", "high"]),
        }
    )


def line(stage: str) -> str:
    return prompts.line("judge", stage=stage)


def read(answer: dict[str, Any], history: History, orbit: int) -> dict[str, Any]:
    """The ruling as it is kept; one sample has no confidence, which is the panel's to give."""
    disposition = answer["disposition"]
    findings = {one["id"]: one for one in answer["elements"]}
    hints = {one["idea"]: one for one in answer["hints"]}
    profile = history.profile(orbit)
    return {
        "outcome": disposition["outcome"],
        "conditions": list(disposition.get("conditions", ())),
        "confidence": None,
        "votes": {disposition["outcome"]: 1},
        "standard": answer["standard"],
        "elements": list(findings.values()),
        "facts": [fact_json(history.facts[f]) for f in dict.fromkeys(answer["facts"])],
        "reasoning": answer["reasoning"],
        "institution": answer["institution"],
        "context": answer["context"],
        "profile": name_of(profile) if profile else None,
        "profile_effects": list(answer.get("profile_effects", ())),
        "hints": list(hints.values()),
        "reversal_risk": answer["reversal_risk"],
    }
