"""How much of a document we are ready to read."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from engine.corpus.errors import Corrupt, Empty, TooLarge


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one reading; bytes, seconds and counts as named.

    ``max_characters`` is about what 5,000 full pages hold. ``max_ratio`` is the compression of a
    ZIP member beyond which it is taken for a bomb: Word's own XML stays under 50. ``max_pixels``
    is a picture's size, a sheet at 600 dots an inch has 35 million.

    ``cpu_seconds`` and ``wall_seconds`` bound the time in which no page is finished;
    ``page_seconds`` is what each page adds to the bounds on the whole, ``ocr_seconds`` what OCR
    of one may take.
    """

    max_bytes: int = 50 * 1024 * 1024
    max_pages: int = 5_000
    max_characters: int = 15_000_000
    max_ratio: int = 100
    max_expanded_bytes: int = 300 * 1024 * 1024
    memory_bytes: int = 1024 * 1024 * 1024
    cpu_seconds: int = 120
    wall_seconds: float = 180.0
    page_seconds: float = 20.0
    ocr_seconds: float = 60.0
    max_pixels: int = 60_000_000

    def cpu_seconds_for(self, pages: int) -> int:
        """The most that reading so many pages may take of a processor."""
        return self.cpu_seconds + math.ceil(self.page_seconds * pages)

    def wall_seconds_for(self, pages: int) -> float:
        """The most that reading so many pages may take on the clock."""
        return self.wall_seconds + self.page_seconds * pages


def check_size(path: Path, name: str, limits: Limits) -> None:
    """Refuse by size alone. Raises Corrupt if the file cannot be looked at, Empty, TooLarge."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise Corrupt(name) from error
    if not size:
        raise Empty(name)
    if size > limits.max_bytes:
        allowed = limits.max_bytes // (1024 * 1024)
        raise TooLarge(name, detail=f"over {allowed} MB")
