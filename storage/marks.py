"""Turns that rest on something withdrawn, corrected, disputed or inadmissible since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from engine.record import Turn
from storage.tables import turn, turn_mark
from storage.work import Work


@dataclass(frozen=True)
class Mark:
    """``basis`` is the id of the document or the fact; ``why`` a sentence on what became of it."""

    basis: str
    why: str
    at: datetime


class Marks:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def add(self, matter: str, turns: Iterable[Turn], basis: str, why: str) -> None:
        """Of a turn that is marked for the same basis already the newer ``why`` counts."""
        rows = [
            {
                "turn": str(one.key),
                "matter": matter,
                "basis": basis,
                "why": self._work.seal.seal(matter, why),
                "at": self._work.now(),
            }
            for one in turns
        ]
        for row in rows:
            added = self._work.insert(turn_mark).values(**row)
            await self._work.connection.execute(
                added.on_conflict_do_update(
                    index_elements=["turn", "basis"],
                    set_={"why": added.excluded.why, "at": added.excluded.at},
                )
            )

    async def take_off(self, turns: Iterable[Turn], basis: str) -> None:
        for one in turns:
            await self._work.connection.execute(
                sa.delete(turn_mark).where(
                    turn_mark.c.turn == str(one.key), turn_mark.c.basis == basis
                )
            )

    async def of_run(self, run: str) -> Mapping[str, tuple[Mark, ...]]:
        """By the turn's key as text, in the order they were made."""
        rows = await self._work.connection.execute(
            sa.select(turn_mark)
            .join(turn, turn.c.key == turn_mark.c.turn)
            .where(turn.c.run == run)
            .order_by(turn_mark.c.seq)
        )
        found: dict[str, tuple[Mark, ...]] = {}
        for row in rows:
            mark = Mark(row.basis, self._work.seal.open_(row.matter, row.why), row.at)
            found[row.turn] = (*found.get(row.turn, ()), mark)
        return found
