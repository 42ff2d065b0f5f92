"""A seeded player that fills any schema, and a court that rules by a hidden rubric.

It stands behind the same port as a model and passes the same contract tests; what it leads to is
marked as simulated. The court values each vehicle, standard, fact and element by a hash of the
case and the objective, so that some strategies win, most lose, and a hint tells the truth.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Sequence
from typing import Any

from engine.ports import Answer, Ask, Card, Message
from engine.record import Usage
from engine.triad.vocabulary import VEHICLES

WIN, CONDITIONAL = 0.76, 0.66
"""Values of a strategy, 0 to 1, from which the hidden rubric grants or grants on conditions."""

_CLAUSES = (
    "the record on this point is specific and was never answered",
    "what the other side did at the time says more than what it pleads now",
    "the burden lies with the party that did not carry it",
    "the dates fix the sequence and leave no room for the contrary account",
    "the document speaks for itself and was made by the party it binds",
    "the point is one of law on facts that neither side disputes",
    "no one with knowledge has said otherwise under oath",
    "the inference asked for is larger than the evidence it rests on",
)


class ScriptedModel:
    """``Model`` without a model. Deterministic in messages, schema and seed.

    ``pause`` is how many seconds it seems to think over an answer.
    """

    def __init__(self, window: int = 32_768, pause: float = 0.0) -> None:
        self._card = Card("scripted", window, simulated=True)
        self._pause = pause

    async def card(self) -> Card:
        return self._card

    async def count(self, messages: Sequence[Message]) -> int:
        return sum(_tokens(message.content) for message in messages)

    async def ask(self, ask: Ask) -> Answer:
        await asyncio.sleep(self._pause)
        text = "\n".join(message.content for message in ask.messages)
        digest = hashlib.sha256(f"{ask.seed}\0{ask.name}\0{_last_line(text)}".encode()).digest()
        player = _Player(random.Random(digest), _Court(text))
        answer = json.dumps(player.answer(ask.schema), separators=(",", ":"))
        prompt = await self.count(ask.messages)
        return Answer(answer, "stop", Usage(prompt, 0, prompt, _tokens(answer)))


def _tokens(text: str) -> int:
    return max(1, len(text) // 4)


def _last_line(text: str) -> str:
    return text.rstrip().rsplit("\n", 1)[-1]


def _unit(*parts: str) -> float:
    """A hash as a number from 0 to 1."""
    digest = hashlib.sha256("\0".join(parts).encode()).digest()
    return int.from_bytes(digest[:6], "big") / float(1 << 48)


class _Court:
    """The hidden rubric, over what the prompt says of this case and this round's move."""

    def __init__(self, text: str) -> None:
        aims = re.findall(r"^OBJECTIVE OF (?:THE MOVANT|ORBIT \d+): (.+)$", text, re.M)
        self.aim = aims[-1] if aims else ""
        self.case = _first(r"^THE CASE\n(.+)$", text)
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
            + 0.1 * _unit(self.case, theory[:40])
        )
        return worth + (0.2 if vehicle and vehicle in self.aim.lower() else 0.0)

    def _worth(self, kind: str, name: str) -> float:
        return _unit(self.case, self.aim, kind, name)

    def best(self, kind: str, names: Sequence[str]) -> list[str]:
        return sorted(names, key=lambda name: -self._worth(kind, name))

    def verdict(self) -> tuple[str, float]:
        facts = re.findall(r"F\d+", _first(r"^determinative: (.*)$", self.move))
        worth = self.value(
            _first(r"^vehicle: (.+)$", self.move),
            _first(r"^standard: (.+)$", self.move),
            facts,
            _first(r"^theory: (.+)$", self.move),
        )
        if worth >= WIN:
            return "win", worth
        return ("conditional" if worth >= CONDITIONAL else "loss"), worth


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.M)
    return found.group(1).strip() if found else ""


class _Player:
    """Fills a schema, looking at names of properties only where the rubric has a say."""

    def __init__(self, chance: random.Random, court: _Court) -> None:
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
            fits = [o for o in options if outcome in _outcomes(o)]
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
            text = f"On {self._about()}: {self._chance.choice(_CLAUSES)}."
        while len(text) < shortest:
            text += f" And {self._chance.choice(_CLAUSES)}."
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
        best = self._court.best("vehicle", VEHICLES)[:2]
        return f"{self._chance.choice(best)} on {self._about()}"


def _outcomes(option: dict[str, Any]) -> list[Any]:
    outcome = option.get("properties", {}).get("outcome", {})
    return list(outcome.get("enum", [outcome.get("const")]))
