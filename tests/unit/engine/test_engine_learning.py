"""What rulings teach: the next instruction, and what later runs are told of earlier ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.ports import Ask
from engine.record import Role
from engine.search.history import History
from tests.doubles import case
from tests.doubles.memory import MemoryLedger
from tests.unit.engine.players import Listening, losing, settled

HINT = {"idea": "a stay, for the agency kept paying after the audit", "strength": 0.9}


def teaching(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
    data = losing(ask, data)
    if ask.name == Role.JUDGE:
        data["hints"] = [HINT]
        data["elements"][0]["finding"] = "persuasive"
    return data


async def test_each_rounds_instruction_counts_what_persuaded_and_what_was_rejected() -> None:
    run = case.a_run(1, 3, 1)
    model = Listening(teaching)
    ports = case.ports(model, run)
    await case.play(run, ports)
    history = History.of(run, settled(ports))
    taught = [one.summary.data["instruction"] for one in history.rounds() if one.summary]
    times = [sum(one["times"] for one in each["persuasive"]) for each in taught]
    assert times == [1, 2, 3]
    assert taught[-1]["receptive"] == [{**HINT, "times": 3}]
    last = model.prompts(Role.LEAD)[-1]
    assert "INSTRUCTION AFTER ROUND 1.2" in last
    assert f"the court would hear: {HINT['idea']} (0.90)" in last
    for role in (Role.OPPOSING, Role.JUDGE):
        assert not any("INSTRUCTION AFTER" in prompt for prompt in model.prompts(role))


async def test_what_lost_elsewhere_is_advice_and_no_bar() -> None:
    first = case.a_run(4, 2, 1)
    model = Listening(losing)
    ports = case.ports(model, first)
    await case.play(first, ports)
    ledger = ports.ledger
    assert isinstance(ledger, MemoryLedger)
    other = replace(first, id="R-2", objective="dismissal for want of scienter")
    ledger.runs["R-2"] = other
    await case.play(other, ports)
    clerk = next(t for t in ledger.settled.values() if t.key.run == "R-2")
    assert clerk.data["barred"] == []
    assert [one["run"] for one in clerk.data["advice"]] == ["R-1", "R-1"]
    assert clerk.data["advice"][0]["objective"] == first.objective
    told = [
        prompt for prompt in model.prompts(Role.LEAD) if "EARLIER RUNS OF THIS MATTER" in prompt
    ]
    assert told and all("scienter" in prompt for prompt in told)
    for role in (Role.OPPOSING, Role.JUDGE, Role.ELEMENTS):
        assert not any("EARLIER RUNS" in prompt for prompt in model.prompts(role))


async def test_what_bars_is_not_told_twice() -> None:
    first = case.a_run(4, 2, 1)
    ports = case.ports(Listening(losing), first)
    await case.play(first, ports)
    ledger = ports.ledger
    assert isinstance(ledger, MemoryLedger)
    ledger.runs["R-2"] = replace(first, id="R-2")
    await case.play(ledger.runs["R-2"], ports)
    clerk = next(t for t in ledger.settled.values() if t.key.run == "R-2")
    assert len(clerk.data["barred"]) == 2 and clerk.data["advice"] == []
