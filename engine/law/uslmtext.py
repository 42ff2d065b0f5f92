"""The readable text of an element of USLM, and where in it each of its subdivisions stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

Element = Any
"""An lxml element; lxml says nothing of its types."""

_LEFT_OUT = frozenset({"notes", "note", "sourceCredit", "toc", "meta"})
_OF_A_PARENT = frozenset({"num", "heading"})
_BLOCKS_LISTED = (
    "subsection paragraph subparagraph clause subclause item subitem subsubitem level section "
    "courtRule p quotedContent table tr continuation signature signatures li"
)
_BLOCKS = frozenset(_BLOCKS_LISTED.split())
_CELLS = frozenset({"td", "th", "column"})
_SPACE = re.compile(r"[ \t\r\n\f\v\u00a0\u2000-\u200a\u202f\u3000]+")
_CLOSING = frozenset(",;)]”’")
_AFTER_NOTE = _CLOSING | frozenset(".:")
_OPENING = frozenset("([“‘")


def local(element: Element) -> str:
    """The tag without its namespace; "" of a comment or an instruction."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def flat(element: Element) -> str:
    """All of an element's words on one line, without what footnotes say."""
    text = Text()
    text.run(element)
    return text.whole().replace("\n", " ")


def readable(element: Element) -> Text:
    """A section's own words, its number and heading and notes left out, a paragraph a line."""
    text = Text()
    for child in element:
        if local(child) not in _OF_A_PARENT:
            text.add(child)
            text.say(child.tail)
    return text


class Text:
    """Gathers words with one space between them and lines where blocks begin and end.

    ``spans`` are start and end of every part that has an identifier."""

    def __init__(self) -> None:
        self.spans: dict[str, tuple[int, int]] = {}
        self._pieces: list[str] = []
        self._length = 0
        self._gap = ""
        self._note_before = False

    def whole(self) -> str:
        return "".join(self._pieces)

    def add(self, element: Element) -> None:
        """The element's words, without its tail."""
        name = local(element)
        if not name or name in _LEFT_OUT or _footnote_mark(element, name):
            self._note_before = True
            return
        if name in _BLOCKS:
            with self._block(element):
                self.run(element)
            return
        if name in _CELLS:
            self._cell()
        self.run(element)

    def run(self, element: Element) -> None:
        """What stands in the element: number and heading first, as they stand."""
        self.say(element.text)
        for child in element:
            if local(child) == "br":
                self._break("\n")
            else:
                self.add(child)
            self.say(child.tail)
            if local(child) in _OF_A_PARENT:
                self._after_title(local(child))

    def say(self, words: str | None) -> None:
        if not words:
            return
        told = _SPACE.sub(" ", words)
        if told[0] == " ":
            self._break(" ")
        told = told.strip(" ")
        if told:
            if self._gap != " " or not self._joined(told[0]):
                self._write(self._gap)
            self._write(told)
            self._gap, self._note_before = "", False
        if words[-1].isspace():
            self._break(" ")

    def _joined(self, first: str) -> bool:
        """Whether the blank before a character only comes from how the file is laid out."""
        after = self._pieces[-1][-1:] if self._pieces else ""
        return first in (_AFTER_NOTE if self._note_before else _CLOSING) or after in _OPENING

    def _after_title(self, name: str) -> None:
        """A heading without a point at its end stands on a line of its own."""
        last = self._pieces[-1][-1:] if self._pieces else ""
        self._break("\n" if name == "heading" and last.isalnum() else " ")

    def _break(self, gap: str) -> None:
        if self._length and (gap == "\n" or not self._gap):
            self._gap = gap

    def _cell(self) -> None:
        if self._length and self._gap != "\n":
            self._write(" |")
            self._gap = " "

    def _write(self, words: str) -> None:
        if words:
            self._pieces.append(words)
            self._length += len(words)

    @contextmanager
    def _block(self, element: Element) -> Iterator[None]:
        self._break("\n")
        start = self._length + (1 if self._gap else 0)
        yield
        if (id := element.get("identifier")) and id not in self.spans and self._length > start:
            self.spans[id] = (start, self._length)
        self._break("\n")


def _footnote_mark(element: Element, name: str) -> bool:
    return name == "ref" and "footnoteRef" in (element.get("class") or "")


string = etree.XPath("string()", smart_strings=False)
"""All text of an element, notes and all, as fast as it can be had."""
