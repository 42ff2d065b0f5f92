"""How much of a document we are ready to read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.corpus.errors import Corrupt, Empty, TooLarge


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one reading; bytes, seconds and counts as named.

    ``max_characters`` is about what 5,000 full pages hold. ``max_ratio`` is the compression of a
    ZIP member beyond which it is taken for a bomb: Word's own XML stays under 50.
    """

    max_bytes: int = 50 * 1024 * 1024
    max_pages: int = 5_000
    max_characters: int = 15_000_000
    max_ratio: int = 100
    max_expanded_bytes: int = 300 * 1024 * 1024
    memory_bytes: int = 1024 * 1024 * 1024
    cpu_seconds: int = 120
    wall_seconds: float = 180.0


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
