"""What the firm alone knows does not leave with a served move.

A move is written by an agent that has read facts marked ours only. Before it is served, every
word that stands in the firm's own documents, and nowhere in what the other side may read, is
withheld. This is strict on purpose: a word too many withheld costs a phrase, one too few costs
a privilege.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from engine.record import Json
from engine.words import SHORT, WORD, ordinary, stem, vocabulary, whole

WITHHELD = "[withheld]"
UNSERVED = frozenset(
    {"gaps", "why_new", "analysis", "adaptation", "checklist", "novelty", "repeat"}
)
"""Parts of a move that are the firm's own and never served."""


def secret_words(ours: Iterable[str], others: Iterable[str]) -> list[str]:
    """Words of ``ours`` that stand nowhere in ``others``, however inflected, as their stems."""
    known = {stem(word) for word in vocabulary(others)}
    known |= {stem(word) for word in ordinary()}
    mine = {stem(word) for word in vocabulary(ours) if not _slight(word)}
    return sorted(mine - known)


def packed(words: Collection[str]) -> str:
    """Words as one text: a large file's are tens of thousands, a quarter as long then, and a
    turn's data are read with every turn after it."""
    return base64.b64encode(zlib.compress("\n".join(sorted(words)).encode())).decode()


def unpacked(words: str | Sequence[str]) -> list[str]:
    """Also of a list, which turns held before."""
    if not isinstance(words, str):
        return list(words)
    text = zlib.decompress(base64.b64decode(words)).decode()
    return text.split("\n") if text else []


def _slight(word: str) -> bool:
    """Lower-case letters and short: it says nothing of its own. A short name or acronym does."""
    return word.isalpha() and word.islower() and len(word) <= SHORT


def withheld(move: Json, secret: frozenset[str]) -> dict[str, Any]:
    """The move as others may read it: no gaps, no case for being new, no ours-only word."""
    served = {key: value for key, value in move.items() if key not in UNSERVED}
    for key in ("theory", "frame", "why_standard"):
        served[key] = cover(served.get(key, ""), secret)
    served["sections"] = [{**s, "text": cover(s["text"], secret)} for s in served["sections"]]
    if taken := served.get("takes_up"):
        served["takes_up"] = {**taken, "how": cover(taken["how"], secret)}
    return served


def cover(text: str, secret: frozenset[str]) -> str:
    return WORD.sub(lambda m: WITHHELD if stem(m.group()) in secret else m.group(), whole(text))
