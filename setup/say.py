"""Step lines, and a line that ticks while something long runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

QUIET_SECONDS = 15.0
"""Between two progress lines where the output is not a terminal, such as a CI log."""


def step(text: str, out: TextIO | None = None) -> None:
    """Says what is done now."""
    print(f"==> {text}", file=out or sys.stdout, flush=True)


def note(text: str, out: TextIO | None = None) -> None:
    """Says a detail of the step."""
    print(f"    {text}", file=out or sys.stdout, flush=True)


def elapsed(seconds: float) -> str:
    """``47 s`` or ``4 min 25 s``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


class Ticker:
    """Shows how long the current step has been running, and how far it says it is.

    A terminal gets one line, rewritten every second; anything else a new line every
    `QUIET_SECONDS`.
    """

    def __init__(
        self, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._out = out or sys.stdout
        self._clock = clock
        self._started = clock()
        self._said = self._started
        self._rewrites = self._out.isatty()

    def tick(self, detail: str = "") -> None:
        """Says the time and ``detail`` if it is time to."""
        now = self._clock()
        if now - self._said < (1.0 if self._rewrites else QUIET_SECONDS):
            return
        self._said = now
        text = f"    {elapsed(now - self._started)}{': ' if detail else ''}{detail}"
        if self._rewrites:
            print(f"\r\x1b[K{text[:100]}", end="", file=self._out, flush=True)
        else:
            print(text, file=self._out, flush=True)

    def close(self) -> float:
        """Clears the rewritten line; returns the seconds that have passed."""
        if self._rewrites:
            print("\r\x1b[K", end="", file=self._out, flush=True)
        return self._clock() - self._started
