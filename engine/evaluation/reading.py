"""A prompt as whoever is asked reads it: entries of the record, by their first words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.search.failure_log import words

_FACT = re.compile(r'^(F\d+): "(.+?)" \(', re.M)
_ELEMENT = re.compile(r"^(E\d+): (.+?) \(burden: ", re.M)
_MOVE = re.compile(r"^MOVE (\S+) BY LEAD COUNSEL$")
_RULING = re.compile(r"^RULING (\d+\.\d+): (\w+)")
_FAILED = re.compile(r"^(FAILED|CONDITIONAL) (\d+\.\d+): ([^;]+); ([^;]+); ([^.]*)\.(.*)$", re.S)
_IDEA = re.compile(r"(.+?) \((0\.\d\d)\)(?:; |$)")
_RECEPTIVE = re.compile(r"^receptive to: (.+) \(strength (0\.\d\d)\)$", re.M)


@dataclass(frozen=True)
class Moved:
    """A move as the record tells it; ``leads`` is the first element of its first section."""

    stage: str
    vehicle: str
    standard: str
    facts: tuple[str, ...]
    leads: str
    taken: tuple[str, ...] = ()
    """Facts by which it takes up a condition."""


@dataclass(frozen=True)
class Ruled:
    stage: str
    outcome: str
    text: str


@dataclass(frozen=True)
class Barred:
    """What the failure log says of one strategy."""

    stage: str
    vehicle: str
    standard: str
    facts: frozenset[str]
    conditional: bool
    theory: str


@dataclass(frozen=True)
class Idea:
    text: str
    strength: float


@dataclass(frozen=True)
class Reading:
    text: str

    @cached_property
    def entries(self) -> list[str]:
        return self.text.split("\n\n")

    @cached_property
    def here(self) -> list[str]:
        """Entries of the orbit that is being played."""
        starts = [n for n, one in enumerate(self.entries) if one.startswith("OBJECTIVE OF ")]
        return self.entries[starts[-1] :] if starts else self.entries

    @cached_property
    def objective(self) -> str:
        return self.here[0].partition(": ")[2]

    @cached_property
    def facts(self) -> dict[str, str]:
        return dict(_FACT.findall(self.text))

    @cached_property
    def elements(self) -> dict[str, str]:
        """Names of the orbit's elements by their ids."""
        found = [one for one in self.here if one.startswith("ELEMENTS")]
        return dict(_ELEMENT.findall(found[-1])) if found else {}

    @cached_property
    def moves(self) -> list[Moved]:
        return [moved for one in self.here if (moved := _moved(one))]

    @cached_property
    def rulings(self) -> list[Ruled]:
        found = ((_RULING.match(one), one) for one in self.here)
        return [Ruled(match[1], match[2], one) for match, one in found if match]

    @cached_property
    def barred(self) -> list[Barred]:
        """The failure log, of all orbits."""
        found = (_FAILED.match(one) for one in self.entries)
        return [
            Barred(m[2], m[3], m[4], frozenset(m[5].split(", ")), m[1] == "CONDITIONAL", m[6])
            for m in found
            if m
        ]

    @cached_property
    def instruction(self) -> list[str]:
        """Lines of the orbit's newest instruction."""
        return _newest(self.here)

    @cached_property
    def ideas(self) -> list[Idea]:
        """What the newest instruction says that the court would hear, be it of the orbit before,
        then what the last ruling says."""
        found = [
            idea
            for line in _newest(self.entries)
            if line.startswith("the court would hear: ")
            for idea in _IDEA.findall(line.partition(": ")[2])
        ]
        if self.rulings:
            found += _RECEPTIVE.findall(self.rulings[-1].text)
        return [Idea(text, float(strength)) for text, strength in dict(found).items()]

    @cached_property
    def heard(self) -> list[Idea]:
        """All that the orbit's rulings, as far as they can still be read, would rather hear, the
        newest first."""
        found = [
            Idea(text, float(strength))
            for ruled in reversed(self.rulings)
            for text, strength in _RECEPTIVE.findall(ruled.text)
        ]
        return found

    @cached_property
    def before(self) -> list[Moved]:
        """Moves of earlier orbits."""
        rest = self.entries[: len(self.entries) - len(self.here)]
        return [moved for one in rest if (moved := _moved(one))]

    def counted(self, what: str) -> list[str]:
        """Ids of elements on the instruction's line that begins with ``what``."""
        lines = (line for line in self.instruction if line.startswith(f"{what}: "))
        return [one for line in lines for one in re.findall(r"E\d+", line)]

    def sent_back(self, stage: str) -> int:
        return sum(one.startswith(f"SENT BACK {stage}: ") for one in self.here)

    def named(self, text: str, options: Sequence[str]) -> str:
        """The longest of the options that the text names, "" if it names none."""
        found = [one for one in options if one.lower() in text.lower()]
        return max(found, key=len, default="")

    def element(self, text: str) -> str:
        """The element whose name the text says, "" if none."""
        said = words(text)
        found = (id for id, name in self.elements.items() if words(name) <= said)
        return next(found, "")

    @cached_property
    def _said(self) -> dict[str, list[str]]:
        """Facts by the words that they say."""
        found: dict[str, list[str]] = {}
        for id, quotation in self.facts.items():
            for word in words(quotation):
                found.setdefault(word, []).append(id)
        return found

    def fact(self, text: str) -> str:
        """The fact of which the text says a word that no other has; "" if there is none."""
        own: dict[str, int] = {}
        for word in words(text):
            facts = self._said.get(word, [])
            if len(facts) == 1:
                own[facts[0]] = own.get(facts[0], 0) + 1
        return max(own, key=lambda id: own[id], default="")


def _newest(entries: Sequence[str]) -> list[str]:
    found = [one for one in entries if one.startswith("INSTRUCTION AFTER ROUND ")]
    return found[-1].split("\n")[1:] if found else []


def _moved(entry: str) -> Moved | None:
    head, *lines = entry.split("\n")
    if not (match := _MOVE.match(head)):
        return None
    said = dict(line.split(": ", 1) for line in lines if ": " in line)
    first = next((line for line in lines if line.startswith("S1 (")), "")
    taken = next((line for line in lines if line.startswith("condition taken up by ")), "")
    return Moved(
        match[1],
        said.get("vehicle", ""),
        said.get("standard", "").partition(";")[0],
        tuple(re.findall(r"F\d+", said.get("determinative", ""))),
        next(iter(re.findall(r"E\d+", first.partition(")")[0])), ""),
        tuple(re.findall(r"F\d+", taken.partition(": ")[0])),
    )
