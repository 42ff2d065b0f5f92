"""Search for facts by words and by meaning: both rankings, fused by reciprocal rank."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.matter import Fact, Scope
from engine.ports import Vectors
from storage.house import House, Unit
from storage.vectors import Held

if TYPE_CHECKING:
    from storage.matrix import Matrix

DEPTH = 50
"""Facts of each ranking that count, or as many as are asked for."""
_STEADY = 10
"""Reciprocal rank fusion's constant: the first ranks count less the larger it is."""


async def search_facts(
    house: House,
    vectors: Vectors,
    matter: str,
    query: str,
    scope: Scope | None,
    limit: int,
    *,
    admissible: bool = False,
) -> Sequence[Fact]:
    """Best first; by words alone while any fact of the matter lacks its vector, or none comes."""
    name = vectors.name
    vector = None
    if name:
        async with house.reading() as view:
            whole = (await view.vectors.held(matter, name)).whole
        # Not within a transaction: the model may take its time.
        made = await vectors.of([query]) if whole else None
        vector = made[0] if made else None
    async with house.reading() as view:
        if vector is None:
            return await view.facts.search_facts(matter, query, scope, limit, admissible=admissible)
        depth = max(DEPTH, limit)
        by_words = await view.facts.search_facts(matter, query, scope, depth, admissible=admissible)
        documents = await view.facts.first_numbers(matter, scope)
        matrix = await _matrix(house, view, matter, name, await view.vectors.held(matter, name))
        near = await asyncio.to_thread(matrix.near, vector, documents.keys(), depth)
        by_meaning = [f"F{documents[of] + ordinal}" for of, ordinal in near]
        ids = fused([[fact.id for fact in by_words], by_meaning])
        known = {fact.id: fact for fact in by_words}
        missing = [
            (of, ordinal)
            for (of, ordinal), id in zip(near, by_meaning, strict=True)
            if id not in known
        ]
        known |= {fact.id: fact for fact in await view.facts.at(missing, admissible=admissible)}
        return [known[id] for id in ids if id in known][:limit]


def fused(rankings: Sequence[Sequence[str]]) -> list[str]:
    """All ids, best first; of those that stand alike the one that the first ranking has."""
    worth: dict[str, float] = {}
    for ranking in rankings:
        for rank, id in enumerate(ranking, 1):
            worth[id] = worth.get(id, 0.0) + 1 / (_STEADY + rank)
    return sorted(worth, key=lambda id: -worth[id])


async def _matrix(house: House, view: Unit, matter: str, name: str, held: Held) -> Matrix:
    kept = house.nearest.kept(matter, name, held)
    if kept is not None:
        return kept
    return await house.nearest.keep(matter, name, held, await view.vectors.read(matter, name))
