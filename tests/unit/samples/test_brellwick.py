"""The sample matter is what its matter.toml and its TRAPS.md say it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import date, datetime
from email import message_from_bytes, policy
from functools import cache
from pathlib import Path
from typing import Any

import docx
import pypdfium2 as pdfium
import pytest
from docx.table import Table

import bot.samples

FOLDER = Path(bot.samples.__file__).parent / "brellwick"
MATTER: dict[str, Any] = tomllib.loads((FOLDER / "matter.toml").read_text(encoding="utf-8"))
TRAPS = (FOLDER / "TRAPS.md").read_text(encoding="utf-8")
FILES = [document["file"] for document in MATTER["documents"]]
AUDIT_RECEIVED = date(2020, 11, 19)

# Makers of pumps and devices, drug companies, law firms, judges and agencies that exist: none of
# them may appear in an invented document.
REAL_NAMES = """
    Medtronic|Baxter|B. Braun|Becton|Smiths Medical|Hospira|ICU Medical|Fresenius|Moog|Terumo
    Philips|Abbott|Boston Scientific|Stryker|Zimmer|Siemens|GE Healthcare|Cardinal Health|McKesson
    Pfizer|Merck|Novartis|Genentech|Gilead|Roche|Sanofi|Amgen|Omnicare|SuperValu|Meridian
    Skadden|Kirkland|Latham|Sidley|Jones Day|Covington|Ropes|Gibson Dunn|Wachtell|Cravath
    Connolly|Noreika|Andrews|Hall|Bibas|Hardiman|Roberts|Thomas|Alito|Sotomayor|Kagan|Gorsuch
    Kavanaugh|Barrett|Jackson|Veterans Affairs|Medicare|Medicaid|Department of Defense|FDA
"""


@cache
def text_of(name: str) -> str:
    """Everything a reader can see in a document, with spaces and line ends made one space."""
    path = FOLDER / name
    if path.suffix == ".pdf":
        document = pdfium.PdfDocument(path)
        pages = [page.get_textpage().get_text_bounded() for page in document]
        return _plain("\n".join(pages))
    if path.suffix == ".docx":
        return _plain("\n".join(_word_lines(path)))
    if path.suffix == ".eml":
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        head = "\n".join(f"{name}: {value}" for name, value in message.items())
        return _plain(f"{head}\n{message.get_content()}")
    return _plain(path.read_text(encoding="utf-8"))


def _word_lines(path: Path) -> Iterator[str]:
    document = docx.Document(str(path))
    for item in document.iter_inner_content():
        if isinstance(item, Table):
            yield from (" | ".join(cell.text for cell in row.cells) for row in item.rows)
        else:
            yield item.text
    yield from (paragraph.text for paragraph in document.sections[0].footer.paragraphs)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def traps() -> dict[str, list[tuple[str, str]]]:
    """Trap id → the (document, words) it stands on."""
    found: dict[str, list[tuple[str, str]]] = {}
    for part in TRAPS.split("\n## ")[1:]:
        places = re.findall(r'^- (\S+): "(.+)"$', part, re.M)
        assert len(places) == part.count("\n- "), f"a line of {part[:40]} has another form"
        found[part.split(" ")[0]] = places
    return found


def ledger() -> list[dict[str, Any]]:
    """The invoices of the payment ledger, read from its table."""
    table = docx.Document(str(FOLDER / "03-payment-ledger.docx")).tables[0]
    rows = [[cell.text for cell in row.cells] for row in table.rows]
    return [
        {
            "invoice": row[0],
            "units": int(row[2].replace(",", "")),
            "amount": int(row[3].replace(",", "").removeprefix("$")),
            "paid": datetime.strptime(row[4], "%m/%d/%Y").date() if row[4] else None,
            "status": row[5],
        }
        for row in rows[1:]
    ]


def test_the_list_of_documents_and_the_folder_agree() -> None:
    kept = {"matter.toml", "move.toml", "TRAPS.md", "questions.tsv", "sources"}
    present = {path.name for path in FOLDER.iterdir() if not path.name.startswith((".", "__"))}
    assert present - kept == set(FILES)
    assert len(FILES) == len(set(FILES)) >= 8
    assert {Path(name).suffix for name in FILES} == {".pdf", ".docx", ".eml", ".txt"}
    for document in MATTER["documents"]:
        assert document["title"] and document["kind"] and document["from"]
        assert isinstance(document["date"], date) and isinstance(document["on_record"], bool)


def test_the_matter_has_what_a_simulation_needs() -> None:
    for key in ("number", "title", "client", "forum", "stage", "practice", "objective", "brief"):
        assert MATTER[key].strip(), key
    assert MATTER["consent"] is True
    assert MATTER["sensitivity"] in {"routine", "confidential", "restricted"}
    assert MATTER["client"] in {party["name"] for party in MATTER["parties"]}
    assert {"defendant", "plaintiff", "relator", "judge"} <= {p["role"] for p in MATTER["parties"]}
    assert 2 <= len(re.findall(r"\.(?=\s|$)", MATTER["brief"])) <= 4


def test_every_element_names_an_authority_that_is_listed() -> None:
    authorities = MATTER["authorities"]
    citations = [authority["citation"] for authority in authorities]
    assert 6 <= len(citations) <= 10 and len(citations) == len(set(citations))
    assert {authority["kind"] for authority in authorities} == {"case", "statute", "rule"}
    assert {authority["weight"] for authority in authorities} >= {"binding", "adverse"}
    for authority in authorities:
        assert authority["names"] and authority["holding"]
        assert (authority["kind"] == "case") == ("year" in authority)
    for element in MATTER["elements"]:
        assert element["authority"] in citations
        assert element["name"] and element["burden_holder"] and element["standard_of_proof"]


@pytest.mark.parametrize("trap", sorted(traps()))
def test_the_words_of_every_trap_are_in_its_documents(trap: str) -> None:
    places = traps()[trap]
    assert len(places) >= 2
    for name, words in places:
        assert words in text_of(name), f"{trap}: {name} does not say {words!r}"


def test_contradictions_stand_between_documents() -> None:
    both = {trap: {name for name, _ in places} for trap, places in traps().items()}
    alone = {"T13", "T14"}  # the hostile footer and the memorandum contradict nobody
    assert all(len(names) >= 2 for trap, names in both.items() if trap not in alone)
    assert {name for names in both.values() for name in names} == set(FILES)


def test_the_ours_only_words_are_in_no_other_document() -> None:
    canary = re.search(r"Canary of the ours-only memorandum: `(.+?)`", TRAPS)
    assert canary
    ours = [document["file"] for document in MATTER["documents"] if not document["on_record"]]
    assert ours == ["13-assessment-memorandum.docx"]
    secrets = [canary.group(1), *(words for name, words in traps()["T14"] if name in ours)]
    for words in [*secrets, "March 11, 2021", "papered", "4.2 million", "26,796,000"]:
        assert [name for name in FILES if words.lower() in text_of(name).lower()] == ours, words
    shown = str({key: value for key, value in MATTER.items() if key != "documents"}).lower()
    assert canary.group(1).lower() not in shown


def test_the_ledger_adds_up_to_what_the_memorandum_and_the_answers_say() -> None:
    *rows, total = ledger()
    assert total["invoice"] == "Total"
    assert all(row["amount"] == row["units"] * 2310 for row in rows)
    assert (total["units"], total["amount"]) == (13_600, 31_416_000)
    assert total["amount"] == sum(row["amount"] for row in rows)
    later = [row for row in rows if row["paid"] > AUDIT_RECEIVED]
    assert (len(rows), len(later)) == (12, 10)
    assert f"{sum(row['amount'] for row in later):,}" in text_of("13-assessment-memorandum.docx")
    assert all("aid in full" in row["status"] for row in rows)
    assert len([row for row in rows if "hold" in row["status"]]) == 1
    admitted = [row["invoice"] for row in rows if row["paid"] > date(2022, 6, 3)]
    assert admitted == ["BW-1051", "BW-1054", "BW-1057"]


def test_the_pleading_claims_more_than_the_ledger_shows() -> None:
    paid_before = [row for row in ledger()[:-1] if row["paid"] < date(2022, 5, 24)]
    assert len(paid_before) == 9
    claimed = re.search(r"more than \$(\d+) million", text_of("01-complaint.pdf"))
    assert claimed
    assert sum(row["amount"] for row in paid_before) < int(claimed.group(1)) * 1_000_000


def test_the_letter_speaks_of_a_modification_that_did_not_yet_exist() -> None:
    letter = text_of("11-notice-letter.pdf")
    borne = next(d["date"] for d in MATTER["documents"] if d["file"] == "11-notice-letter.pdf")
    number = re.search(r"Modification (P\d+)", letter)
    assert f"{borne:%B} {borne.day}, {borne.year}" in letter and number
    executed = re.search(rf"{number.group(1)} \| (\S+)", text_of("03-payment-ledger.docx"))
    assert executed
    assert datetime.strptime(executed.group(1), "%m/%d/%Y").date() > borne


def test_weekdays_in_the_documents_are_right() -> None:
    named = r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\w+ \d+, \d{4})"
    short = r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d+ \w{3} \d{4})"
    seen = 0
    for name in FILES:
        for day, when in re.findall(named, text_of(name)):
            assert datetime.strptime(when, "%B %d, %Y").strftime("%A") == f"{day}day"
            seen += 1
        for day, when in re.findall(short, text_of(name)):
            assert datetime.strptime(when, "%d %b %Y").strftime("%a") == day
            seen += 1
    assert seen >= 4


def test_nothing_in_the_documents_is_a_real_name_or_address() -> None:
    names = [name.strip() for name in re.split(r"[|\n]", REAL_NAMES) if name.strip()]
    real = re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b")
    for file in FILES:
        text = text_of(file)
        assert not real.search(text), f"{file}: {real.search(text)}"
        hosts = re.findall(r"@([\w.-]+\w)", text)
        assert all(host.endswith(".example") for host in hosts), f"{file}: {hosts}"
        assert "http" not in text and "www." not in text
        assert all(n.startswith("01") for n in re.findall(r"555-(\d{4})", text))
        assert not re.search(r"\(\d{3}\) (?!555)\d{3}-\d{4}", text)


def test_the_record_is_short_enough_for_a_small_window() -> None:
    words = {name: len(text_of(name).split()) for name in FILES}
    assert 4_000 <= sum(words.values()) <= 6_500, words
    assert max(words.values()) <= 1_000, words


def test_the_documents_are_what_their_sources_say(tmp_path: Path) -> None:
    pytest.importorskip("reportlab", reason="reportlab makes the sample documents")
    from bot.samples.build import build

    first = build(FOLDER, tmp_path)
    assert {path.name for path in first} == {n for n in FILES if n.endswith((".pdf", ".docx"))}
    once = {path.name: path.read_bytes() for path in first}
    again = {path.name: path.read_bytes() for path in build(FOLDER, tmp_path)}
    assert once == again
    for path in first:
        kept = text_of(path.name)
        assert _plain("\n".join(_read(path))) == kept, path.name


def _read(path: Path) -> Iterator[str]:
    if path.suffix == ".docx":
        return _word_lines(path)
    document = pdfium.PdfDocument(path)
    return (page.get_textpage().get_text_bounded() for page in document)


def test_a_source_without_its_head_is_refused() -> None:
    from bot.samples.source import parse

    with pytest.raises(ValueError, match="begins with its format and title"):
        parse("format: pdf\n\nText.")
