"""Quotations: where words are quoted in prose, and whether a text holds them.

What is quoted must be a run of whole words of its source. Punctuation, case, quotation marks
and dashes do not matter; a word parted by a hyphen at a line's end is one word; an ellipsis leaves
words out, a bracket changes them. Everything else must be there, in order.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.authorities.types import Source

ENOUGH = 3
"""Words that make a quotation; fewer in quotation marks are a name or a doubtful word."""

_PAIRS = {"\u201c": "\u201d", "\u201e": "\u201d\u201c", "\u201f": "\u201d", "\u00ab": "\u00bb",
          "\u00bb": "\u00ab", "\u2039": "\u203a", "\u300c": "\u300d", "\u300e": "\u300f",
          "\u275d": "\u275e", "\u301d": "\u301e\u301f"}  # fmt: skip
_STRAIGHT = {'"': 1, "\uff02": 1, "``": 2, "''": 2, "\u2033": 1}
_MARKED = re.compile(
    r"&(?:quot|ldquo|rdquo|bdquo|laquo|raquo|#0*34|#x0*22|#8220|#8221|#x201[cd]);"
    r"|</?(?:q|blockquote)\b[^<>]{0,80}>|``|''|[\"\uff02\u2033]"
    r"|[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f\u275d\u275e\u301d-\u301f]",
    re.I,
)
_BLOCK = re.compile(r"(?:^|(?<=\n))(?:[ \t]*>[^\n]*(?:\n|$))+")
_SINGLE = re.compile(r"(?<![\w\u2018\u2019'])['\u2018](?=[A-Za-z\[(.\u2026])")
_SINGLE_END = re.compile(r"(?<=[\w.,;:?!)\]\u2026])['\u2019](?!\w)")
_PARAGRAPH = re.compile(r"\n\s*\n")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted words: ``start`` and ``end`` with their marks, ``inner`` without."""

    start: int
    end: int
    inner: str

    @property
    def words(self) -> int:
        return len(_WORD.findall(self.inner))


def find_quotations(text: str) -> list[Quotation]:
    """The outermost quotations of a text, in order: in quotation marks of any kind, as entities
    or tags, in single marks from ``ENOUGH`` words on, and block quotations behind ``>``."""
    found = [*_blocks(text)]
    found = sorted([*found, *_apart(_doubled(text), found)], key=lambda one: one.start)
    found = sorted([*found, *_apart(_single(text), found)], key=lambda one: one.start)
    return [one for one in found if one.words]


def _apart(new: Iterable[Quotation], taken: Sequence[Quotation]) -> list[Quotation]:
    """Those that overlap none of ``taken``, which are in order and apart themselves."""
    starts = [one.start for one in taken]
    kept = []
    for one in new:
        at = bisect_left(starts, one.end)
        if at == 0 or taken[at - 1].end <= one.start:
            kept.append(one)
    return kept


def _blocks(text: str) -> Iterator[Quotation]:
    for match in _BLOCK.finditer(text):
        inner = re.sub(r"(?m)^[ \t]*>[ \t]?", "", match.group())
        yield Quotation(match.start(), match.end() - match.group().endswith("\n"), inner.strip())


def _doubled(text: str) -> Iterator[Quotation]:
    ends = [match.start() for match in _PARAGRAPH.finditer(text)] + [len(text)]
    open_: tuple[int, int, str] | None = None
    for match in _MARKED.finditer(text):
        mark = _mark(match.group())
        if open_ is not None:
            limit = next(end for end in ends if end >= open_[0])
            if match.start() > limit and not open_[2].startswith("<"):
                yield Quotation(open_[0], limit, text[open_[1] : limit])
                open_ = None
        if open_ is None:
            if mark in ("\u201d", "\u203a", "\u300d", "\u300f", "\u275e", "\u301e", "\u301f") or (
                mark.startswith("</")
            ):
                continue
            if mark == '"' and re.search(
                r"\d\s?$", text[max(0, match.start() - 2) : match.start()]
            ):
                continue  # inches
            open_ = (match.start(), match.end(), mark)
        elif _closes(open_[2], mark):
            yield Quotation(open_[0], match.end(), text[open_[1] : match.start()])
            open_ = None
    if open_ is not None:
        limit = next(end for end in ends if end >= open_[0])
        yield Quotation(open_[0], limit, text[open_[1] : limit])


def _mark(said: str) -> str:
    if said[0] == "<":
        return re.sub(r"[^</a-z]", "", said.lower().split(" ")[0])
    plain = html.unescape(said)
    return '"' if plain in _STRAIGHT else plain


def _closes(opened: str, mark: str) -> bool:
    if opened.startswith("<"):
        return mark == "</" + opened[1:]
    if opened == '"':
        return mark in ('"', "\u201d")
    return mark in _PAIRS.get(opened, "") or mark == '"'


def _single(text: str) -> Iterator[Quotation]:
    at = 0
    while match := _SINGLE.search(text, at):
        limit = next((m.start() for m in _PARAGRAPH.finditer(text, match.end())), len(text))
        ends = [end for end in _SINGLE_END.finditer(text, match.end(), limit)]
        chosen = next((end for end in ends if not _possessive(text, end.start())), None)
        chosen = chosen or (ends[-1] if ends else None)
        at = match.end()
        if chosen is None:
            continue
        one = Quotation(match.start(), chosen.end(), text[match.end() : chosen.start()])
        if one.words >= ENOUGH:
            yield one
            at = chosen.end()


def _possessive(text: str, at: int) -> bool:
    """Whether the apostrophe may belong to a plural: ``the parties' rights``."""
    return text[at - 1] == "s" and re.match(r"\s[a-z]", text[at + 1 : at + 3]) is not None


def holder(quotation: str, sources: Iterable[Source]) -> str | None:
    """The id of the first source that holds the quoted words, None if none does."""
    return next((one.id for one in sources if holds(one.text, quotation)), None)


def holds(text: str, quotation: str) -> bool:
    """Whether ``quotation`` is in ``text``: its parts between ellipses in order, each a run of
    whole words.

    >>> holds("The agency paid all claims in full.", "[t]he agency paid … in full")
    True
    >>> holds("The agency paid all claims.", "the agency paid all claims twice")
    False
    """
    parts = _parts(quotation)
    if not parts:
        return False
    return any(_in_order(parts, said) for said in _said(text))


def _in_order(parts: tuple[str, ...], said: str) -> bool:
    at = 0
    for part in parts:
        found = re.compile(part).search(said, at)
        if found is None:
            return False
        at = found.end() - 1
    return True


@lru_cache(maxsize=512)
def _said(text: str) -> tuple[str, ...]:
    """The words of a text with a space on each side of each: hyphens at line ends join, or part."""
    plain = _plain(text)
    joined = re.sub(r"(?<=\w)[-\u00ac]\s*\n\s*(?=\w)", "", plain)
    spaced = re.sub(r"(?<=\w)- +(?=[a-z])", "", joined)
    return tuple(dict.fromkeys(f" {' '.join(_words(one))} " for one in (plain, joined, spaced)))


_ELLIPSIS = re.compile(r"[\[(]?\s?(?:\u2026|\.\s?\.\s?\.(?:\s?\.)?|\*\s?\*\s?\*)\s?[\])]?")
_BRACKET = re.compile(r"\[([^\[\]]{0,80})\]")
_CHANGED = 3
"""Words that a bracket may put in place of others; more are no alteration, but an invention."""
_GAP = "\x00"
ANY = "\x01"
"""In place of what a bracket changed: behind a word of any ending, alone of some words."""


@lru_cache(maxsize=1024)
def _parts(quotation: str) -> tuple[str, ...]:
    """Patterns over the words of a source, each for a part between ellipses; none if a part has
    too little to be recognised by."""
    pieces = _pieces(_plain(quotation))
    parts = []
    for piece in pieces:
        words = re.findall(rf"[{ANY}]|[^\W_{ANY}]+{ANY}?", _joined_words(piece))
        own = [word for word in words if word != ANY]
        if not own:
            continue
        if len(own) < 2 and len(pieces) > 1:
            return ()
        parts.append(" " + "".join(_pattern(word) for word in words))
    return tuple(parts)


def _pieces(plain: str) -> list[str]:
    """What stands between ellipses, with ``ANY`` for what brackets changed."""
    plain = _ELLIPSIS.sub(f" {_GAP} ", plain)
    plain = re.sub(r"(?<=\w)[-\u00ac]\s*\n\s*(?=\w)", "", plain)
    return _BRACKET.sub(_altered, plain).split(_GAP)


@dataclass(frozen=True, slots=True)
class Said:
    """A word as it is ``shown``, and the ``key`` by which it is compared."""

    shown: str
    key: str


_SHOWN = re.compile(
    rf"\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+\.\d+|[^\W_]+(?:['\u2018\u2019\u02bc][^\W_]+)*{ANY}?|{ANY}"
)


def said_words(text: str) -> list[Said]:
    """The words of a text in order; a word parted at a line's end is one."""
    joined = re.sub(r"(?<=\w)[-\u00ac]\s*\n\s*(?=\w)", "", _visible(text))
    return _keyed(joined)


def parts_of(quotation: str) -> list[list[Said]]:
    """The words of each part of a quotation between ellipses; ``ANY`` is a key of what a bracket
    changed, and the end of the key of a word whose ending it did."""
    return [words for piece in _pieces(_visible(quotation)) if (words := _keyed(piece))]


def _keyed(plain: str) -> list[Said]:
    words = (match.group() for match in _SHOWN.finditer(plain))
    return [Said(one.replace(ANY, ""), _joined_words(one).casefold()) for one in words]


def _altered(match: re.Match[str]) -> str:
    inside = match[1].strip()
    if len(inside.split()) > _CHANGED:
        return inside
    text, start, end = match.string, match.start(), match.end()
    before = start > 0 and text[start - 1].isalnum()
    after = end < len(text) and text[end].isalnum()
    if after and len(inside) <= 2:
        return inside  # [t]he
    if before:
        return ANY  # alleg[es]
    return f" {ANY} "


def _pattern(word: str) -> str:
    if word == ANY:
        return r"(?:\w+ ){0,8}?"
    if word.endswith(ANY):
        return re.escape(word[:-1]) + r"\w{0,8} "
    return re.escape(word) + " "


def _plain(text: str) -> str:
    return _visible(text).casefold()


def _visible(text: str) -> str:
    text = html.unescape(re.sub(r"</?[A-Za-z][^<>\n]{0,80}>", "", text))
    text = unicodedata.normalize("NFKC", text).replace("\u00ad\n", "-\n")
    text = re.sub(r"[\u2010-\u2015\u2212]", "-", text)
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


def _joined_words(text: str) -> str:
    """Without what marks words but does not part them: apostrophes, separators in figures."""
    text = re.sub(r"(?<=\w)['\u2018\u2019\u02bc](?=\w)", "", text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    return re.sub(r"(?<=\d)\.(?=\d)", "point", text)


def _words(text: str) -> list[str]:
    return _WORD.findall(_joined_words(text))
