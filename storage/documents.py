"""Documents of a matter and what reading them yielded.

A document is ``pending`` while its pages, passages and facts come in, batch by batch, and nobody
sees any of them; one small transaction makes it ``ready``. A discarded one leaves no trace. How one
is taken out is in ``storage.withdrawals``, how one is read anew in ``storage.rereading``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from engine.corpus.types import FactText, Page, Passage
from engine.corpus.types import Place as Spot
from engine.matter import Scope
from storage.document_rows import (
    ROW,
    DocumentRow,
    changed,
    emptied,
    next_number,
    number_in,
    row_of,
    rows_of,
    stands,
)
from storage.errors import DocumentNotFound, MatterNotFound, OnFileAlready
from storage.tables import document, fact, matter, page, passage
from storage.work import Work

BATCH = 100
"""Rows a write transaction takes at most: 5 to 15 ms on an idle machine. Others wait meanwhile."""


@dataclass(frozen=True)
class Counts:
    """What a published document holds; its facts are ``F<first_fact>`` and following."""

    pages: int
    passages: int
    facts: int
    first_fact: int


class Documents:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def begin(
        self,
        matter_id: str,
        name: str,
        sha256: str,
        blob: str,
        scope: Scope,
        by: str,
        *,
        within: str = "",
    ) -> DocumentRow:
        """A pending document, seen by nobody; the one with the same content if one is ``ready``.

        Raises ``MatterNotFound``. Begin before the file is put among the blobs: then a file that
        a document of the matter names is never taken away."""
        await self._alone(matter_id)
        if (known := await self.find_by_sha(matter_id, sha256)) is not None:
            return known
        number = await next_number(self._work, matter_id, "documents")
        seal = self._work.seal
        added = await self._work.connection.execute(
            sa.insert(document)
            .values(
                matter=matter_id,
                number=number,
                name=seal.seal(matter_id, name),
                title=seal.seal(matter_id, name),
                media="",
                sha256=sha256,
                blob=blob,
                scope=scope,
                state="pending",
                pages=0,
                facts=0,
                first_fact=0,
                coverage=seal.seal_json(matter_id, {}),
                by=by,
                at=self._work.now(),
                within=seal.seal(matter_id, within),
                kin=seal.seal_json(matter_id, {}),
                sketch=seal.seal_json(matter_id, []),
                words=seal.seal_json(matter_id, []),
            )
            .returning(*ROW)
        )
        return self._row(added.one())

    async def add_pages(self, row: DocumentRow, pages: Sequence[Page]) -> None:
        """At most ``BATCH`` at once."""
        await self._add(
            page,
            [
                {
                    **self._of(row),
                    "number": one.number,
                    "text": self._seal(row, one.text),
                    "source": one.source,
                    "confidence": one.confidence,
                    "bates": self._seal(row, one.bates),
                    "stamp": self._seal(row, one.stamp),
                    "exhibit": self._seal(row, one.exhibit),
                }
                for one in pages
            ],
        )

    async def add_passages(self, row: DocumentRow, passages: Sequence[Passage]) -> None:
        """At most ``BATCH`` at once."""
        await self._add(
            passage,
            [
                {
                    **self._of(row),
                    "ordinal": one.ordinal,
                    "text": self._seal(row, one.text),
                    **_columns(one.place),
                }
                for one in passages
            ],
        )

    async def add_facts(self, row: DocumentRow, facts: Sequence[FactText]) -> None:
        """At most ``BATCH`` at once. Their ids are given when the document is published."""
        await self._add(
            fact,
            [
                {
                    **self._of(row),
                    "ordinal": one.ordinal,
                    "passage": one.passage,
                    "kind": one.kind,
                    "text": self._seal(row, one.text),
                    "original": "",
                    "state": "stands",
                    **_columns(one.place),
                }
                for one in facts
            ],
        )

    async def publish(
        self,
        row: DocumentRow,
        *,
        title: str | None = None,
        media: str = "",
        coverage: Mapping[str, Any] | None = None,
        kin: Mapping[str, Any] | None = None,
        sketch: Sequence[int] = (),
        words: Sequence[str] = (),
    ) -> Counts:
        """Make the document and its facts visible.

        Raises ``DocumentNotFound`` unless pending, ``OnFileAlready`` when one with the same
        content was published since this one was begun."""
        connection, seal = self._work.connection, self._work.seal
        await self._alone(row.matter)
        if (known := await self.find_by_sha(row.matter, row.sha256)) and known.key != row.key:
            raise OnFileAlready()
        pages = await self._count(page, row)
        passages = await self._count(passage, row)
        span = sa.select(sa.func.min(fact.c.ordinal), sa.func.max(fact.c.ordinal))
        low, high = (await connection.execute(span.where(fact.c.document == row.key))).one()
        facts = 0 if low is None else high - low + 1
        first = 1 + await next_number(self._work, row.matter, "facts", facts) - facts
        changed = await connection.execute(
            sa.update(document)
            .where(document.c.seq == row.key, document.c.state == "pending")
            .values(
                state="ready",
                title=self._seal(row, title or row.name),
                media=media,
                pages=pages,
                facts=facts,
                # So that a fact's number is this plus its ordinal.
                first_fact=first - (low or 0),
                coverage=seal.seal_json(row.matter, coverage or {}),
                kin=seal.seal_json(row.matter, kin or {}),
                sketch=seal.seal_json(row.matter, list(sketch)),
                words=seal.seal_json(row.matter, list(words)),
            )
        )
        if changed.rowcount != 1:
            raise DocumentNotFound()
        return Counts(pages, passages, facts, first)

    async def discard(self, row: DocumentRow, limit: int = BATCH) -> bool:
        """Remove up to ``limit`` rows of a pending document; True once it is gone altogether.

        Each call is to have a transaction of its own. A published one is left as it is."""
        if not await stands(self._work, row, "pending"):
            return True
        if not await emptied(self._work, row, limit):
            return False
        await self._work.connection.execute(sa.delete(document).where(document.c.seq == row.key))
        return True

    async def blob_in_use(self, matter_id: str, blob: str) -> bool:
        """Whether any document of the matter, in whatever state, names that file.

        None can begin to, until this transaction ends."""
        await self._alone(matter_id)
        found = await self._work.connection.scalar(
            sa.select(document.c.seq)
            .where(document.c.matter == matter_id, document.c.blob == blob)
            .limit(1)
        )
        return found is not None

    async def pending(self, older_than: float = 0.0) -> Sequence[DocumentRow]:
        """What is coming in, or was left half-ingested by a crash: begun at least so many
        seconds ago."""
        before = self._work.now() - timedelta(seconds=older_than)
        return await rows_of(self._work, document.c.state == "pending", document.c.at <= before)

    async def list(self, matter_id: str) -> Sequence[DocumentRow]:
        """Those in force, by number."""
        return await rows_of(
            self._work, document.c.matter == matter_id, document.c.state == "ready"
        )

    async def get(self, matter_id: str, id: str) -> DocumentRow:
        """One in force, by its id (``D3``). Raises ``DocumentNotFound``."""
        found = await rows_of(
            self._work,
            document.c.matter == matter_id,
            document.c.number == number_in(id, "D"),
            document.c.state == "ready",
        )
        if not found:
            raise DocumentNotFound()
        return found[0]

    async def find_by_sha(self, matter_id: str, sha256: str) -> DocumentRow | None:
        """The one in force with the same content."""
        found = await rows_of(
            self._work,
            document.c.matter == matter_id,
            document.c.sha256 == sha256,
            document.c.state == "ready",
        )
        return found[0] if found else None

    async def sketches(self, matter_id: str) -> Mapping[str, tuple[int, ...]]:
        """Of each document in force, by its id."""
        rows = await self._work.connection.execute(
            sa.select(document.c.number, document.c.sketch)
            .where(document.c.matter == matter_id, document.c.state == "ready")
            .order_by(document.c.number)
        )
        seal = self._work.seal
        return {f"D{row.number}": tuple(seal.open_json(matter_id, row.sketch)) for row in rows}

    async def set_scope(self, matter_id: str, id: str, scope: Scope) -> DocumentRow:
        """Raises ``DocumentNotFound``."""
        return await changed(self._work, matter_id, id, scope=scope)

    async def page_text(self, row: DocumentRow, number: int) -> str | None:
        """The text of a page; number 0 is the whole of a document without pages."""
        found = await self.pages(row, number, 1)
        return found[0].text if found and found[0].number == number else None

    async def pages(self, row: DocumentRow, first: int = 0, limit: int = BATCH) -> Sequence[Page]:
        """In order, from the one numbered ``first`` on."""
        rows = await self._work.connection.execute(
            sa.select(page)
            .where(page.c.document == row.key, page.c.number >= first)
            .order_by(page.c.number)
            .limit(limit)
        )
        opened = self._work.seal.open_
        return [
            Page(
                one.number,
                opened(row.matter, one.text),
                one.source,
                one.confidence,
                opened(row.matter, one.bates),
                opened(row.matter, one.stamp),
                opened(row.matter, one.exhibit),
            )
            for one in rows
        ]

    async def _alone(self, matter_id: str) -> None:
        """Nobody else begins or publishes a document of the matter until the transaction ends.

        Raises ``MatterNotFound``."""
        found = await self._work.connection.scalar(
            sa.select(matter.c.id).where(matter.c.id == matter_id).with_for_update()
        )
        if found is None:
            raise MatterNotFound()

    async def _add(self, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
        if len(rows) > BATCH:
            raise ValueError(f"{len(rows)} rows in one batch; at most {BATCH}")
        if rows:
            await self._work.connection.execute(sa.insert(table), rows)

    async def _count(self, table: sa.Table, row: DocumentRow) -> int:
        counted = sa.select(sa.func.count()).select_from(table).where(table.c.document == row.key)
        return int((await self._work.connection.execute(counted)).scalar_one())

    def _seal(self, row: DocumentRow, text: str) -> str:
        return self._work.seal.seal(row.matter, text)

    def _of(self, row: DocumentRow) -> dict[str, Any]:
        return {"document": row.key, "matter": row.matter}

    def _row(self, row: Any) -> DocumentRow:
        return row_of(row, self._work.seal)


def _columns(spot: Spot) -> dict[str, Any]:
    return {
        "page": spot.page,
        "paragraph": spot.paragraph,
        "exact": spot.exact,
        "label": spot.label,
    }


__all__ = ["BATCH", "Counts", "DocumentRow", "Documents", "next_number", "number_in"]
