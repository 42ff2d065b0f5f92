"""Quotations: found in prose, matched to their source."""

from __future__ import annotations

import pytest

from engine.authorities.quotes import find_quotations, holder, holds
from engine.authorities.types import Source

TEXT = (
    "The officer wrote that the agency paid all of the claims, in full, and that misrepresen-\n"
    "tations were material to the Govern\u00ad\nment's decision; it cost $4,500.25."
)


@pytest.mark.parametrize(
    "quoted",
    [
        "the agency paid all of the claims, in full",
        "THE AGENCY PAID ALL OF THE CLAIMS IN FULL",
        "misrepresentations were material to the Government\u2019s decision",
        "misrepresen-\ntations were material",
        "[T]he agency paid \u2026 in full",
        "the agency paid . . . misrepresentations were material",
        "[Acme] paid all of the claims",
        "the agency [allegedly] paid all",
        "the agency pa[ys] all of the claims",
        "it cost $4,500.25",
        "the \u2018agency\u2019 paid all",
    ],
)
def test_what_is_in_the_text(quoted: str) -> None:
    assert holds(TEXT, quoted)


@pytest.mark.parametrize(
    "quoted",
    [
        "the agency paid all of the claims twice",
        "the agency paid all of the claims, in full, and knew of the fraud",
        "gency paid all of the claims",
        "the agency paid \u2026 in half",
        "in full \u2026 the agency paid",
        "paid \u2026 full",
        "it cost $4,500.26",
        "the agency paid [and the defendant admitted its fraud in open court]",
        "",
        "\u2026",
    ],
)
def test_what_is_not(quoted: str) -> None:
    assert not holds(TEXT, quoted)


def test_the_first_source_that_holds_it() -> None:
    sources = [Source("F1", "It rained."), Source("F2", "It snowed all day.")]
    assert holder("snowed all day", sources) == "F2"
    assert holder("snowed all night", sources) is None


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ('He said "the agency paid all" and left.', ["the agency paid all"]),
        ("He said \u201cthe \u2018agency\u2019 paid\u201d twice.", ["the \u2018agency\u2019 paid"]),
        ("He said 'the agency paid all' to the parties' counsel.", ["the agency paid all"]),
        ("\u00able tribunal a dit non\u00bb", ["le tribunal a dit non"]),
        ("&quot;the agency paid&quot; it", ["the agency paid"]),
        ("<q>the agency paid</q> it", ["the agency paid"]),
        ("``the agency paid'' it", ["the agency paid"]),
        ("It says:\n> the agency\n> paid all\nand no more", ["the agency\npaid all"]),
        ("It \u201cnever closes here\n\nnor there", ["never closes here"]),
        ('the "material" one', ["material"]),
        ("The parties' rights and the firms' duties aren't the agency's.", []),
        ('It is 5" wide and 6" long.', []),
        ("the '90s and rock 'n' roll", []),
    ],
)
def test_where_words_are_quoted(text: str, inner: list[str]) -> None:
    found = find_quotations(text)
    assert [one.inner for one in found] == inner
    assert all(one.inner.split()[0] in text[one.start : one.end] for one in found)
