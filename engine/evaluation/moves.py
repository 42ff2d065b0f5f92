"""A sample matter's reference move and answer, written by hand, resolved against its file.

``move.toml`` beside a sample's documents names each fact by words that stand in it and in no
other, each authority by its citation, each element by its number in the matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import BadRequest
from engine.matter import Authority, Element, Fact
from engine.search.history import fact_json


class BadReferenceMove(BadRequest):
    """The reference move does not fit its matter's file."""

    code = "evaluate.move"
    default_remedy = "Correct the sample's move.toml: each fact needs words of one fact alone."


@dataclass(frozen=True)
class Reference:
    """A move and the response to it as the record keeps them, and the facts that they rest on."""

    move: dict[str, Any]
    response: dict[str, Any]
    facts: tuple[Fact, ...]


def reference(
    data: Mapping[str, Any],
    facts: Sequence[Fact],
    law: Sequence[Authority],
    elements: Sequence[Element],
) -> Reference:
    """Raises ``BadReferenceMove`` naming what was not found, or was found twice."""
    file = _File(facts, law, elements)
    said, answered = data["move"], data["response"]
    sections = [
        {
            "text": one["text"],
            "elements": file.elements(one["elements"]),
            "facts": file.facts(one["facts"]),
            "authorities": file.authorities(one.get("authorities", ())),
            "unsupported": not one["facts"],
        }
        for one in said["sections"]
    ]
    attacks = [
        {
            "tier": one["tier"],
            "target": one["target"],
            "element": file.elements([one["element"]])[0],
            "facts": file.facts(one["facts"]),
            "authorities": file.authorities(one.get("authorities", ())),
            "undermines": None,
            "text": one["text"],
            "strength": float(one["strength"]),
        }
        for one in answered["attacks"]
    ]
    move = {
        **{key: said[key] for key in ("vehicle", "standard", "why_standard", "theory", "frame")},
        "determinative": [one["id"] for one in file.facts(said["determinative"])],
        "takes_up": None,
        "sections": sections,
        "gaps": [],
    }
    response = {
        "attacks": attacks,
        "passed_over": [],
        "concessions": [dict(one) for one in answered.get("concessions", ())],
    }
    return Reference(move, response, tuple(file.used))


class _File:
    """What is on file, by how a reference names it; ``used`` are the facts that were named."""

    def __init__(
        self, facts: Sequence[Fact], law: Sequence[Authority], elements: Sequence[Element]
    ) -> None:
        self._facts, self._law, self._elements = facts, law, elements
        self.used: list[Fact] = []

    def facts(self, words: Sequence[str]) -> list[dict[str, Any]]:
        return [fact_json(self._fact(one)) for one in words]

    def authorities(self, citations: Sequence[str]) -> list[str]:
        ids = {one.citation: one.id for one in self._law}
        for one in citations:
            if one not in ids:
                raise BadReferenceMove(f"No authority on file is cited as “{one}”.")
        return [ids[one] for one in citations]

    def elements(self, numbers: Sequence[int]) -> list[str]:
        for one in numbers:
            if not 0 < one <= len(self._elements):
                raise BadReferenceMove(f"The matter has no element {one}.")
        return [self._elements[one - 1].id for one in numbers]

    def _fact(self, words: str) -> Fact:
        wanted = " ".join(words.split())
        found = [one for one in self._facts if wanted in " ".join(one.text.split())]
        if len(found) != 1:
            raise BadReferenceMove(f"“{words}” stands in {len(found)} facts on record.")
        if found[0] not in self.used:
            self.used.append(found[0])
        return found[0]
