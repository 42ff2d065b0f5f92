"""Word: paragraphs and table rows in order, footnotes; never pages, which only Word computes."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from docx import Document
from docx.document import Document as WordDocument
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import qn
from lxml import etree  # type: ignore[import-untyped]

from engine.corpus.draft import Block, BlockKind, Draft
from engine.corpus.errors import Bomb, Corrupt, Encrypted, NoText, TooLarge
from engine.corpus.limits import Limits
from engine.corpus.readers.rows import row_text
from engine.corpus.readers.text import clean
from engine.corpus.sniff import DOCX

_SMALL = 64 * 1024
_MAX_MEMBERS = 10_000
_DTD = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.I)
_HEADING = re.compile(r"(?:heading|title|subtitle)\b", re.I)
_ENCRYPTED_FLAG = 0x1

_P, _TBL, _TR, _TC, _SDT = (qn(f"w:{tag}") for tag in ("p", "tbl", "tr", "tc", "sdt"))
_T, _DEL, _INS, _MOVED = (qn(f"w:{tag}") for tag in ("t", "del", "ins", "moveFrom"))
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SPACES = {qn(f"w:{tag}"): " " for tag in ("tab", "br", "cr")}
_HYPHEN = qn("w:noBreakHyphen")


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a Word file. Raises Bomb, Corrupt, Encrypted, NoText, TooLarge."""
    _guard(data, name, limits)
    try:
        document = Document(io.BytesIO(data))
        walk = _Walk(_Numbering.of(document))
        blocks = [*walk.body(document.element.body), *_footnotes(document)]
        title = document.core_properties.title or ""
        pictures = bool(document.inline_shapes)
    except (KeyError, ValueError, AttributeError, TypeError, etree.XMLSyntaxError) as error:
        # python-docx answers broken packages with these
        raise Corrupt(name) from error
    if not blocks and pictures:
        raise NoText(name)
    if sum(len(block.text) for block in blocks) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    return Draft(DOCX, tuple(blocks), title=clean(title), notes=_notes(document))


def _guard(data: bytes, name: str, limits: Limits) -> None:
    """Refuse what expands too far, declares entities or is damaged, before any XML is parsed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            members = package.infolist()
            expanded = sum(member.file_size for member in members)
            if expanded > limits.max_expanded_bytes or len(members) > _MAX_MEMBERS:
                raise Bomb(name)
            for member in members:
                if member.flag_bits & _ENCRYPTED_FLAG:
                    raise Encrypted(name)
                ratio = member.file_size / max(1, member.compress_size)
                if member.file_size > _SMALL and ratio > limits.max_ratio:
                    raise Bomb(name)
                is_xml = member.filename.endswith((".xml", ".rels"))
                # without NULs an entity declaration in UTF-16 reads like one in ASCII
                if is_xml and _DTD.search(package.read(member).replace(b"\x00", b"")):
                    raise Bomb(name, detail="it declares XML entities")
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError) as error:
        raise Corrupt(name) from error


def _notes(document: WordDocument) -> tuple[str, ...]:
    body = document.element.body
    notes = []
    changes = len(body.findall(f".//{_INS}")) + len(body.findall(f".//{_DEL}"))
    if changes:
        notes.append(f"Tracked changes were read as if accepted: {changes}.")
    if any(part.partname.endswith("/comments.xml") for part in document.part.package.iter_parts()):
        notes.append("Comments in the margin were not read.")
    return tuple(notes)


def _text(element: etree._Element) -> str:
    """A paragraph's text as it stands with tracked changes accepted."""
    parts: list[str] = []
    stack = [iter(element)]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
        elif child.tag in (_DEL, _MOVED, _FALLBACK):
            continue
        elif child.tag == _T:
            parts.append(child.text or "")
        elif child.tag in _SPACES:
            parts.append(_SPACES[child.tag])
        elif child.tag == _HYPHEN:
            parts.append("-")
        else:
            if child.tag == _P and parts:
                parts.append(" ")
            stack.append(iter(child))
    return " ".join(clean("".join(parts)).split())


@dataclass
class _Walk:
    """The body in order, counting tables and the numbers that Word would print."""

    numbering: _Numbering
    tables: int = 0

    def body(self, parent: etree._Element) -> Iterator[Block]:
        for child in parent:
            if child.tag == _P:
                number = self.numbering.next(child)
                text = _text(child)
                if text:
                    yield Block(text, kind=_kind(child), numbered=number)
            elif child.tag == _TBL:
                self.tables += 1
                yield from self._rows(child, self.tables)
            elif child.tag == _SDT:
                content = child.find(qn("w:sdtContent"))
                if content is not None:
                    yield from self.body(content)

    @staticmethod
    def _rows(table: etree._Element, number: int) -> Iterator[Block]:
        for at, row in enumerate(table.findall(_TR), start=1):
            cells = [_text(cell) for cell in row.findall(_TC)]
            if any(cells):
                yield Block(row_text(cells), kind="row", label=f"table {number} row {at}")


def _kind(paragraph: etree._Element) -> BlockKind:
    style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    return (
        "heading" if style is not None and _HEADING.match(style.get(qn("w:val"), "")) else "prose"
    )


@dataclass
class _Numbering:
    """Numbers of the simplest kind of automatic list, ``1.`` at the first level.

    Pleadings written in Word number their paragraphs so; other kinds stay unnumbered.
    """

    starts: dict[str, int]
    counts: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, document: WordDocument) -> _Numbering:
        try:
            root = document.part.part_related_by(RELATIONSHIP_TYPE.NUMBERING)
        except KeyError:
            return cls({})
        tree = parse_xml(root.blob)
        plain: dict[str, int] = {}
        for abstract in tree.findall(qn("w:abstractNum")):
            level = abstract.find(f"{qn('w:lvl')}[@{qn('w:ilvl')}='0']")
            if level is None or _value(level, "numFmt") != "decimal":
                continue
            if re.fullmatch(r"%1[.)]?", _value(level, "lvlText")):
                key = abstract.get(qn("w:abstractNumId"), "")
                plain[key] = int(_value(level, "start") or "1")
        return cls(
            {
                num.get(qn("w:numId"), ""): plain[_value(num, "abstractNumId")]
                for num in tree.findall(qn("w:num"))
                if _value(num, "abstractNumId") in plain
            }
        )

    def next(self, paragraph: etree._Element) -> int | None:
        properties = paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}")
        if properties is None or _value(properties, "ilvl") not in ("", "0"):
            return None
        key = _value(properties, "numId")
        if key not in self.starts:
            return None
        self.counts[key] = self.counts.get(key, self.starts[key] - 1) + 1
        return self.counts[key]


def _value(parent: etree._Element, tag: str) -> str:
    found = parent.find(qn(f"w:{tag}"))
    return "" if found is None else str(found.get(qn("w:val"), ""))


def _footnotes(document: WordDocument) -> list[Block]:
    try:
        part = document.part.part_related_by(RELATIONSHIP_TYPE.FOOTNOTES)
    except KeyError:
        return []
    blocks = []
    for note in parse_xml(part.blob).findall(qn("w:footnote")):
        text = _text(note)
        if text and note.get(qn("w:type")) is None:
            blocks.append(Block(text, label=f"footnote {note.get(qn('w:id'))}"))
    return blocks
