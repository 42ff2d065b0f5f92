"""A scan that came in while there was no OCR program is read once there is one."""

from __future__ import annotations

import asyncio
import io
import os
import shutil
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from engine.corpus.intake import read_document
from engine.events import Kind
from engine.matter import Fact, Matter
from handlers import intake
from handlers.posts import Post, to_json
from handlers.requests import IncomingFile, UploadRequest
from handlers.reread import merged
from handlers.underway import Halted, Upload
from tests.fixtures.documents import makers
from tests.unit.handlers.conftest import Firm, origin

BEFORE = "The agency inspected every lot in March and signed for all of them."
SCANNED = (
    "The plant manager ordered the shorter run in May.",
    "The agency was told of it on 4 June and paid on.",
)
AFTER = "Payment for the last lot was made in December of the same year."
CLOSING = "The contract ended on the last day of that month."
REAL = shutil.which("tesseract")


@pytest.fixture
def paper(tmp_path: Path) -> IncomingFile:
    """Three pages, of which the second is a picture."""
    scan = makers.scan_of(makers.pdf([list(SCANNED)]))
    whole = pypdfium2.PdfDocument.new()
    for part in (makers.pdf([[BEFORE]]), scan, makers.pdf([[AFTER, "", CLOSING]])):
        whole.import_pages(pypdfium2.PdfDocument(part))
    out = io.BytesIO()
    whole.save(out)
    path = tmp_path / "exhibit.pdf"
    path.write_bytes(out.getvalue())
    return IncomingFile("exhibit.pdf", str(path))


@pytest.fixture
def without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers find no program at all."""
    (tmp_path / "nothing").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of the OCR program's name that reads ``SCANNED`` on every picture."""
    rows = []
    for line, said in enumerate(SCANNED):
        for at, word in enumerate(said.split()):
            box = (200 + 90 * at, 300 + 60 * line, 80, 30)
            rows.append("\t".join(map(str, (5, 1, 1, 1, line, at, *box, 95, word))))
    table = folder / "words.tsv"
    table.write_text("\n".join(rows), "utf-8")
    script = folder / "tesseract"
    script.write_text(
        f'#!/bin/sh\n[ "$1" = --list-langs ] && echo eng && exit\ncat >/dev/null\ncat "{table}"\n'
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.defpath}")


async def send(firm: Firm, matter: Matter, file: IncomingFile) -> list[Post]:
    return await firm.send(UploadRequest(origin("ada"), (file,), "", matter.id))


async def facts_of(firm: Firm, matter: Matter, document: str) -> dict[str, Fact]:
    async with firm.house.reading() as view:
        found = await view.facts.facts(matter.id)
    return {fact.id: fact for fact in found if fact.document == document}


async def test_the_same_file_sent_again_is_read_anew_and_adds_what_is_missing(
    firm: Firm, paper: IncomingFile, without: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matter = await firm.opened()
    [post] = await send(firm, matter, paper)
    assert "/lawgame docs reread D2" not in post.title and "docs reread D2" in str(post.body)
    [filed] = post.data["documents"]
    assert (filed["coverage"]["unread"], filed["coverage"]["missing"]) == ([2], [2])
    before = await facts_of(firm, matter, "D2")
    assert [fact.text for fact in before.values()] == [BEFORE, CLOSING]
    await firm.upload({"later.txt": "The supplier wrote on 4 May that the lot had failed."},
                      matter=matter.id)  # fmt: skip
    every = await facts_of(firm, matter, "D3")

    [again] = await send(firm, matter, paper)
    assert again.title == "Already on file" and again.data["reread"][0]["pages"] == []
    assert "still not read: page 2" in str(again.body) and "install tesseract" in str(again.body)

    install(tmp_path / "nothing", monkeypatch)
    [post] = await send(firm, matter, paper)
    assert post.title == "1 document read anew" and post.kind is Kind.ANSWER
    [gained] = post.data["reread"]
    assert (gained["document"], gained["pages"], gained["facts"]) == ("D2", [2], 3)
    [filed] = post.data["documents"]
    assert filed["facts"] == 5 and filed["coverage"]["ocr"] == 1
    assert filed["coverage"]["unread"] == filed["coverage"]["missing"] == []
    after = await facts_of(firm, matter, "D2")
    assert {id: fact for id, fact in after.items() if id in before} == before, "ids stand"
    added = {id: fact for id, fact in after.items() if id not in before}
    # Whether the third page begins with a whole sentence could not be told without the second.
    assert [fact.text for fact in added.values()] == [*SCANNED, AFTER]
    assert [fact.page for fact in added.values()] == [2, 2, 3]
    assert (gained["first"], gained["last"]) == (min(added), max(added))
    assert not added.keys() & every.keys(), "no id is given twice"
    async with firm.house.reading() as view:
        row = await view.documents.get(matter.id, "D2")
        assert (await view.documents.page_text(row, 2) or "").startswith(SCANNED[0])
        found = await view.facts.search_facts(matter.id, "plant manager ordered")
        assert found[0].id == gained["first"]
        [passage] = await view.facts.search_passages(matter.id, "plant manager ordered")
        assert passage.page == 2
        words = await view.scopes.vocabulary(matter.id, row.scope)
        assert "manager" in words
    assert "document.reread" in await firm.audit(matter)

    [post] = await send(firm, matter, paper)
    assert post.title == "Already on file" and post.data["reread"] == []
    await firm.upload({"last.txt": "The last letter was never sent to anybody at all."},
                      matter=matter.id)  # fmt: skip
    assert not (await facts_of(firm, matter, "D4")).keys() & after.keys()


async def test_a_command_reads_it_anew_from_the_stored_file(
    firm: Firm, paper: IncomingFile, without: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matter = await firm.opened()
    await send(firm, matter, paper)
    await asyncio.to_thread(Path(paper.source).unlink)
    post = await firm.say("docs reread D2", matter=matter.id)
    assert post.title == "No more could be read" and "still not read: page 2" in str(post.body)
    install(tmp_path / "nothing", monkeypatch)
    post = await firm.say("docs reread D2", matter=matter.id)
    assert post.title == "1 document read anew"
    assert "page 2 has text now; 3 facts added" in str(to_json(post)["body"])
    assert post.data["reread"][0]["facts"] == 3
    post = await firm.say("docs reread D2", matter=matter.id)
    assert post.title == "Nothing of D2 is left to read" and post.data["reread"] == []


async def test_who_may_only_read_the_matter_reads_nothing_anew(
    firm: Firm, paper: IncomingFile, without: None
) -> None:
    matter = await firm.opened()
    await send(firm, matter, paper)
    async with firm.house.writing() as unit:
        pat = await unit.people.by_name("Pat")
        assert pat is not None
        await unit.matters.add_member(matter.id, pat.id, "observer")
    post = await firm.say("docs reread D2", "pat", matter=matter.id)
    assert post.kind is Kind.ERROR and post.data["code"] == "rights.denied"


async def test_a_document_that_is_withdrawn_meanwhile_gains_nothing(
    firm: Firm, paper: IncomingFile, without: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matter = await firm.opened()
    await send(firm, matter, paper)
    install(tmp_path / "nothing", monkeypatch)

    async def slow(*args: Any, **more: Any) -> Any:
        async with firm.house.writing() as unit:
            await unit.withdrawals.withdraw(matter.id, "D2")
        return await read_document(*args, **more)

    monkeypatch.setattr(intake, "read_document", slow)
    post = await firm.say("docs reread D2", matter=matter.id)
    assert post.kind is Kind.ERROR and post.data["code"] == "document.not_found"
    assert await facts_of(firm, matter, "D2") == {}


async def test_a_stop_between_two_pages_keeps_whole_pages(
    firm: Firm, paper: IncomingFile, without: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matter = await firm.opened()
    await send(firm, matter, paper)
    install(tmp_path / "nothing", monkeypatch)
    monkeypatch.setattr(Upload, "going_on", _halted)
    post = await firm.say("docs reread D2", matter=matter.id)
    assert post.data["stopped"] is True and post.data["left"] == ["exhibit.pdf"]
    monkeypatch.undo()
    install(tmp_path / "nothing", monkeypatch)
    post = await firm.say("docs reread D2", matter=matter.id)
    assert post.data["reread"][0]["pages"] == [2] and post.data["reread"][0]["facts"] == 3


def _halted(upload: Upload) -> None:
    upload.stop()
    raise Halted


@pytest.mark.skipif(REAL is None, reason="tesseract is not installed")
async def test_the_real_program_reads_what_was_missing(
    firm: Firm, paper: IncomingFile, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    matter = await firm.opened()
    with monkeypatch.context() as bare:
        bare.setenv("PATH", str(tmp_path / "files"))
        await send(firm, matter, paper)
    [post] = await send(firm, matter, paper)
    [gained] = post.data["reread"]
    assert gained["pages"] == [2] and gained["facts"] == 3
    texts = [fact.text for fact in (await facts_of(firm, matter, "D2")).values()]
    assert texts == [BEFORE, CLOSING, *SCANNED, AFTER]


def test_what_once_had_text_is_not_called_unread() -> None:
    before = {"unread": [4], "ocr": 2, "missing": [4]}
    after = {"unread": [2, 5], "missing": [2], "ocr": 2, "notes": ["x"], "blank": []}
    told = merged(before, after | {"unread": [2, 4]})
    assert (told["unread"], told["missing"], told["ocr"]) == ([4], [], 3)
    assert "page 2 stands" in told["notes"][1]
