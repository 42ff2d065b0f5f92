"""Owed in the real outbox, published over HTTP to a Slack that fails."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.publisher import Publisher
from bot.slack.calls import web_client
from bot.slack.surface import SlackSurface
from engine.events import Event, Kind
from handlers.posts import Paragraph, Post, Text
from handlers.surface import Place
from storage.deliveries import SqlOutbox
from storage.house import House
from tests.conftest import Clock
from tests.doubles.block_kit import text_of
from tests.doubles.slack_api import TOKEN, Fails, FakeSlack
from tests.unit.storage.helpers import open_matter

Tell = Callable[[str], object]


@pytest.fixture
def database_url(sqlite_template: Path, tmp_path: Path) -> str:
    path = tmp_path / "house.db"
    shutil.copyfile(sqlite_template, path)
    return f"sqlite:///{path}"


def present(event: Event) -> Post:
    return Post(event.kind, event.key, (Paragraph((Text(str(event.data["words"])),)),))


async def may_read(place: Place, post: Post) -> bool:
    return True


async def news(seconds: float) -> None:
    raise AssertionError("rounds are made by the test")


@pytest.fixture
def publisher(house: House, slack: FakeSlack, clock: Clock) -> Publisher:
    clock.now = 1_000_000.0
    surface = SlackSurface(web_client(TOKEN, slack.api_url))
    return Publisher(SqlOutbox(house), surface, present, may_read, clock, news)


async def owe(house: House, *keys: str, words: str = "W") -> None:
    matter = await open_matter(house)
    async with house.writing() as unit:
        await unit.threads.bind(matter.thread, Place("slack", "T01", "C01"))
        await unit.events.append(
            [Event(key, Kind.RULING, matter.thread, {"words": words}, matter.id) for key in keys]
        )


async def publish(publisher: Publisher, clock: Clock, rounds: int = 30) -> None:
    for _ in range(rounds):
        await publisher.once()
        clock.now += 1


async def test_an_answer_lost_on_the_way_back_leaves_one_message(
    house: House, slack: FakeSlack, publisher: Publisher, clock: Clock
) -> None:
    slack.fails["chat.postMessage"].extend([Fails(after=True), Fails(), Fails(502)])
    await owe(house, "a", "b", "c")
    await publish(publisher, clock)
    assert slack.texts() == ["Lawgame: a", "Lawgame: b", "Lawgame: c"]
    assert slack.calls["chat.postMessage"] == 5


async def test_the_first_message_becomes_the_root_of_the_rest(
    house: House, slack: FakeSlack, publisher: Publisher, clock: Clock
) -> None:
    await owe(house, "a", "b")
    await publish(publisher, clock)
    first, second = slack.messages
    assert "thread_ts" not in first and second["thread_ts"] == first["ts"]


async def test_told_to_wait_it_waits(
    house: House, slack: FakeSlack, publisher: Publisher, clock: Clock
) -> None:
    limited = Fails(429, "ratelimited", headers={"Retry-After": "10"})
    slack.fails["chat.postMessage"].append(limited)
    await owe(house, "a", "b")
    await publish(publisher, clock, rounds=10)
    assert slack.calls.total() == 1
    await publish(publisher, clock, rounds=5)
    assert slack.texts() == ["Lawgame: a", "Lawgame: b"]


async def test_a_long_post_arrives_whole_and_in_order(
    house: House, slack: FakeSlack, publisher: Publisher, clock: Clock
) -> None:
    words = "".join(f"Sentence number {n} of the ruling. " for n in range(900))
    slack.fails["chat.postMessage"].extend([Fails(200, "internal_error"), Fails(after=True)])
    await owe(house, "a", words=words)
    await publish(publisher, clock, rounds=60)
    body = [
        block
        for message in slack.messages
        for block in message["blocks"]
        if block["type"] == "rich_text"
    ]
    assert len(slack.messages) > 2 and text_of(body) == words
