"""Bolt: signatures, the URL check and the kinds of payload; then the intake."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any

from bot.slack.calls import quiet_logger
from bot.slack.intake import Intake
from engine.errors import LawgameError

if TYPE_CHECKING:
    from slack_bolt.async_app import AsyncApp
    from slack_sdk.web.async_client import AsyncWebClient

log = logging.getLogger(__name__)
_ANY = re.compile(".*")


def make_bolt(client: AsyncWebClient, signing_secret: str, intake: Intake) -> AsyncApp:
    """An app that answers an event after its listener has ended: 200 says that it is recorded."""
    from slack_bolt.async_app import AsyncApp
    from slack_bolt.authorization import AuthorizeResult
    from slack_bolt.response import BoltResponse

    async def authorize(**_: Any) -> AuthorizeResult:
        """At once: whose payload it is, is asked where waiting for Slack can do no harm."""
        return AuthorizeResult(enterprise_id=None, team_id=None, bot_token=client.token)

    bolt = AsyncApp(
        client=client,
        signing_secret=signing_secret,
        authorize=authorize,
        process_before_response=True,
        attaching_conversation_kwargs_enabled=False,
        logger=quiet_logger("bolt"),
    )

    async def on_event(body: dict[str, Any]) -> None:
        await intake.event(body)

    async def on_command(ack: Any, command: dict[str, Any]) -> None:
        await ack(text=await intake.command(command), response_type="ephemeral")

    async def on_press(ack: Any, body: dict[str, Any]) -> None:
        await intake.press(body)
        await ack()

    async def on_error(error: Exception) -> BoltResponse:
        """Not recorded: Slack sends an event again that is answered with 503."""
        name = error.code if isinstance(error, LawgameError) else type(error).__name__
        log.error("a payload from Slack was not recorded (%s)", name)
        return BoltResponse(status=503, body="")

    bolt.command(_ANY)(on_command)
    bolt.action(_ANY)(on_press)
    bolt.event(_ANY)(on_event)
    bolt.error(on_error)
    return bolt
