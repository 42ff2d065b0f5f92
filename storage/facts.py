"""Facts and passages of the documents in force, read and searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from engine.matter import Fact, Scope
from storage.documents import number_in
from storage.search import best_first
from storage.tables import document, fact, passage
from storage.work import Work

_NUMBER = document.c.first_fact + fact.c.ordinal
_FACT: tuple[sa.ColumnElement[Any], ...] = (
    fact.c.matter,
    _NUMBER.label("fact_number"),
    fact.c.text,
    fact.c.label,
    fact.c.page,
    document.c.number,
    document.c.title,
    document.c.scope,
)


@dataclass(frozen=True)
class PassageRow:
    """``document`` is ``D3``; ``ordinal`` counts the passages of that document."""

    document: str
    title: str
    ordinal: int
    text: str
    place: str
    scope: Scope
    page: int | None = None


class Facts:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def facts(self, matter: str, scope: Scope | None = None) -> Sequence[Fact]:
        """Those in force, in the order of their ids; None: of every scope."""
        statement = (
            sa.select(*_FACT)
            .join(document, document.c.seq == fact.c.document)
            .where(document.c.matter == matter, document.c.state == "ready", *_in(scope))
            .order_by(_NUMBER)
        )
        return [self._fact(row) for row in await self._work.connection.execute(statement)]

    async def fact(self, matter: str, id: str) -> Fact | None:
        """By its id (``F12``), also of a document that was withdrawn since."""
        number = number_in(id, "F")
        statement = (
            sa.select(*_FACT)
            .join(document, document.c.seq == fact.c.document)
            .where(document.c.matter == matter, document.c.state != "pending")
            .where(fact.c.ordinal == number - document.c.first_fact)
        )
        row = (await self._work.connection.execute(statement)).first()
        return self._fact(row) if row else None

    async def search_facts(
        self, matter: str, query: str, scope: Scope | None = None, limit: int = 20
    ) -> Sequence[Fact]:
        """Best first, those with any word of ``query``."""
        statement = best_first(self._work, fact, matter, query, *_FACT)
        if statement is None:
            return []
        rows = await self._work.connection.execute(statement.where(*_in(scope)).limit(limit))
        return [self._fact(row) for row in rows]

    async def search_passages(
        self, matter: str, query: str, scope: Scope | None = None, limit: int = 20
    ) -> Sequence[PassageRow]:
        """Best first, those with any word of ``query``."""
        columns = (*passage.c, document.c.number, document.c.title, document.c.scope)
        statement = best_first(self._work, passage, matter, query, *columns)
        if statement is None:
            return []
        rows = await self._work.connection.execute(statement.where(*_in(scope)).limit(limit))
        return [
            PassageRow(
                document=f"D{row.number}",
                title=self._work.seal.open_(matter, row.title),
                ordinal=row.ordinal,
                text=self._work.seal.open_(matter, row.text),
                place=row.label,
                scope=Scope(row.scope),
                page=row.page,
            )
            for row in rows
        ]

    def _fact(self, row: Any) -> Fact:
        return Fact(
            id=f"F{row.fact_number}",
            text=self._work.seal.open_(row.matter, row.text),
            document=f"D{row.number}",
            title=self._work.seal.open_(row.matter, row.title),
            place=row.label,
            scope=Scope(row.scope),
            page=row.page,
        )


def _in(scope: Scope | None) -> tuple[sa.ColumnElement[bool], ...]:
    return () if scope is None else (document.c.scope == scope,)
