"""The ledger and the casefile do what the engine's ports promise."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from engine.events import Event, Kind
from engine.matter import Element, Matter, Scope
from engine.ports import Casefile, Ledger
from engine.record import Failure, Reason, Role, RunState, Strategy, Turn, TurnKey, Usage
from storage.casefile import SqlCasefile
from storage.errors import MatterNotFound, RunNotFound
from storage.house import House
from storage.ledger import SqlLedger
from tests.unit.storage.helpers import file_document, open_matter, start_run

KEY = TurnKey("R-1", 1, 1, Role.LEAD)


@pytest.fixture
async def matter(house: House) -> Matter:
    made = await open_matter(house)
    await start_run(house, made)
    return made


@pytest.fixture
def ledger(house: House) -> Ledger:
    return SqlLedger(house)


@pytest.fixture
def casefile(house: House) -> Casefile:
    return SqlCasefile(house)


def event(matter: Matter, key: str, kind: Kind = Kind.MOVE) -> Event:
    return Event(key, kind, matter.thread, {"text": key}, matter.id, "R-1")


def lost(theory: str, scope: str = "court/dismissal") -> Failure:
    strategy = Strategy(theory, frozenset({"E1", "E2"}), "12(b)(6)", "plausible", frozenset({"F1"}))
    return Failure(strategy, "1.1", "not material", scope, ("E2",), True)


async def let_run(task: asyncio.Task[None]) -> None:
    """Until it is done, or it is plain that it waits."""
    await asyncio.wait([task], timeout=0.3)


async def told(house: House, matter: Matter) -> Sequence[str]:
    async with house.reading() as view:
        return [stored.event.key for stored in await view.events.after(matter.thread)]


async def test_a_turn_comes_back_as_it_was_settled(
    ledger: Ledger, house: House, matter: Matter
) -> None:
    first = Turn(KEY, {"theory": "§ “x” \x00", "n": [1, None]}, None, Usage(9, 8, 7, 6), "scripted")
    second = Turn(TurnKey("R-1", 1, 1, Role.JUDGE, "court", 2, 1), {}, parent=str(KEY))
    assert await ledger.find(KEY) is None
    assert await ledger.settle(first, [event(matter, "e1")]) == first
    assert await ledger.settle(second) == second
    assert await ledger.find(KEY) == first
    assert await ledger.turns("R-1") == [first, second]
    assert await told(house, matter) == ["e1"]


async def test_the_first_writer_wins_and_everybody_learns_it(
    ledger: Ledger, house: House, matter: Matter
) -> None:
    async def settle(answer: str) -> Turn:
        turn = Turn(KEY, {"theory": answer})
        return await ledger.settle(turn, [event(matter, f"e/{answer}")], [lost(answer)])

    answers = await asyncio.gather(*(settle(str(n)) for n in range(8)))
    assert len({answer.data["theory"] for answer in answers}) == 1
    winner = answers[0].data["theory"]
    assert await ledger.find(KEY) == answers[0]
    assert await told(house, matter) == [f"e/{winner}"]
    await start_run(house, matter, "R-2")
    assert await ledger.failures("court/dismissal", "R-2") == [lost(winner)]


async def test_turn_events_and_failures_are_one(
    ledger: Ledger, house: House, matter: Matter
) -> None:
    unsealable = Event("e2", Kind.MOVE, matter.thread, {"n": float("nan")}, matter.id)
    with pytest.raises(ValueError, match="JSON"):
        await ledger.settle(Turn(KEY, {}), [event(matter, "e1"), unsealable], [lost("x")])
    assert await ledger.find(KEY) is None
    assert await told(house, matter) == []
    await start_run(house, matter, "R-2")
    assert await ledger.failures("court/dismissal", "R-2") == []


async def test_an_event_is_told_once(ledger: Ledger, house: House, matter: Matter) -> None:
    await ledger.tell([event(matter, "e1"), event(matter, "e2")])
    await ledger.tell([event(matter, "e2"), event(matter, "e3")])
    await asyncio.gather(*(ledger.tell([event(matter, "e4")]) for _ in range(5)))
    assert await told(house, matter) == ["e1", "e2", "e3", "e4"]


async def test_failures_of_other_runs_in_the_same_scope_of_the_same_matter(
    ledger: Ledger, house: House, matter: Matter
) -> None:
    other = await open_matter(house, "2026-2")
    await start_run(house, matter, "R-2")
    await start_run(house, other, "R-3")
    await ledger.settle(Turn(KEY, {}), failures=[lost("a"), lost("b", "other scope")])
    await ledger.settle(Turn(TurnKey("R-3", 1, 1, Role.LEAD), {}), failures=[lost("c")])
    assert await ledger.failures("court/dismissal", "R-2") == [lost("a")]
    assert await ledger.failures("court/dismissal", "R-1") == []


async def test_a_run_that_ended_stays_ended(ledger: Ledger, matter: Matter) -> None:
    await ledger.close_run("R-1", RunState.STOPPED, Reason.STOPPED)
    assert (await ledger.run("R-1")).state is RunState.STOPPED
    await ledger.close_run("R-1", RunState.ENDED, Reason.ACHIEVED)
    await ledger.close_run("R-1", RunState.STOPPED, Reason.STOPPED)
    run = await ledger.run("R-1")
    assert (run.state, run.reason) == (RunState.ENDED, Reason.ACHIEVED)


async def test_a_run_that_is_not_there(ledger: Ledger) -> None:
    with pytest.raises(RunNotFound):
        await ledger.run("R-9")
    with pytest.raises(RunNotFound):
        await ledger.settle(Turn(TurnKey("R-9", 1, 1, Role.LEAD), {}))
    with pytest.raises(RunNotFound):
        await ledger.failures("scope", "R-9")


async def test_the_casefile_reads_the_matter(
    casefile: Casefile, house: House, matter: Matter
) -> None:
    await file_document(house, matter, "a", ["The agency paid."], Scope.RECORD)
    await file_document(house, matter, "b", ["The agency knew, says our memo."], Scope.OURS)
    async with house.writing() as unit:
        authority = await unit.authorities.add(matter.id, "579 U.S. 176")
    assert await casefile.matter(matter.id) == matter
    assert [fact.id for fact in await casefile.facts(matter.id)] == ["F1", "F2"]
    found = await casefile.search_facts(matter.id, "agency knew", Scope.RECORD, 10)
    assert [fact.id for fact in found] == ["F1"]
    assert await casefile.authorities(matter.id) == [authority]
    with pytest.raises(MatterNotFound):
        await casefile.matter("M-NONE")


async def test_two_analyses_of_one_objective_do_not_mix(
    casefile: Casefile, house: House, matter: Matter
) -> None:
    def analysis(name: str) -> list[Element]:
        return [Element(f"E{n}", f"{name} {n}", "relator", "preponderance") for n in range(1, 4)]

    async with house.writing() as unit:
        await unit.elements.keep(matter.id, "dismissal", analysis("first"))
        second = asyncio.create_task(
            casefile.keep_elements(matter.id, "dismissal", analysis("second"))
        )
        await let_run(second)
    await second
    assert await casefile.elements(matter.id, "dismissal") == analysis("first")


async def test_events_are_read_in_order_with_what_they_answer(
    ledger: Ledger, house: House, matter: Matter
) -> None:
    async with house.writing() as unit:
        inbox, _ = await unit.inbox.accept("slack", "T1", "d1", {}, matter.id)
        [ack] = await unit.events.append([event(matter, "ack", Kind.ACK)], inbox)
    await ledger.tell([event(matter, f"p{n}", Kind.PROGRESS) for n in range(3)])
    async with house.reading() as view:
        stored = await view.events.by_key("ack")
        assert stored is not None and (stored.event, stored.inbox) == (ack, inbox)
        assert await view.events.get(ack.seq) == stored
        assert await view.events.answers(inbox) == [stored]
        assert await view.events.get(ack.seq + 100) is None
        later = await view.events.after(matter.thread, ack.seq, limit=2)
        assert [one.event.key for one in later] == ["p0", "p1"]
        newest = await view.events.latest_progress("R-1")
        assert newest is not None and newest.event.key == "p2"
        assert await view.events.latest_progress("R-2") is None
        assert len(await view.events.of_run("R-1")) == 4


async def test_who_follows_a_thread_misses_nothing(
    ledger: Ledger, house: House, matter: Matter
) -> None:
    """Numbers are given before the commit: a later one must not become visible first."""
    async with house.writing() as unit:
        await unit.events.append([event(matter, "e1")])
        second = asyncio.create_task(ledger.tell([event(matter, "e2")]))
        await let_run(second)
        assert await told(house, matter) == []
    await second
    assert await told(house, matter) == ["e1", "e2"]
    async with house.reading() as view:
        everything = await view.events.since(0)
        assert [stored.event.key for stored in everything] == ["e1", "e2"]
        assert await view.events.latest() == everything[-1].event.seq
        assert await view.events.since(everything[-1].event.seq) == []
