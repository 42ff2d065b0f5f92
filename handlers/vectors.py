"""Vectors of facts: made in the background once their documents are published, and asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from engine.errors import Unavailable
from engine.matter import Fact
from engine.ports import Vectors
from storage.house import House
from storage.hybrid import search_facts

LOOKS = 5.0
"""Seconds between looks for facts that have no vector yet."""
PATIENCE = 120.0
"""Seconds that some facts' vectors may take on a busy machine."""


class Finding:
    """Facts by words and by meaning. Not within a transaction: a question's vector takes time."""

    def __init__(self, house: House, vectors: Vectors) -> None:
        self._house, self._vectors = house, vectors

    async def facts(self, matter: str, words: str, most: int) -> Sequence[Fact]:
        """Of any scope, best first."""
        return await search_facts(self._house, self._vectors, matter, words, None, most)


class Vectoriser:
    """Until a matter's facts all have vectors, they are searched by words alone."""

    def __init__(self, house: House, vectors: Vectors) -> None:
        self._house, self._vectors = house, vectors

    async def run(self) -> None:
        """For ever; ends at once where there is no model."""
        while self._vectors.name:
            try:
                going_on = await self.step()
            except Unavailable:
                going_on = False
            if not going_on:
                await asyncio.sleep(LOOKS)

    async def step(self) -> bool:
        """Make and keep some; False if none is owed, or the model does not answer."""
        async with self._house.reading() as view:
            owed = await view.vectors.owed(self._vectors.name)
        if owed is None:
            return False
        made = await self._vectors.of(owed.texts, PATIENCE)
        if made is None:
            return False
        async with self._house.writing() as unit:
            await unit.vectors.keep(owed, self._vectors.name, made)
        return True
