from __future__ import annotations

from typing import Any

import pytest

from bot.slack.inbound import from_command, from_event, from_press
from handlers.requests import CommandRequest, PressRequest, UploadRequest
from tests.unit.slack.payloads import GRID, HOME, command, event, file, mention, press


def test_a_slash_command_is_a_command_in_its_channel() -> None:
    request = from_command(command('simulate “win” &amp; <@U02|ed> "a&lt;b"'), HOME)
    assert request.text == 'simulate “win” & @ed "a<b"'
    assert (request.origin.surface, request.origin.tenant) == ("slack", "T01")
    assert (request.origin.sender, request.origin.channel) == ("U01", "C01")
    assert request.origin.thread == ""


def test_each_typed_command_has_its_own_delivery_and_hides_its_trigger() -> None:
    first, again = from_command(command(), HOME), from_command(command(), HOME)
    other = from_command(command(trigger_id="13345.4700.xyz"), HOME)
    assert first.origin.delivery == again.origin.delivery != other.origin.delivery
    assert "4700" not in first.origin.delivery


def test_commands_without_a_trigger_differ_by_their_response_address() -> None:
    one = from_command(command(trigger_id=None, response_url="https://h/1"), HOME)
    two = from_command(command(trigger_id=None, response_url="https://h/2"), HOME)
    assert one.origin.delivery != two.origin.delivery


@pytest.mark.parametrize("event_id", ["Ev01", "Ev02", "Ev03"])
def test_one_message_told_three_times_is_one_delivery(event_id: str) -> None:
    request = from_event(mention(body={"event_id": event_id}), HOME)
    assert request is not None
    assert request.origin.delivery == "message:C01:171.0001"


def test_a_mention_and_the_message_it_is_are_one_request() -> None:
    text = "<@U0BOT> status"
    assert from_event(mention(text), HOME) == from_event(event(text=text), HOME)


def test_a_mention_in_a_thread_is_a_command_there() -> None:
    request = from_event(mention("<@U0BOT> docs record D3", thread_ts="170.5"), HOME)
    assert isinstance(request, CommandRequest)
    assert (request.text, request.origin.thread) == ("docs record D3", "170.5")


def test_a_mention_with_files_is_one_command_with_them() -> None:
    request = from_event(mention("<@U0BOT> docs", files=[file()]), HOME)
    told = event(subtype="file_share", text="<@U0BOT> docs", files=[file()])
    assert isinstance(request, CommandRequest)
    assert request == from_event(told, HOME)
    [incoming] = request.files
    assert (incoming.name, incoming.source, incoming.size) == ("complaint.pdf", "F01", 11)
    assert incoming.url.startswith("https://files.slack.com/")


def test_dropped_files_are_an_upload_scoped_by_the_words() -> None:
    told = event(subtype="file_share", text="served &amp; filed", files=[file()], thread_ts="170.5")
    request = from_event(told, HOME)
    assert isinstance(request, UploadRequest)
    assert (request.text, request.scope, request.origin.thread) == ("served & filed", None, "170.5")


def test_a_withheld_file_is_asked_for_and_a_deleted_one_left_out() -> None:
    withheld = file(file_access="check_file_info")
    request = from_event(
        event(subtype="file_share", files=[withheld, file(mode="tombstone"), {"id": None}]), HOME
    )
    assert isinstance(request, UploadRequest)
    [incoming] = request.files
    assert (incoming.source, incoming.url) == ("F01", "")


def test_a_word_to_the_bot_alone_is_a_command() -> None:
    request = from_event(event(text="status", channel="D01", channel_type="im"), HOME)
    assert isinstance(request, CommandRequest) and request.text == "status"


@pytest.mark.parametrize(
    ("text", "kind"),
    [("docs", CommandRequest), ("/lawgame docs", CommandRequest), ("filed today", UploadRequest)],
)
def test_files_to_the_bot_alone_follow_a_command_or_are_dropped(text: str, kind: type) -> None:
    told = event(subtype="file_share", text=text, files=[file()], channel="D01")
    assert type(from_event(told, HOME)) is kind


def test_plain_talk_in_a_channel_is_not_for_us() -> None:
    assert from_event(event(text="status"), HOME) is None


def test_people_of_an_organisation_are_accepted_by_w_ids() -> None:
    request = from_event(mention(user="W01"), GRID)
    assert request is not None
    assert (request.origin.sender, request.origin.tenant) == ("W01", "E01")


@pytest.mark.parametrize(
    "told",
    [
        event(subtype="message_changed", message={"text": "<@U0BOT> status"}),
        event(subtype="message_deleted", hidden=True, user=None),
        event(subtype="bot_message", text="<@U0BOT> status"),
        event(text="<@U0BOT> status", hidden=True),
        mention(user=None),
        mention(user="U0BOT"),
        mention(bot_id="B02"),
        event(subtype="huddle_thread", room={}),
        event(subtype="file_comment", user=None, comment={}),
        event(subtype="channel_join"),
        event("reaction_added", ts=None, channel=None),
        event("member_joined_channel", ts=None),
        mention(ts=None),
        mention(channel={"id": "C01"}),
        {"type": "event_callback"},
    ],
)
def test_what_is_no_request_is_passed_over(told: dict[str, Any]) -> None:
    assert from_event(told, HOME) is None


def test_a_press_names_action_post_and_target() -> None:
    request = from_press(press(), HOME)
    assert isinstance(request, PressRequest)
    assert (request.action, request.post, request.value) == ("stop", "p-1", "run-1")
    assert (request.origin.channel, request.origin.thread) == ("C01", "171.0001")


def test_a_press_on_a_root_is_in_its_thread_and_one_on_a_passing_word_is_not() -> None:
    rooted = from_press(press(message={"ts": "171.0009"}), HOME)
    passing = from_press(press(message={}, container={"is_ephemeral": True}), HOME)
    assert rooted is not None and rooted.origin.thread == "171.0009"
    assert passing is not None and passing.origin.thread == ""


def test_a_press_from_another_workspace_of_ours_is_the_same_tenants() -> None:
    told = press(team={"id": "T02", "enterprise_id": "E01"}, user={"id": "W01", "team_id": "T02"})
    request = from_press(told, GRID)
    assert request is not None and request.origin.tenant == "E01"


@pytest.mark.parametrize(
    "told",
    [
        press("someone_elses"),
        press(value="not json"),
        press(value="[]"),
        press(user={}),
        press(actions=[]),
        {"type": "block_actions"},
    ],
)
def test_what_is_no_button_of_ours_is_passed_over(told: dict[str, Any]) -> None:
    assert from_press(told, HOME) is None
