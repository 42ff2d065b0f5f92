"""The appeal on litigation funding is what its matter.toml and its TRAPS.md say it is."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from tests.unit.handlers.conftest import Firm
from tests.unit.samples import checks
from tests.unit.samples.checks import dollars
from tests.unit.samples.sample import Sample

SAMPLE = Sample("oxenholt")
text = SAMPLE.text

# Funders, law firms, makers of refractories and judges that exist: none may appear.
REAL_NAMES = """
    Burford|Omni Bridgeway|Bentham|Longford|Parabellum|Therium|Fortress|Harbour|LexShares|Juridica
    Certum|Legalist|Gerchen|Validity|Longchamp|Vesuvius|Saint-Gobain|HarbisonWalker|Calderys
    Magnesita|Morgan Advanced|Resco|Skadden|Kirkland|Latham|Sidley|Covington|Gibson Dunn|Cozen
    Morgan Lewis|Duane Morris|Dechert|Chagares|Hardiman|Shwartz|Krause|Restrepo|Bibas|Matey|Phipps
    Freeman|Montgomery-Reeves|Chung|Bove|Roberts|Alito|Sotomayor|Kagan|Gorsuch|Kavanaugh|Barrett
"""


def test_the_folder_is_in_order() -> None:
    checks.folder_in_order(SAMPLE)
    assert SAMPLE.matter["client"] == "Oxenholt Kiln Linings, LLC"
    roles = {party["role"] for party in SAMPLE.matter["parties"]}
    assert roles >= {"appellant", "appellee", "funder", "judge"}


def test_authorities_and_elements_are_in_order() -> None:
    checks.law_in_order(SAMPLE)
    kinds = {authority["kind"] for authority in SAMPLE.matter["authorities"]}
    assert kinds == {"case", "statute", "rule"}


@pytest.mark.parametrize("trap", sorted(SAMPLE.traps))
def test_the_words_of_every_trap_are_in_its_documents(trap: str) -> None:
    checks.trap_stands(SAMPLE, trap)


def test_traps_stand_between_documents_and_use_them_all() -> None:
    checks.traps_reach(SAMPLE)


def test_the_ours_only_words_are_in_no_other_document() -> None:
    assert checks.ours(SAMPLE) == ["07-stroud-to-rusk.eml", "08-assessment-memorandum.docx"]
    checks.kept_from_the_record(
        SAMPLE, "5.75 million", "$6.5", "point 2", "reads better", "second kiln", "Sixty percent"
    )


def test_questions_have_answers() -> None:
    checks.questions_stand(SAMPLE)


def test_nothing_is_real_and_nothing_too_long() -> None:
    checks.invented(SAMPLE, REAL_NAMES)
    checks.short_enough(SAMPLE)
    checks.weekdays_right(SAMPLE, at_least=4)


def test_the_worked_example_adds_up_and_refutes_both_sides() -> None:
    counsel, drawn, net, funder, claimant = (
        dollars(row[1]) for row in SAMPLE.tables("02-funding-agreement.docx")[0][1:]
    )
    recovery = counsel + drawn + net
    assert (recovery, counsel, drawn) == (20_000_000, recovery // 5, 3_400_000)
    assert (funder, claimant) == (net * 30 // 100, net - funder)
    assert funder <= 3 * drawn  # the cap of section 4.3 does not bite
    assert funder / recovery < 0.5, "the opinion's half"
    assert claimant / recovery < 0.5, "the declaration's more than half"
    memorandum = text("08-assessment-memorandum.docx")
    assert f"{100 * funder / recovery:.1f} percent" in memorandum
    assert f"{100 * claimant / recovery:.1f} percent" in memorandum


def test_dates_stand_in_the_order_that_the_traps_need() -> None:
    dates = {document["file"][:2]: document["date"] for document in SAMPLE.matter["documents"]}
    filed = date(2021, 10, 4)
    assert filed < dates["05"] < dates["02"] < dates["03"] < dates["07"] < dates["04"] < dates["01"]
    borne = re.search(r"Executed on (\w+ \d+, \d{4})", text("05-rusk-declaration.docx"))
    assert borne and borne.group(1) == f"{dates['05']:%B} {dates['05'].day}, {dates['05'].year}"
    assert (date(2024, 2, 20) - dates["06"]).days == 22  # the 21st day was a holiday


def test_the_points_are_kept_on_one_page_of_the_hearing() -> None:
    hearing = text("04-hearing-transcript.txt")
    pages = dict(re.findall(r"Page (\d+) (.*?)(?=Page \d|$)", hearing))
    first = 140  # JA page of the hearing's page 1
    assert "JA 140 to 176" in hearing and f"JA {first + 12 - 1}" in text("06-appellee-brief.pdf")
    assert "doctrine is spent" in pages["31"] and "made your record on both" in pages["31"]
    assert "severance" in pages["33"] and "spent" not in pages["33"]
    assert "Page 31, lines 1 to 15" in text("08-assessment-memorandum.docx")


async def test_the_product_takes_it_in_whole(firm: Firm) -> None:
    await checks.citations_read(await checks.taken_in(SAMPLE, firm))


def test_the_documents_are_what_their_sources_say(tmp_path: Path) -> None:
    checks.built_from_sources(SAMPLE, tmp_path)
