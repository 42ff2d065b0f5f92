"""What an ideal cache has to decode, and in which order a replay finds it."""

from __future__ import annotations

import random

import pytest

from tests.bench.trie import Step, nodes, schedule, trunk


def test_shared_beginnings_count_once_and_nothing_else_does() -> None:
    assert nodes([[1, 2, 3], [1, 2, 4, 5], [1, 2, 3], [9, 2, 3]]) == 3 + 2 + 0 + 3
    assert nodes([[1, 2], [1, 2, 3, 4], [1]]) == 4
    assert nodes([]) == 0


@pytest.mark.parametrize("seed", range(5))
def test_nodes_are_the_distinct_prefixes(seed: int) -> None:
    chance = random.Random(seed)
    prompts = [[chance.randrange(2) for _ in range(chance.randrange(1, 9))] for _ in range(12)]
    distinct = {tuple(one[:end]) for one in prompts for end in range(1, len(one) + 1)}
    assert nodes(prompts) == len(distinct)


def test_the_trunk_is_what_all_prompts_begin_with() -> None:
    assert trunk([[1, 2, 3, 4], [1, 2, 9], [1, 2, 3, 5]]) == 2
    assert trunk([[1, 2], [3]]) == 0
    assert trunk([[7, 8]]) == 2
    assert trunk([]) == 0


def test_a_schedule_takes_each_beginning_from_the_newest_prompt_that_shares_most() -> None:
    steps = schedule([[1, 2, 3, 4], [1, 2, 9], [1, 2, 3, 5], [1, 2, 9, 9]])
    assert steps == [
        Step(None, 0, 3, ()),
        Step(0, 2, 3, ()),
        Step(0, 3, 0, (0, 2)),
        Step(1, 3, 0, (1, 3)),
    ]


@pytest.mark.parametrize("seed", range(5))
def test_a_schedule_finds_kept_what_it_takes_and_decodes_little_more_than_the_nodes(
    seed: int,
) -> None:
    chance = random.Random(seed)
    prompts = [[chance.randrange(3) for _ in range(chance.randrange(1, 9))] for _ in range(12)]
    held: dict[int, list[int]] = {}
    decoded = 0
    for at, (prompt, step) in enumerate(zip(prompts, schedule(prompts), strict=True)):
        if step.source is not None:
            assert held[step.source][: step.shared] == prompt[: step.shared]
            assert len(held[step.source]) >= step.shared
        decoded += len(prompt) - step.shared
        held[at] = prompt[: step.keep]
        for done in step.done:
            held.pop(done)
    assert not held
    # A prompt that lies wholly in an earlier one still decodes its last token.
    assert nodes(prompts) <= decoded <= nodes(prompts) + len(prompts)
