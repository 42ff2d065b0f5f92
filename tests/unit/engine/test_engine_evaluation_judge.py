"""Whether a model judges: the same move with and without its facts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.evaluation.judge import (
    BARE,
    FULL,
    PROFILED,
    SHUFFLED,
    SWAPPED,
    VARIANTS,
    Case,
    Tally,
    chance,
    evaluated,
    prepared,
    standing,
    swapped,
)
from engine.evaluation.moves import BadReferenceMove, Reference, reference
from engine.matter import Element
from engine.models.scripted import ScriptedModel
from engine.ports import Answer, Ask
from tests.doubles import case

DATA: dict[str, dict[str, Any]] = {
    "move": {
        "vehicle": "motion for summary judgment",
        "standard": "no genuine dispute of material fact",
        "why_standard": "Nobody disputes the payments.",
        "theory": "The agency paid and knew.",
        "frame": "A payer is held to what it did.",
        "determinative": ["The agency paid every claim"],
        "sections": [
            {
                "text": "Every claim was paid.",
                "elements": [1],
                "facts": ["The agency paid every claim", "Payments continued for eleven months"],
                "authorities": ["31 U.S.C. § 3729(b)(4)"],
            }
        ],
    },
    "response": {
        "attacks": [
            {
                "tier": "evidentiary",
                "target": "S1",
                "element": 1,
                "facts": ["The certificate was signed on 4 May"],
                "text": "Paying is not knowing.",
                "strength": 0.5,
            }
        ],
        "concessions": [{"text": "It was paid.", "limit": "Not with knowledge."}],
    },
}
ELEMENTS = [Element("E1", "Materiality", "relator", "preponderance of the evidence")]


def given() -> Reference:
    return reference(DATA, case.facts()[:8], case.law(), ELEMENTS)


class Court(ScriptedModel):
    """Rules by what it reads in the prompt."""

    def __init__(self, rule: Callable[[Ask], str]) -> None:
        super().__init__()
        self._rule = rule

    async def ask(self, ask: Ask) -> Answer:
        said = await super().ask(ask)
        data = json.loads(said.text)
        data["disposition"] = {"outcome": self._rule(ask)}
        return Answer(json.dumps(data), said.finish, said.usage)


async def a_case() -> Case:
    run = case.a_run()
    ports = case.ports(run=run)
    await ports.casefile.keep_elements(run.matter, run.objective, ELEMENTS)
    return await prepared("halden", run, given(), ports)


def test_a_reference_names_facts_by_their_words() -> None:
    found = given()
    assert found.move["determinative"] == ["F1"]
    assert [one["id"] for one in found.move["sections"][0]["facts"]] == ["F1", "F5"]
    assert found.move["sections"][0]["authorities"] == ["A1"]
    assert {one.id for one in found.facts} == {"F1", "F5", "F6"}


@pytest.mark.parametrize("words", ["The agency", "no such words"])
def test_words_of_two_facts_or_of_none_are_refused(words: str) -> None:
    broken = {**DATA, "move": {**DATA["move"], "determinative": [words]}}
    with pytest.raises(BadReferenceMove, match=words):
        reference(broken, case.facts()[:8], case.law(), ELEMENTS)


async def test_a_judge_that_asks_for_facts_is_told_apart() -> None:
    def rule(ask: Ask) -> str:
        return "loss" if "UNSUPPORTED" in ask.messages[1].content else "win"

    tallies = await evaluated([await a_case()], 8, Court(rule))
    assert tallies[FULL] == Tally(wins=8) and tallies[BARE] == Tally(losses=8)
    assert all(tallies[one].rate == 1.0 for one in (SHUFFLED, SWAPPED, PROFILED))
    found = standing(tallies, "2026-12-01")
    assert found["discriminates"] is True and found["p"] < 0.01
    assert "granted 8 of 8 full moves and 0 of 8" in found["says"]


async def test_a_judge_that_always_grants_is_noise() -> None:
    tallies = await evaluated([await a_case()], 8, Court(lambda ask: "win"))
    found = standing(tallies, "2026-12-01")
    assert found["discriminates"] is False and "its outcomes are noise" in found["says"]


async def test_each_variant_asks_what_it_says() -> None:
    seen: list[tuple[str, dict[str, object]]] = []

    def rule(ask: Ask) -> str:
        seen.append((ask.messages[1].content, ask.schema))
        return "loss"

    await evaluated([await a_case()], 1, Court(rule))
    (full, form), (bare, _), (shuffled, other), (swap, _), (profiled, _) = seen
    assert len(seen) == len(VARIANTS)
    assert "F1, F5" in full and "UNSUPPORTED: no fact on file" in bare
    assert shuffled == full and other != form
    assert re.search(r"parties: Jane Roe \(defendant\); Halden Devices \(relator\)", swap)
    assert "COURT PROFILE" in profiled and "COURT PROFILE" not in full


def test_names_are_swapped_whole_and_by_their_first_words() -> None:
    assert swapped("Acme Ltd sued Bolt plc. Acme lost.", ("Acme Ltd", "Bolt plc")) == (
        "Bolt plc sued Acme Ltd. Bolt lost."
    )


@pytest.mark.parametrize(
    ("full", "bare", "expected"),
    [
        (Tally(wins=3), Tally(losses=3), 0.05),
        (Tally(wins=2, losses=1), Tally(wins=2, losses=1), 0.8),
        (Tally(failed=3), Tally(failed=3), 1.0),
    ],
)
def test_the_chance_is_fishers(full: Tally, bare: Tally, expected: float) -> None:
    assert chance(full, bare) == pytest.approx(expected)
