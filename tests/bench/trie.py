"""The token trie over all prompts of a run: what has to be decoded at least once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.models.host.slots import common_prefix

Tokens = Sequence[int]


def nodes(prompts: Sequence[Tokens]) -> int:
    """Distinct prefixes of all prompts: tokens that an ideal cache evaluates, each once."""
    before: list[int] = []
    count = 0
    for prompt in sorted(list(prompt) for prompt in prompts):
        count += len(prompt) - common_prefix(before, prompt)
        before = prompt
    return count


def trunk(prompts: Sequence[Tokens]) -> int:
    """Tokens that all prompts begin with."""
    ordered = sorted(list(prompt) for prompt in prompts)
    return common_prefix(ordered[0], ordered[-1]) if ordered else 0


@dataclass(frozen=True)
class Step:
    """Decode a prompt from token ``shared`` on, those before being prompt ``source``'s.

    Afterwards only its first ``keep`` tokens are wanted by later prompts, and nothing of the
    prompts in ``done``.
    """

    source: int | None
    shared: int
    keep: int
    done: tuple[int, ...]


def schedule(prompts: Sequence[Tokens]) -> list[Step]:
    """How to decode each distinct token once, in the prompts' order.

    A prompt's last token is always decoded, since only decoding tells what follows it.
    """
    sources = [_source(prompts, at) for at in range(len(prompts))]
    steps = []
    for at, (source, shared) in enumerate(sources):
        later = [length for source, length in sources[at + 1 :] if source == at]
        wanted = {source for source, _ in sources[at + 1 :]}
        done = tuple(old for old in (source, at) if old is not None and old not in wanted)
        steps.append(Step(source, shared, max(later, default=0), done))
    return steps


def _source(prompts: Sequence[Tokens], at: int) -> tuple[int | None, int]:
    """The earlier prompt that shares most, the newest of equals, and how much it shares."""
    most = len(prompts[at]) - 1
    best: tuple[int | None, int] = (None, 0)
    for earlier in range(at):
        shared = min(most, common_prefix(prompts[earlier], prompts[at]))
        if shared and shared >= best[1]:
            best = (earlier, shared)
    return best
