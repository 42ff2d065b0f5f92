"""``python -m tests.bench [PART…]``: measure, print a table, write ``bench.json``."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.bench.figures import Figure, kept, table
from tests.bench.homes import ROOT, Home, environment

LONGEST = 1500.0
"""Seconds that one process of a part may take."""


class Bench:
    """Runs parts on copies of one home; what one part found can be used by those after it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._home: Home | None = None
        self._played: dict[str, Any] | None = None

    def triad(self) -> list[Figure]:
        """A six-round run: the host by the trie over its prompts, the layout by the longest."""
        run = self._run()
        return [
            Figure("triad.evaluated_over_trie", run["evaluated"] / run["nodes"], 1.1),
            Figure("triad.trie_over_longest_prompt", run["nodes"] / run["longest"], kept=False),
            Figure("triad.record_tokens", run["record"], kept=False),
            Figure("triad.evaluated_tokens", run["evaluated"], kept=False),
            Figure("triad.generated_tokens", run["generated"], kept=False),
            Figure("triad.requests", run["asked"], kept=False),
            Figure("triad.wall_seconds", run["wall"], kept=False),
        ]

    def floor(self) -> list[Figure]:
        """That run against a replay of its decoding alone."""
        run = self._run()
        bare = self._child("floor", str(self._tokens))
        return [
            Figure("triad.wall_over_floor", run["wall"] / bare["floor"]),
            Figure("triad.thinking_over_floor", run["thinking"] / bare["floor"], kept=False),
            Figure("triad.floor_seconds", bare["floor"], kept=False),
        ]

    def orchestration(self) -> list[Figure]:
        """What a turn costs besides the model; a share only beside a real run of this bench."""
        found = self._child("orchestration", *self._fresh("orchestration"))
        figures = [
            Figure("orchestration.ms_per_turn", found["ms"], 25),
            Figure("orchestration.first_run_ms_per_turn", found["first"], kept=False),
        ]
        if self._played is not None:
            turn = self._played["thinking"] / self._played["turns"] * 1000
            figures.insert(1, Figure("orchestration.share", found["ms"] / turn, 0.01))
            figures.append(Figure("triad.ms_per_turn", turn, kept=False))
        return figures

    def loop(self) -> list[Figure]:
        """Stalls of the bot's event loop while the model generates, and before."""
        found = self._child("stalls", *self._fresh("loop"))
        busy, idle = found["busy"], found["idle"]
        return [
            Figure("loop.stall_p999_ms", busy["p999"], 50),
            Figure("loop.stall_max_ms", busy["max"], kept=False),
            Figure("loop.idle_p999_ms", idle["p999"], kept=False),
            Figure("loop.idle_max_ms", idle["max"], kept=False),
            Figure("loop.ticks", busy["ticks"], kept=False),
        ]

    def bot(self) -> list[Figure]:
        """A hundred commands while the model is busy."""
        found = self._child("bot", *self._fresh("bot"), "commands")
        return [
            Figure("bot.rss_mb", found["memory"], 300),
            Figure("bot.rss_before_mb", found["at_rest"], kept=False),
            Figure("ack.p99_ms", found["p99"] * 1000, 1000),
            Figure("ack.p50_ms", found["p50"] * 1000, kept=False),
            Figure("ack.max_ms", found["max"] * 1000, kept=False),
        ]

    def cancel(self) -> list[Figure]:
        """Stops in the middle of an answer, and first posts of simulations with the host up."""
        found = self._child("bot", *self._fresh("cancel"), "cancel")
        return [
            Figure("cancel.seconds", found["seconds"], 2),
            Figure("cancel.stops", found["stops"], kept=False),
            Figure("simulate.first_post_ms", found["first_post"] * 1000, 3000, kept=False),
        ]

    def retrieval(self) -> list[Figure]:
        """Fifty searches of ten thousand passages, on each database that is here."""
        folder = self._folder / "retrieval"
        folder.mkdir()
        found = self._child("retrieval", str(folder))
        figures = []
        for database in ("sqlite", "postgresql"):
            for name, value in found.get(database, {}).items():
                table, share = name.split("_")
                bound = 50 if share == "95" else None
                full = f"retrieval.{database}.{table}_p{share}_ms"
                figures.append(Figure(full, value, bound, kept=share == "95"))
        return figures

    def matter10k(self) -> list[Figure]:
        """A simulation's start on ten thousand pages, half of them ours only, and on twenty."""
        folder = self._folder / "matter10k"
        found = self._child("matter10k", str(folder))
        return [
            Figure("matter10k.start_later_ms", found["large"] - found["small"], 1000),
            Figure("matter10k.start_ms", found["large"], kept=False),
            Figure("matter10k.start_small_ms", found["small"], kept=False),
            Figure("matter10k.first_start_ms", found["first_large"], kept=False),
            Figure("matter10k.facts_ms", found["facts"], kept=False),
            Figure("matter10k.docs_ms", found["docs"], kept=False),
            Figure("matter10k.search_ms", found["search"], kept=False),
            Figure("matter10k.bot_rss_mb", found["memory"], kept=False),
            Figure("matter10k.bot_rss_before_mb", found["at_rest"], kept=False),
        ]

    def ingest(self) -> list[Figure]:
        """Five hundred pages of text read three times, and ten scanned ones where OCR is there.

        What twenty such files would take is told by the rate; it is not measured.
        """
        text, scan = self._folder / "text.pdf", self._folder / "scan.pdf"
        self._child("ingest", "write", str(text), "500")
        found = self._child("ingest", "read", str(text), "3")
        rate = found["pages"] / found["seconds"]
        figures = [
            Figure("ingest.seconds_per_1000_pages", 1000 / rate),
            Figure("ingest.reader_rss_mb", found["reader"], 500),
            Figure("ingest.parent_rss_mb", found["parent"], 300),
            Figure("ingest.pages_per_second", rate, kept=False),
            Figure("ingest.parent_rss_first_mb", found["parent_first"], kept=False),
            Figure("ingest.minutes_for_10000_pages_at_this_rate", 10_000 / rate / 60, kept=False),
        ]
        if shutil.which("tesseract"):
            self._child("ingest", "write", str(scan), "10")
            self._child("ingest", "scan", str(scan))
            found = self._child("ingest", "read", str(scan), "1")
            rate = found["pages"] / found["seconds"]
            figures.append(Figure("ingest.scan_seconds_per_page", 1 / rate))
            figures.append(Figure("ingest.scan_pages_per_second", rate, kept=False))
        return figures

    def law(self) -> list[Figure]:
        """Fourteen titles of the Code, and questions about them; nothing without the titles."""
        found = self._child("law", str(self._folder / "law"))
        if not found:
            print("    no titles of the Code under LAWGAME_SHARED", file=sys.stderr)
            return []
        return [
            Figure("law.load_seconds", found["seconds"], 90),
            Figure("law.load_cpu_seconds", found["cpu"], kept=False),
            Figure("law.load_rss_mb", found["rss_mb"], 400),
            Figure("law.h5", found["h5"]),
            Figure("law.search_p50_ms", found["p50_ms"], 50),
            Figure("law.search_p95_ms", found["p95_ms"], kept=False),
        ]

    @property
    def _tokens(self) -> Path:
        return self._folder / "tokens.json"

    def _run(self) -> dict[str, Any]:
        if self._played is None:
            self._played = self._child("triad", *self._fresh("triad"), str(self._tokens))
        return self._played

    def _fresh(self, name: str) -> tuple[str, str]:
        """A copy of the home with the sample matter: its folder and the matter's id."""
        first = self._folder / "home"
        if self._home is None:
            self._home = Home(first, self._child("homes", str(first))["matter"])
        shutil.copytree(first, self._folder / name)
        return str(self._folder / name), self._home.matter

    def _child(self, module: str, *words: str) -> dict[str, Any]:
        done = subprocess.run(
            [sys.executable, "-m", f"tests.bench.{module}", *words],
            cwd=ROOT, env=environment(), stdout=subprocess.PIPE, timeout=LONGEST, check=True,
        )  # fmt: skip
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found


PARTS: dict[str, Callable[[Bench], list[Figure]]] = {
    "triad": Bench.triad,
    "floor": Bench.floor,
    "orchestration": Bench.orchestration,
    "loop": Bench.loop,
    "bot": Bench.bot,
    "cancel": Bench.cancel,
    "retrieval": Bench.retrieval,
    "matter10k": Bench.matter10k,
    "ingest": Bench.ingest,
    "law": Bench.law,
}
"""In this order, whatever the order of the names given."""


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all parts were measured, whatever they showed; 1 when one could not be."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=…", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    chosen = parser.parse_args(argv).parts
    if unknown := [name for name in chosen if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    # What was started and copied is cleared away when the bench is ended, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    figures: list[Figure] = []
    failed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="lawgame-bench-") as folder:
        bench = Bench(Path(folder))
        for name, part in PARTS.items():
            if chosen and name not in chosen:
                continue
            print(f"==> {name} (load {os.getloadavg()[0]:.2f})", file=sys.stderr, flush=True)
            began = time.monotonic()
            try:
                figures += part(bench)
            except (subprocess.SubprocessError, ValueError) as error:
                print(f"{name} could not be measured: {error}", file=sys.stderr)
                failed.append(name)
            print(f"    {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    print(f"\n{os.cpu_count()} processors, load {os.getloadavg()[0]:.2f} at the end\n")
    print(table(figures))
    (ROOT / "bench.json").write_text(json.dumps(kept(figures), indent=2) + "\n")
    if failed:
        print(f"\nnot measured: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
