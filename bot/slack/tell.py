"""A word to one person about their own request, seen by nobody else."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.slack.calls import HTTP_TIMEOUT, answer_of, quiet_logger
from engine.errors import LawgameError

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Listener:
    """``response_url`` is Slack's own way back to the person, good for 30 minutes, or ""."""

    channel: str
    user: str
    thread: str = ""
    response_url: str = ""


class Teller:
    """Tells as well as it can; what does not arrive is logged without its words."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client

    async def __call__(self, listener: Listener, text: str) -> None:
        if listener.response_url and await self._answer(listener.response_url, text):
            return
        arguments: dict[str, Any] = {"channel": listener.channel, "user": listener.user}
        if listener.thread:
            arguments["thread_ts"] = listener.thread
        try:
            await answer_of(self._client.chat_postEphemeral(text=text, **arguments))
        except LawgameError as error:
            log.warning("a person could not be told (%s)", error.code)

    async def _answer(self, url: str, text: str) -> bool:
        from slack_sdk.webhook.async_client import AsyncWebhookClient

        webhook = AsyncWebhookClient(
            url, timeout=HTTP_TIMEOUT, retry_handlers=[], logger=quiet_logger("webhook")
        )
        try:
            answer = await webhook.send(
                text=text, response_type="ephemeral", replace_original=False
            )
        except Exception as error:
            log.warning("a response address does not answer (%s)", type(error).__name__)
            return False
        return bool(answer.status_code == 200)
