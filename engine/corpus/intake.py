"""The way in: read an uploaded file in a bounded process of its own.

Parsers of untrusted files leak, loop and crash; they do it there. How many readings run at once
is the caller's to bound.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import engine
from engine.corpus.errors import Bomb, Corrupt
from engine.corpus.limits import Limits, check_size
from engine.corpus.progress import Progress
from engine.corpus.types import ReadDocument
from engine.corpus.wire import LONGEST_LINE, Decoder

_LINES_AT_ONCE = 50
_INHERITED = ("PATH", "LD_LIBRARY_PATH", "TESSDATA_PREFIX")
_OUT_OF_BOUNDS = (signal.SIGXCPU, signal.SIGKILL, signal.SIGALRM)


async def read_document(
    path: Path, name: str, *, limits: Limits, progress: Progress | None = None
) -> ReadDocument:
    """Read ``path``, which the uploader calls ``name``.

    ``progress`` is called with the pages done and the pages in all whenever one more is done.
    Raises a DocumentRefused subclass. Cancelling kills the process and those it started (OCR);
    none is ever left behind.
    """
    await asyncio.to_thread(check_size, path, name, limits)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "engine.corpus.child",
        stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        env=_environment(), start_new_session=True,
        limit=2 * LONGEST_LINE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(limits.wall_seconds) as watch:
            return await _converse(process, path, name, _Watch(watch, limits, progress))
    except TimeoutError as error:
        raise Bomb(name, detail="it takes too long to read") from error
    finally:
        await _end(process)


class _Watch:
    """Puts the end off whenever a page is done, though never beyond what all pages may take."""

    def __init__(self, timeout: asyncio.Timeout, limits: Limits, progress: Progress | None) -> None:
        self.limits = limits
        self._timeout = timeout
        self._progress = progress
        self._began = asyncio.get_running_loop().time()

    def see(self, done: int, total: int) -> None:
        now = asyncio.get_running_loop().time()
        pages = min(total, self.limits.max_pages)
        last = self._began + self.limits.wall_seconds_for(pages)
        self._timeout.reschedule(min(now + self.limits.wall_seconds, last))
        if self._progress is not None:
            self._progress(done, total)


async def _converse(process: Process, path: Path, name: str, watch: _Watch) -> ReadDocument:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(_request(path, name, watch.limits))
    process.stdin.close()
    decoder = Decoder(name)
    seen = decoder.progress
    taken = 0
    while line := await process.stdout.readline():
        try:
            decoder.feed(line)
        except (ValueError, KeyError, TypeError) as error:
            raise Corrupt(name) from error
        taken += 1
        if taken % _LINES_AT_ONCE == 0:
            await asyncio.sleep(0)  # buffered lines come without a pause of their own
        if decoder.progress != seen:
            seen = decoder.progress
            watch.see(*seen)
    code = await process.wait()
    if not decoder.complete and -code in _OUT_OF_BOUNDS:
        raise Bomb(name, detail="it needs too much time or memory")
    return decoder.document()


async def _end(process: Process) -> None:
    """Kill what is left of the process and of those it started; they are one group."""
    if process.returncode is None or process.returncode < 0:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    await process.wait()


def _request(path: Path, name: str, limits: Limits) -> bytes:
    request = {"path": str(path.absolute()), "name": name, "limits": asdict(limits)}
    return json.dumps(request).encode()


def _environment() -> dict[str, str]:
    """Nothing of ours but what Python needs: a hostile file finds no settings to read."""
    root = str(Path(engine.__file__).resolve().parent.parent)
    inherited = {key: os.environ[key] for key in _INHERITED if key in os.environ}
    return inherited | {"PYTHONPATH": root, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
