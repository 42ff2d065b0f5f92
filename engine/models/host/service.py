"""The service: a thread that owns model and context, and a fair queue in front of it."""

from __future__ import annotations

import codecs
import logging
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from engine.errors import LawgameError
from engine.models.grammar import compile_schema
from engine.models.host import model_file
from engine.models.host.decoder import Decoder
from engine.models.host.errors import ModelFailed, ModelNotReady, WindowExceeded
from engine.models.host.model import Model
from engine.models.host.queueing import FairQueue
from engine.models.host.requests import ChatMessage, Generation, GenerationRequest
from engine.models.host.sampling import Sampler, settle_seed
from engine.models.host.vocabulary import Vocabulary

DEFAULT_ANSWER: Final = 1024
DEFAULT_SEQUENCES: Final = 8

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What a client may know of the loaded model; ``window`` is tokens for one sequence."""

    id: str
    family: str
    sha256: str
    window: int
    cells: int
    cache_bytes: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Totals since the start; all but ``requests``, ``cancelled`` and ``failed`` are tokens."""

    requests: int = 0
    cancelled: int = 0
    failed: int = 0
    prompt: int = 0
    cached: int = 0
    evaluated: int = 0
    generated: int = 0


@dataclass(eq=False, slots=True)
class _Job:
    salt: str
    prompt: Sequence[int]
    limit: int
    request: GenerationRequest
    grammar: str | None
    seed: int
    on_text: Callable[[str], None] | None
    future: Future[Generation] = field(default_factory=Future)
    stop: threading.Event = field(default_factory=threading.Event)

    def finished(self, result: Generation | LawgameError) -> None:
        """Settle the future, unless its holder withdrew it meanwhile."""
        try:
            if isinstance(result, Generation):
                self.future.set_result(result)
            else:
                self.future.set_exception(result)
        except InvalidStateError:
            _log.debug("a settled answer was withdrawn")


@dataclass(frozen=True, slots=True)
class _Loaded:
    info: ModelInfo
    model: Model
    vocabulary: Vocabulary
    decoder: Decoder


class ModelService:
    """One model, loaded in the background, answering one request at a time.

    ``window`` is tokens for one sequence (default: at most 8,192, see `capacity.plan`),
    ``threads`` defaults to the processors. All methods may be called from any thread.
    """

    def __init__(
        self,
        path: Path,
        *,
        expected_sha256: str | None = None,
        window: int | None = None,
        threads: int | None = None,
        sequences: int = DEFAULT_SEQUENCES,
    ) -> None:
        self._path = path
        self._expected = expected_sha256
        self._window = window
        self._threads = threads or os.cpu_count() or 1
        self._sequences = sequences
        self._queue: FairQueue[_Job] = FairQueue()
        self._running: _Job | None = None
        self._closing = False
        self._jobs: dict[Future[Generation], _Job] = {}
        self._lock = threading.Lock()
        self._counts = Counts()
        self._state: _Loaded | None = None
        self.loaded: Future[ModelInfo] = Future()
        self._thread = threading.Thread(target=self._work, name="decode", daemon=True)

    def start(self) -> None:
        """Begin loading; ``loaded`` settles with the model's info or with the typed error."""
        self._thread.start()

    @property
    def info(self) -> ModelInfo:
        """The loaded model; raises `ModelNotReady` before and after."""
        return self._ready().info

    @property
    def counts(self) -> Counts:
        """Totals since the start."""
        with self._lock:
            return self._counts

    @property
    def queued(self) -> int:
        """Requests that wait."""
        return len(self._queue)

    def tokens(self, messages: Sequence[ChatMessage]) -> list[int]:
        """The prompt's tokens, exactly as a request with these messages would be decoded."""
        return self._ready().vocabulary.prompt(messages)

    def submit(
        self, request: GenerationRequest, on_text: Callable[[str], None] | None = None
    ) -> Future[Generation]:
        """Queue a request; ``on_text`` gets the answer's text bit by bit, on the decode thread.

        Raises at once `ModelNotReady`, `TemplateRefused`, `WindowExceeded` or
        `GrammarUnsupported`; the future raises `ModelFailed` or `ModelNotReady`.
        """
        loaded = self._ready()
        prompt = loaded.vocabulary.prompt(request.messages)
        window = loaded.info.window
        limit = request.max_tokens
        if limit is None:
            limit = max(1, min(DEFAULT_ANSWER, window - len(prompt)))
        if len(prompt) + limit > window:
            raise WindowExceeded(prompt=len(prompt), wanted=limit, window=window)
        grammar = None if request.schema is None else compile_schema(request.schema)
        seed = settle_seed(request.sampling.seed)
        job = _Job(request.cache_salt, prompt, limit, request, grammar, seed, on_text)
        with self._lock:
            self._jobs[job.future] = job
            self._add(requests=1)
        if not self._queue.put(job.salt, job):
            self._forget(job)
            raise ModelNotReady
        return job.future

    def cancel(self, future: Future[Generation]) -> None:
        """End a request: a queued one at once, a running one within a token.

        Its future settles with what there is, ``finish`` being ``cancelled``. Nothing happens to
        a request that is done.
        """
        with self._lock:
            job = self._jobs.get(future)
        if job is None:
            return
        job.stop.set()
        if self._queue.remove(job.salt, job):
            self._settle(job, _nothing(job))

    def close(self) -> None:
        """Stop: running and queued requests raise `ModelNotReady`; returns when all is freed."""
        with self._lock:
            self._closing = True
        for job in self._queue.close():
            self._settle(job, ModelNotReady())
        with self._lock:
            if self._running is not None:
                self._running.stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _stopped(self) -> bool:
        return self._closing

    def _ready(self) -> _Loaded:
        state = self._state
        if state is None:
            raise ModelNotReady
        return state

    def _work(self) -> None:
        try:
            state = self._load()
        except LawgameError as error:
            self._queue.close()
            self.loaded.set_exception(error)
            return
        except Exception as error:
            self._queue.close()
            failure = ModelFailed("The model could not be loaded.")
            failure.__cause__ = error
            self.loaded.set_exception(failure)
            return
        self._state = state
        self.loaded.set_result(state.info)
        while (job := self._queue.take()) is not None:
            with self._lock:
                self._running = job
                if self._closing:
                    job.stop.set()
            result = self._answer(state, job)
            with self._lock:
                self._running = None
            self._settle(job, result)
        self._state = None
        state.vocabulary.close()
        state.decoder.close()
        state.model.close()

    def _load(self) -> _Loaded:
        model_file.check_magic(self._path)
        digest = model_file.sha256(self._path, expected=self._expected, stopped=self._stopped)
        model = Model(self._path, stopped=self._stopped)
        capacity = model.plan(self._window)
        vocabulary = Vocabulary(model)
        decoder = Decoder(
            model, vocabulary, capacity, sequences=self._sequences, threads=self._threads
        )
        info = ModelInfo(
            id=self._path.stem,
            family=model.family,
            sha256=digest,
            window=capacity.window,
            cells=capacity.cells,
            cache_bytes=capacity.cache_bytes,
        )
        return _Loaded(info, model, vocabulary, decoder)

    def _answer(self, state: _Loaded, job: _Job) -> Generation | LawgameError:
        try:
            result = self._generate(state, job)
            return ModelNotReady() if self._closing and result.finish == "cancelled" else result
        except LawgameError as error:
            return error
        except Exception as error:
            # Only the kind is told: an exception's text may quote what it failed on.
            _log.error("an answer failed: %s", type(error).__name__)
            return ModelFailed()

    def _generate(self, state: _Loaded, job: _Job) -> Generation:
        if job.stop.is_set():
            return _nothing(job)
        # A token may end in the middle of a character; an answer cut there loses that character.
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        parts: list[str] = []

        def emit(data: bytes) -> None:
            text = decoder.decode(data)
            if not text:
                return
            parts.append(text)
            if job.on_text is not None:
                try:
                    job.on_text(text)
                except Exception:  # nobody listens any more; the model itself is well
                    job.stop.set()

        vocabulary = state.vocabulary
        sampling = job.request.sampling
        with Sampler(
            vocabulary.handle, vocabulary.size, sampling, job.seed, job.grammar
        ) as sampler:
            done = state.decoder.run(
                job.prompt, job.salt, sampler, job.limit, cancelled=job.stop.is_set, emit=emit
            )
        return Generation(
            text="".join(parts),
            finish=done.finish,
            prompt_tokens=len(job.prompt),
            completion_tokens=done.generated,
            cached_tokens=done.cached,
            evaluated_tokens=done.evaluated,
            seed=job.seed,
        )

    def _settle(self, job: _Job, result: Generation | LawgameError) -> None:
        self._forget(job)
        if isinstance(result, Generation):
            with self._lock:
                self._add(
                    cancelled=int(result.finish == "cancelled"),
                    prompt=result.prompt_tokens,
                    cached=result.cached_tokens,
                    evaluated=result.evaluated_tokens,
                    generated=result.completion_tokens,
                )
        else:
            with self._lock:
                self._add(failed=1)
        job.finished(result)

    def _forget(self, job: _Job) -> None:
        with self._lock:
            self._jobs.pop(job.future, None)

    def _add(self, **more: int) -> None:
        now = self._counts
        self._counts = replace(now, **{name: getattr(now, name) + n for name, n in more.items()})


def _nothing(job: _Job) -> Generation:
    return Generation("", "cancelled", len(job.prompt), 0, 0, 0, job.seed)
