"""Web pages, and mail written as one: the text a reader sees, headings, table rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree  # type: ignore[import-untyped]

from engine.corpus.draft import Block, BlockKind, Draft
from engine.corpus.errors import Bomb, TooLarge
from engine.corpus.limits import Limits
from engine.corpus.readers.rows import row_text
from engine.corpus.readers.styles import Look, StyleSheet
from engine.corpus.readers.text import clean, decode
from engine.corpus.sniff import HTML


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HIDDEN = "hidden text"
COMMENTS = "comments in the file"
HIDDEN_KEPT = 4_000
_MOST_HIDDEN = 2 * HIDDEN_KEPT
_LONG_CELL = 1_000
_LIMIT = re.compile(r"excessive depth|limit exceeded", re.I)
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w-]{2,30})", re.I)
_HEADINGS = _words("h1 h2 h3 h4 h5 h6")
_BREAKS = _HEADINGS | _words(
    "p div br li ul ol dl dt dd table caption thead tbody tfoot tr td th blockquote hr pre section "
    "article aside header footer main nav address figure figcaption fieldset form center body"
)
_UNSEEN = _words(
    "script style head title template noscript select datalist object applet iframe svg math "
    "audio video canvas map"
)
_META = _words("author keywords description subject comments")
_QUOTES = re.compile(r"\b(?:gmail_quote|yahoo_quoted|moz-cite-prefix)\b")


@dataclass(frozen=True, slots=True)
class Said:
    """A paragraph, heading or row as a reader sees it.

    ``quoted`` is text of an earlier message, ``number`` that of an item in a numbered list.
    """

    text: str
    kind: BlockKind
    label: str = ""
    quoted: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page shows, and what it carries without showing it (the first 4,000 characters)."""

    said: tuple[Said, ...]
    hidden: str = ""
    properties: dict[str, str] = field(default_factory=dict)


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a web page that was saved as a file. Raises Bomb, TooLarge."""
    text, notes = _decoded(data)
    if len(text) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    seen = look(text, name)
    blocks = tuple(Block(s.text, kind=s.kind, label=s.label, numbered=s.number) for s in seen.said)
    if seen.hidden:
        notes += ("Text that the page does not show was not read.",)
    title = seen.properties.get("title", "")
    return Draft(HTML, blocks, title=title, notes=notes, properties=seen.properties)


def look(html: str, name: str) -> Seen:
    """What a reader of the page sees. Raises Bomb if it is nested beyond reason.

    Nothing that the page refers to is fetched, and no script of it runs.
    """
    parser = etree.HTMLParser(encoding="utf-8", recover=True, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(b"<!doctype html>" + html.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:  # nothing in it that could be an element
        root = None
    if any(_LIMIT.search(entry.message) for entry in parser.error_log):
        raise Bomb(name, detail="it is nested too deep")
    if root is None:
        return Seen(())
    walk = _Walk(StyleSheet.of(root))
    walk.over(root)
    hidden = " ".join(walk.hidden)[:HIDDEN_KEPT]
    comments = " ".join(walk.comments)[:HIDDEN_KEPT]
    properties = _properties(root)
    properties |= {key: told for key, told in ((HIDDEN, hidden), (COMMENTS, comments)) if told}
    return Seen(tuple(walk.said), hidden, properties)


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    declared = _CHARSET.search(data[:4096])
    if declared and not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        try:
            return clean(data.decode(declared.group(1).decode("ascii"))), ()
        except (LookupError, UnicodeError):
            pass
    return decode(data)


def _properties(root: etree._Element) -> dict[str, str]:
    found: dict[str, str] = {}
    title = root.find(".//title")
    if title is not None:
        found["title"] = _squeezed(title.text or "")
    for meta in root.iter("meta"):
        key = (meta.get("name") or "").lower()
        if key in _META:
            found[key] = _squeezed(meta.get("content") or "")[:HIDDEN_KEPT]
    return {key: value for key, value in found.items() if value}


def _squeezed(text: str) -> str:
    return " ".join(clean(text).split())


@dataclass
class _Walk:
    """One pass over the elements, keeping how the text at this point looks."""

    styles: StyleSheet
    said: list[Said] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _looks: list[Look] = field(default_factory=lambda: [Look()])
    _lists: list[int | None] = field(default_factory=list)
    _number: int | None = None
    _quoted: int = 0
    _heading: bool = False
    _cells: list[str] | None = None
    _tables: int = 0
    _row: int = 0
    _kept: int = 0

    def over(self, root: etree._Element) -> None:
        steps = etree.iterwalk(root, events=("start", "end", "comment"))
        for event, element in steps:
            if event == "comment":
                self._conceal(_comment(element), self.comments)
            elif event == "start":
                if element.tag in _UNSEEN:
                    steps.skip_subtree()
                    self._looks.append(self._looks[-1])
                    continue
                look = self._looks[-1].under(self.styles.of_element(element))
                self._looks.append(look)
                if look.gone:
                    self._conceal(" ".join(element.itertext(etree.Element)), self.hidden)
                    steps.skip_subtree()
                    continue
                self._enter(element)
                self._text(element.text)
            elif isinstance(element.tag, str):
                look = self._looks.pop()
                if element.tag not in _UNSEEN and not look.gone:
                    self._leave(element)
            if event != "start":
                self._text(element.tail)
        self._flush()

    def _text(self, text: str | None) -> None:
        if not text:
            return
        if self._looks[-1].unseen:
            self._conceal(text, self.hidden)
        else:
            self._parts.append(text)

    def _conceal(self, text: str, among: list[str]) -> None:
        words = _squeezed(text)
        if words and self._kept < _MOST_HIDDEN:
            among.append(words[:HIDDEN_KEPT])
            self._kept += len(among[-1])

    def _enter(self, element: etree._Element) -> None:
        tag = element.tag
        if tag in _BREAKS:
            self._flush()
        if tag in _HEADINGS:
            self._heading = True
        elif tag in ("ul", "ol"):
            self._lists.append(_start(element) if tag == "ol" else None)
        elif tag == "li" and self._lists and self._lists[-1] is not None:
            self._number = self._lists[-1]
            self._lists[-1] = self._number + 1
        elif tag == "table" and self._cells is None and _is_data(element):
            self._tables, self._row = self._tables + 1, 0
            self._cells = []
        self._quoted += _is_quote(element)

    def _leave(self, element: etree._Element) -> None:
        tag = element.tag
        if self._cells is not None and tag in ("td", "th"):
            self._cells.append(_squeezed("".join(self._parts)))
            self._parts.clear()
        elif self._cells is not None and tag == "tr":
            self._end_row()
        elif tag in _BREAKS and tag != "br":
            self._flush()
        if tag in _HEADINGS:
            self._heading = False
        elif tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        elif tag == "table":
            self._cells = None
        self._quoted -= _is_quote(element)

    def _end_row(self) -> None:
        assert self._cells is not None
        if any(self._cells):
            self._row += 1
            label = f"table {self._tables} row {self._row}"
            self._say(row_text(self._cells), "row", label)
        self._cells.clear()

    def _flush(self) -> None:
        if self._cells is not None:
            self._parts.append(" ")
            return
        text = _squeezed("".join(self._parts))
        self._parts.clear()
        if text:
            self._say(text, "heading" if self._heading else "prose")
            self._number = None

    def _say(self, text: str, kind: BlockKind, label: str = "") -> None:
        self.said.append(Said(text, kind, label, self._quoted > 0, self._number))


def _comment(element: etree._Element) -> str:
    text = element.text or ""
    # what only one old browser would read is layout, not words
    return "" if text.lstrip().startswith("[") else text


def _start(element: etree._Element) -> int:
    value = (element.get("start") or "1").strip()
    return int(value) if re.fullmatch(r"\d{1,6}", value) else 1


def _is_quote(element: etree._Element) -> bool:
    if element.tag == "blockquote":
        return element.get("type") == "cite" or "gmail_quote" in (element.get("class") or "")
    return element.tag == "div" and bool(_QUOTES.search(element.get("class") or ""))


def _is_data(table: etree._Element) -> bool:
    """Whether a table holds data: two columns, short cells, no table within; else it is layout."""
    if table.find(".//table") is not None:
        return False
    widest = 0
    for row in table.iter("tr"):
        cells = [cell for cell in row if cell.tag in ("td", "th")]
        widest = max(widest, len(cells))
        if any(len("".join(cell.itertext())) > _LONG_CELL for cell in cells):
            return False
    return widest > 1
