"""What a file is, told from its first bytes; the name only decides between neighbours."""

from __future__ import annotations

import re
from pathlib import PurePath

from engine.corpus.errors import Empty, Encrypted, NotTheFile, Unsupported

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
EML = "message/rfc822"
TEXT = "text/plain"
CSV = "text/csv"

HEAD = 64 * 1024
_BINARY_SHARE = 0.02
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_MAIL_HEADER = re.compile(rb"^[A-Za-z][A-Za-z0-9-]{1,60}:[ \t]?", re.M)
_MAIL_ONLY = re.compile(
    rb"^(?:Message-ID|MIME-Version|Received|Return-Path|Delivered-To|Content-Type):", re.M | re.I
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
_OTHERS: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", "RTF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"\x1f\x8b", "an archive"),
    (b"7z\xbc\xaf", "an archive"),
    (b"Rar!", "an archive"),
)
_PAPER = frozenset({".pdf", ".docx", ".doc", ".msg", ".rtf"})


def sniff(head: bytes, name: str, *, whole: bytes = b"") -> str:
    """The media type of a file that is read, from its head (64 KB are enough).

    ``whole`` is the file for formats whose directory stands elsewhere. Raises Empty, Encrypted,
    Unsupported or NotTheFile.
    """
    suffix = PurePath(name).suffix.lower()
    if not head.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe"):
        raise Empty(name)
    if b"%PDF-" in head[:1024]:
        return PDF
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_kind(whole or head, name)
    if head.startswith(_OLE):
        _refuse_ole(whole or head, name)
    for magic, kind in _OTHERS:
        if head.startswith(magic):
            raise Unsupported(name, detail=kind)
    if _HTML.match(head[:4096].removeprefix(b"\xef\xbb\xbf")):
        if suffix in (".htm", ".html", ".xhtml"):
            raise Unsupported(name, detail="a web page", remedy="Print the page to PDF first.")
        raise NotTheFile(name, detail="it is a web page")
    if _is_binary(head):
        raise Unsupported(name)
    if suffix in _PAPER:
        raise NotTheFile(name, detail="it is plain text")
    if _is_mail(head, suffix):
        return EML
    return CSV if suffix == ".csv" else TEXT


def _zip_kind(data: bytes, name: str) -> str:
    for part, media in ((b"word/", DOCX), (b"xl/", "Excel"), (b"ppt/", "PowerPoint")):
        if part in data:
            if media == DOCX:
                return DOCX
            raise Unsupported(name, detail=media, remedy="Save it as PDF or CSV and send that.")
    raise Unsupported(name, detail="an archive", remedy="Send the files in it one by one.")


def _refuse_ole(data: bytes, name: str) -> None:
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise Encrypted(name)
    if "__substg1.0".encode("utf-16-le") in data:
        raise Unsupported(name, detail="an Outlook message",
                          remedy="Save it from the mail program as EML and send that.")  # fmt: skip
    raise Unsupported(name, detail="an old Office format",
                      remedy="Save it as DOCX or PDF and send that.")  # fmt: skip


def _is_binary(head: bytes) -> bool:
    if head.startswith(_BOMS):
        return False
    odd = sum(head.count(bytes((b,))) for b in range(32) if b not in (8, 9, 10, 12, 13, 26, 27))
    return b"\x00" in head or odd > _BINARY_SHARE * len(head)


def _is_mail(head: bytes, suffix: str) -> bool:
    """Two headers before the first empty line, one of them such as no memorandum has."""
    top = re.split(rb"\r?\n\r?\n", head.lstrip(), maxsplit=1)[0]
    headers = len(_MAIL_HEADER.findall(top))
    return headers >= 2 and (suffix == ".eml" or bool(_MAIL_ONLY.search(top)))
