"""Slack's app manifest, from the command registry.

``python -m manifests.slack`` writes it beside this module, for a firm to paste into Slack's app
page. Fields and lengths: Slack's app manifest reference.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.errors import BadRequest
from handlers.registry import COMMANDS

BESIDE = Path(__file__).with_name("slack.json")
SAMPLE_URL = "https://lawgame.example"
EVENTS_PATH = "/slack/events"

SCOPES = (
    "app_mentions:read",
    "channels:history",
    "chat:write",
    "commands",
    "files:read",
    "files:write",
    "groups:history",
    "im:history",
    "users:read",
)
EVENTS = ("app_mention", "message.channels", "message.groups", "message.im")


class NoAddress(BadRequest):
    """Over HTTP Slack needs the bot's public https address."""

    code = "manifest.address"
    default_remedy = "Give it with --url https://…, or use --socket-mode, which needs none."


def manifest(url: str | None, socket_mode: bool = False) -> dict[str, Any]:
    """The manifest for the bot at ``url`` (https, without path); socket mode needs none."""
    if not socket_mode and not (url or "").startswith("https://"):
        raise NoAddress
    address = {} if socket_mode or url is None else {"url": url.rstrip("/") + EVENTS_PATH}
    request = {"request_url": address["url"]} if address else {}
    return {
        "_metadata": {"major_version": 1},
        "display_information": {
            "name": "Lawgame",
            "description": "Rehearse a motion before you file it",
            "long_description": _long_description(),
            "background_color": "#1b2a49",
        },
        "features": {
            "app_home": {
                "home_tab_enabled": False,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": "Lawgame", "always_online": True},
            "slash_commands": [
                {
                    "command": "/lawgame",
                    "description": "Simulate, and ask about, a matter",
                    "usage_hint": _usage_hint(),
                    "should_escape": True,
                    **address,
                }
            ],
        },
        "oauth_config": {"scopes": {"bot": list(SCOPES)}},
        "settings": {
            "event_subscriptions": {**request, "bot_events": list(EVENTS)},
            "interactivity": {"is_enabled": True, **request},
            "org_deploy_enabled": False,
            "socket_mode_enabled": socket_mode,
            "token_rotation_enabled": False,
        },
    }


def text(url: str | None, socket_mode: bool = False) -> str:
    return json.dumps(manifest(url, socket_mode), indent=2, ensure_ascii=False) + "\n"


def _usage_hint() -> str:
    return " | ".join(command.name for command in COMMANDS)


def _long_description() -> str:
    """Slack takes 174 to 4,000 characters."""
    lines = [
        "Lawgame plays a matter through before it is filed: counsel moves, the other side "
        "answers, the court rules, and what the court hints at becomes the next objective. Every "
        "fact it cites is a quotation from the matter's own documents.",
        "",
        *(f"/lawgame {command.name}: {command.summary}" for command in COMMANDS),
        "",
        "In a thread, mention Lawgame in place of typing /lawgame. Drop files to add documents.",
        "Research only, not legal advice.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    BESIDE.write_text(text(SAMPLE_URL), encoding="utf-8")
