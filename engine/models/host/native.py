"""The one door to llama-cpp-python's low-level API, opened late and kept silent.

The library's log lines can quote a prompt or a grammar, so none is ever printed; while a model
loads, its error lines are kept so that a refusal can say why.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

_LEVEL_ERROR: Final = 4  # GGML_LOG_LEVEL_ERROR

_kept: deque[str] = deque(maxlen=8)
_listening = False
_callbacks: list[Any] = []  # the library keeps only the address of a callback


@cache
def library() -> Any:
    """Load and silence the native library; a second call returns the same module.

    ``OMP_WAIT_POLICY=passive`` must be set before the library starts its threads: where the
    processor is shared, spinning threads slow decoding many times over.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    lib = importlib.import_module("llama_cpp.llama_cpp")

    def hear(level: int, text: bytes | None, _data: object) -> None:
        if _listening and level == _LEVEL_ERROR and text:
            _kept.append(text.decode("utf-8", "replace").strip())

    callback = lib.llama_log_callback(hear)
    _callbacks.append(callback)
    lib.llama_log_set(callback, ctypes.c_void_p(0))
    lib.llama_backend_init()
    return lib


@contextlib.contextmanager
def listening() -> Iterator[deque[str]]:
    """Keep the library's error lines within the block; used while no content is in the house."""
    global _listening
    _kept.clear()
    _listening = True
    try:
        yield _kept
    finally:
        _listening = False
