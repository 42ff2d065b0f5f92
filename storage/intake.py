"""Takes a document that was read into the house, in batches that one small transaction shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from engine.corpus.types import FactText, Page, Passage
from storage.documents import BATCH, Counts, DocumentRow
from storage.house import House

_T = TypeVar("_T")


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
    ) -> Counts:
        """Nobody sees any of it before all of it is there. Raises ``DocumentNotFound`` when the
        document was dropped meanwhile."""
        for some_pages in _batches(pages):
            async with self._house.writing() as unit:
                await unit.documents.add_pages(row, some_pages)
        for some_passages in _batches(passages):
            async with self._house.writing() as unit:
                await unit.documents.add_passages(row, some_passages)
        for some_facts in _batches(facts):
            async with self._house.writing() as unit:
                await unit.documents.add_facts(row, some_facts)
        async with self._house.writing() as unit:
            return await unit.documents.publish(row, title=title, media=media, coverage=coverage)

    async def drop(self, row: DocumentRow) -> None:
        """Leave no trace of a pending document; its file goes too, unless another names it."""
        gone = False
        while not gone:
            async with self._house.writing() as unit:
                gone = await unit.documents.discard(row)
                if gone and not await unit.documents.blob_in_use(row.matter, row.blob):
                    # Inside the transaction: nobody can begin a document with that file now.
                    self._house.blobs.remove(row.matter, row.blob)

    async def sweep_pending(self) -> Sequence[DocumentRow]:
        """Drop what a crash left half-ingested. Only before the first upload is taken in."""
        async with self._house.reading() as view:
            left = await view.documents.pending()
        for row in left:
            await self.drop(row)
        return left


def _batches(rows: Sequence[_T]) -> Iterator[Sequence[_T]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]
