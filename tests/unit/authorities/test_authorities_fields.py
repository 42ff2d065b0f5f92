"""The parts of a citation, whichever its kind."""

from __future__ import annotations

import pytest

from engine.authorities.extract import find_citations

CASES: list[tuple[str, str, dict[str, str]]] = [
    ("Bell Atl. Corp. v. Twombly, 550 U. S. 544, 556 (2007)", "case",
     {"volume": "550", "reporter": "U.S.", "page": "544", "pin": "556", "year": "2007"}),
    ("United States v. Apple, Inc., 952 F. Supp. 2d 638, 641 (S.D.N.Y. 2013)", "case",
     {"volume": "952", "reporter": "F.Supp.2d", "page": "638", "pin": "641", "year": "2013",
      "court": "S.D.N.Y."}),
    ("Smith v. Jones, No. 12-cv-345, 2014 WL 123456, at *3 (N.D. Cal. Jan. 5, 2014)", "case",
     {"volume": "2014", "reporter": "WL", "page": "123456", "pin": "3", "year": "2014",
      "court": "N.D. Cal."}),
    ("Iqbal, 556 U.S. at 678", "short_case", {"volume": "556", "reporter": "U.S.", "pin": "678"}),
    ("Ashcroft v. Iqbal (2009) 556 U.S. 662", "case",
     {"volume": "556", "reporter": "U.S.", "page": "662", "year": "2009"}),
    ("Loper Bright Enters. v. Raimondo, 603 U.S. ___ (2024)", "case",
     {"volume": "603", "reporter": "U.S.", "year": "2024"}),
    ("Thornburg v. Fake, 45 Foo. Rep. 123 (1999)", "unknown_reporter",
     {"volume": "45", "reporter": "Foo. Rep.", "page": "123", "year": "1999"}),
    ("42 U.S.C. § 2000e\u20135(f)(1)", "statute",
     {"title": "42", "section": "2000e-5", "sub": "(f)(1)"}),
    ("section 512(c) of title 17", "statute", {"title": "17", "section": "512", "sub": "(c)"}),
    ("5 U.S.C. app. § 3", "statute", {"title": "5a", "section": "3"}),
    ("Cal. Civ. Code § 1798.100", "statute", {"code": "Cal. Civ. Code", "section": "1798.100"}),
    ("Pub. L. No. 111-21, § 4", "statute", {"law": "111-21", "section": "4"}),
    ("Section 9(a) of the Digital Fairness Act of 2021", "statute",
     {"act": "Digital Fairness Act of 2021", "year": "2021", "section": "9", "sub": "(a)"}),
    ("29 C.F.R. § 1604.11(a)", "regulation", {"title": "29", "section": "1604.11", "sub": "(a)"}),
    ("84 Fed. Reg. 12,345", "regulation", {"volume": "84", "page": "12345"}),
    ("Fed. R. Evid. 801(d)(2)(A)", "rule",
     {"rules": "Fed. R. Evid.", "rule": "801", "sub": "(d)(2)(A)"}),
    ("Rule 12(b)(6)", "rule", {"rules": "Rule", "rule": "12", "sub": "(b)(6)"}),
    ("U.S. Const. art. I, § 8, cl. 3", "constitution",
     {"of": "U.S.", "part": "art", "number": "1", "section": "8", "clause": "3"}),
    ("Restatement (Second) of Contracts § 90", "treatise",
     {"work": "Restatement (Second) of Contracts", "section": "90"}),
    ("Dobbs v. Jackson Org., No. 19-1392, slip op. at 5 (U.S. June 24, 2022)", "docket",
     {"number": "19-1392", "pin": "5", "year": "2022", "court": "U.S."}),
    ("[2019] EWCA Civ 1234", "foreign",
     {"year": "2019", "court": "EWCA Civ", "number": "1234"}),
    ("[2020] EWHC 123 (Comm)", "foreign",
     {"year": "2020", "court": "EWHC", "number": "123", "division": "Comm"}),
    ("Caparo Industries plc v Dickman [1990] 2 AC 605", "foreign",
     {"year": "1990", "volume": "2", "reporter": "AC", "page": "605"}),
    ("ECLI:EU:C:2014:317", "foreign",
     {"country": "EU", "court": "C", "year": "2014", "number": "317"}),
    ("Companies Act 2006, s 172", "statute",
     {"act": "Companies Act 2006", "year": "2006", "part": "s", "section": "172"}),
    ("s. 1(1) of the Fraud Act 2006", "statute",
     {"act": "Fraud Act 2006", "year": "2006", "part": "s", "section": "1", "sub": "(1)"}),
    ("Human Rights Act 1998 Sch 1", "statute",
     {"act": "Human Rights Act 1998", "year": "1998", "part": "sch", "section": "1"}),
    ("CPR 3.4(2)", "rule", {"rules": "CPR", "rule": "3.4", "sub": "(2)"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "expected"), CASES, ids=[one[0] for one in CASES])
def test_fields(text: str, kind: str, expected: dict[str, str]) -> None:
    (found,) = find_citations(f"We rely on {text}.")
    assert (found.kind, dict(found.fields)) == (kind, expected)


def test_parallel_locators_share_names_and_year() -> None:
    text = "Brown v. Board of Education, 347 U.S. 483, 74 S. Ct. 686, 98 L. Ed. 873 (1954)"
    found = find_citations(text)
    assert [one.fields["reporter"] for one in found] == ["U.S.", "S.Ct.", "L.Ed."]
    assert {one.names for one in found} == {"Brown v. Board of Education"}
    assert {one.fields["year"] for one in found} == {"1954"}


def test_the_next_case_keeps_its_own_names_and_year() -> None:
    text = "Roe v. Wade, 410 U.S. 113 (1973); 505 U.S. 833 (1992)"
    first, second = find_citations(text)
    assert (first.fields["year"], second.fields["year"]) == ("1973", "1992")
    assert second.names == ""


@pytest.mark.parametrize(
    "text",
    [
        "*Smith* v. *Jones*, 45 **F.3d** 12", "<i>Smith v. Jones</i>, 45&nbsp;F.3d&nbsp;12",
        "Smith v. Jones, 45 F\u200b.3d 12", "Smith v. Jones, 45 F.\u00ad3d 12",
        "Smith v. Jones, \uff14\uff15 F.3d 12", "Smith\nv. Jones, 45\nF.3d\n12",
        "Smith v. Jones, 45 F. 3rd 12", "Smith v. Jones, 45 f.3d 12",
        "\u0405mith v. J\u043enes, 45 F.3d 12",
    ],
)  # fmt: skip
def test_a_disguise_hides_nothing(text: str) -> None:
    (found,) = find_citations(text)
    assert (found.normalized, found.names) == ("45 F.3d 12", "Smith v. Jones")
