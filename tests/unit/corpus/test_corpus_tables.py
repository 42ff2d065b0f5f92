"""A table's head row names the columns in the rows below, and is no fact."""

from __future__ import annotations

import pytest

from engine.corpus.assemble import assemble
from engine.corpus.draft import Block, Draft
from engine.corpus.readers.rows import row_block
from engine.corpus.types import ReadDocument

LEDGER = [
    ["Invoice", "Paid on", "Found by 72 h on every pump"],
    ["BW-1024", "07/20/2020", "9"],
    ["BW-1027", "", "11"],
]


def read(*tables: list[list[str]], before: str = "") -> ReadDocument:
    blocks = [Block(before)] if before else []
    for number, rows in enumerate(tables, start=1):
        blocks += [
            row_block(cells, f"table {number} row {at}") for at, cells in enumerate(rows, start=1)
        ]
    return assemble(Draft("text/csv", tuple(blocks)))


def facts(*tables: list[list[str]]) -> list[str]:
    return [fact.text for fact in read(*tables).facts]


def test_the_head_row_is_no_fact_and_the_others_have_its_names() -> None:
    document = read(LEDGER)
    assert [(fact.place.label, fact.text) for fact in document.facts] == [
        (
            "table 1 row 2",
            "Invoice: BW-1024 | Paid on: 07/20/2020 | Found by 72 h on every pump: 9",
        ),
        ("table 1 row 3", "Invoice: BW-1027 | Found by 72 h on every pump: 11"),
    ]
    assert [fact.kind for fact in document.facts] == ["row", "row"]
    head = "Invoice | Paid on | Found by 72 h on every pump"
    assert document.pages[0].text.startswith(head)
    assert document.passages[0].text.startswith(head), "it is found with the rows it is of"


def test_a_head_row_is_in_the_passage_of_its_rows_not_of_the_prose_before() -> None:
    prose = "The agency paid every invoice that is listed here in full. " * 5
    document = read(LEDGER, before=prose.strip())
    first, second = document.passages
    assert "Invoice" not in first.text and second.text.startswith("Invoice | Paid on")
    assert second.place.label == "table 1 row 2"


@pytest.mark.parametrize(
    "rows",
    [
        [["Supplier", "Acme"], ["Buyer", "Halden"]],
        [["17", "$300"], ["18", "$400"]],
        [["May 5", "Paid in full"], ["May 9", "Refused"]],
        [["P00004", "08/31/2020", "Changed"], ["P00006", "03/02/2021", "Extended"]],
        [["Invoice", "Paid"]],
        [["He said that he knew.", "Tr. 4"], ["She said that she did not.", "Tr. 5"]],
        [["Only a caption here", ""], ["17", "$300"]],
    ],
    ids=["words", "figures", "dates", "numbers", "alone", "sentences", "caption"],
)
def test_where_nothing_tells_a_head_every_row_is_a_fact(rows: list[list[str]]) -> None:
    assert len(facts(rows)) >= len([row for row in rows if len(" | ".join(row)) >= 8])
    assert not any(":" in fact for fact in facts(rows))


@pytest.mark.parametrize(
    "rows",
    [
        [["Name", "Role", "Employer"], ["Jane Roe", "Engineer", "Acme"]],
        [["Term", "Meaning"], ["Device", "the pump that the supplier sold under it"]],
        [["", "Pumps", "Clinics"], ["Battery door latch", "20", "11"]],
    ],
    ids=["three columns", "definitions", "corner"],
)
def test_a_head_of_words_is_told_from_what_stands_below(rows: list[list[str]]) -> None:
    [fact] = facts(rows)
    assert f"{rows[0][1]}: {rows[1][1]}" in fact


def test_each_table_has_its_own_head() -> None:
    other = [["Number", "Executed"], ["P00004", "08/31/2020"]]
    assert facts(LEDGER, other)[-1] == "Number: P00004 | Executed: 08/31/2020"


def test_a_row_that_does_not_fit_the_head_stays_as_it_is() -> None:
    rows = [*LEDGER, ["Total of all", "20"], ["BW-1030", "a | b", "4"]]
    assert facts(rows)[-2:] == ["Total of all | 20", "BW-1030 | a | b | 4"]


def test_headers_of_a_mail_are_no_table() -> None:
    blocks = tuple(
        Block(f"{key}: {value}", kind="row", label=f"header {key}")
        for key, value in (("From", "Jane Roe"), ("Date", "5 May 2014"))
    )
    document = assemble(Draft("message/rfc822", blocks))
    assert [fact.text for fact in document.facts] == ["From: Jane Roe", "Date: 5 May 2014"]
