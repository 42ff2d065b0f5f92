"""A GGUF file opened: its metadata, its vocabulary, its size in the cache."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.models.host import capacity
from engine.models.host.errors import ModelNotReady, ModelUnreadable
from engine.models.host.native import library, listening


class Model:
    """The weights. Only the decode thread opens and closes one.

    Raises `ModelUnreadable` for a broken file and for kinds of model whose cache cannot be rolled
    back to the middle of a prompt (recurrent, hybrid, diffusion) or that do not decode at all;
    `ModelNotReady` once ``stopped`` says so.
    """

    def __init__(self, path: Path, *, stopped: Callable[[], bool] = lambda: False) -> None:
        self._lib: Any = library()
        params = self._lib.llama_model_default_params()
        progress = self._lib.llama_progress_callback(lambda _share, _data: not stopped())
        params.progress_callback = progress
        with listening() as lines:
            self.handle: Any = self._lib.llama_model_load_from_file(str(path).encode(), params)
            reason = lines[0] if lines else "the library gave no reason"
        if not self.handle and stopped():
            raise ModelNotReady
        if not self.handle:
            raise ModelUnreadable(f"The model file {path} cannot be loaded ({reason}).")
        self.metadata = self._read_metadata()
        lib = self._lib
        rolls_back = not any(
            refused(self.handle)
            for refused in (
                lib.llama_model_is_recurrent,
                lib.llama_model_is_hybrid,
                lib.llama_model_is_diffusion,
                lib.llama_model_has_encoder,
            )
        )
        if not rolls_back:
            self.close()
            raise ModelUnreadable(
                f"The model in {path} is of a kind ({self.family}) this host does not serve.",
                remedy="Choose a decoder-only transformer model.",
            )

    @property
    def family(self) -> str:
        """The architecture's name as the file states it, such as ``llama`` or ``gemma3``."""
        return self.metadata.get("general.architecture", "unknown")

    def plan(self, window: int | None) -> capacity.Capacity:
        """Window and cells for this model; see `capacity.plan`."""
        lib, handle = self._lib, self.handle
        heads = max(1, int(lib.llama_model_n_head(handle)))
        head_size = int(lib.llama_model_n_embd(handle)) // heads
        per_token = capacity.bytes_per_token(
            layers=int(lib.llama_model_n_layer(handle)),
            kv_heads=int(lib.llama_model_n_head_kv(handle)),
            key_length=self._size("attention.key_length", head_size),
            value_length=self._size("attention.value_length", head_size),
        )
        trained = int(lib.llama_model_n_ctx_train(handle))
        return capacity.plan(trained=trained, per_token=max(1, per_token), window=window)

    def close(self) -> None:
        """Free the weights; the vocabulary goes with them."""
        if self.handle:
            self._lib.llama_model_free(self.handle)
            self.handle = None

    def _size(self, key: str, default: int) -> int:
        value = self.metadata.get(f"{self.family}.{key}", "")
        return int(value) if value.isdigit() else default

    def _read_metadata(self) -> dict[str, str]:
        lib = self._lib
        buffer = ctypes.create_string_buffer(1 << 16)
        found: dict[str, str] = {}
        for index in range(lib.llama_model_meta_count(self.handle)):
            if lib.llama_model_meta_key_by_index(self.handle, index, buffer, len(buffer)) < 0:
                continue
            key = buffer.value.decode("utf-8", "replace")
            size = lib.llama_model_meta_val_str_by_index(self.handle, index, buffer, len(buffer))
            if size >= len(buffer):  # a longer value, such as a large chat template
                buffer = ctypes.create_string_buffer(size + 1)
                lib.llama_model_meta_val_str_by_index(self.handle, index, buffer, len(buffer))
            found[key] = buffer.value.decode("utf-8", "replace")
        return found
