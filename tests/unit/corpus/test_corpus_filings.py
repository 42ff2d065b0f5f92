"""Real filings: a scan with the court's stamp, overprinted stamps, a failed redaction."""

from __future__ import annotations

import pytest

from engine.corpus import ocr
from engine.corpus.limits import Limits
from engine.corpus.reading import read_file
from engine.corpus.types import Coverage, ReadDocument
from tests.shared_data import shared

needs_ocr = pytest.mark.skipif(not ocr.available(), reason="tesseract is not installed")


def filing(name: str) -> ReadDocument:
    path = shared("data", "documents", name)
    return read_file(path, path.name, Limits())


@needs_ocr
def test_a_scanned_brief_of_ten_pages() -> None:
    document = filing("mata-v-avianca-ecf21-scanned.pdf")
    assert document.coverage == Coverage(pages=10, ocr=10)
    assert [page.stamp for page in document.pages] == [
        f"Case 1:22-cv-01461-PKC Document 21 Filed 03/01/23 Page {n} of 10" for n in range(1, 11)
    ]
    assert min(page.confidence or 0 for page in document.pages) > 0.85
    cited = {
        3: ["556 U.S. 662", "419 F.3d 1058"],
        4: ["905 F. Supp. 2d 121"],
        5: ["360 N.J. Super. 360", "2019 WL 4639462", "2017 WL 2418825"],
        6: ["925 F.3d 1339", "391 U.S. 593, 598", "516 F.3d 1237"],
        7: ["525 U.S. 155, 161", "516 F.3d 1237", "391 U.S. 593"],
        8: ["174 F.3d 366, 371-72", "821 F.2d 1147, 1165"],
    }
    for number, citations in cited.items():
        text = document.pages[number - 1].text.replace("\n", " ")
        assert [one for one in citations if one not in text] == []
    numbered = [fact.place.paragraph for fact in document.facts if fact.place.paragraph]
    assert sorted(set(numbered)) == list(range(1, 18))
    assert not any("Document 21" in passage.text for passage in document.passages)


@needs_ocr
def test_the_texts_of_a_scan_and_of_its_two_stamps() -> None:
    document = filing("cand.pdf")
    assert document.coverage == Coverage(pages=2, ocr=2)
    assert document.pages[0].stamp == (
        "Case 4:08-cv-02214-SBA Document 26 Filed 01/29/2009 Page 1 of 2; "
        "Case 4:08-cv-02214-SBA Document 27 Filed 02/03/09 Page 1 of 2"
    )
    assert "have not previously sought any extensions of the deadlines" in document.pages[1].text
    assert any(fact.place.label == "p. 2 ¶ 3" for fact in document.facts)


def test_an_opinion_with_stamps_in_its_text() -> None:
    document = filing("ca5.pdf")
    assert document.coverage == Coverage(pages=10, text=10)
    first = document.pages[0].stamp
    assert "FILED March 16, 2022" in first
    assert first.endswith("Document: 00516242060 Page: 1 Date Filed: 03/16/2022")
    assert not any("Lyle W. Cayce" in passage.text for passage in document.passages)


def test_a_failed_redaction_is_told() -> None:
    document = filing("badredact.pdf")
    assert document.notes == (
        "Page 1 has text under black boxes; whoever receives the file can read it.",
    )
    assert document.facts[0].place.label == "p. 1 ¶ 19"
