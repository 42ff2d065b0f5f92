"""Finding citations: every form, the longest span, offsets of the original text."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.authorities.extract import find_citations
from engine.authorities.fold import fold


def strings() -> list[str]:
    here = Path(__file__).resolve().parents[3]
    root = Path(os.environ.get("LAWGAME_SHARED", here.parent / "shared"))
    path = root / "cases" / "citations" / "strings.txt"
    if not path.is_file():
        return []
    lines = path.read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


@pytest.mark.skipif(not strings(), reason="no cases/citations/strings.txt under LAWGAME_SHARED")
def test_every_form_of_the_collection_is_found() -> None:
    assert [line for line in strings() if not find_citations(line)] == []


@pytest.mark.parametrize(
    ("text", "kind", "normalized"),
    [
        ("Escobar, 579 U.S. 176 (2016)", "case", "579 U.S. 176"),
        ("31 U. S. C. §\u00a03729(b)(4)", "statute", "31 U.S.C. § 3729(b)(4)"),
        ("42 U.S.C. § 1320a\u20137b(g)", "statute", "42 U.S.C. § 1320a-7b(g)"),
        ("Title 31, United States Code, Section 3729", "statute", "31 U.S.C. § 3729"),
        ("section 512(c) of title 17", "statute", "17 U.S.C. § 512(c)"),
        ("29 C.F.R. § 1604.11(a)", "regulation", "29 C.F.R. § 1604.11(a)"),
        ("FRCP 12(b)(6)", "rule", "Fed. R. Civ. P. 12(b)(6)"),
        ("Fed. R. Evid. 801(d)", "rule", "Fed. R. Evid. 801(d)"),
        ("U.S. Const. amend. XIV, § 1", "constitution", "U.S. Const. amend. 14, § 1"),
        ("the Fourteenth Amendment", "constitution", "U.S. Const. amend. 14"),
        ("[2015] UKSC 11", "foreign", "[2015] UKSC 11"),
        ("Thornburg v. Fake, 45 Foo. Rep. 123", "unknown_reporter", "45 Foo. Rep. 123"),
        ("Iqbal, 556 U.S. at 678", "short_case", "556 U.S. at 678"),
        ("Twombly, supra, at 555", "supra", "Twombly"),
        ("Id. at 14", "id", "Id. at 14"),
    ],
)
def test_kinds_and_normal_forms(text: str, kind: str, normalized: str) -> None:
    found = find_citations(f"As said before, see {text}.")
    assert [(c.kind, c.normalized) for c in found] == [(kind, normalized)]


def test_a_case_is_told_with_its_names_and_what_stands_behind() -> None:
    text = "See Bell Atl. Corp. v. Twombly, 550 U.S. 544, 556 (2007) (Souter, J.), on pleading."
    (found,) = find_citations(text)
    assert found.names == "Bell Atl. Corp. v. Twombly"
    assert (
        text[slice(*found.whole)]
        == "Bell Atl. Corp. v. Twombly, 550 U.S. 544, 556 (2007) (Souter, J.)"
    )


def test_each_section_of_a_list_is_a_citation() -> None:
    found = find_citations("under 28 U.S.C. §§ 1331, 1332(a)(1) and 1367, the court may hear it")
    assert [c.normalized for c in found] == [
        "28 U.S.C. § 1331",
        "28 U.S.C. § 1332(a)(1)",
        "28 U.S.C. § 1367",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "On 3 Jan. 2014 the agency paid 17 invoices of $4,500.25 each.",
        "Its office is at 500 Pearl St. 10007, New York.",
        "See Ex. 4 Dkt. 12 and Compl. ¶ 12.",
        "Meridian promised in § 4.2 to keep logs.",
        "Version 12 of the plan was sent on May 5.",
    ],
)
def test_dates_addresses_and_the_record_are_no_citations(text: str) -> None:
    assert find_citations(text) == []


def test_long_texts_are_worked_through_a_paragraph_at_a_time() -> None:
    paragraph = "The agency paid. " * 300 + "See 31 U.S.C. § 3729. "
    text = "\n\n".join([paragraph] * 4)
    found = find_citations(text)
    assert len(found) == 4
    assert all(text[c.start : c.end] == c.text == "31 U.S.C. § 3729" for c in found)


def test_a_long_paragraph_is_not_cut_within_a_citation() -> None:
    for length in range(2_940, 3_000):
        text = "x" * length + ". It says so. See 5 U.S.C. § 706 on that. " + "It paid. " * 400
        assert [c.text for c in find_citations(text)] == ["5 U.S.C. § 706"]


odd = st.sampled_from(
    ["31 U. S. C.", "§", "\u00a0", "3729", "\u2013", "(b)", "579", "U.S.", "176", " ", "Smith",
     "v.", "Jones", ",", "Id.", "at", "\u200b", "\n", "\n\n", "é", "𝔘", "No.", "“", "supra", "Foo."]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(odd, max_size=40).map(" ".join))
def test_offsets_are_of_the_original_text_and_never_overlap(text: str) -> None:
    found = find_citations(text)
    assert all(text[c.start : c.end] == c.text for c in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(c.whole[0] <= c.start and c.end <= c.whole[1] for c in found)


@given(st.text(max_size=80))
def test_folding_leads_back(text: str) -> None:
    folded = fold(text)
    assert len(folded.at) == len(folded.text) + 1
    for index, char in enumerate(folded.text):
        start, end = folded.back(index, index + 1)
        if char.isalnum() and ord(char) < 128:
            assert fold(text[start:end]).text == char
