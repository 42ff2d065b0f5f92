"""The context: prompts in, tokens out. Everything here belongs to one thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.models.host.capacity import Capacity
from engine.models.host.errors import ModelFailed
from engine.models.host.model import Model
from engine.models.host.native import library
from engine.models.host.requests import Finish
from engine.models.host.sampling import Sampler
from engine.models.host.slots import Drop, Fork, Slots, Step, Trim
from engine.models.host.vocabulary import Vocabulary

_BATCH: Final = 512
_ABORTED: Final = 2  # llama_decode


class _Aborted(Exception):
    """The abort callback ended a decode."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """What one run of the decoder did; counts are tokens."""

    finish: Finish
    cached: int
    evaluated: int
    generated: int


class Decoder:
    """One context with ``sequences`` warm sequences over a unified cache.

    ``swa_full`` keeps every cell of sliding-window models: without it a rolled-back sequence
    decodes on from missing cells, silently.
    """

    def __init__(
        self,
        model: Model,
        vocabulary: Vocabulary,
        capacity: Capacity,
        *,
        sequences: int,
        threads: int,
    ) -> None:
        self._lib: Any = library()
        self._vocabulary = vocabulary
        self._cancelled: Callable[[], bool] = lambda: False
        params = self._lib.llama_context_default_params()
        params.n_ctx = capacity.cells
        params.n_batch = params.n_ubatch = _BATCH
        params.n_seq_max = sequences
        params.n_outputs_max = sequences
        params.n_threads = params.n_threads_batch = threads
        params.flash_attn_type = self._lib.LLAMA_FLASH_ATTN_TYPE_ENABLED
        params.kv_unified = True
        params.swa_full = True
        params.no_perf = True
        # The library keeps only the address: the object must live as long as the context.
        self._abort = self._lib.ggml_abort_callback(lambda _data: self._cancelled())
        self._no_abort = self._lib.ggml_abort_callback(0)
        self._context = self._lib.llama_init_from_model(model.handle, params)
        if not self._context:
            raise ModelFailed(
                "There is not enough memory for the model's context.",
                remedy="Name a smaller window, or give the machine more memory.",
            )
        self._memory = self._lib.llama_get_memory(self._context)
        self._batch = self._lib.llama_batch_init(_BATCH, 0, 1)
        self.slots = Slots(sequences, capacity.cells)

    def run(
        self,
        prompt: Sequence[int],
        salt: str,
        sampler: Sampler,
        limit: int,
        *,
        cancelled: Callable[[], bool],
        emit: Callable[[bytes], None],
    ) -> Decoded:
        """Decode the prompt, then up to ``limit`` tokens, ``emit``ting the bytes of each.

        Afterwards the sequence holds the prompt alone, or as much of it as was decoded. Raises
        `ModelFailed` after emptying the whole cache if the library fails.
        """
        try:
            return self._run(prompt, salt, sampler, limit, cancelled, emit)
        except BaseException:
            self._lib.llama_memory_clear(self._memory, False)
            self.slots.clear()
            raise

    def close(self) -> None:
        """Free the context; the model outlives it."""
        self._lib.llama_batch_free(self._batch)
        self._lib.llama_free(self._context)

    def _run(
        self,
        prompt: Sequence[int],
        salt: str,
        sampler: Sampler,
        limit: int,
        cancelled: Callable[[], bool],
        emit: Callable[[bytes], None],
    ) -> Decoded:
        plan = self.slots.plan(prompt, salt, limit)
        for step in plan.steps:
            self._apply(step)
        slot, reused = plan.slot, plan.reused
        try:
            self._prefill(slot, prompt, reused, cancelled)
        except _Aborted:
            # llama.h: after an abort the micro-batches that were done remain in the memory.
            kept = len(self.slots.tokens(slot))
            self._truncate(slot, kept)
            return Decoded("cancelled", reused, kept - reused, 0)
        generated = 0
        finish: Finish = "length"
        while generated < limit:
            if cancelled():
                finish = "cancelled"
                break
            token = sampler.pick(self._logits())
            if self._vocabulary.is_end(token):
                finish = "stop"
                break
            sampler.accept(token)
            generated += 1
            emit(self._vocabulary.piece(token))
            if generated < limit:
                self._decode(slot, [token], len(prompt) + generated - 1)
        self._truncate(slot, len(prompt))
        return Decoded(finish, reused, len(prompt) - reused, generated)

    def _prefill(
        self, slot: int, prompt: Sequence[int], start: int, cancelled: Callable[[], bool]
    ) -> None:
        # Within a prompt's batch a cancellation must not wait; between single tokens it is seen
        # soon enough, and a callback for every node of the graph would slow each token.
        self._cancelled = cancelled
        self._lib.llama_set_abort_callback(self._context, self._abort, None)
        try:
            for first in range(start, len(prompt), _BATCH):
                if cancelled():
                    raise _Aborted
                part = prompt[first : first + _BATCH]
                self._decode(slot, part, first, last=first + len(part) == len(prompt))
                self.slots.extend(slot, part)
        finally:
            self._lib.llama_set_abort_callback(self._context, self._no_abort, None)

    def _decode(
        self, slot: int, tokens: Sequence[int], position: int, *, last: bool = True
    ) -> None:
        batch = self._batch
        batch.n_tokens = len(tokens)
        for index, token in enumerate(tokens):
            batch.token[index] = token
            batch.pos[index] = position + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = slot
            batch.logits[index] = 0
        if last:
            batch.logits[len(tokens) - 1] = 1
        result = self._lib.llama_decode(self._context, batch)
        if result == _ABORTED:
            raise _Aborted
        if result != 0:
            raise ModelFailed(f"The model could not decode {len(tokens)} tokens ({result}).")

    def _logits(self) -> Any:
        pointer = self._lib.llama_get_logits_ith(self._context, -1)
        return np.ctypeslib.as_array(pointer, shape=(self._vocabulary.size,))

    def _apply(self, step: Step) -> None:
        match step:
            case Drop(slot):
                self._truncate(slot, 0)
            case Trim(slot, length):
                self._truncate(slot, length)
            case Fork(source, target, length):
                self._lib.llama_memory_seq_cp(self._memory, source, target, 0, length)

    def _truncate(self, slot: int, length: int) -> None:
        if not self._lib.llama_memory_seq_rm(self._memory, slot, length, -1):
            raise ModelFailed("The model's cache cannot be rolled back.")
