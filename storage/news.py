"""Wakes whoever waits for something to do, after the transaction that made it is committed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable


class News:
    """``version`` grows with every committed transaction that stored events, requests or owed runs.

    Only this process hears it: whoever waits sets a limit to the waiting and then looks anyway.
    """

    def __init__(self) -> None:
        self.version = 0
        self._waiting: set[asyncio.Future[None]] = set()
        self._told: list[Callable[[str], None]] = []

    def on_commit(self, told: Callable[[str], None]) -> None:
        """``told`` is called with ``events``, ``inbox`` or ``runs``; it must not block or raise."""
        self._told.append(told)

    def publish(self, kinds: Iterable[str]) -> None:
        for kind in kinds:
            for told in self._told:
                told(kind)
        self.version += 1
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    async def wait(self, seconds: float, seen: int | None = None) -> int:
        """The version, once it is another than ``seen`` (by default the present one) or the
        seconds are over. Read ``version`` before looking for work and nothing is missed."""
        if seen is not None and seen != self.version:
            return self.version
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        try:
            async with asyncio.timeout(seconds):
                await waiting
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(waiting)
        return self.version
