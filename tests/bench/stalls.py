"""How long the bot's event loop is kept from its work, idle and while the model generates.

``python -m tests.bench.stalls HOME MATTER`` prints milliseconds; both halves are measured in the
same process, which is the bot with its embedded host beside it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from bot.serving import opened
from bot.terminal.answers import End
from bot.terminal.link import Link
from handlers.requests import CommandRequest
from tests.bench.figures import percentile
from tests.bench.homes import Home, simulate
from tests.bench.playing import RunFailed

TICK = 0.001
SETTLING, IDLE, BUSY = 3.0, 20.0, 60.0
"""Seconds; the model starts within the busy ones."""


async def measure(home: Home) -> dict[str, Any]:
    async with opened(home.settings()) as house:
        await asyncio.sleep(SETTLING)
        idle = await lateness(IDLE)
        run = asyncio.create_task(_all(house.link, home.say(simulate(24))))
        busy = await lateness(BUSY)
        if run.done():
            raise RunFailed(f"the model had nothing to do any more ({await run})")
        await _all(house.link, home.say("stop"))
        await run
    return {
        name: {"p999": percentile(found, 99.9), "max": max(found), "ticks": len(found)}
        for name, found in (("idle", idle), ("busy", busy))
    }


async def lateness(seconds: float) -> list[float]:
    """Milliseconds by which a task that sleeps a tick at a time was woken late."""
    end = time.perf_counter() + seconds
    found: list[float] = []
    while (began := time.perf_counter()) < end:
        await asyncio.sleep(TICK)
        found.append((time.perf_counter() - began - TICK) * 1000)
    return found


async def _all(link: Link, request: CommandRequest) -> bool:
    async for line in link.send(request, wait=True):
        if isinstance(line, End):
            return line.ok
    return False


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(Home(Path(sys.argv[1]), sys.argv[2])))))
