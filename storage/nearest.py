"""Matrices of the matters that were searched last, kept in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from storage.vectors import Held, Row

if TYPE_CHECKING:
    from storage.matrix import Matrix

ROOM = 100_000_000
"""Bytes that are kept, but for the matter asked about last: some 250,000 facts."""


class Nearest:
    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[tuple[str, str], tuple[Held, Matrix]] = OrderedDict()

    def kept(self, matter: str, name: str, held: Held) -> Matrix | None:
        found = self._kept.get((matter, name))
        if found is None or found[0] != held:
            return None
        self._kept.move_to_end((matter, name))
        return found[1]

    async def keep(self, matter: str, name: str, held: Held, rows: Sequence[Row]) -> Matrix:
        # Off the loop: of a large matter these are tens of millions of numbers.
        made = await asyncio.to_thread(_made, rows)
        self._kept[matter, name] = (held, made)
        self._kept.move_to_end((matter, name))
        while len(self._kept) > 1 and self._size() > self._room:
            self._kept.popitem(last=False)
        return made

    def _size(self) -> int:
        return sum(matrix.vectors.nbytes for _, matrix in self._kept.values())


def _made(rows: Sequence[Row]) -> Matrix:
    from storage.matrix import Matrix

    return Matrix.of(rows)
