"""Socket mode: Slack's payloads over a connection that we open, for firms without a public URL."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.slack.calls import SlackRefused, SlackUnreachable, answer_of, quiet_logger
from engine.errors import Unavailable

if TYPE_CHECKING:
    from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
    from slack_bolt.async_app import AsyncApp
    from slack_sdk.web.async_client import AsyncWebClient

log = logging.getLogger(__name__)

_NO_TOKEN = "Slack does not open a connection for socket mode."
_SET_TOKEN = "Set the app-level token (it begins with xapp-) with the scope connections:write."


CHECK_SECONDS = 10.0
_MISSES = 3


class SocketMode:
    """What is not acknowledged Slack sends again.

    The library reconnects by itself, but goes on for ever with an address that has expired; every
    ``check_seconds`` it is looked after, and after three misses all is opened anew.
    """

    def __init__(self, bolt: AsyncApp, client: AsyncWebClient, app_token: str) -> None:
        self._bolt = bolt
        self._client = client
        self._app_token = app_token
        self.check_seconds = CHECK_SECONDS
        self._handler: AsyncSocketModeHandler | None = None

    async def connected(self) -> bool:
        return self._handler is not None and bool(await self._handler.client.is_connected())

    async def run(self) -> None:
        """Until cancelled. Raises ``SlackUnreachable`` when Slack refuses the token."""
        while True:
            address = await self._open()
            if address is not None:
                await self._hold(address)
            await asyncio.sleep(self.check_seconds)

    async def _hold(self, address: str) -> None:
        """Returns when there is no connection any more."""
        from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler

        handler = AsyncSocketModeHandler(
            self._bolt, self._app_token, quiet_logger("socket"), self._client
        )
        handler.client.wss_uri = address
        self._handler = handler
        try:
            async with asyncio.timeout(_MISSES * self.check_seconds):
                await handler.connect_async()  # type: ignore[no-untyped-call]
            log.info("connected to Slack by socket mode")
            await self._until_lost()
        except TimeoutError:
            log.warning("socket mode: no connection to Slack came about")
        finally:
            self._handler = None
            await handler.close_async()  # type: ignore[no-untyped-call]

    async def _until_lost(self) -> None:
        misses = 0
        while misses < _MISSES:
            await asyncio.sleep(self.check_seconds)
            misses = 0 if await self.connected() else misses + 1
        log.warning("socket mode: the connection to Slack is lost")

    async def _open(self) -> str | None:
        """The address to connect to, None when Slack cannot be asked now.

        The library would go on for ever with a token that Slack refuses.
        """
        try:
            if not self._app_token:
                raise SlackRefused("not_authed")
            told = await answer_of(self._client.apps_connections_open(app_token=self._app_token))
        except SlackRefused as refused:
            log.error("socket mode: Slack refuses the app-level token (%s)", refused.error)
            raise SlackUnreachable(_NO_TOKEN, remedy=_SET_TOKEN) from refused
        except Unavailable as unavailable:
            log.warning("socket mode: Slack does not answer yet (%s)", unavailable.code)
            return None
        return str(told["url"])
