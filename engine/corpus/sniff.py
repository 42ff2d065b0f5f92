"""What a file is, told from its content; the name only decides between neighbours."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePath

from engine.corpus.errors import Corrupt, Empty, Encrypted, NotTheFile, Unsupported

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
DOC = "application/msword"
RTF = "application/rtf"
HTML = "text/html"
EML = "message/rfc822"
MSG = "application/vnd.ms-outlook"
TEXT = "text/plain"
CSV = "text/csv"
PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"
ZIP = "application/zip"

HEAD = 64 * 1024
_BINARY_SHARE = 0.02
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*"
    rb"<(?:!doctype\s+html|html|head|body)\b",
    re.I | re.S,
)
_HTML_NAMES = frozenset({".htm", ".html", ".xhtml"})
_MAIL_HEADER = re.compile(rb"^[A-Za-z][A-Za-z0-9-]{1,60}:[ \t]?", re.M)
_MAIL_ONLY = re.compile(
    rb"^(?:Message-ID|MIME-Version|Received|Return-Path|Delivered-To|Content-Type):", re.M | re.I
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
_READ: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", RTF),
    (b"\x89PNG\r\n\x1a\n", PNG),
    (b"\xff\xd8\xff", JPEG),
    (b"II*\x00", TIFF),
    (b"MM\x00*", TIFF),
)
_OTHERS: tuple[tuple[bytes, str, str], ...] = (
    (b"GIF8", "a GIF picture", "Save it as PNG or PDF and send that."),
    (b"\x1f\x8b", "an archive", "Send the files in it as a ZIP."),
    (b"7z\xbc\xaf", "an archive", "Send the files in it as a ZIP."),
    (b"Rar!", "an archive", "Send the files in it as a ZIP."),
)
_PAPER = frozenset({".pdf", ".docx", ".doc", ".msg", ".rtf"})
_OFFICE: tuple[tuple[str, str], ...] = (("xl/", "Excel"), ("ppt/", "PowerPoint"))
_OLD_OFFICE = {
    "encryptedpackage": "",
    "__properties_version1.0": MSG,
    "worddocument": DOC,
    "workbook": "Excel",
    "book": "Excel",
    "powerpoint document": "PowerPoint",
}
_TO_PDF = "Save it as PDF or CSV and send that."


def sniff(head: bytes, name: str, *, whole: bytes = b"") -> str:
    """The media type of a file that is read or unpacked, from its head (64 KB are enough).

    ``whole`` is the file for formats whose directory stands elsewhere. Raises Empty, Encrypted,
    Unsupported or NotTheFile; Corrupt where a directory that must be there is not.
    """
    suffix = PurePath(name).suffix.lower()
    if not head.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe"):
        raise Empty(name)
    # Before PDF: an archive that does not compress a PDF has its first bytes near its own.
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_kind(whole or head, name, suffix)
    if head.startswith(_OLE):
        return _ole_kind(whole or head, name)
    if b"%PDF-" in head[:1024]:
        return PDF
    for magic, media in _READ:
        if head.startswith(magic):
            return media
    for magic, kind, remedy in _OTHERS:
        if head.startswith(magic):
            raise Unsupported(name, detail=kind, remedy=remedy)
    return _of_text(head, name, suffix)


def _of_text(head: bytes, name: str, suffix: str) -> str:
    if _HTML.match(head[:4096].removeprefix(b"\xef\xbb\xbf")):
        if suffix in _HTML_NAMES:
            return HTML
        raise NotTheFile(name, detail="it is a web page")
    if _is_binary(head):
        raise Unsupported(name)
    if suffix in _PAPER:
        raise NotTheFile(name, detail="it is plain text")
    if _is_mail(head, suffix):
        return EML
    if suffix in _HTML_NAMES:
        return HTML
    return CSV if suffix == ".csv" else TEXT


def _zip_kind(data: bytes, name: str, suffix: str) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            names = package.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        # a package cut short has lost its directory; its reader says that it is damaged
        return DOCX if suffix in (".docx", ".docm", ".dotx") else ZIP
    if "[Content_Types].xml" not in names:
        if suffix in _PAPER:
            raise NotTheFile(name, detail="it is an archive")
        if "mimetype" in names[:1]:
            raise Unsupported(name, detail="OpenDocument", remedy="Save it as DOCX or PDF.")
        return ZIP
    if any(part.startswith("word/") for part in names):
        return DOCX
    for folder, kind in _OFFICE:
        if any(part.startswith(folder) for part in names):
            raise Unsupported(name, detail=kind, remedy=_TO_PDF)
    return ZIP


def _ole_kind(data: bytes, name: str) -> str:
    """What an OLE file holds, by the streams at its root, so that attachments do not matter."""
    kinds = [_OLD_OFFICE[stream] for stream in _root_streams(data, name) if stream in _OLD_OFFICE]
    for kind in ("", MSG, DOC, "Excel", "PowerPoint"):
        if kind not in kinds:
            continue
        if not kind:
            raise Encrypted(name)
        if kind in (MSG, DOC):
            return kind
        raise Unsupported(name, detail=kind, remedy=_TO_PDF)
    raise Unsupported(name, detail="an old Office format",
                      remedy="Save it as DOCX or PDF and send that.")  # fmt: skip


def _root_streams(data: bytes, name: str) -> list[str]:
    # a parser that only a reading process needs
    import olefile  # type: ignore[import-untyped]

    try:
        with olefile.OleFileIO(io.BytesIO(data)) as storage:
            return [path[0].lower() for path in storage.listdir() if len(path) == 1]
    except (OSError, ValueError, IndexError, TypeError, AttributeError) as error:
        # a damaged directory: its names may still be in the file, for its reader to refuse it
        found = [stream for stream in _OLD_OFFICE if _utf16(data, stream)]
        if not found:
            raise Corrupt(name) from error
        return found


def _utf16(data: bytes, stream: str) -> bool:
    return re.search(re.escape(stream.encode("utf-16-le")), data, re.I) is not None


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
