"""Stopping: a running answer within tokens, a queued one before it starts, others undisturbed."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

from engine.models.host import (
    ChatMessage,
    Generation,
    GenerationRequest,
    ModelNotReady,
    ModelService,
    Sampling,
)
from engine.models.host import decoder as decoder_module
from engine.models.host.decoder import Decoded, Decoder
from engine.models.host.model import Model
from engine.models.host.sampling import Sampler
from engine.models.host.vocabulary import Vocabulary

pytestmark = pytest.mark.model

# An array of numbers, so that the answer cannot end early.
ENDLESS = {"type": "array", "minItems": 500, "maxItems": 500, "items": {"type": "number"}}


def request(text: str, limit: int, salt: str, *, endless: bool = False) -> GenerationRequest:
    return GenerationRequest(
        (ChatMessage("user", text),),
        limit,
        Sampling(temperature=0),
        schema=ENDLESS if endless else None,
        cache_salt=salt,
    )


def started(
    service: ModelService, salt: str, limit: int = 2000
) -> tuple[Future[Generation], threading.Event]:
    """A long answer that has begun to speak."""
    speaking = threading.Event()
    future = service.submit(
        request("Count.", limit, salt, endless=True), lambda _text: speaking.set()
    )
    assert speaking.wait(60)
    return future, speaking


def test_a_running_answer_ends_within_a_token(service: ModelService) -> None:
    heard: list[str] = []
    enough = threading.Event()

    def hear(text: str) -> None:
        heard.append(text)
        if len(heard) == 5:
            enough.set()
            service.cancel(future)

    future: Future[Generation] = Future()
    ready = threading.Event()

    def hear_when_known(text: str) -> None:
        ready.wait(60)
        hear(text)

    future = service.submit(request("Count.", 2000, "run", endless=True), hear_when_known)
    ready.set()
    done = future.result(60)
    assert done.finish == "cancelled"
    assert done.completion_tokens == 5
    assert done.text == "".join(heard)
    follow = service.submit(request("Count.", 3, "run")).result(60)
    assert follow.evaluated_tokens == 1, "the prompt stayed warm"


def test_a_queued_answer_never_starts_and_others_go_on(service: ModelService) -> None:
    running, _ = started(service, "one")
    heard: list[str] = []
    queued = service.submit(request("Never.", 50, "two"), heard.append)
    other = service.submit(request("Always.", 4, "three"))
    before = service.counts
    assert service.queued == 2
    service.cancel(queued)
    nothing = queued.result(0)
    assert (nothing.finish, nothing.evaluated_tokens, nothing.text) == ("cancelled", 0, "")
    service.cancel(running)
    assert running.result(60).finish == "cancelled"
    assert other.result(60).completion_tokens > 0
    assert heard == []
    assert service.counts.cancelled == before.cancelled + 2


def test_a_prompt_is_given_up_while_it_is_decoded(service: ModelService) -> None:
    text = "The agency paid though it knew of the defect in the invoices. " * 480
    future = service.submit(request(text, 5, "long"))
    while service.queued:
        time.sleep(0.01)
    service.cancel(future)
    done = future.result(60)
    assert done.finish == "cancelled"
    assert done.prompt_tokens > 6000
    assert done.evaluated_tokens < done.prompt_tokens
    assert done.completion_tokens == 0


def test_what_an_abort_leaves_is_sound(model_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Abort before, within and after the first batch, then go on from what is left."""
    monkeypatch.setattr(decoder_module, "_BATCH", 64)
    model = Model(model_path)
    vocabulary = Vocabulary(model)
    decoder = Decoder(model, vocabulary, model.plan(512), sequences=8, threads=2)
    prompt = vocabulary.content("The agency paid though it knew of the defect. " * 20)[:100]
    looks = itertools.count()

    def run(salt: str, cancelled: Callable[[], bool]) -> tuple[Decoded, bytes]:
        said: list[bytes] = []
        with Sampler(vocabulary.handle, vocabulary.size, Sampling(0), 1, None) as sampler:
            done = decoder.run(prompt, salt, sampler, 6, cancelled=cancelled, emit=said.append)
        return done, b"".join(said)

    try:
        _, whole = run("undisturbed", lambda: next(looks) < 0)
        total = next(looks)
        for share, kept in ((0, 0), (0.2, 0), (0.8, 64)):
            seen = itertools.count()
            salt = f"given up at {share}"
            done, nothing = run(salt, lambda: next(seen) >= share * total)  # noqa: B023
            assert (done.finish, done.generated, nothing) == ("cancelled", 0, b"")
            assert done.evaluated == kept
            resumed, said = run(salt, lambda: False)
            assert (resumed.cached, said) == (kept, whole)
    finally:
        decoder.close()
        vocabulary.close()
        model.close()


def test_cancelling_what_is_done_does_nothing(service: ModelService) -> None:
    future = service.submit(request("Go.", 2, "done"))
    done = future.result(60)
    service.cancel(future)
    assert future.result() == done


def test_closing_ends_running_and_queued_requests(model_path: Path) -> None:
    service = ModelService(model_path, window=2500)
    with pytest.raises(ModelNotReady):
        service.submit(request("Early.", 2, ""))
    service.start()
    service.loaded.result(120)
    running, _ = started(service, "one")
    queued = service.submit(request("Never.", 50, "two"))
    service.close()
    for future in (running, queued):
        with pytest.raises(ModelNotReady):
            future.result(0)
    with pytest.raises(ModelNotReady):
        service.submit(request("Late.", 2, ""))
    service.close()


def test_closing_while_loading(model_path: Path) -> None:
    service = ModelService(model_path)
    service.start()
    service.close()
    assert service.loaded.done()
