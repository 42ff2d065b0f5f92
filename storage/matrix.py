"""A matter's vectors as one matrix. Imports numpy, which takes its time: see ``Nearest``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from storage.vectors import Row

_AT_ONCE = 8192
_SMALL = 25_000
"""Facts whose vectors are kept as the numbers that are reckoned with, four times as large: turning
more of them into those takes longer than the reckoning."""


@dataclass(frozen=True)
class Matrix:
    """A row a fact: its document's key, its ordinal, its vector and that one's length."""

    documents: npt.NDArray[np.int64]
    ordinals: npt.NDArray[np.int64]
    vectors: npt.NDArray[Any]
    lengths: npt.NDArray[np.float32]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Matrix:
        counts = [row.count for row in rows]
        documents = np.repeat(np.array([row.document for row in rows], np.int64), counts)
        ordinals = [np.arange(row.first, row.first + row.count, dtype=np.int64) for row in rows]
        data = np.frombuffer(b"".join(row.data for row in rows), np.int8)
        vectors = data.reshape(sum(counts), -1)
        lengths = [
            np.linalg.norm(vectors[at : at + _AT_ONCE].astype(np.float32), axis=1)
            for at in range(0, len(vectors), _AT_ONCE)
        ]
        length = np.maximum(np.concatenate(lengths), 1.0)
        if len(vectors) <= _SMALL:
            return cls(documents, np.concatenate(ordinals), vectors.astype(np.float32), length)
        return cls(documents, np.concatenate(ordinals), vectors, length)

    def near(self, vector: bytes, documents: Collection[int], most: int) -> list[tuple[int, int]]:
        """Document's key and ordinal of the nearest facts of these documents, nearest first."""
        wanted = np.frombuffer(vector, np.int8).astype(np.float32)
        # In this thread alone: the library's own threads wait for each other on a busy machine.
        parts = [
            np.einsum(
                "ij,j->i", self.vectors[at : at + _AT_ONCE].astype(np.float32, copy=False), wanted
            )
            for at in range(0, len(self.vectors), _AT_ONCE)
        ]
        scores = np.concatenate(parts) / self.lengths
        others = ~np.isin(self.documents, np.array(sorted(documents), np.int64))
        scores[others] = -np.inf
        most = min(most, len(scores) - int(others.sum()))
        best = np.argpartition(-scores, most - 1)[:most] if most else np.array([], np.int64)
        # Equal ones, such as the same sentence twice, in the order in which they stand.
        best = best[np.lexsort((best, -scores[best]))]
        return [(int(self.documents[at]), int(self.ordinals[at])) for at in best]
