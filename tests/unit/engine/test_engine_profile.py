"""The court's profile in a run: proposed, edited, named in rulings, and seen by nobody else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.matter import PRESSURES, CourtProfile, Fact, Pressure, Scope
from engine.ports import Ask, Ports
from engine.record import Role, Run, Turn
from engine.search.history import History
from engine.triad import profile
from tests.doubles import case
from tests.doubles.memory import MemoryCasefile, MemoryLedger
from tests.unit.engine.players import Listening, losing, settled

ON = CourtProfile(version=1)
"""Switched on, without weights."""
REASON = "the calendar for the autumn is full"
EDITED = CourtProfile(
    tuple(Pressure(name, 0.85, REASON) for name in PRESSURES), edited=True, version=4
)
DECISION = (
    "The court will not reward a party that sat on its objection.",
    "An injunction that the court cannot supervise is refused.",
    "The agency's own reading is owed respect where the statute is silent.",
)


def casefile(ports: Ports) -> MemoryCasefile:
    assert isinstance(ports.casefile, MemoryCasefile)
    return ports.casefile


async def played(
    court: CourtProfile | None, model: Listening | None = None, run: Run | None = None
) -> tuple[Listening, Ports, History]:
    model, run = model or Listening(losing), run or case.a_run(1, 2, 1)
    ports = case.ports(model, run)
    casefile(ports).court = court
    await case.play(run, ports)
    return model, ports, History.of(run, settled(ports))


def rulings(history: History) -> list[Turn]:
    found = history.by_role(Role.JUDGE)
    assert found
    return found


async def test_switched_on_without_weights_it_is_proposed_once_and_every_ruling_names_it() -> None:
    model, ports, history = await played(ON)
    [turn] = history.by_role(Role.PROFILE)
    assert history.turns[1] is turn, "after the clerk, before the elements"
    stands = casefile(ports).court
    assert stands is not None
    assert [one.name for one in stands.pressures] == list(PRESSURES)
    assert all(0 < one.weight < 1 and one.because for one in stands.pressures)
    assert turn.data["profile"] == profile.as_json(stands)
    assert (stands.version, stands.edited) == (2, False)
    assert {ruling.data["profile"] for ruling in rulings(history)} == {"profile 2"}
    for prompt in model.prompts(Role.JUDGE):
        assert all(f"{one.name}: {one.weight:.2f}, " in prompt for one in stands.pressures)


async def test_weights_that_stand_are_not_proposed_again() -> None:
    model, ports, history = await played(EDITED)
    assert not history.by_role(Role.PROFILE) and not model.prompts(Role.PROFILE)
    assert casefile(ports).court == EDITED
    assert {ruling.data["profile"] for ruling in rulings(history)} == {"profile 4"}


async def test_the_judge_and_lead_counsel_read_it_and_nobody_else() -> None:
    model, _, _ = await played(EDITED)
    for role in (Role.JUDGE, Role.LEAD):
        assert model.prompts(role)
        assert all(f"docket: 0.85, {REASON}" in prompt for prompt in model.prompts(role))
    for role in (Role.OPPOSING, Role.ELEMENTS):
        assert model.prompts(role)
        assert REASON not in "\n".join(model.prompts(role))
        assert "COURT PROFILE" not in "\n".join(model.prompts(role))


async def test_switched_off_nothing_of_it_is_in_any_prompt() -> None:
    model, _, history = await played(None)
    assert not history.by_role(Role.PROFILE)
    assert {ruling.data["profile"] for ruling in rulings(history)} == {None}
    asked = "\n".join(ask.messages[1].content for ask in model.asked)
    assert "COURT PROFILE" not in asked
    assert all("profile_effects" not in ask.schema["properties"] for ask in model.asked)


async def test_an_edit_while_a_run_is_going_holds_from_its_next_orbit_on() -> None:
    run = case.a_run(2, 2, 2)
    later = replace(EDITED, version=5, pressures=(*EDITED.pressures[1:],))
    box: list[Ports] = []

    def editing(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        """A lawyer edits it while the first orbit's first ruling is thought."""
        if ask.name == Role.JUDGE:
            casefile(box[0]).court = later
        return losing(ask, data)

    model = Listening(editing)
    box.append(case.ports(model, run))
    casefile(box[0]).court = EDITED
    await case.play(run, box[0])
    history = History.of(run, settled(box[0]))
    assert len(history.clerks) == 2, "there must be an orbit after the edit"
    named = [(turn.key.orbit, turn.data["profile"]) for turn in rulings(history)]
    assert named == [(1, "profile 4")] * 2 + [(2, "profile 5")] * 2
    lead = model.prompts(Role.LEAD)
    assert "COURT PROFILE, PROFILE 5" not in "\n".join(lead[:2])
    assert lead[-1].count("COURT PROFILE, PROFILE 4") == 1
    assert lead[-1].count("COURT PROFILE, PROFILE 5") == 1
    assert "COURT PROFILE, PROFILE 4" not in model.prompts(Role.JUDGE)[-1]


async def test_what_failed_with_it_off_does_not_bar_while_it_is_to_be_proposed() -> None:
    _, ports, history = await played(None)
    assert history.own_failures and isinstance(ports.ledger, MemoryLedger)
    again = case.a_run(3, 1, 1, id="R-2")
    ports.ledger.runs[again.id] = again
    casefile(ports).court = ON
    await case.play(again, ports)
    [clerk, *_] = await ports.ledger.turns(again.id)
    assert not clerk.data["barred"] and clerk.data["advice"]


async def test_what_failed_under_another_profile_advises_and_does_not_bar() -> None:
    first = case.a_run(1, 2, 1)
    _, ports, history = await played(EDITED, run=first)
    assert history.own_failures
    ledger = ports.ledger
    assert isinstance(ledger, MemoryLedger)
    other = replace(EDITED, version=5, pressures=(replace(EDITED.pressures[0], weight=0.1),))
    for court, bars in ((EDITED, True), (other, False), (ON, False), (None, False)):
        again = case.a_run(3, 1, 1, id=f"R-{court.version if court else 0}-{bars}")
        ledger.runs[again.id] = again
        casefile(ports).court = court
        await case.play(again, ports)
        [clerk, *_] = await ledger.turns(again.id)
        assert bool(clerk.data["barred"]) is bars
        told = {one["stage"] for one in clerk.data["advice"] if one["run"] == first.id}
        lost = {one.stage for one in history.own_failures}
        assert not told & lost if bars else told >= lost


def decided() -> list[Fact]:
    return [
        Fact(f"F{n}", text, "D12", "Order of 4 May", f"p. {n}", Scope.RECORD)
        for n, text in enumerate(DECISION, 41)
    ]


async def test_of_a_named_judge_every_reason_rests_on_his_decisions() -> None:
    run, model = case.a_run(1, 1, 1), Listening(losing)
    ports = case.ports(model, run)
    facts = decided()
    casefile(ports).on_file += facts
    ids = tuple(fact.id for fact in facts)
    casefile(ports).court = CourtProfile(judge="Judge Roe", decisions=ids, version=1)
    await case.play(run, ports)
    [prompt] = model.prompts(Role.PROFILE)
    assert all(f'{fact.id}: "{fact.text}"' in prompt for fact in facts)
    assert "under Judge Roe" in prompt.rsplit("\n", 1)[-1]
    history = History.of(run, settled(ports))
    [turn] = history.by_role(Role.PROFILE)
    for one in turn.data["profile"]["pressures"]:
        assert one["facts"] and set(one["facts"]) <= set(ids)
    quoted = profile.quoted(turn.data["profile"], history)
    assert {one["quotation"] for one in quoted} <= set(DECISION) and quoted
    assert turn.data["profile"]["judge"] == "Judge Roe"
    assert {ruling.data["profile"] for ruling in rulings(history)} == {"profile 2 (Judge Roe)"}
    for role in (Role.OPPOSING, Role.ELEMENTS):
        assert "Judge Roe" not in "\n".join(model.prompts(role))


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({}, True),
        ({"version": 9, "edited": False}, True),
        ({"judge": "Judge Roe"}, False),
        ({"pressures": EDITED.pressures[:4]}, False),
    ],
)
def test_a_ban_holds_for_the_same_judge_and_weights(change: dict[str, Any], same: bool) -> None:
    other = replace(EDITED, **change)
    digests = {profile.digest(profile.as_json(one)) for one in (EDITED, other)}
    assert (len(digests) == 1) is same
    assert profile.digest(None) not in digests | {profile.digest(profile.as_json(ON))}


def test_a_profile_comes_back_from_json_as_it_was() -> None:
    full = replace(EDITED, judge="Judge Roe", decisions=("F1", "F2"))
    assert profile.from_json(profile.as_json(full)) == full


async def test_what_only_the_firm_knows_is_covered_in_a_reason_before_the_judge_reads_it() -> None:
    told = tuple(Pressure(one, 0.7, f"the {case.CANARY} memo says so") for one in PRESSURES)
    model, _, _ = await played(replace(EDITED, pressures=told))
    assert case.CANARY in "\n".join(model.prompts(Role.LEAD))
    judge = "\n".join(model.prompts(Role.JUDGE))
    assert "docket: 0.70, the [withheld]" in judge and case.CANARY not in judge
