"""A seeded player that fills any schema."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from engine.models.scripted.court import Court

CLAUSES = (
    "the record on this point is specific and was never answered",
    "what the other side did at the time says more than what it pleads now",
    "the burden lies with the party that did not carry it",
    "the dates fix the sequence and leave no room for the contrary account",
    "the document speaks for itself and was made by the party it binds",
    "the point is one of law on facts that neither side disputes",
    "no one with knowledge has said otherwise under oath",
    "the inference asked for is larger than the evidence it rests on",
)


class Player:
    """Fills a schema, looking at names of properties only where the rubric has a say."""

    def __init__(self, chance: random.Random, court: Court) -> None:
        self._chance, self._court = chance, court

    def answer(self, schema: dict[str, Any]) -> Any:
        return self._fill(schema, "")

    def _fill(self, schema: dict[str, Any], name: str) -> Any:
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._pick(schema["enum"], name)
        if "anyOf" in schema:
            return self._fill(self._option(schema["anyOf"], name), name)
        kind = schema.get("type")
        if kind == "object":
            return {key: self._fill(inner, key) for key, inner in schema["properties"].items()}
        if kind == "array":
            return self._list(schema, name)
        if kind == "string":
            return self._prose(name, schema.get("minLength", 0), schema.get("maxLength"))
        if kind in ("integer", "number"):
            return schema.get("minimum", min(0, schema.get("maximum", 0)))
        return None if kind == "null" else True

    def _pick(self, options: Sequence[Any], name: str) -> Any:
        if name == "vehicle":
            hinted = [o for o in options if any(o in hint for hint in self._court.hinted)]
            if hinted and self._chance.random() < 0.6:
                return self._chance.choice(hinted)
        if name == "outcome":
            outcome, _ = self._court.verdict()
            return outcome if outcome in options else options[-1]
        if name == "finding":
            _, worth = self._court.verdict()
            return options[0 if self._chance.random() < worth else -1]
        return self._chance.choice(list(options))

    def _option(self, options: Sequence[dict[str, Any]], name: str) -> dict[str, Any]:
        if name == "disposition":
            outcome, _ = self._court.verdict()
            fits = [o for o in options if outcome in outcomes_of(o)]
            return fits[0] if fits else options[0]
        return self._chance.choice(list(options))

    def _list(self, schema: dict[str, Any], name: str) -> list[Any]:
        least = schema.get("minItems", 0)
        most = schema.get("maxItems", least + 3)
        wanted = self._chance.randint(least, most)
        items: list[Any] = []
        inner = schema["items"]
        for _ in range(wanted * 3):
            if len(items) >= wanted:
                break
            one = self._fill(inner, name)
            if "enum" not in inner or one not in items:
                items.append(one)
        # Chance may not have met enough different ones: what is left, then what is there again.
        left = [one for one in inner.get("enum", ()) if one not in items]
        while len(items) < least:
            items.append(left.pop(0) if left else self._fill(inner, name))
        return items

    def _prose(self, name: str, shortest: int, longest: int | None) -> str:
        if name == "idea":
            text = self._hint()
        else:
            text = f"On {self._about()}: {self._chance.choice(CLAUSES)}."
        while len(text) < shortest:
            text += f" And {self._chance.choice(CLAUSES)}."
        return text[:longest]

    def _about(self) -> str:
        """Some words of the file, without its numbers: a name to argue about."""
        if not self._court.quotations:
            return "the matter before the court"
        quotation = self._chance.choice(list(self._court.quotations.values()))
        found = re.findall(r"[A-Za-z]{4,}", quotation)
        at = self._chance.randrange(max(1, len(found) - 3))
        return " ".join(found[at : at + 4]).lower() or "the matter before the court"

    def _hint(self) -> str:
        best = self._court.best("vehicle", self._court.vehicles)[:2]
        return f"{self._chance.choice(best)} on {self._about()}"


def outcomes_of(option: dict[str, Any]) -> list[Any]:
    outcome = option.get("properties", {}).get("outcome", {})
    return list(outcome.get("enum", [outcome.get("const")]))


def fitted(text: str, schema: dict[str, Any]) -> str:
    """The text within the lengths that a form of prose allows."""
    while len(text) < schema.get("minLength", 0):
        text += f" {text}" if text else CLAUSES[0]
    return text[: schema.get("maxLength")]
