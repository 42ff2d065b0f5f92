"""A scripted court that rules by a hidden rubric, and says in prose what it would rather hear.

It reads its own prompt and the rubric, nothing else. What it says is informative and noisy: it
names a better vehicle, standard, point or fact, and now and then a worse one.
"""

from __future__ import annotations

import random
from typing import Any

from engine.evaluation.reading import Moved, Reading
from engine.evaluation.rubrics import Rubric, Way
from engine.models.scripted.player import fitted
from engine.record import Json
from engine.search.failure_log import words
from engine.triad.vocabulary import standards, tradition, vehicles

HINTS = (1, 2, 2)
"""Hints of one ruling, drawn from these numbers."""
TRUTHFUL = 0.8
"""Share of hints that lead towards a way to win, where there is one."""
FANCIES = 0.5
"""Share of the others that are this court's fancy, the same each time."""
SURE, UNSURE = (0.7, 0.15), (0.4, 0.2)
"""Mean and deviation of the strength of a truthful hint, and of another."""
MUDDLED = 0.1
"""How often its reasons name a layer that was not at fault."""

VEHICLE, STANDARD, LEAD, FACTS, AIM = "vehicle", "standard", "lead", "facts", "objective"

_REASONS = {
    VEHICLE: "The question cannot be reached by {vehicle}.",
    STANDARD: "Measured against {standard}, the showing falls short.",
    LEAD: "The argument leads with a point on which nothing turns.",
    FACTS: "The facts named do not carry the point.",
    AIM: "What is sought is more than this record can give, in whatever form.",
}
_BETTER = {
    VEHICLE: (
        "{a_vehicle} would bring this before the court",
        "the court would sooner hear {a_vehicle}",
        "{a_vehicle} on the {leads}",
    ),
    STANDARD: (
        "a showing that is measured by {standard}",
        "the question put as one of {standard}",
        "{a_vehicle} on the footing of {standard}",
    ),
    LEAD: (
        "an argument that leads with the {leads}",
        "the {leads} is the point that matters here",
        "what the {fact} says of the {leads}",
    ),
    FACTS: (
        "what the file says of the {fact}",
        "the {fact} would bear on this decision",
        "{a_vehicle} that rests on the {fact}",
    ),
    AIM: (
        "{a_vehicle} confined to the {point}",
        "the court would sooner hear {a_vehicle} on the {point}",
        "{a_vehicle} that asks for the {point} alone",
    ),
}


class RubricCourt:
    """One ruling. ``text`` is the judge's prompt."""

    def __init__(self, rubric: Rubric, text: str, chance: random.Random) -> None:
        self._rubric, self._chance, self._read = rubric, chance, Reading(text)
        spoken = tradition(rubric.case.matter.forum)
        self._vehicles, self._standards = vehicles(spoken), standards(spoken)
        self._move = self._read.moves[-1]

    def rule(self, schema: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
        """``answer`` fits the schema; what the rubric has a say in is put in its place."""
        forms = schema["properties"]
        wrong = self._wrong()
        needs = self._condition() if not wrong else None
        disposition: dict[str, Any] = {"outcome": "loss" if wrong else "win"}
        if needs:
            form = forms["disposition"]["anyOf"][1]["properties"]["conditions"]["items"]
            disposition = {"outcome": "conditional", "conditions": [fitted(needs, form)]}
        granted = disposition["outcome"] == "win"
        reasons = self._reasons(wrong, bool(needs))
        return {
            **answer,
            "standard": self._move.standard,
            "elements": self._findings(forms["elements"]["items"]["properties"], granted),
            "reasoning": fitted(reasons, forms["reasoning"]),
            "disposition": disposition,
            "hints": [] if granted else self._hints(forms["hints"]["items"]["properties"], wrong),
        }

    @property
    def _way(self) -> Way | None:
        """The nearest of the ways to win that the objective leaves open."""
        said = words(self._read.objective)
        open_ones = [way for way in self._rubric.ways if words(way.point) <= said]
        return min(open_ones, key=lambda way: len(self._misses(way)), default=None)

    def _misses(self, way: Way) -> list[str]:
        move: Moved = self._move
        leads = words(self._read.elements.get(move.leads, ""))
        found = {
            VEHICLE: move.vehicle not in way.vehicles,
            STANDARD: move.standard not in way.standards,
            LEAD: not words(way.leads) <= leads,
            FACTS: not set(way.facts) <= set(move.facts),
        }
        return [name for name, missed in found.items() if missed]

    def _wrong(self) -> list[str]:
        way = self._way
        return [AIM] if way is None else self._misses(way)

    def _condition(self) -> str | None:
        """What is still wanting of a move that is right in all else."""
        way = self._way
        if way is None or not way.needs or way.needs in self._move.taken:
            return None
        return f"The movant shows what the file says of the {self._rubric.case.own[way.needs]}."

    def _reasons(self, wrong: list[str], conditional: bool) -> str:
        if conditional:
            return "The showing is made, but for one thing that the movant may yet supply."
        if not wrong:
            return "The showing is made on the facts named and by the standard that applies."
        layers = list(_REASONS) if self._chance.random() < MUDDLED else wrong
        named = self._chance.choice(layers)
        return _REASONS[named].format(vehicle=self._move.vehicle, standard=self._move.standard)

    def _findings(self, forms: dict[str, Any], granted: bool) -> list[Json]:
        way = self._way
        found: list[Json] = []
        for id in forms["id"]["enum"]:
            name = self._read.elements.get(id, "point")
            near = way is not None and words(way.leads) <= words(name)
            shown = way is not None and not set(way.facts).isdisjoint(self._move.facts)
            persuaded = granted or (near and shown)
            why = f"The {name} was {'' if persuaded else 'not '}shown."
            found.append(
                {
                    "id": id,
                    "finding": "persuasive" if persuaded else "rejected",
                    "why": fitted(why, forms["why"]),
                }
            )
        return found

    def _hints(self, forms: dict[str, Any], wrong: list[str]) -> list[Json]:
        return [self._hint(forms, wrong) for _ in range(self._chance.choice(HINTS))]

    def _hint(self, forms: dict[str, Any], wrong: list[str]) -> Json:
        truthful = bool(self._rubric.ways and wrong) and self._chance.random() < TRUTHFUL
        mean, deviation = SURE if truthful else UNSURE
        wanted = self._chance.gauss(mean, deviation)
        strengths: list[float] = forms["strength"]["enum"]
        idea = self._better(wrong) if truthful else self._worse()
        return {
            "idea": fitted(idea, forms["idea"]),
            "strength": min(strengths, key=lambda one: abs(one - wanted)),
        }

    def _better(self, wrong: list[str]) -> str:
        """Names what is missing of the nearest way, or a way under another objective."""
        way = self._way or self._chance.choice(self._rubric.ways)
        missing = [one for one in way.facts if one not in self._move.facts] or list(way.facts)
        own = self._rubric.case.own
        return self._said(
            self._chance.choice(wrong),
            vehicle=self._move.vehicle
            if self._move.vehicle in way.vehicles
            else self._chance.choice(way.vehicles),
            standard=self._chance.choice(way.standards),
            leads=way.leads,
            fact=own[self._chance.choice(missing)],
            point=way.point or way.leads,
        )

    def _worse(self) -> str:
        case = self._rubric.case
        point, vehicle, fact = self._rubric.fancy
        if self._chance.random() >= FANCIES:
            point, vehicle = self._chance.choice(case.points), self._chance.choice(self._vehicles)
            fact = self._chance.choice([*case.own.values(), *case.spare])
        return self._said(
            self._chance.choice(list(_BETTER)),
            vehicle=vehicle,
            standard=self._chance.choice(self._standards),
            leads=point,
            fact=fact,
            point=point,
        )

    def _said(self, layer: str, **named: str) -> str:
        article = "an" if named["vehicle"][0] in "aeiou" else "a"
        form = self._chance.choice(_BETTER[layer])
        said = form.format(a_vehicle=f"{article} {named['vehicle']}", **named)
        return said[0].upper() + said[1:]
