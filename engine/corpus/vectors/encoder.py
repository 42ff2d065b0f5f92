"""The model itself: texts in, vectors out. Loaded in the worker's process only."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.corpus.vectors.files import RUNNER
from engine.corpus.vectors.wordpiece import WordPieces

DIMENSIONS = 384
LONGEST = 128
"""Word pieces of a text that are read: a fact is a sentence."""
TOGETHER = 16
"""Texts of one call: more make it no faster on a processor, and take more memory."""


class Encoder:
    """Raises ImportError without ``onnxruntime``, OSError without the files."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        # Nothing about a firm's work leaves the machine: newer builds would report their use.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        onnxruntime: Any = importlib.import_module(RUNNER)
        self._pieces = WordPieces.load(tokenizer)
        options = onnxruntime.SessionOptions()
        # Beside a model host and a bot: one core, and memory given back.
        options.intra_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        self._session: Any = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {one.name for one in self._session.get_inputs()}

    def encode(self, texts: Sequence[str]) -> list[bytes]:
        """``DIMENSIONS`` signed bytes for each text: its direction; lengths mean nothing."""
        ids = [self._pieces.encode(text, LONGEST) for text in texts]
        found: list[bytes] = [b""] * len(ids)
        by_length = sorted(range(len(ids)), key=lambda n: len(ids[n]))
        for start in range(0, len(ids), TOGETHER):
            some = by_length[start : start + TOGETHER]
            for n, vector in zip(some, self._encoded([ids[n] for n in some]), strict=True):
                found[n] = vector.tobytes()
        return found

    def _encoded(self, ids: Sequence[Sequence[int]]) -> npt.NDArray[np.int8]:
        width = max(map(len, ids))
        filled = np.zeros((len(ids), width), np.int64)
        mask = np.zeros((len(ids), width), np.int64)
        for row, one in enumerate(ids):
            filled[row, : len(one)] = one
            mask[row, : len(one)] = 1
        given = {"input_ids": filled, "attention_mask": mask, "token_type_ids": mask * 0}
        known = {name: value for name, value in given.items() if name in self._inputs}
        out: npt.NDArray[np.float32] = self._session.run(None, known)[0]
        if out.ndim == 3:
            out = (out * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        whole: npt.NDArray[np.int8] = np.rint(
            out * (127 / np.abs(out).max(1, keepdims=True))
        ).astype(np.int8)
        return whole
