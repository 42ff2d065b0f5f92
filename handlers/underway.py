"""The uploads that are under way in this process, each of which can be stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

_T = TypeVar("_T")

READERS = 2
"""Files that are read at once; one may take a gigabyte and a processor."""


class Halted(Exception):
    """The upload was stopped; what was being read leaves nothing behind."""


@dataclass(eq=False)
class Upload:
    """``id`` is the inbox row's; ``line`` names its progress.

    ``number`` counts documents from 1, of ``documents`` as far as is known; ``done`` and
    ``pages`` are sheets of the one called ``name``, 0 of a format without sheets or one that is
    not opened yet; ``read`` are the sheets of those before it.
    """

    id: str
    matter: str
    clock: Callable[[], float] = time.monotonic
    stopped: bool = False
    number: int = 0
    documents: int = 0
    name: str = ""
    done: int = 0
    pages: int = 0
    read: int = 0
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def line(self) -> str:
        return f"upload {self.id}"

    def stop(self) -> None:
        """Cut short what is being read; what is being stored ends at the next batch."""
        self.stopped = True
        for task in self._tasks:
            task.cancel()

    def going_on(self) -> None:
        """Raises ``Halted``."""
        if self.stopped:
            raise Halted

    async def reading(self, work: Coroutine[Any, Any, _T]) -> _T:
        """What ``work`` gives. Raises ``Halted`` when a stop comes first, once it has cleaned
        up after itself."""
        if self.stopped:
            work.close()
            raise Halted
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            mine = asyncio.current_task()
            if self.stopped and not (mine and mine.cancelling()):
                raise Halted from None
            raise
        finally:
            self._tasks.discard(task)

    def begins(self, name: str) -> None:
        """Another document is looked at."""
        self.read += self.done
        self.number, self.name, self.done, self.pages = self.number + 1, name, 0, 0

    def pages_read(self, done: int, pages: int) -> None:
        """``engine.corpus.progress.Progress`` of the document that is read."""
        self.done, self.pages = done, pages


class Uploads:
    """``patience`` is seconds before an upload says how far it is, ``pace`` those between two
    times, which grow with the time it has taken."""

    def __init__(self, patience: float = 2.0, pace: float = 1.0) -> None:
        self.patience, self.pace = patience, pace
        self.readers = asyncio.Semaphore(READERS)
        self._going: dict[str, Upload] = {}

    @contextmanager
    def begun(self, id: str, matter: str) -> Iterator[Upload]:
        upload = Upload(id, matter)
        self._going[id] = upload
        try:
            yield upload
        finally:
            del self._going[id]

    def of_matter(self, matter: str) -> list[Upload]:
        return [one for one in self._going.values() if one.matter == matter]
