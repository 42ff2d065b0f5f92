"""Files that we hand out in Slack: into the conversation that shows their post."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.slack.calls import answer_of
from handlers.posts import File
from handlers.surface import Place

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

_MARK = 12


async def hand_out(client: AsyncWebClient, place: Place, file: File, digest: str) -> str:
    """Slack's id of the file. Raises ``OSError`` where ours is gone, and what
    :func:`bot.slack.calls.answer_of` raises."""
    content = await asyncio.to_thread(Path(file.path).read_bytes)
    call = client.files_upload_v2(
        channel=place.channel,
        thread_ts=place.thread or None,
        filename=_marked(file.name, digest),
        title=file.name,
        content=content,
    )
    handed = (await answer_of(call)).get("files") or [{}]
    return str(handed[0].get("id", ""))


def carries(message: Mapping[str, Any], digest: str) -> bool:
    """Whether the message brought the file that was handed out under ``digest``."""
    mark = f"-{digest[:_MARK]}"
    return any(mark in str(file.get("name", "")) for file in message.get("files") or ())


def _marked(name: str, digest: str) -> str:
    """A message with a file takes no metadata, so the name under which it is saved says which it
    is; people read the title."""
    path = Path(name)
    return f"{path.stem}-{digest[:_MARK]}{path.suffix}"
