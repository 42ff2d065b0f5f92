"""Slack as a :class:`handlers.surface.Surface`."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.render import block_kit
from bot.render.block_kit import ACTION_PREFIX
from bot.slack.calls import SlackRefused, answer_of
from bot.slack.handing import carries, hand_out
from bot.slack.inbound import SURFACE
from handlers.posts import Paragraph, Post, Text
from handlers.surface import Gone, Place, PlaceClosed

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

log = logging.getLogger(__name__)

EVENT_TYPE = "lawgame_post"
_CLOCKS_DIFFER = 60.0
_PAGE = 200
_UNDRAWABLE = frozenset({"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"})
_ELSEWHERE = (
    "Slack shows no files to one person alone in a channel. Ask for them in your direct messages "
    "with Lawgame, or in a matter's thread."
)
_VANISHED = frozenset({"message_not_found", "cant_update_message", "edit_window_closed"})


def _nobody() -> Mapping[str, str]:
    return {}


class SlackSurface:
    """Shows posts in channels, threads and to single persons, each file in a message of its own.

    ``people`` gives the present mapping person → Slack user, ``desk`` is the Desk's address.
    What is shown for one person only is ephemeral: it cannot be found again, so after an
    ambiguous answer it may come twice.
    """

    name = SURFACE

    def __init__(
        self,
        client: AsyncWebClient,
        people: Callable[[], Mapping[str, str]] = _nobody,
        desk: str = "",
    ) -> None:
        self._client = client
        self._people = people
        self._desk = desk

    def parts(self, post: Post) -> int:
        return block_kit.parts(post) + len(post.files)

    async def show(self, place: Place, post: Post, part: int, key: str) -> str:
        if post.files and (number := part - block_kit.parts(post)) >= 0:
            return await self._hand_out(place, post, number, key)
        if place.person and not place.channel.startswith("D"):
            return await self._show_privately(place, post, part)
        return await self._post(place, post, part, key)

    async def change(self, place: Place, post: Post, part: int, shown: str) -> None:
        """Raises ``Gone`` when the message is not there to be changed."""
        arguments = self._content(post, part)
        try:
            await answer_of(self._client.chat_update(channel=place.channel, ts=shown, **arguments))
        except SlackRefused as refused:
            if refused.error in _VANISHED:
                raise Gone from None
            if refused.error not in _UNDRAWABLE:
                raise
            arguments = self._content(_undrawable(post), 0)
            await answer_of(self._client.chat_update(channel=place.channel, ts=shown, **arguments))

    async def find(self, place: Place, key: str, since: float) -> str | None:
        wanted = _digest(key)
        arguments: dict[str, Any] = {
            "channel": place.channel,
            "oldest": f"{max(since - _CLOCKS_DIFFER, 0):.6f}",
            "include_all_metadata": True,
            "limit": _PAGE,
        }
        read: Callable[..., Any] = self._client.conversations_history
        if place.thread:
            read = self._client.conversations_replies
            arguments["ts"] = place.thread
        while True:
            answer = await answer_of(read(**arguments))
            for message in answer.get("messages") or ():
                if wanted in _keys_of(message) or carries(message, wanted):
                    return str(message["ts"])
            cursor = (answer.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                return None
            arguments["cursor"] = cursor

    async def _post(self, place: Place, post: Post, part: int, key: str) -> str:
        digest = _digest(key)
        arguments: dict[str, Any] = {
            "channel": place.channel,
            "metadata": {"event_type": EVENT_TYPE, "event_payload": {"key": digest}},
            "unfurl_links": False,
            "unfurl_media": False,
        }
        if place.thread:
            arguments["thread_ts"] = place.thread
        answer = await self._drawn(self._client.chat_postMessage, post, part, arguments, digest)
        return str(answer["ts"])

    async def _hand_out(self, place: Place, post: Post, number: int, key: str) -> str:
        """A file that cannot be put here is no reason to hold up what comes after it."""
        file = post.files[number]
        if place.person and not place.channel.startswith("D"):
            if number:
                return ""
            return await self._show_privately(place, _saying(post, _ELSEWHERE), 0)
        try:
            return await hand_out(self._client, place, file, _digest(key))
        except OSError:
            said = f"{file.name} is no longer there; ask for it again."
        except SlackRefused as refused:
            log.error("post %s: Slack does not take its file (%s)", post.id, refused.error)
            said = f"{file.name} could not be put here: Slack says {refused.error}."
        return await self._post(place, _saying(post, said), 0, key)

    async def _show_privately(self, place: Place, post: Post, part: int) -> str:
        """Beside the conversation where we are in it, else in the person's own messages."""
        arguments: dict[str, Any] = {"channel": place.channel, "user": place.person}
        if place.thread:
            arguments["thread_ts"] = place.thread
        try:
            answer = await self._drawn(self._client.chat_postEphemeral, post, part, arguments)
        except PlaceClosed:
            direct = {"channel": place.person}
            answer = await self._drawn(self._client.chat_postMessage, post, part, direct)
        return str(answer.get("message_ts") or answer.get("ts") or "")

    async def _drawn(
        self,
        method: Callable[..., Any],
        post: Post,
        part: int,
        arguments: Mapping[str, Any],
        digest: str = "",
    ) -> dict[str, Any]:
        """A post that Slack will not draw is replaced by a notice, so that the order goes on."""
        try:
            return await answer_of(method(**arguments, **self._content(post, part, digest)))
        except SlackRefused as refused:
            if refused.error not in _UNDRAWABLE:
                raise
            log.error("post %s: Slack cannot draw it (%s)", post.id, refused.error)
        return await answer_of(method(**arguments, **self._content(_undrawable(post), 0, digest)))

    def _content(self, post: Post, part: int, digest: str = "") -> dict[str, Any]:
        try:
            drawn = block_kit.blocks(post, part, people=self._people(), desk=self._desk)
        except ValueError:
            log.error("post %s cannot be drawn for Slack", post.id)
            return self._content(_undrawable(post), 0, digest)
        if digest and drawn:
            drawn[0]["block_id"] = f"{ACTION_PREFIX}{digest}"
        return {"text": block_kit.notification(post), "blocks": drawn}


def _undrawable(post: Post) -> Post:
    return _saying(post, "This post cannot be shown in Slack. Read it on the Desk.")


def _saying(post: Post, words: str) -> Post:
    """A plain message in the post's place."""
    return replace(
        post, body=(Paragraph((Text(words),)),), fields={}, actions=(), files=(), progress=None
    )


def _keys_of(message: Mapping[str, Any]) -> Iterator[object]:
    """From the metadata, and from the first block, which is kept even where metadata is not."""
    metadata = message.get("metadata") or {}
    if metadata.get("event_type") == EVENT_TYPE:
        yield (metadata.get("event_payload") or {}).get("key")
    for block in (message.get("blocks") or ())[:1]:
        yield str(block.get("block_id", "")).removeprefix(ACTION_PREFIX)


def _digest(key: str) -> str:
    """The key as Slack keeps it: it tells nothing about the matter."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]
