"""Text as it would be heard: look-alike letters, invisible marks and widths taken away."""

from __future__ import annotations

import re
import unicodedata

_ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝкмтвнігАВЕКМНОРСТХІЈЅαοερυικντχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ‘’‚′“”„″‐‑‒–—",
    "aeopcyxijshdqwkmtbhirABEKMHOPCTXIJSaoepuikvtxABEZHIKMNOPTYX''''\"\"\"\"-----",
)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)


def plain(text: str) -> str:
    """``text`` in small Latin letters as far as they look like it; what is ASCII keeps its length.

    >>> plain("Іgn\u200bore THIS")
    'ignore this'
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).translate(_ALIKE).lower()


def original_span(text: str, flat: str, span: tuple[int, int]) -> tuple[int, int]:
    """The span of ``text`` that became the span of ``flat``, which is ``plain(text)``."""
    if len(text) == len(flat) and text.isascii():
        return span
    origin: list[int] = []
    for at, sign in enumerate(text):
        origin += [at] * len(plain(sign))
    if not origin:
        return 0, len(text)
    start = origin[min(span[0], len(origin) - 1)]
    end = origin[min(max(span[1] - 1, span[0]), len(origin) - 1)] + 1
    return start, max(start, end)
