"""Who did what, when: a chain in which each entry's hash covers the one before.

It shows a changed, moved or missing entry. That the last entries were cut off shows only against
a hash that was noted elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from storage.tables import audit
from storage.work import Work

_CHUNK = 500


@dataclass(frozen=True)
class AuditEntry:
    """``actor`` is a person's id or the name of a part of the house."""

    seq: int
    at: datetime
    actor: str
    action: str
    detail: Mapping[str, Any]
    matter: str | None
    hash: str


class Audit:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def append(
        self,
        actor: str,
        action: str,
        matter: str | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> int:
        """The number of the new entry."""
        await self._work.lock("audit")
        newest = sa.select(audit.c.seq, audit.c.hash).order_by(audit.c.seq.desc()).limit(1)
        last = (await self._work.connection.execute(newest)).first()
        entry: dict[str, Any] = {
            "seq": last.seq + 1 if last else 1,
            "at": self._work.now(),
            "actor": actor,
            "action": action,
            "matter": matter,
            "detail": self._work.seal.seal_json(matter, detail or {}),
            "previous": last.hash if last else "",
        }
        await self._work.connection.execute(sa.insert(audit).values(**entry, hash=_hash(entry)))
        return int(entry["seq"])

    async def verify(self) -> Sequence[int]:
        """Numbers of the entries that are missing, changed, or do not follow the one before."""
        broken: list[int] = []
        seq, previous = 0, ""
        while rows := await self._rows(seq):
            for row in rows:
                broken.extend(range(seq + 1, row.seq))
                whole = row.previous == previous and row.seq == seq + 1
                if not whole or row.hash != _hash(row._asdict()):
                    broken.append(row.seq)
                seq, previous = row.seq, row.hash
        return broken

    async def entries(self, after: int = 0, limit: int = _CHUNK) -> Sequence[AuditEntry]:
        return [
            AuditEntry(
                seq=row.seq,
                at=row.at,
                actor=row.actor,
                action=row.action,
                detail=self._work.seal.open_json(row.matter, row.detail),
                matter=row.matter,
                hash=row.hash,
            )
            for row in await self._rows(after, limit)
        ]

    async def _rows(self, after: int, limit: int = _CHUNK) -> Sequence[sa.Row[Any]]:
        rows = await self._work.connection.execute(
            sa.select(audit).where(audit.c.seq > after).order_by(audit.c.seq).limit(limit)
        )
        return rows.all()


def _hash(entry: Mapping[str, Any]) -> str:
    """Over the entry as it is stored, so that the chain can be verified without any key."""
    covered = {name: entry[name] for name in ("seq", "actor", "action", "matter", "detail")}
    covered["at"] = entry["at"].isoformat(timespec="microseconds")
    covered["previous"] = entry["previous"]
    canonical = json.dumps(covered, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()
