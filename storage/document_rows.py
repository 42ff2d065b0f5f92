"""A document's row, what hangs on it, and the numbers of documents and facts in their matter."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from engine.matter import Scope
from storage.errors import DocumentNotFound, MatterNotFound
from storage.seal import Seal
from storage.tables import document, fact, fact_vector, matter, page, passage
from storage.work import Work

_LARGE = frozenset({"sketch", "words"})
ROW = tuple(column for column in document.c if column.name not in _LARGE)


@dataclass(frozen=True)
class DocumentRow:
    """``id`` is ``D3`` within its matter, ``key`` unique in the house; ``blob`` names its file.

    ``state`` is ``pending``, ``ready`` or ``withdrawn``; ``pages`` and ``facts`` are counts, 0
    while it is pending; ``coverage`` says what was read and what could not be (of one withdrawn:
    ``{"withdrawn": {"why", "privileged"}}``); ``within`` names the archive or message it came
    in; ``kin`` is ``{"same": [ids], "versions": [{"document", "share"}]}``; ``by`` is a person's
    id.
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
    within: str = ""
    kin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def privileged(self) -> bool:
        """Whether it was withdrawn as privileged, so that nothing of it is to be kept."""
        return bool(self.coverage.get("withdrawn", {}).get("privileged"))


def row_of(row: Any, seal: Seal) -> DocumentRow:
    """Of the columns ``ROW``."""
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
        within=seal.open_(row.matter, row.within),
        kin=seal.open_json(row.matter, row.kin),
    )


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


async def rows_of(work: Work, *where: sa.ColumnElement[bool]) -> Sequence[DocumentRow]:
    """By matter and number."""
    rows = await work.connection.execute(
        sa.select(*ROW).where(*where).order_by(document.c.matter, document.c.number)
    )
    return [row_of(row, work.seal) for row in rows]


async def stands(work: Work, row: DocumentRow, state: str) -> bool:
    """Whether it is in that state, and stays so until the transaction ends."""
    found = await work.connection.scalar(
        sa.select(document.c.seq)
        .where(document.c.seq == row.key, document.c.state == state)
        .with_for_update()
    )
    return found is not None


async def changed(work: Work, matter_id: str, id: str, **values: Any) -> DocumentRow:
    """The document in force with that id, after its columns were set to ``values``.

    Raises ``DocumentNotFound``."""
    changed = await work.connection.execute(
        sa.update(document)
        .where(document.c.matter == matter_id, document.c.number == number_in(id, "D"))
        .where(document.c.state == "ready")
        .values(**values)
        .returning(*ROW)
    )
    row = changed.first()
    if row is None:
        raise DocumentNotFound()
    return row_of(row, work.seal)


async def emptied(work: Work, row: DocumentRow, limit: int) -> bool:
    """Remove up to ``limit`` of its vectors, facts, passages and pages; True once none is left."""
    for table in (fact_vector, fact, passage, page):
        some = sa.select(table.c.seq).where(table.c.document == row.key).limit(limit)
        gone = await work.connection.execute(
            sa.delete(table).where(table.c.seq.in_(some.scalar_subquery()))
        )
        limit -= gone.rowcount
        if limit <= 0:
            return False
    return True
