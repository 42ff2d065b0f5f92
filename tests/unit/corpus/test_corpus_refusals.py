"""Every refusal: by its code, by the file's name, with what to do, without the content."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest

from engine.corpus import errors
from engine.corpus.intake import read_document
from engine.corpus.limits import Limits
from engine.corpus.reading import read_file
from tests.fixtures.documents import makers

SECRET = "privileged"
SIGN_IN = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>privileged</body></html>"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 512


def bomb() -> bytes:
    text = "privileged " * 200_000
    return makers.with_part(
        makers.docx([]),
        "word/document.xml",
        makers.document_xml(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"),
    )


def laughs(encoding: str = "utf-8") -> bytes:
    entities = '<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    xml = makers.document_xml(
        "<w:p><w:r><w:t>&b;</w:t></w:r></w:p>", f"<!DOCTYPE x [{entities}]>"
    ).decode()
    xml = xml.replace("UTF-8", encoding.upper())
    return makers.with_part(makers.docx([]), "word/document.xml", xml.encode(encoding))


def locked_office() -> bytes:
    return OLE + "EncryptedPackage".encode("utf-16-le")


def archive(member: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr(member, "privileged")
    return out.getvalue()


LINE = ["The privileged agency paid every invoice in 2014."]

REFUSALS: list[tuple[str, bytes, type[errors.DocumentRefused]]] = [
    ("empty.pdf", b"", errors.Empty),
    ("blank.txt", b" \n\t\n ", errors.Empty),
    ("blank.docx", makers.docx([]), errors.Empty),
    ("locked.pdf", makers.pdf([LINE], password="secret"), errors.Encrypted),
    ("locked.docx", locked_office(), errors.Encrypted),
    ("garbage.pdf", b"%PDF-1.7\n" + os.urandom(5_000), errors.Corrupt),
    ("cut.docx", makers.docx(LINE)[:3_000], errors.Corrupt),
    ("odd.docx", makers.with_part(makers.docx(LINE), "word/document.xml", b"<a"), errors.Corrupt),
    ("scan.pdf", makers.scanned_pdf(), errors.NoText),
    ("bomb.docx", bomb(), errors.Bomb),
    ("laughs.docx", laughs(), errors.Bomb),
    ("laughs16.docx", laughs("utf-16"), errors.Bomb),
    ("order.pdf", SIGN_IN, errors.NotTheFile),
    ("order.txt", b"\xef\xbb\xbf  " + SIGN_IN, errors.NotTheFile),
    ("order.docx", b'{"error": "privileged"}', errors.NotTheFile),
    ("old.doc", OLE, errors.Corrupt),
    ("note.rtf", rb"{\rtf1 privileged", errors.Corrupt),
    ("photo.gif", b"GIF89a" + b"\x00" * 64, errors.Unsupported),
    ("books.xlsx", archive("xl/workbook.xml"), errors.Unsupported),
    ("all.zip", archive("a.txt"), errors.Unsupported),
    ("thing.bin", bytes(range(256)) * 8, errors.Unsupported),
]


@pytest.mark.parametrize(("name", "data", "kind"), REFUSALS, ids=[r[0] for r in REFUSALS])
def test_refused_by_name_with_what_to_do(
    tmp_path: Path, name: str, data: bytes, kind: type[errors.DocumentRefused]
) -> None:
    path = tmp_path / "upload"
    path.write_bytes(data)
    with pytest.raises(errors.DocumentRefused) as caught:
        read_file(path, name, Limits())
    assert type(caught.value) is kind
    assert caught.value.message.startswith(name)
    assert caught.value.remedy
    assert SECRET not in caught.value.message + caught.value.remedy


def test_too_large_in_bytes_pages_or_characters(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_bytes(makers.pdf([LINE, LINE, LINE]))
    for limits in (Limits(max_bytes=100), Limits(max_pages=2), Limits(max_characters=60)):
        with pytest.raises(errors.TooLarge):
            read_file(path, "long.pdf", limits)


def test_a_pdf_that_opens_without_its_password_is_read(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_bytes(makers.pdf([LINE]))
    assert read_file(path, "open.pdf", Limits()).facts[0].text == LINE[0]


def test_names_are_cleaned() -> None:
    assert errors.clean_name("../../etc/pass\nwd\u202e.pdf") == "passwd.pdf"
    assert errors.clean_name("C:\\x\\brief.pdf") == "brief.pdf"
    assert len(errors.clean_name("a" * 300 + ".pdf")) == 80
    assert errors.clean_name("\x00") == "unnamed file"


def test_every_code_is_its_own() -> None:
    assert set(errors.BY_CODE) == {
        "document.unsupported", "document.empty", "document.encrypted", "document.corrupt",
        "document.too_large", "document.bomb", "document.no_text", "document.not_the_file",
        "document.unsafe",
    }  # fmt: skip


async def test_a_refusal_crosses_the_process_border_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_bytes(laughs())
    with pytest.raises(errors.Bomb, match=r"laughs\.docx") as caught:
        await read_document(path, "laughs.docx", limits=Limits())
    assert "entities" in caught.value.message
