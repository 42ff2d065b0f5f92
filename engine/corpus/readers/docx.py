"""Word: paragraphs and table rows in order, footnotes, page heads.

Only Word computes pages. Where the program that saved the file left marks of where its pages
began, they are told as approximate.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from docx import Document
from docx.document import Document as WordDocument
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import qn
from lxml import etree  # type: ignore[import-untyped]

from engine.corpus.draft import Block, BlockKind, Draft
from engine.corpus.errors import Corrupt, NoText, TooLarge
from engine.corpus.limits import Limits
from engine.corpus.readers.html import COMMENTS, HIDDEN, HIDDEN_KEPT
from engine.corpus.readers.numbering import Numbering, value
from engine.corpus.readers.package import guard
from engine.corpus.readers.rows import row_block
from engine.corpus.readers.text import clean
from engine.corpus.sniff import DOCX

_HEADING = re.compile(r"(?:heading|title|subtitle)\b", re.I)
_P, _TBL, _TR, _TC, _SDT, _R = (qn(f"w:{tag}") for tag in ("p", "tbl", "tr", "tc", "sdt", "r"))
_T, _DEL, _INS, _MOVED = (qn(f"w:{tag}") for tag in ("t", "del", "ins", "moveFrom"))
_BREAK, _NOTE, _END_NOTE = (
    qn(f"w:{tag}") for tag in ("lastRenderedPageBreak", "footnoteReference", "endnoteReference")
)
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SPACES = {qn(f"w:{tag}"): " " for tag in ("tab", "br", "cr")}
_HYPHEN = qn("w:noBreakHyphen")
_PROPERTIES = ("title", "author", "subject", "keywords", "comments", "category")
_TINY = 4
_EDGES = ("/word/header", "/word/footer")


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a Word file. Raises Bomb, Corrupt, Encrypted, NoText, TooLarge."""
    guard(data, name, limits)
    try:
        document = Document(io.BytesIO(data))
        body = document.element.body
        walk = _Walk(Numbering.of(document), 1 if body.find(f".//{_BREAK}") is not None else 0)
        blocks = list(walk.body(body))
        blocks = _with_notes(blocks, walk, document)
        properties = _properties(document, walk)
        pictures = bool(document.inline_shapes)
    except (KeyError, ValueError, AttributeError, TypeError, etree.XMLSyntaxError) as error:
        # python-docx answers broken packages with these
        raise Corrupt(name) from error
    if not blocks and pictures:
        raise NoText(name, remedy="Print it to PDF and send that: pictures in it are read then.")
    if sum(len(block.text) for block in blocks) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    return Draft(
        DOCX,
        tuple(blocks),
        title=properties.get("title", ""),
        notes=_notes(document, walk),
        properties=properties,
        about_pages=walk.page > 0,
    )


@dataclass
class _Words:
    """The text of a paragraph or cell, and the page breaks before its first word and in all."""

    parts: list[str] = field(default_factory=list)
    before: int = 0
    breaks: int = 0

    @property
    def text(self) -> str:
        return " ".join(clean("".join(self.parts)).split())

    def said(self) -> bool:
        return any(part.strip() for part in self.parts)


@dataclass
class _Walk:
    """The body in order, counting pages, tables, notes and the numbers that Word would print."""

    numbering: Numbering
    page: int
    tables: int = 0
    unshown: list[str] = field(default_factory=list)
    faint: list[str] = field(default_factory=list)
    notes: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    def body(self, parent: etree._Element) -> Iterator[Block]:
        for child in parent:
            if child.tag == _P:
                number = self.numbering.next(child)
                words = self.words(child)
                page = self._turned(words)
                if words.text:
                    yield Block(words.text, kind=_kind(child), page=page, numbered=number)
            elif child.tag == _TBL:
                self.tables += 1
                yield from self._rows(child, self.tables)
            elif child.tag == _SDT:
                content = child.find(qn("w:sdtContent"))
                if content is not None:
                    yield from self.body(content)
            elif child.tag in (_INS, qn("w:moveTo")):
                yield from self.body(child)

    def _rows(self, table: etree._Element, number: int) -> Iterator[Block]:
        for at, row in enumerate(table.findall(_TR), start=1):
            cells = [self.words(cell) for cell in row.findall(_TC)]
            page = self.page
            for words in cells[:1]:
                page = self._turned(words)
            for words in cells[1:]:
                self._turned(words)
            texts = [words.text for words in cells]
            if any(texts):
                label = f"table {number} row {at}"
                yield row_block(texts, label, page)

    def _turned(self, words: _Words) -> int:
        """The page on which the words begin, having counted the breaks within them."""
        if not self.page:
            return 0
        begins = self.page + words.before
        self.page += words.breaks
        return begins

    def words(self, element: etree._Element) -> _Words:
        """The text as it stands with tracked changes accepted, without what Word hides."""
        words = _Words()
        stack = [iter(element)]
        while stack:
            child = next(stack[-1], None)
            if child is None:
                stack.pop()
            elif child.tag in (_DEL, _MOVED, _FALLBACK):
                continue
            elif child.tag == _T:
                words.parts.append(child.text or "")
            elif child.tag in _SPACES:
                words.parts.append(_SPACES[child.tag])
            elif child.tag == _HYPHEN:
                words.parts.append("-")
            elif child.tag == _BREAK:
                words.breaks += 1
                words.before += not words.said()
            elif child.tag in (_NOTE, _END_NOTE):
                self._refer(child)
            elif child.tag == _R and self._is_hidden(child):
                continue
            else:
                if child.tag == _P and words.parts:
                    words.parts.append(" ")
                stack.append(iter(child))
        return words

    def _refer(self, reference: etree._Element) -> None:
        kind = "footnote" if reference.tag == _NOTE else "endnote"
        key = (kind, reference.get(qn("w:id"), ""))
        count = sum(told == kind for told, _ in self.notes)
        self.notes.setdefault(key, (count + 1, self.page))

    def _is_hidden(self, run: etree._Element) -> bool:
        """Whether Word hides the run; one in white or tiny letters is read and kept in mind."""
        look = run.find(qn("w:rPr"))
        if look is None:
            return False
        text = "".join(part.text or "" for part in run.iter(_T))
        vanish = look.find(qn("w:vanish"))
        if vanish is not None and vanish.get(qn("w:val"), "1") not in ("0", "false", "off"):
            self.unshown.append(text)
            return True
        size = value(look, "sz")
        white = value(look, "color").upper() == "FFFFFF" and look.find(qn("w:shd")) is None
        if white or (size.isdigit() and int(size) <= _TINY):
            self.faint.append(text)
        return False


def _kind(paragraph: etree._Element) -> BlockKind:
    style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    return (
        "heading" if style is not None and _HEADING.match(style.get(qn("w:val"), "")) else "prose"
    )


def _with_notes(blocks: list[Block], walk: _Walk, document: WordDocument) -> list[Block]:
    """Each page's blocks, then its footnotes; what repeats on every page is with the first."""
    by_page: dict[int, list[Block]] = {}
    for note in (*_footnotes(document, walk), *_edges(document, walk)):
        by_page.setdefault(note.page, []).append(note)
    ordered: list[Block] = []
    for page, group in groupby(blocks, key=lambda block: block.page):
        ordered += [*group, *by_page.pop(page, [])]
    return ordered + [note for page in sorted(by_page) for note in by_page[page]]


def _footnotes(document: WordDocument, walk: _Walk) -> Iterator[Block]:
    for kind, related in (
        ("footnote", RELATIONSHIP_TYPE.FOOTNOTES),
        ("endnote", RELATIONSHIP_TYPE.ENDNOTES),
    ):
        try:
            part = document.part.part_related_by(related)
        except KeyError:
            continue
        told = []
        for note in parse_xml(part.blob).findall(qn(f"w:{kind}")):
            number, page = walk.notes.get((kind, note.get(qn("w:id"), "")), (0, 0))
            text = walk.words(note).text
            if text and number and note.get(qn("w:type")) is None:
                told.append((number, Block(text, label=f"{kind} {number}", page=page)))
        yield from (block for _, block in sorted(told, key=lambda item: item[0]))


def _edges(document: WordDocument, walk: _Walk) -> list[Block]:
    """Heads and feet of pages, each once."""
    page = 1 if walk.page else 0
    texts: dict[str, None] = {}
    for part in document.part.package.iter_parts():
        if part.partname.startswith(_EDGES):
            for paragraph in parse_xml(part.blob).iter(_P):
                if text := walk.words(paragraph).text:
                    texts.setdefault(text)
    return [Block(text, kind="furniture", page=page) for text in texts]


def _properties(document: WordDocument, walk: _Walk) -> dict[str, str]:
    core = document.core_properties
    found = {key: " ".join(clean(str(getattr(core, key) or "")).split()) for key in _PROPERTIES}
    found[HIDDEN] = " ".join(clean(" ".join((*walk.unshown, *walk.faint))).split())[:HIDDEN_KEPT]
    found[COMMENTS] = " ".join(_comments(document))[:HIDDEN_KEPT]
    return {key: text for key, text in found.items() if text}


def _comments(document: WordDocument) -> list[str]:
    for part in document.part.package.iter_parts():
        if part.partname.endswith("/comments.xml"):
            tree = parse_xml(part.blob)
            return [
                " ".join(text.text or "" for text in comment.iter(_T))
                for comment in tree.findall(qn("w:comment"))
            ]
    return []


def _notes(document: WordDocument, walk: _Walk) -> tuple[str, ...]:
    body = document.element.body
    notes = []
    changes = len(body.findall(f".//{_INS}")) + len(body.findall(f".//{_DEL}"))
    if changes:
        notes.append(f"Tracked changes were read as if accepted: {changes}.")
    if comments := len(_comments(document)):
        notes.append(f"Comments in the margin were not read: {comments}.")
    if any(text.strip() for text in walk.unshown):
        notes.append("Text that is hidden in the document was not read.")
    return tuple(notes)
