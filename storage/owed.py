"""The queue of deliveries, over one connection.

A conversation (a binding) is served strictly in order: only its oldest open delivery can be
claimed, and while that one is leased or put off the others wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from engine.events import Kind
from storage.events import Events
from storage.places import Due, Place
from storage.tables import binding, delivery, event
from storage.threads import place_of
from storage.work import Work

_OPEN = ("owed", "leased")
_LOOK_AHEAD = 200


class Deliveries:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def ready(self, surface: str, now: float, limit: int = 50) -> Sequence[int]:
        """Conversations of a surface whose oldest open delivery can be claimed, oldest first."""
        open_ = delivery.c.state.in_(_OPEN)
        oldest = (
            sa.select(delivery.c.binding, sa.func.min(delivery.c.event).label("event"))
            .join(binding, binding.c.seq == delivery.c.binding)
            .where(open_, binding.c.surface == surface, binding.c.state == "open")
            .group_by(delivery.c.binding)
            .subquery()
        )
        rows = await self._work.connection.execute(
            sa.select(delivery)
            .join(
                oldest,
                sa.and_(oldest.c.binding == delivery.c.binding, oldest.c.event == delivery.c.event),
            )
            .where(open_)
            .order_by(delivery.c.event, delivery.c.part, delivery.c.revision)
        )
        heads: dict[int, Any] = {}
        for row in rows:
            heads.setdefault(row.binding, row)
        return [id for id, row in heads.items() if _claimable(row, now)][:limit]

    async def claim(self, conversation: int, now: float, lease: float) -> Due | None:
        """Lease the conversation's next delivery, if it is free; drop overtaken progress."""
        # One claimer a conversation; another one passes on instead of waiting.
        locked = await self._work.connection.execute(
            sa.select(binding)
            .where(binding.c.seq == conversation, binding.c.state == "open")
            .with_for_update(skip_locked=True)
        )
        bound = locked.first()
        if bound is None:
            return None
        chosen = await self._next(conversation, now)
        if chosen is None or not _claimable(chosen, now):
            return None
        leased = await self._work.connection.execute(
            sa.update(delivery)
            .where(delivery.c.seq == chosen.seq, delivery.c.state.in_(_OPEN))
            .where(delivery.c.attempts == chosen.attempts)
            .values(
                state="leased",
                lease_until=now + lease,
                attempts=chosen.attempts + 1,
                first_tried=now if chosen.first_tried is None else chosen.first_tried,
            )
        )
        return await self._due(chosen, place_of(bound)) if leased.rowcount == 1 else None

    async def split(self, due: Due, parts: int) -> None:
        """Owe parts 1 to ``parts`` - 1 beside the first, once."""
        row = await self._row(due.id)
        for part in range(1, parts):
            await self._work.connection.execute(
                self._work.insert(delivery)
                .values(
                    event=row.event,
                    binding=row.binding,
                    part=part,
                    revision=row.revision,
                    state="owed",
                    attempts=0,
                )
                .on_conflict_do_nothing(index_elements=["event", "binding", "part", "revision"])
            )

    async def sent(self, due: Due, external: str) -> None:
        row = await self._row(due.id)
        await self._work.connection.execute(
            sa.update(delivery)
            .where(delivery.c.seq == due.id, delivery.c.state != "sent")
            .values(state="sent", external=external, lease_until=None)
        )
        # What only one person sees cannot be the root of everybody's thread.
        await self._work.connection.execute(
            sa.update(binding)
            .where(binding.c.seq == row.binding, binding.c.root == "", binding.c.person == "")
            .values(root=external)
        )

    async def later(self, due: Due, at: float) -> None:
        """Gives the lease back, unless it ran out and another claimer has it by now."""
        await self._work.connection.execute(
            sa.update(delivery)
            .where(delivery.c.seq == due.id, delivery.c.state == "leased")
            .where(delivery.c.attempts == due.attempts + 1)
            .values(state="owed", not_before=at, lease_until=None)
        )

    async def close(self, due: Due, why: str) -> None:
        """Closes the conversation and all that is still owed in it."""
        row = await self._row(due.id)
        await self._work.connection.execute(
            sa.update(binding).where(binding.c.seq == row.binding).values(state="closed", why=why)
        )
        await self._work.connection.execute(
            sa.update(delivery)
            .where(delivery.c.binding == row.binding, delivery.c.state.in_(_OPEN))
            .values(state="closed", lease_until=None)
        )

    async def open_count(self, surface: str) -> int:
        """How many messages are owed on a surface."""
        counted = await self._work.connection.execute(
            sa.select(sa.func.count())
            .select_from(sa.join(delivery, binding, binding.c.seq == delivery.c.binding))
            .where(binding.c.surface == surface, delivery.c.state.in_(_OPEN))
        )
        return int(counted.scalar_one())

    async def _row(self, id: int) -> Any:
        found = await self._work.connection.execute(sa.select(delivery).where(delivery.c.seq == id))
        return found.one()

    async def _next(self, conversation: int, now: float) -> Any:
        """The oldest open delivery, after what is overtaken before it was skipped."""
        rows = await self._work.connection.execute(
            sa.select(delivery, event.c.kind, event.c.run, event.c.supersedes)
            .join(event, event.c.seq == delivery.c.event)
            .where(delivery.c.binding == conversation, delivery.c.state.in_(_OPEN))
            .order_by(delivery.c.event, delivery.c.part, delivery.c.revision)
            .limit(_LOOK_AHEAD)
        )
        queue = rows.all()
        overtaken = _overtaken(queue)
        for row in queue:
            if row.revision and not await self._shown(row):
                pass  # a change of what was never shown
            elif row.event not in overtaken or not await self._may_skip(row, now):
                return row
            await self._work.connection.execute(
                sa.update(delivery)
                .where(delivery.c.seq == row.seq, delivery.c.state == row.state)
                .values(state="skipped", lease_until=None)
            )
        return None

    async def _may_skip(self, row: Any, now: float) -> bool:
        """An attempt may have left a message that newer progress has to find and change; where
        one stands already, the attempt was a change of it, and that can be dropped."""
        if not _claimable(row, now):
            return False
        return row.attempts == 0 or await self._shown(row) is not None

    async def _shown(self, row: Any) -> str | None:
        """The platform's id of the progress message of the run, or of what else it is the
        progress of, in this conversation.

        A run that goes on after its outcome has a new one, below what was said since. Of a message
        that is to be drawn anew it is the message's own.
        """
        if row.revision:
            own: str | None = await self._work.connection.scalar(
                sa.select(delivery.c.external)
                .where(delivery.c.event == row.event, delivery.c.binding == row.binding)
                .where(delivery.c.part == row.part, delivery.c.state == "sent")
                .order_by(delivery.c.revision.desc())
                .limit(1)
            )
            return own
        ended = (
            sa.select(sa.func.coalesce(sa.func.max(event.c.seq), 0))
            .where(event.c.kind == Kind.OUTCOME, event.c.run == row.run, event.c.seq < row.event)
            .scalar_subquery()
        )
        same = event.c.run == row.run
        if row.run is None:
            same = sa.and_(event.c.run.is_(None), event.c.supersedes == row.supersedes)
        found: str | None = await self._work.connection.scalar(
            sa.select(delivery.c.external)
            .join(event, event.c.seq == delivery.c.event)
            .where(delivery.c.binding == row.binding, delivery.c.state == "sent")
            .where(delivery.c.part == row.part)
            .where(event.c.kind == Kind.PROGRESS, same, event.c.seq > ended)
            .order_by(delivery.c.event.desc())
            .limit(1)
        )
        return found

    async def _due(self, row: Any, place: Place) -> Due:
        stored = await Events(self._work).get(row.event)
        if stored is None:
            raise LookupError("a delivery without its event")
        told = stored.event
        return Due(
            id=row.seq,
            key=f"{told.key}#{row.binding}.{row.part}",
            event=told,
            place=place,
            part=row.part,
            attempts=row.attempts,
            first_tried=row.first_tried,
            shown=await self._shown(row) if _is_progress(row) or row.revision else None,
            again=row.revision > 0,
        )


def _is_progress(row: Any) -> bool:
    return row.kind == Kind.PROGRESS and _line(row) is not None


def _line(row: Any) -> str | None:
    """What a row's progress is of, apart from others of its conversation."""
    found: str | None = row.run or row.supersedes
    return found


def _overtaken(queue: Sequence[Any]) -> set[int]:
    """Events of progress that newer progress follows before the run's next outcome."""
    newest: dict[str, int] = {}
    found: set[int] = set()
    for row in reversed(queue):
        if row.kind == Kind.OUTCOME:
            newest.pop(row.run, None)
        elif _is_progress(row) and newest.setdefault(_line(row) or "", row.event) > row.event:
            found.add(row.event)
    return found


def _claimable(row: Any, now: float) -> bool:
    if row.state == "leased":
        return bool(row.lease_until <= now)
    return row.not_before is None or bool(row.not_before <= now)
