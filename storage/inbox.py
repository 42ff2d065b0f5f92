"""Requests as they were received, each once, until they are done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from storage.ids import new_id
from storage.tables import inbox
from storage.work import Work


@dataclass(frozen=True)
class InboxRow:
    """``state`` is ``received``, ``working``, ``done`` or ``failed``.

    ``attempts`` counts the claims."""

    id: str
    surface: str
    tenant: str
    delivery: str
    request: Mapping[str, Any]
    state: str
    attempts: int
    at: datetime
    matter: str | None = None


class Inbox:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def accept(
        self,
        surface: str,
        tenant: str,
        delivery: str,
        request: Mapping[str, Any],
        matter: str | None = None,
    ) -> tuple[str, bool]:
        """The row's id, and whether it is new: a delivery is taken once."""
        added = await self._work.connection.execute(
            self._work.insert(inbox)
            .values(
                id=new_id("I"),
                surface=surface,
                tenant=tenant,
                delivery=delivery,
                matter=matter,
                request=self._work.seal.seal_json(matter, request),
                state="received",
                attempts=0,
                at=self._work.now(),
            )
            .on_conflict_do_nothing(index_elements=["surface", "tenant", "delivery"])
            .returning(inbox.c.id)
        )
        new: str | None = added.scalar()
        if new is not None:
            self._work.news.add("inbox")
            return new, True
        known = await self._work.connection.execute(
            sa.select(inbox.c.id).where(
                inbox.c.surface == surface,
                inbox.c.tenant == tenant,
                inbox.c.delivery == delivery,
            )
        )
        return known.scalar_one(), False

    async def claim(self, id: str | None, lease: float) -> InboxRow | None:
        """Take the row (None: the oldest) that nobody works on, for ``lease`` seconds."""
        now = self._work.clock()
        chosen = sa.select(inbox.c.seq).where(_claimable(now)).order_by(inbox.c.seq).limit(1)
        if id is not None:
            chosen = chosen.where(inbox.c.id == id)
        taken = await self._work.connection.execute(
            sa.update(inbox)
            .where(inbox.c.seq == chosen.with_for_update(skip_locked=True).scalar_subquery())
            .values(state="working", lease_until=now + lease, attempts=inbox.c.attempts + 1)
            .returning(inbox)
        )
        row = taken.first()
        return self._row(row) if row else None

    async def renew(self, id: str, lease: float) -> None:
        """Keep what is being worked on for ``lease`` seconds from now."""
        await self._work.connection.execute(
            sa.update(inbox)
            .where(inbox.c.id == id, inbox.c.state == "working")
            .values(lease_until=self._work.clock() + lease)
        )

    async def release(self) -> None:
        """End every lease: only for who knows that nobody else works on this house."""
        await self._work.connection.execute(
            sa.update(inbox).where(inbox.c.state == "working").values(lease_until=0.0)
        )

    async def finish(self, id: str) -> None:
        await self._close(id, "done")

    async def fail(self, id: str) -> None:
        await self._close(id, "failed")

    async def owed(self, now: float) -> Sequence[str]:
        """Ids of what nobody works on at ``now`` (Unix seconds), the oldest first."""
        rows = await self._work.connection.scalars(
            sa.select(inbox.c.id).where(_claimable(now)).order_by(inbox.c.seq)
        )
        return list(rows)

    async def get(self, id: str) -> InboxRow | None:
        rows = await self._work.connection.execute(sa.select(inbox).where(inbox.c.id == id))
        row = rows.first()
        return self._row(row) if row else None

    async def _close(self, id: str, state: str) -> None:
        await self._work.connection.execute(
            sa.update(inbox)
            .where(inbox.c.id == id, inbox.c.state.in_(["received", "working"]))
            .values(state=state, lease_until=None)
        )

    def _row(self, row: Any) -> InboxRow:
        return InboxRow(
            id=row.id,
            surface=row.surface,
            tenant=row.tenant,
            delivery=row.delivery,
            request=self._work.seal.open_json(row.matter, row.request),
            state=row.state,
            attempts=row.attempts,
            at=row.at,
            matter=row.matter,
        )


def _claimable(now: float) -> sa.ColumnElement[bool]:
    expired = sa.and_(inbox.c.state == "working", inbox.c.lease_until <= now)
    return sa.or_(inbox.c.state == "received", expired)
