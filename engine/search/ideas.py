"""What the court would hear, over an orbit's rulings: like hints as one, and what was tried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.record import Json
from engine.search.failure_log import words
from engine.search.history import Round
from engine.words import stem

ALIKE = 0.5
"""Jaccard overlap with any wording of an idea from which a hint is that idea again."""
MADE = 0.75
"""Share of a hint's words that a move says from which the move has made it."""

_SAYING_WORDS = """
court receptive open inclined persuaded convinced consider hear hearing sooner rather prefer bring
brought raise put present argument argue argued show showing shown question issue point matter
matters decide decision rest rests resting based basis footing bear bears focus focused limited
confined narrow narrower narrowly alone lead leads asks file record says measured better stronger
directed framed motion application
"""
_SAYING = frozenset(stem(word) for word in _SAYING_WORDS.split())
"""Words in which a court says of anything that it would hear it."""


@dataclass(frozen=True)
class Hint:
    """``round`` is its number in the orbit."""

    text: str
    strength: float
    round: int


@dataclass
class Idea:
    """``text`` is the strongest wording, the first of equal ones."""

    hints: list[Hint] = field(default_factory=list)

    @property
    def text(self) -> str:
        return max(self.hints, key=lambda hint: hint.strength).text

    @property
    def strength(self) -> float:
        return max(hint.strength for hint in self.hints)

    def alike(self, text: str) -> bool:
        return any(nearness(hint.text, text) >= ALIKE for hint in self.hints)


def asked(text: str) -> frozenset[str]:
    """What a hint asks for: its content words but those in which any hint is put."""
    found = words(text)
    return (found - _SAYING) or found


def nearness(one: str, other: str) -> float:
    """Jaccard overlap of what two hints ask for, 0 to 1."""
    a, b = asked(one), asked(other)
    return len(a & b) / len(a | b) if a or b else 1.0


def hints(rounds: Sequence[Round]) -> list[Hint]:
    """Of an orbit's rounds, in order."""
    return [
        Hint(str(hint["idea"]), float(hint["strength"]), one.number)
        for one in rounds
        if one.ruling is not None
        for hint in one.ruling.data["hints"]
    ]


def merged(found: Iterable[Hint]) -> list[Idea]:
    """Like hints as one idea, in the order in which the ideas came up."""
    ideas: list[Idea] = []
    for hint in found:
        idea = next((one for one in ideas if one.alike(hint.text)), None)
        if idea is None:
            ideas.append(idea := Idea())
        idea.hints.append(hint)
    return ideas


def made(text: str, move: Json) -> bool:
    """Whether a move says what a hint asks for."""
    wanted = asked(text)
    return bool(wanted) and len(wanted & _said(move)) >= MADE * len(wanted)


def _said(move: Json) -> frozenset[str]:
    facts = [
        fact["quotation"]
        for section in move["sections"]
        for fact in section["facts"]
        if fact["id"] in move["determinative"]
    ]
    sections = [section["text"] for section in move["sections"]]
    return words(" ".join([move["theory"], move["vehicle"], move["standard"], *sections, *facts]))
