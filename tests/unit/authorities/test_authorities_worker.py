"""The scan's process: one, lazy, light for its parent, started again, gone with its parent."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.authorities.types import AllowedAuthority, placeholder
from engine.authorities.worker import CitationScanner, ScanUnavailable

ALLOWED = (AllowedAuthority("A7", "579 U.S. 176", ("Escobar",)),)
TEXTS = ("See Smith v. Jones.", "See 579 U.S. at 190.", "The agency paid.")


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


async def test_texts_come_back_in_order_from_one_process() -> None:
    async with CitationScanner() as scanner:
        assert await scanner.scrub_many([], ALLOWED) == []
        assert scanner._pid == 0
        runs = await asyncio.gather(*(scanner.scrub_many(TEXTS, ALLOWED) for _ in range(4)))
        pid = scanner._pid
        assert alive(pid)
    expected = [f"See {placeholder('case')}.", "See 579 U.S. at 190.", "The agency paid."]
    assert all([scrubbed.text for scrubbed in run] == expected for run in runs)
    assert not alive(pid)


async def test_a_broken_worker_is_started_again() -> None:
    async with CitationScanner() as scanner:
        await scanner.scrub_many(TEXTS, ALLOWED)
        first = scanner._pid
        os.kill(first, signal.SIGKILL)
        again = await scanner.scrub_many(TEXTS, ALLOWED)
        assert again[0].text == f"See {placeholder('case')}."
        assert scanner._pid != first


async def test_a_worker_that_does_not_answer_is_ended() -> None:
    async with CitationScanner(timeout_seconds=0.05) as scanner:
        await scanner._started()
        pid = scanner._pid
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(ScanUnavailable):
            await scanner.scrub_many(TEXTS, ALLOWED)
        assert not alive(pid)


PARENT = """
import asyncio, sys
from engine.authorities.types import AllowedAuthority
from engine.authorities.worker import CitationScanner

async def main():
    scanner = CitationScanner()
    await scanner.scrub_many(["See Smith v. Jones."], [AllowedAuthority("A7", "579 U.S. 176")])
    heavy = sorted({"eyecite", "citeurl"} & set(sys.modules))
    print(scanner._pid, len(heavy), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_the_parent_stays_light_and_its_death_ends_the_worker(tmp_path: Path) -> None:
    program = tmp_path / "parent.py"
    program.write_text(PARENT)
    root = str(Path(__file__).resolve().parents[3])
    parent = subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": root},
        text=True,
    )
    assert parent.stdout is not None
    with parent:
        pid, heavy = map(int, parent.stdout.readline().split())
        assert heavy == 0
        assert alive(pid)
        parent.kill()
    deadline = time.monotonic() + 20
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(pid)
