"""The same payloads over a connection that the bot opens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from bot.slack.app import SlackEdge, SlackSettings, build
from bot.slack.calls import SlackUnreachable
from bot.slack.intake import RECEIVED
from tests.doubles.slack_api import TOKEN, serving
from tests.unit.slack.payloads import command, mention
from tests.wire.slack.conftest import Door

APP_TOKEN = "xapp-of-the-tests"


@dataclass
class Socket:
    """Slack's end: what it sends goes out, what comes back is the acknowledgements."""

    url: str = ""
    outages: int = 0
    dead_addresses: int = 0
    opened: asyncio.Queue[web.WebSocketResponse] = field(default_factory=asyncio.Queue)
    acknowledged: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)

    async def open(self, request: web.Request) -> web.Response:
        if self.outages:
            self.outages -= 1
            return web.json_response({"ok": False, "error": "internal_error"}, status=500)
        if request.headers["Authorization"] != f"Bearer {APP_TOKEN}":
            return web.json_response({"ok": False, "error": "invalid_auth"})
        self.dead_addresses -= 1
        path = "/socket" if self.dead_addresses < 0 else "/nowhere"
        address = self.url.replace("http", "ws") + path
        return web.json_response({"ok": True, "url": address})

    async def identity(self, request: web.Request) -> web.Response:
        return web.json_response({"ok": True, "team_id": "T01", "user_id": "U0BOT"})

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        made = web.WebSocketResponse()
        await made.prepare(request)
        await self.opened.put(made)
        async for message in made:
            await self.acknowledged.put(message.json())
        return made


@pytest.fixture
async def socket() -> AsyncIterator[Socket]:
    made = Socket()
    app = web.Application()
    app.router.add_post("/api/apps.connections.open", made.open)
    app.router.add_post("/api/auth.test", made.identity)
    app.router.add_get("/socket", made.socket)
    async with serving(app) as url:
        made.url = url
        yield made


def edge_for(socket: Socket, door: Door, app_token: str = APP_TOKEN) -> SlackEdge:
    given = SlackSettings(TOKEN, app_token=app_token, api_url=f"{socket.url}/api/")
    edge = build(given, door, patience=30.0)
    edge.socket.check_seconds = 0.3
    return edge


@pytest.mark.parametrize("outages", [0, 1])
async def test_commands_and_events_are_acknowledged_after_they_are_recorded(
    socket: Socket, outages: int
) -> None:
    socket.outages = outages
    door = Door()
    door.open.set()
    edge = edge_for(socket, door)
    running = asyncio.create_task(edge.run_socket_mode())
    try:
        connection = await socket.opened.get()
        await connection.send_json(
            {"type": "slash_commands", "envelope_id": "e1", "payload": command("status")}
        )
        answer = await socket.acknowledged.get()
        assert (answer["envelope_id"], answer["payload"]["text"]) == ("e1", RECEIVED)
        await door.knocks.get()

        door.broken = RuntimeError()
        await connection.send_json(
            {"type": "events_api", "envelope_id": "e2", "payload": mention(ts="1.1")}
        )
        await door.knocks.get()
        door.broken = None
        await connection.send_json(
            {"type": "events_api", "envelope_id": "e3", "payload": mention(ts="1.2")}
        )
        assert (await socket.acknowledged.get())["envelope_id"] == "e3", "e2 must come again"
        assert len(door.received) == 2
        assert await edge.socket.connected()
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await edge.close()
    assert not await edge.socket.connected()


async def test_an_address_that_leads_nowhere_is_given_up_for_a_new_one(socket: Socket) -> None:
    socket.dead_addresses = 1
    edge = edge_for(socket, Door())
    running = asyncio.create_task(edge.run_socket_mode())
    try:
        await socket.opened.get()
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_connection_that_stays_lost_is_opened_anew(
    socket: Socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    edge = edge_for(socket, Door())
    running = asyncio.create_task(edge.run_socket_mode())
    try:
        await socket.opened.get()

        async def lost() -> bool:
            return False

        monkeypatch.setattr(edge.socket, "connected", lost)
        await socket.opened.get()
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize("token", ["", "xapp-wrong"])
async def test_without_a_good_token_it_says_what_to_do(socket: Socket, token: str) -> None:
    with pytest.raises(SlackUnreachable) as told:
        await edge_for(socket, Door(), token).run_socket_mode()
    assert told.value.remedy
    assert "xapp-wrong" not in repr(told.value.__cause__)
