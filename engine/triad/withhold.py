"""What the firm alone knows does not leave with a served move.

A move is written by an agent that has read facts marked ours only. Before it is served, every
word that stands in the firm's own documents, and nowhere in what the other side may read, is
withheld. This is strict on purpose: a word too many withheld costs a phrase, one too few costs
a privilege.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.record import Json
from engine.words import ordinary

WITHHELD = "[withheld]"
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
SHORT = 3
"""Purely alphabetic words up to this length say nothing of their own and are left."""


UNSERVED = frozenset({"gaps", "why_new", "analysis", "adaptation"})
"""Parts of a move that are the firm's own and never served."""


def secret_words(ours: Iterable[str], others: Iterable[str]) -> list[str]:
    """Lower-case words of ``ours`` that stand nowhere in ``others``, sorted."""
    known = {word for text in others for word in _words(text)} | ordinary()
    mine = {word for text in ours for word in _words(text)}
    return sorted(w for w in mine - known if not (w.isalpha() and len(w) <= SHORT))


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def withheld(move: Json, secret: frozenset[str]) -> dict[str, Any]:
    """The move as others may read it: no gaps, no case for being new, no ours-only word."""
    served = {key: value for key, value in move.items() if key not in UNSERVED}
    served["theory"] = cover(served["theory"], secret)
    served["frame"] = cover(served.get("frame", ""), secret)
    served["sections"] = [{**s, "text": cover(s["text"], secret)} for s in served["sections"]]
    return served


def cover(text: str, secret: frozenset[str]) -> str:
    return _WORD.sub(lambda m: WITHHELD if m.group().lower() in secret else m.group(), text)
