"""Pages of a document on file that had no text, and have some now that it was read anew.

What is there stays as it is: ids of facts are cited. Added facts get the matter's next numbers, in
a row that is kept for them from the start. Page by page comes in a transaction of its own; each is
whole, so that what a crash breaks off can be done again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from engine.corpus.types import FactText, Page, Passage
from storage.document_rows import DocumentRow, next_number, rows_of, stands
from storage.documents import BATCH, Documents
from storage.errors import DocumentNotFound
from storage.scopes import words_of
from storage.tables import document, fact, page, passage
from storage.vectors import TOGETHER, Vectors
from storage.work import Work


class Rereading:
    """Every method raises ``DocumentNotFound`` of a document that is not in force."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def without_text(self, row: DocumentRow) -> frozenset[int]:
        """Numbers of its sheets that have none here."""
        numbers = await self._work.connection.scalars(
            sa.select(page.c.number).where(page.c.document == row.key, page.c.source == "none")
        )
        return frozenset(numbers)

    async def unstated(self, row: DocumentRow, facts: Sequence[FactText]) -> Sequence[FactText]:
        """Those that are not among the document's facts, by their page and its own words."""
        pages = {one.place.page for one in facts}
        rows = await self._work.connection.execute(
            sa.select(fact.c.page, fact.c.text, fact.c.original).where(
                fact.c.document == row.key, fact.c.page.in_(pages)
            )
        )
        opened = self._work.seal.open_
        stated = {
            (one.page, opened(row.matter, one.original) or opened(row.matter, one.text))
            for one in rows
        }
        return [one for one in facts if (one.place.page, one.text) not in stated]

    async def begin(
        self, row: DocumentRow, facts: Mapping[int, int], words: Sequence[str]
    ) -> Mapping[int, int]:
        """The pages that have no text here, each with the number of the first fact it will hold.

        ``facts`` counts what each page would bring. The words count from now on as the
        document's: what only the firm knows is told from them, so they come before the facts."""
        await self._alone(row)
        wanted = sorted(await self.without_text(row) & facts.keys())
        await self._add_words(row, words)
        next_ = await self._numbers(row, sum(facts[number] for number in wanted))
        firsts: dict[int, int] = {}
        for number in wanted:
            firsts[number] = next_
            next_ += facts[number]
        return firsts

    async def add(
        self,
        row: DocumentRow,
        text: Page,
        passages: Sequence[Passage],
        facts: Sequence[FactText],
        first: int,
    ) -> bool:
        """Give a page its text, passages and facts, which are ``F<first>`` and following. A fact
        of another page belongs to a passage that is there. False, and nothing is done, if the page
        has text by now."""
        await self._alone(row)
        if not await self._write(row, text):
            return False
        last: int | None = await self._work.connection.scalar(
            sa.select(sa.func.max(passage.c.ordinal)).where(passage.c.document == row.key)
        )
        ordinals = {one.ordinal: n for n, one in enumerate(passages, start=(last or 0) + 1)}
        at = first - await self._first_fact(row)
        told = [replace(one, ordinal=ordinals[one.ordinal]) for one in passages]
        stated = [
            replace(
                one, ordinal=n, passage=ordinals.get(one.passage) or await self._passage(row, one)
            )
            for n, one in enumerate(facts, start=at)
        ]
        documents = Documents(self._work)
        for start in range(0, len(told), BATCH):
            await documents.add_passages(row, told[start : start + BATCH])
        for start in range(0, len(stated), BATCH):
            await documents.add_facts(row, stated[start : start + BATCH])
        if stated:
            # A vector row that ends here may have been made while the page was not there.
            await Vectors(self._work).forget(row.key, at)
        await self._set(row, facts=document.c.facts + len(stated))
        return True

    async def finish(
        self, row: DocumentRow, coverage: Mapping[str, Any], sketch: Sequence[int]
    ) -> DocumentRow:
        """Say of the whole what was read of it."""
        await self._alone(row)
        seal = self._work.seal
        await self._set(
            row,
            coverage=seal.seal_json(row.matter, coverage),
            sketch=seal.seal_json(row.matter, list(sketch)),
        )
        return (await rows_of(self._work, document.c.seq == row.key))[0]

    async def _alone(self, row: DocumentRow) -> None:
        if not await stands(self._work, row, "ready"):
            raise DocumentNotFound()

    async def _numbers(self, row: DocumentRow, count: int) -> int:
        """Take ``count`` numbers of facts; the first of them.

        Vectors are kept by parts of ``TOGETHER`` ordinals that follow one another, so a part of
        its own is begun; the numbers passed over are never given."""
        if not count:
            return 0
        next_ = 1 + await next_number(self._work, row.matter, "facts", 0)
        skipped = -(next_ - await self._first_fact(row)) % TOGETHER
        await next_number(self._work, row.matter, "facts", skipped + count)
        return next_ + skipped

    async def _first_fact(self, row: DocumentRow) -> int:
        """What with a fact's ordinal makes its number."""
        found = await self._work.connection.scalars(
            sa.select(document.c.first_fact).where(document.c.seq == row.key)
        )
        return int(found.one())

    async def _write(self, row: DocumentRow, text: Page) -> bool:
        seal = self._work.seal
        written = await self._work.connection.execute(
            sa.update(page)
            .where(page.c.document == row.key, page.c.number == text.number)
            .where(page.c.source == "none")
            .values(
                text=seal.seal(row.matter, text.text),
                source=text.source,
                confidence=text.confidence,
                bates=seal.seal(row.matter, text.bates),
                stamp=seal.seal(row.matter, text.stamp),
                exhibit=seal.seal(row.matter, text.exhibit),
            )
        )
        return written.rowcount == 1

    async def _add_words(self, row: DocumentRow, words: Sequence[str]) -> None:
        stored: str = (
            await self._work.connection.execute(
                sa.select(document.c.words).where(document.c.seq == row.key)
            )
        ).scalar_one()
        told = set(self._work.seal.open_json(row.matter, stored))
        known = told or await words_of(self._work, row.matter, row.key)
        both = self._work.seal.seal_json(row.matter, sorted(known.union(words)))
        await self._set(row, words=both)

    async def _passage(self, row: DocumentRow, stated: FactText) -> int:
        """The ordinal of the document's passage that holds the fact; 0 of none."""
        rows = await self._work.connection.execute(
            sa.select(passage.c.ordinal, passage.c.text)
            .where(passage.c.document == row.key, passage.c.page == stated.place.page)
            .order_by(passage.c.ordinal)
        )
        opened = self._work.seal.open_
        return next((one.ordinal for one in rows if stated.text in opened(row.matter, one.text)), 0)

    async def _set(self, row: DocumentRow, **values: Any) -> None:
        await self._work.connection.execute(
            sa.update(document).where(document.c.seq == row.key).values(**values)
        )
