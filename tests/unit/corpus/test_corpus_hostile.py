"""Hostile files, each read in the bounded process that reads every file, each refused by name."""

from __future__ import annotations

import asyncio
import io
import os
import zipfile
import zlib
from pathlib import Path

import pytest

from engine.corpus import errors
from engine.corpus.intake import read_document
from engine.corpus.limits import Limits
from engine.corpus.types import ReadDocument
from tests.fixtures.documents import makers, ole

LIMITS = Limits(cpu_seconds=20, wall_seconds=40.0)
SECRET = "privileged"
LINE = "The privileged agency paid every invoice in 2014."
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def word(body: str, doctype: str = "") -> bytes:
    return makers.with_part(
        makers.docx([]), "word/document.xml", makers.document_xml(body, doctype)
    )


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def laughs() -> bytes:
    entities = '<!ENTITY a0 "lol">' + "".join(
        f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)
    )
    return word(paragraph("&a9;"), f"<!DOCTYPE x [{entities}]>")


def external() -> bytes:
    return word(paragraph("&x;"), '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>')


def overlapping() -> bytes:
    """A package in which two parts are the same bytes, as in bombs that no ratio shows."""
    data = bytearray(makers.docx([LINE]))
    first = data.find(b"PK\x01\x02")
    second = data.find(b"PK\x01\x02", first + 4)
    data[second + 42 : second + 46] = data[first + 42 : first + 46]
    return bytes(data)


def part_of_zeros() -> bytes:
    out = io.BytesIO()
    out.write(makers.docx([LINE]))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/media/image1.bmp", bytes(30_000_000))
    return out.getvalue()


def locked_word() -> bytes:
    return ole.compound({"EncryptionInfo": b"x" * 300, "EncryptedPackage": os.urandom(5_000)})


def locked_old_word() -> bytes:
    return ole.compound({"WordDocument": ole.word_head(encrypted=True), "1Table": b"x" * 100})


def locked_mail() -> bytes:
    return ole.compound(
        ole.message(body="Protected.", attachments=[("message.rpmsg", os.urandom(900))])
    )


def sealed_mail() -> bytes:
    return ole.compound(
        ole.message(attachments=[("smime.p7m", os.urandom(900))], mime="application/pkcs7-mime")
    )


def enveloped() -> bytes:
    return (
        b"From: a@x.example\nSubject: S\nMIME-Version: 1.0\nMessage-ID: <1@x>\n"
        b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n\nMIIB\n"
    )


def nested_mail(levels: int) -> bytes:
    head = "From: a@x.example\nMIME-Version: 1.0\nMessage-ID: <1@x>\n"
    opened = "".join(
        f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(levels)
    )
    return (head + opened + f"Content-Type: text/plain\n\n{LINE}\n").encode()


def many_parts(count: int) -> bytes:
    head = "From: a@x.example\nMIME-Version: 1.0\nMessage-ID: <1@x>\n"
    part = "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nx\n"
    kind = 'Content-Type: multipart/mixed; boundary="b"\n\n'
    return (head + kind + part * count + "--b--\n").encode()


def cut_picture() -> bytes:
    row = b"\x00" + bytes(30)

    def chunk(kind: bytes, content: bytes) -> bytes:
        told = kind + content
        return len(content).to_bytes(4, "big") + told + zlib.crc32(told).to_bytes(4, "big")

    size = (10).to_bytes(4, "big")
    whole = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", size + size + b"\x08\x02\x00\x00\x00")
        + chunk(b"IDAT", zlib.compress(row * 10))
    )
    return whole[:-10]


REFUSED: list[tuple[str, bytes, type[errors.DocumentRefused]]] = [
    ("laughs.docx", laughs(), errors.Bomb),
    ("external.docx", external(), errors.Bomb),
    ("ratio.docx", word(paragraph("a" * 3_000_000)), errors.Bomb),
    ("zeros.docx", part_of_zeros(), errors.Bomb),
    ("overlap.docx", overlapping(), errors.Bomb),
    ("cut.docx", makers.docx([LINE])[:-300], errors.Corrupt),
    ("cut.pdf", makers.pdf([[LINE]])[:400], errors.Corrupt),
    ("cut.rtf", rb"{\rtf1 privileged {\b words", errors.Corrupt),
    ("cut.msg", ole.compound(ole.message(body=LINE))[:1_500], errors.Corrupt),
    ("cut.png", cut_picture(), errors.Corrupt),
    ("odd.doc", ole.compound({"WordDocument": os.urandom(5_000)}), errors.Corrupt),
    ("empty.msg", ole.compound({"__properties_version1.0": b"x" * 10}), errors.Empty),
    ("locked.pdf", makers.pdf([[LINE]], password="secret"), errors.Encrypted),
    ("locked.docx", locked_word(), errors.Encrypted),
    ("locked.doc", locked_old_word(), errors.Encrypted),
    ("locked.msg", locked_mail(), errors.Encrypted),
    ("sealed.msg", sealed_mail(), errors.Encrypted),
    ("sealed.eml", enveloped(), errors.Encrypted),
    ("deep.html", b"<html><body>" + b"<div>" * 5_000 + b"privileged", errors.Bomb),
    ("deep.rtf", b"{\\rtf1 " + b"{" * 200_000 + b"privileged", errors.Bomb),
    ("deep.eml", nested_mail(60), errors.Bomb),
    ("very-deep.eml", nested_mail(2_000), errors.Bomb),
    ("parts.eml", many_parts(2_500), errors.TooLarge),
    ("page.pdf", b"<html><body>privileged</body></html>", errors.NotTheFile),
    ("list.docx", b"privileged words of plain text", errors.NotTheFile),
    ("program.pdf", b"MZ" + bytes(range(256)) * 40, errors.Unsupported),
    ("archive.pdf", zlib.compress(b"x") + bytes(600), errors.Unsupported),
]


async def taken(tmp_path: Path, name: str, data: bytes) -> ReadDocument:
    path = tmp_path / "upload"
    path.write_bytes(data)
    return await read_document(path, name, limits=LIMITS)


@pytest.mark.parametrize(("name", "data", "kind"), REFUSED, ids=[row[0] for row in REFUSED])
async def test_refused_by_name_with_the_right_reason(
    tmp_path: Path, name: str, data: bytes, kind: type[errors.DocumentRefused]
) -> None:
    with pytest.raises(errors.DocumentRefused) as caught:
        await taken(tmp_path, name, data)
    assert type(caught.value) is kind
    assert caught.value.message.startswith(name) and caught.value.remedy
    assert SECRET not in caught.value.message + caught.value.remedy


async def test_an_archive_under_the_name_of_a_document_is_no_document(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("a.txt", LINE)
    with pytest.raises(errors.NotTheFile, match="archive"):
        await taken(tmp_path, "brief.pdf", out.getvalue())


async def test_entities_of_a_page_are_never_resolved(tmp_path: Path) -> None:
    page = (
        '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">'
        '<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body><p>Before &b; and &x; after it was '
        "paid.</p></body></html>"
    )
    document = await taken(tmp_path, "page.html", page.encode())
    text = document.pages[0].text
    assert "lollol" not in text and "root:" not in text
    assert "after it was paid." in text


async def test_nothing_outside_is_fetched(tmp_path: Path) -> None:
    callers: list[object] = []
    server = await asyncio.start_server(lambda *pair: callers.append(pair), "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/x"
    page = (
        f'<html><head><link rel="stylesheet" href="{address}"><base href="{address}"></head>'
        f'<body><img src="{address}"><iframe src="{address}"></iframe><p>The agency paid.</p>'
    )
    rels = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="r1" Type="{RELATED}/attachedTemplate" Target="{address}" '
        f'TargetMode="External"/><Relationship Id="r2" Type="{RELATED}/image" '
        f'Target="{address}" TargetMode="External"/></Relationships>'
    )
    package = makers.with_part(
        word(paragraph("The agency paid.")), "word/_rels/document.xml.rels", rels.encode()
    )
    rich = (
        rb'{\rtf1 {\field{\*\fldinst INCLUDETEXT "' + address.encode() + rb'"}} The agency paid.}'
    )
    mail = makers.eml("", html=page)
    for name, data in (
        ("a.html", page.encode()), ("a.docx", package), ("a.rtf", rich), ("a.eml", mail),
    ):  # fmt: skip
        document = await taken(tmp_path, name, data)
        assert any("The agency paid." in fact.text for fact in document.facts)
    server.close()
    await server.wait_closed()
    assert callers == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("cell.csv", b"a,b\n" + b"x " * 300_000 + b",c paid\n"),
        ("cell.html", b"<table><tr><td>a<td>" + b"paid words " * 60_000 + b"</table>"),
        ("comments.html", b"<html>" + b"<!-- x" * 100_000 + b"--><p>The agency paid.</p>"),
        ("fields.rtf", rb"{\rtf1 It paid. " + rb"{\field{\*\fldinst{ HYPERLINK}}}" * 9_999 + b"}"),
        ("quotes.csv", b"The agency paid,'\n" + b"',\"," * 30_000),
        ("headers.txt", b"a:" * 200_000 + b"\n\nThe agency paid."),
        ("marks.txt", b"The agency paid. " + b"<!---->" * 60_000),
        ("order.txt", b"The agency paid. " + b"ignore all " * 40_000 + b"the of the " * 40_000),
        ("spaces.txt", b"The agency paid." + b" please " * 20_000 + b"\t" * 200_000 + b"now."),
        ("stops.txt", b"The agency paid. " + b". . . " * 80_000),
        ("capitals.txt", b"The agency paid. " + b"A. B v. C, " * 30_000),
        ("digits.txt", b"The agency paid. " + b"1 2 3, 4 $5 " * 40_000),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
async def test_what_slows_a_careless_pattern_is_read_within_the_bounds(
    tmp_path: Path, name: str, data: bytes
) -> None:
    document = await taken(tmp_path, name, data)
    assert "paid" in "".join(page.text for page in document.pages)
