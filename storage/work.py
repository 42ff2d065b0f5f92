"""What every repository works with: one connection, the seal, the clock, the news to tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.seal import Seal


@dataclass(frozen=True)
class Work:
    connection: AsyncConnection
    seal: Seal
    clock: Callable[[], float]
    news: set[str] = field(default_factory=set)

    @property
    def on_postgresql(self) -> bool:
        return self.connection.dialect.name == "postgresql"

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.clock(), UTC)

    def insert(self, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
        """An insert that knows ``on_conflict_do_nothing``."""
        return postgresql.insert(table) if self.on_postgresql else sqlite.insert(table)

    async def lock(self, *names: str) -> None:
        """Keep other writers of the same names out until the transaction ends.

        On SQLite there is only one writer anyhow."""
        if self.on_postgresql:
            for name in sorted(set(names)):
                key = sa.func.hashtextextended(name, 0)
                await self.connection.execute(sa.select(sa.func.pg_advisory_xact_lock(key)))
