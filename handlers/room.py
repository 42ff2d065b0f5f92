"""The reading room: posts for the surfaces that read them here (Desk, terminal)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from engine.errors import NotFound
from engine.events import Kind
from handlers.asking import meant
from handlers.doors import MatterLine, Person, Shown
from handlers.present import present

if TYPE_CHECKING:
    from storage.events import StoredEvent
    from storage.house import House, Unit

PAGE = 200
PATIENCE = 20.0
"""Seconds between looks when nothing was announced: another process may have written."""


class Room:
    """``ReadingRoom`` of the house. What a person may not read is as if it were not there."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def people(self) -> Sequence[Person]:
        async with self._house.reading() as view:
            return [Person(one.id, one.name, one.roles) for one in await view.people.all()]

    async def matters(self, person: str) -> Sequence[MatterLine]:
        async with self._house.reading() as view:
            row = await meant(view, person)
            found = await view.matters.list_for(row.id) if row else []
        return [MatterLine(one.id, one.number, one.title, one.thread) for one in found]

    async def lobby(self, person: str) -> str:
        async with self._house.writing() as unit:
            row = await meant(unit, person)
            if row is None:
                raise NotFound("There is no such person.", remedy="Choose one of the firm's.")
            return await unit.threads.lobby(row.id)

    async def posts(self, person: str, thread: str, after: int = 0) -> Sequence[Shown]:
        found: list[StoredEvent] = []
        async with self._house.reading() as view:
            if not await _may_read(view, person, thread):
                return []
            while page := await view.events.after(thread, after, PAGE):
                found += page
                after = page[-1].event.seq
        newest = {_line(one): one.event.seq for one in found if _live(one)}
        return [
            _shown(one) for one in found if not _live(one) or newest[_line(one)] == one.event.seq
        ]

    async def follow(self, person: str, thread: str, after: int = 0) -> AsyncIterator[Shown]:
        for one in await self.posts(person, thread, after):
            after = max(after, one.seq)
            yield one
        seen = self._house.news.version
        while True:
            async with self._house.reading() as view:
                allowed = await _may_read(view, person, thread)
                page = await view.events.after(thread, after, PAGE) if allowed else ()
            for stored in page:
                after = stored.event.seq
                yield _shown(stored)
            if not page:
                seen = await self._house.news.wait(PATIENCE, seen)

    async def latest(self) -> int:
        async with self._house.reading() as view:
            return await view.events.latest()

    async def watch(self, person: str, after: int = 0) -> AsyncIterator[Shown]:
        seen = self._house.news.version
        while True:
            async with self._house.reading() as view:
                page = await view.events.since(after, PAGE)
                readable = {
                    thread: await _may_read(view, person, thread)
                    for thread in {one.event.thread for one in page}
                }
            for stored in page:
                after = stored.event.seq
                if readable[stored.event.thread]:
                    yield _shown(stored)
            if not page:
                seen = await self._house.news.wait(PATIENCE, seen)


async def _may_read(view: Unit, person: str, thread: str) -> bool:
    row = await view.threads.get(thread)
    reader = await meant(view, person)
    if row is None or reader is None:
        return False
    if row.matter is None:
        return row.person == reader.id
    return await view.matters.role_of(row.matter, reader.id) is not None


def _live(stored: StoredEvent) -> bool:
    return stored.event.kind is Kind.PROGRESS


def _line(stored: StoredEvent) -> str | None:
    """What a progress is of."""
    return stored.event.run or stored.event.supersedes


def _shown(stored: StoredEvent) -> Shown:
    return Shown(stored.event.seq, present(stored.event), stored.inbox)
