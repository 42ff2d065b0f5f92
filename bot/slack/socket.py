"""Socket mode: Slack's payloads over a connection that we open, for firms without a public URL."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.slack.calls import SlackUnreachable, quiet_logger

if TYPE_CHECKING:
    from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
    from slack_bolt.async_app import AsyncApp
    from slack_sdk.web.async_client import AsyncWebClient


class SocketMode:
    """The library reconnects by itself; what is not acknowledged Slack sends again."""

    def __init__(self, bolt: AsyncApp, client: AsyncWebClient, app_token: str) -> None:
        self._bolt = bolt
        self._client = client
        self._app_token = app_token
        self._handler: AsyncSocketModeHandler | None = None

    async def connected(self) -> bool:
        return self._handler is not None and bool(await self._handler.client.is_connected())

    async def run(self) -> None:
        """Until cancelled. Raises ``SlackUnreachable`` when no connection is opened."""
        from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler

        if not self._app_token:
            raise SlackUnreachable(
                "Socket mode needs an app-level token.",
                remedy="Set the app token (it begins with xapp-) with the scope connections:write.",
            )
        self._handler = AsyncSocketModeHandler(
            self._bolt, self._app_token, quiet_logger("socket"), self._client
        )
        try:
            try:
                await self._handler.connect_async()  # type: ignore[no-untyped-call]
            except Exception as error:
                raise SlackUnreachable from _nameless(error)
            await asyncio.Event().wait()
        finally:
            await self._handler.close_async()  # type: ignore[no-untyped-call]
            self._handler = None


def _nameless(error: Exception) -> Exception:
    """The library's errors quote the connection's address, which is a secret for its life."""
    return RuntimeError(type(error).__name__)
