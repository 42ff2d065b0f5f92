from __future__ import annotations

import asyncio
import io
import json
import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.closing import closing
from bot.terminal.answers import End, Line
from bot.terminal.link import (
    FarError,
    LinkServer,
    LocalLink,
    PathTooLong,
    SocketLink,
    Stopping,
    Unreachable,
    connect,
    line_from_json,
    line_to_json,
    serve,
)
from bot.terminal.say import say
from engine.events import Kind
from handlers.doors import MatterLine, Person, Receipt, Shown
from handlers.posts import Post
from handlers.requests import CommandRequest, IncomingFile, Origin, UploadRequest
from tests.doubles.gallery import (
    ACK,
    ANSWER,
    ERROR,
    HOSTILE,
    MATTER,
    MOVE,
    OUTCOME,
    PROGRESS,
    RULING,
    RUN,
    THREAD,
    hostile_post,
)
from tests.doubles.house import Asked, House


@pytest.fixture
def house() -> House:
    line = MatterLine(MATTER, "2026-0417", "Doe v. Brellwick", THREAD)
    return House(persons=[Person("ann", "Ann", ("partner",))], lines=[(frozenset({"ann"}), line)])


@pytest.fixture
def path() -> Iterator[Path]:
    # A Unix socket's path is short, pytest's folders are long.
    with TemporaryDirectory() as folder:
        yield Path(folder) / "lg" / "sock"


@pytest.fixture
async def server(house: House, path: Path) -> AsyncIterator[LinkServer]:
    server = await serve(path, house, house)
    yield server
    await server.close()


def asking(text: str = "status", person: str = "ann", delivery: str = "d1") -> CommandRequest:
    return CommandRequest(Origin("terminal", "", person, delivery, thread=THREAD), text, MATTER)


def fresh(*posts: Post) -> list[Post]:
    return [replace(post, id="") for post in posts]


async def sent(link: SocketLink | LocalLink, asked: Asked, wait: bool = False) -> list[Line]:
    async with asyncio.timeout(5), closing(link.send(asked, wait=wait)) as lines:
        return [line async for line in lines]


def mode(path: Path) -> int | None:
    return path.stat().st_mode & 0o777 if path.exists() else None


def kinds(lines: list[Line]) -> list[str]:
    return [str(line.post.kind) for line in lines if isinstance(line, Shown)]


async def test_an_answer_comes_back(house: House, path: Path, server: LinkServer) -> None:
    house.answer = lambda asked: fresh(ANSWER)
    request = UploadRequest(
        Origin("terminal", "", "ann", "d1", thread=THREAD), (IncomingFile("é.pdf", "/x/é.pdf", 3),)
    )
    lines = await sent(await connect(path), request)
    assert house.received == [request]
    assert lines[0] == Receipt("in-1", True) and lines[-1] == End(True)
    [shown] = [line for line in lines if isinstance(line, Shown)]
    assert shown == (await house.posts("ann", THREAD))[0]


async def test_all_posts_of_one_answer_come_and_no_others(
    house: House, path: Path, server: LinkServer
) -> None:
    house.answer = lambda asked: fresh(ANSWER, ERROR)
    await house.tell(replace(MOVE, id=""))
    lines = await sent(await connect(path), asking())
    assert kinds(lines) == ["answer", "error"] and lines[-1] == End(False)


async def test_waiting_follows_the_run_to_its_outcome(
    house: House, path: Path, server: LinkServer
) -> None:
    house.answer = lambda asked: fresh(ACK)

    async def run() -> None:
        await house.tell(replace(MOVE, id="", run="another"))
        for post in fresh(PROGRESS, MOVE, RULING, OUTCOME, MOVE):
            await house.tell(post)

    async with asyncio.timeout(5):
        lines = []
        async with closing((await connect(path)).send(asking(), wait=True)) as coming:
            async for line in coming:
                lines.append(line)
                if kinds(lines) == ["ack"]:
                    await run()
    assert kinds(lines) == ["ack", "progress", "move", "ruling", "outcome"]
    assert lines[-1] == End(True)


async def test_an_uploads_answer_is_waited_for_behind_its_progress(
    house: House, path: Path, server: LinkServer
) -> None:
    house.answer = lambda asked: [replace(PROGRESS, id="", run=None, supersedes="upload 1")]
    async with asyncio.timeout(5):
        lines = []
        async with closing((await connect(path)).send(asking(), wait=False)) as coming:
            async for line in coming:
                lines.append(line)
                if isinstance(line, Shown) and line.post.kind is Kind.PROGRESS:
                    await asyncio.sleep(0.3)  # longer than answers of one transaction are apart
                    await house.tell(replace(ANSWER, id="", supersedes="upload 1"), line.inbox)
    assert kinds(lines) == ["progress", "answer"] and lines[-1] == End(True)


async def test_without_waiting_the_acknowledgement_is_the_answer(
    house: House, path: Path, server: LinkServer
) -> None:
    house.answer = lambda asked: fresh(ACK, MOVE)
    lines = await sent(await connect(path), asking())
    assert kinds(lines) == ["ack", "move"]
    house.answer = lambda asked: fresh(ACK)
    assert kinds(await sent(await connect(path), asking(delivery="d2"))) == ["ack"]


async def test_a_run_that_breaks_ends_the_waiting_badly(
    house: House, path: Path, server: LinkServer
) -> None:
    house.answer = lambda asked: fresh(ACK, replace(ERROR, run=RUN))
    lines = await sent(await connect(path), asking(), wait=True)
    assert kinds(lines) == ["ack", "error"] and lines[-1] == End(False)


async def test_waiting_on_an_upload_goes_past_its_acknowledgement(
    house: House, path: Path, server: LinkServer
) -> None:
    house.answer = lambda asked: fresh(replace(ACK, run=None), ANSWER)
    lines = await sent(await connect(path), asking(), wait=True)
    assert kinds(lines) == ["ack", "answer"]


async def test_a_delivery_sent_again_is_answered_with_what_answered_it(
    house: House, path: Path, server: LinkServer
) -> None:
    house.answer = lambda asked: fresh(ANSWER)
    first = await sent(await connect(path), asking())
    again = await sent(await connect(path), asking())
    assert again == [Receipt("in-1", False), *first[1:]] and len(house.received) == 1


async def test_what_a_person_may_not_read_is_not_watched(
    house: House, path: Path, server: LinkServer
) -> None:
    await house.tell(replace(MOVE, id=""))
    await house.tell(replace(MOVE, id="", thread="lobby-eve"))
    async with closing((await connect(path)).watch("eve", 0)) as watched:
        assert (await anext(watched)).seq == 2


async def test_looking_things_up(house: House, path: Path, server: LinkServer) -> None:
    link = await connect(path)
    await house.tell(replace(MOVE, id=""))
    assert await link.matters("ann") == await house.matters("ann")
    assert await link.matters("eve") == []
    assert await link.people() == house.persons
    assert await link.lobby("ann") == "lobby-ann"
    assert await link.latest() == 1


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b"[1]",
        b'{"op": "dance"}',
        b'{"op": "send"}',
        b'{"op": "send", "request": {"request": "command", "text": "privileged"}}',
        b"\xff\xfe",
    ],
)
async def test_a_bad_line_is_refused_and_the_next_is_answered(
    house: House, path: Path, server: LinkServer, line: bytes
) -> None:
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(line + b"\n" + b'{"op": "latest"}\n')
    refused = json.loads(await reader.readline())
    assert refused["error"]["code"] == "request.invalid"
    assert "privileged" not in json.dumps(refused)
    assert json.loads(await reader.readline()) == {"latest": 0}
    writer.close()


async def test_who_hangs_up_is_let_go(house: House, path: Path, server: LinkServer) -> None:
    link = await connect(path)
    await house.tell(replace(MOVE, id=""))
    async with closing(link.watch("ann", 0)) as watched:
        await anext(watched)
        assert server.attached >= 1
    async with asyncio.timeout(5):
        await server.idle()
    assert server.attached == 0


async def test_a_server_that_stops_says_so(house: House, path: Path, server: LinkServer) -> None:
    house.answer = lambda asked: fresh(ACK)
    lines = (await connect(path)).send(asking(), wait=True)
    await anext(lines)
    await anext(lines)
    await server.close()
    with pytest.raises(Stopping):
        await anext(lines)
    assert mode(path) is None
    with pytest.raises(Unreachable):
        await connect(path)


async def test_a_socket_that_a_killed_process_left_is_replaced(house: House, path: Path) -> None:
    path.parent.mkdir()
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()
    server = await serve(path, house, house)
    assert await (await connect(path)).latest() == 0
    assert mode(path) == 0o600
    await server.close()


async def test_another_user_is_not_answered(
    house: House, path: Path, server: LinkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.terminal.link.os.getuid", lambda: 4242)
    with pytest.raises(Stopping):
        await connect(path)
    assert house.received == []


async def test_a_path_that_is_too_long_is_named(house: House, tmp_path: Path) -> None:
    with pytest.raises(PathTooLong):
        await serve(tmp_path / ("x" * 120), house, house)


def test_lines_come_back_as_they_went() -> None:
    for line in (Receipt("i", False), End(True), Shown(3, hostile_post(), "i"), Shown(1, MOVE)):
        text = json.dumps(line_to_json(line))
        assert "\n" not in text
        assert line_from_json(json.loads(text)) == line


async def test_say_prints_json_and_returns_zero_or_two(
    house: House, path: Path, server: LinkServer
) -> None:
    house.answer = lambda asked: fresh(ERROR if "bad" in getattr(asked, "text", "") else ANSWER)
    link = await connect(path)
    asked = [asking("good", delivery="1"), asking("bad", delivery="2"), asking("x", delivery="3")]
    out = io.StringIO()
    assert await say(link, asked[:1], wait=False, as_json=True, out=out) == 0
    assert await say(link, asked[1:], wait=False, as_json=True, out=out) == 2
    posts = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [post["kind"] for post in posts] == ["answer", "error"]
    assert posts[1]["data"]["code"] == "document.encrypted"
    assert len(house.received) == 2


async def test_say_tells_an_unreachable_house_as_an_error_post(path: Path) -> None:
    out = io.StringIO()
    code = await say(SocketLink(path), [asking()], wait=False, as_json=True, out=out)
    post = json.loads(out.getvalue())
    assert (code, post["kind"], post["data"]["code"]) == (2, "error", "link.unreachable")
    assert "lawgame serve" in post["body"]


async def test_say_without_a_socket_is_the_same(house: House) -> None:
    house.answer = lambda asked: fresh(replace(ANSWER, title=HOSTILE))
    out = io.StringIO()
    link = LocalLink(house, house)
    assert await say(link, [asking()], wait=True, as_json=False, out=out) == 0
    assert "\x1b" not in out.getvalue() and "D3" in out.getvalue()
    assert [str(type(line).__name__) for line in await sent(link, asking(delivery="2"))] == [
        "Receipt",
        "Shown",
        "End",
    ]


def test_a_far_error_keeps_its_code() -> None:
    error = FarError("document.locked", "It is locked.", "Unlock it.")
    assert (error.code, error.message, error.remedy) == (
        "document.locked",
        "It is locked.",
        "Unlock it.",
    )
