from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from bot.render.terminal import Printer
from bot.terminal.chat import Chat, chat
from bot.terminal.completion import CommandCompleter, SeenIds
from bot.terminal.link import LocalLink
from engine.matter import Scope
from handlers.doors import MatterLine, Person
from handlers.posts import Post
from handlers.requests import CommandRequest, PressRequest, UploadRequest
from tests.doubles.gallery import ANSWER, MATTER, MOVE, OUTCOME, PROGRESS, RUN, THREAD
from tests.doubles.house import House

LINE = MatterLine(MATTER, "2026-0417", "Doe v. Brellwick", THREAD)


@pytest.fixture
def house() -> House:
    return House(
        answer=lambda asked: [replace(ANSWER, id="")],
        persons=[Person("ann", "Ann", ())],
        lines=[(frozenset({"ann"}), LINE)],
    )


@dataclass
class Terminal:
    keys: PipeInput
    out: io.StringIO
    history: Path
    talk: asyncio.Task[int]
    times: list[float]

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(10):
            # What happens inside prompt_toolkit sets no event of ours.
            while not true():  # noqa: ASYNC110
                await asyncio.sleep(0.01)


@pytest.fixture
async def terminal(house: House, tmp_path: Path) -> AsyncIterator[Terminal]:
    out, history, times = io.StringIO(), tmp_path / "kept" / "history", [0.0]
    with create_pipe_input() as keys:
        link = LocalLink(house, house)
        talk = asyncio.create_task(
            chat(
                link,
                "ann",
                history=history,
                input=keys,
                output=DummyOutput(),
                out=out,
                clock=lambda: times[0],
            )
        )
        yield Terminal(keys, out, history, talk, times)
        talk.cancel()
        await asyncio.gather(talk, return_exceptions=True)


async def test_what_is_typed_is_asked_and_its_answer_printed(
    house: House, terminal: Terminal
) -> None:
    terminal.keys.send_text("matters\r")
    await terminal.until(lambda: "Documents on file" in terminal.out.getvalue())
    [asked] = house.received
    assert isinstance(asked, CommandRequest)
    assert (asked.text, asked.matter, asked.origin.thread) == ("matters", None, "lobby-ann")
    assert terminal.history.read_text().endswith("+matters\n")
    assert terminal.history.stat().st_mode & 0o077 == 0


async def test_the_answers_matter_is_the_next_requests(house: House, terminal: Terminal) -> None:
    terminal.keys.send_text("open 2026-0417\r")
    await terminal.until(lambda: "Documents on file" in terminal.out.getvalue())
    terminal.keys.send_text("docs\r")
    await terminal.until(lambda: len(house.received) == 2)
    asked = house.received[1]
    assert isinstance(asked, CommandRequest)
    assert (asked.matter, asked.origin.thread) == (MATTER, THREAD)


async def test_posts_arrive_while_nothing_is_typed(house: House, terminal: Terminal) -> None:
    terminal.keys.send_text("open 2026-0417\r")
    await terminal.until(lambda: "Documents on file" in terminal.out.getvalue())
    await house.tell(Post(MOVE.kind, "of another matter", thread="t2"))
    await house.tell(replace(MOVE, id=""))
    await terminal.until(lambda: MOVE.title in terminal.out.getvalue())
    assert "of another matter" not in terminal.out.getvalue()


@pytest.mark.parametrize("leave", ["quit\r", "\x04"])
async def test_leaving(terminal: Terminal, leave: str) -> None:
    terminal.keys.send_text(leave)
    async with asyncio.timeout(10):
        assert await terminal.talk == 0


async def test_one_interrupt_does_not_leave_and_two_do(house: House, terminal: Terminal) -> None:
    terminal.keys.send_text("\x03status\r")
    await terminal.until(lambda: len(house.received) == 1)
    terminal.times[0] = 60.0
    terminal.keys.send_text("\x03docs\r")
    await terminal.until(lambda: len(house.received) == 2)
    assert not terminal.talk.done()
    terminal.times[0] = 120.0
    terminal.keys.send_text("\x03\x03")
    async with asyncio.timeout(10):
        assert await terminal.talk == 0


async def talking(house: House) -> tuple[Chat, io.StringIO]:
    out = io.StringIO()
    talk = Chat(LocalLink(house, house), "ann", Printer(out))
    await talk.start(MATTER)
    return talk, out


async def test_an_upload_is_ours_only_unless_said_otherwise(house: House, tmp_path: Path) -> None:
    path = tmp_path / "two words.txt"
    path.write_text("abc")
    talk, _ = await talking(house)
    talk.enter(f"upload '{path}'")
    talk.enter(f"upload --record '{path}'")
    await talk.settle()
    first, second = house.received
    assert isinstance(first, UploadRequest) and isinstance(second, UploadRequest)
    assert (first.scope, second.scope) == (Scope.OURS, Scope.RECORD)
    [file] = first.files
    assert (file.name, file.source, file.size) == ("two words.txt", str(path), 3)


@pytest.mark.parametrize("line", ["upload", "upload /no/such", "upload 'x", "press", "press stop"])
async def test_what_cannot_be_sent_is_told_with_a_remedy(house: House, line: str) -> None:
    talk, out = await talking(house)
    talk.enter(line)
    await talk.settle()
    assert "Not done" in out.getvalue() and house.received == []


async def test_a_button_is_pressed_by_its_name(house: House) -> None:
    house.answer = lambda asked: [replace(PROGRESS, id=""), OUTCOME]
    talk, out = await talking(house)
    talk.enter("status")
    await talk.settle()
    talk.enter("press Stop")
    await talk.settle()
    asked = house.received[1]
    assert isinstance(asked, PressRequest)
    assert (asked.action, asked.post, asked.value) == ("stop", "p1", RUN)
    assert "p1" not in out.getvalue()


async def test_progress_is_in_the_toolbar_until_the_run_ends(house: House) -> None:
    house.answer = lambda asked: [replace(PROGRESS, id="", title="Round 2\x1b[2J")]
    talk, out = await talking(house)
    talk.enter("status")
    await talk.settle()
    assert "Round 2␛[2J 5/12" in talk.toolbar() and "Round 2" not in out.getvalue()
    house.answer = lambda asked: [OUTCOME]
    talk.enter("status")
    await talk.settle()
    assert "Round 2" not in talk.toolbar() and talk.toolbar().endswith("Doe v. Brellwick")


async def test_an_uploads_progress_is_in_the_toolbar_until_its_answer(house: House) -> None:
    line = replace(PROGRESS, id="", run=None, supersedes="upload 1", title="Reading a.pdf")
    house.answer = lambda asked: [line, replace(ANSWER, id="", supersedes="upload 2")]
    talk, _ = await talking(house)
    talk.enter("status")
    await talk.settle()
    assert "Reading a.pdf 5/12" in talk.toolbar()
    house.answer = lambda asked: [replace(ANSWER, id="", supersedes="upload 1")]
    talk.enter("status")
    await talk.settle()
    assert "Reading a.pdf" not in talk.toolbar()


async def completions(text: str, *posts: Post) -> list[str]:
    seen = SeenIds()
    for post in posts:
        seen.look(post)
    asked: list[str] = []

    async def matters() -> list[MatterLine]:
        asked.append("matters")
        return [LINE]

    completer = CommandCompleter(seen, matters, {"upload": "add"})
    document = Document(text)
    found = [each.text async for each in completer.get_completions_async(document, CompleteEvent())]
    # Matters are looked up only where one is to be named.
    assert bool(asked) == text.startswith("open ")
    return found


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("sim", ["simulate"]),
        ("/lawgame sim", ["simulate"]),
        ("/st", ["stop", "status"]),
        ("up", ["upload"]),
        ("simulate x --r", ["--rounds"]),
        ("new 1 T --sensitivity ro", ["routine"]),
        ("docs re", ["record", "reread", "remove"]),
        ("docs record ", ["D3", "D1"]),
        ("docs record d1", ["D1"]),
        ("elements edit ", ["D3", "D1"]),
        ("help si", ["simulate"]),
        ("open 2026", ["2026-0417"]),
        ("open 1999", []),
        ("nothing ", []),
    ],
)
async def test_completion(typed: str, offered: list[str]) -> None:
    data = {"documents": [{"id": "D1"}, {"id": "D3"}], "text": "D9 in prose"}
    assert await completions(typed, replace(ANSWER, data=data)) == offered
