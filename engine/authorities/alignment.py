"""Which words of one party's name are which words of another's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from engine.authorities.parties import Side, Telling, Word

_LOOKALIKES = ("il1", "ceo0", "hb")
_SLIP = 6
"""Letters that a word must have at least for one wrong letter in it to be a slip."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Words that stand for the same, by index into head and tail together."""

    ours: tuple[int, ...]
    theirs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """``sure`` is False if words agree that differ in a letter, not only as print is misread."""

    pairs: tuple[Pair, ...]
    sure: bool


def align(ours: Side, theirs: Side) -> Alignment:
    """The words in which two sides agree: same or abbreviated, joined, by letters, misspelt."""
    return _Aligner(ours, theirs).result()


class _Aligner:
    def __init__(self, ours: Side, theirs: Side) -> None:
        self._a, self._b = (*ours.head, *ours.tail), (*theirs.head, *theirs.tail)
        self._heads = len(ours.head), len(theirs.head)
        self._free, self._open = set(range(len(self._a))), set(range(len(self._b)))
        self._pairs: list[Pair] = []

    def result(self) -> Alignment:
        for i in sorted(self._free):
            same = [j for j in sorted(self._open) if alike(self._a[i], self._b[j])]
            if same:
                self._take((i,), (same[0],))
        for i in sorted(self._free):
            if i in self._free and (run := _run(self._a[i], self._b, self._open)):
                self._take((i,), run)
        for j in sorted(self._open):
            if j in self._open and (run := _run(self._b[j], self._a, self._free)):
                self._take(run, (j,))
        sure = self._misspelt()
        return Alignment(tuple(self._pairs), sure)

    def _misspelt(self) -> bool:
        sure = True
        for i in sorted(self._free):
            here = [j for j in sorted(self._open) if j < self._heads[1]]
            near = [j for j in here if _near(self._a[i].said, self._b[j].said)]
            if near and i < self._heads[0]:
                sure = sure and _misread(self._a[i].said, self._b[near[0]].said)
                self._take((i,), (near[0],))
        return sure

    def _take(self, ours: tuple[int, ...], theirs: tuple[int, ...]) -> None:
        self._pairs.append(Pair(ours, theirs))
        self._free.difference_update(ours)
        self._open.difference_update(theirs)


def alike(a: Word, b: Word) -> bool:
    """Whether two words stand for the same, abbreviated or not."""
    if a.forms & b.forms:
        return True
    return _shortened(a, b) or _shortened(b, a)


def _shortened(short: Word, long: Word) -> bool:
    if short.stem is None or (long.stem is not None and len(long.said) <= len(short.said)):
        return False
    beginning, end = short.stem
    return any(
        len(word) > len(short.said) and word.startswith(beginning) and word.endswith(end)
        for word in long.forms
    )


def _run(one: Word, others: Sequence[Word], open_: set[int]) -> tuple[int, ...]:
    """Neighbouring words that together are ``one``: written as one word, or by their letters."""
    for start in sorted(open_):
        joined, js = "", []
        for j in range(start, min(start + 4, len(others))):
            if j not in open_:
                break
            joined += others[j].said
            js.append(j)
            if len(js) > 1 and joined in one.forms and len(joined) > 1:
                return tuple(js)
    said = one.said
    if len(said) > 6 or one.telling is Telling.KIND or (len(said) < 2 and not one.letters):
        return ()
    for start in sorted(open_):
        js, at = [], 0
        for j in range(start, len(others)):
            word = others[j]
            if at == len(said) or j not in open_ or word.letters or word.said[0] != said[at]:
                break
            js.append(j)
            at += 1
        if at == len(said) and (len(js) > 2 or one.letters):
            return tuple(js)
    return ()


def _near(a: str, b: str) -> bool:
    """One letter apart, in words long enough that this is a slip."""
    if min(len(a), len(b)) < _SLIP or (a[0] != b[0] and not _misread(a, b)):
        return False
    return Levenshtein.distance(a, b, score_cutoff=1) <= 1 or _misread(a, b)


def _misread(a: str, b: str) -> bool:
    """Whether a machine that reads print may take one for the other."""
    if len(a) != len(b):
        one, other = (x.replace("rn", "m") for x in (a, b))
        return one == other and len(one) >= _SLIP
    apart = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    return (
        len(apart) == 1
        and len(a) >= _SLIP
        and any(apart[0][0] in group and apart[0][1] in group for group in _LOOKALIKES)
    )
