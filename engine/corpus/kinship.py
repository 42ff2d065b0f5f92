"""Which documents say the same: sketches of texts that can be compared without the texts.

A sketch holds the 128 smallest hashes of a text's runs of five words. Formats, line ends, case
and punctuation do not matter to it; what share of the runs two texts have in common does. It
cannot see a single changed figure in a long document: SAME means as good as the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from hashlib import blake2b

SIZE = 128
_RUN = 5
_SPACE = 2**60
_ROOM = 8 * SIZE
_SAME = 0.95
_VERSION = 0.5
_WORD = re.compile(r"[^\W_]+")


class Kin(StrEnum):
    """How a document is related to one on file."""

    SAME = "same"
    VERSION = "version"


def sketch(text: str) -> tuple[int, ...]:
    """At most 128 hashes in rising order, the same in every process; () for no words at all."""
    kept: set[int] = set()
    bound = _SPACE
    for run in _runs(text):
        value = int.from_bytes(blake2b(run.encode(), digest_size=8).digest(), "big") % _SPACE
        if value < bound:
            kept.add(value)
            if len(kept) >= _ROOM:
                kept = set(sorted(kept)[:SIZE])
                bound = max(kept)
    return tuple(sorted(kept)[:SIZE])


def _runs(text: str) -> Iterator[str]:
    """Each run of five words; a shorter text is one run."""
    last: deque[str] = deque(maxlen=_RUN)
    full = False
    for word in _WORD.finditer(text):
        last.append(word.group().casefold())
        if len(last) == _RUN:
            full = True
            yield " ".join(last)
    if last and not full:
        yield " ".join(last)


def resemblance(a: Iterable[int], b: Iterable[int]) -> float:
    """The estimated share of runs that two texts have in common, of all that either has; 0 to 1.

    A text without words resembles nothing.
    """
    first, second = frozenset(a), frozenset(b)
    if not first or not second:
        return 0.0
    # as many as both know for sure: a sketch that is not full is the whole of its text
    most = min(
        (len(kept) for kept in (first, second) if len(kept) == SIZE),
        default=len(first | second),
    )
    smallest = sorted(first | second)[:most]
    shared = sum(value in first and value in second for value in smallest)
    return shared / len(smallest)


def containment(a: Iterable[int], b: Iterable[int]) -> float:
    """The estimated share of the runs of ``a``'s text that stand in ``b``'s too; 0 to 1.

    Of a text some fifty times as long as the other a sketch knows too little: that gives 0.
    """
    first, second = sorted(set(a)), sorted(set(b))
    if not first or not second:
        return 0.0
    if len(first) < SIZE and len(second) == SIZE:
        # all of the first is known, of the second what is below its largest
        known = first[: bisect_right(first, second[-1])]
        among = frozenset(second)
        return sum(value in among for value in known) / len(known) if known else 0.0
    common = resemblance(first, second)
    both = common * (_count(first) + _count(second)) / (1 + common)
    return min(1.0, both / _count(first))


def _count(values: list[int]) -> float:
    """How many different runs a text has, by how close together its smallest hashes lie."""
    return len(values) if len(values) < SIZE else (SIZE - 1) * _SPACE / max(1, values[-1])


def kin(mine: tuple[int, ...], others: Mapping[str, tuple[int, ...]]) -> tuple[Kin, str] | None:
    """The nearest of ``others`` (key → sketch) and what it is to the document, None if nothing is
    near: SAME from 0.95 of the runs in common, VERSION from one half."""
    nearest = max(
        ((resemblance(mine, other), key) for key, other in others.items()), default=(0.0, "")
    )
    if nearest[0] >= _SAME:
        return Kin.SAME, nearest[1]
    if nearest[0] >= _VERSION:
        return Kin.VERSION, nearest[1]
    return None
