"""What people are called on Slack."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from bot.slack.calls import SlackRefused, answer_of
from engine.errors import Unavailable

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

KEEP = 3600.0
"""Seconds for which what Slack said of a person counts."""
PATIENCE = 3.0
MOST = 5_000


class NameUnknown(Unavailable):
    """Slack does not say what this person is called."""

    code = "slack.name_unknown"
    default_remedy = "Give the Slack app the scope users:read and install it again."


class SlackPeople:
    """``Directory`` of Slack. A refusal is kept as long as a name: it would only come again."""

    def __init__(
        self,
        client: AsyncWebClient,
        clock: Callable[[], float] = time.monotonic,
        *,
        patience: float = PATIENCE,
    ) -> None:
        self._client = client
        self._clock = clock
        self._patience = patience
        self._known: OrderedDict[tuple[str, str], tuple[float, str]] = OrderedDict()

    async def name_of(self, tenant: str, sender: str) -> str:
        """The name that the person shows. Raises ``NameUnknown``, ``TryLater``, ``Ambiguous``.

        Asked once in :data:`KEEP` seconds a person, and waited for ``patience`` seconds at most.
        """
        kept = self._known.get((tenant, sender))
        if kept is None or kept[0] <= self._clock():
            kept = (self._clock() + KEEP, await self._ask(sender))
            self._keep((tenant, sender), kept)
        if not kept[1]:
            raise NameUnknown
        return kept[1]

    async def _ask(self, sender: str) -> str:
        try:
            async with asyncio.timeout(self._patience):
                told = await answer_of(self._client.users_info(user=sender))
        except SlackRefused:
            return ""
        except TimeoutError:
            raise NameUnknown("Slack takes too long to say what this person is called.") from None
        return _name(told.get("user") or {})

    def _keep(self, who: tuple[str, str], what: tuple[float, str]) -> None:
        self._known.pop(who, None)
        self._known[who] = what
        while len(self._known) > MOST:
            self._known.popitem(last=False)


def _name(user: Mapping[str, Any]) -> str:
    """The full name: a firm's record speaks of people as the firm does, not by their nicknames."""
    profile = user.get("profile") or {}
    shown = (profile.get("real_name"), user.get("real_name"), profile.get("display_name"))
    found = next((one for one in (*shown, user.get("name")) if isinstance(one, str) and one), "")
    return " ".join(found.split())[:120]
