"""The floor of a run: its ``llama_decode`` calls alone, each distinct token once.

``python -m tests.bench.floor TOKENS`` replays what ``tests.bench.triad`` left, with the host's own
settings of the context but without its server, sampling, grammar or bookkeeping, and prints
seconds. The order of a triad's turns is fixed, so nothing can be batched across them.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

from bot.embedded import find
from engine.models.host.model import Model
from engine.models.host.native import library
from engine.models.host.vocabulary import Vocabulary
from tests.bench.trie import schedule

_BATCH: Final = 512


class Replay:
    """A bare context; sequence ``n`` holds prompt ``n``. ``seconds`` counts decoding alone."""

    def __init__(self, model: Model, sequences: int, cells: int) -> None:
        self._lib: Any = library()
        params = self._lib.llama_context_default_params()
        params.n_ctx = cells
        params.n_batch = params.n_ubatch = _BATCH
        params.n_seq_max = params.n_outputs_max = sequences
        params.n_threads = params.n_threads_batch = os.cpu_count() or 1
        params.flash_attn_type = self._lib.LLAMA_FLASH_ATTN_TYPE_ENABLED
        params.kv_unified = True
        params.swa_full = True
        params.no_perf = True
        self._context = self._lib.llama_init_from_model(model.handle, params)
        self._memory = self._lib.llama_get_memory(self._context)
        self._batch = self._lib.llama_batch_init(_BATCH, 0, 1)
        self.seconds = 0.0

    def prompt(self, sequence: int, tokens: Sequence[int], start: int) -> None:
        """Decode ``tokens`` from ``start`` on; the logits of the last are wanted."""
        for first in range(start, len(tokens), _BATCH):
            part = tokens[first : first + _BATCH]
            self._decode(sequence, part, first, last=first + len(part) == len(tokens))

    def answer(self, sequence: int, tokens: Sequence[int], start: int) -> None:
        """Decode one token at a time, as they come while generating."""
        for at, token in enumerate(tokens, start):
            self._decode(sequence, [token], at, last=True)

    def fork(self, source: int, sequence: int, length: int) -> None:
        self._lib.llama_memory_seq_cp(self._memory, source, sequence, 0, length)

    def forget(self, sequence: int, keep: int = 0) -> None:
        self._lib.llama_memory_seq_rm(self._memory, sequence, keep, -1)

    def close(self) -> None:
        self._lib.llama_batch_free(self._batch)
        self._lib.llama_free(self._context)

    def _decode(self, sequence: int, tokens: Sequence[int], position: int, *, last: bool) -> None:
        batch = self._batch
        batch.n_tokens = len(tokens)
        for index, token in enumerate(tokens):
            batch.token[index] = token
            batch.pos[index] = position + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = sequence
            batch.logits[index] = 0
        batch.logits[len(tokens) - 1] = int(last)
        began = time.perf_counter()
        result = self._lib.llama_decode(self._context, batch)
        self.seconds += time.perf_counter() - began
        if result != 0:
            raise RuntimeError(f"llama_decode gave {result}")


def replay(prompts: Sequence[Sequence[int]], answers: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Seconds in ``llama_decode`` for all of it, and tokens that were decoded."""
    model = Model(find("embedded")[0])
    vocabulary = Vocabulary(model)
    steps = schedule(prompts)
    decoded = sum(len(prompt) - step.shared for prompt, step in zip(prompts, steps, strict=True))
    said = [_spoken(vocabulary, answer) for answer in answers]
    context = Replay(model, len(prompts), decoded + max(map(len, said)) + _BATCH)
    context.prompt(0, prompts[0][:_BATCH], 0)  # the first use of the weights reads them from disk
    context.forget(0)
    context.seconds = 0.0
    for at, (prompt, answer, step) in enumerate(zip(prompts, said, steps, strict=True)):
        if step.source is not None:
            context.fork(step.source, at, step.shared)
        context.prompt(at, prompt, step.shared)
        context.answer(at, answer, len(prompt))
        context.forget(at, step.keep)
        for done in step.done:
            context.forget(done)
    context.close()
    vocabulary.close()
    model.close()
    return {"floor": context.seconds, "evaluated": decoded, "generated": sum(map(len, said))}


def _spoken(vocabulary: Vocabulary, answer: dict[str, Any]) -> list[int]:
    """As many tokens as were generated; the text's, since the host does not tell which."""
    tokens = vocabulary.content(answer["text"]) or [0]
    return list(islice(cycle(tokens), answer["tokens"]))


if __name__ == "__main__":
    print(json.dumps(replay(**json.loads(Path(sys.argv[1]).read_text()))))
