"""A scripted Lead Counsel and clerk: a neutral stand-in for a model that does as it is told.

They read their own prompt alone and know nothing of the court. Counsel adapts its last move: it
takes up what the instruction and the last ruling say that the court would hear, leaves what was
rejected, takes up an open condition where it has read a fact that fits, and keeps off what has
failed. Like a model it does each of these mostly and not always, and it knows no law.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from typing import Any

from engine.evaluation.reading import Barred, Idea, Moved, Reading
from engine.models.scripted.player import fitted
from engine.record import Json

HEEDS = (0.4, 0.6)
"""An idea is taken up with this chance, the second part times its strength."""
DOUBTS = 0.5
"""Chance to change what the court's reasons find at fault, where no idea says how."""
TAKES_UP, KEEPS, DROPS = 0.9, 0.9, 0.5
"""Chances to take up an open condition, to go on with a point that persuaded, and to leave one
that was rejected and never persuaded."""
MINDFUL, REMEMBERS = 0.92, 0.7
"""Chances to keep off a strategy that the failure log names, and off one that a move on the record
lost with."""
WANDERS = 0.1
"""Chance to change something for no reason."""
RECALLS = 0.6
"""Chance that what is changed becomes what a ruling of the orbit once named, and that an orbit
begins with what the one before ended with."""
MOST_FACTS = 3

_WHY = (
    "A cautious adversary would have objected in writing within days, and kept silent for months.",
    "Somebody who doubted the arrangement would hardly have carried on paying under its terms.",
    "That conduct came first, and the explanation offered today was invented afterwards.",
    "Only a person with full knowledge of the risk behaves in such a deliberate manner.",
    "The chronology leaves no room for the innocent account that the pleading now tells.",
    "Its author had every reason to conceal this, and disclosed it against personal interest.",
    "An experienced trader reads such a sign as a warning and asks for guarantees at once.",
    "The opposite inference requires a coincidence that no witness has ventured to describe.",
)
"""Why a fact decides, in the words of an advocate who knows nothing of the case."""

VEHICLE, STANDARD, LEAD, FACTS = "vehicle", "standard", "lead", "facts"


@dataclass(frozen=True)
class Plan:
    vehicle: str
    standard: str
    leads: str
    facts: tuple[str, ...]
    takes_up: tuple[str, str] | None = None
    """Stage of a ruling, and the fact that meets its condition."""


@dataclass
class Counsel:
    """One answer. ``text`` is Lead Counsel's prompt, ``schema`` the form of its answer."""

    text: str
    schema: dict[str, Any]
    chance: random.Random
    read: Reading = field(init=False)

    def __post_init__(self) -> None:
        self.read = Reading(self.text)

    def move(self, answer: dict[str, Any]) -> dict[str, Any]:
        """``answer`` fits the schema; what counsel decides is put in its place."""
        forms = self.schema["properties"]
        self._vehicles: list[str] = forms["vehicle"]["enum"]
        self._standards: list[str] = forms["standard"]["enum"]
        offered: list[str] = forms["determinative"]["items"]["enum"]
        # What it was shown in a round that is condensed by now it cannot argue from.
        self._facts = [one for one in offered if one in self.read.facts] or offered
        self._elements: list[str] = forms["sections"]["items"]["properties"]["elements"]["items"][
            "enum"
        ]
        plan = self._taking_up(forms) or self._planned()
        said = {"takes_up": self._taken(plan, forms)} if "takes_up" in forms else {}
        return {
            **answer,
            "determinative": list(plan.facts),
            "vehicle": plan.vehicle,
            "standard": plan.standard,
            "theory": fitted(self._theory(plan), forms["theory"]),
            "sections": self._sections(plan, forms["sections"]["items"]["properties"]),
            **said,
        }

    def queries(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Searches for what conditions and ideas name and no fact that was read says."""
        form = schema["properties"]["queries"]
        named = [*self._conditions().values(), *(idea.text for idea in self.read.ideas)]
        strange = [one for one in named if not self.read.fact(one) and not self._known(one)]
        asked = strange[: form["maxItems"]] or [self.read.objective]
        return {"queries": [fitted(one, form["items"]) for one in asked]}

    def _known(self, idea: str) -> bool:
        """Whether an idea is understood without a fact."""
        heard = self.read.element(idea), self.read.named(idea, self._all_standards)
        return any(heard)

    @property
    def _all_standards(self) -> list[str]:
        return [moved.standard for moved in self.read.moves]

    # What to argue.

    def _taking_up(self, forms: dict[str, Any]) -> Plan | None:
        """The strategy that was open on a condition, with the fact that meets it."""
        if "takes_up" not in forms or not self._happens(TAKES_UP):
            return None
        offered: list[str] = forms["takes_up"]["anyOf"][1]["properties"]["of"]["enum"]
        conditions = self._conditions()
        for stage in reversed(offered):
            fact = self.read.fact(conditions.get(stage, ""))
            before = next((one for one in self.read.moves if one.stage == stage), None)
            plan = self._from(before) if before else self._kept(stage)
            if fact in self._facts and plan:
                return replace(plan, takes_up=(stage, fact))
        return None

    def _kept(self, stage: str) -> Plan | None:
        """A strategy as far as the failure log keeps it, once its round is condensed."""
        found = next((one for one in self.read.barred if one.stage == stage), None)
        return self._from_log(found) if found else None

    def _from_log(self, one: Barred) -> Plan:
        leads = self.read.element(one.theory) or self.chance.choice(self._elements)
        return Plan(one.vehicle, one.standard, leads, self._in_file(sorted(one.facts)))

    def _conditions(self) -> dict[str, str]:
        """Open conditions by the stage of their ruling."""
        found: dict[str, str] = {}
        for ruled in self.read.rulings:
            if conditions := re.findall(r"^condition: (.+)$", ruled.text, re.M):
                found[ruled.stage] = "; ".join(conditions)
        for line in self.read.instruction:
            if match := re.match(r"open since ruling (\S+), [^:]*: (.+)$", line):
                found[match[1]] = match[2]
        return found

    def _planned(self) -> Plan:
        last = self._last()
        if last is None:
            plan, _ = self._heeding(self._fresh())
            return self._unless_failed(plan)
        plan, changed = self._heeding(last)
        plan = self._judged(plan, changed)
        if (fault := self._fault()) and fault not in changed and self._happens(DOUBTS):
            plan = self._changed(plan, fault)
        if self._happens(WANDERS) or plan == last:
            plan = self._changed(plan, self.chance.choice((VEHICLE, STANDARD, LEAD, FACTS)))
        return self._unless_failed(plan)

    def _last(self) -> Plan | None:
        """What was moved last in this orbit, as far as it can be read."""
        if self.read.moves:
            return self._from(self.read.moves[-1])
        orbit = re.findall(r"move (\d+)\.", self.text.rsplit("\n", 1)[-1])
        mine = [one for one in self.read.barred if orbit and one.stage.startswith(f"{orbit[0]}.")]
        return self._from_log(mine[-1]) if mine else None

    def _from(self, moved: Moved) -> Plan:
        leads = moved.leads if moved.leads in self._elements else self._elements[0]
        return Plan(moved.vehicle, moved.standard, leads, self._in_file(moved.facts))

    def _in_file(self, facts: Any) -> tuple[str, ...]:
        kept = tuple(one for one in facts if one in self._facts)
        return kept[:MOST_FACTS] or (self.chance.choice(self._facts),)

    def _fresh(self) -> Plan:
        """What the objective suggests to somebody who has no ruling yet."""
        aim = self.read.objective
        leads = self.read.element(aim) or self.chance.choice(self._elements)
        facts = tuple(self.chance.sample(self._facts, min(2, len(self._facts))))
        vehicle, standard = self.chance.choice(self._vehicles), self.chance.choice(self._standards)
        if self.read.before and self._happens(RECALLS):
            last = self.read.before[-1]
            vehicle, standard, facts = last.vehicle, last.standard, last.facts
        if named := self.read.fact(aim):
            facts = _first(named, facts)
        return Plan(
            self.read.named(aim, self._vehicles) or vehicle,
            self.read.named(aim, self._standards) or standard,
            leads,
            self._in_file(facts),
        )

    def _heeding(self, plan: Plan) -> tuple[Plan, set[str]]:
        """The plan with the ideas taken up, and what they had a say in; the first said stands."""
        said: set[str] = set()
        for idea in self.read.ideas:
            if self._happens(HEEDS[0] + HEEDS[1] * idea.strength):
                plan = self._with(plan, idea, said)
        return plan, said

    def _with(self, plan: Plan, idea: Idea, said: set[str]) -> Plan:
        vehicle = self.read.named(idea.text, self._vehicles)
        standard = self.read.named(idea.text, self._standards)
        leads, fact = self.read.element(idea.text), self.read.fact(idea.text)
        if vehicle and VEHICLE not in said:
            plan = replace(plan, vehicle=vehicle)
            said.add(VEHICLE)
        if standard and STANDARD not in said:
            plan = replace(plan, standard=standard)
            said.add(STANDARD)
        if leads in self._elements and LEAD not in said:
            plan = replace(plan, leads=leads)
            said.add(LEAD)
        if fact in self._facts:
            plan = self._resting(plan, fact)
            said.add(FACTS)
        return plan

    def _resting(self, plan: Plan, fact: str) -> Plan:
        """On the fact too, and sooner on what a ruling has named than on what none has."""
        wanted = [self.read.fact(idea.text) for idea in (*self.read.ideas, *self.read.heard)]
        kept = sorted((one for one in plan.facts if one != fact), key=lambda one: one not in wanted)
        return replace(plan, facts=(fact, *kept)[:MOST_FACTS])

    def _judged(self, plan: Plan, said: set[str]) -> Plan:
        """What persuaded is kept as the leading point, what was rejected left."""
        persuaded = [one for one in self.read.counted("persuaded") if one in self._elements]
        rejected = set(self.read.counted("was rejected")) - set(persuaded)
        if LEAD in said:
            return plan
        if persuaded and self._happens(KEEPS):
            return replace(plan, leads=persuaded[0])
        left = [one for one in self._elements if one not in rejected]
        if plan.leads in rejected and left and self._happens(DROPS):
            return replace(plan, leads=self.chance.choice(left))
        return plan

    def _fault(self) -> str:
        """What the last ruling's reasons find wrong with the move."""
        if not self.read.rulings:
            return ""
        reasons = re.findall(r"^reasoning: (.*)$", self.read.rulings[-1].text, re.M)
        said = reasons[0].lower() if reasons else ""
        if self.read.named(said, self._vehicles):
            return VEHICLE
        if self.read.named(said, self._standards):
            return STANDARD
        return LEAD if "leads" in said else FACTS if "facts" in said else ""

    def _changed(self, plan: Plan, what: str) -> Plan:
        """Something else in one part: what a ruling once named or what was not tried, if it can."""
        told = [*self.read.barred, *(self.read.moves if self._happens(REMEMBERS) else ())]
        heard = [idea.text for idea in self.read.heard] if self._happens(RECALLS) else []
        read = self.read
        if what == VEHICLE:
            named = [read.named(one, self._vehicles) for one in heard]
            tried = {one.vehicle for one in told}
            other = self._another(self._vehicles, plan.vehicle, named, tried)
            return replace(plan, vehicle=other)
        if what == STANDARD:
            named = [read.named(one, self._standards) for one in heard]
            tried = {one.standard for one in told}
            other = self._another(self._standards, plan.standard, named, tried)
            return replace(plan, standard=other)
        if what == LEAD:
            named = [read.element(one) for one in heard]
            return replace(plan, leads=self._another(self._elements, plan.leads, named, set()))
        named = [one for text in heard if (one := read.fact(text)) not in plan.facts]
        tried = {fact for one in told for fact in one.facts}
        return self._resting(plan, self._another(self._facts, plan.facts[0], named, tried))

    def _another(self, options: list[str], but: str, named: list[str], tried: set[str]) -> str:
        others = [one for one in options if one != but] or options
        if wanted := [one for one in named if one in others]:
            return wanted[0]
        return self.chance.choice([one for one in others if one not in tried] or others)

    def _happens(self, likely: float) -> bool:
        return self.chance.random() < likely

    def _unless_failed(self, plan: Plan) -> Plan:
        """Changed until it is none that the failure log names, or that was moved before."""
        stage = re.findall(r"move (\d+\.\d+)", self.text.rsplit("\n", 1)[-1])
        for _ in range(self.read.sent_back(stage[0]) if stage else 0):
            plan = self._varied(plan)
        for _ in range(6):
            if not self._failed(plan):
                break
            plan = self._varied(plan)
        return plan

    def _varied(self, plan: Plan) -> Plan:
        return self._changed(plan, self.chance.choice((VEHICLE, STANDARD, FACTS)))

    def _failed(self, plan: Plan) -> bool:
        logged = any(
            (plan.vehicle, plan.standard) == (one.vehicle, one.standard)
            and set(plan.facts) <= one.facts
            for one in self.read.barred
        )
        moved = any(
            (plan.vehicle, plan.standard, set(plan.facts))
            == (one.vehicle, one.standard, set(one.facts))
            and plan.leads == one.leads
            for one in self.read.moves
        )
        return (logged and self._happens(MINDFUL)) or (moved and self._happens(REMEMBERS))

    # How to put it.

    def _theory(self, plan: Plan) -> str:
        point, fact = self.read.elements.get(plan.leads, "this point"), plan.facts[0]
        return f"{point[0].upper()}{point[1:]} is answered by this: {self.read.facts.get(fact, '')}"

    def _sections(self, plan: Plan, forms: dict[str, Any]) -> list[Json]:
        """One for each fact: what it says, and why that decides."""
        reasons, said = self.chance.sample(_WHY, len(plan.facts)), self.read.facts
        return [
            {
                "elements": [plan.leads],
                "facts": [fact],
                "authorities": [],
                "text": fitted(f"{said.get(fact, 'The file says so.')} {why}", forms["text"]),
            }
            for fact, why in zip(plan.facts, reasons, strict=True)
        ]

    def _taken(self, plan: Plan, forms: dict[str, Any]) -> Json | None:
        if plan.takes_up is None:
            return None
        of, fact = plan.takes_up
        form = forms["takes_up"]["anyOf"][1]["properties"]["how"]
        how = f"The condition is met: {self.read.facts.get(fact, 'the file shows it.')}"
        return {"of": of, "facts": [fact], "how": fitted(how, form)}


def elements(text: str, schema: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """The clerk's answer: the points that the brief says are in dispute."""
    form = schema["properties"]["elements"]
    dispute = re.findall(r"^In dispute: (.+)\.$", text, re.M)
    points = dispute[0].split("; ") if dispute else []
    like = answer["elements"][0]
    named = form["items"]["properties"]["name"]
    made = [
        {**like, "name": fitted(point, named), "facts_for": [], "facts_against": []}
        for point in points[: form["maxItems"]]
    ]
    return {"elements": made or answer["elements"]}


def _first(fact: str, facts: tuple[str, ...]) -> tuple[str, ...]:
    return (fact, *(one for one in facts if one != fact))[:MOST_FACTS]
