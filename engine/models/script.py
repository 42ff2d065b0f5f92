"""A model that says what it is told to, for unit tests. Fails loudly when its script runs out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.ports import Answer, Ask, Card, Message
from engine.record import Usage

Line = dict[str, Any] | str | Answer | Callable[[Ask], "dict[str, Any] | str | Answer"]


class ScriptExhausted(AssertionError):
    """More was asked than the script has lines."""


class ScriptModel:
    """``lines`` are answers in order: an object, a text, a whole ``Answer``, or a function.

    ``asked`` keeps every request for the test to look at.
    """

    def __init__(self, lines: Iterable[Line], window: int = 32_768) -> None:
        self._lines = iter(lines)
        self._card = Card("script", window, simulated=True)
        self.asked: list[Ask] = []

    async def card(self) -> Card:
        return self._card

    async def count(self, messages: Sequence[Message]) -> int:
        return sum(len(message.content) // 4 + 1 for message in messages)

    async def ask(self, ask: Ask) -> Answer:
        self.asked.append(ask)
        line = next(self._lines, None)
        if line is None:
            raise ScriptExhausted(f"request {len(self.asked)} ({ask.name}) has no line")
        said = line(ask) if callable(line) else line
        if isinstance(said, Answer):
            return said
        text = said if isinstance(said, str) else json.dumps(said)
        prompt = await self.count(ask.messages)
        return Answer(text, "stop", Usage(prompt, 0, prompt, len(text) // 4 + 1))
