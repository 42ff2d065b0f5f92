from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import aiohttp
import pytest
from aiohttp import web

from bot.slack.app import EVENTS_PATH, SlackEdge, SlackSettings, build
from handlers.doors import Receipt
from tests.doubles.house import Asked, House
from tests.doubles.slack_api import SECRET, TOKEN, FakeSlack, fake_slack, serving, signed


@dataclass
class Door(House):
    """The house's front door, which can be held shut or be broken."""

    open: asyncio.Event = field(default_factory=asyncio.Event)
    broken: Exception | None = None
    knocks: asyncio.Queue[Asked] = field(default_factory=asyncio.Queue)
    knocked: int = 0

    async def receive(self, asked: Asked) -> Receipt:
        self.knocked += 1
        self.knocks.put_nowait(asked)
        await self.open.wait()
        if self.broken is not None:
            raise self.broken
        return await super().receive(asked)


@dataclass
class Bench:
    """The edge under test, the Slack it talks to, and the requests that Slack makes."""

    slack: FakeSlack
    door: Door
    edge: SlackEdge
    url: str
    session: aiohttp.ClientSession

    async def post(self, body: bytes, kind: str, **headers: str) -> aiohttp.ClientResponse:
        given = {"Content-Type": kind, **signed(body), **headers}
        answer = await self.session.post(self.url + EVENTS_PATH, data=body, headers=given)
        await answer.read()
        return answer

    async def event(self, payload: dict[str, Any], **headers: str) -> aiohttp.ClientResponse:
        return await self.post(json.dumps(payload).encode(), "application/json", **headers)

    async def command(self, form: dict[str, Any]) -> aiohttp.ClientResponse:
        return await self.post(urlencode(form).encode(), "application/x-www-form-urlencoded")

    async def interact(self, payload: dict[str, Any]) -> aiohttp.ClientResponse:
        return await self.command({"payload": json.dumps(payload)})


def settings_for(slack: FakeSlack, **more: Any) -> SlackSettings:
    return SlackSettings(TOKEN, SECRET, api_url=slack.api_url, **more)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack() as made:
        yield made


@pytest.fixture
def settings(slack: FakeSlack) -> SlackSettings:
    return settings_for(slack)


@pytest.fixture
def patience() -> float:
    """Long: only tests of stalls are told to lose it."""
    return 30.0


@pytest.fixture
async def bench(slack: FakeSlack, settings: SlackSettings, patience: float) -> AsyncIterator[Bench]:
    door = Door()
    door.open.set()
    edge = build(settings, door, patience=patience)
    app = web.Application()
    app.add_routes(edge.routes)
    async with serving(app) as url, aiohttp.ClientSession() as session:
        yield Bench(slack, door, edge, url, session)
        door.open.set()
        await edge.close()
