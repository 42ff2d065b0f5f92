"""What a turn costs besides the model: retrieval, prompts, checks, the record, DBOS.

``python -m tests.bench.orchestration HOME MATTER`` prints milliseconds a turn, the median of some
runs with the seeded double, whose own thinking is taken off.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from tests.bench.homes import SEED, Home, simulate
from tests.bench.playing import Playing, playing

ROUNDS, RUNS = 6, 3


async def measure(home: Home) -> dict[str, Any]:
    async with playing(home.settings("scripted")) as house:
        # The first run also starts what stays up: the citation scanner, the compiled queries.
        found = [await _turn(house, home, SEED + number) for number in range(RUNS + 1)]
    return {"ms": statistics.median(found[1:]), "first": found[0]}


async def _turn(house: Playing, home: Home, seed: int) -> float:
    """Milliseconds of the whole run for each turn that asked the model."""
    house.model.heard.clear()
    began = time.perf_counter()
    await house.play(home.say(simulate(ROUNDS, seed)))
    wall = time.perf_counter() - began
    thinking = sum(one.ended - one.began for one in house.model.heard)
    return (wall - thinking) / len(house.model.heard) * 1000


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(Home(Path(sys.argv[1]), sys.argv[2])))))
