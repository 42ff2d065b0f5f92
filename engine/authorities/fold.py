"""One spelling for the dashes, spaces and quotes of a text, with the way back to the original."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_SAME = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        **dict.fromkeys("\u2024\uff0e", "."),
    }
)
_INITIALS = re.compile(r"(?<=\b[A-Z]\.) (?=(?:[A-Z]|\d[a-z]{1,2})\b\.?)")


@dataclass(frozen=True, slots=True)
class Folded:
    """``text`` in one spelling; ``at[i]`` is where its character i stands in the original.

    ``at`` has one entry more than ``text`` has characters, the end.
    """

    text: str
    at: tuple[int, ...]

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The original span of a half-open span of ``text``."""
        if start >= end:
            return self.at[start], self.at[start]
        return self.at[start], self.at[end - 1] + 1


def fold(text: str) -> Folded:
    """Fold dashes, quotes and full-width forms; one space for any white space; no invisibles.

    ``U. S. C.`` becomes ``U.S.C.`` and ``F. 3d`` becomes ``F.3d``.

    >>> fold("31 U. S. C.  §\\u00a03729\\u20133733").text
    '31 U.S.C. § 3729-3733'
    """
    kept: list[str] = []
    at: list[int] = []
    for index, char in enumerate(text):
        if unicodedata.category(char) == "Cf" or char == "\u00ad":
            continue
        if "\uff01" <= char <= "\uff5e":
            char = unicodedata.normalize("NFKC", char)
        char = " " if char.isspace() else char.translate(_SAME)
        if char == " " and kept and kept[-1] == " ":
            continue
        kept.append(char)
        at.append(index)
    joined = "".join(kept)
    gaps = {match.start() for match in _INITIALS.finditer(joined)}
    if gaps:
        kept = [char for i, char in enumerate(kept) if i not in gaps]
        at = [place for i, place in enumerate(at) if i not in gaps]
    return Folded("".join(kept), (*at, len(text)))
