"""Reading titles: text, parts, what is no section, what is gone and where it went, names."""

from __future__ import annotations

import io

import pytest

from engine.law.codes import Named, Section, part_of
from engine.law.errors import Damaged, NotUslm, UnsafeXml
from engine.law.uslm import UslmReader, also
from tests.fixtures.law import RULES, SCALES, content, section, title


def read(text: str) -> dict[str, Section]:
    """By identifier; of two of one name the first."""
    found: dict[str, Section] = {}
    for one in UslmReader(io.BytesIO(text.encode())):
        found.setdefault(one.identifier, one)
    return found


@pytest.fixture(scope="module")
def scales() -> dict[str, Section]:
    return read(SCALES)


def test_sections_come_in_order_and_quoted_ones_are_none() -> None:
    found = [one.identifier for one in UslmReader(io.BytesIO(SCALES.encode()))]
    assert found == [
        "/us/usc/t91/s2000e",
        "/us/usc/t91/s2000e–2",
        "/us/usc/t91/s2001...2002a",
        "/us/usc/t91/s2003",
        "/us/usc/t91/s2004",
        "/us/usc/t91/s2005",
        "/us/usc/t91/s2005",
    ]


def test_the_text_is_readable_and_without_footnotes(scales: dict[str, Section]) -> None:
    one = scales["/us/usc/t91/s2000e–2"]
    assert one.citation == "91 U.S.C. § 2000e-2"
    assert one.heading == "Unlawful weighing practices"
    assert one.text == (
        "(a) Weighmaster practices.— It is unlawful for a weighmaster—\n"
        "(1) to press upon the pan; or\n"
        "(2) to shave a weight,\n"
        "and whoever does so is liable.\n"
        "(b) Tolerance\n"
        "A weight within a hair, is true."
    )


def test_parts_are_spans_of_the_text(scales: dict[str, Section]) -> None:
    one = scales["/us/usc/t91/s2000e–2"]
    start, end = one.parts["/us/usc/t91/s2000e–2/a/2"]
    assert one.text[start:end] == "(2) to shave a weight,"
    start, end = one.parts["/us/usc/t91/s2000e–2/b"]
    assert one.text[start:end] == "(b) Tolerance\nA weight within a hair, is true."
    id = "/us/usc/t91/s2000e–2/a/2"
    assert part_of(one.citation, one.identifier, id) == "91 U.S.C. § 2000e-2(a)(2)"


def test_a_table_is_rows(scales: dict[str, Section]) -> None:
    assert scales["/us/usc/t91/s2005"].text == "Small pan | $2\nLarge pan | $5"


def test_what_is_gone_says_so_and_where_it_went(scales: dict[str, Section]) -> None:
    repealed = scales["/us/usc/t91/s2001...2002a"]
    assert (repealed.status, repealed.citation) == ("repealed", "91 U.S.C. §§ 2001 to 2002a")
    assert repealed.text == (
        "Repealed. Pub. L. 99–1, § 4, Jan. 2, 1985\nSections related to steelyards."
    )
    assert {"/us/usc/t91/s2001", "/us/usc/t91/s2002", "/us/usc/t91/s2002a"} <= set(repealed.also)
    moved = scales["/us/usc/t91/s2004"]
    assert moved.status == "transferred"
    assert "reclassified as section 77 of Title 90" in moved.text
    assert scales["/us/usc/t91/s2003"].status == ""


@pytest.mark.parametrize(
    ("heading", "status"),
    [
        ("Omitted", "omitted"),
        ("Repealed. Pub. L. 1–1", "repealed"),
        ("[Reserved]", "reserved"),
        ("Renumbered § 12", "renumbered"),
        ("Reserved rights of weighmasters", ""),
        ("Transferred records", ""),
        ("Scales", ""),
    ],
)
def test_a_heading_tells_what_the_file_does_not_mark(heading: str, status: str) -> None:
    (one,) = read(title(section("5", heading, ""))).values()
    assert one.status == status


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        (["/us/usc/t24/s1", "/us/usc/t24/s2"], ["/us/usc/t24/s1", "/us/usc/t24/s2"]),
        (["/us/usc/t24/s3...5"], ["/us/usc/t24/s3", "/us/usc/t24/s4", "/us/usc/t24/s5"]),
        (["/us/usc/t24/s6a...6c"], ["/us/usc/t24/s6a", "/us/usc/t24/s6b", "/us/usc/t24/s6c"]),
        (["/us/usc/t42/s300e–1...300e–3"], ["/us/usc/t42/s300e–2"]),
        (["/us/usc/t24/s7"], []),
    ],
)
def test_a_range_means_each_of_its_sections(told: list[str], meant: list[str]) -> None:
    assert set(meant) <= set(also(told))
    assert bool(meant) == bool(also(told))


def test_title_and_chapter_and_release_are_told(scales: dict[str, Section]) -> None:
    reader = UslmReader(io.BytesIO(SCALES.encode()))
    first = next(iter(reader))
    assert (reader.document.title, reader.document.release) == ("91", "119-36")
    assert reader.document.whole
    assert first.path == ("Title 91 — WEIGHTS AND SCALES", "CHAPTER 1 — PUBLIC SCALES")


def test_a_file_of_one_section_knows_its_title() -> None:
    text = section("2", "Agreements", content("It is valid."), of="9", alone=True)
    reader = UslmReader(io.BytesIO(text.encode()))
    (one,) = reader
    assert (one.title, one.path, reader.document.whole) == ("9", ("Title 9 — Arbitration",), False)


def test_names_of_acts_are_read_from_notes(scales: dict[str, Section]) -> None:
    name = "Honest Public Scales Act of 1964"
    named = scales["/us/usc/t91/s2000e"].named
    assert Named(name, "/us/pl/88/352") in named
    assert Named(name, "/us/usc/t91/s2000e…") in named
    others = scales["/us/usc/t91/s2000e–2"].named
    assert Named("Weighmaster Oath Act", "/us/usc/t91/s2003") in others
    assert Named("BPS", "~Bureau of Public Scales") in others


def test_acts_are_those_before_any_amendment(scales: dict[str, Section]) -> None:
    one = scales["/us/usc/t91/s2000e–2"]
    assert one.acts == ("/us/pl/88/352", "/us/pl/88/352/tVII", "/us/pl/88/352#703")
    assert one.latest == (102, 166)


def test_references_are_counted_by_plain_identifiers(scales: dict[str, Section]) -> None:
    assert scales["/us/usc/t91/s2003"].refers == {"/us/usc/t91/s2000e-2"}


def test_a_rule_is_cited_as_one() -> None:
    (one,) = read(RULES).values()
    assert (one.code, one.title, one.citation) == ("rules", "28a", "Fed. R. Civ. P. 12")
    assert one.also == ("/us/rules/civ/12",)
    start, end = one.parts["/us/usc/t28a/courtRules/Civ/rule12/b/6"]
    assert one.text[start:end] == "(6) there is no claim."


_DTD = '<?xml version="1.0"?><!DOCTYPE uscDoc [<!ENTITY a "b">]>'


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("no markup at all", NotUslm),
        ("<html><body>A page</body></html>", NotUslm),
        ('<section xmlns="http://other.example/"><num>1</num></section>', NotUslm),
        ("", NotUslm),
        (SCALES[: len(SCALES) // 2], Damaged),
        (_DTD + SCALES.split("?>", 1)[1], UnsafeXml),
    ],
)
def test_what_is_not_law_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        read(text)


def test_a_file_of_another_system_is_never_opened() -> None:
    hostile = (
        '<?xml version="1.0"?><!DOCTYPE section [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
        '<section identifier="/us/usc/t9/s1"><num value="1">1</num>'
        "<heading>h</heading><content>&x;</content></section>"
    )
    with pytest.raises(UnsafeXml):
        read(hostile)
