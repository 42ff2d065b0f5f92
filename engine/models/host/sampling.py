"""One request's sampler: a chain in the native library and a grammar applied lazily.

Masking the whole vocabulary by a grammar costs more than decoding a small model's token. So the
chain picks first; only an illegal pick is picked again, from the likeliest tokens that are legal,
and only if none of those is, from the whole vocabulary.
"""

from __future__ import annotations

import ctypes
import secrets
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from engine.models.host.errors import ModelFailed
from engine.models.host.native import library
from engine.models.host.requests import Sampling

_LIKELY: Final = 256
_PENALISED: Final = 512  # tokens back that the penalties look
_NO_REPEAT_PENALTY: Final = 1.0
_RANDOM_SEED: Final = 0xFFFFFFFF  # LLAMA_DEFAULT_SEED: the library would draw its own

# llama_token_data
_CANDIDATE: Final = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])


def settle_seed(seed: int | None) -> int:
    """A seed the library takes literally: any integer folded to 32 bits, None drawn."""
    return (secrets.randbits(32) if seed is None else seed) % _RANDOM_SEED


class Sampler:
    """Picks one token after another; used and closed by the decode thread only.

    ``grammar`` is GBNF with the root rule ``root``. Raises `ModelFailed` if the library refuses
    it or if no token at all is legal.
    """

    def __init__(
        self, vocabulary: Any, size: int, sampling: Sampling, seed: int, grammar: str | None
    ) -> None:
        self._lib: Any = library()
        self._ids = np.arange(size, dtype=np.int32)
        self._candidates = np.zeros(size, _CANDIDATE)
        self._chain: Any = self._build(sampling, seed)
        self._likely: Any = self._lib.llama_sampler_init_top_k(_LIKELY)
        self._grammar: Any = None
        if grammar is not None:
            self._grammar = self._lib.llama_sampler_init_grammar(
                vocabulary, grammar.encode(), b"root"
            )
            if not self._grammar:
                self.close()
                raise ModelFailed("The grammar for the answer could not be compiled.")

    def pick(self, logits: npt.NDArray[np.float32]) -> int:
        """The next token for these logits (one float a token of the vocabulary)."""
        token = self._choose(self._fresh(logits))
        if self._grammar is None or self._legal(token):
            return token
        array = self._fresh(logits)
        self._apply(self._likely, array)
        self._apply(self._grammar, array)
        if not any(np.isfinite(array.data[index].logit) for index in range(array.size)):
            array = self._fresh(logits)
            self._apply(self._grammar, array)
        array.sorted = False  # a grammar lowers logits without saying that the order is gone
        token = self._choose(array)
        if not self._legal(token):
            raise ModelFailed("No token continues the answer within its schema.")
        return token

    def accept(self, token: int) -> None:
        """Advance past a picked token; the grammar must never be given an unchecked one."""
        if self._grammar is not None:
            self._lib.llama_sampler_accept(self._grammar, token)
        self._lib.llama_sampler_accept(self._chain, token)

    def close(self) -> None:
        """Free the native samplers."""
        for name in ("_chain", "_likely", "_grammar"):
            if getattr(self, name, None):
                self._lib.llama_sampler_free(getattr(self, name))
                setattr(self, name, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _build(self, sampling: Sampling, seed: int) -> Any:
        lib = self._lib
        params = lib.llama_sampler_chain_default_params()
        params.no_perf = True
        chain = lib.llama_sampler_chain_init(params)
        often, once = sampling.frequency_penalty, sampling.presence_penalty
        if often or once:
            penalties = lib.llama_sampler_init_penalties(
                len(self._ids), _PENALISED, _NO_REPEAT_PENALTY, often, once
            )
            lib.llama_sampler_chain_add(chain, penalties)
        if sampling.temperature <= 0:
            lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_greedy())
            return chain
        if sampling.top_k > 0:
            lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_top_k(sampling.top_k))
        if sampling.top_p < 1:
            lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_top_p(sampling.top_p, 1))
        lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_temp(sampling.temperature))
        lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_dist(seed))
        return chain

    def _fresh(self, logits: npt.NDArray[np.float32]) -> Any:
        candidates = self._candidates
        candidates["id"] = self._ids
        candidates["logit"] = logits
        candidates["p"] = 0
        return self._array(candidates)

    def _array(self, candidates: npt.NDArray[np.void]) -> Any:
        data = ctypes.cast(candidates.ctypes.data, self._lib.llama_token_data_p)
        return self._lib.llama_token_data_array(
            data=data, size=len(candidates), selected=-1, sorted=False
        )

    def _apply(self, sampler: Any, array: Any) -> None:
        self._lib.llama_sampler_apply(sampler, ctypes.byref(array))

    def _choose(self, array: Any) -> int:
        self._apply(self._chain, array)
        return int(array.data[array.selected].id)

    def _legal(self, token: int) -> bool:
        one = np.array([(token, 1.0, 0.0)], _CANDIDATE)
        self._apply(self._grammar, self._array(one))
        return bool(np.isfinite(one["logit"][0]))
