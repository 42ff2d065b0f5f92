"""Posting is reading: the reading room, and who stands behind a conversation."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from engine.errors import NotFound
from engine.events import Event, Kind
from engine.matter import Matter, Sensitivity
from engine.record import Run
from handlers.audience import Audience
from handlers.doors import Shown
from handlers.posts import Post
from handlers.room import PAGE
from handlers.surface import Place
from tests.unit.handlers.conftest import SLACK, Firm


async def person(firm: Firm, name: str) -> str:
    async with firm.house.reading() as view:
        row = await view.people.by_name(name)
    assert row is not None
    return row.id


def notice(matter: Matter, number: int, **more: Any) -> Event:
    post = {"kind": "notice", "title": f"notice {number}"}
    return Event(f"n{number}", Kind.NOTICE, matter.thread, {"post": post}, matter.id, **more)


def progress(matter: Matter, run: str, number: int) -> Event:
    data = {"says": f"turn {number}", "done": number, "total": 9, "ended": False}
    key = f"{run}/{number}/progress"
    return Event(key, Kind.PROGRESS, matter.thread, data, matter.id, run)


async def tell(firm: Firm, *events: Event) -> None:
    async with firm.house.writing() as unit:
        for run in {(e.run, e.matter, e.thread) for e in events if e.run}:
            id, matter, thread = (str(part) for part in run)
            await unit.runs.create(Run(id, matter, thread, "dismissal", 3, 1, 7))
        await unit.events.append(events)


def titles(shown: Any) -> list[str]:
    return [one.post.title for one in shown]


async def test_a_thread_is_read_by_its_team_alone(firm: Firm) -> None:
    matter = await firm.opened()
    assert titles(await firm.room.posts(await person(firm, "Ada"), matter.thread))
    for name in ("Ben", "Pat"):
        assert await firm.room.posts(await person(firm, name), matter.thread) == []
    assert await firm.room.posts("nobody", matter.thread) == []
    assert await firm.room.posts(await person(firm, "Ada"), "T-nowhere") == []


async def test_a_lobby_is_ones_own(firm: Firm) -> None:
    await firm.say("help")
    ada, ben = await person(firm, "Ada"), await person(firm, "Ben")
    lobby = await firm.room.lobby(ada)
    assert titles(await firm.room.posts(ada, lobby)) == ["What you can ask"]
    assert await firm.room.posts(ben, lobby) == []
    assert await firm.room.lobby(ben) != lobby
    with pytest.raises(NotFound):
        await firm.room.lobby("nobody")


async def test_a_refusal_is_told_in_the_askers_lobby_not_in_the_thread(firm: Firm) -> None:
    matter = await firm.opened()
    post = await firm.say("docs record D9", matter=matter.id)
    assert post.kind is Kind.ERROR and post.thread == await firm.room.lobby("ada")


async def test_of_a_runs_progress_only_the_newest_is_shown(firm: Firm) -> None:
    matter = await firm.opened()
    await tell(
        firm,
        progress(matter, "R-1", 1),
        notice(matter, 1),
        progress(matter, "R-2", 1),
        progress(matter, "R-1", 2),
        progress(matter, "R-1", 3),
    )
    shown = await firm.room.posts("ada", matter.thread)
    assert titles(shown)[-3:] == ["notice 1", "turn 1", "turn 3"]
    assert [one.seq for one in shown] == sorted(one.seq for one in shown)


async def test_posts_after_a_place_and_beyond_a_page_come_in_order(firm: Firm) -> None:
    matter = await firm.opened()
    before = await firm.room.latest()
    await tell(firm, *(notice(matter, n) for n in range(PAGE * 2 + 5)))
    shown = await firm.room.posts("ada", matter.thread, before)
    assert titles(shown) == [f"notice {n}" for n in range(PAGE * 2 + 5)]
    assert titles(await firm.room.posts("ada", matter.thread, shown[-2].seq)) == titles(shown[-1:])


async def taken(stream: Any, many: int) -> list[Shown]:
    async with asyncio.timeout(10):
        return [await anext(stream) for _ in range(many)]


async def test_following_gives_what_is_there_and_what_comes(firm: Firm) -> None:
    matter = await firm.opened()
    there = await firm.room.posts("ada", matter.thread)
    async with aclosing(firm.room.follow("ada", matter.thread)) as stream:  # type: ignore[type-var]
        assert await taken(stream, len(there)) == list(there)
        await tell(firm, notice(matter, 1), notice(matter, 2))
        assert titles(await taken(stream, 2)) == ["notice 1", "notice 2"]


async def test_watching_gives_what_one_may_read_of_all_threads(firm: Firm) -> None:
    one, other = await firm.opened("2026-1"), await firm.opened("2026-2", who="ben")
    after = await firm.room.latest()
    async with aclosing(firm.room.watch("ada", after)) as stream:  # type: ignore[type-var]
        await tell(
            firm, progress(one, "R-1", 1), notice(other, 1), progress(one, "R-1", 2), notice(one, 2)
        )
        assert titles(await taken(stream, 3)) == ["turn 1", "turn 2", "notice 2"]


async def test_who_leaves_the_team_hears_nothing_more(firm: Firm) -> None:
    matter = await firm.opened()
    ben = await person(firm, "Ben")
    async with firm.house.writing() as unit:
        await unit.matters.add_member(matter.id, ben)
    after = await firm.room.latest()
    async with aclosing(firm.room.follow(ben, matter.thread, after)) as stream:  # type: ignore[type-var]
        await tell(firm, notice(matter, 1))
        assert titles(await taken(stream, 1)) == ["notice 1"]
        async with firm.house.writing() as unit:
            await unit.matters.screen(matter.id, ben)
            await unit.events.append([notice(matter, 2)])
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await anext(stream)


async def test_a_persons_matters_are_listed_with_their_threads(firm: Firm) -> None:
    matter = await firm.opened()
    [line] = await firm.room.matters("ada")
    assert (line.id, line.number, line.thread) == (matter.id, matter.number, matter.thread)
    assert await firm.room.matters("nobody") == [] and len(await firm.room.people()) == 3


async def test_an_answer_is_shown_with_the_request_that_it_answers(firm: Firm) -> None:
    matter = await firm.opened()
    post = await firm.say("status", matter=matter.id)
    shown = (await firm.room.posts("ada", matter.thread))[-1]
    assert shown.post == post and shown.inbox


# Chat platforms

CHANNEL = Place("slack", "T1", "C1", "100.1")


def post_of(matter: Matter | None) -> Post:
    return Post(Kind.RULING, "Ruling", matter=matter.id if matter else None)


async def test_a_channel_reads_a_matter_that_was_shown_there(firm: Firm) -> None:
    matter = await firm.opened()
    audience = Audience(firm.house)
    assert await audience.may_read(CHANNEL, post_of(matter))
    assert await audience.may_read(CHANNEL, post_of(None))


async def test_a_restricted_matters_words_never_go_to_a_chat(firm: Firm) -> None:
    matter = await firm.opened()
    async with firm.house.writing() as unit:
        await unit.matters.update(matter.id, sensitivity=Sensitivity.RESTRICTED)
    audience = Audience(firm.house)
    for place in (CHANNEL, Place("slack", "T1", "D1", "", "U-ADA"), Place("teams", "T1", "C")):
        assert not await audience.may_read(place, post_of(matter))


async def test_one_person_reads_only_as_one_of_the_team(firm: Firm) -> None:
    matter = await firm.opened()
    audience = Audience(firm.house)
    assert await audience.may_read(Place("slack", "T1", "C1", "", "U-ADA"), post_of(matter))
    for who in ("U-BEN", "U-NOBODY"):
        assert not await audience.may_read(Place("slack", "T1", "C1", "", who), post_of(matter))
    async with firm.house.writing() as unit:
        await unit.matters.screen(matter.id, await person(firm, "Ada"))
    assert not await audience.may_read(Place("slack", "T1", "C1", "", "U-ADA"), post_of(matter))


async def test_a_matter_that_is_not_there_is_read_by_nobody(firm: Firm) -> None:
    gone = Post(Kind.RULING, "Ruling", matter="M-gone")
    assert not await Audience(firm.house).may_read(CHANNEL, gone)


async def test_a_restricted_matter_can_be_opened_on_a_chat_and_read_at_the_desk(
    firm: Firm,
) -> None:
    post = await firm.say(
        'new 2026-9 "Roe v. Acme" --sensitivity restricted', "U-ADA", **SLACK, channel="C1"
    )
    assert post.kind is Kind.ANSWER and post.sensitivity is Sensitivity.RESTRICTED
    assert not await Audience(firm.house).may_read(Place("slack", "T1", "C1"), post)
    assert titles(await firm.room.posts("ada", post.thread)) == [post.title]
