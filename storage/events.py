"""Events in their order, and in the same transaction a delivery for each place they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from engine.events import Event, Kind
from storage.tables import binding, delivery, event
from storage.work import Work

_OTHER = event.alias("other")
_OUTCOME = event.c.kind == Kind.OUTCOME
_EARLIER = sa.select(_OTHER.c.seq).where(_OTHER.c.key == event.c.supersedes).scalar_subquery()
_LATER = (
    sa.select(sa.func.max(_OTHER.c.seq))
    .where(_OTHER.c.run == event.c.run, _OTHER.c.kind == Kind.OUTCOME)
    .where(_OTHER.c.seq > event.c.seq, _OTHER.c.supersedes.is_not(None))
    .scalar_subquery()
)
_EVENTS = sa.select(
    event,
    sa.case((_OUTCOME, _EARLIER)).label("replaces"),
    sa.case((_OUTCOME, _LATER)).label("replaced_by"),
)


@dataclass(frozen=True)
class StoredEvent:
    """``inbox`` is the request that the event answers."""

    event: Event
    inbox: str | None = None


class Events:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def append(self, events: Sequence[Event], inbox: str | None = None) -> Sequence[Event]:
        """Store those whose key is not stored yet, and return these, with ``seq`` and ``at``."""
        # PostgreSQL gives a number before the commit: without the lock a reader could see a
        # later event first and never come back for the earlier one.
        await self._work.lock("events")
        added = [stored for one in events if (stored := await self._add(one, inbox))]
        if added:
            self._work.news.add("events")
        return added

    async def after(self, thread: str, seq: int = 0, limit: int = 200) -> Sequence[StoredEvent]:
        """What was told in the thread after ``seq``, in order."""
        return await self._read(
            _EVENTS.where(event.c.thread == thread, event.c.seq > seq)
            .order_by(event.c.seq)
            .limit(limit)
        )

    async def since(self, seq: int, limit: int = 200) -> Sequence[StoredEvent]:
        """What was told in any thread after ``seq``, in order."""
        return await self._read(_EVENTS.where(event.c.seq > seq).order_by(event.c.seq).limit(limit))

    async def latest(self) -> int:
        """The newest ``seq``, 0 if nothing was told yet."""
        newest: int | None = await self._work.connection.scalar(sa.select(sa.func.max(event.c.seq)))
        return newest or 0

    async def answers(self, inbox: str) -> Sequence[StoredEvent]:
        """What was told in answer to a request, in order."""
        return await self._read(_EVENTS.where(event.c.inbox == inbox).order_by(event.c.seq))

    async def of_run(self, run: str) -> Sequence[StoredEvent]:
        return await self._read(_EVENTS.where(event.c.run == run).order_by(event.c.seq))

    async def get(self, seq: int) -> StoredEvent | None:
        found = await self._read(_EVENTS.where(event.c.seq == seq))
        return found[0] if found else None

    async def by_key(self, key: str) -> StoredEvent | None:
        found = await self._read(_EVENTS.where(event.c.key == key))
        return found[0] if found else None

    async def latest_progress(self, run: str) -> StoredEvent | None:
        found = await self._read(
            _EVENTS.where(event.c.run == run, event.c.kind == Kind.PROGRESS)
            .order_by(event.c.seq.desc())
            .limit(1)
        )
        return found[0] if found else None

    async def _add(self, new: Event, inbox: str | None) -> Event | None:
        added = await self._work.connection.execute(
            self._work.insert(event)
            .values(
                key=new.key,
                thread=new.thread,
                matter=new.matter,
                run=new.run,
                kind=new.kind,
                data=self._work.seal.seal_json(new.matter, new.data),
                supersedes=new.supersedes,
                inbox=inbox,
                at=self._work.now(),
            )
            .on_conflict_do_nothing(index_elements=["key"])
            .returning(event.c.seq)
        )
        row = added.first()
        if row is None:
            return None
        await self._owe(row.seq, new.thread)
        if new.kind is Kind.OUTCOME and new.supersedes:
            await self._owe_again(new.supersedes)
        [stored] = await self._read(_EVENTS.where(event.c.seq == row.seq))
        return stored.event

    async def _owe(self, seq: int, thread: str) -> None:
        shown = sa.select(
            sa.literal(seq),
            binding.c.seq,
            sa.literal(0),
            sa.literal(0),
            sa.literal("owed"),
            sa.literal(0),
        ).where(binding.c.thread == thread, binding.c.state == "open")
        columns = ["event", "binding", "part", "revision", "state", "attempts"]
        await self._work.connection.execute(sa.insert(delivery).from_select(columns, shown))

    async def _owe_again(self, key: str) -> None:
        """Where an event stands or will, its messages are to be drawn anew: what is said of it has
        changed. What one person alone was shown cannot be."""
        revision = sa.func.max(delivery.c.revision) + 1
        shown = (
            sa.select(
                delivery.c.event,
                delivery.c.binding,
                delivery.c.part,
                revision,
                sa.literal("owed"),
                sa.literal(0),
            )
            .join(event, event.c.seq == delivery.c.event)
            .join(binding, binding.c.seq == delivery.c.binding)
            .where(event.c.key == key, binding.c.state == "open", binding.c.person == "")
            .where(delivery.c.state.in_(("owed", "leased", "sent")))
            .group_by(delivery.c.event, delivery.c.binding, delivery.c.part)
        )
        columns = ["event", "binding", "part", "revision", "state", "attempts"]
        await self._work.connection.execute(sa.insert(delivery).from_select(columns, shown))

    async def _read(self, statement: sa.Select[Any]) -> Sequence[StoredEvent]:
        return [self._stored(row) for row in await self._work.connection.execute(statement)]

    def _stored(self, row: Any) -> StoredEvent:
        return StoredEvent(
            Event(
                key=row.key,
                kind=Kind(row.kind),
                thread=row.thread,
                data=self._work.seal.open_json(row.matter, row.data),
                matter=row.matter,
                run=row.run,
                supersedes=row.supersedes,
                seq=row.seq,
                at=row.at,
                replaces=row.replaces or 0,
                replaced_by=row.replaced_by or 0,
            ),
            row.inbox,
        )
