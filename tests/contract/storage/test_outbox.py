"""The outbox owes each place each event once, in order, to one publisher at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from engine.events import Event, Kind
from engine.matter import Matter
from handlers.outbox import Outbox
from storage.deliveries import Due, Place, SqlOutbox
from storage.house import House
from tests.unit.storage.helpers import open_matter, start_run

NOW = 1_800_000_000.0
LEASE = 30.0
TOP = Place("slack", "T1", "C1")
ROOTED = Place("slack", "T1", "C2", "171.1")


@pytest.fixture
async def matter(house: House) -> Matter:
    made = await open_matter(house)
    await start_run(house, made)
    return made


@pytest.fixture
def outbox(house: House) -> Outbox:
    return SqlOutbox(house)


async def bind(house: House, thread: str, *places: Place) -> None:
    async with house.writing() as unit:
        for place in places:
            await unit.threads.bind(thread, place)


async def tell(house: House, matter: Matter, *keys: str) -> None:
    """Keys that begin with ``p`` are progress of the run, with ``o`` its outcomes."""
    kinds = {"p": Kind.PROGRESS, "o": Kind.OUTCOME}
    events = [
        Event(
            key,
            kinds.get(key[0], Kind.MOVE),
            matter.thread,
            {},
            matter.id,
            "R-1",
        )
        for key in keys
    ]
    async with house.writing() as unit:
        await unit.events.append(events)


async def claim(outbox: Outbox, now: float = NOW) -> Sequence[Due]:
    return await outbox.claim("slack", now, LEASE)


async def claim_one(outbox: Outbox, now: float = NOW) -> Due:
    [due] = await claim(outbox, now)
    return due


async def open_messages(house: House) -> int:
    async with house.reading() as view:
        return await view.deliveries.open_count("slack")


async def test_an_event_owes_one_message_in_every_open_place(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await tell(house, matter, "before")
    await bind(house, matter.thread, TOP, ROOTED, Place("teams", "T1", "C1"))
    await tell(house, matter, "e1")
    await tell(house, matter, "e1")
    dues = await claim(outbox)
    assert [(due.event.key, due.place, due.part) for due in dues] == [
        ("e1", TOP, 0),
        ("e1", ROOTED, 0),
    ]
    assert len({due.key for due in dues}) == 2
    assert [(due.attempts, due.first_tried, due.shown) for due in dues] == [(0, None, None)] * 2
    assert await outbox.claim("desk", NOW, LEASE) == []


async def test_deliveries_are_owed_with_the_event_or_not_at_all(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, TOP)
    with pytest.raises(ZeroDivisionError):
        async with house.writing() as unit:
            await unit.events.append([Event("e1", Kind.MOVE, matter.thread, {}, matter.id)])
            raise ZeroDivisionError
    assert await claim(outbox) == []
    assert await open_messages(house) == 0


async def test_a_conversation_is_served_in_order_one_at_a_time(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, ROOTED)
    await tell(house, matter, "e1", "e2")
    first = await claim_one(outbox)
    assert first.event.key == "e1"
    assert await claim(outbox) == []
    await outbox.later(first, NOW + 60)
    assert await claim(outbox, NOW + 59) == []
    again = await claim_one(outbox, NOW + 60)
    assert (again.key, again.id) == (first.key, first.id)
    assert (again.attempts, again.first_tried) == (1, NOW)
    await outbox.sent(again, "171.2")
    second = await claim_one(outbox, NOW + 60)
    assert second.event.key == "e2"
    await outbox.sent(second, "171.3")
    assert await claim(outbox, NOW + 999) == []


async def test_conversations_do_not_wait_for_each_other(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, TOP, ROOTED)
    await tell(house, matter, "e1", "e2")
    top, _rooted = await claim(outbox)
    await outbox.sent(top, "172.1")
    due = await claim_one(outbox)
    assert (due.event.key, due.place.channel) == ("e2", "C1")


async def test_racing_publishers_never_get_the_same_message(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    places = [Place("slack", "T1", f"C{n}") for n in range(6)]
    await bind(house, matter.thread, *places)
    await tell(house, matter, "p1", "e1")
    await tell(house, matter, "p2", "e2")
    served: list[tuple[str, str]] = []

    async def publish() -> None:
        for _ in range(6):
            dues = await claim(outbox)
            served.extend((due.place.channel, due.event.key) for due in dues)
            for due in dues:
                await asyncio.sleep(0)
                await outbox.sent(due, f"{due.place.channel}/{due.event.key}")

    await asyncio.gather(*(publish() for _ in range(4)))
    while dues := await claim(outbox):
        served.extend((due.place.channel, due.event.key) for due in dues)
        for due in dues:
            await outbox.sent(due, "x")
    for place in places:
        in_order = [key for channel, key in served if channel == place.channel]
        assert in_order == ["e1", "p2", "e2"]


async def test_a_lease_that_ran_out_is_tried_again_with_its_history(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, ROOTED)
    await tell(house, matter, "e1")
    dead = await claim_one(outbox)
    assert await claim(outbox, NOW + LEASE - 1) == []
    alive = await claim_one(outbox, NOW + LEASE)
    assert (alive.key, alive.attempts, alive.first_tried) == (dead.key, 1, NOW)
    # Who was thought dead cannot give back what is another's by now.
    await outbox.later(dead, NOW)
    assert await claim(outbox, NOW + LEASE + 1) == []
    await outbox.sent(alive, "171.2")
    await outbox.sent(dead, "171.9")
    assert await open_messages(house) == 0


async def test_the_first_message_at_the_top_becomes_the_root(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, TOP)
    await tell(house, matter, "e1", "e2")
    first = await claim_one(outbox)
    assert first.place.thread == ""
    await outbox.sent(first, "172.1")
    second = await claim_one(outbox)
    assert second.place.thread == "172.1"
    async with house.writing() as unit:
        found = await unit.threads.of_place("slack", "T1", "C1", "172.1")
        assert found is not None and found.matter == matter.id
        before = await unit.threads.bindings(matter.thread)
        await unit.threads.bind(matter.thread, TOP)
        assert await unit.threads.bindings(matter.thread) == before


async def test_what_one_person_sees_becomes_nobodys_root(outbox: Outbox, house: House) -> None:
    async with house.writing() as unit:
        ada = await unit.people.add("Ada")
        lobby = await unit.threads.lobby(ada.id)
        await unit.threads.bind(lobby, Place("slack", "T1", "C1", "", "U1"))
        await unit.events.append([Event("a1", Kind.ANSWER, lobby, {})])
        await unit.events.append([Event("a2", Kind.ANSWER, lobby, {})])
    first = await claim_one(outbox)
    await outbox.sent(first, "172.1")
    second = await claim_one(outbox)
    assert (second.place.thread, second.place.person) == ("", "U1")


async def test_an_event_in_several_messages(outbox: Outbox, house: House, matter: Matter) -> None:
    await bind(house, matter.thread, TOP)
    await tell(house, matter, "e1", "e2")
    due = await claim_one(outbox)
    await outbox.split(due, 3)
    await outbox.split(due, 3)
    served = [due]
    await outbox.sent(due, "1")
    while dues := await claim(outbox):
        served.extend(dues)
        await outbox.sent(dues[0], str(len(served)))
    assert [(one.event.key, one.part) for one in served] == [
        ("e1", 0),
        ("e1", 1),
        ("e1", 2),
        ("e2", 0),
    ]
    assert len({one.key for one in served}) == 4
    assert {one.place.thread for one in served[1:]} == {"1"}


async def test_a_closed_conversation_owes_nothing_until_it_is_bound_again(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, TOP, ROOTED)
    await tell(house, matter, "e1", "e2")
    top, rooted = await claim(outbox)
    await outbox.close(rooted, "not_in_channel")
    await outbox.sent(top, "172.1")
    await tell(house, matter, "e3")
    assert [due.event.key for due in await claim(outbox, NOW + 999)] == ["e2"]
    async with house.reading() as view:
        states = [(row.state, row.why) for row in await view.threads.bindings(matter.thread)]
    assert states == [("open", ""), ("closed", "not_in_channel")]
    await bind(house, matter.thread, ROOTED)
    await tell(house, matter, "e4")
    dues = [due for due in await claim(outbox, NOW + 999) if due.place == ROOTED]
    assert [due.event.key for due in dues] == ["e4"]


async def test_progress_that_is_overtaken_is_skipped(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, ROOTED)
    await tell(house, matter, "p1", "p2", "e1", "p3", "p4")
    move = await claim_one(outbox)
    await outbox.sent(move, "171.2")
    progress = await claim_one(outbox)
    assert (move.event.key, progress.event.key) == ("e1", "p4")
    await outbox.sent(progress, "171.3")
    assert await open_messages(house) == 0


async def test_newer_progress_changes_the_message_that_stands(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, ROOTED)
    await tell(house, matter, "p1")
    first = await claim_one(outbox)
    await outbox.sent(first, "171.2")
    await tell(house, matter, "p2", "p3", "e1")
    change = await claim_one(outbox)
    assert (change.event.key, change.shown) == ("p3", "171.2")
    await outbox.sent(change, "171.2")
    move = await claim_one(outbox)
    assert (move.event.key, move.shown) == ("e1", None)


async def test_progress_that_may_have_been_shown_is_settled_first(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    """Skipping it would leave its message behind and make a second one."""
    await bind(house, matter.thread, ROOTED)
    await tell(house, matter, "p1")
    await claim_one(outbox)
    await tell(house, matter, "p2")
    assert await claim(outbox) == []
    again = await claim_one(outbox, NOW + LEASE)
    assert (again.event.key, again.first_tried) == ("p1", NOW)
    await outbox.sent(again, "171.2")
    change = await claim_one(outbox, NOW + LEASE)
    assert (change.event.key, change.shown) == ("p2", "171.2")
    # A change that was tried can be dropped: the message that it changes is known.
    await tell(house, matter, "p3")
    newest = await claim_one(outbox, NOW + 2 * LEASE)
    assert (newest.event.key, newest.shown) == ("p3", "171.2")


async def test_a_run_that_goes_on_has_a_progress_message_of_its_own(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, ROOTED)
    await tell(house, matter, "p1")
    await outbox.sent(await claim_one(outbox), "171.2")
    await tell(house, matter, "p2", "p3", "o1", "p4", "p5")
    shown = []
    for _ in range(3):
        due = await claim_one(outbox)
        shown.append((due.event.key, due.shown))
        await outbox.sent(due, due.shown or f"new-{due.event.key}")
    assert shown == [("p3", "171.2"), ("o1", None), ("p5", None)]
    await tell(house, matter, "p6")
    assert (await claim_one(outbox)).shown == "new-p5"


async def test_progress_of_another_run_is_not_overtaken(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await start_run(house, matter, "R-2")
    await bind(house, matter.thread, ROOTED)
    async with house.writing() as unit:
        await unit.events.append(
            [
                Event(f"p-{run}", Kind.PROGRESS, matter.thread, {}, matter.id, run)
                for run in ("R-1", "R-2")
            ]
        )
    first = await claim_one(outbox)
    await outbox.sent(first, "171.2")
    second = await claim_one(outbox)
    assert (first.event.run, second.event.run, second.shown) == ("R-1", "R-2", None)


async def test_an_outcome_that_is_superseded_is_drawn_anew_where_it_stands(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, ROOTED)
    first, second = (
        Event(key, Kind.OUTCOME, matter.thread, {}, matter.id, "R-1", supersedes)
        for key, supersedes in (("o1", None), ("o2", "o1"))
    )
    async with house.writing() as unit:
        [stored] = await unit.events.append([first])
    await outbox.sent(await claim_one(outbox), "171.2")
    async with house.writing() as unit:
        [later] = await unit.events.append([second])
        assert await unit.events.append([second]) == []
    assert later.replaces == stored.seq
    change = await claim_one(outbox)
    assert (change.event.key, change.shown, change.again) == ("o1", "171.2", True)
    assert change.event.replaced_by == later.seq
    await outbox.sent(change, "171.2")
    new = await claim_one(outbox)
    assert (new.event.key, new.shown, new.again) == ("o2", None, False)
    await outbox.sent(new, "171.3")
    assert await claim(outbox) == []


async def tell_upload(house: House, matter: Matter, name: str, *keys: str) -> None:
    """Keys that begin with ``p`` are progress of the upload, others its answer."""
    events = [
        Event(
            f"{name}/{key}",
            Kind.PROGRESS if key.startswith("p") else Kind.ANSWER,
            matter.thread,
            {},
            matter.id,
            supersedes=name,
        )
        for key in keys
    ]
    async with house.writing() as unit:
        await unit.events.append(events)


async def test_the_progress_of_an_upload_is_one_message_too(
    outbox: Outbox, house: House, matter: Matter
) -> None:
    await bind(house, matter.thread, ROOTED)
    await tell_upload(house, matter, "upload 1", "p1", "p2")
    first = await claim_one(outbox)
    assert (first.event.key, first.shown) == ("upload 1/p2", None)
    await outbox.sent(first, "171.2")
    await tell_upload(house, matter, "upload 2", "p1")
    other = await claim_one(outbox)
    assert (other.event.key, other.shown) == ("upload 2/p1", None), "another upload has its own"
    await outbox.sent(other, "171.3")
    await tell_upload(house, matter, "upload 1", "p3", "p4", "answer")
    change = await claim_one(outbox)
    assert (change.event.key, change.shown) == ("upload 1/p4", "171.2")
    await outbox.sent(change, "171.2")
    answer = await claim_one(outbox)
    assert (answer.event.key, answer.shown) == ("upload 1/answer", None)
