"""Taking documents out of the file.

One that is ``withdrawn`` keeps its row, so that its id is never given again; its text goes, in
batches, and a sweep finishes what a crash broke off.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from storage.document_rows import DocumentRow, changed, emptied, rows_of, stands
from storage.documents import BATCH
from storage.tables import document, fact, fact_change, page, passage
from storage.work import Work


class Withdrawals:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def withdraw(
        self, matter_id: str, id: str, why: str = "", privileged: bool = False
    ) -> DocumentRow:
        """Its facts are in force no longer, from this transaction on; :meth:`empty` takes its
        text away. What the record quotes of it stays there.

        Raises ``DocumentNotFound``."""
        said = {"withdrawn": {"why": why, "privileged": privileged}}
        coverage = self._work.seal.seal_json(matter_id, said)
        return await changed(self._work, matter_id, id, state="withdrawn", coverage=coverage)

    async def empty(self, row: DocumentRow, limit: int = BATCH) -> bool:
        """Remove up to ``limit`` of a withdrawn document's pages, passages and facts; True once
        none is left. Its words and its sketch go; if it was privileged also what names its file
        and what was said of its facts.

        Each call is to have a transaction of its own. One in force is left as it is."""
        if not await stands(self._work, row, "withdrawn"):
            return True
        if not await emptied(self._work, row, limit):
            return False
        nothing = self._work.seal.seal_json(row.matter, [])
        values = {"sketch": nothing, "words": nothing}
        if row.privileged:
            values["blob"] = ""
            await self._work.connection.execute(
                sa.delete(fact_change).where(fact_change.c.document == row.key)
            )
        await self._work.connection.execute(
            sa.update(document).where(document.c.seq == row.key).values(**values)
        )
        return True

    async def half_done(self) -> Sequence[DocumentRow]:
        """Those withdrawn of which something is still here."""
        left = [
            sa.exists().where(table.c.document == document.c.seq) for table in (fact, passage, page)
        ]
        nothing = self._work.seal.seal_json(None, [])
        return await rows_of(
            self._work,
            document.c.state == "withdrawn",
            sa.or_(*left, document.c.words != nothing),
        )

    async def of_matter(self, matter_id: str) -> Sequence[DocumentRow]:
        """By number."""
        return await rows_of(
            self._work, document.c.matter == matter_id, document.c.state == "withdrawn"
        )
