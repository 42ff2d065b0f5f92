"""Sequences and cells: longest prefix, forks by reference, eviction, separation of salts."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from engine.models.host.slots import SMALL_LOSS, Drop, Fork, Slots, Trim, common_prefix


class Cache:
    """A stand-in for the real cache that repeats the steps and knows whose tokens they were."""

    def __init__(self) -> None:
        self.sequences: dict[int, list[tuple[str, int]]] = {}

    def serve(self, slots: Slots, tokens: Sequence[int], salt: str = "m", room: int = 0) -> int:
        """Run one prompt; return how many tokens had to be decoded."""
        plan = slots.plan(tokens, salt, room)
        for step in plan.steps:
            match step:
                case Drop(slot):
                    self.sequences.pop(slot, None)
                case Trim(slot, length):
                    del self.sequences[slot][length:]
                case Fork(source, target, length):
                    assert not self.sequences.get(target), "a fork needs an empty sequence"
                    self.sequences[target] = self.sequences[source][:length]
        held = self.sequences.setdefault(plan.slot, [])
        assert held == [(salt, token) for token in tokens[: plan.reused]], "foreign tokens reused"
        fresh = tokens[plan.reused :]
        slots.extend(plan.slot, fresh)
        held += [(salt, token) for token in fresh]
        assert slots.tokens(plan.slot) == tuple(tokens)
        assert slots.used + room <= slots.cells
        return len(fresh)


def trie_nodes(prompts: Sequence[Sequence[int]]) -> int:
    return len(
        {tuple(prompt[:length]) for prompt in prompts for length in range(1, len(prompt) + 1)}
    )


def text(start: int, length: int) -> list[int]:
    return list(range(start, start + length))


def test_an_extended_prompt_decodes_only_what_is_new() -> None:
    slots, cache = Slots(4, 1000), Cache()
    assert cache.serve(slots, text(0, 100)) == 100
    assert cache.serve(slots, text(0, 130)) == 30
    assert slots.used == 130


def test_a_repeated_prompt_decodes_one_token() -> None:
    slots, cache = Slots(4, 1000), Cache()
    cache.serve(slots, text(0, 100))
    assert [cache.serve(slots, text(0, 100)) for _ in range(3)] == [1, 1, 1]
    assert slots.used == 100


def test_three_agents_over_one_trunk_cost_what_their_trie_has() -> None:
    slots, cache = Slots(8, 20_000), Cache()
    trunk = text(0, 500)
    logs: dict[str, list[int]] = {"lead": [], "opposing": [], "judge": []}
    roles = {"lead": text(10_000, 20), "opposing": text(11_000, 20), "judge": text(12_000, 20)}
    prompts, decoded, fresh = [], 0, 20_000
    for _round in range(6):
        for agent in logs:
            prompt = trunk + logs[agent] + roles[agent]
            prompts.append(prompt)
            decoded += cache.serve(slots, prompt, room=200)
            for reader in logs:  # everyone reads it, each in words of its own
                logs[reader] += text(fresh, 90)
                fresh += 90
    assert decoded == trie_nodes(prompts)


def test_another_branch_stays_warm_by_reference() -> None:
    slots, cache = Slots(4, 1000), Cache()
    cache.serve(slots, text(0, 300) + text(1000, 100))
    assert cache.serve(slots, text(0, 300) + text(2000, 100)) == 100
    assert slots.used == 500, "the common cells are held once"
    assert cache.serve(slots, text(0, 300) + text(1000, 110)) == 10


def test_salts_never_share() -> None:
    slots, cache = Slots(4, 1000), Cache()
    cache.serve(slots, text(0, 100), "one")
    assert cache.serve(slots, text(0, 100), "two") == 100
    assert cache.serve(slots, text(0, 100), "one") == 1


def test_with_all_sequences_taken_a_small_tail_goes_before_a_long_log() -> None:
    slots, cache = Slots(2, 5000), Cache()
    cache.serve(slots, text(0, 500), "one")
    cache.serve(slots, text(0, 200) + text(900, SMALL_LOSS), "two")
    assert cache.serve(slots, text(0, 200) + text(700, 10), "two") == 10
    assert cache.serve(slots, text(0, 501), "one") == 1


def test_otherwise_the_least_recently_used_goes() -> None:
    slots, cache = Slots(2, 5000), Cache()
    for salt in ("one", "two", "one", "three"):
        cache.serve(slots, text(0, 500), salt)
    assert cache.serve(slots, text(0, 500), "one") == 1
    assert cache.serve(slots, text(0, 500), "two") == 500


def test_cells_are_freed_when_they_run_out() -> None:
    slots, cache = Slots(8, 1000), Cache()
    for salt in ("one", "two", "three"):
        cache.serve(slots, text(0, 300), salt, room=50)
    assert cache.serve(slots, text(0, 300), "four", room=100) == 300
    assert cache.serve(slots, text(0, 300), "three", room=100) == 1
    assert cache.serve(slots, text(0, 900), "four", room=100) == 600


def test_what_cannot_fit_is_refused() -> None:
    slots = Slots(2, 100)
    with pytest.raises(ValueError, match="100 cells"):
        slots.plan(text(0, 90), "m", 11)
    with pytest.raises(ValueError, match="0 \\+ 1"):
        slots.plan([], "m", 1)


@pytest.mark.parametrize("seed", range(20))
def test_random_use_keeps_every_promise(seed: int) -> None:
    chance = random.Random(seed)
    slots, cache = Slots(chance.randint(1, 5), 400), Cache()
    past: list[list[int]] = [[]]
    for _ in range(200):
        start = chance.choice(past)
        prompt = (start[: chance.randint(0, len(start))] + text(chance.randint(0, 9), 40))[:300]
        cache.serve(slots, prompt, chance.choice("ab"), chance.randint(0, 100))
        past = [*past[-6:], prompt]


def test_common_prefix() -> None:
    assert common_prefix([1, 2, 3], [1, 2, 4]) == 2
    assert common_prefix([1, 2], (1, 2, 4)) == 2
    assert common_prefix([], [1]) == 0
    assert common_prefix([2], [1]) == 0
