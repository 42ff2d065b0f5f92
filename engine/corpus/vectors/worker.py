"""The encoder in a process of its own, which starts when it is needed and ends when it is not."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path

from engine.corpus.vectors.files import MODEL, TOKENIZER, found, whole

LOG = logging.getLogger("lawgame.vectors")
NAME = MODEL.sha256[:12]
"""Of what makes the vectors: those of another model are not compared with them."""
IDLE = 300.0
"""Seconds without work after which the process, of some 200 MB, is let go."""
PATIENCE = 5.0
"""Seconds a question waits for its vector: the process may just be starting."""


class LocalVectors:
    """Implements :class:`engine.ports.Vectors`. Once the process has broken it stays off."""

    def __init__(self, *, patience: float = PATIENCE, idle: float = IDLE) -> None:
        self._files = found()
        self._patience, self._idle = patience, idle
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._last_used: asyncio.TimerHandle | None = None

    @property
    def name(self) -> str:
        return NAME if self._files else ""

    async def of(self, texts: Sequence[str], patience: float | None = None) -> list[bytes] | None:
        """One vector for each text; None if there is no model, or not in time."""
        if self._files is None:
            return None
        if not texts:
            return []
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max_workers=1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
                initargs=self._files,
            )
        try:
            async with asyncio.timeout(patience or self._patience):
                return await asyncio.wrap_future(self._pool.submit(_encoded, tuple(texts)))
        except TimeoutError:
            return None
        except BrokenProcessPool:
            LOG.error("the vectors' process ended; retrieval goes on by full text")
            self._files = None
            return None
        finally:
            self._used()

    async def close(self) -> None:
        if self._last_used is not None:
            self._last_used.cancel()
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    def _used(self) -> None:
        if self._last_used is not None:
            self._last_used.cancel()
        loop = asyncio.get_running_loop()
        self._last_used = loop.call_later(self._idle, self._let_go)

    def _let_go(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False)


def _begin(model: Path, tokenizer: Path) -> None:
    """Raises OSError if a file is not the known one."""
    from engine.corpus.vectors.encoder import Encoder  # heavy: only the worker loads it

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever else this machine does comes first.
    with suppress(OSError):
        os.nice(10)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()
    if not (whole(model, MODEL) and whole(tokenizer, TOKENIZER)):
        raise OSError("the vectors' model is not the file that it should be")
    global _ENCODER
    _ENCODER = Encoder(model, tokenizer)


_ENCODER: object = None


def _encoded(texts: tuple[str, ...]) -> list[bytes]:
    from engine.corpus.vectors.encoder import Encoder

    assert isinstance(_ENCODER, Encoder)
    return _ENCODER.encode(texts)


def _watch(sentinel: int) -> None:
    """A worker would wait for work for ever after its parent was killed."""
    wait([sentinel])
    os._exit(1)
