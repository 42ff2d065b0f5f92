"""A panel of samples, put together by rule into one ruling."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.events import Kind
from engine.record import Role
from engine.search.history import History
from engine.triad import panel
from tests.doubles import case
from tests.doubles.memory import MemoryLedger
from tests.unit.engine.players import Listening, settled, without_role_line


def seat(outcome: str, finding: str = "rejected", **more: Any) -> dict[str, Any]:
    return {
        "outcome": outcome,
        "conditions": ["An affidavit is filed."] if outcome == "conditional" else [],
        "confidence": None,
        "votes": {outcome: 1},
        "standard": "good cause",
        "elements": [{"id": "E1", "finding": finding, "why": f"{outcome}: {finding}"}],
        "facts": [],
        "reasoning": f"A {outcome}.",
        "hints": [],
        "reversal_risk": "low",
        **more,
    }


def test_the_outcome_is_the_majoritys_and_confidence_its_share() -> None:
    made = panel.ruling([seat("loss"), seat("win", "persuasive"), seat("loss")])
    assert (made["outcome"], made["confidence"]) == ("loss", 0.667)
    assert made["votes"] == {"loss": 2, "win": 1}
    assert made["dissent"] == [{"outcome": "win", "why": "A win."}]
    assert made["elements"] == [
        {"id": "E1", "finding": "rejected", "votes": {"rejected": 2, "persuasive": 1},
         "why": "loss: rejected"}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "outcome"),
    [(("win", "loss"), "loss"), (("win", "conditional"), "conditional"), (("win",), "win")],
)
def test_even_votes_promise_a_client_less(given: tuple[str, ...], outcome: str) -> None:
    assert panel.ruling([seat(one) for one in given])["outcome"] == outcome


def test_conditions_are_those_of_seats_that_grant_on_conditions() -> None:
    made = panel.ruling([seat("conditional"), seat("conditional"), seat("win", conditions=["x"])])
    assert made["conditions"] == ["An affidavit is filed."]


def test_a_hint_of_few_seats_is_weaker() -> None:
    hint = {"idea": "A motion on the undisputed payments alone", "strength": 0.8}
    same = {"idea": "A motion on the undisputed payments", "strength": 0.6}
    made = panel.ruling([seat("loss", hints=[hint]), seat("loss", hints=[same]), seat("loss")])
    assert made["hints"] == [{"idea": hint["idea"], "strength": 0.47, "seats": 2}]


async def test_a_panels_samples_share_their_prompt_and_make_one_ruling() -> None:
    run = replace(case.a_run(3, 2, 1), panel=3)
    model = Listening()
    ports = case.ports(model, run)
    await case.play(run, ports)
    history = History.of(run, settled(ports))
    first = history.rounds()[0]
    assert [turn.key.seat for turn in first.seats] == [1, 2, 3]
    assert first.ruling is not None and first.ruling.usage.prompt == 0
    assert sum(first.ruling.data["votes"].values()) == 3
    assert 1 / 3 <= first.ruling.data["confidence"] <= 1
    prompts = model.prompts(Role.JUDGE)[:3]
    assert len({without_role_line(one) for one in prompts}) == 1
    assert len({ask.seed for ask in model.asked if ask.name == Role.JUDGE}) == len(
        model.prompts(Role.JUDGE)
    )
    assert len({turn.parent for turn in first.seats}) == 1
    ledger = ports.ledger
    assert isinstance(ledger, MemoryLedger)
    told = [e for e in ledger.events.values() if e.kind is Kind.RULING]
    assert len(told) == len(history.rounds())
    says = [e.data["says"] for e in ledger.events.values() if e.kind is Kind.PROGRESS]
    assert any("(seat 2 of 3)" in one for one in says)
