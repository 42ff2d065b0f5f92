"""The bot under a hundred commands while the model is busy, and how fast a stop frees the model.

``python -m tests.bench.bot HOME MATTER commands|cancel`` prints seconds and megabytes.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bot.closing import closing
from handlers.doors import Shown
from tests.bench.figures import percentile
from tests.bench.homes import Home, simulate
from tests.bench.playing import RunFailed
from tests.bench.served import Served, serving

COMMANDS = (
    "help", "help simulate", "matters", "docs", "facts", "facts the agency knew and kept paying",
    "elements", "authorities", "status", "record", "docs list", "facts certificate",
    'authorities add "31 U.S.C. § 3729" --names "False Claims Act"', "open 10482.0007",
)  # fmt: skip
COUNT, UPLOADS = 100, 5
DELAYS = (0.1, 0.5, 1.0, 2.0, 4.0, 7.0)
"""Seconds from the model's first request of a run to the stop: in the prompt, in the answer."""


async def commands(home: Home) -> dict[str, Any]:
    """First posts of a hundred commands while the model works, and the memory after them.

    Uploads come between, untimed: they are answered when they have been read.
    """
    async with serving(home) as bot:
        at_rest = bot.memory()
        await bot.first_post(home.say(simulate(24)))
        await bot.asked(0)
        asked: list[float] = []
        for number, text in enumerate(islice(cycle(COMMANDS), COUNT)):
            if number % (COUNT // UPLOADS) == 0:
                await bot.first_post(home.upload(_exhibit(home.folder, number)))
            asked.append(await bot.first_post(home.say(text)))
        memory = bot.memory()
        if not await _live(bot):
            raise RunFailed("the model was not busy all the time")
        await bot.first_post(home.say("stop"))
    return {
        "p50": percentile(asked, 50),
        "p99": percentile(asked, 99),
        "max": max(asked),
        "at_rest": at_rest,
        "memory": memory,
    }


async def cancel(home: Home) -> dict[str, Any]:
    """Stops at several moments of a run: until the host has answered somebody else."""
    freed: list[float] = []
    firsts: list[float] = []
    async with serving(home) as bot:
        for delay in DELAYS:
            before = await bot.metric("requests_total")
            first = await bot.first_post(home.say(simulate(24)))
            if before:  # the first simulation also starts the host
                firsts.append(first)
            await bot.asked(before)
            await asyncio.sleep(delay)
            cut = await bot.metric("cancelled_total")
            began = time.perf_counter()
            await _stop(bot)
            await bot.probe()
            took = time.perf_counter() - began
            if await bot.metric("cancelled_total") > cut:
                freed.append(took)
            await _ended(bot)
    if len(freed) < len(DELAYS) // 2:
        raise RunFailed("the stops did not meet the model at work")
    return {"seconds": max(freed), "stops": len(freed), "first_post": max(firsts)}


async def _stop(bot: Served) -> None:
    """Returns with the first line, so that the answer's other posts are not waited for."""
    async with closing(bot.link.send(bot.home.say("stop"), wait=False)) as lines:
        await anext(lines)


async def _ended(bot: Served) -> None:
    while await _live(bot):  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def _live(bot: Served) -> bool:
    """Whether a run is going on, as its status says."""
    answers = [
        line.post
        async for line in bot.link.send(bot.home.say("status"), wait=False)
        if isinstance(line, Shown)
    ]
    return any(run["state"] in ("owed", "running") for run in answers[0].data["runs"])


def _exhibit(folder: Path, number: int) -> Path:
    path = folder / f"exhibit-{number}.txt"
    sentences = (f"Entry {number}.{n} of the log says that lot {n} was paid." for n in range(40))
    path.write_text("\n\n".join(sentences))
    return path


if __name__ == "__main__":
    part = {"commands": commands, "cancel": cancel}[sys.argv[3]]
    print(json.dumps(asyncio.run(part(Home(Path(sys.argv[1]), sys.argv[2])))))
