"""Reuse is real, exact and kept within a salt; windows have sharp edges."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from engine.models.host import (
    ChatMessage,
    Generation,
    GenerationRequest,
    ModelService,
    Sampling,
    WindowExceeded,
)
from engine.models.host.decoder import Decoder
from engine.models.host.model import Model
from engine.models.host.sampling import Sampler
from engine.models.host.vocabulary import Vocabulary

pytestmark = pytest.mark.model
GREEDY = Sampling(temperature=0)
SYSTEM = ChatMessage("system", "You take part in a simulated hearing. Answer as the role named.")
FACT = "[F{n}] On day {n} the agency paid invoice {n} though the inspector had told it why not.\n"


def ask(service: ModelService, text: str, *, salt: str = "", limit: int = 3) -> Generation:
    request = GenerationRequest((SYSTEM, ChatMessage("user", text)), limit, GREEDY, cache_salt=salt)
    return service.submit(request).result(120)


def prompt(service: ModelService, text: str) -> list[int]:
    return service.tokens((SYSTEM, ChatMessage("user", text)))


def test_a_prefix_is_decoded_once(service: ModelService) -> None:
    trunk = "".join(FACT.format(n=n) for n in range(12))
    first = ask(service, trunk + "You are Lead Counsel.", salt="prefix")
    assert (first.cached_tokens, first.evaluated_tokens) == (0, first.prompt_tokens)
    second = ask(service, trunk + "[F99] New.\nYou are Lead Counsel.", salt="prefix")
    assert second.cached_tokens > first.prompt_tokens - 30
    assert second.cached_tokens + second.evaluated_tokens == second.prompt_tokens
    again = ask(service, trunk + "[F99] New.\nYou are Lead Counsel.", salt="prefix")
    assert again.evaluated_tokens == 1


def test_three_agents_decode_no_more_than_the_trie_of_their_prompts(service: ModelService) -> None:
    trunk = "".join(FACT.format(n=n) for n in range(10))
    agents = ("Lead Counsel", "Opposing Counsel", "the judge")
    logs = dict.fromkeys(agents, "")
    prompts: list[list[int]] = []
    evaluated = 0
    for number in range(3):
        for agent in agents:
            text = f"{trunk}{logs[agent]}You are {agent}. Speak in round {number}."
            prompts.append(prompt(service, text))
            done = ask(service, text, salt="triad", limit=12)
            evaluated += done.evaluated_tokens
            for reader in agents:  # each reads of it in words of its own
                logs[reader] += f"Round {number}, {agent}, noted for {reader}: {done.text}\n"
    nodes = {tuple(one[:length]) for one in prompts for length in range(1, len(one) + 1)}
    assert evaluated <= len(nodes) + len(prompts), "at most one token a call is decoded again"
    assert evaluated < sum(map(len, prompts)) / 2


class Recorder(Sampler):
    """A greedy sampler that keeps the first logits it sees."""

    first: npt.NDArray[np.float32] | None = None

    def pick(self, logits: npt.NDArray[np.float32]) -> int:
        if self.first is None:
            self.first = logits.copy()
        return super().pick(logits)


def compare_warm_with_fresh(path: Path, facts: int) -> None:
    """Fork, roll back and go on in one salt; the same prompts, each in a salt of its own."""
    model = Model(path)
    vocabulary = Vocabulary(model)
    decoder = Decoder(model, vocabulary, model.plan(2048), sequences=8, threads=2)

    def logits(text: str, salt: str) -> tuple[npt.NDArray[np.float32], int]:
        with Recorder(vocabulary.handle, vocabulary.size, GREEDY, 1, None) as sampler:
            done = decoder.run(
                vocabulary.content(text),
                salt,
                sampler,
                8,
                cancelled=lambda: False,
                emit=lambda _data: None,
            )
        assert sampler.first is not None
        return sampler.first, done.cached

    trunk = "".join(FACT.format(n=n) for n in range(facts))
    # The first is a beginning of the others: its answer must leave nothing behind.
    texts = [trunk + tail for tail in ("", "Name the payer:", "Name the day. " * 30, "Who knew?")]
    least = len(vocabulary.content(trunk)) - 1
    try:
        for number, text in enumerate(texts * 2):
            warm, cached = logits(text, "warm")
            assert number == 0 or cached >= least
            fresh, none = logits(text, f"fresh {number}")
            assert none == 0
            # Other batch shapes and cells round differently (correlation 0.999 and above); other
            # prompts, as a wrong cell would make of it, stay below 0.9.
            assert np.corrcoef(warm, fresh)[0, 1] > 0.99
    finally:
        decoder.close()
        vocabulary.close()
        model.close()


def test_forked_and_rolled_back_sequences_see_what_fresh_ones_see(model_path: Path) -> None:
    compare_warm_with_fresh(model_path, 6)


def test_so_do_those_of_a_sliding_window_model(sliding_model_path: Path) -> None:
    """The trunk is longer than the sliding window, so a branch goes back beyond it."""
    compare_warm_with_fresh(sliding_model_path, 30)


def test_salts_do_not_share(service: ModelService) -> None:
    text = "The same words in two matters. " * 20
    assert ask(service, text, salt="matter one").cached_tokens == 0
    assert ask(service, text, salt="matter two").cached_tokens == 0
    assert ask(service, text, salt="matter one").evaluated_tokens == 1


def test_more_matters_than_sequences_are_all_served(small_service: ModelService) -> None:
    for _round in range(2):
        for matter in range(10):
            done = ask(small_service, f"Matter {matter}. " * 5, salt=f"matter {matter}")
            assert done.cached_tokens + done.evaluated_tokens == done.prompt_tokens


def test_the_windows_edges(small_service: ModelService) -> None:
    window = small_service.info.window
    assert window == 256

    def sized(wanted: int) -> str:
        text = "word" + " word" * (wanted - len(prompt(small_service, "word")))
        assert len(prompt(small_service, text)) == wanted
        return text

    assert ask(small_service, sized(window - 1), limit=1).prompt_tokens == window - 1
    for size, limit in ((window, 1), (window + 1, 1), (window - 1, 2), (100, window)):
        with pytest.raises(WindowExceeded) as refusal:
            ask(small_service, sized(size), limit=limit)
        assert (refusal.value.prompt, refusal.value.wanted) == (size, limit)
        assert refusal.value.window == window
        assert ask(small_service, sized(100)).prompt_tokens == 100, "others are unaffected"


def test_a_seed_repeats_on_an_empty_cache(model_path: Path) -> None:
    def once(seed: int) -> Generation:
        service = ModelService(model_path, window=256)
        service.start()
        service.loaded.result(120)
        request = GenerationRequest(
            (SYSTEM, ChatMessage("user", "Say something about invoices.")),
            24,
            Sampling(temperature=1.0, top_p=0.9, seed=seed),
        )
        try:
            return service.submit(request).result(120)
        finally:
            service.close()

    first, same, other = once(7), once(7), once(8)
    assert first == same
    assert first.seed == 7
    assert other.text != first.text
