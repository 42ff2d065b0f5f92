"""Signed bodies in, what the front door received and Slack was answered out."""

from __future__ import annotations

import json
import logging
import time

import pytest

from bot.slack.app import EVENTS_PATH, SlackSettings
from bot.slack.intake import LOST, MEMBERS_ONLY, RECEIVED, STALLED
from engine.errors import Unavailable
from handlers.requests import CommandRequest, PressRequest, UploadRequest
from tests.doubles.slack_api import Fails, FakeSlack, signed
from tests.unit.slack.payloads import command, event, file, mention, press
from tests.wire.slack.conftest import Bench, settings_for


async def test_the_url_check_is_answered(bench: Bench) -> None:
    answer = await bench.event({"type": "url_verification", "challenge": "abc"})
    assert answer.status == 200 and (await answer.json())["challenge"] == "abc"


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Slack-Signature": "v0=00"},
        {"X-Slack-Signature": ""},
        signed(b"another body"),
        signed(json.dumps(mention()).encode(), secret="another secret"),
        signed(json.dumps(mention()).encode(), at=time.time() - 3_600),
    ],
    ids=["wrong", "none", "another body's", "another secret's", "an hour old"],
)
async def test_what_slack_did_not_sign_is_not_received(
    bench: Bench, headers: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    answer = await bench.event(mention(), **headers)
    assert answer.status == 401
    assert bench.door.knocked == 0
    assert "status" not in caplog.text and "<@U0BOT>" not in caplog.text


@pytest.mark.parametrize("body", [b"{", b'{"type": ', b"\xff\xfe"])
async def test_a_body_that_cannot_be_read_is_refused(bench: Bench, body: bytes) -> None:
    assert (await bench.post(body, "application/json")).status == 400


async def test_a_slash_command_is_recorded_and_acknowledged(bench: Bench) -> None:
    answer = await bench.command(command("simulate a&amp;b"))
    assert answer.status == 200
    assert await answer.json() == {"text": RECEIVED, "response_type": "ephemeral"}
    [request] = bench.door.received
    assert isinstance(request, CommandRequest) and request.text == "simulate a&b"


async def test_the_same_command_again_is_acknowledged_and_not_received_twice(bench: Bench) -> None:
    await bench.command(command())
    assert (await (await bench.command(command())).json())["text"] == RECEIVED
    assert len(bench.door.received) == 1


@pytest.mark.parametrize("retried", [{}, {"X-Slack-Retry-Num": "1"}])
async def test_one_message_told_three_times_is_one_request(
    bench: Bench, retried: dict[str, str]
) -> None:
    for number in range(3):
        told = mention(body={"event_id": f"Ev{number}"})
        assert (await bench.event(told, **retried)).status == 200
    assert len(bench.door.received) == 1


async def test_mention_and_message_of_one_text_are_one_request(bench: Bench) -> None:
    await bench.event(event(text="<@U0BOT> status"))
    await bench.event(mention("<@U0BOT> status"))
    assert bench.door.knocked == 2 and len(bench.door.received) == 1


async def test_dropped_files_are_received(bench: Bench) -> None:
    await bench.event(event(subtype="file_share", files=[file()], text="served"))
    [request] = bench.door.received
    assert isinstance(request, UploadRequest)


async def test_a_press_is_received_once_and_answered_without_words(bench: Bench) -> None:
    answers = [await bench.interact(press()) for _ in range(2)]
    assert [(answer.status, await answer.text()) for answer in answers] == [(200, "")] * 2
    [request] = bench.door.received
    assert isinstance(request, PressRequest) and request.action == "stop"


@pytest.mark.parametrize(
    "told",
    [
        event(subtype="message_changed"),
        event(subtype="message_deleted", user=None),
        event(subtype="bot_message", bot_id="B9", user=None),
        event("app_home_opened", ts=None),
        event("a_kind_of_tomorrow", ts=None, channel=None, user=None),
        mention(user="U0BOT"),
    ],
)
async def test_what_is_no_request_is_answered_so_that_slack_rests(
    bench: Bench, told: dict[str, object]
) -> None:
    assert (await bench.event(told)).status == 200
    assert bench.door.knocked == 0 and bench.slack.calls["chat.postEphemeral"] == 0


async def test_a_button_of_another_app_is_answered(bench: Bench) -> None:
    assert (await bench.interact(press("someone_elses"))).status == 200
    assert bench.door.knocked == 0


async def test_an_event_that_was_not_recorded_is_sent_again_and_then_received(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bench.door.broken = RuntimeError("INSERT … 'privileged words'")
    assert (await bench.event(mention())).status == 503
    bench.door.broken = None
    assert (await bench.event(mention(), **{"X-Slack-Retry-Num": "2"})).status == 200
    assert len(bench.door.received) == 1
    assert "RuntimeError" in caplog.text and "privileged words" not in caplog.text


async def test_an_event_before_slack_can_be_asked_who_we_are_is_sent_again(bench: Bench) -> None:
    bench.slack.fails["auth.test"].append(Fails(500, "internal_error"))
    assert (await bench.event(mention())).status == 503
    assert (await bench.event(mention())).status == 200
    assert bench.slack.calls["auth.test"] == 2


async def test_a_command_that_fails_at_once_says_so(bench: Bench) -> None:
    bench.door.broken = Unavailable()
    answer = await bench.command(command())
    assert answer.status == 200 and (await answer.json())["text"] == LOST


async def test_a_press_that_fails_is_told(bench: Bench) -> None:
    bench.door.broken = Unavailable()
    assert (await bench.interact(press())).status == 200
    await bench.edge.close()
    [whisper] = bench.slack.whispers
    assert (whisper["user"], whisper["text"]) == ("U01", LOST)


class TestStalls:
    @pytest.fixture
    def patience(self) -> float:
        return 0.01

    async def test_a_command_is_answered_honestly_and_success_is_silent(self, bench: Bench) -> None:
        bench.door.open.clear()
        answer = await bench.command(command(response_url=f"{bench.slack.url}/respond"))
        assert (await answer.json())["text"] == STALLED
        bench.door.open.set()
        await bench.edge.close()
        assert len(bench.door.received) == 1
        assert bench.slack.answers == [] and bench.slack.whispers == []

    async def test_a_command_that_fails_later_is_told(self, bench: Bench) -> None:
        bench.door.open.clear()
        await bench.command(command(response_url=f"{bench.slack.url}/respond"))
        bench.door.broken = RuntimeError()
        bench.door.open.set()
        await bench.edge.close()
        [told] = bench.slack.answers
        assert (told["text"], told["response_type"]) == (LOST, "ephemeral")
        assert told["replace_original"] is False

    async def test_without_the_response_address_it_is_whispered(self, bench: Bench) -> None:
        bench.slack.fails["respond"].append(Fails(404))
        bench.door.open.clear()
        await bench.command(command(response_url=f"{bench.slack.url}/respond"))
        bench.door.broken = RuntimeError()
        bench.door.open.set()
        await bench.edge.close()
        assert [whisper["text"] for whisper in bench.slack.whispers] == [LOST]

    async def test_a_press_is_answered_and_told_apart(self, bench: Bench) -> None:
        bench.door.open.clear()
        told = press(response_url=f"{bench.slack.url}/respond")
        assert (await bench.interact(told)).status == 200
        bench.door.open.set()
        await bench.edge.close()
        assert [answer["text"] for answer in bench.slack.answers] == [STALLED]
        assert len(bench.door.received) == 1

    async def test_slack_that_does_not_say_who_we_are_holds_up_no_answer(
        self, bench: Bench
    ) -> None:
        bench.slack.fails["auth.test"].append(Fails())
        answer = await bench.command(command())
        assert (await answer.json())["text"] in {STALLED, LOST}


class TestStrangers:
    async def test_a_mention_from_another_organisation_is_not_received(self, bench: Bench) -> None:
        told = mention(user_team="T99", thread_ts="170.1", body={"is_ext_shared_channel": True})
        assert (await bench.event(told)).status == 200
        await bench.edge.close()
        assert bench.door.knocked == 0
        [whisper] = bench.slack.whispers
        assert (whisper["user"], whisper["text"]) == ("U01", MEMBERS_ONLY)
        assert whisper["thread_ts"] == "170.1"

    async def test_their_files_are_passed_over_in_silence(self, bench: Bench) -> None:
        await bench.event(event(subtype="file_share", files=[file()], user_team="T99"))
        await bench.edge.close()
        assert bench.door.knocked == 0 and bench.slack.whispers == []

    async def test_their_commands_and_presses_are_answered_so(self, bench: Bench) -> None:
        answer = await bench.command(command(team_id="T99"))
        assert (await answer.json())["text"] == MEMBERS_ONLY
        await bench.interact(press(user={"id": "U9", "team_id": "T99"}))
        await bench.edge.close()
        assert [whisper["text"] for whisper in bench.slack.whispers] == [MEMBERS_ONLY]
        assert bench.door.knocked == 0

    async def test_another_workspace_of_the_organisation_is_ours(self, bench: Bench) -> None:
        bench.slack.identity["enterprise_id"] = "E01"
        bench.slack.users["W1"] = {
            "team_id": "T02",
            "enterprise_user": {"enterprise_id": "E01"},
        }
        bench.slack.users["W2"] = {"team_id": "T99", "is_stranger": True}
        for user in ("W1", "W2"):
            who = {"id": user, "team_id": "T02"}
            await bench.interact(press(user=who, enterprise={"id": "E01"}, trigger_id=f"1.{user}"))
        await bench.event(mention(user="W3", user_team="T02", body={"enterprise_id": "E01"}))
        assert [request.origin.sender for request in bench.door.received] == ["W1"]
        assert bench.door.received[0].origin.tenant == "E01"

    class TestConfigured:
        @pytest.fixture
        def settings(self, slack: FakeSlack) -> SlackSettings:
            return settings_for(slack, teams=frozenset({"T02"}))

        async def test_only_the_named_workspaces_are_ours(self, bench: Bench) -> None:
            await bench.command(command(team_id="T01", trigger_id="1"))
            await bench.command(command(team_id="T02", trigger_id="2"))
            assert len(bench.door.received) == 1


async def test_neither_token_nor_words_reach_the_log(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await bench.command(command("privileged words"))
    await bench.event(mention("<@U0BOT> privileged words"))
    bench.door.broken = RuntimeError("privileged words")
    await bench.interact(press())
    await bench.edge.close()
    assert EVENTS_PATH in caplog.text
    assert "privileged words" not in caplog.text
    assert "xoxb" not in caplog.text
    assert "xoxb" not in repr(SlackSettings("xoxb-1", "s3cret")) + str(vars(bench.edge))
