"""A matter of ten thousand pages against one of twenty: how soon a simulation's first turns stand.

``python -m tests.bench.matter10k HOME`` fills the home and prints milliseconds and megabytes.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.cli import origin
from bot.closing import closing
from bot.serving import opened
from engine.events import Kind
from handlers.doors import Shown
from handlers.seats import seat
from tests.bench.homes import SEED, Home
from tests.bench.large import BRIEF, DOCUMENTS, OBJECTIVE, fill
from tests.bench.playing import RunFailed
from tests.bench.served import Served, serving

PAGES, FEW = 10_000, DOCUMENTS
RUNS = 5
COMMANDS = {"docs": "docs", "facts": "facts", "search": "facts the agency knew of the shortfall"}


async def measure(home: Home) -> dict[str, Any]:
    """The first run of each matter also starts what stays up, and is not counted."""
    large, small = [replace(home, matter=matter) for matter in await _filled(home)]
    found: dict[str, Any] = {}
    async with serving(home, "scripted") as bot:
        found["at_rest"] = bot.memory()
        runs = [
            (await _start(bot, small, number), await _start(bot, large, number))
            for number in range(RUNS + 1)
        ]
        found["small"] = statistics.median(few for few, _ in runs[1:])
        found["large"] = statistics.median(many for _, many in runs[1:])
        found["first_large"] = runs[0][1]
        for name, text in COMMANDS.items():
            times = [await bot.first_post(large.say(text)) for _ in range(RUNS)]
            found[name] = statistics.median(times) * 1000
        found["memory"] = bot.memory()
    return found


async def _filled(home: Home) -> list[str]:
    """Ids of two matters that differ in nothing but their size."""
    made = []
    async with opened(home.settings("scripted")) as house:
        services = house.app.services
        actor = await seat(services, origin(None))
        for pages in (PAGES, FEW):
            async with services.house.writing() as unit:
                matter = await unit.matters.create(
                    f"BENCH-{pages}", "Roe v. Halden", owner=actor.person, brief=BRIEF
                )
            await fill(services.house, matter, pages)
            made.append(matter.id)
    return made


async def _start(bot: Served, home: Home, number: int) -> float:
    """Milliseconds from the command until the elements were told, the first turn of a model:
    the clerk's stands before it."""
    text = f'simulate "{OBJECTIVE} {number}" --rounds 1 --orbits 1 --seed {SEED + number}'
    told: float | None = None
    began = time.perf_counter()
    async with closing(bot.link.send(home.say(text), wait=True)) as lines:
        async for line in lines:
            if isinstance(line, Shown) and line.post.kind is Kind.ELEMENTS:
                told = time.perf_counter() - began
    if told is None:
        raise RunFailed("the elements were never told")
    return told * 1000


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(Home(Path(sys.argv[1]), "")))))
