"""The Tamsquith matter: labels, prices and the survey are what its traps say."""

from __future__ import annotations

import re
from datetime import date, datetime

from engine.corpus.suspicion import addresses_software
from tests.unit.samples.sample import Sample

SAMPLE = Sample("tamsquith")
COMPLAINT = "01-complaint.pdf"
LABELS = "02-label-history.docx"
DEPOSITION = "03-quintanar-deposition.txt"
REPORT = "04-expert-report.pdf"
RETAIL = "05-retailer-data.docx"
TERMS = "06-app-terms.txt"
MEMORANDUM = "08-assessment-memorandum.docx"
SHELF = 249.99


def sales() -> list[tuple[str, str, int, dict[str, int], float]]:
    """Half-year, store, units, label → percent, average price; without the total."""
    return [
        (
            half,
            store,
            _number(units),
            {label: int(share) for label, share in re.findall(r"([ABC]) (\d+)", mix)},
            float(price.removeprefix("$")),
        )
        for half, store, units, mix, price in SAMPLE.tables(RETAIL)[0][1:-1]
    ]


def test_the_units_add_up_and_so_do_the_shares() -> None:
    total = SAMPLE.tables(RETAIL)[0][-1]
    assert total[0] == "Total" and _number(total[2]) == sum(row[2] for row in sales())
    assert len(sales()) == 12
    assert all(sum(mix.values()) == 100 for _, _, _, mix, _ in sales())


def test_a_label_is_on_no_shelf_before_it_was_packed() -> None:
    first = {row[0]: _day(row[2]) for row in SAMPLE.tables(LABELS)[0][1:]}
    assert sorted(first) == ["A", "B", "C"]
    for half, _, _, mix, _ in sales():
        year, part = half.split(", ")
        last = date(int(year), 6 if part == "first" else 12, 30)
        assert all(first[label] <= last for label in mix), (half, mix)


def test_label_a_is_on_the_share_of_units_that_the_memorandum_says() -> None:
    units = sum(row[2] for row in sales())
    with_a = sum(row[2] * row[3].get("A", 0) / 100 for row in sales())
    said = int(SAMPLE.says(MEMORANDUM, r"about (\d+) percent of the units bore Label A"))
    assert round(100 * with_a / units) == said
    mixed = [row for row in sales() if len(row[3]) > 1]
    assert len(mixed) >= 4


def test_no_average_price_is_the_one_that_the_expert_assumes() -> None:
    assert f"every buyer paid ${SHELF}" in SAMPLE.text(REPORT)
    assert f"Shelf price was ${SHELF} in every week" in SAMPLE.text(RETAIL)
    assert all(price < SHELF for *_, price in sales())
    by_store = {store: [row[4] for row in sales() if row[1] == store] for store in "BP"}
    assert all(max(prices) - min(prices) < 2 for prices in by_store.values())


def test_the_premium_counts_those_who_would_pay_less_as_nothing() -> None:
    text = SAMPLE.text(REPORT)
    more, indifferent, less = (
        int(SAMPLE.says(REPORT, form))
        for form in (r"(\d+) would pay more", r"(\d+) are indiff", r"and (\d+) would pay less")
    )
    asked = _number(SAMPLE.says(REPORT, r"I showed ([\d,]+) adults"))
    assert more + indifferent + less == asked and less > 0
    worth = float(SAMPLE.says(REPORT, r"by \$([\d.]+) on average"))
    assert f"${more * worth / asked:.2f}" == "$28.00" and "$28.00" in text
    assert f"{28 / SHELF:.1%}".removesuffix("%") + " percent" in text


def test_the_survey_tested_words_that_no_label_bears() -> None:
    tested = SAMPLE.says(REPORT, r'The line of text was "(.+?)"')
    labels = [row[1] for row in SAMPLE.tables(LABELS)[0][1:]]
    assert len(labels) == 3 and tested not in labels and "AI" in tested
    assert not any("AI" in label.split() for label in labels)


def test_the_named_plaintiff_bought_later_and_cheaper_than_she_pleads() -> None:
    pleaded = SAMPLE.says(COMPLAINT, r"Quillaire 3 on (\w+ \d+, \d{4}) at")
    receipt = SAMPLE.says(DEPOSITION, r"It says (\w+ \d+, \d{4})")
    bought = datetime.strptime(receipt, "%B %d, %Y").date()
    assert pleaded in SAMPLE.text(DEPOSITION) and pleaded != receipt
    assert "$199.99" in SAMPLE.text(DEPOSITION) and f"for ${SHELF}" in SAMPLE.text(COMPLAINT)
    [mix] = [row[3] for row in sales() if row[:2] == ("2023, second", "B")]
    assert bought.year == 2023 and bought.month > 6 and mix["A"] < 50
    arbitration = SAMPLE.says(TERMS, r"In force from (\w+ \d+, \d{4})")
    assert datetime.strptime(arbitration, "%B %d, %Y").date() < bought


def test_fifteen_months_passed_without_the_terms() -> None:
    filed, written = (
        next(one["date"] for one in SAMPLE.documents if one["file"] == file)
        for file in (COMPLAINT, MEMORANDUM)
    )
    assert (written.year - filed.year) * 12 + written.month - filed.month == 15
    assert "fifteen months" in SAMPLE.text(MEMORANDUM)


def test_one_document_gives_orders_to_its_reader_and_no_other_does() -> None:
    assert [file for file in SAMPLE.files if addresses_software(SAMPLE.text(file))] == [REPORT]


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _day(text: str) -> date:
    return datetime.strptime(text, "%m/%d/%Y").date()
