from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import bot.slack
from handlers import registry
from handlers.registry import COMMANDS, Command, Right
from manifests import slack
from manifests.slack import BESIDE, SAMPLE_URL, NoAddress, manifest, text


def test_the_file_beside_is_in_step() -> None:
    assert BESIDE.read_text("utf-8") == text(SAMPLE_URL), "run python -m manifests.slack"
    assert json.loads(BESIDE.read_text("utf-8")) == manifest(SAMPLE_URL)


def test_every_command_is_in_the_hint_and_described() -> None:
    made = manifest(SAMPLE_URL)
    [slash] = made["features"]["slash_commands"]
    assert slash["command"] == "/lawgame"
    hinted = slash["usage_hint"].split(" | ")
    assert hinted == [command.name for command in COMMANDS]
    for command in COMMANDS:
        assert command.summary in made["display_information"]["long_description"]


def test_a_new_command_appears(monkeypatch: pytest.MonkeyPatch) -> None:
    added = Command("wall", "screen a person off", Right.MANAGE)
    monkeypatch.setattr(slack, "COMMANDS", (*registry.COMMANDS, added))
    made = json.dumps(manifest(SAMPLE_URL))
    assert "| wall" in made and "screen a person off" in made


def test_over_http_slack_is_told_where_we_are() -> None:
    made = manifest("https://bot.firm.example/")
    address = "https://bot.firm.example/slack/events"
    assert made["features"]["slash_commands"][0]["url"] == address
    assert made["settings"]["event_subscriptions"]["request_url"] == address
    assert made["settings"]["interactivity"]["request_url"] == address
    with pytest.raises(NoAddress):
        manifest(None)


def test_socket_mode_needs_no_address() -> None:
    made = manifest(None, socket_mode=True)
    assert made["settings"]["socket_mode_enabled"] is True
    assert "http" not in json.dumps(made)


def test_every_subscription_has_its_scope() -> None:
    made = manifest(SAMPLE_URL)
    scopes = set(made["oauth_config"]["scopes"]["bot"])
    needed = {
        "app_mention": "app_mentions:read",
        "message.channels": "channels:history",
        "message.groups": "groups:history",
        "message.im": "im:history",
    }
    events = made["settings"]["event_subscriptions"]["bot_events"]
    assert set(events) == set(needed) and scopes >= set(needed.values())
    assert scopes >= {"commands", "chat:write", "files:read", "users:read"}


def test_scopes_are_those_that_the_calls_need_and_no_more() -> None:
    """Each method's scopes as Slack's method reference names them."""
    history = {"channels:history", "groups:history", "im:history"}
    needed = {
        "apps_connections_open": set[str](),  # by the app-level token
        "auth_test": set[str](),
        "chat_postEphemeral": {"chat:write"},
        "chat_postMessage": {"chat:write"},
        "chat_update": {"chat:write"},
        "conversations_history": history,
        "conversations_replies": history,
        "files_info": {"files:read"},
        "files_upload_v2": {"files:write"},
        "users_info": {"users:read"},
    }
    source = "".join(path.read_text() for path in Path(bot.slack.__file__).parent.glob("*.py"))
    found = re.findall(r"\b_client\.([a-z]+_\w+)|\bclient\.(files_\w+)", source)
    called = {one or other for one, other in found}
    assert called == set(needed)
    for_calls = set[str]().union(*(needed[method] for method in called))
    scopes = set(manifest(SAMPLE_URL)["oauth_config"]["scopes"]["bot"])
    assert scopes == for_calls | {"app_mentions:read", "commands"}


def test_texts_fit_slacks_limits() -> None:
    shown = manifest(SAMPLE_URL)["display_information"]
    assert len(shown["name"]) <= 35 and len(shown["description"]) <= 140
    assert 174 <= len(shown["long_description"]) <= 4_000
