"""What stands in prose and what becomes a placeholder."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.authorities.scan import scrub
from engine.authorities.types import AllowedAuthority, placeholder

ESCOBAR = AllowedAuthority(
    "A7",
    "Universal Health Servs., Inc. v. United States ex rel. Escobar, 579 U.S. 176 (2016)",
    ("Escobar",),
)
FCA = AllowedAuthority("A8", "31 U.S.C. § 3729", ("False Claims Act",))
RULE = AllowedAuthority("A9", "Fed. R. Civ. P. 9(b)")
CASE, STATUTE = placeholder("case"), placeholder("statute")
ALLOWED = (ESCOBAR, FCA, RULE)
PARTIES = ("United States of America", "Meridian Health, Inc.", "Dana Reyes")


def removed(text: str) -> list[str]:
    return [citation.text for citation in scrub(text, ALLOWED, PARTIES).removed]


@pytest.mark.parametrize(
    "text",
    [
        "Universal Health Services v. Escobar, 579 U.S. 176, 190 (2016), asks for more.",
        "Universal Health Servs., Inc. v. U.S. ex rel. Escobar asks for more [A7].",
        "Materiality looks to effect. 579 U.S. at 190. Id. at 194.",
        "Escobar, 579 U.S. at 192, settles it; Escobar, supra, at 195.",
        "The claim is under 31 U.S.C. § 3729(b)(4), and § 3729(a)(1)(A) defines it.",
        "Section 3729 and 31 U. S. C. §\u00a03729 are one.",
        "Fraud is pleaded under Fed. R. Civ. P. 9(b), FRCP 9(b) or Rule 9(b).",
        "United States ex rel. Reyes v. Meridian Health, Inc. is this matter.",
        "The agency paid in full [F12]. Id. See Compl. ¶ 12. Id. at 14.",
        "The notice of § 4.2 of the Agreement and Section 1042 of the Contract was sent.",
        "No law at all: 14 invoices, 3 Jan. 2014, $4,500.",
    ],
)
def test_what_is_on_file_the_record_and_the_matter_stand(text: str) -> None:
    assert scrub(text, ALLOWED, PARTIES).text == text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (
            "As held in Smith v. Jones, 45 F.3d 12, 15 (9th Cir. 1999), it fails.",
            f"As held in {CASE}, it fails.",
        ),
        ("In Smith v. Jones the court said no.", f"In {CASE} the court said no."),
        ("Smith v. Jones held so. It matters.", f"{CASE} held so. It matters."),
        ("See In re Grand Jury. It matters.", f"See {CASE}. It matters."),
        ("See 31 U.S.C. § 3730(h) and § 3731.", f"See {STATUTE}."),
        ("Under Fed. R. Civ. P. 12(b)(6) it fails.", f"Under {placeholder('rule')} it fails."),
        ("The Fourteenth Amendment governs.", f"The {placeholder('constitution')} governs."),
        ("See Thornburg v. Fake, 45 Foo. Rep. 123 (1999).", f"See {CASE}."),
        ("Petratos, supra, at 490, agrees.", f"{CASE}, agrees."),
        ("See 580 U.S. at 190.", f"See {CASE}."),
        (
            "See Cruzan v. Director, Mo. Dep't of Health, 497 U.S. 261 (1990).",
            f"See {CASE}.",
        ),
        ("The Slaughter-House Cases, 83 U.S. 36 (1873), too.", f"The {CASE}, too."),
        (
            "See Smith v. Jones, 45 F.3d 12 (9th Cir. 1999); Doe v. Roe, 9 F.4th 1 (2021).",
            f"See {CASE}.",
        ),
    ],
)
def test_what_is_not_on_file_becomes_a_placeholder(text: str, clean: str) -> None:
    assert scrub(text, ALLOWED, PARTIES).text == clean


def test_another_cases_name_on_a_locator_on_file_is_a_wrong_case() -> None:
    assert removed("Smith v. Jones, 579 U.S. 176 (2016), controls.") == [
        "Smith v. Jones, 579 U.S. 176 (2016)"
    ]
    assert removed("See Petratos, 579 U.S. 176, 190.") == ["Petratos, 579 U.S. 176, 190"]


def test_a_page_before_the_opinion_is_not_in_it() -> None:
    assert removed("See 579 U.S. at 190 and 579 U.S. at 12.") == ["579 U.S. at 12"]


def test_a_sibling_of_the_subsection_on_file_is_not_on_file() -> None:
    only = (AllowedAuthority("A1", "31 U.S.C. § 3729(b)(4)"),)
    text = "31 U.S.C. § 3729(b)(4) and 31 U.S.C. § 3729(a)(1)(A) and 31 U.S.C. § 3729"
    assert [c.text for c in scrub(text, only).removed] == ["31 U.S.C. § 3729(a)(1)(A)"]


def test_a_range_on_file_holds_its_sections() -> None:
    act = (AllowedAuthority("A1", "31 U.S.C. §§ 3729–3733"),)
    found = scrub("See 31 U.S.C. § 3730(h) and 31 U.S.C. § 3801.", act).removed
    assert [c.text for c in found] == ["31 U.S.C. § 3801"]


def test_id_goes_with_what_it_points_to() -> None:
    text = (
        "Smith v. Jones, 45 F.3d 12 (9th Cir. 1999). Id. at 14. Compl. ¶ 12. Id. at 14. "
        "Escobar, 579 U.S. 176. Ibid. Doe v. Roe said more. Ibid."
    )
    assert removed(text) == [
        "Smith v. Jones, 45 F.3d 12 (9th Cir. 1999)",
        "Id. at 14",
        "Doe v. Roe",
        "Ibid.",
    ]


def test_id_after_nothing_points_to_nothing() -> None:
    assert removed("Id. at 14.") == ["Id. at 14"]


def test_a_parallel_locator_goes_alone_when_the_first_is_on_file() -> None:
    text = "Escobar, 579 U.S. 176, 999 F.4th 1 (2016), controls."
    assert scrub(text, ALLOWED).text == f"Escobar, 579 U.S. 176, {CASE}, controls."


def test_only_one_side_of_this_matter_is_not_this_matter() -> None:
    assert removed("Meridian Health v. Jones held so.") == ["Meridian Health v. Jones"]


def test_removed_ones_are_told_as_they_stood() -> None:
    text = "See Smith v. Jones, 45 F.3d 12 (1999).\n\nThen 42 U.S.C. § 1983 applies."
    for citation in scrub(text, ALLOWED).removed:
        assert text[citation.start : citation.end] == citation.text


def test_nothing_of_the_text_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        scrub("In re Grand Jury, 23 F.4th 1088. Petratos, supra, at 490 (1999).", ALLOWED)
    assert caplog.text == ""


bits = st.sampled_from(
    ["Smith v. Jones", "579 U.S. 176", "45 F.3d 12", "31 U.S.C. § 3729(b)(4)", "§ 3730", "Id.",
     "Compl. ¶ 12.", "[F12]", "[A7]", "Escobar", "supra", "The agency paid.", "\n\n", ",", "(1999)"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(bits, max_size=20).map(" ".join))
def test_a_scrubbed_text_is_clean_and_keeps_its_other_words(text: str) -> None:
    once = scrub(text, ALLOWED, PARTIES)
    assert once.text.count("[F12]") == text.count("[F12]")
    assert once.text.count("The agency paid.") == text.count("The agency paid.")
    assert "Jones" not in once.text and "45 F.3d 12" not in once.text
    assert (once.text == text) == (not once.removed)
