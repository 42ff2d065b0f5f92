from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from aiohttp import ClientResponse, FormData, web
from aiohttp.test_utils import TestClient, TestServer

from bot.desk.pages import Desk
from bot.desk.signin import DemoIdentity
from bot.desk.uploads import Limits
from engine.events import Kind
from engine.matter import Scope
from handlers.doors import MatterLine, Person
from handlers.posts import File, Post
from handlers.requests import CommandRequest, PressRequest, UploadRequest
from tests.doubles.gallery import ACK, ANSWER, MATTER, OUTCOME, PROGRESS, RUN, THREAD
from tests.doubles.house import House

PAGE = f"/m/{MATTER}"
LIMITS = Limits(size=3 * 2**20, files=3)


@dataclass
class Seat:
    """One browser at the Desk."""

    client: TestClient[web.Request, web.Application]
    house: House
    uploads: Path
    desk: Desk

    async def form(self, page: str = PAGE, action: str = "/say") -> dict[str, str]:
        """The hidden fields of the page's form with that action."""
        text = await (await self.client.get(page)).text()
        form = next(f for f in re.findall(r"<form.*?</form>", text, re.S) if f'{action}"' in f)
        return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))

    async def sit(self, person: str) -> None:
        form = await self.form("/", "/person")
        answer = await self.client.post("/person", data={**form, "person": person})
        assert answer.status == 200

    async def post(self, path: str, data: object, **headers: str) -> ClientResponse:
        return await self.client.post(path, data=data, headers=headers, allow_redirects=False)


@pytest.fixture
async def seat(tmp_path: Path) -> AsyncIterator[Seat]:
    line = MatterLine(MATTER, "2026-0417", "Doe <v.> Brellwick", THREAD)
    other = MatterLine("m2", "2026-0388", "Harcourt", "t2")
    house = House(
        persons=[Person("ann", "Ann", ("partner",)), Person("pat", "Pat", ())],
        lines=[(frozenset({"ann"}), line), (frozenset({"pat"}), other)],
        answer=lambda asked: [replace(ANSWER, id="", thread="", matter=None)],
    )
    desk = Desk(
        house,
        house,
        DemoIdentity(b"k" * 32, house),
        tmp_path / "uploads",
        hosts=("desk.firm.example",),
        limits=LIMITS,
        heartbeat=0.05,
    )
    app = web.Application()
    app.add_routes(desk.routes())
    app.on_shutdown.append(desk.close)
    async with TestClient(TestServer(app)) as client:
        yield Seat(client, house, tmp_path / "uploads", desk)


async def test_a_person_is_chosen_first(seat: Seat) -> None:
    text = await (await seat.client.get("/")).text()
    assert "Who is at the desk?" in text and 'value="pat"' in text
    assert (await seat.client.get(PAGE)).status == 403
    await seat.sit("ann")
    text = await (await seat.client.get("/")).text()
    assert "Doe &lt;v.&gt; Brellwick" in text and "Harcourt" not in text


async def test_nobody_unknown_can_be_chosen(seat: Seat) -> None:
    form = await seat.form("/", "/person")
    assert (await seat.post("/person", {**form, "person": "eve"})).status == 404


async def test_another_persons_matter_is_as_if_not_there(seat: Seat) -> None:
    await seat.sit("pat")
    for path in (PAGE, f"{PAGE}/live", f"{PAGE}/file/p/0"):
        assert (await seat.client.get(path)).status == 404
    form = await seat.form("/m/m2")
    assert (await seat.post(f"{PAGE}/say", {**form, "text": "status"})).status == 404
    assert seat.house.received == []


async def test_a_command_reaches_the_door_once_however_often_it_is_sent(seat: Seat) -> None:
    await seat.sit("ann")
    form = {**await seat.form(), "text": " /lawgame status "}
    for _ in range(2):
        answer = await seat.post(f"{PAGE}/say", form)
        assert (answer.status, answer.headers["Location"]) == (303, f"{PAGE}#end")
    [asked] = seat.house.received
    assert isinstance(asked, CommandRequest)
    assert (asked.text, asked.matter) == ("/lawgame status", MATTER)
    assert (asked.origin.surface, asked.origin.person) == ("desk", "ann")
    assert (asked.origin.thread, asked.origin.delivery) == (THREAD, form["delivery"])
    assert "Documents on file" in await (await seat.client.get(PAGE)).text()


async def test_two_forms_are_two_requests(seat: Seat) -> None:
    await seat.sit("ann")
    for _ in range(2):
        await seat.post(f"{PAGE}/say", {**await seat.form(), "text": "status"})
    assert len(seat.house.received) == 2


async def test_a_script_is_told_where_to_go_and_the_next_key(seat: Seat) -> None:
    await seat.sit("ann")
    seat.house.answer = lambda asked: [replace(ANSWER, id="")]
    form = await seat.form("/")
    answer = await seat.post("/say", {**form, "text": "open 2026"}, Accept="application/json")
    reply = await answer.json()
    assert reply["go"] == PAGE and reply["delivery"] != form["delivery"]


@pytest.mark.parametrize("wrong", [{"csrf": ""}, {"csrf": "x" * 43}, {"csrf": "é"}])
async def test_a_form_without_the_right_token_does_nothing(
    seat: Seat, wrong: dict[str, str]
) -> None:
    await seat.sit("ann")
    form = {**await seat.form(), "text": "status", **wrong}
    for path in ("say", "press"):
        answer = await seat.post(f"{PAGE}/{path}", form)
        assert answer.status == 403 and "out of date" in await answer.text()
    assert seat.house.received == []


async def test_another_sessions_token_is_refused(seat: Seat) -> None:
    await seat.sit("ann")
    stolen = await seat.form()
    await seat.sit("ann")
    assert (await seat.post(f"{PAGE}/say", {**stolen, "text": "status"})).status == 403


async def test_a_form_of_another_site_is_refused(seat: Seat) -> None:
    await seat.sit("ann")
    form = {**await seat.form(), "text": "status"}
    assert (await seat.post(f"{PAGE}/say", form, Origin="http://evil.example")).status == 403
    assert (await seat.post(f"{PAGE}/say", form, Origin="null")).status == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.example", "[::1", ""]
)
async def test_a_name_that_is_not_ours_is_refused(seat: Seat, host: str) -> None:
    for path in ("/", "/desk/desk.js"):
        assert (await seat.client.get(path, headers={"Host": host})).status in (400, 421)


@pytest.mark.parametrize("host", ["localhost:99", "127.0.0.1", "[::1]:8", "Desk.Firm.Example:443"])
async def test_our_names_are_answered(seat: Seat, host: str) -> None:
    assert (await seat.client.get("/", headers={"Host": host})).status == 200


async def test_persons_are_not_chosen_through_a_proxy(seat: Seat) -> None:
    answer = await seat.client.get("/", headers={"X-Forwarded-For": "203.0.113.9"})
    assert answer.status == 403


@pytest.mark.parametrize("path", ["/", PAGE, "/desk/desk.css", "/desk/nothing"])
async def test_every_answer_is_guarded(seat: Seat, path: str) -> None:
    answer = await seat.client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"


async def test_the_cookie_is_not_for_scripts_or_other_sites(seat: Seat) -> None:
    cookie = (await seat.client.get("/")).headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie


async def test_no_page_names_another_host_or_inline_script(seat: Seat) -> None:
    await seat.sit("ann")
    await seat.house.tell(PROGRESS)
    for path in ("/", PAGE, "/desk/desk.css", "/desk/desk.js"):
        text = await (await seat.client.get(path)).text()
        assert not re.search(r"(src|href|action)=[\"']?(https?:)?//", text)
        assert not re.search(r"<script>|\sstyle=|\son\w+=\"|url\(|@import", text)


async def test_files_are_kept_under_our_names_and_asked_for_as_ours_only(seat: Seat) -> None:
    await seat.sit("ann")
    hostile = "../../etc/<b>memo.PDF"
    form = await seat.form(action="/upload")
    data = FormData(list(form.items()), quote_fields=False)
    data.add_field("file", io.BytesIO(b"x" * (2 * 2**20)), filename=hostile)
    data.add_field("file", b"two", filename="mail.eml")
    answer = await seat.post(f"{PAGE}/upload", data)
    assert answer.status == 303
    [asked] = seat.house.received
    assert isinstance(asked, UploadRequest)
    assert (asked.scope, asked.matter) == (Scope.OURS, MATTER)
    assert [file.name for file in asked.files] == ["<b>memo.PDF", "mail.eml"]
    assert [file.size for file in asked.files] == [2 * 2**20, 3]
    kept = [Path(file.source) for file in asked.files]
    assert [path.name for path in kept] == ["001.pdf", "002.eml"]
    assert all(path.parent.parent == seat.uploads for path in kept)
    assert kept[1].read_bytes() == b"two"


async def test_a_brief_can_be_sent_to_have_its_citations_checked_only(seat: Seat) -> None:
    await seat.sit("ann")
    form = {**await seat.form(action="/upload"), "scope": "check"}
    data = FormData(list(form.items()), quote_fields=False)
    data.add_field("file", b"See 1 U.S. 1.", filename="brief.txt")
    assert (await seat.post(f"{PAGE}/upload", data)).status == 303
    [asked] = seat.house.received
    assert isinstance(asked, CommandRequest)
    assert (asked.text, asked.matter) == ("citecheck", MATTER)
    assert [file.name for file in asked.files] == ["brief.txt"]


@pytest.mark.parametrize(
    ("said", "scope"),
    [("record", Scope.RECORD), ("ours", Scope.OURS), ("RECORD", Scope.OURS), ("", Scope.OURS)],
)
async def test_only_on_record_puts_on_record(seat: Seat, said: str, scope: Scope) -> None:
    await seat.sit("ann")
    form = {**await seat.form(action="/upload"), "scope": said}
    data = FormData(list(form.items()))
    data.add_field("file", b"one", filename="a.txt")
    await seat.post(f"{PAGE}/upload", data)
    [asked] = seat.house.received
    assert isinstance(asked, UploadRequest) and asked.scope is scope


@pytest.mark.parametrize(
    ("files", "status", "code"),
    [
        ([b"x" * (LIMITS.size + 1)], 422, "desk.upload_too_large"),
        ([b"ok", b"x" * (LIMITS.size + 1)], 422, "desk.upload_too_large"),
        ([b"x"] * 4, 422, "desk.upload_too_many"),
        ([], 400, "desk.upload_empty"),
    ],
)
async def test_what_is_too_much_leaves_nothing(
    seat: Seat, files: list[bytes], status: int, code: str
) -> None:
    await seat.sit("ann")
    data = FormData(list((await seat.form(action="/upload")).items()), default_to_multipart=True)
    for content in files:
        data.add_field("file", io.BytesIO(content), filename="a.pdf")
    answer = await seat.post(f"{PAGE}/upload", data, Accept="application/json")
    assert (answer.status, (await answer.json())["error"]["code"]) == (status, code)
    assert seat.house.received == [] and _kept(seat) == []


async def test_an_upload_without_a_token_is_refused_before_a_byte_is_kept(seat: Seat) -> None:
    await seat.sit("ann")
    data = FormData()
    data.add_field("file", b"one", filename="a.txt")
    data.add_field("csrf", (await seat.form())["csrf"])
    assert (await seat.post(f"{PAGE}/upload", data)).status == 403
    assert seat.house.received == [] and not seat.uploads.exists()


async def test_an_upload_sent_twice_is_one(seat: Seat) -> None:
    await seat.sit("ann")
    form = await seat.form(action="/upload")
    for _ in range(2):
        data = FormData(list(form.items()))
        data.add_field("file", b"one", filename="a.txt")
        await seat.post(f"{PAGE}/upload", data)
    assert len(seat.house.received) == 1 and len(_kept(seat)) == 1


def _kept(seat: Seat) -> list[Path]:
    return [path for path in seat.uploads.rglob("*") if path.is_file()]


async def test_a_button_is_pressed_once(seat: Seat) -> None:
    await seat.sit("ann")
    await seat.house.tell(PROGRESS)
    form = await seat.form(action="/press")
    for _ in range(2):
        assert (await seat.post(f"{PAGE}/press", form)).status == 303
    [asked] = seat.house.received
    assert isinstance(asked, PressRequest)
    assert (asked.action, asked.post, asked.value) == ("stop", PROGRESS.id, RUN)


async def test_an_uploads_progress_is_one_line_until_its_answer(seat: Seat) -> None:
    await seat.sit("ann")
    first = replace(PROGRESS, id="", run=None, supersedes="upload 1", title="Reading a.pdf")
    for post in (first, replace(first, title="Reading b.pdf")):
        await seat.house.tell(post)
    page = await (await seat.client.get(PAGE)).text()
    assert "Reading b.pdf" in page and "Reading a.pdf" not in page
    await seat.house.tell(replace(ANSWER, id="", title="Two documents", supersedes="upload 1"))
    page = await (await seat.client.get(PAGE)).text()
    assert "Two documents" in page and "Reading b.pdf" not in page


async def test_progress_stands_by_the_command_box_until_the_run_ends(seat: Seat) -> None:
    await seat.sit("ann")
    await seat.house.tell(PROGRESS)
    page = await (await seat.client.get(PAGE)).text()
    assert page.index('id="running"') < page.index(PROGRESS.title)
    await seat.house.tell(OUTCOME)
    assert PROGRESS.title not in await (await seat.client.get(PAGE)).text()


async def test_a_superseded_post_is_not_shown(seat: Seat) -> None:
    await seat.sit("ann")
    await seat.house.tell(replace(ACK, id="old", title="the older words"))
    await seat.house.tell(replace(ACK, id="new", supersedes="old"))
    page = await (await seat.client.get(PAGE)).text()
    assert "the older words" not in page and ACK.title in page


async def test_a_superseded_outcome_stays_among_what_followed_on_it(seat: Seat) -> None:
    await seat.sit("ann")
    await seat.house.tell(replace(OUTCOME, id="P1", title="Outcome: stopped", superseded_by="P2"))
    await seat.house.tell(replace(OUTCOME, id="P2", title="Outcome: exhausted", supersedes="P1"))
    page = await (await seat.client.get(PAGE)).text()
    assert page.index("Outcome: stopped") < page.index("Outcome: exhausted")


async def test_a_posts_files_can_be_had_by_those_who_read_it(seat: Seat, tmp_path: Path) -> None:
    path = tmp_path / "m.html"
    path.write_text("<script>x</script>")
    await seat.sit("ann")
    files = (File("mémo.html", str(path)), File("gone", str(tmp_path / "gone")))
    await seat.house.tell(replace(OUTCOME, id="p9", files=files))
    answer = await seat.client.get(f"{PAGE}/file/p9/0")
    assert await answer.text() == "<script>x</script>"
    assert answer.content_type == "application/octet-stream"
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    for missing in ("p9/1", "p9/2", "p8/0", "p9/-1", "p9/x"):
        assert (await seat.client.get(f"{PAGE}/file/{missing}")).status == 404


async def _events(answer: ClientResponse, count: int) -> list[str]:
    """The next ``count`` events of a stream, comments and retry lines left out."""
    found: list[str] = []
    while len(found) < count:
        lines = []
        while line := (await answer.content.readline()).decode().rstrip("\n"):
            lines.append(line)
        if any(line.startswith("event: ") for line in lines):
            found.append("\n".join(lines))
    return found


async def test_posts_arrive_live_and_from_where_the_page_had_got_to(seat: Seat) -> None:
    await seat.sit("ann")
    for n in range(1, 4):
        await seat.house.tell(replace(ACK, id="", title=f"post number {n}"))
    async with seat.client.get(f"{PAGE}/live?after=2") as answer:
        assert answer.content_type == "text/event-stream"
        [third] = await _events(answer, 1)
        assert "id: 3\n" in third and "post number 3" in third
        await seat.house.tell(Post(Kind.NOTICE, "elsewhere", thread="t2"))
        await seat.house.tell(replace(ACK, id="", title="post number 5"))
        [fifth] = await _events(answer, 1)
        assert "id: 5\n" in fifth and "post number 5" in fifth
    resumed = {"Last-Event-ID": "3"}
    async with seat.client.get(f"{PAGE}/live?after=0", headers=resumed) as answer:
        [again] = await _events(answer, 1)
        assert "id: 5\n" in again


async def test_an_idle_stream_has_a_heartbeat_and_ends_with_the_house(seat: Seat) -> None:
    await seat.sit("ann")
    async with seat.client.get(f"{PAGE}/live") as answer:
        lines = [await answer.content.readline() for _ in range(4)]
        assert b": still here\n" in lines
        await seat.desk.close()
        async with asyncio.timeout(5):
            await answer.content.read()


async def test_hostile_words_cannot_end_an_event(seat: Seat) -> None:
    await seat.sit("ann")
    await seat.house.tell(replace(ACK, id="", title="x\n\nid: 99\nevent: evil\ndata: y\n\n"))
    async with seat.client.get(f"{PAGE}/live") as answer:
        [event] = await _events(answer, 1)
    assert [line.split(":")[0] for line in event.split("\n")] == ["id", "event", "data"]
