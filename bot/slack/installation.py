"""Where we are installed, and whom Slack says a person belongs to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.slack.belonging import Standing, of_profile
from bot.slack.calls import SlackRefused, SlackUnreachable, answer_of
from bot.slack.inbound import Home
from engine.errors import Unavailable

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

_UNKNOWN_USER = frozenset({"user_not_found", "user_not_visible"})


class Installation:
    """Learns the token's home once. ``teams`` are the workspaces and organisations that are ours;
    when none is set they are the token's own, never everyone's."""

    def __init__(self, client: AsyncWebClient, teams: frozenset[str]) -> None:
        self._client = client
        self._teams = teams
        self._home: Home | None = None
        self._asking = asyncio.Lock()

    async def home(self) -> Home:
        """Raises ``SlackUnreachable``."""
        async with self._asking:
            if self._home is None:
                self._home = await self._ask()
            return self._home

    async def ours(self) -> frozenset[str]:
        home = await self.home()
        return self._teams or frozenset({home.team, home.enterprise} - {""})

    async def belongs(self, standing: Standing, user: str) -> bool:
        """Settles a standing that the payload left open by asking who the person is."""
        if standing is Standing.UNSURE:
            standing = await self._standing_of(user)
        return standing is Standing.OURS

    async def _standing_of(self, user: str) -> Standing:
        try:
            answer = await answer_of(self._client.users_info(user=user))
        except SlackRefused as refused:
            if refused.error in _UNKNOWN_USER:
                return Standing.STRANGER
            raise
        return of_profile(answer["user"], await self.ours())

    async def _ask(self) -> Home:
        try:
            told = await answer_of(self._client.auth_test())
        except (Unavailable, SlackRefused) as failed:
            raise SlackUnreachable from failed
        return Home(
            team=told["team_id"],
            bot_user=told["user_id"],
            bot=told.get("bot_id") or "",
            enterprise=told.get("enterprise_id") or "",
        )
