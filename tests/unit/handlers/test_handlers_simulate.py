from __future__ import annotations

from dataclasses import replace

import pytest

from engine.events import Kind
from engine.matter import Matter, Party
from engine.record import Reason, Role, Run, RunState, Turn, TurnKey
from handlers.posts import Post
from handlers.requests import PressRequest
from tests.doubles import turns as made
from tests.unit.handlers.conftest import Firm, origin, press


async def started(firm: Firm, text: str = "simulate dismissal") -> tuple[Matter, Post, Run]:
    matter = await firm.opened()
    ack = await firm.say(text, matter=matter.id)
    [run] = await firm.runs(matter)
    return matter, ack, run


async def closed(firm: Firm, run: Run, state: RunState, reason: Reason | None) -> None:
    async with firm.house.writing() as unit:
        await unit.runs.close(run.id, state, reason)


async def test_a_simulation_is_acknowledged_recorded_and_started(firm: Firm) -> None:
    matter, ack, run = await started(firm, "simulate dismissal --rounds 4 --orbits 1 --seed 9")
    assert (ack.kind, ack.run, ack.matter, ack.thread) == (
        Kind.ACK, run.id, matter.id, matter.thread,
    )  # fmt: skip
    assert (run.rounds, run.orbits, run.seed, run.state) == (4, 1, 9, RunState.OWED)
    assert ack.data["run"] == run.id and ack.data["seed"] == 9
    assert firm.starter.started == 1
    assert "run.asked" in await firm.audit(matter)


async def test_what_is_not_said_comes_from_the_policy_and_the_matter(firm: Firm) -> None:
    matter, _, run = await started(firm)
    assert (run.rounds, run.orbits) == (3, 2) and 0 <= run.seed < 2**31
    assert (await firm.matter(matter.id)).objective == "dismissal"
    await closed(firm, run, RunState.ENDED, Reason.EXHAUSTED)
    again = await firm.say("simulate", matter=matter.id)
    assert again.data["objective"] == "dismissal"


async def test_a_panel_is_asked_for_by_number(firm: Firm) -> None:
    _, ack, run = await started(firm, "simulate dismissal --panel 3")
    assert run.panel == ack.data["panel"] == 3 and "3 samples of the judge" in str(ack.body)
    other = await firm.opened("2026-2")
    plain = await firm.say("simulate dismissal", matter=other.id)
    assert plain.data["panel"] == 1 and "samples" not in str(plain.body)


@pytest.mark.parametrize("panel", ["0", "10", "many"])
async def test_a_panel_has_one_to_nine_samples(firm: Firm, panel: str) -> None:
    matter = await firm.opened()
    post = await firm.say(f"simulate dismissal --panel {panel}", matter=matter.id)
    assert post.kind is Kind.ERROR and await firm.runs(matter) == []


async def test_a_third_interest_warns_before_the_start_and_blocks_nothing(firm: Firm) -> None:
    matter = await firm.opened()
    parties = (Party("defendant", "Acme", True), Party("plaintiff", "Doe"))
    async with firm.house.writing() as unit:
        await unit.matters.update(matter.id, parties=(*parties, Party("intervenor", "Roe")))
    ack = await firm.say("simulate dismissal", matter=matter.id)
    [warned] = ack.data["warnings"]
    assert "intervenor (Roe)" in warned and warned in str(ack.body)
    assert ack.kind is Kind.ACK and firm.starter.started == 1
    other = await firm.opened("2026-2")
    async with firm.house.writing() as unit:
        await unit.matters.update(other.id, parties=parties)
    assert (await firm.say("simulate dismissal", matter=other.id)).data["warnings"] == []


async def test_nothing_is_simulated_without_an_objective(firm: Firm) -> None:
    matter = await firm.opened()
    post = await firm.say("simulate", matter=matter.id)
    assert post.data["code"] == "simulate.no_objective" and await firm.runs(matter) == []


async def test_nothing_is_simulated_without_anything_on_record(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.say("docs ours D1", matter=matter.id)
    post = await firm.say("simulate dismissal", matter=matter.id)
    assert post.data["code"] == "simulate.nothing_on_record"
    assert await firm.runs(matter) == [] and firm.starter.started == 0
    assert (await firm.matter(matter.id)).objective == "", "what was refused left nothing"


async def test_one_simulation_of_a_matter_at_a_time(firm: Firm) -> None:
    matter, _, _ = await started(firm)
    post = await firm.say("simulate another", matter=matter.id)
    assert post.data["code"] == "simulate.running"
    assert len(await firm.runs(matter)) == 1 and firm.starter.started == 1
    other = await firm.opened("2026-2")
    assert (await firm.say("simulate dismissal", matter=other.id)).kind is Kind.ACK


# Stop


async def test_stop_twice_stops_once_and_says_so(firm: Firm) -> None:
    matter, _, run = await started(firm)
    first = await firm.say("stop", matter=matter.id)
    second = await firm.say("stop", matter=matter.id)
    assert first.title != second.title and "already" in second.title
    assert {first.run, second.run} == {run.id}
    assert first.kind is second.kind is Kind.ACK, "its outcome follows"
    assert firm.starter.interrupted == [run.id] * 2
    await closed(firm, run, RunState.STOPPED, Reason.STOPPED)
    third = await firm.say("stop", matter=matter.id)
    assert third.data["code"] == "run.none"


async def test_a_stop_names_its_run_or_means_the_one_that_runs(firm: Firm) -> None:
    matter, _, run = await started(firm)
    assert (await firm.say("stop R-nothing", matter=matter.id)).data["code"] == "run.none"
    assert (await firm.say(f"stop {run.id.lower()}", matter=matter.id)).run == run.id


async def test_a_run_of_another_matter_is_not_stopped(firm: Firm) -> None:
    _, _, run = await started(firm)
    other = await firm.opened("2026-2")
    post = await firm.say(f"stop {run.id}", matter=other.id)
    assert post.data["code"] == "run.none"


async def button(firm: Firm, matter: Matter, id: str) -> Post:
    """The status post, which has a Stop while a simulation runs."""
    post = await firm.say("status", matter=matter.id)
    assert [action.id for action in post.actions] == [id]
    return post


async def test_the_stop_button_stops_and_a_second_press_is_answered(firm: Firm) -> None:
    matter, _, run = await started(firm)
    status = await button(firm, matter, "stop")
    [first] = await firm.send(press(status, "stop"))
    [second] = await firm.send(press(status, "stop"))
    assert first.run == run.id and "already" in second.title
    await closed(firm, run, RunState.STOPPED, Reason.STOPPED)
    [late] = await firm.send(press(status, "stop"))
    assert late.data["code"] == "run.none", "never silent"


async def test_what_a_client_says_of_a_button_is_not_believed(firm: Firm) -> None:
    matter, _, run = await started(firm)
    other = await firm.opened("2026-2")
    await firm.say("simulate dismissal", matter=other.id)
    [victim] = await firm.runs(other)
    status = await button(firm, matter, "stop")
    forged = replace(press(status, "stop"), value=victim.id, note="stop " + victim.id)
    [post] = await firm.send(forged)
    assert post.run == run.id
    [untouched] = await firm.runs(other)
    assert not untouched.stop_asked


@pytest.mark.parametrize(
    "post", ["", "P", "P0", "P999999", "P-1", "²", "P1; DROP", "9" * 30, "0x1", "P" * 40]
)
async def test_a_press_on_nothing_is_answered(firm: Firm, post: str) -> None:
    await firm.opened()
    [answer] = await firm.send(PressRequest(origin("ada"), "stop", post))
    assert answer.data["code"] == "press.gone"


@pytest.mark.parametrize("action", ["", "approve", "docs", "resume", "stop; resume"])
async def test_a_button_that_the_post_does_not_have_does_nothing(firm: Firm, action: str) -> None:
    matter, _, run = await started(firm)
    status = await button(firm, matter, "stop")
    [answer] = await firm.send(press(status, action))
    assert answer.data["code"] == "press.gone"
    [same] = await firm.runs(matter)
    assert same == run


# Resume


async def test_a_stopped_run_goes_on_as_a_new_generation(firm: Firm) -> None:
    matter, _, run = await started(firm)
    await firm.say("stop", matter=matter.id)
    await closed(firm, run, RunState.STOPPED, Reason.STOPPED)
    ack = await firm.say("resume", matter=matter.id)
    assert (ack.kind, ack.run) == (Kind.ACK, run.id)
    [again] = await firm.runs(matter)
    assert (again.state, again.generation, again.stop_asked) == (RunState.OWED, 1, False)
    assert firm.starter.started == 2
    assert (await firm.say("resume", matter=matter.id)).data["code"] == "simulate.running"


@pytest.mark.parametrize("reason", [Reason.ACHIEVED, Reason.EXHAUSTED, Reason.NOT_VIABLE])
async def test_what_has_ended_is_not_resumed(firm: Firm, reason: Reason) -> None:
    matter, _, run = await started(firm)
    await closed(firm, run, RunState.ENDED, reason)
    for text in ("resume", f"resume {run.id}"):
        assert (await firm.say(text, matter=matter.id)).data["code"] == "run.nothing_to_resume"


async def test_what_has_failed_is_resumed(firm: Firm) -> None:
    matter, _, run = await started(firm)
    await closed(firm, run, RunState.ENDED, Reason.FAILED)
    assert (await firm.say("resume", matter=matter.id)).run == run.id


async def test_nothing_is_resumed_beside_a_running_simulation(firm: Firm) -> None:
    matter, _, first = await started(firm)
    await closed(firm, first, RunState.STOPPED, Reason.STOPPED)
    assert (await firm.say("simulate another", matter=matter.id)).kind is Kind.ACK
    for text in ("resume", f"resume {first.id}"):
        post = await firm.say(text, matter=matter.id)
        assert post.data["code"] == "simulate.running"
    states = [run.state for run in await firm.runs(matter)]
    assert sorted(states) == [RunState.OWED, RunState.STOPPED]


async def test_resume_means_the_newest_that_can_go_on(firm: Firm) -> None:
    matter, _, first = await started(firm)
    await closed(firm, first, RunState.STOPPED, Reason.STOPPED)
    ack = await firm.say("simulate another", matter=matter.id)
    second = next(run for run in await firm.runs(matter) if run.id == ack.run)
    await closed(firm, second, RunState.ENDED, Reason.FAILED)
    assert (await firm.say("resume", matter=matter.id)).run == second.id
    assert (await firm.say(f"resume {first.id}", matter=matter.id)).kind is Kind.ERROR


# Status and record


async def test_status_says_what_runs_and_what_has_ended(firm: Firm) -> None:
    matter = await firm.opened()
    idle = await firm.say("status", matter=matter.id)
    assert "Nothing" in idle.title and idle.actions == () and idle.data["runs"] == []
    await firm.say("simulate dismissal", matter=matter.id)
    running = await firm.say("status", matter=matter.id)
    assert "running" in running.title and running.data["runs"][0]["state"] == "owed"
    [run] = await firm.runs(matter)
    await closed(firm, run, RunState.ENDED, Reason.NOT_VIABLE)
    ended = await firm.say("status", matter=matter.id)
    assert ended.data["runs"][0]["reason"] == "not_viable" and "not viable" in str(ended.body)


async def settle(firm: Firm, run: Run, number: int, role: Role, **data: object) -> None:
    async with firm.house.writing() as unit:
        await unit.turns.add(Turn(TurnKey(run.id, 1, number, role), data))


async def test_the_record_is_told_turn_by_turn(firm: Firm) -> None:
    matter, _, run = await started(firm)
    assert "Nothing is settled" in str((await firm.say("record", matter=matter.id)).body)
    fact = {
        "id": "F1", "quotation": "It paid.", "document": "D1", "title": "Ledger", "place": "p. 1",
    }  # fmt: skip
    await settle(firm, run, 0, Role.CLERK, **made.clerk(facts=[fact]))
    await settle(firm, run, 1, Role.LEAD, **made.move([fact]))
    await settle(firm, run, 1, Role.ROUND, outcome="loss", failure=None)
    post = await firm.say("record", matter=matter.id)
    assert "3 turns" in post.title and len(post.data["turns"]) == 3
    assert "motion to dismiss" in str(post.body) and "They knew." in str(post.body)
    missing = await firm.say("record R-other", matter=matter.id)
    assert missing.data["code"] == "run.none" and "no such run" in missing.title


async def test_a_run_told_elsewhere_is_not_recorded_here(firm: Firm) -> None:
    _, _, run = await started(firm)
    other = await firm.opened("2026-2")
    assert (await firm.say(f"record {run.id}", matter=other.id)).data["code"] == "run.none"
