"""Archives and mail: what is taken, under which names, and what is refused without losing more."""

from __future__ import annotations

import asyncio
import io
import os
import stat
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.corpus import errors, unpack, unpacking
from engine.corpus.confine import write_only_in
from engine.corpus.limits import Limits
from engine.corpus.unpack import Opened, open_up
from tests.fixtures.documents import makers, ole
from tests.shared_data import shared

LIMITS = Limits()
Files = Sequence[tuple[str, bytes]]


def zipped(files: Files, *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as package:
        for name, content in files:
            package.writestr(name, content)
    return out.getvalue()


def flagged(data: bytes) -> bytes:
    """The archive with every entry marked as encrypted."""
    out = bytearray(data)
    for magic, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = out.find(magic)
        while place >= 0:
            out[place + at] |= 1
            place = out.find(magic, place + 4)
    return bytes(out)


def linked(target: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        package.writestr(link, target)
        package.writestr("a.txt", "The agency paid.")
    return out.getvalue()


def overlapped() -> bytes:
    """An archive in which two entries share their bytes."""
    data = bytearray(zipped([("a.txt", b"x" * 3_000), ("b.txt", b"y" * 3_000)]))
    second = data.find(b"PK\x01\x02", data.find(b"PK\x01\x02") + 4)
    data[second + 42 : second + 46] = b"\x00" * 4
    return bytes(data)


async def opened(tmp_path: Path, name: str, data: bytes, limits: Limits = LIMITS) -> Opened:
    upload = tmp_path / "upload"
    upload.write_bytes(data)
    folder = tmp_path / "folder"
    folder.mkdir()
    found = await open_up(upload, name, folder=folder, limits=limits)
    check_places(found, upload, folder)
    return found


def check_places(found: Opened, upload: Path, folder: Path) -> None:
    """Members are the upload or plain files in the folder, and nothing else was left anywhere."""
    for member in found.members:
        assert member.path == upload or member.path.parent == folder
        assert member.path.is_file() and not member.path.is_symlink()
    kept = {member.path.name for member in found.members if member.path != upload}
    assert {path.name for path in folder.iterdir()} == kept
    assert {path.name for path in upload.parent.iterdir()} == {"upload", "folder"}


def told(found: Opened) -> list[tuple[str, str]]:
    return [(member.name, member.within) for member in found.members]


async def test_a_plain_document_is_its_own_member(tmp_path: Path) -> None:
    found = await opened(tmp_path, "a/brief.txt", b"The agency paid.")
    assert told(found) == [("brief.txt", "")]
    assert found.members[0].path == tmp_path / "upload"


async def test_a_word_file_is_no_archive(tmp_path: Path) -> None:
    found = await opened(tmp_path, "brief", makers.docx(["The agency paid."]))
    assert told(found) == [("brief", "")]


async def test_an_archive_gives_its_files_and_those_of_archives_in_it(tmp_path: Path) -> None:
    inner = zipped([("c.txt", b"The third file.")])
    data = zipped(
        [
            ("a.txt", b"The first file."),
            ("vol 1/b.docx", makers.docx(["The second file."])),
            ("vol 1/more.zip", inner),
            ("vol 1/", b""),
        ]
    )
    found = await opened(tmp_path, "exhibits.zip", data)
    assert told(found) == [
        ("a.txt", "exhibits.zip"),
        ("b.docx", "exhibits.zip/vol 1"),
        ("c.txt", "exhibits.zip/vol 1/more.zip"),
    ]
    assert found.members[2].path.read_bytes() == b"The third file."
    assert found.refused == ()


async def test_a_mail_comes_before_its_attachments(tmp_path: Path) -> None:
    outer = makers.eml("See the attached.", attachment="Ex 3.pdf")
    found = await opened(tmp_path, "mails.zip", zipped([("mail.eml", outer)]))
    assert told(found) == [("mail.eml", "mails.zip"), ("Ex 3.pdf", "mails.zip/mail.eml")]
    assert found.members[1].path.read_bytes() == b"%PDF-1.4"


async def test_messages_within_messages_come_with_their_attachments(tmp_path: Path) -> None:
    deep = ole.message(subject="Deep", body="The deep words.", within=True)
    inner = ole.message(
        subject="RE: 3/4", body="The inner words.", within=True,
        attachments=[("b.txt", b"inner file")], messages=[deep],
    )  # fmt: skip
    data = ole.compound(
        ole.message(body="Outer.", attachments=[("a.pdf", b"%PDF-1.4")], messages=[inner])
    )
    found = await opened(tmp_path, "mail.msg", data)
    assert told(found) == [
        ("mail.msg", ""),
        ("a.pdf", "mail.msg"),
        ("RE: 3-4.eml", "mail.msg"),
        ("b.txt", "mail.msg/RE: 3-4.eml"),
        ("Deep.eml", "mail.msg/RE: 3-4.eml"),
    ]
    assert b"The deep words." in found.members[4].path.read_bytes()


async def test_what_nobody_sends_is_left_out(tmp_path: Path) -> None:
    logo = b"\x89PNG\r\n\x1a\n" + bytes(2_000)
    photo = b"\x89PNG\r\n\x1a\n" + bytes(20_000)
    mail = makers.mail_with(
        [("logo.png", logo, True), ("photo.png", photo, True), ("stamp.png", logo, False)]
    )
    data = zipped(
        [
            ("__MACOSX/._a.txt", b"x"), ("a/.DS_Store", b"x"), ("Thumbs.db", b"x"),
            ("~$brief.docx", b"x"), ("empty.txt", b""), ("a/a.txt", b"The agency paid."),
            ("mail.eml", mail),
        ]
    )  # fmt: skip
    found = await opened(tmp_path, "all.zip", data)
    assert [m.name for m in found.members] == ["a.txt", "mail.eml", "photo.png", "stamp.png"]


@pytest.mark.parametrize(
    "name", ["../a.txt", "/etc/a.txt", "C:\\a.txt", "x/../../a.txt", "..\\..\\a.txt"]
)
async def test_names_that_lead_outside_are_refused_and_the_rest_is_taken(
    tmp_path: Path, name: str
) -> None:
    data = zipped([(name, b"The agency paid."), ("b.txt", b"It knew.")])
    found = await opened(tmp_path, "all.zip", data)
    assert [m.name for m in found.members] == ["b.txt"]
    assert [(type(r), r.name) for r in found.refused] == [(errors.Unsafe, "a.txt")]


async def test_links_are_refused(tmp_path: Path) -> None:
    found = await opened(tmp_path, "all.zip", linked("/etc/passwd"))
    assert [m.name for m in found.members] == ["a.txt"]
    assert [type(r) for r in found.refused] == [errors.Unsafe]


async def test_a_bursting_member_does_not_lose_the_others(tmp_path: Path) -> None:
    data = zipped([("bomb.txt", b"a" * 4_000_000), ("a.txt", b"It knew.")])
    found = await opened(tmp_path, "all.zip", data)
    assert [m.name for m in found.members] == ["a.txt"]
    assert [(type(r), r.name) for r in found.refused] == [(errors.Bomb, "bomb.txt")]


async def test_a_damaged_member_does_not_lose_the_others(tmp_path: Path) -> None:
    data = bytearray(zipped([("cut.txt", os.urandom(500)), ("a.txt", b"It knew.")]))
    data[60] ^= 0xFF
    found = await opened(tmp_path, "all.zip", bytes(data))
    assert [m.name for m in found.members] == ["a.txt"]
    assert [(type(r), r.name) for r in found.refused] == [(errors.Corrupt, "cut.txt")]


async def test_the_whole_is_bounded(tmp_path: Path) -> None:
    data = zipped([(f"{n}.bin", os.urandom(40_000)) for n in range(5)])
    found = await opened(tmp_path, "all.zip", data, Limits(max_expanded_bytes=100_000))
    assert len(found.members) == 2
    assert [type(r) for r in found.refused] == [errors.Bomb] * 3


async def test_a_member_over_the_size_is_refused(tmp_path: Path) -> None:
    data = zipped([("a.txt", b"It knew of it. " * 400), ("b.txt", b"It knew.")])
    found = await opened(tmp_path, "all.zip", data, Limits(max_bytes=3_000))
    assert [m.name for m in found.members] == ["b.txt"]
    assert [(type(r), r.name) for r in found.refused] == [(errors.TooLarge, "a.txt")]


async def test_so_many_files_and_no_more(tmp_path: Path) -> None:
    data = zipped([(f"{n}.txt", b"It knew.") for n in range(unpacking.MAX_MEMBERS + 5)])
    found = await opened(tmp_path, "all.zip", data)
    assert len(found.members) == unpacking.MAX_MEMBERS
    assert [type(r) for r in found.refused] == [errors.TooLarge]


async def test_archives_within_archives_end_at_three(tmp_path: Path) -> None:
    data = zipped([("deep.txt", b"It knew.")])
    for level in (4, 3, 2):
        data = zipped([(f"level{level}.zip", data), (f"beside{level}.txt", b"It paid.")])
    found = await opened(tmp_path, "level1.zip", data)
    assert [m.name for m in found.members] == ["beside4.txt", "beside3.txt", "beside2.txt"]
    assert [(type(r), r.name) for r in found.refused] == [(errors.Bomb, "level4.zip")]


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("locked.zip", flagged(zipped([("a.txt", b"It knew.")])), errors.Encrypted),
        ("overlap.zip", overlapped(), errors.Bomb),
        ("empty.zip", zipped([]), errors.Empty),
        ("junk.zip", zipped([("Thumbs.db", b"x")]), errors.Empty),
        ("cut.zip", zipped([("a.txt", os.urandom(9_000))])[:5_000], errors.Corrupt),
        ("bomb.zip", zipped([("a.txt", b"a" * 5_000_000)]), errors.Bomb),
        ("none.zip", b"", errors.Empty),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_an_archive_of_which_nothing_can_be_taken(
    tmp_path: Path, name: str, data: bytes, kind: type[errors.DocumentRefused]
) -> None:
    with pytest.raises(errors.DocumentRefused) as caught:
        await opened(tmp_path, name, data)
    assert type(caught.value) is kind
    assert caught.value.name in (name, "a.txt") and caught.value.remedy


async def test_one_locked_file_among_others_is_named(tmp_path: Path) -> None:
    locked = flagged(zipped([("secret.txt", b"It knew.")]))
    data = zipped([("locked.zip", locked), ("a.txt", b"It paid.")])
    found = await opened(tmp_path, "all.zip", data)
    assert [m.name for m in found.members] == ["a.txt"]
    assert [(type(r), r.name) for r in found.refused] == [(errors.Encrypted, "locked.zip")]


async def test_what_was_taken_stays_when_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stall(process: object, answer: unpack._Answer, limits: Limits) -> None:
        answer.take(b'["member", {"name": "a.txt", "file": null, "within": ""}]')
        raise TimeoutError

    monkeypatch.setattr(unpack, "_converse", stall)
    found = await opened(tmp_path, "all.zip", zipped([("a.txt", b"It knew.")]))
    assert [m.name for m in found.members] == ["a.txt"]
    assert [type(r) for r in found.refused] == [errors.Bomb]


def test_names_of_the_process_are_not_trusted(tmp_path: Path) -> None:
    answer = unpack._Answer(tmp_path / "upload", "a.zip", tmp_path)
    with pytest.raises(ValueError, match="ours"):
        answer.take(b'["member", {"name": "a", "file": "../x", "within": ""}]')


async def test_cancelling_kills_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[asyncio.subprocess.Process] = []
    running = asyncio.Event()

    async def wait(process: asyncio.subprocess.Process, *_: object) -> None:
        started.append(process)
        running.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(unpack, "_converse", wait)
    task = asyncio.create_task(opened(tmp_path, "all.zip", zipped([("a.txt", b"It knew.")])))
    await running.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert started[0].returncode is not None


def test_the_process_sees_nothing_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAWGAME_SECRET", "canary")
    assert "LAWGAME_SECRET" not in unpack._environment()


def test_a_confined_process_writes_in_its_folder_only(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    child = os.fork()
    if not child:  # pragma: no cover: another process
        code = 2
        try:
            if not write_only_in(inside):
                os._exit(3)
            (inside / "a").write_text("x")
            try:
                (tmp_path / "b").write_text("x")
            except OSError:
                code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) == 3:
        pytest.skip("this kernel confines no writes")
    assert os.waitstatus_to_exitcode(status) == 0
    assert (inside / "a").exists() and not (tmp_path / "b").exists()


async def test_the_serving_process_loads_no_parser() -> None:
    code = (
        "import sys, engine.corpus.unpack, engine.corpus.kinship, engine.corpus.digest;"
        "print(sorted({'docx', 'pypdfium2', 'lxml', 'olefile', 'oxmsg'} & set(sys.modules)))"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert out.decode().strip() == "[]"


async def test_mail_of_the_shared_documents_opens(tmp_path: Path) -> None:
    mail = shared("data", "documents", "mail.eml")
    filing = shared("data", "documents", "cand.pdf")
    found = await opened(tmp_path, "mail.eml", mail.read_bytes())
    assert told(found) == [("mail.eml", ""), ("Ex 3.pdf", "mail.eml")]
    assert found.members[1].path.read_bytes() == filing.read_bytes()


async def test_outlook_mail_of_the_shared_documents_opens(tmp_path: Path) -> None:
    mail = shared("data", "documents", "fake_email_attachment.msg")
    found = await opened(tmp_path, "fake.msg", mail.read_bytes())
    assert told(found) == [("fake.msg", ""), ("fake-attachment.txt", "fake.msg")]
