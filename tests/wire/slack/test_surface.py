from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.slack.calls import SlackRefused, web_client
from bot.slack.surface import EVENT_TYPE, SlackSurface
from engine.events import Kind
from handlers.posts import Action, Paragraph, PersonRef, Post, Text
from handlers.surface import Ambiguous, Gone, Place, PlaceClosed, TryLater
from tests.doubles.block_kit import elements, text_of
from tests.doubles.gallery import PROGRESS, RULING
from tests.doubles.slack_api import TOKEN, Fails, FakeSlack

TOP = Place("slack", "T01", "C01")
THREAD = replace(TOP, thread="171.0001")
ANSWER = Post(Kind.ANSWER, "Your matters")
WORDS = "They knew and they paid."


@pytest.fixture
def surface(slack: FakeSlack) -> SlackSurface:
    def people() -> Mapping[str, str]:
        return {"p1": "U01"}

    return SlackSurface(web_client(TOKEN, slack.api_url), people, "https://desk.example")


async def test_a_post_stands_in_its_thread_under_its_key(
    surface: SlackSurface, slack: FakeSlack
) -> None:
    shown = await surface.show(THREAD, RULING, 0, "run-1/ruling/1.2#7.0")
    [message] = slack.messages
    assert shown == message["ts"]
    assert message["thread_ts"] == THREAD.thread
    assert message["text"].startswith("Lawgame: ")
    assert message["metadata"]["event_type"] == EVENT_TYPE
    assert "run-1" not in str(message), "the key tells nothing about the matter"
    assert str(message["unfurl_links"]) in {"False", "0", "false"}


async def test_at_the_top_a_message_has_no_thread(surface: SlackSurface, slack: FakeSlack) -> None:
    await surface.show(TOP, RULING, 0, "k")
    assert "thread_ts" not in slack.messages[0]


async def test_people_known_to_slack_are_mentioned(surface: SlackSurface, slack: FakeSlack) -> None:
    body = (Paragraph((PersonRef("p1", "Lena"), PersonRef("p2", "Ed"))),)
    await surface.show(TOP, Post(Kind.NOTICE, "New", body), 0, "k")
    assert [e["user_id"] for e in elements(slack.messages[0]["blocks"], "user")] == ["U01"]


@pytest.mark.parametrize("place", [TOP, THREAD])
@pytest.mark.parametrize("kept", ["metadata", "blocks"])
async def test_what_was_shown_is_found_by_its_key(
    surface: SlackSurface, slack: FakeSlack, place: Place, kept: str
) -> None:
    slack.page = 2
    shown = {key: await surface.show(place, RULING, 0, key) for key in "abcde"}
    lost = ({"metadata", "blocks"} - {kept}).pop()
    for message in slack.messages:
        message.pop(lost)
    for key in "abcde":
        assert await surface.find(place, key, 0) == shown[key]
    assert await surface.find(place, "f", 0) is None
    assert await surface.find(place, "a", float(shown["a"]) + 120) is None


async def test_a_message_is_changed_where_it_stands(
    surface: SlackSurface, slack: FakeSlack
) -> None:
    shown = await surface.show(THREAD, PROGRESS, 0, "k")
    await surface.change(THREAD, replace(PROGRESS, title="The court rules"), 0, shown)
    [message] = slack.messages
    assert "The court rules" in text_of(message["blocks"])


async def test_a_message_that_somebody_deleted_is_gone(surface: SlackSurface) -> None:
    with pytest.raises(Gone):
        await surface.change(THREAD, PROGRESS, 0, "1.1")


async def test_what_is_for_one_person_is_seen_by_that_person(
    surface: SlackSurface, slack: FakeSlack
) -> None:
    await surface.show(replace(THREAD, person="U01"), ANSWER, 0, "k")
    [whisper] = slack.whispers
    assert (whisper["user"], whisper["channel"], whisper["thread_ts"]) == (
        "U01",
        "C01",
        THREAD.thread,
    )
    assert slack.messages == []


async def test_where_we_are_not_in_the_channel_a_person_is_answered_apart(
    surface: SlackSurface, slack: FakeSlack
) -> None:
    slack.fails["chat.postEphemeral"].append(Fails(200, "not_in_channel"))
    await surface.show(replace(TOP, person="U01"), ANSWER, 0, "k")
    assert [message["channel"] for message in slack.messages] == ["U01"]


async def test_between_us_two_nothing_is_ephemeral(surface: SlackSurface, slack: FakeSlack) -> None:
    await surface.show(Place("slack", "T01", "D01", person="U01"), ANSWER, 0, "k")
    assert [message["channel"] for message in slack.messages] == ["D01"]


@pytest.mark.parametrize(
    ("trouble", "error"),
    [
        (Fails(429, "ratelimited", headers={"Retry-After": "10"}), TryLater),
        (Fails(200, "ratelimited"), TryLater),
        (Fails(), Ambiguous),
        (Fails(after=True), Ambiguous),
        (Fails(502), Ambiguous),
        (Fails(200, "internal_error"), Ambiguous),
        (Fails(200, "not_in_channel"), PlaceClosed),
        (Fails(200, "channel_not_found"), PlaceClosed),
        (Fails(200, "is_archived"), PlaceClosed),
        (Fails(200, "access_denied"), PlaceClosed),
        (Fails(200, "invalid_auth"), SlackRefused),
    ],
)
async def test_failures_are_told_apart_and_never_repeated(
    surface: SlackSurface, slack: FakeSlack, trouble: Fails, error: type[Exception]
) -> None:
    slack.fails["chat.postMessage"].append(trouble)
    with pytest.raises(error) as told:
        await surface.show(THREAD, Post(Kind.NOTICE, WORDS), 0, "k")
    assert slack.calls["chat.postMessage"] == 1
    assert WORDS not in str(told.value) and TOKEN not in repr(told.value.__cause__)
    if isinstance(told.value, TryLater):
        assert told.value.seconds == float(trouble.headers.get("Retry-After", 30))


async def test_a_server_that_is_not_there_is_ambiguous() -> None:
    surface = SlackSurface(web_client(TOKEN, "http://127.0.0.1:9/api/"))
    with pytest.raises(Ambiguous):
        await surface.show(THREAD, RULING, 0, "k")


@pytest.mark.parametrize("unfit", ["refused", "value"])
async def test_what_cannot_be_drawn_is_named_so_that_the_order_goes_on(
    surface: SlackSurface, slack: FakeSlack, unfit: str
) -> None:
    post: Any = RULING
    if unfit == "refused":
        slack.fails["chat.postMessage"].append(Fails(200, "invalid_blocks"))
    else:
        post = replace(RULING, actions=(Action("a", "Do", value="v" * 3_000),))
    shown = await surface.show(THREAD, post, 0, "k")
    [message] = slack.messages
    assert "cannot be shown in Slack" in text_of(message["blocks"])
    assert RULING.footer[0] in text_of(message["blocks"])
    assert await surface.find(THREAD, "k", 0) == shown


async def test_text_of_hostile_words_is_escaped_once(
    surface: SlackSurface, slack: FakeSlack
) -> None:
    words = "<!channel> a<b && c>d <@U123> *x*"
    await surface.show(TOP, Post(Kind.NOTICE, words, (Paragraph((Text(words),)),)), 0, "k")
    [message] = slack.messages
    assert message["text"] == "Lawgame: &lt;!channel&gt; a&lt;b &amp;&amp; c&gt;d &lt;@U123&gt; *x*"
    assert [each["text"] for each in elements(message["blocks"], "text")] == [words, words]
