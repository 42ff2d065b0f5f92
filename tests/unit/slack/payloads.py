"""Payloads as Slack sends them, reduced to the keys that matter."""

from __future__ import annotations

import json
from typing import Any

from bot.slack.inbound import Home

Json = dict[str, Any]

HOME = Home("T01", "U0BOT", "B0BOT")
GRID = Home("T01", "U0BOT", "B0BOT", "E01")


def command(text: str = "simulate", **more: Any) -> Json:
    return {
        "command": "/lawgame",
        "text": text,
        "user_id": "U01",
        "team_id": "T01",
        "channel_id": "C01",
        "trigger_id": "13345.4700.abc",
        "response_url": "",
    } | more


def event(type: str = "message", *, body: Json | None = None, **more: Any) -> Json:
    told = {"type": type, "user": "U01", "channel": "C01", "ts": "171.0001", "text": ""} | more
    return {
        "type": "event_callback",
        "team_id": "T01",
        "event_id": "Ev01",
        "event": {key: value for key, value in told.items() if value is not None},
    } | (body or {})


def mention(text: str = "<@U0BOT> status", **more: Any) -> Json:
    return event("app_mention", text=text, **more)


def file(**more: Any) -> Json:
    return {
        "id": "F01",
        "name": "complaint.pdf",
        "size": 11,
        "mimetype": "application/pdf",
        "url_private_download": "https://files.slack.com/files-pri/T01-F01/download/complaint.pdf",
    } | more


def press(action: str = "lawgame:stop", value: str | None = None, **more: Any) -> Json:
    return {
        "type": "block_actions",
        "user": {"id": "U01", "team_id": "T01"},
        "team": {"id": "T01"},
        "channel": {"id": "C01"},
        "container": {"type": "message", "message_ts": "171.0009", "channel_id": "C01"},
        "message": {"ts": "171.0009", "thread_ts": "171.0001"},
        "trigger_id": "13345.4700.def",
        "actions": [
            {
                "type": "button",
                "action_id": action,
                "value": json.dumps({"post": "p-1", "value": "run-1"}) if value is None else value,
                "action_ts": "172.1",
            }
        ],
    } | more
