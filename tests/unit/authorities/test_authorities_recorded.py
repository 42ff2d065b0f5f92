"""Quotations of a brief compared with the record's words."""

from __future__ import annotations

import pytest

from engine.authorities.recorded import (
    BriefQuotation,
    Difference,
    Source,
    nearness,
    quotations,
    told,
)
from engine.authorities.types import Checked, Citation, Verdict

TEXT = (
    "Before that nobody wrote. The agency paid every claim in full, and did not complain of the "
    "1,250.50 dollars until Kowalski's report came. Afterwards nothing was said by anybody."
)


@pytest.mark.parametrize(
    ("quoted", "differences"),
    [
        ("paid every claim in half", [("half", "full")]),
        ("refused every claim in full, and did not", [("refused", "paid")]),
        ("paid every claim, and did not complain", [("", "in full")]),
        ("and did complain of the 1,250.50 dollars", [("", "not")]),
        ("complain of the 1,250.60 dollars until", [("1,250.60", "1,250.50")]),
        ("until Kowalsky's report came", [("Kowalsky's", "Kowalski's")]),
        ("paid every single claim in full", [("single", "")]),
        ("[it] paid every claim in full", []),
        ("the agency pa[id] every claim", []),
        ("The agency paid … until Kowalski's report", []),
    ],
)
def test_which_words_differ(quoted: str, differences: list[tuple[str, str]]) -> None:
    near = nearness(quoted, TEXT)
    assert near is not None
    assert [(one.quoted, one.text) for one in near.differences] == differences


@pytest.mark.parametrize(
    "quoted",
    [
        "the moon is made of green cheese",
        "it was not until then that the",  # joints of a sentence only
        "",
        "…",
    ],
)
def test_what_is_something_else(quoted: str) -> None:
    assert nearness(quoted, TEXT) is None
    assert nearness(quoted, "") is None


def test_the_differences_are_told_and_the_many_are_counted() -> None:
    assert told([]) == ""
    assert told([Difference("twice", "")]) == "“twice” is not in the source."
    many = [Difference(str(n), f"{n}{n}") for n in range(1, 8)]
    assert told(many).endswith("; and it differs in 2 more places.")


def found(text: str, *cited: str) -> list[BriefQuotation]:
    checked = [
        Checked(
            Citation(at := text.index(one), at + len(one), one, "case", one, "pattern", whole=(
                at, at + len(one)
            )),
            Verdict.VERIFIED,
            "",
            page=3,
        )
        for one in cited
    ]  # fmt: skip
    return quotations([(3, text)], checked)


def test_what_a_quotation_is_given_as() -> None:
    text = (
        "He wrote \u201cpaid in full, always\u201d (Tr. 45:3). As was held, \u201clabels and mere "
        "conclusions\u201d do not do. Twombly, 550 U.S. 544. Nobody says \u201cthree more "
        "words\u201d here but \u201cso-called\u201d."
    )
    told_as = {one.inner: one.given for one in found(text, "550 U.S. 544")}
    assert told_as["paid in full, always"] is Source.RECORD
    assert told_as["three more words"] is Source.AUTHORITY, "the last citation before it"
    assert "so-called" not in told_as, "two words are no quotation"
    [alone] = found("They \u201cpaid it in full\u201d and left.")
    assert (alone.given, alone.page, alone.start) == (Source.UNTOLD, 3, 5)


def test_a_quotation_that_is_never_closed_ends_with_its_paragraph() -> None:
    [one] = found("He said \u201cthe agency paid it all\nPage 4 of 9\nNext comes another.")
    assert one.inner == "the agency paid it all"


def test_it_is_looked_for_by_its_own_words() -> None:
    [one] = found("It says \u201c[T]he agency [gladly] paid con-\nstantly … in full\u201d there.")
    assert one.query == "The agency paid constantly in full"
