"""The appeal on legal sufficiency is what its matter.toml and its TRAPS.md say it is."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.unit.handlers.conftest import Firm
from tests.unit.samples import checks
from tests.unit.samples.checks import dollars
from tests.unit.samples.sample import Sample

SAMPLE = Sample("harklow")
text = SAMPLE.text

# Makers of irrigation gear, Texas justices, law firms and accountants that exist: none may appear.
REAL_NAMES = """
    Valmont|Zimmatic|Lindsay|Reinke|Netafim|Rain Bird|Toro|Nelson Irrigation|Senninger|Grundfos
    John Deere|Case IH|Vinson|Baker Botts|Haynes|Jackson Walker|Bracewell|Fulbright|Locke Lord
    Deloitte|Ernst|KPMG|Grant Thornton|Quinn|Parker|Doss|Yarbrough|Pirtle|Hecht|Blacklock|Lehrmann
    Boyd|Devine|Busby|Bland|Huddle|Young|Sullivan|Jefferson|Brister|Randall County|Potter County
"""


def test_the_folder_is_in_order() -> None:
    checks.folder_in_order(SAMPLE)
    assert SAMPLE.matter["client"] == "Harklow Pivot Works, LLC"
    roles = {party["role"] for party in SAMPLE.matter["parties"]}
    assert roles >= {"appellant", "appellee", "third party", "expert", "judge"}


def test_authorities_and_elements_are_in_order() -> None:
    checks.law_in_order(SAMPLE)
    kinds = {authority["kind"] for authority in SAMPLE.matter["authorities"]}
    assert kinds == {"case", "rule"}


@pytest.mark.parametrize("trap", sorted(SAMPLE.traps))
def test_the_words_of_every_trap_are_in_its_documents(trap: str) -> None:
    checks.trap_stands(SAMPLE, trap)


def test_traps_stand_between_documents_and_use_them_all() -> None:
    checks.traps_reach(SAMPLE)


def test_the_ours_only_words_are_in_no_other_document() -> None:
    assert checks.ours(SAMPLE) == ["08-assessment-memorandum.docx"]
    checks.kept_from_the_record(SAMPLE, "385,000", "yellow binder", "165,440", "1,120,000")


def test_questions_have_answers() -> None:
    checks.questions_stand(SAMPLE)


def test_nothing_is_real_and_nothing_too_long() -> None:
    checks.invented(SAMPLE, REAL_NAMES)
    checks.short_enough(SAMPLE)
    checks.weekdays_right(SAMPLE, at_least=1)


def test_the_schedule_adds_up_and_counts_one_contract_twice() -> None:
    *lines, total = SAMPLE.tables("03-expert-schedules.docx")[0][1:]
    profit = {line[0]: dollars(line[5]) for line in lines}
    revenue = {line[0]: dollars(line[3]) for line in lines}
    assert all(2 * profit[line] == revenue[line] for line in "ABCD")
    assert (sum(revenue.values()), sum(profit.values())) == (dollars(total[3]), dollars(total[5]))
    assert lines[0][2:] == lines[2][2:] and lines[0][1] != lines[2][1]
    memorandum = text("08-assessment-memorandum.docx")
    without = sum(profit.values()) - profit["C"]
    assert f"${without:,}" in memorandum and f"${without - profit['D']:,}" in memorandum
    served = revenue["A"] + revenue["B"]
    assert f"${served * 11 // 100:,} on ${served:,}" in memorandum


def test_the_verdict_is_the_experts_number() -> None:
    *_, total = SAMPLE.tables("03-expert-schedules.docx")[0][1:]
    charge = text("01-charge-and-verdict.pdf")
    answers = [dollars(figure) for figure in re.findall(r"\$[\d,]+\d", charge)]
    assert answers[0] + answers[1] == answers[2] == answers[3] == dollars(total[5])
    assert f"Final judgment for {total[5]}" in text("06-jnov-motion.pdf")


def test_the_fee_is_the_agreements_for_the_period() -> None:
    fee = re.search(r"(\$[\d,]+) for each year", text("04-service-agreement.pdf"))
    assert fee
    days = (date(2024, 3, 31) - date(2021, 8, 11)).days
    line = dollars(SAMPLE.tables("03-expert-schedules.docx")[0][1][3])
    assert abs(dollars(fee.group(1)) * days / 365.25 - line) < 2_500


def test_the_motion_for_new_trial_was_late_and_the_appeal_was_not() -> None:
    brief = text("07-appellee-brief.pdf")
    signed = date(2024, 6, 3)
    assert "signed on June 3, 2024" in brief
    last = signed + timedelta(days=30)
    assert "notice of appeal on June 27, 2024" in brief and date(2024, 6, 27) <= last
    assert "new trial on July 5, 2024" in brief and last.weekday() < 5
    assert (date(2024, 7, 5) - signed).days == 32
    assert "thirty-second day" in text("08-assessment-memorandum.docx")
    assert (date(2021, 7, 12) - date(2021, 6, 8)).days == 34  # "Thirty-four days later"
    assert date(2021, 7, 12) + timedelta(days=30) == date(2021, 8, 11)


def test_the_objection_stands_on_page_18_and_not_on_page_15() -> None:
    record = text("02-reporters-record.txt")
    pages = dict(re.findall(r"(\d RR Page \d+) (.*?)(?=\d RR Page|$)", record))
    assert "We object to Question 1" in pages["6 RR Page 18"]
    assert "overruled" in pages["6 RR Page 18"] and "object to" not in pages["6 RR Page 15"]
    assert "admitted only to show" in pages["4 RR Page 52"]


async def test_the_product_takes_it_in_whole(firm: Firm) -> None:
    # Rules of a state's courts are on file as they are cited, and are no form the check reads.
    await checks.citations_read(await checks.taken_in(SAMPLE, firm), unread=("Tex. R.",))


def test_the_documents_are_what_their_sources_say(tmp_path: Path) -> None:
    checks.built_from_sources(SAMPLE, tmp_path)
