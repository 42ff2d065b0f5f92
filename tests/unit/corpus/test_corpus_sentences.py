"""Where sentences of legal prose end, and which of them are facts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.corpus.sentences import sentence_spans
from engine.corpus.statements import MAX_FACT, pieces, states_something


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The court in Escobar v. United States found it material.",
        "Meridian billed under 31 U.S.C. § 3729(b)(4) in 2014.",
        "See Fed. R. Civ. P. 9(b) and Fed. R. Evid. 801(d)(2)(A) on this point.",
        "Dr. J. Q. Adams signed for Meridian Servs., Inc. on Jan. 5, 2014 at noon.",
        "The rate rose from $4.50 to $5.25, i.e. by 16.7 percent, under No. 12-345.",
        "The agency wrote that it “would . . . continue to pay” the invoices.",
        "Lt. Col. Smith (U.S. Army, ret.) approved item no. 7 of the list.",
        "Compl. ¶ 12 says so, and so does Ex. 4 at 2.",
    ],
)
def test_abbreviations_of_law_and_names_do_not_end_a_sentence(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The agency knew. It paid.", 2),
        ("She worked for Meridian Health, Inc. The agency knew that.", 2),
        ("It was paid in the U.S. The rest was not.", 2),
        ("He asked, “Did you know?” She said “Yes.” They left.", 3),
        ("The policy was denied.4 The agency appealed.", 2),
        ("It is set out in Exhibit A. The parties agreed to it.", 2),
        ("Payment was made in 2014. Nobody objected.", 2),
        ("The answer was no. The agency paid all the same.", 2),
        ("The call ended at 5 p.m. The memo followed.", 2),
        ("He was ill. They paid him.", 2),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, count: int) -> None:
    assert len(sentences(text)) == count


@given(st.text(alphabet=st.sampled_from('ab AB.?!1”“’"()[];,¶§v\n'), max_size=300))
def test_spans_are_ordered_trimmed_and_lose_only_white_space(text: str) -> None:
    spans = sentence_spans(text)
    assert all(text[s:e] == text[s:e].strip() and s < e for s, e in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert "".join("".join(text[s:e] for s, e in spans).split()) == "".join(text.split())


def facts(text: str, *, strict: bool = False) -> list[str]:
    return [
        text[s:e]
        for (s, e), (a, b) in pieces(text)
        if states_something(text[a:b], strict_end=strict)
    ]


def test_a_printed_number_stands_outside_the_fact() -> None:
    assert facts("12. On May 5, 2014, the agency paid invoice 17.") == [
        "On May 5, 2014, the agency paid invoice 17."
    ]


def test_a_reference_to_the_record_stays_with_its_sentence() -> None:
    paid = "The agency paid invoice 17 in full. (Ex. 1 at p. 61 of 68; Ex. 2 at p. 45)."
    objected = "It objected in June of the next year."
    assert facts(f"{paid} {objected}") == [paid, objected]


@pytest.mark.parametrize(
    "text",
    [
        "STATEMENT OF FACTS",
        "II. THE CLAIMS WERE NOT MATERIAL TO PAYMENT.",
        "A. The Agency Knew of the Practice.",
        "- 3 -",
        "Page 3 of 9",
        "/s/ Jane Roe, counsel for the defendant",
        "Respectfully submitted,",
        "Plaintiff—Appellant,",
        "See Brown v. Board of Education, 347 U.S. 483 (1954).",
        "See also Iqbal, 556 U.S. at 678 (holding that labels are not enough).",
        "Id. at 14.",
        "The form further provided as follows:",
    ],
)
def test_headings_signatures_and_bare_citations_are_no_facts(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "We knew.",
        "Dated: August 4, 2025",
        "we knew about the billing error since March",
        "THE SOFTWARE IS PROVIDED AS IS WITHOUT ANY WARRANTY.",
        "See the attached list, which shows that the agency paid.",
    ],
)
def test_short_or_plain_statements_are_facts(text: str) -> None:
    assert facts(text) == [text]


def test_a_long_sentence_is_cut_at_semicolons_and_every_part_is_kept() -> None:
    part = "the agency paid the invoice of that month in full and without objection; "
    text = "In 2014 " + part * 20 + "and it never asked."
    found = facts(text)
    assert len(found) > 1
    assert all(len(fact) <= MAX_FACT for fact in found)
    assert all(fact.endswith(";") for fact in found[:-1])
    assert " ".join(found) == text


def test_text_without_any_space_is_still_bounded() -> None:
    assert all(e - s <= MAX_FACT for (s, e), _ in pieces("A" * 5_000))
