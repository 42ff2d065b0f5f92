from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from engine.ports import Ask, Message
from engine.record import Role
from engine.search import turns
from engine.search.history import History
from engine.triad import layout
from engine.triad.entries import Entry
from tests.doubles import case
from tests.unit.engine.players import Listening, losing, settled, without_role_line

AGENTS = (Role.LEAD, Role.OPPOSING, Role.JUDGE)


async def played(
    seed: int = 1, rounds: int = 4, orbits: int = 2, window: int = 32_768
) -> tuple[Listening, History]:
    model = Listening(losing, window)
    run = case.a_run(seed, rounds, orbits)
    ports = case.ports(model, run)
    await case.play(run, ports)
    return model, History.of(run, settled(ports))


@pytest.mark.parametrize("seed", range(1, 3))
async def test_every_request_is_a_constant_system_and_one_user_message(seed: int) -> None:
    model, _ = await played(seed, 2, 2)
    assert {tuple(m.role for m in ask.messages) for ask in model.asked} == {("system", "user")}
    assert len({ask.messages[0].content for ask in model.asked}) == 1
    assert {ask.salt for ask in model.asked} == {"M-TEST"}


@pytest.mark.parametrize("seed", range(1, 5))
async def test_the_trunk_is_the_same_for_all_agents(seed: int) -> None:
    model, history = await played(seed)
    trunk = layout.trunk(history)
    for role in AGENTS:
        assert model.prompts(role)
        assert all(prompt.startswith(trunk + "\n\n") for prompt in model.prompts(role))
    first = without_role_line(model.prompts(Role.ELEMENTS)[0])
    assert trunk.startswith(first), "what the clerk read is where the trunk begins"


@pytest.mark.parametrize("seed", range(1, 5))
async def test_each_agents_next_prompt_extends_its_last_up_to_the_role_line(seed: int) -> None:
    model, _ = await played(seed)
    for role in (Role.LEAD, Role.OPPOSING):
        for earlier, later in pairwise(model.prompts(role)):
            assert later.startswith(without_role_line(earlier))


async def test_a_sent_back_repeat_is_added_at_the_end_too() -> None:
    """The next attempt's prompt goes on where the last one ended."""
    first: list[dict[str, Any]] = []

    def stubborn(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = losing(ask, data)
        if ask.name == Role.LEAD:
            first.append(data)
            return first[0]
        return data

    model = Listening(stubborn)
    run = case.a_run(1, 3, 1)
    await case.play(run, case.ports(model, run))
    prompts = model.prompts(Role.LEAD)
    assert len(prompts) == 1 + 4 + 4
    for earlier, later in pairwise(prompts):
        assert later.startswith(without_role_line(earlier))
    assert prompts[-1].count("SENT BACK 1.3") == 3


async def test_the_judge_reads_the_trunk_and_this_round_only() -> None:
    model, history = await played(3)
    for number, prompt in enumerate(model.prompts(Role.JUDGE)):
        own = history.rounds()[number]
        log = prompt.removeprefix(layout.trunk(history))
        assert f"MOVE {own.stage} " in log and f"RESPONSE {own.stage} " in log
        assert log.count("\nMOVE ") == 1 and log.count("\nRESPONSE ") == 1
        assert "RULING" not in log and "FAILED" not in log


async def test_opposing_counsel_sees_no_ruling_and_no_failure() -> None:
    model, _ = await played(5)
    assert len(model.prompts(Role.OPPOSING)) > 2
    for prompt in model.prompts(Role.OPPOSING):
        assert not any(word in prompt for word in ("RULING ", "FAILED ", "receptive to:", "GAPS"))


def nodes(prompts: Iterable[str]) -> int:
    """Nodes of the trie over the prompts' words: what a host must evaluate at least."""
    seen: set[tuple[int, str]] = set()
    ids: dict[tuple[int, str], int] = {}
    for prompt in prompts:
        at = 0
        for word in prompt.split():
            seen.add((at, word))
            at = ids.setdefault((at, word), len(ids) + 1)
    return len(seen)


async def test_the_trie_of_a_run_is_little_more_than_its_longest_prompt() -> None:
    model, history = await played(2, 6, 1)
    prompts = [ask.messages[1].content for ask in model.asked]
    longest = max(len(prompt.split()) for prompt in prompts)
    trunk = len(layout.trunk(history).split())
    logs = sum(
        len(max(model.prompts(role), key=len).split()) - trunk
        for role in (Role.LEAD, Role.OPPOSING)
    )
    judged = sum(len(prompt.split()) - trunk for prompt in model.prompts(Role.JUDGE))
    lines = sum(len(prompt.rsplit("\n\n", 1)[1].split()) for prompt in prompts)
    assert nodes(prompts) <= trunk + logs + judged + lines
    role_first = [f"{p.rsplit(chr(10) * 2, 1)[1]}\n{p}" for p in prompts]
    assert nodes(role_first) > 4 * nodes(prompts)
    assert nodes(prompts) < 2.5 * longest


# Condensing


def entries_of(rounds: int, size: int = 100) -> list[Entry]:
    log: list[Entry] = [Entry("OPENING")]
    for number in range(1, rounds + 1):
        at = (1, number)
        log += [
            Entry(f"MOVE {number} " + "x" * size, "", at),
            Entry(f"RULING {number} " + "y" * size, f"RULING {number}: loss", at),
            Entry(f"FAILED {number}"),
        ]
    return log


def test_condensing_goes_from_ninety_to_fifty_percent_in_one_step() -> None:
    room, steps = 2000, 0
    last: list[str] = []
    for rounds in range(1, 40):
        log = layout._fitted(entries_of(rounds), room)
        size = sum(len(text) + 2 for text in log)
        failures = sum(len(text) + 2 for text in log if text.startswith(("FAILED", "RULING")))
        assert size <= 0.9 * room or failures > 0.5 * room
        if log[: len(last)] != last:
            steps += 1
            newest = sum(len(text) + 2 for text in log[-3:])
            assert size <= 0.5 * room + newest or failures > 0.4 * room
        last = log
    assert 1 <= steps < 12, "the prefix moves rarely"


def test_what_is_condensed_stays_condensed_and_the_newest_round_is_whole() -> None:
    condensed: set[str] = set()
    for rounds in range(1, 40):
        shown = layout._fitted(entries_of(rounds), 2000)
        short = {text for text in shown if text.endswith(": loss")}
        assert condensed <= short
        condensed = short
        assert f"RULING {rounds}: loss" not in short
        assert sum(text.startswith("FAILED") for text in shown) == rounds


def test_a_later_prompt_condenses_by_the_same_steps_whatever_comes_after() -> None:
    """Failures and new facts of later rounds do not reach back."""
    log = entries_of(12)
    for cut in range(1, len(log)):
        early = layout._fitted(log[:cut], 2000)
        again = layout._fitted(log[:cut], 2000)
        assert early == again
        later = layout._fitted([*log[:cut], Entry("FACTS FOUND")], 2000)
        if later[: len(early)] != early:
            grown = sum(len(text) + 2 for text in early) + len("FACTS FOUND") + 2
            assert grown > 0.9 * 2000


async def test_in_a_long_run_the_failure_log_is_never_condensed_and_the_window_holds() -> None:
    model, history = await played(7, 8, 2, window=8192)
    last = model.prompts(Role.LEAD)[-1]
    failures = [turn for turn in history.by_role(Role.ROUND) if turn.data.get("failure")]
    stages = [turn.key.stage for turn in failures[:-1]]
    assert all(f"FAILED {s}:" in last or f"CONDITIONAL {s}:" in last for s in stages)
    assert "RULING 1.1: loss\n" in last, "the oldest round is condensed"
    moved = sum(
        not later.startswith(without_role_line(earlier))
        for earlier, later in pairwise(model.prompts(Role.LEAD))
    )
    assert 1 <= moved <= 5
    counted = [await model.count(ask.messages) + ask.max_tokens for ask in model.asked]
    assert max(counted) <= 8192


async def test_two_runs_of_one_seed_condense_alike() -> None:
    one, _ = await played(7, 8, 1, window=8192)
    other, _ = await played(7, 8, 1, window=8192)
    assert [ask.messages for ask in one.asked] == [ask.messages for ask in other.asked]


class _Dense(Listening):
    """A model whose own words come to three times the tokens that the record's rate foretells."""

    async def count(self, messages: Sequence[Message]) -> int:
        body = messages[-1].content
        log = body.partition("\n\nMOVE 1.1")[2]
        return await super().count(messages) + 2 * await super().count([Message("user", log)])


async def test_words_that_hold_fewer_characters_a_token_condense_sooner() -> None:
    model = _Dense(losing, 8192)
    run = case.a_run(7, 8, 1)
    ports = case.ports(model, run)
    await case.play(run, ports)
    rounds = History.of(run, settled(ports)).rounds()
    assert len(rounds) == 8 and all(one.ruling is not None for one in rounds)
    counted = [await model.count(ask.messages) for ask in model.asked]
    room = 8192 // turns.ANSWER_SHARE
    assert max(counted) + room <= 8192
    plain = [await Listening.count(model, ask.messages) for ask in model.asked]
    assert max(counted) > 1.5 * max(plain), "the estimate alone would have let them grow too long"
