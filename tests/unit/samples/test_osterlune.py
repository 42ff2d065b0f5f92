"""The Osterlune matter: the injunction is a dead end, and what cannot wait is the logs."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Any

from tests.unit.samples.sample import Sample

SAMPLE = Sample("osterlune")
COMPLAINT = "01-complaint.pdf"
DECLARATION = "02-forum-declaration.pdf"
LETTER = "03-gravelock-letter.pdf"
CALL = "04-investor-call.txt"
SCHEDULE = "05-license-schedule.docx"
EMAIL = "06-ketteringham-to-benn-arroyo.eml"
ENGINEER = "07-stroud-declaration.docx"
CONFERENCE_BEFORE = timedelta(days=21)
"""Rule 26(f)(1): the parties confer at least so long before the scheduling conference."""


def borne(file: str) -> date:
    found: Any = next(one["date"] for one in SAMPLE.documents if one["file"] == file)
    assert isinstance(found, date)
    return found


def test_the_schedule_adds_up_and_has_one_rate() -> None:
    head, *rows, total = SAMPLE.tables(SCHEDULE)[0]
    assert head[0] == "Year" and total[0] == "Total"
    numbers = [[int(re.sub(r"[$,]", "", cell)) for cell in row[1:]] for row in rows]
    sums = [sum(column) for column in zip(*numbers, strict=True)]
    assert sums == [int(re.sub(r"[$,]", "", cell)) for cell in total[1:]]
    assert sums[0] == 27
    assert all(royalties * 100 == meters * 40 for _, meters, royalties in numbers)
    assert "$0.40 a meter before credits" in SAMPLE.text(SCHEDULE)


def test_the_undertaking_came_before_the_complaint_that_denies_it() -> None:
    assert borne(EMAIL) == borne(COMPLAINT) - timedelta(days=6)
    assert "never said that it would take a license on any terms" in SAMPLE.text(COMPLAINT)
    assert "undertakes to take a license" in SAMPLE.text(EMAIL)
    assert "while the maker has undertaken in writing" in SAMPLE.text(DECLARATION)


def test_the_letter_and_the_call_contradict_each_other_on_three_points() -> None:
    letter, call = SAMPLE.text(LETTER), SAMPLE.text(CALL)
    assert borne(LETTER) < borne(CALL)
    assert "no meter that Gravelock has shipped runs the scheduled mode" in letter
    assert "has been on in every Generation 4 meter" in call
    assert "set no money aside" in letter and "eleven point four million aside" in call
    assert "including the field logs" in letter and "not moving the old field logs" in call


def test_the_chart_was_sent_in_the_quarter_in_which_money_was_set_aside() -> None:
    sent = datetime.strptime(SAMPLE.says(EMAIL, r"claim chart on (\w+ \d+, \d{4})"), "%B %d, %Y")
    first = datetime.strptime(SAMPLE.says(COMPLAINT, r"first wrote to \w+ on (.+?\d{4})"),
                              "%B %d, %Y")  # fmt: skip
    assert "third quarter of last year" in SAMPLE.text(CALL)
    assert (sent.year, (sent.month - 1) // 3 + 1) == (borne(CALL).year - 1, 3)
    assert sent < first


def test_the_logs_are_gone_when_ordinary_discovery_begins() -> None:
    off = datetime.strptime(SAMPLE.says(ENGINEER, r"switched off on (.+?\d{4})"), "%B %d, %Y")
    before = datetime.strptime(SAMPLE.says(ENGINEER, r"did before (.+?\d{4})"), "%B %d, %Y")
    assert off - before == timedelta(days=90)
    assert "The log holds ninety days" in SAMPLE.text(ENGINEER)
    stage = re.search(r"conference set for (\w+ \d+, \d{4})", SAMPLE.matter["stage"])
    assert stage
    conference = datetime.strptime(stage.group(1), "%B %d, %Y")
    assert conference - CONFERENCE_BEFORE == off


def test_every_patent_in_suit_is_under_the_promise() -> None:
    asserted = set(re.findall(r"the '(\d{3}) patent\)", SAMPLE.text(COMPLAINT)))
    listed = set(re.findall(r"'(\d{3})", SAMPLE.text(DECLARATION)))
    assert asserted - listed == {"913"}
    licensed = SAMPLE.says(SCHEDULE, r"Covers: (.+?) patents")
    assert set(re.findall(r"'(\d{3})", licensed)) == asserted
    assert "whether listed or not" in SAMPLE.text(DECLARATION)


def test_the_objective_is_the_injunction_and_the_pivot_has_its_law() -> None:
    assert "injunction" in SAMPLE.matter["objective"]
    assert "discovery" not in SAMPLE.matter["objective"]
    citations = {one["citation"] for one in SAMPLE.matter["authorities"]}
    assert {"547 U.S. 388", "757 F.3d 1286", "Fed. R. Civ. P. 26(d)(1)"} <= citations
    ways = [one for one in SAMPLE.matter["elements"] if one["standard_of_proof"] == "good cause"]
    assert len(ways) == 1 and ways[0]["burden_holder"] == "plaintiff as movant"
