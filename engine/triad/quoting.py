"""What documents and people wrote, as it stands in a prompt: in one line, within its own marks.

Entries of the record begin at a line's beginning. So a text that holds no line end cannot pose as
one, whatever it says, and a quotation that holds no mark like its own cannot end before its end.
What is stored, shown to people and compared stays as it was written.
"""

from __future__ import annotations

import unicodedata

LONGEST_LABEL = 120
"""Characters of a title or a place, which is told with every fact."""
_DOUBLE = str.maketrans(dict.fromkeys('"“”„‟«»″〝〞〟＂', "'"))
_ROUND = str.maketrans("()（）", "[][]")


def one_line(text: str) -> str:
    """White space of any kind as single spaces, without characters that nobody sees.

    Among those are the tag letters in which whole sentences can be hidden from a reader."""
    visible = (c if c.isspace() else "" if _unseen(c) else c for c in text)
    return " ".join("".join(visible).split())


def quotation(text: str) -> str:
    """What stands between double quotation marks: marks within it are single ones."""
    return one_line(text).translate(_DOUBLE)


def label(text: str) -> str:
    """What stands between round brackets: brackets within it are square ones."""
    short = quotation(text).translate(_ROUND)
    return short if len(short) <= LONGEST_LABEL else short[: LONGEST_LABEL - 1] + "…"


def _unseen(char: str) -> bool:
    """Control and formatting characters, unpaired surrogates, private use and unassigned ones."""
    return unicodedata.category(char)[0] == "C"
