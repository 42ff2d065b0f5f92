"""A model without a model: a seeded player, and a court that rules by a hidden rubric.

It stands behind the same port as a model and passes the same contract tests; what it leads to is
marked as simulated.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from engine.models.scripted.court import Court
from engine.models.scripted.player import Player
from engine.ports import Answer, Ask, Card, Message
from engine.record import Usage

Cast = Callable[[Ask, str, random.Random], Any]
"""Who answers: from the request, its text and a seeded chance to what fits its schema."""


def by_the_case(ask: Ask, text: str, chance: random.Random) -> Any:
    """The player, before the court whose rubric is a hash of the case."""
    return Player(chance, Court(text)).answer(ask.schema)


class ScriptedModel:
    """``Model`` without a model. Deterministic in messages, schema and seed.

    ``window`` is in tokens of four characters, ``pause`` how many seconds it seems to think over an
    answer.
    """

    def __init__(self, window: int = 32_768, pause: float = 0.0, cast: Cast = by_the_case) -> None:
        self._card = Card("scripted", window, simulated=True)
        self._pause, self._cast = pause, cast

    async def card(self) -> Card:
        return self._card

    async def count(self, messages: Sequence[Message]) -> int:
        return sum(_tokens(message.content) for message in messages)

    async def ask(self, ask: Ask) -> Answer:
        await asyncio.sleep(self._pause)
        text = "\n".join(message.content for message in ask.messages)
        digest = hashlib.sha256(f"{ask.seed}\0{ask.name}\0{_last_line(text)}".encode()).digest()
        said = self._cast(ask, text, random.Random(digest))
        answer = json.dumps(said, separators=(",", ":"))
        prompt = await self.count(ask.messages)
        return Answer(answer, "stop", Usage(prompt, 0, prompt, _tokens(answer)))


def _tokens(text: str) -> int:
    return max(1, len(text) // 4)


def _last_line(text: str) -> str:
    return text.rstrip().rsplit("\n", 1)[-1]
