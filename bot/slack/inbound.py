"""Slack's payloads as requests: pure, total, and silent about whatever is not a request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.render.block_kit import ACTION_PREFIX
from bot.slack.markup import mentions, readable, without_mention
from handlers.registry import find
from handlers.requests import CommandRequest, IncomingFile, Origin, PressRequest, UploadRequest

SURFACE = "slack"
Payload = Mapping[str, Any]
_SPOKEN = frozenset({None, "file_share", "thread_broadcast"})
_GONE = frozenset({"tombstone", "hidden_by_limit"})


@dataclass(frozen=True)
class Home:
    """The installation, as ``auth.test`` tells it. ``tenant`` outlives a person's workspace."""

    team: str
    bot_user: str
    bot: str = ""
    enterprise: str = ""

    @property
    def tenant(self) -> str:
        return self.enterprise or self.team


def from_command(form: Payload, home: Home) -> CommandRequest:
    """A slash command. Slack sends it once; its trigger is never another's."""
    trigger = form.get("trigger_id") or _digest(json.dumps(dict(form), sort_keys=True))
    origin = Origin(
        surface=SURFACE,
        tenant=home.tenant,
        sender=str(form.get("user_id", "")),
        delivery=f"command:{_digest(str(trigger))}",
        channel=str(form.get("channel_id", "")),
        thread=str(form.get("thread_ts") or ""),
    )
    return CommandRequest(origin, readable(str(form.get("text") or "")).strip())


def from_event(body: Payload, home: Home) -> CommandRequest | UploadRequest | None:
    """A mention, a message to the bot alone, or dropped files; anything else is None.

    ``app_mention`` and ``message`` tell of the same text: both bear the message's own key.
    """
    event = body.get("event") or {}
    if not _is_speech(event, home):
        return None
    typed = str(event.get("text") or "")
    text = readable(without_mention(typed, home.bot_user)).strip()
    files = _files(event)
    origin = Origin(
        surface=SURFACE,
        tenant=home.tenant,
        sender=event["user"],
        delivery=f"message:{event['channel']}:{event['ts']}",
        channel=event["channel"],
        thread=str(event.get("thread_ts") or ""),
    )
    if event["type"] == "app_mention" or mentions(typed, home.bot_user):
        return CommandRequest(origin, text, files=files)
    if _is_direct(event) and text and (not files or _is_command(text)):
        return CommandRequest(origin, text, files=files)
    return UploadRequest(origin, files, text) if files else None


def from_press(payload: Payload, home: Home) -> PressRequest | None:
    """A click on one of our own buttons; None for any other interaction."""
    pressed: Payload = next(iter(payload.get("actions") or ()), {})
    action = str(pressed.get("action_id", ""))
    target = _target(pressed.get("value"))
    sender = (payload.get("user") or {}).get("id")
    if not action.startswith(ACTION_PREFIX) or target is None or not sender:
        return None
    container = payload.get("container") or {}
    message = payload.get("message") or {}
    root = "" if container.get("is_ephemeral") else message.get("ts")
    trigger = payload.get("trigger_id") or f"{sender}:{pressed.get('action_ts')}:{action}"
    origin = Origin(
        surface=SURFACE,
        tenant=home.tenant,
        sender=sender,
        delivery=f"press:{_digest(str(trigger))}",
        channel=str((payload.get("channel") or {}).get("id") or container.get("channel_id") or ""),
        thread=str(message.get("thread_ts") or container.get("thread_ts") or root or ""),
    )
    post, value = target
    return PressRequest(origin, action.removeprefix(ACTION_PREFIX), post, value)


def _is_speech(event: Payload, home: Home) -> bool:
    """What a person said now: no edit, deletion, call, comment, unfurling or other program."""
    return (
        event.get("type") in {"message", "app_mention"}
        and event.get("subtype") in _SPOKEN
        and not event.get("hidden")
        and not event.get("bot_id")
        and all(isinstance(event.get(each), str) for each in ("user", "channel", "ts"))
        and event["user"] != home.bot_user
    )


def _is_direct(event: Payload) -> bool:
    return event.get("channel_type") == "im" or event["channel"].startswith("D")


def _is_command(text: str) -> bool:
    words = text.removeprefix("/lawgame").split(maxsplit=1)
    return bool(words) and find(words[0].lower()) is not None


def _files(event: Payload) -> tuple[IncomingFile, ...]:
    return tuple(
        _file(file)
        for file in event.get("files") or ()
        if isinstance(file, Mapping) and file.get("id") and file.get("mode") not in _GONE
    )


def _file(file: Payload) -> IncomingFile:
    """A file that Slack will only describe on request (``check_file_info``) has no ``url`` yet."""
    size = file.get("size")
    withheld = file.get("file_access") == "check_file_info"
    url = "" if withheld else file.get("url_private_download") or file.get("url_private") or ""
    return IncomingFile(
        name=str(file.get("name") or file.get("title") or file["id"]),
        source=str(file["id"]),
        size=size if isinstance(size, int) else None,
        url=str(url),
        mimetype=str(file.get("mimetype") or ""),
    )


def _target(value: object) -> tuple[str, str] | None:
    try:
        parsed = json.loads(value) if isinstance(value, str) else None
    except ValueError:
        return None
    if not isinstance(parsed, dict):
        return None
    return str(parsed.get("post", "")), str(parsed.get("value", ""))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
