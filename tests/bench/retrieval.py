"""Full-text search over ten thousand passages, on both databases.

``python -m tests.bench.retrieval FOLDER`` prints milliseconds. PostgreSQL is that of the tests;
without it only SQLite is measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from handlers.vectors import Vectoriser
from storage.blobs import Blobs
from storage.database import open_database
from storage.house import House
from storage.hybrid import search_facts
from storage.seal import Seal
from tests.bench.figures import percentile
from tests.bench.large import FACTS, PASSAGES, Prose, fill
from tests.doubles.postgres import server

PAGES, ELSEWHERE = 10_000 // PASSAGES, 10_000 // FACTS
"""Of the matter that is searched, and of another one, which is also searched by meaning."""
QUERIES, WARMED = 50, 5
SHOWN = 20


async def measure(url: str, folder: Path) -> dict[str, float]:
    database = open_database(url)
    try:
        await database.migrate()
        house = House(database, Seal(), Blobs(folder))
        async with house.writing() as unit:
            who = (await unit.people.add("Ada Counsel", ["lawyer"])).id
            matters = [await unit.matters.create(f"B-{n}", "Roe", owner=who) for n in (1, 2)]
        await fill(house, matters[0], PAGES)
        await fill(house, matters[1], ELSEWHERE, seed=7)
        found: dict[str, float] = {}
        for table in ("passages", "facts"):
            found |= await _searched(house, matters[0].id, table)
        return found | await _hybrid(house, matters[1].id)
    finally:
        await database.close()


class Chance:
    """Vectors of no meaning, in no time: what is measured is the search among them."""

    name = "chance"

    async def of(self, texts: Sequence[str], patience: float | None = None) -> list[bytes]:
        return [os.urandom(384) for _ in texts]


async def _hybrid(house: House, matter: str) -> dict[str, float]:
    """Over ten thousand facts; the question's own vector would take 3 to 5 ms more."""
    vectors = Chance()
    vectoriser = Vectoriser(house, vectors)
    while await vectoriser.step():
        pass
    took = []
    for query in _asked():
        began = time.perf_counter()
        await search_facts(house, vectors, matter, query, None, SHOWN)
        took.append((time.perf_counter() - began) * 1000)
    return {f"hybrid_{share}": percentile(took[WARMED:], share) for share in (50, 95)}


def _asked() -> list[str]:
    """Half of them questions, half whole sentences, whose words are of every frequency."""
    prose = Prose(99)
    return [prose.question() if n % 2 else prose.sentence() for n in range(QUERIES + WARMED)]


async def _searched(house: House, matter: str, table: str) -> dict[str, float]:
    took = []
    for query in _asked():
        async with house.reading() as view:
            search = view.facts.search_facts if table == "facts" else view.facts.search_passages
            began = time.perf_counter()
            await search(matter, query, None, SHOWN)
            took.append((time.perf_counter() - began) * 1000)
    return {f"{table}_{share}": percentile(took[WARMED:], share) for share in (50, 95)}


async def both(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {
        "passages": PAGES * PASSAGES,
        "facts": PAGES * FACTS,
        "sqlite": await measure(f"sqlite:///{folder / 'search.db'}", folder),
    }
    here = server()
    if here is not None:
        name = f"lawgame_bench_{secrets.token_hex(6)}"
        here.run("CREATE DATABASE {}", name)
        try:
            found["postgresql"] = await measure(here.address(name), folder)
        finally:
            here.run("DROP DATABASE {} WITH (FORCE)", name)
    return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(both(Path(sys.argv[1])))))
