"""Models for tests of the engine: the seeded player, listened to and talked into things."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from engine.models.scripted import ScriptedModel
from engine.ports import Answer, Ask, Card, Message, Ports
from engine.record import Role, Turn
from tests.doubles.memory import MemoryLedger

Edit = Callable[[Ask, dict[str, Any]], dict[str, Any]]


class Listening:
    """The scripted player; ``asked`` keeps every request, ``edit`` changes an answer."""

    def __init__(self, edit: Edit = lambda _, data: data, window: int = 32_768) -> None:
        self._player = ScriptedModel(window)
        self._edit = edit
        self.asked: list[Ask] = []

    async def card(self) -> Card:
        return await self._player.card()

    async def count(self, messages: Sequence[Message]) -> int:
        return await self._player.count(messages)

    async def ask(self, ask: Ask) -> Answer:
        self.asked.append(ask)
        said = await self._player.ask(ask)
        data = self._edit(ask, json.loads(said.text))
        return Answer(json.dumps(data), said.finish, said.usage)

    def prompts(self, role: Role) -> list[str]:
        """What was put before an agent, without the constant system message."""
        return [ask.messages[1].content for ask in self.asked if ask.name == role]


def losing(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
    """Every ruling is a loss, so that the longest possible run is played."""
    if ask.name == Role.JUDGE:
        data["disposition"] = {"outcome": "loss"}
        data["elements"] = [{**one, "finding": "rejected"} for one in data["elements"]]
    return data


def without_role_line(prompt: str) -> str:
    """The part of a prompt that the next one has to begin with."""
    return prompt.rsplit("\n\n", 1)[0]


def settled(ports: Ports) -> list[Turn]:
    ledger = ports.ledger
    assert isinstance(ledger, MemoryLedger)
    return list(ledger.settled.values())
