"""One request, one effect: the inbox, the errand's transaction, the sweep."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Unavailable
from engine.events import Kind
from engine.matter import Scope
from handlers import errand
from handlers.office import AT_ONCE, LEASE, TRIES, Office
from handlers.replies import Reply
from handlers.requests import (
    CommandRequest,
    IncomingFile,
    PressRequest,
    UploadRequest,
    from_json,
    to_json,
)
from storage.errors import StorageUnavailable
from tests.unit.handlers.conftest import RECORD_TEXT, SLACK, Firm, command, origin


async def state(firm: Firm, inbox: str) -> str:
    async with firm.house.reading() as view:
        row = await view.inbox.get(inbox)
    assert row is not None
    return row.state


async def numbers(firm: Firm, who: str = "Ada") -> list[str]:
    async with firm.house.reading() as view:
        person = await view.people.by_name(who)
        assert person is not None
        return [matter.number for matter in await view.matters.list_for(person.id)]


async def test_the_same_delivery_has_one_effect(firm: Firm) -> None:
    request = command("new 2026-1 Doe v. Acme", delivery="slack-1")
    receipts = await asyncio.gather(*(firm.office.receive(request) for _ in range(5)))
    await firm.office.idle()
    assert len({receipt.inbox for receipt in receipts}) == 1
    assert sum(receipt.fresh for receipt in receipts) == 1
    assert await numbers(firm) == ["2026-1"]
    assert len(await firm.answers(receipts[0].inbox)) == 1
    again = await firm.office.receive(request)
    await firm.office.idle()
    assert not again.fresh and await numbers(firm) == ["2026-1"]


async def test_the_same_key_of_another_surface_or_tenant_is_another_delivery(firm: Firm) -> None:
    first = await firm.office.receive(command("help", delivery="d"))
    other = await firm.office.receive(command("help", "U-ADA", **SLACK, delivery="d", channel="C1"))
    await firm.office.idle()
    assert first.inbox != other.inbox and other.fresh


async def test_it_is_committed_before_it_is_worked_on(firm: Firm) -> None:
    receipt = await firm.office.receive(command("new 2026-1 Doe v. Acme"))
    assert await state(firm, receipt.inbox) in ("received", "working")
    await firm.office.idle()
    assert await state(firm, receipt.inbox) == "done"


def _breaking(monkeypatch: pytest.MonkeyPatch, error: BaseException, name: str = "new") -> None:
    """The handler does its work, then raises."""
    handler = errand.HANDLERS[name]

    async def raising(asking: Any, asked: Any) -> Any:
        await handler(asking, asked)
        raise error

    monkeypatch.setitem(errand.HANDLERS, name, raising)


async def test_a_handler_that_raises_leaves_nothing_and_the_asker_is_told(
    firm: Firm, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _breaking(monkeypatch, ValueError("privileged words"))
    with caplog.at_level(logging.DEBUG):
        [post] = await firm.send(command('new 2026-1 "Doe v. Acme"'))
    assert (post.kind, post.data["code"]) == (Kind.ERROR, "request.failed")
    assert post.data["remedy"] and "privileged" not in str(post) + caplog.text
    assert "ValueError" in caplog.text
    assert await numbers(firm) == [] and "matter.opened" not in await firm.audit()


async def test_a_refusal_of_storage_is_told_and_leaves_nothing(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    _breaking(monkeypatch, StorageUnavailable())
    [post] = await firm.send(command('new 2026-1 "Doe v. Acme"'))
    assert post.data["code"] == "storage.unavailable" and await numbers(firm) == []


async def test_a_crash_in_the_middle_is_taken_up_by_the_sweep_once(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cancelled is what a killed process looks like from inside."""
    with monkeypatch.context() as patched:
        _breaking(patched, asyncio.CancelledError())
        receipt = await firm.office.receive(command('new 2026-1 "Doe v. Acme"'))
        await firm.office.idle()
    assert await state(firm, receipt.inbox) == "working" and await numbers(firm) == []
    assert await firm.answers(receipt.inbox) == []
    await firm.office.close()
    office = Office(firm.services)
    assert await office.sweep() == 0, "its lease has not run out"
    later = _later(firm, LEASE + 1, monkeypatch)
    office = Office(later)
    assert await office.sweep() == 1
    await office.idle()
    assert await state(firm, receipt.inbox) == "done" and await numbers(firm) == ["2026-1"]
    assert len(await firm.answers(receipt.inbox)) == 1
    assert await office.sweep() == 0


def _later(firm: Firm, seconds: float, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The same house, so much later."""
    now = time.time() + seconds
    house = type(firm.house)(firm.house.database, firm.house._seal, firm.house.blobs, lambda: now)
    monkeypatch.setattr("handlers.office.time.time", lambda: now)
    return replace(firm.services, house=house)


async def test_what_was_received_and_never_begun_is_taken_up_at_the_start(firm: Firm) -> None:
    request = command('new 2026-1 "Doe v. Acme"')
    async with firm.house.writing() as unit:
        o = request.origin
        inbox, _ = await unit.inbox.accept(o.surface, o.tenant, o.delivery, to_json(request))
    assert await firm.office.sweep() == 1
    await firm.office.idle()
    assert await state(firm, inbox) == "done" and await numbers(firm) == ["2026-1"]


async def test_what_waits_here_is_not_taken_up_a_second_time(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = asyncio.Event()

    async def slow(asking: Any, asked: Any) -> Any:
        await gate.wait()
        return Reply(())

    monkeypatch.setitem(errand.HANDLERS, "matters", slow)
    for _ in range(3):
        await firm.office.receive(command("help", channel="C1"))
    async with firm.house.reading() as view:
        owed = await view.inbox.owed(2e9)
    assert len(owed) == 3
    assert await firm.office.sweep() == 0
    gate.set()
    await firm.office.idle()
    assert await firm.office.sweep() == 0


async def test_what_fails_again_and_again_is_given_up_in_words(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = command('new 2026-1 "Doe v. Acme"')
    async with firm.house.writing() as unit:
        o = request.origin
        inbox, _ = await unit.inbox.accept(o.surface, o.tenant, o.delivery, to_json(request))
        for _ in range(TRIES):
            await unit.inbox.claim(inbox, -1.0)
    assert await firm.office.sweep() == 1
    await firm.office.idle()
    [post] = await firm.answers(inbox)
    assert post.data["code"] == "request.gave_up" and await numbers(firm) == []


async def test_a_conversation_is_answered_in_its_order(firm: Firm) -> None:
    matter = await firm.opened()
    said = [command(f'authorities add "{n} U.S. 1"', matter=matter.id) for n in range(1, 9)]
    for request in said:
        await firm.office.receive(request)
    await firm.office.idle()
    async with firm.house.reading() as view:
        kept = [one.citation for one in await view.authorities.list(matter.id)]
    assert kept == [f"{n} U.S. 1" for n in range(1, 9)]


async def test_a_stop_does_not_stand_behind_what_takes_long(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    matter = await firm.opened()
    await firm.say("simulate dismissal", matter=matter.id)
    running = await firm.say("status", matter=matter.id)
    gate, full = asyncio.Event(), asyncio.Event()
    fetching: list[str] = []

    class Slow:
        async def fetch(self, file: Any, folder: Any) -> Any:
            fetching.append(file.name)
            if len(fetching) == AT_ONCE:
                full.set()
            await gate.wait()
            raise Unavailable

        async def done(self, file: Any) -> None:
            pass

    office = Office(replace(firm.services, files={"terminal": Slow()}))
    file = firm.file("x.txt", RECORD_TEXT)
    for n in range(AT_ONCE + 2):
        other = await firm.say(f'new 2026-9{n} "Roe v. Acme"')
        await office.receive(UploadRequest(origin("ada"), (file,), matter=other.data["id"]))
    await full.wait()
    receipt = await office.receive(PressRequest(origin("ada"), "stop", running.id))
    while not await firm.answers(receipt.inbox):
        await firm.house.news.wait(1.0)
    [run] = await firm.runs(matter)
    assert run.stop_asked
    gate.set()
    await office.idle()
    assert office._queues == {} and office._held == set(), "nothing is remembered for ever"


async def test_what_is_to_be_done_after_the_commit_is_done_after_it(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    matter = await firm.opened()
    seen: list[int] = []

    async def start_owed() -> None:
        seen.append(len(await firm.runs(matter)))

    monkeypatch.setattr(firm.starter, "start_owed", start_owed)
    await firm.say("simulate dismissal", matter=matter.id)
    assert seen == [1]


async def test_a_start_that_fails_takes_nothing_back(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    matter = await firm.opened()

    async def start_owed() -> None:
        raise RuntimeError

    monkeypatch.setattr(firm.starter, "start_owed", start_owed)
    post = await firm.say("simulate dismissal", matter=matter.id)
    assert post.kind is Kind.ACK and len(await firm.runs(matter)) == 1


# Commands with files


async def test_a_command_with_files_is_done_after_they_are_taken_in(firm: Firm) -> None:
    matter = await firm.opened()
    file = firm.file("reply.txt", f"Reply. {RECORD_TEXT}")
    posts = await firm.send(
        command("/lawgame docs", matter=matter.id, files=(file,), scope=Scope.RECORD)
    )
    assert [post.title for post in posts] == ["1 document added, on record", "2 documents on file"]


async def test_files_stay_and_are_told_when_the_command_beside_them_is_refused(
    firm: Firm,
) -> None:
    opened = await firm.say('new 2026-1 "Doe v. Acme"')
    matter = await firm.matter(str(opened.data["id"]))
    file = firm.file("memo.txt", RECORD_TEXT)
    posts = await firm.send(command("/lawgame simulate x", matter=matter.id, files=(file,)))
    assert [post.kind for post in posts] == [Kind.ANSWER, Kind.ERROR]
    assert "1 document added, ours only" in posts[0].title
    assert posts[1].data["code"] == "simulate.nothing_on_record"
    async with firm.house.reading() as view:
        assert len(await view.documents.list(matter.id)) == 1
    assert await firm.runs(matter) == []


SENTENCES = [
    "New exhibits from the client", "Open letter, served in May", "Record of the deposition",
    "facts as filed", "Help me with these", "", "docs from the agency", "status letter",
]  # fmt: skip


@pytest.mark.parametrize("words", SENTENCES)
async def test_files_with_a_sentence_are_an_upload_whatever_it_begins_with(
    firm: Firm, words: str
) -> None:
    matter = await firm.opened()
    before = await numbers(firm)
    file = firm.file("exhibit.txt", f"Exhibit. {RECORD_TEXT}")
    posts = await firm.send(command(words, matter=matter.id, files=(file,)))
    assert posts[0].kind is Kind.ANSWER and "1 document added" in posts[0].title
    assert await numbers(firm) == before


async def test_a_seed_beside_the_words_counts_where_a_seed_is_taken(firm: Firm) -> None:
    matter = await firm.opened()
    assert (await firm.say("status", matter=matter.id, seed=5)).kind is Kind.ANSWER
    ack = await firm.say("simulate dismissal", matter=matter.id, seed=5)
    assert ack.data["seed"] == 5


async def test_a_seed_in_the_words_goes_before_one_beside_them(firm: Firm) -> None:
    matter = await firm.opened()
    ack = await firm.say("simulate dismissal --seed 9", matter=matter.id, seed=5)
    assert ack.data["seed"] == 9


def test_requests_survive_the_inbox() -> None:
    file = IncomingFile("a b.pdf", "/x/a b.pdf", 12, "https://files.example/a", "application/pdf")
    place = origin("ada", channel="C", thread="1.2")
    for request in (
        CommandRequest(place, "simulate “x”", "M-1", (file,), Scope.OURS, seed=4),
        UploadRequest(place, (file, file), "filed", None, Scope.RECORD),
        PressRequest(place, "stop", "P7", "R-1", "because"),
    ):
        assert from_json(json.loads(json.dumps(to_json(request)))) == request
