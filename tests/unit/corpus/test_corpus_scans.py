"""Scanned pages: read by OCR, told apart from blank and unreadable ones, never passed over."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pypdfium2
import pytest

from engine.corpus import ocr
from engine.corpus.errors import Bomb, Corrupt, NoText
from engine.corpus.garbage import garbled
from engine.corpus.limits import Limits
from engine.corpus.reading import read_file
from engine.corpus.types import Coverage, ReadDocument
from tests.fixtures.documents import makers

needs_ocr = pytest.mark.skipif(not ocr.available(), reason="tesseract is not installed")

FILING = [
    [
        "UNITED STATES DISTRICT COURT",
        "",
        "1. Meridian Health, Inc. is a supplier of beds to the agency in",
        "Baltimore, and has been one since 2009.",
        "2. The agency paid every invoice in 2014.",
        "3. Its officer wrote on May 5, 2014 that it",
    ],
    ["knew of the practice.", "4. Meridian never hid the practice from the agency."],
    ["5. The agency renewed the contract in June 2014.", "6. It paid again in July 2014."],
]
SAID = [
    "Meridian Health, Inc. is a supplier of beds to the agency in Baltimore, and has been one "
    "since 2009.",
    "The agency paid every invoice in 2014.",
    "Meridian never hid the practice from the agency.",
    "The agency renewed the contract in June 2014.",
    "It paid again in July 2014.",
]
PLACES = ["p. 1 ¶ 1", "p. 1 ¶ 2", "p. 2 ¶ 4", "p. 3 ¶ 5", "p. 3 ¶ 6"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def read(tmp_path: Path, data: bytes, name: str = "scan.pdf", **bounds: float) -> ReadDocument:
    path = tmp_path / "upload"
    path.write_bytes(data)
    return read_file(path, name, Limits(**bounds))  # type: ignore[arg-type]


def joined(*documents: bytes) -> bytes:
    """One PDF of all their pages."""
    out = io.BytesIO()
    with pypdfium2.PdfDocument.new() as together:
        for data in documents:
            with pypdfium2.PdfDocument(data) as part:
                together.import_pages(part)
        together.save(out)
    return out.getvalue()


@needs_ocr
@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_scan_reads_like_the_text_it_was_made_from(tmp_path: Path, turned: int) -> None:
    scan = makers.scan_of(makers.pdf(FILING, stamp=True), turned=turned)
    document = read(tmp_path, scan)
    assert [(fact.place.label, fact.text) for fact in document.facts] == list(
        zip(PLACES, SAID, strict=True)
    )
    assert [page.stamp for page in document.pages] == [
        f"Case 1:22-cv-01461-PKC Document 21 Filed 03/01/23 Page {n} of 3" for n in (1, 2, 3)
    ]
    assert document.coverage == Coverage(pages=3, ocr=3)
    assert all(page.source == "ocr" and (page.confidence or 0) > 0.8 for page in document.pages)
    assert document.notes[0].startswith("Pages 1-3 were read by OCR (")
    assert document.notes[0].endswith("check quotations against the page.")
    assert not any("Document 21" in passage.text for passage in document.passages)


@needs_ocr
def test_each_page_is_counted_for_what_it_is(tmp_path: Path) -> None:
    text = makers.pdf(FILING[:1])
    picture = makers.scan_of(makers.pdf(FILING[2:]))
    photograph = makers.scanned_pdf(1)
    empty_scan = makers.scan_of(makers.pdf([[]]))
    document = read(tmp_path, joined(text, picture, photograph, empty_scan, makers.pdf([[]])))
    assert document.coverage == Coverage(pages=5, text=1, ocr=1, unread=(3,), blank=(4, 5))
    assert [page.source for page in document.pages] == ["text", "ocr", "none", "none", "none"]
    assert any(note.startswith("Page 2 was read by OCR (") for note in document.notes)
    assert any("no words: page 3 " in note for note in document.notes)
    assert document.pages[2].stamp.startswith("Case 1:22-cv-01461-PKC Document 21")


def test_without_the_program_pages_are_listed_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ocr, "available", lambda: False)
    scan = makers.scan_of(makers.pdf(FILING[1:]))
    document = read(tmp_path, joined(makers.pdf(FILING[:1]), scan))
    assert document.coverage == Coverage(pages=3, text=1, unread=(2, 3), missing=(2, 3))
    (note,) = [note for note in document.notes if "OCR" in note]
    assert "pages 2-3" in note and "install tesseract-ocr" in note
    with pytest.raises(NoText) as refused:
        read(tmp_path, scan)
    assert "install tesseract-ocr" in refused.value.remedy


def garbage(kind: str) -> str:
    prose = " ".join(line for page in FILING for line in page) * 2
    if kind == "shifted":
        return "".join(
            LETTERS[(LETTERS.index(c.lower()) + 3) % 26] if c.lower() in LETTERS else c
            for c in prose
        )
    return prose.translate(str.maketrans(LETTERS, "qzxjkvbpygfwmucldrhsnioate"))


@needs_ocr
@pytest.mark.parametrize("kind", ["shifted", "substituted"])
def test_a_layer_of_garbage_is_not_the_text(tmp_path: Path, kind: str) -> None:
    scan = makers.scan_of(makers.pdf(FILING), layer=[garbage(kind)] * 3)
    document = read(tmp_path, scan)
    assert [fact.text for fact in document.facts] == SAID
    assert any("not what pages 1-3 show; OCR was used" in note for note in document.notes)


def test_garbage_is_not_kept_where_ocr_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ocr, "available", lambda: False)
    scan = makers.scan_of(makers.pdf(FILING), layer=[garbage("shifted")] * 3)
    with pytest.raises(NoText):
        read(tmp_path, scan)


def test_a_scan_with_another_programs_text_is_taken_with_a_note(tmp_path: Path) -> None:
    prose = "The agency paid every invoice of that year in full and it knew of the practice. "
    document = read(tmp_path, makers.scan_of(makers.pdf(FILING[:1]), layer=[prose * 6]))
    assert document.coverage == Coverage(pages=1, text=1)
    assert document.notes[0].startswith("Page 1 is a scan with text that another program's OCR")


@pytest.mark.parametrize(
    "text",
    [
        "The agency paid every invoice in full and never objected to any of them.",
        "El demandante presentó una querella contra la compañía por incumplimiento.",
        "Das Gericht hat entschieden, dass die Klage der Gesellschaft unzulässig ist.",
        "Истец подал жалобу на ответчика в связи с нарушением договора поставки.",
        "17 | 2014-05-05 | 1,204.50 | 88.12 | 14.00",
        "“The agency’s ‘officer’ — § 4, ¶ 12 …”",
        "",
    ],
)
def test_what_people_write_is_not_garbage(text: str) -> None:
    assert not garbled(text)


@pytest.mark.parametrize(
    "text",
    [
        "�� ����� ���� ����� invoice �� ����",
        "(cid:36)(cid:3)(cid:68)(cid:74)(cid:72)(cid:81)(cid:70)(cid:92)(cid:3)(cid:83)",
        "dŚĞ ƋƵŝĐŬ ďƌŽǁŶ ĨŽǆ ũƵŵƉƐ ŽǀĞƌ ƚŚĞ ůĂǌǇ ĚŽŐ",
        "xqkz vwpt rrgh jjkl zxcv bnmq wrtp sdfg hjkl qwrt zxpl kjhg mnbv",
        "T h e a g e n c y p a i d e v e r y i n v o i c e i n f u l l a n d n e v e r o b j e c t",
    ],
)
def test_what_broken_fonts_give_is_garbage(text: str) -> None:
    assert garbled(text)


def fake_program(folder: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    """A program of the OCR program's name, first on the path."""
    script = folder / ocr.PROGRAM
    script.write_text(f'#!/bin/sh\n[ "$1" = --list-langs ] && echo eng && exit\n{does}\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    ocr.available.cache_clear()


@pytest.mark.parametrize("does", ["exec sleep 60", "cat >/dev/null; exit 1", "exit 1"])
def test_a_page_on_which_ocr_hangs_or_breaks_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str
) -> None:
    fake_program(tmp_path, monkeypatch, does)
    try:
        scan = makers.scan_of(makers.pdf(FILING[2:]), dpi=72)
        document = read(tmp_path, joined(makers.pdf(FILING[:1]), scan), ocr_seconds=0.5)
    finally:
        ocr.available.cache_clear()
    assert document.coverage == Coverage(pages=2, text=1, unread=(2,))
    assert any("OCR broke off: page 2" in note for note in document.notes)


def test_text_under_black_boxes_is_told_by_page(tmp_path: Path) -> None:
    said = "The witness is Jane Roe of 12 Elm Street in Baltimore."
    page = [(72.0, 700.0, said)]
    boxed = makers.boxed_pdf(page, (140, 695, 260, 712))
    white_on_black = makers.boxed_pdf(page, (60, 690, 400, 715), before=True, shade=1.0)
    beside = makers.boxed_pdf(page, (140, 600, 260, 620))
    document = read(tmp_path, joined(makers.pdf([[said]]), boxed, white_on_black, beside))
    assert [note for note in document.notes if "black" in note] == [
        "Page 2 has text under black boxes; whoever receives the file can read it."
    ]


PROSE = makers.pdf(FILING[:1])


@needs_ocr
@pytest.mark.parametrize("kind", ["png", "jpeg", "tiff"])
def test_pictures_are_documents(tmp_path: Path, kind: str) -> None:
    document = read(tmp_path, makers.picture_file(PROSE, kind), f"scan.{kind}")
    assert document.media == f"image/{kind}"
    assert [fact.text for fact in document.facts] == SAID[:2]
    assert document.coverage == Coverage(pages=1, ocr=1)


@needs_ocr
def test_a_tiff_has_a_page_for_each_picture(tmp_path: Path) -> None:
    data = makers.picture_file(makers.pdf(FILING), "tiff")
    document = read(tmp_path, data, "fax.tif")
    assert [fact.place.label for fact in document.facts] == PLACES
    assert document.coverage == Coverage(pages=3, ocr=3)


@needs_ocr
def test_a_picture_without_words_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoText):
        read(tmp_path, makers.picture_file(makers.pdf([[]]), "png"), "photo.png")


def test_a_picture_that_unpacks_to_far_more_than_paper_is_refused_by_its_header(
    tmp_path: Path,
) -> None:
    for kind in ("png", "tiff"):
        data = makers.picture_file(PROSE, kind)
        with pytest.raises(Bomb, match="dots"):
            read(tmp_path, data, f"bomb.{kind}", max_pixels=100_000)


def test_a_picture_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    for kind in ("png", "jpeg", "tiff"):
        with pytest.raises(Corrupt):
            read(tmp_path, makers.picture_file(PROSE, kind)[:12], f"cut.{kind}")
