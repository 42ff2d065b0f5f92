"""Documents of a matter and what reading them yielded.

A document is ``pending`` while its pages, passages and facts come in, batch by batch, and nobody
sees any of them; one small transaction makes it ``ready``. A discarded one leaves no trace.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from engine.corpus.types import FactText, Page, Passage
from engine.corpus.types import Place as Spot
from engine.matter import Scope
from storage.errors import DocumentNotFound, MatterNotFound
from storage.tables import document, fact, matter, page, passage
from storage.work import Work

BATCH = 100
"""Rows a write transaction takes at most: 5 to 15 ms on an idle machine. Others wait meanwhile."""


@dataclass(frozen=True)
class DocumentRow:
    """``id`` is ``D3`` within its matter, ``key`` unique in the house; ``blob`` names its file.

    ``state`` is ``pending``, ``ready`` or ``withdrawn``; ``pages`` and ``facts`` are counts, 0
    while it is pending; ``coverage`` says what could not be read; ``by`` is a person's id.
    """

    key: int
    matter: str
    id: str
    name: str
    title: str
    media: str
    sha256: str
    blob: str
    scope: Scope
    state: str
    pages: int
    facts: int
    by: str
    at: datetime
    coverage: Mapping[str, Any] = field(default_factory=dict)


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
        self, matter_id: str, name: str, sha256: str, blob: str, scope: Scope, by: str
    ) -> DocumentRow:
        """A pending document, seen by nobody. Raises ``MatterNotFound``.

        Begin before the file is put among the blobs: then a file that a document of the matter
        names is never taken away."""
        number = await next_number(self._work, matter_id, "documents")
        sealed = self._work.seal.seal(matter_id, name)
        added = await self._work.connection.execute(
            sa.insert(document)
            .values(
                matter=matter_id,
                number=number,
                name=sealed,
                title=sealed,
                media="",
                sha256=sha256,
                blob=blob,
                scope=scope,
                state="pending",
                pages=0,
                facts=0,
                first_fact=0,
                coverage=self._work.seal.seal_json(matter_id, {}),
                by=by,
                at=self._work.now(),
            )
            .returning(document)
        )
        return self._row(added.one())

    async def add_pages(self, row: DocumentRow, pages: Sequence[Page]) -> None:
        """At most ``BATCH`` at once."""
        await self._add(
            page,
            [
                {**self._of(row), "number": one.number, "text": self._seal(row, one.text)}
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
    ) -> Counts:
        """Make the document and its facts visible. Raises ``DocumentNotFound`` unless pending."""
        connection = self._work.connection
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
                coverage=self._work.seal.seal_json(row.matter, coverage or {}),
            )
        )
        if changed.rowcount != 1:
            raise DocumentNotFound()
        return Counts(pages, passages, facts, first)

    async def discard(self, row: DocumentRow, limit: int = BATCH) -> bool:
        """Remove up to ``limit`` rows of a pending document; True once it is gone altogether.

        Each call is to have a transaction of its own. A published one is left as it is."""
        pending = await self._work.connection.scalar(
            sa.select(document.c.seq)
            .where(document.c.seq == row.key, document.c.state == "pending")
            .with_for_update()
        )
        if pending is None:
            return True
        for table in (fact, passage, page):
            some = sa.select(table.c.seq).where(table.c.document == row.key).limit(limit)
            gone = await self._work.connection.execute(
                sa.delete(table).where(table.c.seq.in_(some.scalar_subquery()))
            )
            limit -= gone.rowcount
            if limit <= 0:
                return False
        await self._work.connection.execute(sa.delete(document).where(document.c.seq == row.key))
        return True

    async def blob_in_use(self, matter_id: str, blob: str) -> bool:
        """Whether any document of the matter, in whatever state, names that file.

        None can begin to, until this transaction ends."""
        await self._work.connection.execute(
            sa.select(matter.c.id).where(matter.c.id == matter_id).with_for_update()
        )
        found = await self._work.connection.scalar(
            sa.select(document.c.seq)
            .where(document.c.matter == matter_id, document.c.blob == blob)
            .limit(1)
        )
        return found is not None

    async def pending(self) -> Sequence[DocumentRow]:
        """What is coming in, or was left half-ingested by a crash."""
        return await self._read(document.c.state == "pending")

    async def list(self, matter_id: str) -> Sequence[DocumentRow]:
        """Those in force, by number."""
        return await self._read(document.c.matter == matter_id, document.c.state == "ready")

    async def get(self, matter_id: str, id: str) -> DocumentRow:
        """One in force, by its id (``D3``). Raises ``DocumentNotFound``."""
        found = await self._read(
            document.c.matter == matter_id,
            document.c.number == number_in(id, "D"),
            document.c.state == "ready",
        )
        if not found:
            raise DocumentNotFound()
        return found[0]

    async def find_by_sha(self, matter_id: str, sha256: str) -> DocumentRow | None:
        """The one in force with the same content."""
        found = await self._read(
            document.c.matter == matter_id,
            document.c.sha256 == sha256,
            document.c.state == "ready",
        )
        return found[0] if found else None

    async def set_scope(self, matter_id: str, id: str, scope: Scope) -> DocumentRow:
        """Raises ``DocumentNotFound``."""
        return await self._change(matter_id, id, scope=scope)

    async def withdraw(self, matter_id: str, id: str) -> DocumentRow:
        """Its facts are in force no longer; what was said of them stays in the record.

        Raises ``DocumentNotFound``."""
        return await self._change(matter_id, id, state="withdrawn")

    async def page_text(self, row: DocumentRow, number: int) -> str | None:
        """The text of a page; number 0 is the whole of a document without pages."""
        found: str | None = await self._work.connection.scalar(
            sa.select(page.c.text).where(page.c.document == row.key, page.c.number == number)
        )
        return None if found is None else self._work.seal.open_(row.matter, found)

    async def _change(self, matter_id: str, id: str, **values: Any) -> DocumentRow:
        changed = await self._work.connection.execute(
            sa.update(document)
            .where(document.c.matter == matter_id, document.c.number == number_in(id, "D"))
            .where(document.c.state == "ready")
            .values(**values)
            .returning(document)
        )
        row = changed.first()
        if row is None:
            raise DocumentNotFound()
        return self._row(row)

    async def _add(self, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
        if len(rows) > BATCH:
            raise ValueError(f"{len(rows)} rows in one batch; at most {BATCH}")
        if rows:
            await self._work.connection.execute(sa.insert(table), rows)

    async def _count(self, table: sa.Table, row: DocumentRow) -> int:
        counted = sa.select(sa.func.count()).select_from(table).where(table.c.document == row.key)
        return int((await self._work.connection.execute(counted)).scalar_one())

    async def _read(self, *where: sa.ColumnElement[bool]) -> Sequence[DocumentRow]:
        rows = await self._work.connection.execute(
            sa.select(document).where(*where).order_by(document.c.matter, document.c.number)
        )
        return [self._row(row) for row in rows]

    def _seal(self, row: DocumentRow, text: str) -> str:
        return self._work.seal.seal(row.matter, text)

    def _of(self, row: DocumentRow) -> dict[str, Any]:
        return {"document": row.key, "matter": row.matter}

    def _row(self, row: Any) -> DocumentRow:
        seal = self._work.seal
        return DocumentRow(
            key=row.seq,
            matter=row.matter,
            id=f"D{row.number}",
            name=seal.open_(row.matter, row.name),
            title=seal.open_(row.matter, row.title),
            media=row.media,
            sha256=row.sha256,
            blob=row.blob,
            scope=Scope(row.scope),
            state=row.state,
            pages=row.pages,
            facts=row.facts,
            by=row.by,
            at=row.at,
            coverage=seal.open_json(row.matter, row.coverage),
        )


def _columns(spot: Spot) -> dict[str, Any]:
    return {
        "page": spot.page,
        "paragraph": spot.paragraph,
        "exact": spot.exact,
        "label": spot.label,
    }


def number_in(id: str, prefix: str) -> int:
    """3 of ``D3`` or ``d3``; 0, which nothing has, of anything else."""
    found = re.fullmatch(rf"{prefix}([0-9]{{1,9}})", id.strip(), re.IGNORECASE)
    return int(found[1]) if found else 0


async def next_number(work: Work, matter_id: str, counter: str, count: int = 1) -> int:
    """Take ``count`` numbers of a matter; the last of them. Raises ``MatterNotFound``.

    The matter's row stays locked until the transaction ends."""
    column = matter.c[counter]
    taken: int | None = await work.connection.scalar(
        sa.update(matter)
        .where(matter.c.id == matter_id)
        .values({column: column + count})
        .returning(column)
    )
    if taken is None:
        raise MatterNotFound()
    return taken
