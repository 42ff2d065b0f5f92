"""What the firm alone knows does not leave with a served move.

A move is written by an agent that has read facts marked ours only. Before it is served, every
word that stands in the firm's own documents, and nowhere in what the other side may read, is
withheld. This is strict on purpose: a word too many withheld costs a phrase, one too few costs
a privilege.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from engine.record import Json
from engine.words import SHORT, ordinary, stem

WITHHELD = "[withheld]"
_WORD = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")
"""A figure with its points and commas is one word; parts of a hyphenated word are several, and
so are a name and its possessive, or ``name-memorandum`` would carry the name through."""

UNSERVED = frozenset({"gaps", "why_new", "analysis", "adaptation"})
"""Parts of a move that are the firm's own and never served."""


def secret_words(ours: Iterable[str], others: Iterable[str]) -> list[str]:
    """Words of ``ours`` that stand nowhere in ``others``, however inflected, as their stems."""
    known = {stem(word) for text in others for word in _words(text)}
    known |= {stem(word) for word in ordinary()}
    mine = {stem(word) for text in ours for word in _words(text) if not _slight(word)}
    return sorted(mine - known)


def _slight(word: str) -> bool:
    """Lower-case letters and short: it says nothing of its own. A short name or acronym does."""
    return word.isalpha() and word.islower() and len(word) <= SHORT


def withheld(move: Json, secret: frozenset[str]) -> dict[str, Any]:
    """The move as others may read it: no gaps, no case for being new, no ours-only word."""
    served = {key: value for key, value in move.items() if key not in UNSERVED}
    served["theory"] = cover(served["theory"], secret)
    served["frame"] = cover(served.get("frame", ""), secret)
    served["sections"] = [{**s, "text": cover(s["text"], secret)} for s in served["sections"]]
    return served


def cover(text: str, secret: frozenset[str]) -> str:
    plain = _whole(text)
    return _WORD.sub(lambda m: WITHHELD if stem(m.group()) in secret else m.group(), plain)


def _words(text: str) -> list[str]:
    return _WORD.findall(_whole(text))


def _whole(text: str) -> str:
    """Letters with their accents, and no hyphen that is only there to break a line."""
    return unicodedata.normalize("NFC", text.replace("\u00ad", ""))
