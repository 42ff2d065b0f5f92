"""Telling whoever waits how many pages of a document are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Progress = Callable[[int, int], None]
"""Takes the pages that are done and the pages in all."""

_listener: ContextVar[Progress | None] = ContextVar("_listener", default=None)


@contextmanager
def told_to(progress: Progress | None) -> Iterator[None]:
    """Within the block, readers' reports go to ``progress``."""
    token = _listener.set(progress)
    try:
        yield
    finally:
        _listener.reset(token)


def report(done: int, total: int) -> None:
    """Say that ``done`` of ``total`` pages are read; also a sign of life where ``done`` stays."""
    if (progress := _listener.get()) is not None:
        progress(done, total)
