"""Kill the serving process at random moments, and see what a run comes to all the same.

The product is its own process, killed with SIGKILL; progress is read from its database file, so
that kills fall between and inside turns, while starting up and while closing a run.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LAWGAME = (sys.executable, "-c", "from bot.cli import main; main()")
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
FACTS = (
    "The agency's audit of June recorded the calibration shortfall of lot C250.\n\n"
    "The contracting officer wrote that the agency knew of the shortfall before renewal.\n\n"
    "Payments continued for eleven months after the audit was circulated to the region.\n\n"
    "No invoice was ever refused, suspended or recouped on this ground.\n\n"
    "The relator told her supervisor in May that two lots had failed their test.\n"
)
NUMBER = "2026-0001"


@dataclass(frozen=True)
class Plan:
    seed: int
    rounds: int
    orbits: int
    pause: float
    kills: int


@dataclass(frozen=True)
class Played:
    """What a run left: its turns and events without what is random in each home."""

    turns: list[tuple[str, Any]]
    events: list[tuple[str, str]]
    reason: str
    kills: int


def play(home: Path, plan: Plan, chance: random.Random) -> Played:
    """A run from upload to its end, the server killed ``plan.kills`` times on the way."""
    house = _House(home, plan)
    house.prepare()
    kills = 0
    while kills < plan.kills and not house.ended():
        kills += house.serve_and_kill(chance)
    house.serve_to_the_end()
    return house.played(kills)


class _House:
    def __init__(self, home: Path, plan: Plan) -> None:
        self._home, self._plan = home, plan
        self._file = home / "lawgame.sqlite"
        self._environment = {
            **os.environ,
            "LAWGAME_HOME": str(home),
            "LAWGAME_MODEL": "scripted",
            "LAWGAME_SCRIPTED_PAUSE": str(plan.pause),
            "LAWGAME_DESK_PORT": "0",
        }

    def prepare(self) -> None:
        exhibit = self._home.parent / f"{self._home.name}-exhibit.txt"
        exhibit.write_text(FACTS, "utf-8")
        self._say(f'/lawgame new {NUMBER} "Roe v. Halden"')
        self._say("as filed", "--matter", NUMBER, "--file", str(exhibit), "--record")
        p = self._plan
        self._say(
            f"/lawgame simulate want of materiality --rounds {p.rounds} --orbits {p.orbits} "
            f"--seed {p.seed}",
            "--matter",
            NUMBER,
        )

    def serve_and_kill(self, chance: random.Random) -> int:
        """1 if the server was killed, 0 if the run ended before. Two of five die starting up."""
        before = self._settled()
        server = self._serve()
        try:
            if chance.random() < 0.4:
                time.sleep(chance.uniform(0.2, 2.5))
            else:
                self._until(lambda: self._settled() > before or self.ended())
                time.sleep(chance.uniform(0.0, 1.5 * self._plan.pause))
            if self.ended():
                return 0
            server.send_signal(signal.SIGKILL)
            return 1
        finally:
            server.kill()
            server.wait()

    def serve_to_the_end(self) -> None:
        server = self._serve()
        try:
            self._until(self.ended)
        finally:
            server.terminate()
            server.wait(PATIENCE)

    def ended(self) -> bool:
        rows = self._rows("select state from run")
        return bool(rows) and rows[0][0] == "ended"

    def played(self, kills: int) -> Played:
        turns = [
            (key.split("/", 1)[1], _plain(json.loads(data)))
            for key, data in self._rows("select key, data from turn order by seq")
        ]
        events = [
            (key.split("/", 1)[1], kind)
            for key, kind in self._rows(
                "select key, kind from event where run is not null and inbox is null order by seq"
            )
        ]
        reason = self._rows("select reason from run")[0][0]
        return Played(turns, events, reason, kills)

    def _say(self, *words: str) -> None:
        done = subprocess.run(
            [*LAWGAME, "say", *words], cwd=ROOT, env=self._environment, capture_output=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr.decode()

    def _serve(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*LAWGAME, "serve"], cwd=ROOT, env=self._environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def _settled(self) -> int:
        return int(self._rows("select count(*) from turn")[0][0])

    def _rows(self, statement: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=30)) as c:
            return c.execute(statement).fetchall()

    def _until(self, done: Any) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, "the run makes no progress"
            time.sleep(0.01)


def _plain(data: Any) -> Any:
    """A turn's data without what is random in each home: the run's id, the matter's digest."""
    return {key: value for key, value in data.items() if key not in ("run", "scope")}
