"""Plain text: paragraphs, and pages only where a form feed makes one."""

from __future__ import annotations

import codecs
import re

from engine.corpus.draft import Block, BlockKind, Draft
from engine.corpus.errors import TooLarge
from engine.corpus.limits import Limits
from engine.corpus.sniff import TEXT

_WRAPPED = 110
_SALUTATION = 25
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NEW_PARAGRAPH = re.compile(r"\s*(?:\(?\d{1,3}[.)]|[-*•·–]|\([a-z]\)|Q[.:]|#+)\s+\S")
_HYPHENED = re.compile(r"[^\W_][-\u2010\u2011]$")
_MEMO_LINE = re.compile(r"\s*(?:TO|FROM|CC|DATE|RE|SUBJECT|To|From|Cc|Date|Re|Subject)\s*:")


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a text file. Raises TooLarge."""
    text, notes = decode(data)
    if len(text) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    sheets = text.split("\f")
    paged = len(sheets) > 1 and any(sheet.strip() for sheet in sheets[1:])
    blocks = [
        Block(paragraph, kind=_kind(paragraph), page=number if paged else 0)
        for number, sheet in enumerate(sheets, start=1)
        for paragraph in paragraphs(sheet)
    ]
    return Draft(TEXT, tuple(blocks), notes=notes)


def _kind(paragraph: str) -> BlockKind:
    return "heading" if paragraph.startswith("#") else "prose"


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Text of a file as UTF-8, UTF-16 with a byte order mark, else Windows-1252, and notes."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return clean(data.decode(encoding, errors="replace")), ()
    try:
        return clean(data.decode("utf-8")), ()
    except UnicodeDecodeError:
        text = clean(data.decode("cp1252", errors="replace"))
        return text, ("The file is not UTF-8; it was read as Windows-1252.",)


def clean(text: str) -> str:
    """Without control characters but tab, line feed and form feed; line ends are ``\\n``."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    text = text.replace("\u2029", "\n\n")
    return re.sub(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff\ud800-\udfff]", "", text)


def paragraphs(text: str) -> list[str]:
    """Paragraphs of plain text, one line each.

    They are parted by empty lines; where a block's lines are longer than a page is wide, each
    line is a paragraph; a numbered or bulleted line begins one.
    """
    found: list[str] = []
    for block in re.split(r"\n[ \t]*\n", text):
        lines = [line for line in block.split("\n") if line.strip()]
        if any(len(line) > _WRAPPED for line in lines):
            found += [join_lines([line]) for line in lines]
            continue
        current: list[str] = []
        for line in lines:
            starts = _NEW_PARAGRAPH.match(line) or _MEMO_LINE.match(line)
            if current and (starts or _stands_alone(current[-1])):
                found.append(join_lines(current))
                current = []
            current.append(line)
        if current:
            found.append(join_lines(current))
    return found


def _stands_alone(line: str) -> bool:
    """A memorandum's header, a salutation, or the line that introduces a quoted message."""
    said = line.strip()
    short = len(said) < _SALUTATION
    return bool(_MEMO_LINE.match(line)) or said.endswith("wrote:") or (short and said[-1:] == ",")


def join_lines(lines: list[str]) -> str:
    """One line of several: single spaces, and none after a hyphen that ends a line."""
    parts: list[str] = []
    for line in lines:
        part = " ".join(line.split())
        if parts and part and not _HYPHENED.search(parts[-1][-2:]):
            parts.append(" ")
        parts.append(part)
    return "".join(parts).strip()
