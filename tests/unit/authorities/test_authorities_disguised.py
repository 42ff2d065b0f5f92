"""Citations that were altered, broken or disguised: what is invented is seen for what it is."""

from __future__ import annotations

import pytest

from engine.authorities.checking import CheckedCitations
from engine.authorities.extract import find_citations
from engine.authorities.types import Verdict
from engine.ports import ReportedCase
from tests.unit.authorities.loaded import Loaded
from tests.unit.authorities.test_authorities_checking import (
    IQBAL,
    MARBURY,
    SCANNER,
    SECTIONS,
    TWOMBLY,
)

CASES = (
    TWOMBLY, IQBAL, MARBURY,
    ReportedCase("S.Ct.", "127", "1955", ("Bell Atlantic Corp. v. Twombly",), 2007),
    ReportedCase("F.Supp.3d", "678", "443", ("Mata v. Avianca, Inc.",), 2023),
)  # fmt: skip
CHECK = CheckedCitations(SCANNER, Loaded(CASES, SECTIONS, ["usc/31", "usc/18", "const"]))
CASE = "Bell Atl. Corp. v. Twombly, "


@pytest.mark.parametrize(
    "text",
    [
        f"{CASE}550\nU.S. 544 (2007)",
        "Bell Atl. Corp. v. Twom-\nbly, 550 U.S. 544 (2007)",
        f"{CASE}55\u00ad0 U.S. 544 (2007)",
        f"{CASE}550 U.S.\u00b9 544\u00b2 (2007)",
        f"{CASE}550[1] U.S. 544 (2007)",
        f"{CASE}\uff15\uff15\uff10 U.S. \uff15\uff14\uff14 (2007)",
        f"{CASE}&#53;50 U.S. 544 (2007)",
        f"{CASE}DL U.S. 544 (2007)",
        f"{CASE}550 U.S. 544, 556-57 (2007)",
        "Mata v. Avianca, Inc., 678 F. Supp. 3 d 443 (S.D.N.Y. 2023)",
        "Mata v. Avianca, Inc., 678 F . Supp . 3d 443 (S.D.N.Y. 2023)",
    ],
)
async def test_a_true_citation_is_known_however_it_is_broken(text: str) -> None:
    [found] = await CHECK.check([(None, f"See {text}.")])
    assert found.verdict is Verdict.VERIFIED, found


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f"{CASE}550 U.S. 5\u2074\u2074 (2007)", Verdict.WRONG_PAGE),
        ("Zarn v. Ulb, DL U.S. DXLIV (2007)", Verdict.WRONG_CASE),
        ("Zarn v. Ulb, 678 F. Supp. 3 d 443 (2023)", Verdict.WRONG_CASE),
        ("Zarn v. Ulb&#44; 550 U.S. 544 (2007)", Verdict.WRONG_CASE),
        (f"{CASE}550 U.S. 544 (2OO9)", Verdict.WRONG_CASE),
        (f"{CASE}550 U.S. 544 (9th Cir. 2007)", Verdict.WRONG_CASE),
        (f"{CASE}550 U.S. 544 (S.D.N.Y. 2007)", Verdict.WRONG_CASE),
        (f"{CASE}550 U.S. 544, 12 (2007)", Verdict.WRONG_PAGE),
        (f"{CASE}550 U.S. 544, 9999 (2007)", Verdict.WRONG_PAGE),
        ("31 U.S.C. § 3729(z)", Verdict.WRONG_PAGE),
        ("31 U.S.C. § 3729(b)(4) (Q)", Verdict.WRONG_PAGE),
        ("31 U.S.C. § 3729-A", Verdict.WRONG_PAGE),
        ("31 U.S.C. § 3729 note", Verdict.NOT_CHECKED),
        ("Article 14, Section 1 of the Indiana Constitution", Verdict.OUT_OF_CORPUS),
        ("Fourteenth Amendment to the Texas Constitution", Verdict.OUT_OF_CORPUS),
        ("Article 14, Section 1 of the Constitution of the State of Ohio", Verdict.OUT_OF_CORPUS),
        ("Montgomery v Lanarkshire [2016] UKSC 11", Verdict.OUT_OF_CORPUS),
    ],
)
async def test_an_altered_one_is_not_verified_and_goes(text: str, verdict: Verdict) -> None:
    [found] = await CHECK.check([(None, f"See {text}.")])
    assert found.verdict is verdict, found
    [made] = await CHECK.clean([f"See {text}."], (), ())
    assert made.text.startswith("See [citation needed:") and made.text.endswith("on file].")


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("31 U.S.C. §§ 3729(b)(4)-(9)", [Verdict.VERIFIED, Verdict.WRONG_PAGE]),
        ("31 U.S.C. § 3729(b)(4), (7)", [Verdict.VERIFIED, Verdict.WRONG_PAGE]),
        (f"{CASE}550 U.S. 544, 127 S. Ct. 1955 (2007)", [Verdict.VERIFIED, Verdict.VERIFIED]),
        (f"{CASE}550 U.S. 544, 127 S. Ct. 1956 (2007)", [Verdict.VERIFIED, Verdict.WRONG_PAGE]),
        (f"{CASE}550 U.S. 554, 127 S. Ct. 1955 (2007)", [Verdict.WRONG_PAGE, Verdict.VERIFIED]),
    ],
)
async def test_each_of_several_stands_for_itself(text: str, verdicts: list[Verdict]) -> None:
    found = await CHECK.check([(None, f"See {text}.")])
    assert [one.verdict for one in found] == verdicts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Id. at 166, 119 S. Ct. 662.", ["Id. at 166", "119 S. Ct. 662"]),
        ("Id. at 166, 168-69, 119 S. Ct. 662.", ["Id. at 166, 168-69", "119 S. Ct. 662"]),
        ("Id. at 12, 14.", ["Id. at 12, 14"]),
        ("Id. § 3729(b)(4).", ["Id. § 3729(b)(4)"]),
        ("Because Indiana Code § 35-50-2-9(f) is so", ["Indiana Code § 35-50-2-9(f)"]),
        ("Review Boards, 720 Kennon Street SE Rm 309, Washington", []),
        ("Smith Corp., 12 Elm Ave. 40, Boston", []),
        ("1 Q. Exhibit 14 is it?\n2 A. Unchanged. 6 Q. From December 11 on?", []),
    ],
)
def test_what_is_a_part_of_it_and_what_is_none(text: str, said: list[str]) -> None:
    assert [one.text for one in find_citations(text)] == said


async def test_a_name_that_a_page_cuts_in_two_is_one_name() -> None:
    pages = [
        (6, "It must be so (quoting Montoya v. FedEx Ground\nNo. 21-50498\n6\nPage: 6 Date: 2022"),
        (7, "Package Sys., Inc., 614 F.3d 145, 146 (5th Cir. 2010)). But we need not agree."),
    ]
    [found] = await CHECK.check(pages)
    assert (found.page, found.citation.names) == (7, "Montoya v. FedEx Ground Package Sys., Inc.")
    apart = await CHECK.check([(6, "So says Montoya v. FedEx Ground. It binds."), pages[1]])
    assert [one.citation.names for one in apart] == [
        "Montoya v. FedEx Ground",
        "Package Sys., Inc.",
    ]


async def test_id_at_a_page_is_of_the_case_before_and_not_of_a_provision_named_since() -> None:
    text = f"{CASE}550 U.S. 544 (2007), reads the Fourteenth Amendment. Id. at 555. Id. § 5."
    found = await CHECK.check([(None, text)])
    assert [(one.citation.kind, one.authority) for one in found][-2:] == [
        ("id", "550 U.S. 544"), ("id", "550 U.S. 544"),
    ]  # fmt: skip
