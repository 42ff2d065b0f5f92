"""Takes a document that was read into the house, in batches that one small transaction shows.

Adds to one on file what was read of it later; takes one that was withdrawn out, in batches too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.corpus.types import FactText, Page, Passage
from storage.documents import BATCH, Counts, DocumentRow
from storage.house import House

_T = TypeVar("_T")
_Placed = TypeVar("_Placed", Passage, FactText)

STALE = 900.0
"""Seconds after which a pending document is what a killed process left: storing what was read
takes a minute for the largest."""


@dataclass(frozen=True)
class Added:
    """Sheets that have text now, and the numbers of the first and the last fact they brought; the
    numbers between are theirs. ``first`` is 0 where they brought none."""

    pages: tuple[int, ...] = ()
    facts: int = 0
    first: int = 0
    last: int = 0


class Intake:
    """Begin the document with ``unit.documents.begin``, put its file among the blobs, then
    :meth:`keep` what was read, or :meth:`drop` it all."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def keep(
        self,
        row: DocumentRow,
        pages: Sequence[Page],
        passages: Sequence[Passage],
        facts: Sequence[FactText],
        *,
        title: str | None = None,
        media: str = "",
        coverage: Mapping[str, Any] | None = None,
        kin: Mapping[str, Any] | None = None,
        sketch: Sequence[int] = (),
        words: Sequence[str] = (),
        going_on: Callable[[], None] = lambda: None,
    ) -> Counts:
        """Nobody sees any of it before all of it is there.

        ``going_on`` is called between batches; what it raises ends this. Raises
        ``DocumentNotFound`` when the document was dropped meanwhile, ``OnFileAlready`` when
        another with the same content came in first."""
        for some_pages in _batches(pages):
            going_on()
            async with self._house.writing() as unit:
                await unit.documents.add_pages(row, some_pages)
        for some_passages in _batches(passages):
            going_on()
            async with self._house.writing() as unit:
                await unit.documents.add_passages(row, some_passages)
        for some_facts in _batches(facts):
            going_on()
            async with self._house.writing() as unit:
                await unit.documents.add_facts(row, some_facts)
        going_on()
        async with self._house.writing() as unit:
            return await unit.documents.publish(
                row,
                title=title,
                media=media,
                coverage=coverage,
                kin=kin,
                sketch=sketch,
                words=words,
            )

    async def add(
        self,
        row: DocumentRow,
        pages: Sequence[Page],
        passages: Sequence[Passage],
        facts: Sequence[FactText],
        *,
        words: Sequence[str],
        going_on: Callable[[], None] = lambda: None,
    ) -> Added:
        """Give the pages of a document on file that have no text there what a later reading found
        on them; what else is there stays as it is. The reading is given whole.

        What ``going_on`` raises ends this between two pages. Raises ``DocumentNotFound`` when the
        document was withdrawn."""
        read = {page.number: page for page in pages if page.source != "none"}
        passages_of, facts_of = _by_page(passages), _by_page(facts)
        await self._join_heads(row, read.keys(), facts_of)
        count = {number: len(facts_of[number]) for number in read}
        async with self._house.writing() as unit:
            firsts = await unit.rereading.begin(row, count, words)
        added: list[int] = []
        for number, first in firsts.items():
            going_on()
            texts, stated = passages_of[number], facts_of[number]
            async with self._house.writing() as unit:
                if await unit.rereading.add(row, read[number], texts, stated, first):
                    added.append(number)
        brought = [number for number in added if count[number]]
        if not brought:
            return Added(tuple(added))
        return Added(
            tuple(added),
            sum(count[number] for number in brought),
            firsts[brought[0]],
            firsts[brought[-1]] + count[brought[-1]] - 1,
        )

    async def _join_heads(
        self, row: DocumentRow, read: Set[int], facts_of: dict[int | None, list[FactText]]
    ) -> None:
        """Put the first fact of a page to those of the page before it, where that had no text:
        nobody could tell then whether its sentence begins there."""
        async with self._house.reading() as view:
            wanted = await view.rereading.without_text(row) & read
            after = {number + 1: number for number in wanted}
            heads = [
                facts_of[number][0] for number in after if number not in wanted and facts_of[number]
            ]
            for head in await view.rereading.unstated(row, heads) if heads else ():
                facts_of[after[head.place.page or 0]].append(head)

    async def drop(self, row: DocumentRow) -> None:
        """Leave no trace of a pending document; its file goes too, unless another names it."""
        gone = False
        while not gone:
            async with self._house.writing() as unit:
                gone = await unit.documents.discard(row)
                if gone and not await unit.documents.blob_in_use(row.matter, row.blob):
                    # Inside the transaction: nobody can begin a document with that file now.
                    self._house.blobs.remove(row.matter, row.blob)

    async def empty(self, row: DocumentRow) -> None:
        """Take the text of a withdrawn document out of corpus and index; the file too, if it was
        privileged and no other document names it."""
        gone = False
        while not gone:
            async with self._house.writing() as unit:
                gone = await unit.withdrawals.empty(row)
                if not gone or not row.privileged or not row.blob:
                    continue
                if not await unit.documents.blob_in_use(row.matter, row.blob):
                    self._house.blobs.remove(row.matter, row.blob)

    async def sweep_pending(self, older_than: float = 0.0) -> Sequence[DocumentRow]:
        """Drop what a crash left half-ingested. Of any age only before the first upload is taken
        in, and where no other process works on the house; else what is older than ``STALE``."""
        async with self._house.reading() as view:
            left = await view.documents.pending(older_than)
        for row in left:
            await self.drop(row)
        return left

    async def sweep_withdrawn(self) -> Sequence[DocumentRow]:
        """Finish withdrawals that a crash broke off."""
        async with self._house.reading() as view:
            left = await view.withdrawals.half_done()
        for row in left:
            await self.empty(row)
        return left


def _batches(rows: Sequence[_T]) -> Iterator[Sequence[_T]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def _by_page(rows: Sequence[_Placed]) -> dict[int | None, list[_Placed]]:
    found: dict[int | None, list[_Placed]] = defaultdict(list)
    for row in rows:
        found[row.place.page].append(row)
    return found
