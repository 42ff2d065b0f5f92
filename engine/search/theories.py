"""Is a theory another one, or an old one in new words?

Asked only where vehicle, standard of review and determinative facts are those of a failure. Both
theories then speak of the same facts, so neither shared words nor nearness in meaning say much;
what is looked for is another ground in law. Evidence is added up, and without a ground that the
failed theory did not stand on there is no other theory: a failed strategy in wholly new words
names none, and of the two mistakes playing it again is the worse.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.corpus.plainly import plain
from engine.record import Strategy
from engine.search.failure_log import overlap, words
from engine.search.grounds import grounds, named

SAME_WORDS = 0.6
"""Jaccard overlap of content words from which two theories are one, whatever else is said."""
LEGIBLE = 0.6
"""Share of a text's signs that must be in words of Latin letters, or nothing can be told of it."""
LEAST_WORDS = 6
"""Content words of theory and argument, below which nothing can be told either."""

GROUND, ELEMENTS, APART, MEANING = 2.6, 1.2, 1.6, 0.8
"""What each kind of evidence weighs: grounds that are new, elements that are, what the text says
of standing alone, and how far apart the two lie among the grounds in meaning. Fitted, then
rounded, on ``tests/fixtures/repeat_development.jsonl``."""
ENOUGH = 2.75
UNKNOWN = 0.3
"""The part of ``MEANING`` where there is no model for it: its mean over the same pairs."""
LEAST_GROUND = 0.1
"""Share of new grounds below which no other evidence makes another theory."""
FULL = 6.0
"""Weight of grounds from which their shares are taken at their face."""
SHARP = 0.05
"""Difference of cosines by which one ground is told from the next."""

_APART = re.compile(
    r"\b(?:independent|separate|apart from|aside|to one side|whatever|even (?:if|should|were)|"
    r"assum(?:e|ing)|grant(?:ed)? that|regardless|irrespective|whether or not|need not|"
    r"does not (?:say|depend|turn|ask|rest)|asks? nothing|not whether|no matter|"
    r"nothing to do with|stands? (?:alone|on its own|by itself)|nonetheless|suppos(?:e|ing)|"
    r"distinct|another ground|without regard|is not asked|not on)(?!\w)"
)


@dataclass(frozen=True)
class Evidence:
    """Each from 0 to 1; ``meaning`` is None where it was not looked at."""

    ground: float
    elements: float
    apart: float
    meaning: float | None = None

    @property
    def score(self) -> float:
        meaning = UNKNOWN if self.meaning is None else self.meaning
        return (
            GROUND * self.ground + ELEMENTS * self.elements + APART * self.apart + MEANING * meaning
        )

    @property
    def another(self) -> bool:
        return self.ground >= LEAST_GROUND and self.score >= ENOUGH

    @property
    def settled(self) -> bool:
        """Whether nothing that meaning can say would change the answer."""
        least = self.score - MEANING * UNKNOWN
        return self.ground < LEAST_GROUND or least >= ENOUGH or least + MEANING < ENOUGH


def evidence(one: Strategy, failed: Strategy) -> Evidence:
    """That ``one`` has another theory than ``failed``, by their words."""
    said = f"{one.theory} {one.argument}"
    if (
        not _legible(said)
        or len(words(said)) < LEAST_WORDS
        or overlap(one.theory, failed.theory) >= SAME_WORDS
    ):
        return Evidence(0.0, 0.0, 0.0)
    now, then = grounds(one.theory, one.argument), grounds(failed.theory, failed.argument)
    fresh = sum(weight for ground, weight in now.items() if ground not in then)
    whole = sum(now.values())
    apart = len(_APART.findall(plain(said)))
    return Evidence(
        fresh / whole * min(1.0, whole / FULL) if whole else 0.0,
        len(one.elements - failed.elements) / len(one.elements) if one.elements else 0.0,
        min(1.0, 0.7 * apart),
    )


def said(one: Strategy) -> str:
    """What of a strategy is read for its meaning."""
    return plain(f"{one.theory}. {one.argument}")


def landmarks() -> list[str]:
    """A text for each ground, near which a theory on it should lie."""
    return [f"{name}, {words}" for name, words in named().items()]


class Map:
    """Where texts lie among the grounds. ``marks`` are the vectors of ``landmarks``."""

    def __init__(self, marks: Sequence[bytes]) -> None:
        self._marks = _directions(marks)
        self._middle = self._marks @ self._marks.mean(0)

    def apart(self, one: bytes, others: Sequence[bytes]) -> list[float]:
        """0 where a text lies as another does, 1 where their grounds have nothing in common."""
        here, *there = (self._share(vector) for vector in _directions([one, *others]))
        return [1.0 - float(np.sqrt(here * other).sum()) for other in there]

    def _share(self, vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        near = np.exp((self._marks @ vector - self._middle) / SHARP)
        shares: npt.NDArray[np.float32] = near / near.sum()
        return shares


def _directions(vectors: Sequence[bytes]) -> npt.NDArray[np.float32]:
    found = np.stack([np.frombuffer(one, np.int8) for one in vectors]).astype(np.float32)
    directions: npt.NDArray[np.float32] = found / np.linalg.norm(found, axis=1, keepdims=True)
    return directions


def _legible(text: str) -> bool:
    """Whether it is words: letters set apart, or another script, hide what is said."""
    flat = plain(text)
    signs = sum(not sign.isspace() for sign in flat)
    return sum(map(len, re.findall(r"[a-z]{3,}", flat))) >= LEGIBLE * signs
