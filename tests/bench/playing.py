"""A whole run through the house in this process, with a model that is listened to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from unittest import mock

from bot import compose
from bot.embedded import EmbeddedModel
from bot.serving import Open, opened
from bot.settings import Settings
from bot.terminal.answers import End
from engine.events import Kind
from handlers.doors import Shown
from handlers.requests import CommandRequest
from tests.bench.watched import Watched


class RunFailed(Exception):
    """A run did not come to its end, so there is nothing to measure."""


@dataclass(frozen=True)
class Playing:
    house: Open
    model: Watched

    async def play(self, request: CommandRequest) -> dict[str, int]:
        """Say it and wait for the run's end; how many posts of each kind came.

        Raises ``RunFailed`` with the words of the error, or when a request to the model failed.
        """
        kinds: dict[str, int] = {}
        async for line in self.house.link.send(request, wait=True):
            if isinstance(line, Shown):
                kinds[line.post.kind] = kinds.get(line.post.kind, 0) + 1
                if line.post.kind in (Kind.ERROR, Kind.OUTCOME):
                    last = line.post
            if isinstance(line, End) and (not line.ok or last.data.get("reason") == "failed"):
                raise RunFailed(f"{last.title} {last.data}")
        if self.model.failed:
            raise RunFailed(f"{self.model.failed} requests to the model failed")
        return kinds


@asynccontextmanager
async def playing(settings: Settings) -> AsyncIterator[Playing]:
    """The house as ``lawgame serve`` opens it, without pages."""
    inner = compose.model_of(settings)
    model = Watched(inner)
    try:
        with mock.patch.object(compose, "model_of", return_value=model):
            async with opened(settings) as house:
                yield Playing(house, model)
    finally:
        if isinstance(inner, EmbeddedModel):
            await inner.close()
