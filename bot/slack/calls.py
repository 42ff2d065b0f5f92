"""Calls of Slack's Web API, their failures told apart by what may have happened."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

import aiohttp

from engine.errors import LawgameError, Unavailable
from handlers.surface import Ambiguous, PlaceClosed, TryLater

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

HTTP_TIMEOUT = 10
_WAIT_UNTOLD = 30.0
_CLOSED = frozenset(
    {
        "access_denied",
        "cannot_dm_bot",
        "cannot_reply_to_message",
        "channel_not_found",
        "is_archived",
        "messages_tab_disabled",
        "no_permission",
        "not_in_channel",
        "restricted_action",
        "restricted_action_non_threadable_channel",
        "restricted_action_read_only_channel",
        "restricted_action_thread_locked",
        "restricted_action_thread_only_channel",
        "thread_not_found",
        "user_not_in_channel",
    }
)
_UNANSWERED = frozenset({"fatal_error", "internal_error", "request_timeout", "service_unavailable"})


class SlackRefused(LawgameError):
    """Slack refused the call."""

    code = "slack.refused"
    default_remedy = "Compare the app's scopes with those of `lawgame manifest slack`."

    def __init__(self, error: str) -> None:
        super().__init__(f"Slack refused the call ({error}).")
        self.error = error


class SlackUnreachable(Unavailable):
    """Slack cannot be reached, or does not accept our token, just now."""

    code = "slack.unreachable"


def web_client(token: str, api_url: str) -> AsyncWebClient:
    """A client that never repeats a call by itself: a lost answer may hide a post."""
    from slack_sdk.web.async_client import AsyncWebClient

    return AsyncWebClient(
        token=token,
        base_url=api_url,
        timeout=HTTP_TIMEOUT,
        retry_handlers=[],
        logger=quiet_logger("web"),
    )


def quiet_logger(name: str) -> logging.Logger:
    """For Slack's libraries, which write whole messages to their logs at lower levels."""
    logger = logging.getLogger(f"lawgame.slack.library.{name}")
    logger.setLevel(logging.CRITICAL)
    return logger


async def answer_of(call: Awaitable[Any]) -> dict[str, Any]:
    """The answer's data. Raises ``TryLater``, ``Ambiguous``, ``PlaceClosed``, ``SlackRefused``.

    The library's own errors quote the answer, so they are not kept as causes.
    """
    from slack_sdk.errors import SlackApiError, SlackClientError

    try:
        response = await call
    except SlackApiError as failed:
        error = _meaning(failed.response)
    except (TimeoutError, OSError, aiohttp.ClientError, SlackClientError, ValueError):
        error = Ambiguous()
    else:
        return dict(response.data)
    raise error from None


def _meaning(response: Any) -> LawgameError:
    status: int = getattr(response, "status_code", 0) or getattr(response, "status", 0)
    data = getattr(response, "data", None)
    error = str(data.get("error", "")) if isinstance(data, dict) else ""
    if status == 429 or error in {"ratelimited", "rate_limited"}:
        return TryLater(_seconds(response.headers.get("Retry-After")))
    if error in _CLOSED:
        return PlaceClosed()
    if status >= 500 or error in _UNANSWERED or not error:
        return Ambiguous()
    return SlackRefused(error)


def _seconds(told: str | None) -> float:
    try:
        return max(float(told or ""), 1.0)
    except ValueError:
        return _WAIT_UNTOLD
