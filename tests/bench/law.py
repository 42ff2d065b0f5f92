"""Loading titles of the Code and finding sections in them: ``python -m tests.bench.law HOME``.

Prints seconds, megabytes and how often the right section is among the first five, as JSON; nothing
is measured where the titles are not."""

from __future__ import annotations

import asyncio
import csv
import json
import resource
import sys
import time
from pathlib import Path

from bot.compose import build, load_law
from bot.settings import Settings
from engine.law.codes import USC, norm
from engine.law.ranking import search
from tests.shared_data import ROOT

FIRST = 5


async def measure(home: Path) -> dict[str, float]:
    sections = sorted((ROOT / "data" / "uscode" / "sections").glob("*.tar.gz"))
    questions = ROOT / "cases" / "uscode_lookup.tsv"
    if not sections or not questions.is_file():
        return {}
    settings = Settings(home=home, model="scripted", identity="demo")
    began = time.monotonic()
    async for _ in load_law(settings, sections, lambda *_: None, ""):
        pass
    seconds = time.monotonic() - began
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    found = await _asked(settings, questions)
    return {
        "seconds": seconds,
        "cpu": sum(one.ru_utime + one.ru_stime for one in used),
        "rss_mb": sum(one.ru_maxrss for one in used) / 1024,
        **found,
    }


async def _asked(settings: Settings, questions: Path) -> dict[str, float]:
    app = build(settings)
    hits, times = [], []
    try:
        with questions.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                async with app.house.reading() as view:
                    began = time.perf_counter()
                    sections = await search(view.law, row["query"], USC, FIRST)
                    times.append(time.perf_counter() - began)
                wanted = norm(f"/us/usc/{row['gold']}")
                hits.append(wanted in [norm(one.identifier) for one in sections])
    finally:
        await app.close()
    times.sort()
    return {
        "h5": sum(hits) / len(hits),
        "p50_ms": times[len(times) // 2] * 1000,
        "p95_ms": times[int(len(times) * 0.95)] * 1000,
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(Path(sys.argv[1])))))
