"""How many tokens fit: the window of one sequence and the cells shared by all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DEFAULT_WINDOW: Final = 8192
DEFAULT_BUDGET: Final = 1 << 30
_WARM_WINDOWS: Final = 3
_STEP: Final = 256  # llama.cpp pads a context to multiples of this


@dataclass(frozen=True, slots=True)
class Capacity:
    """``window`` tokens for one sequence, ``cells`` for all, ``cache_bytes`` of memory for them."""

    window: int
    cells: int
    cache_bytes: int


def bytes_per_token(*, layers: int, kv_heads: int, key_length: int, value_length: int) -> int:
    """Key-value cache bytes of one token, keys and values kept as 16-bit floats."""
    return layers * kv_heads * (key_length + value_length) * 2


def plan(
    *, trained: int, per_token: int, window: int | None = None, budget: int = DEFAULT_BUDGET
) -> Capacity:
    """Give three windows' worth of cells, within ``budget`` bytes, never less than one window.

    ``trained`` is the context length the model was trained for; no window is longer. A window
    that was asked for is honoured even above the budget; the default one shrinks to fit.
    """
    chosen = min(window or DEFAULT_WINDOW, trained)
    affordable = max(_STEP, budget // per_token // _STEP * _STEP)
    if window is None:
        chosen = min(chosen, affordable)
    least = -(-chosen // _STEP) * _STEP
    cells = max(least, min(_WARM_WINDOWS * least, affordable))
    return Capacity(window=chosen, cells=cells, cache_bytes=cells * per_token)
