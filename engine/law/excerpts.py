"""What is shown of a long text: the paragraphs that a question is about, cut where one may cut."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.words import stem

MORE = " …"
_ENOUGH = 0.6
"""How full a text must be for the cut to go back to a paragraph's or a sentence's end."""


def cut(text: str, most: int) -> str:
    """At most so many characters, ending with a paragraph, a sentence or a word, and a mark.

    >>> cut("It is so. It is not so.", 14)
    'It is so. …'
    """
    if len(text) <= most:
        return text
    room = text[: max(0, most - len(MORE))]
    least = int(len(room) * _ENOUGH)
    for end in ("\n", r"[.;:—](?=\s)", r"\s"):
        ends = [match.end() for match in re.finditer(end, room)]
        if ends and (ends[-1] >= least or end == r"\s"):
            return room[: ends[-1]].rstrip() + MORE
    return room + MORE


def excerpt(text: str, words: Sequence[str], most: int) -> str:
    """From the paragraph that holds most of the words on; from the first if none is better."""
    if len(text) <= most or not words:
        return cut(text, most)
    wanted = {stem(word) for word in words}
    paragraphs = text.split("\n")
    held = [sum(word in one.lower() for word in wanted) for one in paragraphs]
    best = held.index(max(held))
    if best == 0 or held[best] == held[0]:
        return cut(text, most)
    return f"… {cut(chr(10).join(paragraphs[best:]), most - 2)}"
