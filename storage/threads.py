"""Conversations, and the places on the platforms where each is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from storage.errors import PlaceTaken
from storage.ids import new_id
from storage.places import Place
from storage.tables import binding, place_matter, thread
from storage.work import Work


@dataclass(frozen=True)
class ThreadRow:
    """A matter's thread, or, with ``person``, that person's lobby."""

    id: str
    matter: str | None = None
    person: str | None = None


@dataclass(frozen=True)
class BindingRow:
    """``state`` is ``open`` or ``closed``; ``why`` says why it was closed."""

    id: int
    thread: str
    place: Place
    state: str = "open"
    why: str = ""


class Threads:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def get(self, id: str) -> ThreadRow | None:
        row = (
            await self._work.connection.execute(sa.select(thread).where(thread.c.id == id))
        ).first()
        return ThreadRow(row.id, row.matter, row.person) if row else None

    async def of_place(
        self, surface: str, tenant: str, channel: str, root: str
    ) -> ThreadRow | None:
        """The thread that everybody sees under a root message."""
        row = (
            await self._work.connection.execute(
                sa.select(thread)
                .join(binding, binding.c.thread == thread.c.id)
                .where(*_at(surface, tenant, channel))
                .where(binding.c.root == root, binding.c.root != "", binding.c.person == "")
            )
        ).first()
        return ThreadRow(row.id, row.matter, row.person) if row else None

    async def matter_of(self, id: str) -> str | None:
        row = await self.get(id)
        return row.matter if row else None

    async def lobby(self, person: str, at: str = "") -> str:
        """The thread of a person's own answers; made in a write if it is not there.

        ``at`` names a place on a chat platform whose answers are shown there and nowhere else.
        """
        seen = sa.select(thread.c.id).where(thread.c.person == person, thread.c.at == at)
        found: str | None = await self._work.connection.scalar(seen)
        if found is None:
            await self._work.connection.execute(
                self._work.insert(thread)
                .values(id=new_id("T"), matter=None, person=person, at=at)
                .on_conflict_do_nothing(index_elements=["person", "at"])
            )
            found = (await self._work.connection.execute(seen)).scalar_one()
        return found

    async def bind(self, id: str, place: Place) -> int:
        """Show the thread at ``place`` from now on; what was said before is not shown there.

        Idempotent. At the top of a channel (no ``place.thread``) any binding that the thread has
        there already counts, whatever its root is by now; a closed one is opened again. Raises
        ``PlaceTaken`` when another thread is shown under that root message."""
        await self._work.lock(f"bind {place.surface} {place.tenant} {place.channel}")
        row = await self._bound(id, place)
        if row is not None:
            if row.thread != id:
                raise PlaceTaken()
            if row.state != "open":
                await self._work.connection.execute(
                    sa.update(binding).where(binding.c.seq == row.seq).values(state="open", why="")
                )
            return int(row.seq)
        added = await self._work.connection.execute(
            sa.insert(binding)
            .values(
                thread=id,
                surface=place.surface,
                tenant=place.tenant,
                channel=place.channel,
                root=place.thread,
                person=place.person,
                state="open",
                why="",
            )
            .returning(binding.c.seq)
        )
        return int(added.scalar_one())

    async def bindings(self, id: str) -> Sequence[BindingRow]:
        rows = await self._work.connection.execute(
            sa.select(binding).where(binding.c.thread == id).order_by(binding.c.seq)
        )
        return [
            BindingRow(row.seq, row.thread, place_of(row), state=row.state, why=row.why)
            for row in rows
        ]

    async def matters_in_channel(self, surface: str, tenant: str, channel: str) -> Sequence[str]:
        """Ids of the matters that are shown in a channel, the longest there first. The caller
        asks for each whether the person may see it."""
        rows = await self._work.connection.scalars(
            sa.select(thread.c.matter)
            .join(binding, binding.c.thread == thread.c.id)
            .where(*_at(surface, tenant, channel))
            .where(binding.c.state == "open", binding.c.person == "", thread.c.matter.is_not(None))
            .group_by(thread.c.matter)
            .order_by(sa.func.min(binding.c.seq))
        )
        return [found for found in rows if found is not None]

    async def choose(
        self, surface: str, tenant: str, channel: str, person: str, matter: str
    ) -> None:
        """From now on the person means this matter in that channel."""
        keys = {"surface": surface, "tenant": tenant, "channel": channel, "person": person}
        statement = self._work.insert(place_matter).values(**keys, matter=matter)
        await self._work.connection.execute(
            statement.on_conflict_do_update(index_elements=list(keys), set_={"matter": matter})
        )

    async def chosen(self, surface: str, tenant: str, channel: str, person: str) -> str | None:
        found: str | None = await self._work.connection.scalar(
            sa.select(place_matter.c.matter).where(
                place_matter.c.surface == surface,
                place_matter.c.tenant == tenant,
                place_matter.c.channel == channel,
                place_matter.c.person == person,
            )
        )
        return found

    async def _bound(self, id: str, place: Place) -> Any:
        where = [
            *_at(place.surface, place.tenant, place.channel),
            binding.c.person == place.person,
        ]
        if place.thread:
            where.append(binding.c.root == place.thread)
        else:
            where.append(binding.c.thread == id)
        statement = sa.select(binding).where(*where).order_by(binding.c.seq).limit(1)
        return (await self._work.connection.execute(statement)).first()


def place_of(row: Any) -> Place:
    return Place(row.surface, row.tenant, row.channel, row.root, row.person)


def _at(surface: str, tenant: str, channel: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        binding.c.surface == surface,
        binding.c.tenant == tenant,
        binding.c.channel == channel,
    )
