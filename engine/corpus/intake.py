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
from dataclasses import asdict
from pathlib import Path

import engine
from engine.corpus.errors import Bomb, Corrupt
from engine.corpus.limits import Limits, check_size
from engine.corpus.types import ReadDocument
from engine.corpus.wire import Decoder

_LINES_AT_ONCE = 50
_LINE_FACTOR = 8
_OUT_OF_BOUNDS = (signal.SIGXCPU, signal.SIGKILL, signal.SIGALRM)


async def read_document(path: Path, name: str, *, limits: Limits) -> ReadDocument:
    """Read ``path``, which the uploader calls ``name``.

    Raises a DocumentRefused subclass. Cancelling kills the process; none is ever left behind.
    """
    await asyncio.to_thread(check_size, path, name, limits)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "engine.corpus.child",
        stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        env=_environment(), start_new_session=True,
        limit=limits.max_characters * _LINE_FACTOR,
    )  # fmt: skip
    try:
        async with asyncio.timeout(limits.wall_seconds):
            return await _converse(process, path, name, limits)
    except TimeoutError as error:
        raise Bomb(name, detail="it takes too long to read") from error
    finally:
        await _end(process)


async def _converse(process: Process, path: Path, name: str, limits: Limits) -> ReadDocument:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(_request(path, name, limits))
    process.stdin.close()
    decoder = Decoder(name)
    taken = 0
    try:
        while line := await process.stdout.readline():
            decoder.feed(line)
            taken += 1
            if taken % _LINES_AT_ONCE == 0:
                await asyncio.sleep(0)  # buffered lines come without a pause of their own
    except (ValueError, KeyError, TypeError) as error:
        raise Corrupt(name) from error
    code = await process.wait()
    if not decoder.complete and -code in _OUT_OF_BOUNDS:
        raise Bomb(name, detail="it needs too much time or memory")
    return decoder.document()


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


def _request(path: Path, name: str, limits: Limits) -> bytes:
    request = {"path": str(path.absolute()), "name": name, "limits": asdict(limits)}
    return json.dumps(request).encode()


def _environment() -> dict[str, str]:
    """Nothing of ours but what Python needs: a hostile file finds no settings to read."""
    root = str(Path(engine.__file__).resolve().parent.parent)
    inherited = {key: os.environ[key] for key in ("PATH", "LD_LIBRARY_PATH") if key in os.environ}
    return inherited | {"PYTHONPATH": root, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
