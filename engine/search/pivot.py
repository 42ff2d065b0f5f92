"""Reading the court: an orbit's hints, merged, ranked, and the best made the next objective."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.matter import Scope
from engine.ports import Casefile
from engine.record import Failure
from engine.search.failure_log import overlap, words
from engine.search.history import History

ALIKE = 0.5
"""Jaccard overlap from which two hints are one idea."""

WEIGHTS = {"strength": 0.35, "frequency": 0.2, "recency": 0.1, "novelty": 0.2, "support": 0.15}
"""What a hint's viability is made of; each part lies between 0 and 1, so does the sum."""

VIABLE = 0.35
"""Viability below which no pivot is made: an honest "do not pursue" is the better answer."""

FEWEST_WORDS, MOSTLY_LETTERS = 3, 0.8
"""Below these a hint is noise of a weak model, however often it was said."""

SUPPORT_ENOUGH = 5
"""Facts on record that mention the idea from which support counts as full."""


@dataclass
class _Idea:
    text: str
    strengths: list[float]
    rounds: list[int]


async def rank(history: History, orbit: int, casefile: Casefile) -> list[dict[str, Any]]:
    """Ideas of an orbit's rulings, best first, each with its parts and whether it is viable."""
    rounds = history.rounds(orbit)
    ideas = _merged(
        (number, hint["idea"], hint["strength"])
        for number, one in enumerate(rounds, 1)
        if one.ruling is not None
        for hint in one.ruling.data["hints"]
    )
    ranked = []
    for idea in ideas:
        # Something is always near in meaning; support is what the file says in so many words.
        found = await casefile.mentions(history.run.matter, idea.text, Scope.RECORD, SUPPORT_ENOUGH)
        parts = {
            "strength": sum(idea.strengths) / len(idea.strengths),
            "frequency": len(set(idea.rounds)) / max(1, len(rounds)),
            "recency": max(idea.rounds) / max(1, len(rounds)),
            "novelty": _novelty(idea.text, history, orbit),
            "support": len(found) / SUPPORT_ENOUGH,
        }
        score = sum(WEIGHTS[name] * value for name, value in parts.items())
        viable = score >= VIABLE and parts["novelty"] > 0 and parts["support"] > 0
        ranked.append(
            {
                "idea": idea.text,
                "score": round(score, 3),
                "parts": {name: round(value, 3) for name, value in parts.items()},
                "rounds": [f"{orbit}.{number}" for number in dict.fromkeys(idea.rounds)],
                "facts": [fact.id for fact in found],
                "viable": viable,
            }
        )
    return sorted(ranked, key=lambda one: (-one["score"], one["idea"]))


def legible(idea: str) -> bool:
    """Whether an idea can be an objective: some content words, and mostly letters."""
    letters = sum(c.isalpha() or c.isspace() for c in idea)
    return len(words(idea)) >= FEWEST_WORDS and letters >= MOSTLY_LETTERS * len(idea)


def choose(ranked: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The next objective, or None where no hint is viable."""
    best = next((one for one in ranked if one["viable"]), None)
    return {"objective": best["idea"], **best} if best else None


def _merged(hints: Any) -> list[_Idea]:
    """Like hints as one; the strongest wording stands for all."""
    ideas: list[_Idea] = []
    for number, text, strength in hints:
        if not legible(text):
            continue
        alike = next((idea for idea in ideas if overlap(idea.text, text) >= ALIKE), None)
        if alike is None:
            ideas.append(_Idea(text, [strength], [number]))
            continue
        if strength > max(alike.strengths):
            alike.text = text
        alike.strengths.append(strength)
        alike.rounds.append(number)
    return ideas


def _novelty(idea: str, history: History, orbit: int) -> float:
    """1 for an idea that shares no words with what was sought or has failed, 0 for a repeat."""
    tried = [history.objective(number) for number in range(1, orbit + 1)]
    tried += [_tried(failure) for failure in history.failures if not failure.conditional]
    nearest = max((overlap(idea, text) for text in tried), default=0.0)
    return 0.0 if nearest >= 0.8 else 1.0 - nearest


def _tried(failure: Failure) -> str:
    return f"{failure.strategy.theory} {failure.strategy.vehicle}"
