"""``citecheck`` through the front door: a brief in, a report with its files out."""

from __future__ import annotations

import asyncio
import csv
import io
import os
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from docx import Document

from engine.authorities.types import Checked, Source
from engine.events import Kind
from engine.matter import Authority, Scope
from engine.ports import CitationCheck, ReportedCase
from handlers import citecheck
from handlers.office import Office
from handlers.posts import PRIVILEGE, RESEARCH_ONLY, Details, File, Heading, Post, Table
from tests.doubles.citations import ListedCheck
from tests.unit.handlers.conftest import SLACK, Firm, command

BRIEF = (
    "The complaint must be plausible. Bell v. Twombly, 550 U.S. 544 (2007).\n\n"
    "So it was held in Varghese v. China Airlines, 925 F.3d 1339 (2019), and in "
    "Smith v. Jones, 550 U.S. 545 (2007), and in Doe v. Roe, 550 U.S. 544 (2007).\n\n"
    "=HYPERLINK(1) Thorn v. Fake, 45 Foo. 123 (1999). See 31 U.S.C. § 3729.\n"
)
CASES = {"550 U.S. 544": "Bell v. Twombly", "550 U.S. 100": "A v. B"}


class BrokenCheck(ListedCheck):
    async def check(
        self,
        pages: Sequence[tuple[int | None, str]],
        on_file: Sequence[Authority] = (),
        parties: Sequence[str] = (),
        sources: Sequence[Source] = (),
    ) -> Sequence[Checked]:
        await super().check(pages)
        await asyncio.sleep(0.2)
        raise citecheck.NoText("It broke.")


def checking(firm: Firm, check: CitationCheck | None = None) -> CitationCheck:
    check = check or ListedCheck(CASES, ("31/3729",))
    firm.services = replace(firm.services, citations=check)
    firm.office = Office(firm.services)
    return check


async def table_loaded(firm: Firm) -> None:
    async with firm.house.writing() as unit:
        load = await unit.cases.begin("firm.csv", "d")
        await unit.cases.add(load, [ReportedCase("U.S.", "550", "544", ("Bell v. Twombly",))])
        await unit.cases.publish(load, 1)


async def checked(firm: Firm, **more: Any) -> Post:
    post = await firm.say("citecheck", files=(firm.file("brief.txt", BRIEF),), **more)
    assert post.kind is Kind.REPORT, post
    return post


async def test_a_brief_is_checked_and_not_filed(firm: Firm) -> None:
    checking(firm)
    matter = await firm.opened()
    post = await checked(firm, matter=matter.id)
    assert [(one["text"], one["place"], one["verdict"]) for one in post.data["citations"]] == [
        ("Bell v. Twombly, 550 U.S. 544 (2007)", "¶ 1", "verified"),
        ("Varghese v. China Airlines, 925 F.3d 1339 (2019)", "¶ 2", "out of corpus"),
        ("Smith v. Jones, 550 U.S. 545 (2007)", "¶ 2", "wrong page"),
        ("Doe v. Roe, 550 U.S. 544 (2007)", "¶ 2", "wrong case"),
        ("Thorn v. Fake, 45 Foo. 123 (1999)", "¶ 3", "unknown reporter"),
        ("31 U.S.C. § 3729", "¶ 3", "verified"),
    ]
    assert all(
        set(one) == {"text", "kind", "place", "verdict", "reason", "authority"}
        for one in post.data["citations"]
    )
    assert post.data["citations"][5]["authority"] == "/us/usc/t31/s3729"
    assert (post.matter, post.thread) == (matter.id, matter.thread)
    async with firm.house.reading() as view:
        assert [row.id for row in await view.documents.list(matter.id)] == ["D1"]
    assert "citecheck.done" in await firm.audit(matter)


async def test_what_is_wrong_stands_first_and_what_is_right_is_folded(firm: Firm) -> None:
    checking(firm)
    await table_loaded(firm)
    matter = await firm.opened()
    post = await checked(firm, matter=matter.id)
    assert post.title == "brief.txt: 6 citations, 3 found wanting, 1 not checked"
    assert post.fields == {
        "wrong case": "1", "wrong page": "1", "unknown reporter": "1", "out of corpus": "1",
        "verified": "2",
    }  # fmt: skip
    heads = [block.text for block in post.body if isinstance(block, Heading)]
    assert heads == ["Found wanting", "Not checked"]
    first = next(block for block in post.body if isinstance(block, Table))
    assert [row[2].split(":")[0] for row in first.rows] == [
        "wrong case", "wrong page", "unknown reporter",
    ]  # fmt: skip
    folded = [block for block in post.body if isinstance(block, Details)]
    assert [block.summary for block in folded] == ["Each of them", "2 citations verified"]
    said = str(post.body)
    assert "These were not checked: 1 case (out of corpus)." in said
    assert "covers 1 places (firm.csv)" in said and "good law was not checked" in said
    assert "No code is loaded" in said


async def test_the_files_hold_every_row_and_no_formula(firm: Firm) -> None:
    checking(firm)
    matter = await firm.opened()
    post = await checked(firm, matter=matter.id)
    assert [file.name for file in post.files] == ["citecheck-brief.docx", "citecheck-brief.csv"]
    word, sheet = (Path(file.path) for file in post.files)
    rows = list(csv.reader(io.StringIO(sheet.read_bytes().decode("utf-8-sig"))))
    assert rows[0][:5] == ["No.", "Citation", "Kind", "Place", "Verdict"]
    assert [row[4] for row in rows[1:7]] == [one["verdict"] for one in post.data["citations"]]
    assert [RESEARCH_ONLY] in rows and [PRIVILEGE] in rows
    document = Document(str(word))
    [table] = document.tables
    assert len(table.rows) == 7
    assert [cell.text for cell in table.rows[1].cells][1] == "Bell v. Twombly, 550 U.S. 544 (2007)"
    assert RESEARCH_ONLY in document.sections[0].footer.paragraphs[0].text
    for path in (word, sheet):
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        assert path.is_relative_to(firm.services.reports / matter.id)


async def test_without_a_matter_the_answer_is_the_askers_own(firm: Firm) -> None:
    checking(firm)
    post = await checked(firm)
    assert post.matter is None and post.footer == (RESEARCH_ONLY,)
    async with firm.house.reading() as view:
        row = await view.threads.get(post.thread)
    assert row is not None and row.person is not None
    assert len(post.data["citations"]) == 6


async def test_a_document_on_file_is_checked_by_its_id(firm: Firm) -> None:
    check = checking(firm)
    matter = await firm.opened()
    await firm.upload({"reply.txt": BRIEF}, matter=matter.id, scope=Scope.RECORD)
    post = await firm.say("citecheck D2", matter=matter.id)
    assert post.kind is Kind.REPORT and post.data["document"] == "D2"
    assert len(post.data["citations"]) == 6
    assert isinstance(check, ListedCheck) and check.asked[-1][0][0] is None
    assert post.files[0].name.startswith("citecheck-")


@pytest.mark.parametrize(
    ("text", "in_matter", "code"),
    [
        ("citecheck", True, "citecheck.which"),
        ("citecheck", False, "citecheck.which"),
        ("citecheck the reply", True, "citecheck.which"),
        ("citecheck D9", True, "document.not_found"),
        ("citecheck D1", False, "matter.unclear"),
    ],
)
async def test_what_cannot_be_checked_is_refused(
    firm: Firm, text: str, in_matter: bool, code: str
) -> None:
    checking(firm)
    matter = await firm.opened()
    # Where Ada is, the matter that she opened is meant; where Ben is, none.
    who, named = ("ada", matter.id) if in_matter else ("ben", None)
    post = await firm.say(text, who, matter=named)
    assert (post.kind, post.data["code"]) == (Kind.ERROR, code)


async def test_words_beside_a_brief_do_not_have_it_filed(firm: Firm) -> None:
    checking(firm)
    matter = await firm.opened()
    file = firm.file("theirs.txt", BRIEF)
    post = await firm.say("citecheck their brief, please", matter=matter.id, files=(file,))
    assert post.kind is Kind.REPORT


async def test_each_of_two_briefs_has_a_report(firm: Firm) -> None:
    checking(firm)
    matter = await firm.opened()
    files = (firm.file("a.txt", BRIEF), firm.file("b.txt", "Nothing is cited here at all.\n"))
    first, second = await firm.send(command("citecheck", matter=matter.id, files=files))
    assert first.title.startswith("a.txt") and second.title == "b.txt: 0 citations"
    assert {Path(f.path).parent for f in first.files} != {Path(f.path).parent for f in second.files}


async def test_a_stranger_to_the_matter_learns_nothing(firm: Firm) -> None:
    check = checking(firm)
    matter = await firm.opened()
    post = await firm.say("citecheck D1", who="ben", matter=matter.id)
    assert post.kind is Kind.ERROR and "citations" not in post.data
    assert isinstance(check, ListedCheck) and check.asked == []


async def test_a_file_that_cannot_be_read_is_refused(firm: Firm) -> None:
    checking(firm)
    matter = await firm.opened()
    post = await firm.say("citecheck", matter=matter.id, files=(firm.file("empty.txt", ""),))
    assert post.kind is Kind.ERROR and post.data["code"].split(".")[0] in ("document", "citecheck")


async def test_long_work_is_announced_and_its_report_ends_that(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(ListedCheck):
        async def check(self, *given: object, **more: object) -> Sequence[Checked]:
            await asyncio.sleep(0.2)
            return []

    monkeypatch.setattr(citecheck, "QUICK", 0.0)
    checking(firm, Slow())
    matter = await firm.opened()
    files = (firm.file("brief.txt", BRIEF),)
    *progress, report = await firm.send(command("citecheck", matter=matter.id, files=files))
    assert progress and {post.kind for post in progress} == {Kind.PROGRESS}
    assert report.kind is Kind.REPORT and report.ends is not None
    assert {post.line for post in progress} == {report.ends}


async def test_broken_work_ends_what_was_announced(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(citecheck, "QUICK", 0.0)
    checking(firm, BrokenCheck())
    matter = await firm.opened()
    files = (firm.file("brief.txt", BRIEF),)
    await firm.send(command("citecheck", matter=matter.id, files=files))
    ada = next(one.id for one in await firm.room.people() if one.name == "Ada")
    posts = [shown.post for shown in await firm.room.posts(ada, matter.thread)]
    [progress] = [post for post in posts if post.kind is Kind.PROGRESS]
    [notice] = [post for post in posts if post.kind is Kind.NOTICE]
    assert notice.ends == progress.line is not None


async def test_in_slack_a_brief_without_matter_is_for_its_sender_alone(firm: Firm) -> None:
    checking(firm)
    files = (firm.file("brief.txt", BRIEF),)
    asked = command("citecheck", "U-ADA", files=files, channel="C9", **SLACK)
    [post] = await firm.send(asked)
    assert post.kind is Kind.REPORT and post.matter is None
    async with firm.house.reading() as view:
        [bound] = await view.threads.bindings(post.thread)
    assert bound.place.person == "U-ADA"
    assert all(isinstance(file, File) for file in post.files)
