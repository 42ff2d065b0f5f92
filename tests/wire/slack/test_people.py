from __future__ import annotations

import pytest

from bot.slack.calls import web_client
from bot.slack.people import KEEP, NameUnknown, SlackPeople
from engine.errors import Unavailable
from handlers.surface import Ambiguous, TryLater
from tests.conftest import Clock
from tests.doubles.slack_api import TOKEN, Fails, FakeSlack


@pytest.fixture
def people(slack: FakeSlack, clock: Clock) -> SlackPeople:
    return SlackPeople(web_client(TOKEN, slack.api_url), clock)


async def test_the_full_name_is_asked_for_once_an_hour(
    people: SlackPeople, slack: FakeSlack, clock: Clock
) -> None:
    slack.users["U1"] = {
        "name": "lhart",
        "real_name": "Lena  Hart",
        "profile": {"display_name": "lena"},
    }
    assert [await people.name_of("T01", "U1") for _ in range(3)] == ["Lena Hart"] * 3
    assert slack.calls["users.info"] == 1
    slack.users["U1"]["real_name"] = "Lena Hart-Ito"
    clock.now += KEEP
    assert await people.name_of("T01", "U1") == "Lena Hart-Ito"


async def test_without_a_full_name_what_there_is(people: SlackPeople, slack: FakeSlack) -> None:
    slack.users["U1"] = {"name": "lhart", "profile": {"display_name": "lena"}}
    slack.users["U2"] = {"name": "ed", "real_name": "", "profile": {}}
    assert await people.name_of("T01", "U1") == "lena"
    assert await people.name_of("T01", "U2") == "ed"


async def test_a_refusal_is_typed_and_not_asked_for_again(
    people: SlackPeople, slack: FakeSlack
) -> None:
    for _ in range(2):
        with pytest.raises(NameUnknown):
            await people.name_of("T01", "U9")
    assert slack.calls["users.info"] == 1


@pytest.mark.parametrize(
    ("trouble", "error"),
    [
        (Fails(429, "ratelimited", headers={"Retry-After": "7"}), TryLater),
        (Fails(503, "service_unavailable"), Ambiguous),
    ],
)
async def test_trouble_is_unavailable_and_passes(
    people: SlackPeople, slack: FakeSlack, trouble: Fails, error: type[Unavailable]
) -> None:
    slack.users["U1"] = {"real_name": "Lena Hart"}
    slack.fails["users.info"].append(trouble)
    with pytest.raises(error):
        await people.name_of("T01", "U1")
    assert await people.name_of("T01", "U1") == "Lena Hart"


async def test_nobody_waits_for_a_slack_that_stalls(slack: FakeSlack) -> None:
    slack.users["U1"] = {"real_name": "Lena Hart"}
    hurried = SlackPeople(web_client(TOKEN, slack.api_url), patience=0)
    with pytest.raises(NameUnknown):
        await hurried.name_of("T01", "U1")
