"""Whether the names of a citation are those of a case: both sides must agree.

Courts' styles, tables and lawyers write one case in many ways ("ASHCROFT, FORMER ATTORNEY GENERAL,
et al. v. IQBAL et al.", "Ashcroft v. Iqbal"), and many cases share a side. So each side is compared
by the words that tell it from others, with abbreviations expanded; what one leaves out the other
may have, but what each has and the other has not is another party. The less one side tells (the
United States, a state, an agency), the more exactly the other must agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache

from engine.authorities.alignment import Pair, align
from engine.authorities.parties import Name, Side, Telling, Word, governments, name_of

_OFFICES = frozenset(
    [
        "secretary",
        "attorney",
        "commissioner",
        "director",
        "administrator",
        "governor",
        "mayor",
        "warden",
        "superintendent",
        "comptroller",
        "collector",
        "president",
        "sheriff",
        "treasurer",
        "postmaster",
        "marshal",
    ]
)
_SOVEREIGNS = frozenset({"state", "people", "commonwealth", "city", "government", "republic"})
_LEFT_OUT = frozenset(
    {
        "city",
        "town",
        "village",
        "township",
        "borough",
        "ship",
        "schooner",
        "steamship",
        "steamer",
        "brig",
        "barge",
        "vessel",
    }
)


class Degree(IntEnum):
    """How far two sides agree."""

    NOT = 0
    LOOSE = 1  # one is part of the other, or nearly so
    GOOD = 2  # so, with two words that tell
    SAME = 3


@dataclass(frozen=True, slots=True)
class Agreement:
    """``telling``: a word agreed that is a name. ``sure``: letter by letter, or abbreviated."""

    degree: Degree
    telling: bool = False
    sure: bool = True


_NONE = Agreement(Degree.NOT)


def same_names(said: str, known: Iterable[str]) -> bool:
    """Whether the case called ``said`` can be one that goes by any of the names ``known``."""
    return any(_same(name_of(said), name_of(one)) for one in known)


def same_side(said: str, known: str) -> bool:
    """Whether a party can be ``known``, by words that tell it from others, or all it has."""
    agreed = _best(name_of(said).first, name_of(known).first)
    return agreed.degree is Degree.SAME or (agreed.degree > Degree.NOT and agreed.telling)


def goes_by(short: str, known: Iterable[str]) -> bool:
    """Whether a short name (``Escobar``) is that of one of the cases or of a party in it."""
    mine = name_of(short)
    return any(_short(mine, name_of(one)) for one in known)


def _same(said: Name, known: Name) -> bool:
    if bool(said.second) != bool(known.second):
        return not said.second and not said.proceeding and _short(said, known)
    if not said.second:
        agreed = _best(said.first, known.first)
        return agreed.telling and agreed.sure and agreed.degree >= Degree.GOOD
    first, second = _best(said.first, known.first), _best(said.second, known.second, last=True)
    if _both(first, second):
        return True
    # The parties may be named the other way round, unless a government makes that another case.
    if any(governments(side) for one in (said, known) for side in (one.first[0], one.second[0])):
        return False
    first, second = _best(said.first, known.second), _best(said.second, known.first)
    return all(one.degree is Degree.SAME and one.telling and one.sure for one in (first, second))


def _short(said: Name, known: Name) -> bool:
    if said.second:
        return _same(said, known)
    for side in (known.first, known.second):
        agreed = _best(said.first, side) if side else _NONE
        if agreed.degree >= Degree.LOOSE and agreed.telling and agreed.sure:
            return True
    return False


def _both(first: Agreement, second: Agreement) -> bool:
    if Degree.NOT in (first.degree, second.degree):
        return False
    for one, other in ((first, second), (second, first)):
        if not one.sure and not (other.sure and other.telling and other.degree is Degree.SAME):
            return False
    low, high = sorted((first, second), key=lambda one: one.degree)
    if low.degree is Degree.SAME:
        return True
    if high.degree is Degree.SAME:
        return high.telling or (low.degree is Degree.GOOD and low.telling)
    return low.degree is Degree.GOOD and low.telling and high.telling


def _best(said: Sequence[Side], known: Sequence[Side], last: bool = False) -> Agreement:
    """The best agreement of the sides as wholes, or of what they may be called by alone; ``last``
    if they are the second side, where many leave a relator out."""
    best = _NONE
    for one in said:
        for other in known:
            if one.sovereign or one.office or (other.sovereign and not last):
                continue
            agreed = _agree(one, other)
            fits = agreed.degree is Degree.SAME and _office(one) and not one.company
            if other.office and not fits:
                continue
            if other.office or other.sovereign:
                agreed = replace(agreed, degree=min(agreed.degree, Degree.LOOSE))
            best = max(best, agreed, key=lambda a: (a.degree > 0 and a.sure, a.degree, a.telling))
    return best


def _office(side: Side) -> bool:
    return any(word.forms & _OFFICES for word in side.head)


@lru_cache(maxsize=8192)
def _agree(said: Side, known: Side) -> Agreement:
    aligned = align(said, known)
    ours, theirs = (*said.head, *said.tail), (*known.head, *known.tail)
    in_heads = [
        pair
        for pair in aligned.pairs
        if pair.ours[0] < len(said.head) and pair.theirs[0] < len(known.head)
    ]
    if not any(_counts_as_pair(pair, ours, theirs) for pair in in_heads):
        return _state_by_its_name(said, known)
    telling = sum(
        max(len(pair.ours), len(pair.theirs))
        for pair in in_heads
        if _tells([ours[i] for i in pair.ours], said)
        and _tells([theirs[j] for j in pair.theirs], known)
    )
    mine = {i for pair in aligned.pairs for i in pair.ours}
    used = {j for pair in aligned.pairs for j in pair.theirs}
    left = [w for i, w in enumerate(said.head) if i not in mine and _counts(w, said)]
    over = [w for j, w in enumerate(known.head) if j not in used and _counts(w, known)]
    if left and over:
        return _contradicting(left, over, telling, aligned.sure)
    if not left and not over:
        return Agreement(Degree.SAME, telling > 0, aligned.sure)
    degree = _partial(known, over, used, telling) if over else _partial(said, left, mine, telling)
    return Agreement(degree, telling > 0, aligned.sure)


def _counts_as_pair(pair: Pair, ours: Sequence[Word], theirs: Sequence[Word]) -> bool:
    """An initial that a word begins with is not yet an agreement."""
    a, b = [ours[i] for i in pair.ours], [theirs[j] for j in pair.theirs]
    lettered = [word for word in (*a, *b) if word.letters]
    return not lettered or len(lettered[0].said) > 2 or all(w.letters for w in (*a, *b))


def _tells(words: list[Word], side: Side) -> bool:
    """Whether agreeing in these words tells the party; initials do if they are many or all."""
    return any(
        word.telling is Telling.NAME
        and (not word.letters or len(word.said) > 2 or all(one.letters for one in side.head))
        for word in words
    )


def _counts(word: Word, side: Side) -> bool:
    """Initials and words in brackets may be left out, unless there is nothing else."""
    if word.aside:
        return False
    return not word.letters or all(other.letters for other in side.head)


def _state_by_its_name(said: Side, known: Side) -> Agreement:
    """``State v. Loomis`` is ``Wisconsin v. Loomis``."""
    for one, other in ((said, known), (known, said)):
        plain = [word.said for word in one.head]
        told = [word.said for word in other.head]
        state = governments(other) and "unitedstates" not in told
        if state and plain in (["state"], ["people"], ["commonwealth"]):
            return Agreement(Degree.LOOSE)
    return _NONE


def _contradicting(left: list[Word], over: list[Word], telling: int, sure: bool) -> Agreement:
    if all(word.telling is Telling.KIND for word in (*left, *over)):
        return Agreement(Degree.LOOSE if telling else Degree.NOT, telling > 0, sure)
    if telling >= 2 and len(left) + len(over) <= telling:
        return Agreement(Degree.LOOSE, True, sure)
    return _NONE


def _partial(longer: Side, extra: list[Word], used: set[int], telling: int) -> Degree:
    """One side has all words of the other, and ``extra``."""
    names = [i for i, word in enumerate(longer.head) if word.telling is Telling.NAME]
    if telling and all(word.telling is Telling.PLACE or word.forms & _LEFT_OUT for word in extra):
        return Degree.SAME  # where a company or a board is from; the town as a town
    if telling and all(word.telling is not Telling.NAME for word in extra):
        return Degree.GOOD if telling > 1 else Degree.LOOSE
    if telling and longer.person and names[-1] in used:
        return Degree.SAME  # given names
    if telling and names and (names[0] in used or names[-1] in used):
        return Degree.GOOD if telling > 1 else Degree.LOOSE
    if not telling:
        agreed = [word for i, word in enumerate(longer.head) if i in used]
        if all(word.telling is Telling.PLACE for word in agreed):
            return Degree.LOOSE if all(w.said in _SOVEREIGNS for w in extra) else Degree.NOT
        if all(word.telling is not Telling.NAME for word in extra):
            return Degree.LOOSE
        of_kind = all(word.telling is Telling.KIND for word in agreed)
        return Degree.LOOSE if len(agreed) > 1 and of_kind else Degree.NOT
    return Degree.LOOSE if telling > 1 else Degree.NOT
