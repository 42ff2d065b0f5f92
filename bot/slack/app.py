"""Slack's edge: one object with all that the composition needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import web

from bot.slack.calls import web_client
from bot.slack.dispatch import make_bolt
from bot.slack.files import SlackFiles
from bot.slack.inbound import Home
from bot.slack.installation import Installation
from bot.slack.intake import PATIENCE, Intake
from bot.slack.people import SlackPeople
from bot.slack.socket import SocketMode
from bot.slack.surface import SlackSurface
from bot.slack.tell import Teller
from handlers.doors import FrontDoor

if TYPE_CHECKING:
    from slack_bolt.async_app import AsyncApp

EVENTS_PATH = "/slack/events"


@dataclass(frozen=True)
class SlackSettings:
    """``teams``: ids of the workspaces and organisations that are the firm's; empty: the token's.

    ``app_token`` is needed in socket mode only, ``signing_secret`` over HTTP only.
    """

    bot_token: str = field(repr=False)
    signing_secret: str = field(default="", repr=False)
    app_token: str = field(default="", repr=False)
    api_url: str = "https://slack.com/api/"
    teams: frozenset[str] = frozenset()


class SlackEdge:
    def __init__(
        self,
        installation: Installation,
        intake: Intake,
        bolt: AsyncApp,
        surface: SlackSurface,
        files: SlackFiles,
        directory: SlackPeople,
        socket: SocketMode,
    ) -> None:
        self._installation = installation
        self._intake = intake
        self._bolt = bolt
        self.surface = surface
        self.files = files
        self.directory = directory
        self.socket = socket

    @property
    def routes(self) -> list[web.RouteDef]:
        return [web.post(EVENTS_PATH, self._receive)]

    async def start(self) -> Home:
        """Learn where we are installed. Raises ``SlackUnreachable``; requests learn it later."""
        return await self._installation.home()

    async def run_socket_mode(self) -> None:
        """Until cancelled. Raises ``SlackUnreachable`` when no connection is opened."""
        await self.socket.run()

    async def close(self) -> None:
        await self._intake.close()

    async def _receive(self, request: web.Request) -> web.Response:
        from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request

        try:
            payload = await to_bolt_request(request)
        except ValueError:
            return web.Response(status=400)
        answer = await self._bolt.async_dispatch(payload)
        if answer.status >= 500:
            return web.Response(status=503)
        return await to_aiohttp_response(answer)


def _nobody() -> Mapping[str, str]:
    return {}


def build(
    settings: SlackSettings,
    door: FrontDoor,
    *,
    people: Callable[[], Mapping[str, str]] = _nobody,
    desk: str = "",
    patience: float = PATIENCE,
) -> SlackEdge:
    """``people`` gives the present mapping person → Slack user; ``desk`` is the Desk's address."""
    client = web_client(settings.bot_token, settings.api_url)
    installation = Installation(client, settings.teams)
    intake = Intake(door, installation, Teller(client), patience)
    bolt = make_bolt(client, settings.signing_secret, intake)
    return SlackEdge(
        installation,
        intake,
        bolt,
        SlackSurface(client, people, desk),
        SlackFiles(client, settings.bot_token, settings.api_url),
        SlackPeople(client),
        SocketMode(bolt, client, settings.app_token),
    )
