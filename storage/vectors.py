"""Vectors of facts: which are owed, keeping them, and reading a matter's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from storage.tables import document, fact, fact_vector
from storage.work import Work

TOGETHER = 32
"""Facts whose vectors are kept in one row: some 100 ms of the model's time."""


@dataclass(frozen=True)
class Owed:
    """Neighbouring facts without vectors. ``document`` is its key in the house."""

    document: int
    matter: str
    first: int
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Held:
    """``stamp`` is another one whenever a matter's vectors are others; ``whole`` says that every
    fact in force has one."""

    stamp: tuple[int, int]
    whole: bool


@dataclass(frozen=True)
class Row:
    """``data`` holds ``count`` vectors, of the facts from the ordinal ``first`` on."""

    document: int
    first: int
    count: int
    data: bytes


class Vectors:
    """``name`` is of the model; vectors of another count as missing."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def owed(self, name: str) -> Owed | None:
        """The next ones, of any matter; None once all facts in force have vectors."""
        held = (
            sa.select(fact_vector.c.document, sa.func.sum(fact_vector.c.count).label("count"))
            .where(fact_vector.c.name == name)
            .group_by(fact_vector.c.document)
            .subquery()
        )
        incomplete = (
            sa.select(document.c.seq, document.c.matter)
            .outerjoin(held, held.c.document == document.c.seq)
            .where(document.c.state == "ready")
            .where(sa.func.coalesce(held.c.count, 0) < document.c.facts)
            .order_by(document.c.seq)
            .limit(1)
        )
        row = (await self._work.connection.execute(incomplete)).first()
        if row is None:
            return None
        done = sa.select(_part(fact_vector.c.first)).where(
            fact_vector.c.document == row.seq, fact_vector.c.name == name
        )
        first: int | None = await self._work.connection.scalar(
            sa.select(fact.c.ordinal)
            .where(fact.c.document == row.seq, _part(fact.c.ordinal).not_in(done))
            .order_by(fact.c.ordinal)
            .limit(1)
        )
        if first is None:
            return None
        texts = await self._texts(row.seq, row.matter, first)
        return Owed(row.seq, row.matter, first, texts)

    async def keep(self, owed: Owed, name: str, vectors: Sequence[bytes]) -> bool:
        """False, and nothing is kept, if the facts are others by now, or gone."""
        in_force = await self._work.connection.scalar(
            sa.select(document.c.seq)
            .where(document.c.seq == owed.document, document.c.state == "ready")
            .with_for_update()
        )
        texts = await self._texts(owed.document, owed.matter, owed.first)
        if in_force is None or texts != owed.texts:
            return False
        await self._work.connection.execute(
            sa.delete(fact_vector).where(
                fact_vector.c.document == owed.document,
                _part(fact_vector.c.first) == owed.first // TOGETHER,
            )
        )
        data = self._work.seal.seal_bytes(owed.matter, b"".join(vectors))
        await self._work.connection.execute(
            sa.insert(fact_vector).values(
                document=owed.document,
                matter=owed.matter,
                first=owed.first,
                count=len(vectors),
                name=name,
                data=data,
            )
        )
        return True

    async def forget(self, document_key: int, ordinal: int) -> None:
        """A fact's wording is another: its vector and its neighbours' are owed again."""
        await self._work.connection.execute(
            sa.delete(fact_vector).where(
                fact_vector.c.document == document_key,
                _part(fact_vector.c.first) == ordinal // TOGETHER,
            )
        )

    async def held(self, matter: str, name: str) -> Held:
        count = sa.func.count(fact_vector.c.seq)
        newest = sa.func.coalesce(sa.func.max(fact_vector.c.seq), 0)
        total = sa.func.coalesce(sa.func.sum(fact_vector.c.count), 0)
        of_ready = (
            sa.select(count, newest, total)
            .join(document, document.c.seq == fact_vector.c.document)
            .where(fact_vector.c.matter == matter, fact_vector.c.name == name)
            .where(document.c.state == "ready")
        )
        rows, last, vectors = (await self._work.connection.execute(of_ready)).one()
        facts = await self._work.connection.scalar(
            sa.select(sa.func.coalesce(sa.func.sum(document.c.facts), 0)).where(
                document.c.matter == matter, document.c.state == "ready"
            )
        )
        return Held((rows, last), 0 < vectors == facts)

    async def read(self, matter: str, name: str) -> Sequence[Row]:
        rows = await self._work.connection.execute(
            sa.select(*(fact_vector.c[key] for key in ("document", "first", "data")))
            .add_columns(fact_vector.c.count.label("many"))
            .join(document, document.c.seq == fact_vector.c.document)
            .where(fact_vector.c.matter == matter, fact_vector.c.name == name)
            .where(document.c.state == "ready")
            .order_by(fact_vector.c.seq)
        )
        opened = self._work.seal.open_bytes
        return [Row(one.document, one.first, one.many, opened(matter, one.data)) for one in rows]

    async def _texts(self, document_key: int, matter: str, first: int) -> tuple[str, ...]:
        rows = await self._work.connection.scalars(
            sa.select(fact.c.text)
            .where(fact.c.document == document_key)
            .where(fact.c.ordinal >= first)
            .where(fact.c.ordinal < (first // TOGETHER + 1) * TOGETHER)
            .order_by(fact.c.ordinal)
        )
        return tuple(self._work.seal.open_(matter, text) for text in rows)


def _part(ordinal: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    """The number of the part of its document that a fact belongs to."""
    return ordinal // TOGETHER
