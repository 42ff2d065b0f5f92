"""Takes a document that was read into the house, in batches that one small transaction shows;
and takes one that was withdrawn out of it, in batches too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from engine.corpus.types import FactText, Page, Passage
from storage.documents import BATCH, Counts, DocumentRow
from storage.house import House

_T = TypeVar("_T")

STALE = 900.0
"""Seconds after which a pending document is what a killed process left: storing what was read
takes a minute for the largest."""


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
                gone = await unit.documents.empty(row)
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
            left = await view.documents.half_withdrawn()
        for row in left:
            await self.empty(row)
        return left


def _batches(rows: Sequence[_T]) -> Iterator[Sequence[_T]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]
