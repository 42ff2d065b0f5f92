from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from bot.publisher import Publisher
from engine.events import Event, Kind
from handlers.posts import Post, Progress
from handlers.surface import Ambiguous, Gone, Place, PlaceClosed, TryLater
from storage.deliveries import SqlOutbox
from storage.house import House
from tests.conftest import Clock
from tests.doubles.surface import Lost, MemorySurface
from tests.unit.storage.helpers import open_matter, start_run

ONE = Place("slack", "T1", "C1", "171.1")
TWO = Place("slack", "T1", "C2", "171.2")
LEASE = 60.0


def present(event: Event) -> Post:
    if event.data.get("broken"):
        raise RuntimeError("privileged words")
    progress = Progress(1, 2) if event.kind is Kind.PROGRESS else None
    fields = {"parts": str(event.data.get("parts", 1))}
    return Post(event.kind, event.key, fields=fields, progress=progress)


@dataclass
class Desk:
    """The publisher with everything about it."""

    house: House
    clock: Clock
    surface: MemorySurface = field(default_factory=MemorySurface)
    unreadable: set[str] = field(default_factory=set)
    matters: dict[Place, tuple[str, str]] = field(default_factory=dict)
    idle: asyncio.Event = field(default_factory=asyncio.Event)

    def publisher(self, random: Callable[[], float] = lambda: 0.0) -> Publisher:
        async def may_read(place: Place, post: Post) -> bool:
            return place.channel not in self.unreadable

        async def news(seconds: float) -> None:
            self.clock.now += seconds
            if not await self.owed():
                self.idle.set()
            await asyncio.sleep(0)

        return Publisher(
            SqlOutbox(self.house),
            self.surface,
            present,
            may_read,
            self.clock,
            news,
            random=random,
            lease=LEASE,
        )

    async def bind(self, place: Place) -> None:
        matter = await open_matter(self.house, f"2026-{place.channel}")
        await start_run(self.house, matter, f"R-{place.channel}")
        self.matters[place] = (matter.id, matter.thread)
        async with self.house.writing() as unit:
            await unit.threads.bind(matter.thread, place)

    async def tell(self, place: Place, *keys: str, **data: object) -> None:
        """Keys that begin with ``p`` are progress of the place's run."""
        matter, thread = self.matters[place]
        events = [
            Event(
                key,
                Kind.PROGRESS if key.startswith("p") else Kind.RULING,
                thread,
                dict(data),
                matter,
                f"R-{place.channel}",
            )
            for key in keys
        ]
        async with self.house.writing() as unit:
            await unit.events.append(events)

    async def owed(self) -> int:
        async with self.house.reading() as view:
            return await view.deliveries.open_count("slack")


@pytest.fixture
async def desk(house: House, clock: Clock) -> Desk:
    made = Desk(house, clock)
    await made.bind(ONE)
    return made


async def rounds(publisher: Publisher, count: int = 12) -> None:
    for _ in range(count):
        await publisher.once()


async def test_each_event_is_posted_once_in_order(desk: Desk) -> None:
    await desk.bind(TWO)
    await desk.tell(ONE, "a", "b", "c")
    await desk.tell(TWO, "x", "y")
    await rounds(desk.publisher())
    assert desk.surface.titles("C1") == ["a", "b", "c"]
    assert desk.surface.titles("C2") == ["x", "y"]
    assert desk.surface.calls == ["show"] * 5
    assert await desk.owed() == 0


async def test_a_lost_answer_is_reconciled_before_anything_is_posted_again(desk: Desk) -> None:
    desk.surface.troubles.extend([Lost()])
    await desk.tell(ONE, "a", "b")
    publisher = desk.publisher()
    await publisher.once()
    desk.clock.now += 5
    await rounds(publisher)
    assert desk.surface.titles("C1") == ["a", "b"]
    assert desk.surface.calls == ["show", "find", "show"]


async def test_a_call_that_never_arrived_is_made_again(desk: Desk) -> None:
    desk.surface.troubles.extend([Ambiguous()])
    await desk.tell(ONE, "a")
    publisher = desk.publisher()
    await publisher.once()
    desk.clock.now += 5
    await publisher.once()
    assert desk.surface.titles("C1") == ["a"]
    assert desk.surface.calls == ["show", "find", "show"]


async def test_a_message_left_by_a_dead_process_is_found(desk: Desk) -> None:
    await desk.tell(ONE, "a")
    [due] = await SqlOutbox(desk.house).claim("slack", desk.clock(), LEASE)
    await desk.surface.show(due.place, present(due.event), 0, due.key)
    await rounds(desk.publisher())
    assert desk.surface.calls == ["show"], "its lease still runs"
    desk.clock.now += LEASE
    await rounds(desk.publisher())
    assert desk.surface.titles("C1") == ["a"]
    assert await desk.owed() == 0


async def test_told_to_wait_nothing_is_sent_anywhere_and_the_order_is_kept(desk: Desk) -> None:
    await desk.bind(TWO)
    await desk.tell(ONE, "a", "b")
    desk.surface.troubles.extend([TryLater(10)])
    publisher = desk.publisher()
    await publisher.once()
    await desk.tell(TWO, "x")
    for _ in range(9):
        desk.clock.now += 1
        await publisher.once()
    assert desk.surface.calls == ["show"]
    desk.clock.now += 1
    await rounds(publisher)
    assert desk.surface.titles("C1") == ["a", "b"]
    assert desk.surface.titles("C2") == ["x"]
    assert "find" not in desk.surface.calls, "what was refused is surely not there"


async def test_a_refusal_after_a_lost_answer_does_not_make_it_forgotten(desk: Desk) -> None:
    desk.surface.troubles.extend([Lost()])
    await desk.tell(ONE, "a")
    publisher = desk.publisher()
    await publisher.once()
    desk.clock.now += 5
    finding = desk.surface.find

    async def refused(place: Place, key: str, since: float) -> str | None:
        raise TryLater(10)

    desk.surface.find = refused  # type: ignore[method-assign]
    await publisher.once()
    desk.surface.find = finding  # type: ignore[method-assign]
    desk.clock.now += 10
    await rounds(publisher)
    assert desk.surface.titles("C1") == ["a"]
    assert await desk.owed() == 0


async def test_another_publisher_in_between_is_noticed(desk: Desk) -> None:
    await desk.tell(ONE, "a")
    first, second = desk.publisher(), desk.publisher()
    desk.surface.troubles.extend([TryLater(1), Lost()])
    await first.once()
    desk.clock.now += 1
    await second.once()
    desk.clock.now += 5
    await first.once()
    assert desk.surface.titles("C1") == ["a"]


async def test_progress_is_changed_in_place_and_only_the_newest_is_drawn(desk: Desk) -> None:
    publisher = desk.publisher()
    await desk.tell(ONE, "p1")
    await publisher.once()
    await desk.tell(ONE, "p2", "p3", "a", "p4")
    await rounds(publisher)
    assert desk.surface.titles("C1") == ["p4", "a"]
    assert desk.surface.calls.count("change") == 1


async def test_progress_whose_message_is_gone_is_shown_anew(desk: Desk) -> None:
    publisher = desk.publisher()
    await desk.tell(ONE, "p1")
    await publisher.once()
    desk.surface.messages.clear()
    desk.surface.troubles.extend([Gone()])
    await desk.tell(ONE, "p2")
    await rounds(publisher)
    assert desk.surface.titles("C1") == ["p2"]


async def test_parts_follow_in_order_before_the_next_event(desk: Desk) -> None:
    await desk.tell(ONE, "a", parts=3)
    await desk.tell(ONE, "b")
    desk.surface.troubles.extend([None, Lost()])
    publisher = desk.publisher()
    await rounds(publisher)
    desk.clock.now += 5
    await rounds(publisher)
    shown = [(each.post.title, each.part) for each in desk.surface.messages]
    assert shown == [("a", 0), ("a", 1), ("a", 2), ("b", 0)]
    assert len({each.key for each in desk.surface.messages}) == 4


async def ended(desk: Desk, key: str, supersedes: str | None = None, parts: int = 1) -> None:
    matter, thread = desk.matters[ONE]
    told = Event(key, Kind.OUTCOME, thread, {"parts": parts}, matter, "R-C1", supersedes)
    async with desk.house.writing() as unit:
        await unit.events.append([told])


async def test_a_superseded_outcome_is_drawn_anew_before_the_new_one_comes(desk: Desk) -> None:
    publisher = desk.publisher()
    await ended(desk, "o1", parts=2)
    await rounds(publisher)
    await ended(desk, "o2", "o1")
    await rounds(publisher)
    assert desk.surface.titles("C1") == ["o1", "o1", "o2"]
    assert desk.surface.calls == ["show", "show", "change", "change", "show"]
    assert await desk.owed() == 0


async def test_a_superseded_outcome_that_is_gone_is_not_shown_again(desk: Desk) -> None:
    publisher = desk.publisher()
    await ended(desk, "o1")
    await rounds(publisher)
    desk.surface.troubles.extend([Gone()])
    await ended(desk, "o2", "o1")
    await rounds(publisher)
    assert desk.surface.titles("C1") == ["o1", "o2"]
    assert desk.surface.calls == ["show", "change", "show"]


async def test_an_outcome_superseded_before_it_was_shown_comes_in_order(desk: Desk) -> None:
    await ended(desk, "o1")
    await ended(desk, "o2", "o1")
    await rounds(desk.publisher())
    assert desk.surface.titles("C1") == ["o1", "o2"] and await desk.owed() == 0


async def test_a_closed_conversation_stops_alone(desk: Desk) -> None:
    await desk.bind(TWO)
    await desk.tell(ONE, "a", "b")
    await desk.tell(TWO, "x", "y")
    desk.surface.troubles.extend([PlaceClosed()])
    await rounds(desk.publisher())
    assert desk.surface.titles("C1") == []
    assert desk.surface.titles("C2") == ["x", "y"]
    assert await desk.owed() == 0


async def test_a_place_that_may_not_read_is_not_posted_to(desk: Desk) -> None:
    await desk.bind(TWO)
    desk.unreadable.add("C1")
    await desk.tell(ONE, "a")
    await desk.tell(TWO, "x")
    await rounds(desk.publisher())
    assert desk.surface.titles("C1") == []
    assert desk.surface.titles("C2") == ["x"]


async def test_other_failures_are_tried_again_ever_more_rarely(desk: Desk) -> None:
    await desk.tell(ONE, "a")
    desk.surface.troubles.extend([RuntimeError("privileged words")] * 4)
    publisher = desk.publisher()
    tried = []
    for second in range(40):
        before = desk.surface.calls.count("show")
        await publisher.once()
        if desk.surface.calls.count("show") > before:
            tried.append(second)
        desk.clock.now += 1
    assert tried == [0, 1, 2, 4, 8]
    assert desk.surface.titles("C1") == ["a"]


async def test_chance_spreads_the_attempts(desk: Desk) -> None:
    await desk.tell(ONE, "a")
    desk.surface.troubles.extend([RuntimeError()] * 5)
    publisher = desk.publisher(random=lambda: 0.999)
    tried = []
    for second in range(40):
        before = desk.surface.calls.count("show")
        await publisher.once()
        if desk.surface.calls.count("show") > before:
            tried.append(second)
        desk.clock.now += 1
    assert tried == [0, 1, 3, 7, 15, 31]


async def test_nothing_is_sent_when_the_lease_might_run_out_meanwhile(desk: Desk) -> None:
    await desk.tell(ONE, "a")
    publisher = desk.publisher()

    def slowly(event: Event) -> Post:
        desk.clock.now += LEASE - 5
        return present(event)

    publisher._present = slowly
    await publisher.once()
    assert desk.surface.calls == []
    publisher._present = present
    await rounds(publisher)
    assert desk.surface.titles("C1") == ["a"]


async def test_no_words_of_a_matter_reach_the_log(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await desk.tell(ONE, "a", broken=True)
    await desk.publisher().once()
    assert "RuntimeError" in caplog.text
    assert "privileged words" not in caplog.text


async def test_it_goes_on_when_the_outbox_fails(desk: Desk) -> None:
    await desk.tell(ONE, "a")
    publisher = desk.publisher()
    outbox = publisher._outbox
    claiming: Callable[..., Awaitable[object]] = outbox.claim
    failures = [RuntimeError("database is away")] * 3

    async def claim(*arguments: object) -> object:
        if failures:
            raise failures.pop()
        return await claiming(*arguments)

    outbox.claim = claim  # type: ignore[method-assign, assignment]
    running = asyncio.create_task(publisher.run())
    await desk.idle.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert desk.surface.titles("C1") == ["a"]
