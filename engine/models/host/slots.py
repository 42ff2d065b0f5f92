"""Which sequence holds which tokens, for which salt: pure bookkeeping, no model.

Sequences share cells by reference, exactly as llama.cpp's unified cache does: a fork copies no
cell, a cell is free when the last sequence that holds it lets go. `Slots.plan` decides and
returns the steps that the decoder repeats on the real cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

# A sequence that would lose no more than this many tokens is given up before any other: a stale
# role line is cheaper to decode again than another agent's log.
SMALL_LOSS: Final = 64


@dataclass(frozen=True, slots=True)
class Drop:
    """Forget the whole sequence."""

    slot: int


@dataclass(frozen=True, slots=True)
class Fork:
    """Let ``target`` (empty) refer to the first ``length`` cells of ``source``."""

    source: int
    target: int
    length: int


@dataclass(frozen=True, slots=True)
class Trim:
    """Forget all but the first ``length`` tokens of the sequence."""

    slot: int
    length: int


Step = Drop | Fork | Trim


@dataclass(frozen=True, slots=True)
class Plan:
    """Decode the prompt from token ``reused`` on in sequence ``slot``, after ``steps``."""

    slot: int
    reused: int
    steps: tuple[Step, ...]


@dataclass(slots=True)
class _Slot:
    id: int
    salt: str
    tokens: list[int] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    used_at: int = 0


class Slots:
    """``count`` sequences over ``cells`` cells. Not thread-safe."""

    def __init__(self, count: int, cells: int) -> None:
        self.count = count
        self.cells = cells
        self._held: dict[int, _Slot] = {}
        self._references: dict[int, int] = {}
        self._next_cell = 0
        self._clock = 0

    @property
    def used(self) -> int:
        """Cells that at least one sequence holds."""
        return len(self._references)

    def tokens(self, slot: int) -> tuple[int, ...]:
        """What a sequence holds; empty if it is free."""
        held = self._held.get(slot)
        return tuple(held.tokens) if held else ()

    def plan(self, tokens: Sequence[int], salt: str, room: int) -> Plan:
        """Find a home for a prompt of at least one token and ``room`` tokens of answer.

        The longest common prefix of the salt's own sequences is reused, but at least the last
        token is left to decode, since only decoding gives logits. A sequence that the prompt
        merely extends is extended in place; from any other a fork is taken, so that the other
        branch stays warm. Raises ValueError if the prompt and answer exceed all cells.
        """
        if not tokens or len(tokens) + room > self.cells:
            raise ValueError(f"{len(tokens)} + {room} tokens do not fit {self.cells} cells")
        self._clock += 1
        steps: list[Step] = []
        source, common = self._closest(tokens, salt)
        reused = min(common, len(tokens) - 1)
        if source is not None and common == len(source.tokens):
            home = source
            if reused < common:
                steps.append(self._shorten(home, reused))
        else:
            home = self._open(salt, source, reused, steps)
        home.used_at = self._clock
        while self.used + len(tokens) - reused + room > self.cells:
            steps.append(self._drop(self._victim(home)))
        return Plan(home.id, reused, tuple(steps))

    def extend(self, slot: int, tokens: Sequence[int]) -> None:
        """Note that ``tokens`` were decoded at the sequence's end."""
        held = self._held[slot]
        held.tokens += tokens
        for _ in tokens:
            held.cells.append(self._next_cell)
            self._references[self._next_cell] = 1
            self._next_cell += 1

    def clear(self) -> None:
        """Forget everything, as after a failure of the real cache."""
        self._held.clear()
        self._references.clear()

    def _closest(self, tokens: Sequence[int], salt: str) -> tuple[_Slot | None, int]:
        best: _Slot | None = None
        length = 0
        for slot in self._held.values():
            if slot.salt != salt:
                continue
            common = common_prefix(slot.tokens, tokens)
            whole = best is not None and common == length and common == len(slot.tokens)
            if common > length or whole:
                best, length = slot, common
        return best, length

    def _open(self, salt: str, source: _Slot | None, reused: int, steps: list[Step]) -> _Slot:
        """A new sequence that holds the first ``reused`` tokens of ``source``."""
        new = _Slot(-1, salt)
        if source is not None:
            new.tokens, new.cells = source.tokens[:reused], source.cells[:reused]
            for cell in new.cells:
                self._references[cell] += 1
        free = next((n for n in range(self.count) if n not in self._held), None)
        if free is None:
            victim = self._victim(None)
            drop = self._drop(victim)
            free = victim.id
            steps.append(Trim(free, reused) if victim is source else drop)
            if victim is source:
                source = None
        new.id = free
        self._held[free] = new
        if source is not None and reused:
            steps.append(Fork(source.id, free, reused))
        return new

    def _victim(self, spared: _Slot | None) -> _Slot:
        """Whom to give up: a small loss before a large one, then the least recently used."""
        candidates = [slot for slot in self._held.values() if slot is not spared]
        return min(candidates, key=lambda s: (self._loss(s) > SMALL_LOSS, s.used_at))

    def _loss(self, slot: _Slot) -> int:
        """Tokens that only this sequence holds; sharers share prefixes, so these are its tail."""
        lost = 0
        for cell in reversed(slot.cells):
            if self._references[cell] > 1:
                break
            lost += 1
        return lost

    def _drop(self, slot: _Slot) -> Drop:
        self._release(slot.cells)
        del self._held[slot.id]
        return Drop(slot.id)

    def _shorten(self, slot: _Slot, length: int) -> Trim:
        self._release(slot.cells[length:])
        del slot.tokens[length:], slot.cells[length:]
        return Trim(slot.id, length)

    def _release(self, cells: Sequence[int]) -> None:
        for cell in cells:
            left = self._references[cell] - 1
            if left:
                self._references[cell] = left
            else:
                del self._references[cell]


def common_prefix(first: Sequence[int], second: Sequence[int]) -> int:
    """How many leading tokens two sequences share."""
    length = min(len(first), len(second))
    if list(first[:length]) == list(second[:length]):
        return length
    return next(n for n in range(length) if first[n] != second[n])
