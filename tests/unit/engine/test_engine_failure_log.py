from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.record import Failure, Strategy
from engine.search.failure_log import failure_of, overlap
from tests.doubles import case
from tests.unit.engine.players import Listening, losing

LOST = Strategy(
    "The agency paid with actual knowledge, so the certificates cannot have been material",
    frozenset({"E1", "E2"}),
    "motion for summary judgment",
    "no genuine dispute of material fact",
    frozenset({"F1", "F5"}),
)


def log(strategy: Strategy = LOST, conditional: bool = False) -> list[Failure]:
    return [Failure(strategy, "1.1", "E1: the relator's audit is unanswered", "", (), conditional)]


def fact(id: str) -> dict[str, str]:
    return {"id": id, "quotation": f"The fact {id}."}


def move(**changed: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "theory": LOST.theory,
        "vehicle": LOST.vehicle,
        "standard": LOST.standard,
        "determinative": sorted(LOST.facts),
        "frame": "a regulator that never minded",
        "sections": [
            {"elements": ["E1"], "facts": [fact("F1")], "text": "one"},
            {"elements": ["E2"], "facts": [fact("F5")], "text": "two"},
        ],
    }
    return {**made, **changed}


def ruling(outcome: str, *findings: tuple[str, str]) -> dict[str, Any]:
    return {
        "outcome": outcome,
        "conditions": ["the engineer testifies"] if outcome == "conditional" else [],
        "elements": [{"id": e, "finding": f, "why": f"{e} is {f}"} for e, f in findings],
        "reasoning": "The record is thin.",
    }


def test_a_loss_enters_with_its_rejected_elements_and_why() -> None:
    failed = failure_of(move(), ruling("loss", ("E1", "persuasive"), ("E2", "rejected")), "1.3")
    assert failed is not None
    assert (failed.rejected, failed.conditional, failed.stage) == (("E2",), False, "1.3")
    assert "E2 is rejected" in failed.why and "E1" not in failed.why
    assert failed.strategy == replace(LOST, argument="one two")


def test_a_loss_without_a_rejected_element_enters_with_the_reasoning() -> None:
    failed = failure_of(move(), ruling("loss", ("E1", "persuasive")), "1.1")
    assert failed is not None and failed.why == "The record is thin."


def test_a_conditional_ruling_says_when_the_move_returns() -> None:
    failed = failure_of(move(), ruling("conditional", ("E2", "rejected")), "1.1")
    assert failed is not None and failed.conditional and failed.rejected == ("E2",)
    assert "returns if: the engineer testifies" in failed.why


def test_a_win_is_no_failure() -> None:
    assert failure_of(move(), ruling("win", ("E1", "rejected")), "1.1") is None


def test_overlap_does_not_count_words_that_every_motion_has() -> None:
    assert overlap("The court grants the motion", "A motion in this court about dolphins") == 0.0
    assert overlap("certified the devices", "the device certifies") == 1.0


async def test_the_ban_holds_between_runs_of_one_scope_only() -> None:
    """Scope is matter, court profile, objective and record."""
    first = case.a_run(seed=4, rounds=4, orbits=1)
    ports = case.ports(run=first)
    await case.play(first, ports)
    ledger: Any = ports.ledger
    lost = [failure for _, failure in ledger.failed]
    assert lost, "this seed must lose at least once"

    async def barred(run: Any) -> list[Any]:
        ledger.runs[run.id] = run
        await case.play(run, ports)
        clerk = next(t for t in ledger.settled.values() if t.key.run == run.id)
        return list(clerk.data["barred"])

    again = replace(first, id="R-2", seed=5)
    assert len(await barred(again)) == len([one for one in lost if not one.conditional]) > 0
    reworded = replace(again, id="R-3", objective=f"  {again.objective.upper()} ")
    assert len(await barred(reworded)) > 0
    other = replace(again, id="R-4", objective="dismissal for want of scienter")
    assert await barred(other) == []
    casefile: Any = ports.casefile
    casefile.on_file = casefile.on_file[1:]
    assert await barred(replace(again, id="R-5")) == []


async def test_a_barred_strategy_of_an_earlier_run_is_sent_back() -> None:
    first = case.a_run(seed=4, rounds=2, orbits=1)
    ports = case.ports(Listening(losing), first)
    await case.play(first, ports)
    ledger: Any = ports.ledger
    again = replace(first, id="R-2")
    ledger.runs["R-2"] = again
    await case.play(again, ports)
    ours = [turn for turn in ledger.settled.values() if turn.key.run == "R-2"]
    lead = [turn for turn in ours if turn.key.role == "lead"]
    assert lead[0].data["repeat"] is not None
    assert lead[0].data["repeat"]["of"] == "1.1"
