"""What is asked of all documents of a scope at once, in queries that do not read their facts."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from engine.matter import FactState, Scope
from engine.words import vocabulary
from storage.tables import document, fact, fact_change
from storage.work import Work


class Scopes:
    """Only documents in force that hold facts count."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def vocabulary(self, matter: str, scope: Scope) -> frozenset[str]:
        """The distinct words of the scope's documents and their titles, and of what lawyers
        wrote as the wording of their facts."""
        columns = (document.c.seq, document.c.title, document.c.words)
        rows = (await self._work.connection.execute(_of(matter, scope, *columns))).all()
        # Off the loop: some megabytes of JSON in a large matter.
        found, unread = await asyncio.to_thread(self._words, matter, rows)
        for seq in unread:
            found |= await words_of(self._work, matter, seq)
        return frozenset(found)

    async def record_digest(self, matter: str) -> str:
        """Of the documents on record, by number and content, and of what stands of their facts
        otherwise than it was read."""
        digest = hashlib.sha256()
        files = _of(matter, Scope.RECORD, document.c.number, document.c.sha256)
        for row in await self._work.connection.execute(files.order_by(document.c.number)):
            digest.update(f"D{row.number}\0{row.sha256}\0".encode())
        newest = (
            sa.select(sa.func.max(fact_change.c.seq))
            .where(fact_change.c.matter == matter)
            .group_by(fact_change.c.document, fact_change.c.ordinal)
            .scalar_subquery()
        )
        changes = (
            _of(matter, Scope.RECORD, document.c.number, *fact_change.c)
            .join(fact_change, fact_change.c.document == document.c.seq)
            .where(fact_change.c.state != FactState.STANDS, fact_change.c.seq.in_(newest))
            .order_by(document.c.number, fact_change.c.ordinal)
        )
        for row in await self._work.connection.execute(changes):
            text = self._work.seal.open_(matter, row.text)
            said = f"D{row.number}\0{row.ordinal}\0{row.state}\0{text}\0"
            digest.update(said.encode(errors="surrogatepass"))
        return digest.hexdigest()

    def _words(self, matter: str, rows: Sequence[Any]) -> tuple[set[str], list[int]]:
        """Words of titles and documents; and documents that were stored without theirs."""
        seal = self._work.seal
        found = set(vocabulary(seal.open_(matter, row.title) for row in rows))
        unread = []
        for row in rows:
            words = seal.open_json(matter, row.words)
            found.update(words)
            if not words:
                unread.append(row.seq)
        return found, unread


async def words_of(work: Work, matter: str, document_key: int) -> set[str]:
    """The words of a document that was stored without them."""
    texts = sa.select(fact.c.text, fact.c.original).where(fact.c.document == document_key)
    rows = await work.connection.execute(texts)
    opened = work.seal.open_
    return set(vocabulary(opened(matter, text) for row in rows for text in row))


def _of(matter: str, scope: Scope, *columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
    return (
        sa.select(*columns)
        .select_from(document)
        .where(document.c.matter == matter, document.c.scope == scope)
        .where(document.c.state == "ready", document.c.facts > 0)
    )
