"""Which matter is meant: by thread, by choice, by channel, by name."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from engine.events import Kind
from engine.matter import Matter, Scope
from handlers.surface import Place
from tests.unit.handlers.conftest import RECORD_TEXT, SLACK, Firm, command


async def bound(firm: Firm, number: str, channel: str, thread: str) -> Matter:
    """A matter with a document, whose thread is shown under a root message on Slack."""
    matter = await firm.opened(number)
    async with firm.house.writing() as unit:
        await unit.threads.bind(matter.thread, Place("slack", "T1", channel, thread))
    return matter


def at(channel: str = "C1", thread: str = "") -> dict[str, Any]:
    return {**SLACK, "channel": channel, "thread": thread}


async def test_a_thread_implies_its_matter(firm: Firm) -> None:
    one = await bound(firm, "2026-1", "C1", "100.1")
    other = await bound(firm, "2026-2", "C1", "200.2")
    for matter, thread in ((one, "100.1"), (other, "200.2")):
        post = await firm.say("status", "U-ADA", **at(thread=thread))
        assert (post.kind, post.matter, post.thread) == (Kind.ANSWER, matter.id, matter.thread)


async def test_two_matters_in_one_channel_keep_ten_interleaved_replies_apart(firm: Firm) -> None:
    """Case S9."""
    matters = {
        "100.1": await bound(firm, "2026-1", "C1", "100.1"),
        "200.2": await bound(firm, "2026-2", "C1", "200.2"),
    }
    threads = ["100.1", "200.2"] * 5
    random.Random(9).shuffle(threads)
    receipts = await asyncio.gather(
        *(
            firm.office.receive(
                command(f'authorities add "{n} U.S. {n}"', "U-ADA", **at(thread=thread))
            )
            for n, thread in enumerate(threads, 1)
        )
    )
    await firm.office.idle()
    for n, (receipt, thread) in enumerate(zip(receipts, threads, strict=True), 1):
        [post] = await firm.answers(receipt.inbox)
        assert post.matter == matters[thread].id and post.thread == matters[thread].thread
        assert post.data["authorities"][0]["citation"] == f"{n} U.S. {n}"
    async with firm.house.reading() as view:
        for thread, matter in matters.items():
            kept = [one.citation for one in await view.authorities.list(matter.id)]
            told = [f"{n} U.S. {n}" for n, t in enumerate(threads, 1) if t == thread]
            assert kept == told, "in the order they were said"


async def test_without_a_thread_the_chosen_matter_is_meant(firm: Firm) -> None:
    await bound(firm, "2026-1", "C1", "100.1")
    other = await bound(firm, "2026-2", "C1", "200.2")
    unclear = await firm.say("status", "U-ADA", **at())
    assert unclear.data["code"] == "matter.unclear"
    await firm.say("open 2026-2", "U-ADA", **at())
    assert (await firm.say("status", "U-ADA", **at())).matter == other.id
    elsewhere = await firm.say("status", "U-ADA", **at("C2"))
    assert elsewhere.data["code"] == "matter.unclear"
    assert (await firm.say("status", "U-ADA", **at(thread="100.1"))).matter != other.id


async def test_a_choice_is_ones_own(firm: Firm) -> None:
    one = await bound(firm, "2026-1", "C1", "100.1")
    other = await bound(firm, "2026-2", "C1", "200.2")
    async with firm.house.writing() as unit:
        ben = await unit.people.by_name("Ben")
        assert ben is not None
        for matter in (one, other):
            await unit.matters.add_member(matter.id, ben.id)
    await firm.say("open 2026-1", "U-ADA", **at())
    await firm.say("open 2026-2", "U-BEN", **at())
    assert (await firm.say("status", "U-ADA", **at())).matter == one.id
    assert (await firm.say("status", "U-BEN", **at())).matter == other.id


async def test_a_channels_only_matter_is_meant(firm: Firm) -> None:
    matter = await bound(firm, "2026-1", "C7", "100.1")
    assert (await firm.say("status", "U-ADA", **at("C7"))).matter == matter.id
    assert (await firm.say("status", "U-ADA", **at("C7", "999.9"))).matter == matter.id


async def test_a_matter_is_named_by_id_number_or_part_of_its_title(firm: Firm) -> None:
    one, other = await firm.opened("2026-1"), await firm.opened("2026-11")
    assert (await firm.say("open 2026-1")).data["id"] == one.id
    assert (await firm.say(f"open {other.id}")).data["id"] == other.id
    assert (await firm.say("open acme 2026-11")).data["id"] == other.id
    several = await firm.say("open doe v.")
    assert several.data["code"] == "request.not_found" and "2026-11" in several.title
    nothing = await firm.say("open zebra")
    assert nothing.data["code"] == "request.not_found" and "zebra" in nothing.title


async def test_who_is_not_on_the_team_of_the_threads_matter_is_told_alone(firm: Firm) -> None:
    matter = await bound(firm, "2026-1", "C1", "100.1")
    post = await firm.say("status", "U-BEN", **at(thread="100.1"))
    assert post.data["code"] == "rights.denied" and post.matter is None
    assert post.thread != matter.thread and "Acme" not in str(post)


async def test_an_answer_is_shown_where_it_was_asked(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.say("open 2026-0417", "U-ADA", **at("C3"))
    async with firm.house.reading() as view:
        shown = [binding.place for binding in await view.threads.bindings(matter.thread)]
    assert shown == [Place("slack", "T1", "C3", "")]


async def test_a_private_answer_on_a_chat_is_for_the_asker_alone(firm: Firm) -> None:
    post = await firm.say("help", "U-ADA", **at("C3"))
    async with firm.house.reading() as view:
        [binding] = await view.threads.bindings(post.thread)
        row = await view.threads.get(post.thread)
    assert binding.place == Place("slack", "T1", "C3", "", "U-ADA")
    assert row is not None and row.matter is None


async def test_a_thread_of_another_matter_is_not_taken_over(firm: Firm) -> None:
    await bound(firm, "2026-1", "C1", "100.1")
    other = await firm.opened("2026-2")
    post = await firm.say("open 2026-2", "U-ADA", **at(thread="100.1"))
    assert post.data["code"] == "thread.taken"
    async with firm.house.reading() as view:
        assert await view.threads.chosen("slack", "T1", "C1", "U-ADA") is None
        assert await view.threads.bindings(other.thread) == []


@pytest.mark.parametrize("words", ["", "filed on 4 May"])
async def test_files_dropped_in_a_thread_go_to_its_matter(firm: Firm, words: str) -> None:
    one = await bound(firm, "2026-1", "C1", "100.1")
    other = await bound(firm, "2026-2", "C1", "200.2")
    [post] = await firm.upload({"late.txt": f"Late. {RECORD_TEXT}"}, words, "U-ADA",
                               **at(thread="200.2"))  # fmt: skip
    assert post.matter == other.id
    expected = Scope.RECORD if words else Scope.OURS
    assert post.data["documents"][0]["scope"] == expected
    async with firm.house.reading() as view:
        assert len(await view.documents.list(one.id)) == 1


async def test_files_without_a_matter_are_not_kept(firm: Firm) -> None:
    [post] = await firm.upload({"x.txt": RECORD_TEXT}, "", "U-ADA", **at("C9"))
    assert post.data["code"] == "matter.unclear"
    assert not any(firm.services.incoming.glob("*")), "nothing was fetched"
