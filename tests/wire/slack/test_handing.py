"""Files of a post, handed out where the post is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.slack.calls import web_client
from bot.slack.surface import SlackSurface
from engine.events import Kind
from handlers.posts import File, Post
from handlers.surface import Ambiguous, Place
from tests.doubles.block_kit import text_of
from tests.doubles.slack_api import TOKEN, Fails, FakeSlack

TOP = Place("slack", "T01", "C01")
THREAD = replace(TOP, thread="171.0001")


@pytest.fixture
def surface(slack: FakeSlack) -> SlackSurface:
    return SlackSurface(web_client(TOKEN, slack.api_url))


@pytest.fixture
def report(tmp_path: Path) -> Post:
    made = []
    for name in ("citecheck.docx", "citecheck.csv"):
        (tmp_path / name).write_bytes(name.encode())
        made.append(File(name, str(tmp_path / name)))
    return Post(Kind.REPORT, "brief.pdf: 2 citations", files=tuple(made))


async def test_each_file_is_a_message_after_the_post(
    surface: SlackSurface, slack: FakeSlack, report: Post
) -> None:
    assert surface.parts(report) == 3
    shown = [await surface.show(THREAD, report, part, f"k.{part}") for part in range(3)]
    first, word, sheet = slack.messages
    assert shown == [first["ts"], word["files"][0]["id"], sheet["files"][0]["id"]]
    assert [m["files"][0]["title"] for m in (word, sheet)] == ["citecheck.docx", "citecheck.csv"]
    assert {m["thread_ts"] for m in slack.messages} == {THREAD.thread}
    assert slack.uploads == {shown[1]: b"citecheck.docx", shown[2]: b"citecheck.csv"}
    assert report.files[0].path not in str(slack.messages)


async def test_a_file_handed_out_is_found_by_its_key(
    surface: SlackSurface, slack: FakeSlack, report: Post
) -> None:
    for part in range(3):
        await surface.show(THREAD, report, part, f"k.{part}")
    found = [await surface.find(THREAD, f"k.{part}", 0) for part in range(4)]
    assert found == [*(message["ts"] for message in slack.messages), None]


async def test_a_lost_answer_is_ambiguous_and_nothing_is_repeated(
    surface: SlackSurface, slack: FakeSlack, report: Post
) -> None:
    slack.fails["files.completeUploadExternal"].append(Fails(after=True))
    with pytest.raises(Ambiguous):
        await surface.show(THREAD, report, 1, "k.1")
    assert slack.calls["files.completeUploadExternal"] == 1
    assert await surface.find(THREAD, "k.1", 0) == slack.messages[0]["ts"]


@pytest.mark.parametrize("error", ["missing_scope", "not_allowed_token_type"])
async def test_what_slack_does_not_take_is_told(
    surface: SlackSurface, slack: FakeSlack, report: Post, error: str
) -> None:
    slack.fails["files.getUploadURLExternal"].append(Fails(status=200, error=error))
    await surface.show(THREAD, report, 1, "k.1")
    [message] = slack.messages
    assert "citecheck.docx could not be put here" in text_of(message["blocks"])
    assert error in text_of(message["blocks"])


async def test_a_file_that_is_gone_is_told(
    surface: SlackSurface, slack: FakeSlack, report: Post
) -> None:
    lost = replace(report, files=(File("citecheck.csv", "/nowhere/citecheck.csv"),))
    await surface.show(THREAD, lost, 1, "k.1")
    assert "citecheck.csv is no longer there" in text_of(slack.messages[0]["blocks"])


async def test_one_person_alone_is_told_where_to_ask(
    surface: SlackSurface, slack: FakeSlack, report: Post
) -> None:
    alone = replace(THREAD, person="U01")
    for part in range(3):
        await surface.show(alone, report, part, f"k.{part}")
    assert slack.messages == [] and slack.uploads == {}
    assert len(slack.whispers) == 2
    assert "direct messages" in text_of(slack.whispers[1]["blocks"])


async def test_in_direct_messages_files_are_handed_out(
    surface: SlackSurface, slack: FakeSlack, report: Post
) -> None:
    direct = Place("slack", "T01", "D07", person="U01")
    await surface.show(direct, report, 1, "k.1")
    assert slack.messages[0]["channel"] == "D07" and slack.messages[0]["files"]
