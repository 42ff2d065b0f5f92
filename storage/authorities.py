"""Authorities on file in a matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from engine.matter import Authority, Weight
from storage.documents import next_number, number_in
from storage.tables import authority
from storage.work import Work


class Authorities:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def add(
        self,
        matter: str,
        citation: str,
        names: Sequence[str] = (),
        year: int | None = None,
        court: str = "",
        kind: str = "case",
        weight: Weight = Weight.PERSUASIVE,
        holding: str = "",
        text: str = "",
        identifier: str = "",
        verdict: str = "",
    ) -> Authority:
        """See :class:`engine.matter.Authority`. Raises ``MatterNotFound``."""
        seal = self._work.seal
        number = await next_number(self._work, matter, "authorities")
        added = await self._work.connection.execute(
            sa.insert(authority)
            .values(
                matter=matter,
                number=number,
                citation=seal.seal(matter, citation),
                names=seal.seal_json(matter, list(names)),
                year=year,
                court=seal.seal(matter, court),
                kind=kind,
                weight=weight,
                holding=seal.seal(matter, holding),
                text=seal.seal(matter, text),
                identifier=seal.seal(matter, identifier),
                verdict=verdict,
                at=self._work.now(),
            )
            .returning(authority)
        )
        return self._row(added.one())

    async def list(self, matter: str) -> Sequence[Authority]:
        """In the order they were added."""
        rows = await self._work.connection.execute(
            sa.select(authority).where(authority.c.matter == matter).order_by(authority.c.number)
        )
        return [self._row(row) for row in rows]

    async def get(self, matter: str, id: str) -> Authority | None:
        """By its id (``A7``)."""
        rows = await self._work.connection.execute(
            sa.select(authority).where(
                authority.c.matter == matter, authority.c.number == number_in(id, "A")
            )
        )
        row = rows.first()
        return self._row(row) if row else None

    async def remove(self, matter: str, id: str) -> bool:
        """Whether it was on file. Its number is not given again."""
        gone = await self._work.connection.execute(
            sa.delete(authority).where(
                authority.c.matter == matter, authority.c.number == number_in(id, "A")
            )
        )
        return gone.rowcount == 1

    def _row(self, row: Any) -> Authority:
        seal = self._work.seal
        return Authority(
            id=f"A{row.number}",
            citation=seal.open_(row.matter, row.citation),
            names=tuple(seal.open_json(row.matter, row.names)),
            year=row.year,
            court=seal.open_(row.matter, row.court),
            kind=row.kind,
            weight=Weight(row.weight),
            holding=seal.open_(row.matter, row.holding),
            text=seal.open_(row.matter, row.text),
            identifier=seal.open_(row.matter, row.identifier),
            verdict=row.verdict,
        )
