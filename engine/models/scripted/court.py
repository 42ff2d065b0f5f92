"""A court that rules by a hidden rubric: it values each vehicle, standard and fact by a hash of the
case and the objective, so that some strategies win and most lose."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from engine.triad.vocabulary import tradition, vehicles

WIN, CONDITIONAL = 0.76, 0.66
"""Values of a strategy, 0 to 1, from which the hidden rubric grants or grants on conditions."""


class Court:
    """The hidden rubric, over what the prompt says of this case and this round's move."""

    def __init__(self, text: str) -> None:
        aims = re.findall(r"^OBJECTIVE OF (?:THE MOVANT|ORBIT \d+): (.+)$", text, re.M)
        self.aim = aims[-1] if aims else ""
        self.case = first(r"^THE CASE\n(.+)$", text)
        self.vehicles = vehicles(tradition(first(r"^forum: (.*); stage: ", text)))
        moved = text.rsplit("\nMOVE ", 1)
        self.move = moved[1] if len(moved) > 1 else ""
        self.quotations = dict(re.findall(r'^(F\d+): "(.+?)" \(', text, re.M))
        self.hinted = [hint.lower() for hint in re.findall(r"^receptive to: (.+?) \(", text, re.M)]

    def value(self, vehicle: str, standard: str, facts: Sequence[str], theory: str) -> float:
        mean = sum(self._worth("fact", f) for f in facts) / len(facts) if facts else 0.0
        worth = (
            0.4 * self._worth("vehicle", vehicle)
            + 0.2 * self._worth(vehicle, standard)
            + 0.3 * mean
            + 0.1 * unit(self.case, theory[:40])
        )
        return worth + (0.2 if vehicle and vehicle in self.aim.lower() else 0.0)

    def _worth(self, kind: str, name: str) -> float:
        return unit(self.case, self.aim, kind, name)

    def best(self, kind: str, names: Sequence[str]) -> list[str]:
        return sorted(names, key=lambda name: -self._worth(kind, name))

    def verdict(self) -> tuple[str, float]:
        facts = re.findall(r"F\d+", first(r"^determinative: (.*)$", self.move))
        worth = self.value(
            first(r"^vehicle: (.+)$", self.move),
            first(r"^standard: ([^;]+)", self.move),
            facts,
            first(r"^theory: (.+)$", self.move),
        )
        if worth >= WIN:
            return "win", worth
        return ("conditional" if worth >= CONDITIONAL else "loss"), worth


def unit(*parts: str) -> float:
    """A hash as a number from 0 to 1."""
    digest = hashlib.sha256("\0".join(parts).encode()).digest()
    return int.from_bytes(digest[:6], "big") / float(1 << 48)


def first(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.M)
    return found.group(1).strip() if found else ""
