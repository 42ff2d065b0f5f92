"""Stamps, Bates numbers, exhibit labels: found where they stand, and never taken for text."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.corpus.furniture import edges
from engine.corpus.layout import Line
from engine.corpus.limits import Limits
from engine.corpus.marks import bates, exhibit, is_legend
from engine.corpus.reading import read_file
from engine.corpus.stamps import is_stamp, stamps
from tests.fixtures.documents import makers


@pytest.mark.parametrize(
    "line",
    [
        # district courts
        "Case 1:22-cv-01461-PKC Document 21 Filed 04/25/23 Page 3 of 10",
        "Case 1:22-cv-01461-PKC   Document 21-3   Filed 03/01/23   Page 1 of 10   PageID #: 123",
        "Case: 1:22-cv-00123 Document #: 12 Filed: 01/02/23 Page 1 of 5 PageID #:1",
        "Case 2:20-cv-12345-ABC-DEF ECF No. 12, PageID.123 Filed 03/04/20 Page 1 of 5",
        "2:20-cv-00123-BHH Date Filed 03/04/20 Entry Number 1 Page 1 of 12",
        "8:20-cv-00123-JFB-MDN Doc # 12 Filed: 03/04/20 Page 1 of 2 - Page ID # 33",
        "CASE 0:20-cv-01234-PJS-HB Doc. 12 Filed 03/04/20 Page 1 of 5",
        "1:20-cv-01234-JES-JEH # 12 Page 1 of 5",
        "Case 1:21-cv-01061-KLM Document 1 Filed 04/16/21 USDC Colorado Page 7 of 16",
        "PageID.123",
        # courts of appeals
        "Case: 21-50498 Document: 00516242060 Page: 1 Date Filed: 03/16/2022",
        "USCA4 Appeal: 22-1234 Doc: 12 Filed: 03/04/2022 Pg: 1 of 5",
        "USCA Case #20-1234 Document #1888888 Filed: 03/04/2021 Page 1 of 3",
        "Case 20-1234, Document 12, 03/04/2020, 2812345, Page1 of 3",
        "USCA11 Case: 20-12345 Document: 12-1 Date Filed: 03/04/2022 Page: 1 of 5",
        "Appellate Case: 20-1234 Page: 1 Date Filed: 03/04/2020 Entry ID: 4888888",
        "Case: 20-15234, 03/04/2020, ID: 11612345, DktEntry: 12-1, Page 1 of 3",
        # bankruptcy courts
        "Case 20-12345-ABC Doc 12 Filed 03/04/20 Entered 03/04/20 12:34:56 Desc Main",
        "20-12345-mg Doc 12 Filed 03/04/20 Entered 03/04/20 12:34:56 Main Document Pg 1 of 5",
        # states
        "FILED: NEW YORK COUNTY CLERK 03/04/2020 12:34 PM INDEX NO. 650123/2020",
        "NYSCEF DOC. NO. 12 RECEIVED NYSCEF: 03/04/2020",
        "Filing # 104123456 E-Filed 03/04/2020 12:34:56 PM",
        "Electronically FILED by Superior Court of California, County of Los Angeles on 03/04/2020",
        "EFiled: Mar 04 2020 12:34PM EST",
        "ESX-L-001234-20 03/04/2020 12:34:56 PM Pg 1 of 5 Trans ID: LCV2020123456",
    ],
)
def test_lines_of_courts_filing_systems_are_stamps(line: str) -> None:
    assert is_stamp(line)


@pytest.mark.parametrize(
    "line",
    [
        "Case No. 1:22-cv-01461-PKC",
        "Civil Action No.: 22-cv-1461 (PKC)",
        "Document 21 of Case 1:22-cv-01461 was filed on 04/25/23.",
        "See Case 1:22-cv-01461, Document 21, filed 03/01/23, page 3 of 10",
        "Mata v. Avianca, Case No. 1:22-cv-01461, Document 21",
        "The petition was filed on May 10, 2020 in Case No. 20-11133.",
        "Electronically filed documents are served through the court's system on all counsel.",
        "Filed a complaint",
        "Ex. 1 at p. 61 of 68",
        "No. 21-50498",
        "March 16, 2022",
    ],
)
def test_lines_that_name_a_case_or_a_filing_are_not_stamps(line: str) -> None:
    assert not is_stamp(line)


def lines(*texts: str) -> list[Line]:
    return [Line(text) for text in texts]


def test_a_clerks_stamp_is_the_lines_around_its_word_and_date() -> None:
    page = lines(
        "The agency paid every invoice in full.",
        "United States Court of Appeals",
        "Fifth Circuit",
        "FILED",
        "March 16, 2022",
        "Lyle W. Cayce",
        "Clerk",
        "It knew of the practice since 2009.",
    )
    (found,) = stamps(page)
    assert found.lines == (1, 2, 3, 4, 5, 6)
    assert found.text == (
        "United States Court of Appeals Fifth Circuit FILED March 16, 2022 Lyle W. Cayce Clerk"
    )


def test_the_word_filed_without_a_date_is_no_stamp() -> None:
    assert stamps(lines("FILED", "under seal by the agency in the spring")) == []


def test_a_stamp_over_two_lines_is_one() -> None:
    first = "Case 20-12345-ABC Doc 12 Filed 03/04/20 Entered 03/04/20 12:34:56 Desc Main"
    (found,) = stamps(lines(first, "Document Page 1 of 5", "The debtor filed in March."))
    assert found.text == f"{first} Document Page 1 of 5"


BODY = [f"Line {n} says that the agency paid in full." for n in "abcdefghijkl"]


def numbers(*marks: str) -> list[str]:
    sheets = [[*BODY, mark] for mark in marks]
    found = bates(sheets, [edges(len(sheet)) for sheet in sheets])
    return [found[i].label if i in found else "" for i in range(len(sheets))]


@pytest.mark.parametrize(
    "marks",
    [
        ("ACME-000098", "ACME-000099", "ACME-000100"),
        ("ABC0001234", "ABC0001235", "ABC0001236"),
        ("PLF 00012", "PLF 00013", "PLF 00014"),
        ("US_v_Roe-0000123", "US_v_Roe-0000124"),
        ("DEF-0001.0002", "DEF-0001.0003"),
    ],
)
def test_a_prefix_with_rising_numbers_is_a_run_of_bates_numbers(marks: tuple[str, ...]) -> None:
    assert numbers(*marks) == list(marks)


def test_bates_numbers_stand_beside_legends_and_may_begin_anew() -> None:
    assert numbers(
        "CONFIDENTIAL ACME-000098", "CONFIDENTIAL ACME-000099", "", "ROE 000500", "ROE 000501"
    ) == ["ACME-000098", "ACME-000099", "", "ROE 000500", "ROE 000501"]


@pytest.mark.parametrize(
    "marks",
    [
        ("Page 101", "Page 102", "Page 103"),
        ("No. 21-50498", "No. 21-50498", "No. 21-50498"),
        ("ACME-000100", "ACME-000100", "ACME-000100"),
        ("ACME-000300", "ACME-000200", "ACME-000100"),
        ("EXHIBIT 101", "EXHIBIT 102"),
        ("New York, NY 10036", "New York, NY 10037"),
    ],
)
def test_page_numbers_and_what_does_not_rise_are_no_bates_numbers(marks: tuple[str, ...]) -> None:
    assert numbers(*marks) == [""] * len(marks)


def test_one_sheet_has_a_bates_number_only_if_nothing_else_it_could_be() -> None:
    assert numbers("ACME-000123") == ["ACME-000123"]
    assert numbers("Flight AB 670") == [""]


def test_legends_of_confidentiality() -> None:
    assert is_legend("HIGHLY CONFIDENTIAL – ATTORNEYS’ EYES ONLY")
    assert is_legend("CONFIDENTIAL SUBJECT TO PROTECTIVE ORDER")
    assert not is_legend("The report is confidential.")


def label(*page: str, characters: int = 2_000) -> str | None:
    found = exhibit(page, edges(len(page)), characters)
    return found.label if found else None


def test_exhibit_labels_on_covers_and_at_edges() -> None:
    assert label("EXHIBIT A", characters=9) == "EXHIBIT A"
    assert label("PLAINTIFF’S EXHIBIT", "12", characters=20) == "PLAINTIFF’S EXHIBIT 12"
    assert label(*BODY, "PX 7") == "PX 7"
    assert label("Ex. 12", *BODY) == "Ex. 12"
    assert label("Attachment 3", characters=12) == "Attachment 3"


def test_what_only_mentions_exhibits_bears_no_label() -> None:
    assert label("Exhibit A", "Exhibit B", "Exhibit C", characters=30) is None
    assert label(*BODY[:6], "Exhibit A", *BODY[:6]) is None
    assert label("Exhibit A was marked.", *BODY) is None
    assert label("Exhibit to the lease", characters=20) is None


def test_a_production_is_marked_sheet_by_sheet(tmp_path: Path) -> None:
    said = [
        "The agency paid the invoice of that month in full.",
        "Its officer knew of the practice since 2009.",
        "Nobody told the supplier to stop the practice.",
        "The contract was renewed in June of 2014.",
    ]
    data = makers.placed_pdf(
        [(72, 700, said[0]), (450, 30, "ACME-000007"), (72, 30, "CONFIDENTIAL")],
        [(280, 400, "EXHIBIT A"), (450, 30, "ACME-000008")],
        [(72, 400, said[1]), (450, 30, "ACME-000009")],
        [(72, 400, said[2]), (500, 760, "PX 7"), (450, 30, "ACME-000010")],
        [(72, 400, said[3]), (450, 30, "ACME-000011")],
    )
    path = tmp_path / "upload"
    path.write_bytes(data)
    document = read_file(path, "production.pdf", Limits())
    assert [page.bates for page in document.pages] == [f"ACME-{n:06d}" for n in range(7, 12)]
    assert [page.exhibit for page in document.pages] == ["", *["EXHIBIT A"] * 2, *["PX 7"] * 2]
    assert [(fact.place.label, fact.text) for fact in document.facts] == [
        (f"p. {page} (ACME-{page + 6:06d})", text)
        for page, text in zip((1, 3, 4, 5), said, strict=True)
    ]
    assert not any("ACME" in passage.text for passage in document.passages)
