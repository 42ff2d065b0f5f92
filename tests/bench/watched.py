"""A model that is listened to: what was asked, what came back, how long it took."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.ports import Answer, Ask, Card, Message, Model


@dataclass(frozen=True)
class Heard:
    """One request; ``began`` and ``ended`` are seconds of ``time.perf_counter``."""

    ask: Ask
    answer: Answer
    began: float
    ended: float


class Watched:
    """``Model`` over another one, of which it changes a single thing: the court may not grant.

    A win ends a run, and a run of so many rounds is to be measured; the judge is asked the same
    words, only its form offers no win. ``failed`` counts requests that raised.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.heard: list[Heard] = []
        self.failed = 0

    async def card(self) -> Card:
        return await self.model.card()

    async def count(self, messages: Sequence[Message]) -> int:
        return await self.model.count(messages)

    async def ask(self, ask: Ask) -> Answer:
        began = time.perf_counter()
        try:
            answer = await self.model.ask(replace(ask, schema=unwinnable(ask.schema)))
        except BaseException:
            self.failed += 1
            raise
        self.heard.append(Heard(ask, answer, began, time.perf_counter()))
        return answer


def unwinnable(schema: dict[str, Any]) -> dict[str, Any]:
    """The same form, but that ``win`` is no outcome."""
    made = dict(schema)
    if "properties" in made:
        made["properties"] = {
            name: _without_win(one) if name == "outcome" else unwinnable(one)
            for name, one in made["properties"].items()
        }
    if "anyOf" in made:
        made["anyOf"] = [unwinnable(one) for one in made["anyOf"] if not _only_wins(one)]
    return made


def _without_win(outcome: dict[str, Any]) -> dict[str, Any]:
    if "enum" not in outcome:
        return outcome
    return {**outcome, "enum": [one for one in outcome["enum"] if one != "win"]}


def _only_wins(option: dict[str, Any]) -> bool:
    outcome: dict[str, Any] = option.get("properties", {}).get("outcome", {})
    return list(outcome.get("enum", [outcome.get("const")])) == ["win"]
