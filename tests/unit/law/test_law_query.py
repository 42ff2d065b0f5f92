"""What is understood of a query: citations in every spelling, names, abbreviations, excerpts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.law.codes import CONST, USC
from engine.law.constitution import provisions
from engine.law.errors import NotAConstitution
from engine.law.excerpts import MORE, cut, excerpt
from engine.law.names import folded, variants
from engine.law.reference import wanted


@pytest.mark.parametrize(
    ("said", "meant", "rest"),
    [
        ("31 USC 3729(b)(4)", "/us/usc/t31/s3729/b/4", ""),
        ("31 U.S.C. § 3729(b)(4) knowledge", "/us/usc/t31/s3729/b/4", "knowledge"),
        ("31 U. S. C. §3729", "/us/usc/t31/s3729", ""),
        ("29 U.S.C.A. 1132(a)(1)(B)", "/us/usc/t29/s1132/a/1/B", ""),
        ("15 U.S. Code § 78j(b)", "/us/usc/t15/s78j/b", ""),
        ("section 3729 of title 31", "/us/usc/t31/s3729", ""),
        ("subsection (b)(4) of section 3729 of title 31", "/us/usc/t31/s3729/b/4", ""),
        ("sec. 3729(b) of title 31, United States Code", "/us/usc/t31/s3729/b", ""),
        ("Title 18 section 1030", "/us/usc/t18/s1030", ""),
        ("title 28 u.s.c. sec. 1331", "/us/usc/t28/s1331", ""),
        ("42 U.S.C. § 1320a–7b(b)", "/us/usc/t42/s1320a-7b/b", ""),
        ("wire fraud 18 usc 1343", "/us/usc/t18/s1343", "wire fraud"),
        ("FRCP 12(b)(6)", "/us/rules/civ/12/b/6", ""),
        ("Fed. R. Civ. P. 12(b)(6)", "/us/rules/civ/12/b/6", ""),
        ("Rule 12(b)(6) of the Federal Rules of Civil Procedure", "/us/rules/civ/12/b/6", ""),
        ("Federal Rule of Criminal Procedure 11", "/us/rules/crim/11", ""),
        ("Fed R Evid 801(d)(2)", "/us/rules/evid/801/d/2", ""),
        ("Fed. R. App. P. 4(a)(1)(A)", "/us/rules/app/4/a/1/A", ""),
        ("Fed. R. Bankr. P. 7012", "/us/rules/bankr/7012", ""),
        ("FRCP 4.1", "/us/rules/civ/4.1", ""),
        ("/us/usc/t31/s3729/b/4", "/us/usc/t31/s3729/b/4", ""),
    ],
)
def test_a_citation_is_an_identifier(said: str, meant: str, rest: str) -> None:
    found = wanted(said, USC)
    assert found.identifiers[0] == meant
    assert found.rest == rest


@pytest.mark.parametrize(
    "said",
    ["app. 3", "evidence of 3 things", "minimum wage", "the 2 U.S. companies", "31", "", "() of"],
)
def test_other_words_are_no_citation(said: str) -> None:
    assert wanted(said, USC).identifiers == ()


def test_a_range_may_be_one_section_or_two() -> None:
    found = wanted("31 U.S.C. §§ 3729-3733", USC).identifiers
    assert found == ("/us/usc/t31/s3729-3733", "/us/usc/t31/s3729")


def test_a_number_alone_may_be_of_any_title() -> None:
    found = wanted("§ 1983", USC).identifiers
    assert {"/us/usc/t42/s1983", "/us/usc/t9/s1983"} <= set(found)


def test_a_section_of_an_act_is_told_from_one_of_the_code() -> None:
    found = wanted("section 502(a)(1) of ERISA", USC)
    assert (found.identifiers, found.of_act, found.rest) == ((), ("502", "/a/1"), "ERISA")


@pytest.mark.parametrize(
    ("said", "meant", "rest"),
    [
        ("art. I § 8 cl. 3", "/us/const/art1/s8/c3", ""),
        ("U.S. Const. art. I, § 8, cl. 3", "/us/const/art1/s8/c3", ""),
        ("Article III, section 2", "/us/const/art3/s2", ""),
        ("Article VI clause 2", "/us/const/art6/c2", ""),
        ("fourteenth amendment due process", "/us/const/amend14", "due process"),
        ("the twenty-first amendment", "/us/const/amend21", "the"),
        ("14th amendment", "/us/const/amend14", ""),
        ("amend. XIV § 1", "/us/const/amend14/s1", ""),
        ("preamble", "/us/const/preamble", ""),
    ],
)
def test_places_in_the_constitution(said: str, meant: str, rest: str) -> None:
    found = wanted(said, CONST)
    assert found.identifiers == (meant,)
    assert found.rest == rest


def test_an_act_goes_by_its_name_without_year_and_by_its_initials() -> None:
    assert "erisa" in variants("Employee Retirement Income Security Act of 1974")
    assert "rico" in variants("Racketeer Influenced and Corrupt Organizations Act")
    assert "foia" in variants("Freedom of Information Act")
    assert "honest scales" in variants("Honest Scales Act of 1964")
    assert "act" not in variants("Scales Act")
    assert folded("Children’s Sarbanes–Oxley Act") == "childrens sarbanes oxley act"


def test_a_text_is_cut_where_one_may_cut() -> None:
    text = "First paragraph.\nSecond paragraph, which is longer. And a second sentence of it."
    assert cut(text, 1000) == text
    assert cut(text, 60) == "First paragraph.\nSecond paragraph, which is longer." + MORE
    for most in range(10, len(text)):
        assert len(cut(text, most)) <= most


def test_an_excerpt_begins_where_the_words_are() -> None:
    text = "\n".join(["(a) Nothing of it here.", "(b) The weighmaster's oath.", "(c) The rest."])
    assert excerpt(text, ["weighmaster", "oath"], 40) == "… (b) The weighmaster's oath. …"
    assert excerpt(text, ["absent"], 40) == cut(text, 40)


@pytest.mark.parametrize(
    "told",
    [
        [{"identifier": "/us/const/art1/s1", "citation": "U.S. Const. art. I, § 1", "text": "x"}],
        {"provisions": [{"id": "/us/const/art1/s1", "text": "x"}]},
        {"/us/const/art1/s1": "x"},
    ],
)
def test_a_constitution_may_come_in_several_shapes(tmp_path: Path, told: object) -> None:
    path = tmp_path / "constitution.json"
    path.write_text(json.dumps(told), "utf-8")
    (one,) = provisions(path)
    assert (one.identifier, one.citation) == ("/us/const/art1/s1", "U.S. Const. art. I, § 1")


@pytest.mark.parametrize(
    "told",
    ["", "[", "[]", "{}", "3", '["x"]', '[{"identifier": "/us/usc/t1/s1", "text": "x"}]',
     '[{"identifier": "/us/const/art1"}]', '{"/us/const/art1": 3}'],
)  # fmt: skip
def test_what_is_no_constitution_is_said(tmp_path: Path, told: str) -> None:
    path = tmp_path / "constitution.json"
    path.write_text(told, "utf-8")
    with pytest.raises(NotAConstitution):
        provisions(path)
