"""The verdict on everything: a library, a matter's authorities, short forms, quotations."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.authorities.checking import CheckedCitations
from engine.authorities.onfile import OnFile
from engine.authorities.scan import examine
from engine.authorities.types import (
    NO_QUOTATION,
    AllowedAuthority,
    Checked,
    Examined,
    Source,
    Verdict,
    placeholder,
)
from engine.authorities.years import possible_year
from engine.matter import Authority
from engine.ports import Cleaned, LawSection, ReportedCase
from tests.unit.authorities.loaded import Loaded, labelled

TWOMBLY = ReportedCase(
    "U.S.", "550", "544", ("BELL ATLANTIC CORP. et al. v. TWOMBLY et al.",), 2007,
    text="A plaintiff\u2019s obligation requires more than labels and conclusions.",
)  # fmt: skip
IQBAL = ReportedCase("U.S.", "556", "662", ("ASHCROFT, FORMER ATTORNEY GENERAL v. IQBAL et al.",))
MARBURY = ReportedCase("Cranch", "1", "137", ("MARBURY v. MADISON",), 1803)
NAMELESS = ReportedCase("F.3d", "45", "12", ())


def section(identifier: str, citation: str, text: str = "", status: str = "") -> LawSection:
    return LawSection("usc", identifier, citation, "", text, status, "119-100")


SECTIONS = (
    section("/us/usc/t31/s3729", "31 U.S.C. § 3729", "Any person who knowingly presents a claim"),
    section("/us/usc/t31/s3729/b/4", "31 U.S.C. § 3729(b)(4)", "the term material means"),
    section("/us/usc/t31/s3734", "31 U.S.C. § 3734", status="repealed"),
    section("/us/usc/t18/s1961", "18 U.S.C. § 1961"),
    section("/us/usc/t18/s1968", "18 U.S.C. § 1968"),
    section("/us/const/amend14/s1", "U.S. Const. amend. XIV, § 1", "equal protection of the laws"),
    section("/us/const/amend14/s5", "U.S. Const. amend. XIV, § 5", "power to enforce, by law"),
    section("/us/rules/civ/12", "Fed. R. Civ. P. 12"),
    section("/us/rules/civ/12/b/6", "Fed. R. Civ. P. 12(b)(6)"),
)
LIBRARY = Loaded(
    [TWOMBLY, IQBAL, MARBURY, NAMELESS], SECTIONS, ["usc/31", "usc/18", "const", "rules/28a"]
)


class InProcess:
    async def examine_many(
        self, texts: Sequence[str], allowed: Sequence[AllowedAuthority], parties: Sequence[str] = ()
    ) -> list[Examined]:
        return [examine(text, OnFile(allowed, parties)) for text in texts]


SCANNER: Any = InProcess()
CHECK = CheckedCitations(SCANNER, LIBRARY)


async def check(text: str, *on_file: Authority) -> list[Checked]:
    return list(await CHECK.check([(None, text)], on_file, ("Meridian Health, Inc.", "Reyes")))


async def one(text: str, *on_file: Authority) -> Checked:
    (found,) = await check(text, *on_file)
    return found


async def clean(text: str, *on_file: Authority, sources: Sequence[Source] = ()) -> Cleaned:
    (made,) = await CHECK.clean([text], on_file, ("Meridian Health, Inc.",), sources)
    return made


@pytest.mark.parametrize(
    ("text", "verdict", "reason"),
    [
        ("Bell Atl. Corp. v. Twombly, 550 U.S. 544, 556 (2007)", Verdict.VERIFIED, "year agree"),
        ("Marbury v. Madison, 5 U.S. (1 Cranch) 137 (1803)", Verdict.VERIFIED, "MARBURY"),
        ("Ashcroft v. Iqbal, 556 U.S. 662 (2009)", Verdict.VERIFIED, "parties agree"),
        ("Smith v. Jones, 550 U.S. 544 (2007)", Verdict.WRONG_CASE, "TWOMBLY et al. is"),
        ("Bell Atl. Corp. v. Jones, 550 U.S. 544 (2007)", Verdict.WRONG_CASE, "is not at"),
        ("Ashcroft v. Iqbal, 550 U.S. 544 (2007)", Verdict.WRONG_CASE, "is at 556 U.S. 662"),
        ("Bell Atl. Corp. v. Twombly, 550 U.S. 544 (2008)", Verdict.WRONG_CASE, "not 2008"),
        ("Ashcroft v. Iqbal, 556 U.S. 662 (2019)", Verdict.WRONG_CASE, "cannot be"),
        ("Bell Atl. Corp. v. Twombly, 550 U.S. 556 (2007)", Verdict.WRONG_PAGE, "within it"),
        ("Smith v. Jones, 550 U.S. 9 (2007)", Verdict.WRONG_PAGE, "No case"),
        ("Smith v. Jones, 551 U.S. 9 (2007)", Verdict.OUT_OF_CORPUS, "not loaded"),
        ("See 550 U.S. 544", Verdict.NOT_CHECKED, "no parties"),
        ("Smith v. Jones, 45 F.3d 12", Verdict.NOT_CHECKED, "without a name"),
        ("Loper v. Raimondo, 603 U.S. ___ (2024)", Verdict.NOT_CHECKED, "no page"),
        ("Thornburg v. Fake, 45 Foo. Rep. 123 (1999)", Verdict.UNKNOWN_REPORTER, "Foo. Rep."),
        ("Twombly, 550 U.S. at 560", Verdict.VERIFIED, "not cited in full"),
        ("Twombly, 550 U.S. at 12", Verdict.NOT_CHECKED, "No full citation"),
        ("31 U.S.C. § 3729(b)(4)", Verdict.VERIFIED, "119-100"),
        ("31 U.S.C. § 3729(z)", Verdict.WRONG_PAGE, "no such subdivision"),
        ("31 U.S.C. § 9999", Verdict.WRONG_PAGE, "no 31 U.S.C. § 9999"),
        ("31 U.S.C. § 3734", Verdict.NOT_CHECKED, "repealed"),
        ("42 U.S.C. § 1983", Verdict.OUT_OF_CORPUS, "Title 42 is not loaded"),
        ("18 U.S.C. §§ 1961-1968", Verdict.VERIFIED, "on file"),
        ("18 U.S.C. §§ 1961-1969", Verdict.WRONG_PAGE, "no"),
        ("Fed. R. Civ. P. 12(b)(6)", Verdict.VERIFIED, "on file"),
        ("Rule 12(b)(6)", Verdict.VERIFIED, "on file"),
        ("Rule 12(q)(6)", Verdict.WRONG_PAGE, "no such subdivision"),
        ("U.S. Const. amend. XIV, § 1", Verdict.VERIFIED, "on file"),
        ("The Fourteenth Amendment", Verdict.VERIFIED, "on file"),
        ("U.S. Const. amend. XIV, § 9", Verdict.WRONG_PAGE, "no"),
        ("29 C.F.R. § 1604.11(a)", Verdict.OUT_OF_CORPUS, "Regulations"),
        ("[2015] UKSC 11", Verdict.OUT_OF_CORPUS, "jurisdiction"),
        ("Smith v. Jones holds so", Verdict.NOT_CHECKED, "without a place"),
        ("Bell Atlantic v. Twombly holds so", Verdict.NOT_CHECKED, "550 U.S. 544"),
        ("Id. at 4", Verdict.NOT_CHECKED, "follows no"),
    ],
)  # fmt: skip
async def test_the_ladder(text: str, verdict: Verdict, reason: str) -> None:
    found = await one(f"{text}.")
    assert found.verdict is verdict, found
    assert reason in found.reason


async def test_what_it_was_found_to_be() -> None:
    assert (await one("Ashcroft v. Iqbal, 556 U.S. 662 (2009).")).authority == "556 U.S. 662"
    assert (await one("31 U.S.C. § 3729(b)(4)")).authority == "/us/usc/t31/s3729/b/4"
    assert (await one("Marbury v. Madison, 5 U.S. 137 (1803)")).authority == "1 Cranch 137"


async def test_parallel_citations_are_checked_each() -> None:
    found = await check("Bell Atl. v. Twombly, 550 U.S. 544, 127 S. Ct. 1955 (2007)")
    assert [item.verdict for item in found] == [Verdict.VERIFIED, Verdict.OUT_OF_CORPUS]


async def test_short_forms_follow_their_full_citation_over_pages() -> None:
    pages = [
        (1, "Bell Atl. Corp. v. Twombly, 550 U.S. 544 (2007). Smith v. Jones, 550 U.S. 9 (2007)."),
        (2, "Id. at 12. Twombly, 550 U.S. at 556. Twombly, supra, at 5. Id. at 6. Jones, supra."),
        (3, "Compl. ¶ 12. Id. at 14. The Twombly decision. Bell Atlantic v. Twombly binds."),
    ]
    found = await CHECK.check(pages)
    assert [(item.page, item.citation.kind, item.verdict.value) for item in found] == [
        (1, "case", "verified"), (1, "case", "wrong page"), (2, "id", "wrong page"),
        (2, "short_case", "verified"), (2, "supra", "verified"), (2, "id", "verified"),
        (2, "supra", "wrong page"), (3, "id", "not checked"), (3, "case_name", "verified"),
        (3, "case_name", "verified"),
    ]  # fmt: skip
    assert "record" in found[7].reason, "an Id. behind the record is no case"


async def test_a_bare_section_is_of_the_title_cited_last() -> None:
    found = await check("Under 31 U.S.C. § 3729(b)(4), and § 3734 too, but § 3999 not.")
    assert [item.verdict for item in found] == [
        Verdict.VERIFIED, Verdict.NOT_CHECKED, Verdict.WRONG_PAGE,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("quoted", "verdict"),
    [
        ("requires more than labels and con-\nclusions", Verdict.VERIFIED),
        ("A plaintiff's obligation \u2026 than labels", Verdict.VERIFIED),
        ("requires more than labels and conclusions of law", Verdict.QUOTE_NOT_FOUND),
    ],
)
@pytest.mark.parametrize(
    "form",
    [
        "It said \u201c{}.\u201d Bell Atl. Corp. v. Twombly, 550 U.S. 544, 555 (2007).",
        "In Bell Atl. Corp. v. Twombly, 550 U.S. 544 (2007), the Court said: \u201c{}.\u201d",
    ],
)
async def test_words_quoted_from_a_case(form: str, quoted: str, verdict: Verdict) -> None:
    found = await one(form.format(quoted))
    assert (found.verdict, found.quotation) == (verdict, quoted + ".")


async def test_words_that_nothing_can_be_compared_with() -> None:
    found = await one(
        "\u201cThreadbare recitals do not suffice.\u201d Ashcroft v. Iqbal, 556 U.S. 662."
    )
    assert found.verdict is Verdict.VERIFIED
    assert "quotation was not checked" in found.reason
    beside = await one(
        "\u201cThe agency paid in full.\u201d Compl. ¶ 3. Ashcroft v. Iqbal, 556 U.S. 662."
    )
    assert beside.quotation == "", "what is quoted from the record is not the case's"


async def test_words_of_a_section_that_is_loaded_in_parts() -> None:
    found = await one(
        "The Fourteenth Amendment gives \u201cpower to enforce, by law\u201d what it says."
    )
    assert found.verdict is Verdict.VERIFIED


OURS = Authority(
    "A1", "Varra v. Quillon Indus., Inc., 612 F.3d 88 (3d Cir. 2010)", (), 2010,
    text="A certificate that nobody reads is not material.",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "verdict", "authority"),
    [
        ("Varra v. Quillon Indus., 612 F.3d 88, 91 (3d Cir. 2010)", Verdict.VERIFIED, "A1"),
        ("Varra, 612 F.3d at 91", Verdict.VERIFIED, "A1"),
        ("Doe v. Roe, 612 F.3d 88 (3d Cir. 2010)", Verdict.WRONG_CASE, ""),
        ("Varra v. Quillon Indus., 612 F.3d 88 (3d Cir. 2012)", Verdict.WRONG_CASE, ""),
        ("Varra v. Quillon Indus., 612 F.3d 89 (3d Cir. 2010)", Verdict.OUT_OF_CORPUS, ""),
    ],
)
async def test_the_matters_own_authorities(text: str, verdict: Verdict, authority: str) -> None:
    found = await one(f"See {text}.", OURS)
    assert (found.verdict, found.authority) == (verdict, authority)
    if verdict is Verdict.WRONG_CASE:
        assert "A1" in found.reason


async def test_prose_keeps_what_is_verified_and_says_what_else_is_needed() -> None:
    text = (
        "Bell Atl. Corp. v. Twombly, 550 U.S. 544 (2007), governs [A1]. Id. at 555. Smith v. "
        "Jones, 550 U.S. 9 (2007), does not; nor does 42 U.S.C. § 1983."
    )
    made = await clean(text, OURS)
    assert made.text == (
        "Bell Atl. Corp. v. Twombly, 550 U.S. 544 (2007), governs [A1]. Id. at 555. "
        f"{placeholder('case')}, does not; nor does {placeholder('statute')}."
    )
    assert made.removed == ("Smith v. Jones, 550 U.S. 9 (2007)", "42 U.S.C. § 1983")
    assert Counter(item.verdict for item in made.checked) == {
        Verdict.VERIFIED: 2, Verdict.WRONG_PAGE: 1, Verdict.OUT_OF_CORPUS: 1,
    }  # fmt: skip


async def test_prose_quotes_only_what_a_source_holds() -> None:
    sources = [Source("F1", "The agency paid every claim in full.")]
    true = (
        "It says \u201cpaid every claim in full\u201d [F1], and \u201cnobody reads\u201d it [A1]."
    )
    assert (await clean(true, OURS, sources=sources)).text == true
    made = await clean('It "paid every claim in half" [F1].', sources=sources)
    assert made.text == f"It {NO_QUOTATION} [F1]."
    assert made.unquoted == ('"paid every claim in half"',)
    doubtful = await clean("The \u201cso-called audit\u201d and the \u2018scare\u2019 are gone.")
    assert doubtful.text == f"The {NO_QUOTATION} and the \u2018scare\u2019 are gone."
    assert (await clean("The \u201caudit\u201d is gone.")).text == "The audit is gone."


async def test_prose_names_only_ids_that_the_run_has() -> None:
    sources = [Source("F1", "The agency paid.")]
    made = await clean("[F1] and F1 but [F2], F999, Exhibit F7 and [A9].", OURS, sources=sources)
    fact = placeholder("fact")
    assert made.text == f"[F1] and F1 but {fact}, Exhibit {fact} and {placeholder('authority')}."
    assert made.removed == ("[F2]", "F999", "F7", "[A9]")
    plain = "The F-16 on A4 paper, Form F4 and E2 stay."
    assert (await clean(plain)).text == plain


async def test_of_real_citations_nearly_all_and_of_altered_ones_none() -> None:
    """With a table that knows no years: names alone tell."""
    table = [replace(item.case, year=None) for item in labelled()]
    checker = CheckedCitations(SCANNER, Loaded(table))
    taken = {(item.case.volume, item.case.page) for item in labelled()}

    async def verdicts(texts: Sequence[str]) -> Counter[Verdict]:
        found = await checker.check([(at, text) for at, text in enumerate(texts, 1)])
        return Counter(item.verdict for item in found)

    real = await verdicts([item.citation for item in labelled()])
    assert real[Verdict.VERIFIED] >= 0.98 * len(labelled())
    cases = labelled()
    swapped = [
        f"{cases[at - 97].cited}, {item.case.volume} U.S. {item.case.page} ({item.case.year})"
        for at, item in enumerate(cases)
        if cases[at - 97].cited != item.cited
    ]
    assert await verdicts(swapped) == {Verdict.WRONG_CASE: len(swapped)}
    moved = [
        f"{item.cited}, {item.case.volume} U.S. {int(item.case.page) + 1} ({item.case.year})"
        for item in cases
        if (item.case.volume, str(int(item.case.page) + 1)) not in taken
    ]
    assert await verdicts(moved) == {Verdict.WRONG_PAGE: len(moved)}


def test_years_of_volumes() -> None:
    assert all(possible_year("U.S.", i.case.volume, i.case.year or 0) for i in labelled())
    assert not possible_year("U.S.", "550", 2017) and possible_year("F.3d", "550", 2017)


def shared(name: str) -> list[dict[str, str]]:
    here = Path(__file__).resolve().parents[3]
    root = Path(os.environ.get("LAWGAME_SHARED", here.parent / "shared"))
    path = root / "cases" / "citations" / name
    return json.loads(path.read_text("utf-8")) if path.is_file() else []


@pytest.mark.skipif(
    not shared("known_fake_citations.json"), reason="no known_fake_citations.json in LAWGAME_SHARED"
)
async def test_no_fabrication_is_verified_whatever_is_loaded() -> None:
    fakes = shared("known_fake_citations.json")
    loaded = []
    for fake in fakes:
        for item in examine(fake["citation"], OnFile(())).marks:
            kept = item.citation.fields if item.citation else {}
            real = fake.get("actual_case_at_citation", "").split(", ")[0]
            if {"reporter", "volume", "page"} <= kept.keys():
                names = (real or "Some Other Co. v. Nobody At All",)
                loaded.append(ReportedCase(kept["reporter"], kept["volume"], kept["page"], names))
    for library in (Loaded(), Loaded(loaded), Loaded([i.case for i in labelled()])):
        checker = CheckedCitations(SCANNER, library)
        found = await checker.check([(n, one["citation"]) for n, one in enumerate(fakes, 1)])
        assert len(found) >= len(fakes)
        assert not [item for item in found if item.verdict is Verdict.VERIFIED]
    checker = CheckedCitations(SCANNER, Loaded(loaded))
    for fake in fakes:
        if fake["category"].startswith("wrong_name"):
            (found_one,) = await checker.check([(1, fake["citation"])])
            assert found_one.verdict is Verdict.WRONG_CASE
