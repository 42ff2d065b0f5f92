"""The citation scan in one process of its own: its libraries are heavy and its work is not short.

The process starts at the first scan, is started again when it breaks or hangs, and ends with
the process that started it, even when that one is killed.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from types import TracebackType
from typing import TypeVar

from engine.authorities.types import AllowedAuthority, Examined, Scrubbed
from engine.errors import Unavailable

_T = TypeVar("_T")
_Work = Callable[
    [tuple[str, ...], tuple[AllowedAuthority, ...], tuple[str, ...]], tuple[list[_T], int]
]

_TRIES = 2
_AT_ONCE = 150_000
"""Characters handed over at once, so that a long document cannot outlast the timeout."""
_LARGEST_KB = 700_000
"""Memory at which a worker is let go once its work is done; it starts with some 150,000."""


class ScanUnavailable(Unavailable):
    """The citation scan is not there just now."""

    code = "authorities.scan_unavailable"


class CitationScanner:
    """Scrubs texts in a persistent worker process; safe to use by many tasks at once."""

    def __init__(self, *, timeout_seconds: float = 60.0) -> None:
        self._timeout = timeout_seconds
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._starting = asyncio.Lock()

    async def scrub_many(
        self,
        texts: Sequence[str],
        allowed: Sequence[AllowedAuthority],
        parties: Sequence[str] = (),
    ) -> list[Scrubbed]:
        """Scrub each text against the same authorities and parties, in order.

        Raises ScanUnavailable if the worker breaks twice or does not answer in time.
        """
        return await self._all(_scrub_many, texts, allowed, parties)

    async def examine_many(
        self,
        texts: Sequence[str],
        allowed: Sequence[AllowedAuthority],
        parties: Sequence[str] = (),
    ) -> list[Examined]:
        """What stands in each text, with what of it is on file in the matter, in order.

        Raises ScanUnavailable as ``scrub_many`` does.
        """
        return await self._all(_examine_many, texts, allowed, parties)

    async def _all(
        self,
        work: _Work[_T],
        texts: Sequence[str],
        allowed: Sequence[AllowedAuthority],
        parties: Sequence[str],
    ) -> list[_T]:
        made: list[_T] = []
        for some in _batches(texts):
            made += await self._run(work, some, tuple(allowed), tuple(parties))
        return made

    async def _run(
        self,
        work: _Work[_T],
        texts: tuple[str, ...],
        allowed: tuple[AllowedAuthority, ...],
        parties: tuple[str, ...],
    ) -> list[_T]:
        for attempt in range(1, _TRIES + 1):
            pool = await self._started()
            try:
                future = pool.submit(work, texts, allowed, parties)
                async with asyncio.timeout(self._timeout):
                    made, memory = await asyncio.wrap_future(future)
            except BrokenProcessPool as error:
                await self._drop(pool)
                if attempt == _TRIES:
                    raise ScanUnavailable from error
            except TimeoutError as error:
                await self._drop(pool, kill=True)
                raise ScanUnavailable from error
            else:
                if memory > _LARGEST_KB and self._pool is pool:
                    self._pool = None  # others that wait for it are still answered
                    await asyncio.to_thread(pool.shutdown, wait=False)
                return made
        raise ScanUnavailable

    async def close(self) -> None:
        """End the worker process; a later scan would start another."""
        if self._pool is not None:
            await self._drop(self._pool)

    async def __aenter__(self) -> CitationScanner:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _started(self) -> ProcessPoolExecutor:
        async with self._starting:
            if self._pool is None:
                pool = ProcessPoolExecutor(
                    max_workers=1,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_end_with_parent,
                )
                try:
                    self._pid = await asyncio.wrap_future(pool.submit(os.getpid))
                except BrokenProcessPool as error:
                    raise ScanUnavailable from error
                self._pool = pool
            return self._pool

    async def _drop(self, pool: ProcessPoolExecutor, *, kill: bool = False) -> None:
        """Forget ``pool`` unless another task has done so, and wait until its process is gone."""
        if self._pool is pool:
            self._pool = None
            if kill:
                with suppress(ProcessLookupError):
                    os.kill(self._pid, signal.SIGKILL)
        await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)


def _batches(texts: Sequence[str]) -> list[tuple[str, ...]]:
    made: list[list[str]] = []
    size = 0
    for text in texts:
        if not made or size + len(text) > _AT_ONCE:
            made.append([])
            size = 0
        made[-1].append(text)
        size += len(text)
    return [tuple(one) for one in made]


def _scrub_many(
    texts: tuple[str, ...], allowed: tuple[AllowedAuthority, ...], parties: tuple[str, ...]
) -> tuple[list[Scrubbed], int]:
    from engine.authorities.scan import scrub  # heavy: only the worker loads it

    return [scrub(text, allowed, parties) for text in texts], _memory()


def _examine_many(
    texts: tuple[str, ...], allowed: tuple[AllowedAuthority, ...], parties: tuple[str, ...]
) -> tuple[list[Examined], int]:
    from engine.authorities.onfile import OnFile
    from engine.authorities.scan import examine

    on_file = OnFile(allowed, parties)
    return [examine(text, on_file) for text in texts], _memory()


def _memory() -> int:
    """The most that this process has held, in kilobytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def _end_with_parent() -> None:
    """A worker would wait for work for ever after its parent was killed: watch it and go too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
