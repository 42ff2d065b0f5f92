"""Rich text: paragraphs, table rows, footnotes, page heads; no pictures, no objects, no pages."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace

from engine.corpus.draft import Block, BlockKind, Draft
from engine.corpus.errors import Bomb, Corrupt, TooLarge
from engine.corpus.limits import Limits
from engine.corpus.readers.html import HIDDEN, HIDDEN_KEPT, Seen, look
from engine.corpus.readers.rows import row_block
from engine.corpus.readers.text import clean
from engine.corpus.sniff import RTF


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|[\r\n\x00]+"
    r"|([^\\{}\r\n\x00]+)",
    re.S,
)
_MAX_DEPTH = 2_000
_TINY = 4
_SKIPPED = _words("""
    fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator themedata pict
    colorschememapping latentstyles datastore xmlnstbl fldinst objdata objclass objname bkmkstart
    bkmkend nonshppict shpinst sp sn sv picprop template filetbl revtbl pgdsctbl atnid atnauthor
    atndate atnref atrfstart atrfend annotation xe tc rxe txe ftnsep ftnsepc ftncn aftnsep aftnsepc
    aftncn userprops docvar mmathPr background private upr mhtmltag ffname datafield formfield
    """)
_SHOWN = _words("listtext pntext fldrslt result shptxt ud rtlch ltrch nestcell")
_EDGES = _words("header headerl headerr headerf footer footerl footerr footerf")
_INFO = {
    "title": "title", "author": "author", "subject": "subject", "keywords": "keywords",
    "doccomm": "comments", "comment": "comments", "company": "company", "category": "category",
    "manager": "manager",
}  # fmt: skip
_SIGNS = {
    "emdash": "—", "endash": "–", "emspace": " ", "enspace": " ", "qmspace": " ", "bullet": "•",
    "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "tab": "\t", "line": "\n",
    "nestcell": " ", "nestrow": " ", "softline": " ",
}  # fmt: skip
_MARKS = {"~": "\u00a0", "_": "\u2011", "-": "", "{": "{", "}": "}", "\\": "\\", "\n": "", "\r": ""}
_CHARSETS = {
    0: "cp1252", 2: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 134: "cp936",
    136: "cp950", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256",
    186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp850",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Group:
    """What holds within a pair of braces. ``into`` names where its text goes, "" is nowhere."""

    into: str = "body"
    hidden: bool = False
    tiny: bool = False
    deleted: bool = False
    not_html: bool = False
    uc: int = 1
    font: int = -1

    @property
    def unseen(self) -> bool:
        return self.hidden or self.tiny


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read an RTF file. Raises Bomb, Corrupt, TooLarge."""
    parsed = _Parser(name, limits)
    parsed.feed(data.decode("latin-1"))
    if parsed.cut_short:
        raise Corrupt(name, detail="it ends early")
    blocks = tuple(parsed.blocks())
    notes = []
    if parsed.changes:
        notes.append("The document has tracked changes; they were read as if accepted.")
    if parsed.comments:
        notes.append(f"Comments in the margin were not read: {parsed.comments}.")
    properties = {key: text for key, told in parsed.info.items() if (text := _line(told))}
    if concealed := _line(parsed.concealed)[:HIDDEN_KEPT]:
        notes.append("Text that is hidden in the document was not read.")
        properties[HIDDEN] = concealed
    title = properties.get("title", "")
    return Draft(RTF, blocks, title=title, notes=tuple(notes), properties=properties)


def body_of(data: bytes, name: str, limits: Limits) -> str | Seen:
    """What a mail's body in RTF says, as text, or as the web page that it wraps."""
    parsed = _Parser(name, limits)
    parsed.feed(data.decode("latin-1"))
    if parsed.wraps_html:
        return look("".join(parsed.page), name)
    return "\n\n".join(block.text for block in parsed.blocks())


def _line(parts: list[str]) -> str:
    return " ".join(_joined(parts).split())


def _joined(parts: list[str]) -> str:
    # a sign beyond the first plane is written as two halves
    text = "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return clean(text)


@dataclass
class _Parser:
    """Takes the tokens one after another; nothing recurses, whatever the braces do."""

    name: str
    limits: Limits
    changes: int = 0
    comments: int = 0
    wraps_html: bool = False
    page: list[str] = field(default_factory=list)
    info: dict[str, list[str]] = field(default_factory=dict)
    concealed: list[str] = field(default_factory=list)
    _state: _Group = field(default_factory=_Group)
    _stack: list[_Group] = field(default_factory=list)
    _found: list[Block] = field(default_factory=list)
    _notes: list[Block] = field(default_factory=list)
    _edges: dict[str, Block] = field(default_factory=dict)
    _parts: list[str] = field(default_factory=list)
    _aside: list[str] = field(default_factory=list)
    _cells: list[str] = field(default_factory=list)
    _bytes: bytearray = field(default_factory=bytearray)
    _charsets: dict[int, str] = field(default_factory=dict)
    _codepage: str = "cp1252"
    _skip: int = 0
    _starred: bool = False
    _in_table: bool = False
    _heading: bool = False
    _tables: int = 0
    _row: int = 0
    _length: int = 0

    def feed(self, text: str) -> None:
        """Take the whole file. Raises Bomb, TooLarge."""
        at = 0
        while found := _TOKEN.match(text, at):
            at = found.end()
            word, number, code, mark, brace, plain = found.groups()
            if code is None and plain is None:
                self._decode()
            if word is not None:
                at += self._word(word, None if number is None else int(number))
            elif code is not None:
                self._byte(int(code, 16))
            elif mark is not None:
                self._mark(mark)
            elif brace == "{":
                self._open()
            elif brace == "}":
                self._close()
                if not self._stack:
                    break
            elif plain is not None:
                self._plain(plain)
        self._decode()
        self._flush()

    @property
    def cut_short(self) -> bool:
        """Whether the file ended with braces still open."""
        return bool(self._stack)

    def blocks(self) -> list[Block]:
        """The body in order, then footnotes, then what repeats on every page."""
        return [*self._found, *self._notes, *self._edges.values()]

    def _open(self) -> None:
        self._stack.append(self._state)
        self._skip, self._starred = 0, False
        if len(self._stack) > _MAX_DEPTH:
            raise Bomb(self.name, detail="it is nested too deep")

    def _close(self) -> None:
        outer = self._stack.pop() if self._stack else _Group()
        ended = self._state.into
        self._state = outer
        self._skip = 0
        if ended in ("footnote", "edge") and outer.into != ended:
            self._end_aside(ended)

    def _end_aside(self, kind: str) -> None:
        text = _line(self._aside)
        self._aside.clear()
        if not text:
            return
        if kind == "footnote":
            self._notes.append(Block(text, label=f"footnote {len(self._notes) + 1}"))
        else:
            self._edges.setdefault(text, Block(text, kind="furniture"))

    def _word(self, word: str, number: int | None) -> int:
        """Obey a control word; how many characters of raw data follow it."""
        starred, self._starred = self._starred, False
        if word == "bin":
            return max(0, number or 0)
        if word == "u":
            self._say(chr((number or 0) % 0x10000))
            self._skip = self._state.uc
        elif word in _SIGNS:
            self._say(_SIGNS[word])
        elif word in ("par", "page", "sect", "column"):
            self._end_paragraph()
        elif word in ("cell", "row"):
            self._end_cell(word)
        elif not self._destination(word, starred):
            self._property(word, number)
        return 0

    def _destination(self, word: str, starred: bool) -> bool:
        """Whether the word says where the text of its group goes."""
        if word == "fonttbl":
            into = "fonts"
        elif word == "htmltag":
            into = "page"
        elif word == "annotation":
            self.comments += 1
            into = ""
        elif word in _SKIPPED:
            into = ""
        elif word == "footnote":
            into = "footnote"
        elif word in _EDGES:
            into = "edge"
        elif word == "info":
            into = "info"
        elif word in _INFO and self._state.into.startswith("info"):
            into = f"info {_INFO[word]}"
        elif word in _SHOWN:
            if word in ("shptxt", "ud"):
                self._state = replace(self._state, into="body")
            return True
        elif starred:
            into = ""
        else:
            return False
        self._state = replace(self._state, into=into)
        return True

    def _property(self, word: str, number: int | None) -> None:
        on = number != 0
        if word == "uc":
            self._state = replace(self._state, uc=min(max(number or 0, 0), 16))
        elif word == "f":
            self._state = replace(self._state, font=number or 0)
        elif word == "fcharset" and self._state.into == "fonts":
            self._charsets[self._state.font] = _CHARSETS.get(number or 0, self._codepage)
        elif word == "ansicpg":
            self._codepage = _known(f"cp{number}")
        elif word == "mac":
            self._codepage = "mac_roman"
        elif word == "v":
            self._state = replace(self._state, hidden=on)
        elif word == "fs":
            self._state = replace(self._state, tiny=0 < (number or 0) <= _TINY)
        elif word == "deleted":
            self.changes += on
            self._state = replace(self._state, deleted=on)
        elif word == "revised":
            self.changes += on
        elif word == "plain":
            self._state = replace(self._state, hidden=False, tiny=False, deleted=False)
        elif word == "pard":
            self._in_table = self._heading = False
        elif word == "intbl":
            self._in_table = True
        elif word == "outlinelevel":
            self._heading = (number or 0) < 9
        elif word == "fromhtml":
            self.wraps_html = on
        elif word == "htmlrtf":
            self._state = replace(self._state, not_html=on)

    def _mark(self, mark: str) -> None:
        if mark == "*":
            self._starred = True
        elif mark in "\r\n":
            self._end_paragraph()
        elif mark in _MARKS:
            self._say(_MARKS[mark])

    def _byte(self, value: int) -> None:
        if self._skip:
            self._skip -= 1
        else:
            self._bytes.append(value)

    def _plain(self, text: str) -> None:
        taken = min(self._skip, len(text))
        self._skip -= taken
        if self._state.into not in ("", "fonts"):
            self._bytes += text[taken:].encode("latin-1")

    def _decode(self) -> None:
        if not self._bytes:
            return
        charset = self._charsets.get(self._state.font, self._codepage)
        self._say(self._bytes.decode(charset, errors="replace"))
        self._bytes.clear()

    def _say(self, text: str) -> None:
        state = self._state
        if state.into == "page":
            self.page.append(text)
        elif state.into == "body":
            if self.wraps_html:
                if not state.not_html:
                    self.page.append(html.escape(text))
            elif state.unseen:
                self.concealed.append(text)
            elif not state.deleted:
                self._parts.append(text)
        elif state.into in ("footnote", "edge"):
            if not (state.unseen or state.deleted):
                self._aside.append(text)
        elif state.into.startswith("info "):
            self.info.setdefault(state.into[5:], []).append(text)

    def _end_paragraph(self) -> None:
        if self._state.into in ("footnote", "edge"):
            self._aside.append(" ")
        elif self._state.into == "body":
            if self.wraps_html:
                if not self._state.not_html:
                    self.page.append("\n")
            elif self._in_table:
                self._parts.append(" ")
            else:
                self._flush()

    def _end_cell(self, word: str) -> None:
        if self._state.into != "body":
            return
        if word == "cell":
            self._cells.append(_line(self._parts))
            self._parts.clear()
            return
        if not self._row:
            self._tables += 1
        self._row += 1
        if any(self._cells):
            label = f"table {self._tables} row {self._row}"
            self._add(row_block(self._cells, label))
        self._cells.clear()

    def _flush(self) -> None:
        kind: BlockKind = "heading" if self._heading else "prose"
        lines = _joined(self._parts).split("\n")
        self._parts.clear()
        text = " ".join(" ".join(lines).split())
        if text:
            self._row = 0
            self._add(Block(text, kind=kind))

    def _add(self, block: Block) -> None:
        self._found.append(block)
        self._length += len(block.text)
        if self._length > self.limits.max_characters:
            raise TooLarge(self.name, detail=f"over {self.limits.max_characters:,} characters")


def _known(codepage: str) -> str:
    try:
        "".encode(codepage)
    except LookupError:
        return "cp1252"
    return codepage
