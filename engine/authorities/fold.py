"""One spelling for the dashes, spaces, quotes and letters of a text, with the way back."""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass

_SAME = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u02bc\u2032\u201b\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033\u201f", '"'),
        **dict.fromkeys("\u2024\uff0e", "."),
        **dict(zip("АВЕЅІЈКМНОРСТХУаеоріѕјсухԁѵ", "ABESIJKMHOPCTXYaeopisjcyxdv", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρ", "ABEZHIKMNOPTYXovp", strict=True)),
    }
)
"""Letters of other alphabets that look like Latin ones count as those."""
_MISREAD = re.compile(r"(?<=\()[Il](?=st\))")
"""``(1st)`` as OCR reads it."""
_NOUGHT = re.compile(r"(?<=\d)O+(?=O*\d)")
"""``2OO9``, by a machine or to deceive one."""
_GAPS = re.compile(
    r"(?<=\b[A-Z]\.) (?=(?:[A-Z]|\d[a-z]{1,2})\b\.?)"  # U. S., F. 3d
    r"|(?<=\. \d) (?=(?:st|d|nd|rd|th)\b)|(?<=\.\d) (?=(?:st|d|nd|rd|th)\b)"  # Supp. 3 d
    r"|(?<=[A-Z]) (?=\.(?! ?\.))|(?<=[Sp]upp) (?=\.)|(?<= Ct) (?=\.)|(?<= Ed) (?=\.)"  # F . 3d
)
_BROKEN = re.compile(r"(?<=[a-z])-[ \t]*\n[ \t]*(?=[a-z])")
"""A word parted at a line's end."""
_NOTE = re.compile(r"(?<=[\w.,;:)])\[\d{1,3}\](?=[\s.,;:)]|$)")
"""A footnote's mark in brackets."""
_MARKUP = re.compile(
    r"(?P<tag></?[A-Za-z][^<>\n]{0,80}>)|(?P<entity>&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]{2,8});)"
    r"|(?P<mark>\*+(?!\d)|`+|~~|(?<!\w)_(?=\w)|(?<=\w)_(?![\w_])|__|\\(?=[^\w\s]))"
)
_BLANK = re.compile(r"_{2,}")


@dataclass(frozen=True, slots=True)
class Folded:
    """``text`` in one spelling; ``at[i]`` is where its character i stands in the original, and
    ``ends[i]`` where that ends.

    ``at`` has one entry more than ``text`` has characters, the end.
    """

    text: str
    at: tuple[int, ...]
    ends: tuple[int, ...]

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The original span of a half-open span of ``text``."""
        if start >= end:
            return self.at[start], self.at[start]
        return self.at[start], self.ends[end - 1]


def fold(text: str) -> Folded:
    """Fold dashes, quotes, full-width forms and look-alike letters; one space for any white space;
    no invisibles, no accents set on separately, no emphasis, no tags, no marks of footnotes;
    entities as what they mean; a word parted at a line's end is one.

    ``U. S. C.`` becomes ``U.S.C.`` and ``F. 3d`` becomes ``F.3d``.

    >>> fold("31 U. S. C.  §\\u00a03729\\u20133733").text
    '31 U.S.C. § 3729-3733'
    """
    kept: list[str] = []
    spans: list[tuple[int, int]] = []

    def keep(char: str, start: int, end: int) -> None:
        if char != " " or not kept or kept[-1] != " ":
            kept.append(char)
            spans.append((start, end))

    marks = {match.start(): match for match in _MARKUP.finditer(text)}
    gone = {m.start(): m.end() for form in (_BROKEN, _NOTE) for m in form.finditer(text)}
    blanks = [match.span() for match in _BLANK.finditer(text)]
    index = 0
    while index < len(text):
        if index in gone:
            index = gone[index]
            continue
        match = marks.get(index)
        if match and not (match["mark"] and any(a <= index < b for a, b in blanks)):
            if match["entity"]:
                for char in _plain(html.unescape(match["entity"])):
                    keep(char, index, match.end())
            index = match.end()
            continue
        for char in _plain(text[index]):
            keep(char, index, index + 1)
        index += 1
    joined = "".join(kept)
    for match in _MISREAD.finditer(joined):
        kept[match.start()] = "1"
    for match in _NOUGHT.finditer(joined):
        kept[match.start() : match.end()] = "0" * len(match.group())
    gaps = {match.start() for match in _GAPS.finditer(joined)}
    if gaps:
        kept = [char for i, char in enumerate(kept) if i not in gaps]
        spans = [span for i, span in enumerate(spans) if i not in gaps]
    return Folded("".join(kept), (*(a for a, _ in spans), len(text)), tuple(b for _, b in spans))


def _plain(text: str) -> str:
    """What a character counts as: one character, none, or a space."""
    made = []
    for char in text:
        if char < "\x7f":
            made.append(" " if char.isspace() else char)
            continue
        if unicodedata.category(char) in ("Cf", "Mn", "Me", "Cc") and not char.isspace():
            continue
        if unicodedata.decomposition(char).startswith("<super>") and char.isdigit():
            continue  # a footnote's mark
        if char.isspace():
            made.append(" ")
            continue
        same = char.translate(_SAME)
        if same == char:
            wide = unicodedata.normalize("NFKC", char)
            same = wide if len(wide) == 1 else char
            if same.isdigit() and not same.isascii():
                same = str(unicodedata.digit(same, same))
            same = same.translate(_SAME)
        made.append(same)
    return "".join(made)
