"""The main job as a lawyer does it: at a Slack page in a real browser, against the real process."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bot.samples
from tests.browser.local_slack import LENA, SlackPage, missing, slack_page
from tests.browser.product import Product, product

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(bool(missing()), reason=f"{missing()}: make soak installs it"),
]

SAMPLE = Path(bot.samples.__file__).parent / "brellwick"
PICTURES = Path(__file__).parents[2] / "test-output" / "slack"
MATTER = "United States ex rel. Amundsen v. Brellwick Medical Systems, Inc."
OBJECTIVE = "Summary judgment on Count I: the 72-hour run was not material to payment"
SEEDS = range(1, 9)
ORBIT = r"elements (?:(?:move response ruling )?round )+orbit "
HOSTILE = (
    "The agency wrote <!channel> a<b && c>d <@U123> *x* _y_ `z` :+1: in its letter of March 3."
)
LONG = 60.0
"""Seconds that the scripted double thinks where a run is to be stopped: longer than any wait."""


@pytest.fixture
def pictures() -> Path:
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES


async def test_a_lawyer_opens_a_matter_files_a_document_simulates_and_reads_the_thread(
    tmp_path: Path, pictures: Path
) -> None:
    async with product(tmp_path, pause=0.15) as house, slack_page(house.slack) as page:
        await page.type(f'/lawgame new 2026-0417 "{MATTER}" --client "Brellwick" --forum "D. Del."')
        await page.see(f"2026-0417: {MATTER}")
        await page.open_thread(MATTER)
        await page.drop(
            *(SAMPLE / name for name in ("01-complaint.pdf", "03-payment-ledger.docx")),
            text="The complaint and the ledger, as filed",
            thread=True,
        )
        await page.see("2 documents added, on record")
        await page.type("@lawgame docs", thread=True)
        await page.see("2 documents on file")
        thread = await simulated_until_a_pivot(house, page)

        kinds = [kind for kind in map(kind_of, thread) if kind]
        assert re.fullmatch(
            f"ack progress {ORBIT}(?:pivot {ORBIT})*outcome ", "".join(f"{each} " for each in kinds)
        )
        titles = [title_of(message) for message in thread if kind_of(message) != "progress"]
        assert len(set(titles)) == len(titles)
        assert all("Research only" in words(message) for message in thread)
        [live] = [message for message in thread if kind_of(message) == "progress"]
        assert "Simulation over" in words(live) and not buttons(live)
        assert (await page.order("text"))["foreign"] == []
        await photographed(page, pictures)
    assert "Traceback" not in house.log.read_text()


async def simulated_until_a_pivot(house: Product, page: SlackPage) -> list[dict[str, Any]]:
    """The posts of the first run in which the court hinted at something the file supports."""
    for seed in SEEDS:
        before = len(await posts(house))
        await page.type(f'/lawgame simulate "{OBJECTIVE}" --rounds 2 --orbits 2 --seed {seed}')
        await page.see(f"seed {seed}.")
        await page.see(" of 12")
        assert await page.count("Stop") == 1
        thread = await eventually(house, before, "outcome")
        await page.see("What this simulation cannot know")
        assert await page.count("Stop") == 0
        if "pivot" in map(kind_of, thread):
            return thread
    raise AssertionError("no seed led to a pivot")


async def photographed(page: SlackPage, folder: Path) -> None:
    """For people to look at: is it worth reading, at a desk and on a phone?"""
    names = ("Simulation started", "Move 1.1", "Response 1.1", "Ruling 1.1", "Round 1.1",
             "Orbit 1 spent", "Pivot to orbit 2", "Outcome")  # fmt: skip
    for name in names:
        for width, height in ((1200, 1000), (390, 844)):
            await page.size(width, height)
            await page.order("scroll", text=name)
            await page.shot(folder / f"{name.lower().replace(' ', '-')}-{width}.png")


async def test_stop_cuts_a_turn_short_and_a_second_click_does_nothing(tmp_path: Path) -> None:
    async with product(tmp_path, pause=LONG) as house, slack_page(house.slack) as page:
        await opened(page, "2026-0501", "Roe v. Acme", tmp_path / "letter.txt")
        before = len(await posts(house))
        await page.type(f'/lawgame simulate "{OBJECTIVE}" --rounds 2')
        for said in ("Simulation started", "Going on with the simulation"):
            await page.see(said)
            await page.press("Stop", clicks=2)
            thread = await eventually(house, before, "outcome")
            before += len(thread)
            assert [title_of(each) for each in thread if kind_of(each) != "progress"] == [
                said,
                "Stopping: the turn in progress is cut short.",
                "Outcome: stopped",
            ]
            await page.see("Stopped by a person")
            assert await page.count("Stop") == 0
            await page.press("Resume")
        assert len([each for each in await posts(house) if kind_of(each) == "progress"]) == 2


async def test_two_matters_in_one_channel_do_not_mix(tmp_path: Path) -> None:
    titles = ("Roe v. Acme", "Poe v. Bremen")
    async with product(tmp_path) as house, slack_page(house.slack) as page:
        for number, title in enumerate(titles):
            await page.type(f'/lawgame new 2026-060{number} "{title}"')
            await page.see(f"2026-060{number}: {title}")
        for turn in range(5):
            for title in titles:
                file = tmp_path / f"{title.split()[0]} exhibit {turn}.txt"
                file.write_text(f"{title}: invoice {turn} was paid in full on March {turn + 1}.\n")
                await page.open_thread(title)
                await page.drop(file, text=f"filed {turn}", thread=True)
                await page.type("@lawgame facts invoice", thread=True)
        threads = [await eventually(house, 0, "5 facts on", title) for title in titles]
        for title, other, thread in zip(titles, reversed(titles), threads, strict=True):
            said = "\n".join(map(words, thread))
            assert said.count("1 document added, on record") == 5
            assert f"{title}: invoice 4 was paid" in said
            assert other.split()[0] not in said
        await page.type("/lawgame matters")
        await page.see("Your matters")
        top = [each for each in await house.slack.messages() if not each.get("thread_ts")]
        assert [each["ephemeral_to"] for each in top if title_of(each) == "Your matters"] == [LENA]
        assert [title_of(each) for each in top if each.get("blocks") and not private(each)] == [
            f"2026-060{number}: {title}" for number, title in enumerate(titles)
        ]


async def test_hostile_text_neither_mentions_nor_formats(tmp_path: Path) -> None:
    file = tmp_path / "<!here> *x* & <@U123>.txt"
    async with product(tmp_path) as house, slack_page(house.slack) as page:
        await opened(page, "2026-0701", "Roe v. Acme", file, HOSTILE)
        await page.type("@lawgame facts letter", thread=True)
        await page.see(HOSTILE)
        await page.type(f"@lawgame simulate {HOSTILE} --rounds 1 --orbits 1", thread=True)
        await eventually(house, 0, "outcome")
        told = [each for each in await house.slack.messages() if each.get("blocks")]
        assert any(HOSTILE in words(each) for each in told)
        assert any(file.name in words(each) for each in told)
        assert {element["type"] for each in told for element in leaves(each["blocks"])} == {"text"}
        assert not any("<" in each["text"] for each in told)


async def opened(
    page: SlackPage, number: str, title: str, file: Path, text: str = "They paid in full in March."
) -> None:
    """A matter with one document on record, its thread open."""
    await asyncio.to_thread(file.write_text, f"{text}\n")
    await page.type(f'/lawgame new {number} "{title}"')
    await page.see(f"{number}: {title}")
    await page.open_thread(title)
    await page.drop(file, text="filed", thread=True)
    await page.see("1 document added, on record")


async def posts(house: Product, root: str = "") -> list[dict[str, Any]]:
    """What everybody sees of Lawgame's replies, in order; those below ``root``'s message only."""
    messages = await house.slack.messages()
    tops = {each["ts"] for each in messages if root in words(each)}
    return [
        each
        for each in messages
        if each.get("bot_id") and not private(each) and each.get("thread_ts") in tops
    ]


async def eventually(
    house: Product, before: int, wanted: str, root: str = ""
) -> list[dict[str, Any]]:
    """The posts after the first ``before``, once one is of the kind or title ``wanted``."""
    for _ in range(300):
        found = (await posts(house, root))[before:]
        if any(wanted == kind_of(each) or wanted in title_of(each) for each in found):
            return found
        await asyncio.sleep(0.2)
    raise AssertionError(f"{wanted} did not come: {[title_of(each) for each in found]}")


def private(message: dict[str, Any]) -> bool:
    return bool(message.get("ephemeral_to"))


def leaves(value: Any) -> Iterator[dict[str, Any]]:
    """Every inline element of ``rich_text`` blocks."""
    for block in value:
        if block.get("type") == "rich_text":
            for group in block["elements"]:
                for each in group["elements"]:
                    yield from each.get("elements", [each])


def words(message: dict[str, Any]) -> str:
    """Every text of a message's blocks, or of the message where it has none."""

    def texts(value: Any) -> Iterator[str]:
        if isinstance(value, list):
            for each in value:
                yield from texts(each)
        elif isinstance(value, dict):
            for key, each in value.items():
                if key == "text" and isinstance(each, str):
                    yield each
                elif key not in ("value", "confirm"):
                    yield from texts(each)

    return "".join(texts(message.get("blocks") or [])) or str(message["text"])


def title_of(message: dict[str, Any]) -> str:
    """The header, or the first words in bold: what a reader's eye catches first."""
    for block in message.get("blocks") or ():
        if block["type"] == "header":
            return str(block["text"]["text"])
    bold = [e["text"] for e in leaves(message.get("blocks") or ()) if "style" in e]
    return str(bold[0]) if bold else ""


def kind_of(message: dict[str, Any]) -> str:
    """What a post of a run is, told from what a reader sees; "" for any other."""
    if re.match("[▰▱]", words(message)):
        return "progress"
    starts = {
        "Simulation started": "ack",
        "What must be decided": "elements",
        "Move ": "move",
        "Response ": "response",
        "Ruling ": "ruling",
        "Round ": "round",
        "Orbit ": "orbit",
        "Pivot ": "pivot",
        "Outcome": "outcome",
    }
    title = title_of(message)
    return next((kind for start, kind in starts.items() if title.startswith(start)), "")


def buttons(message: dict[str, Any]) -> list[str]:
    return [
        each["text"]["text"]
        for block in message.get("blocks") or ()
        if block["type"] == "actions"
        for each in block["elements"]
    ]
