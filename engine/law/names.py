"""Names of acts as people write them: with or without the year, without "Act", by initials."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

LONGEST = 14
"""Words of a name that is looked up."""
_WORD = re.compile(r"[a-z0-9]+")
_APOSTROPHES = "'’‘`"
_YEAR = re.compile(r"(?: of| for fiscal years?)? (?:17|18|19|20)\d\d$")
_KIND = re.compile(r" (?:act|statute|law)$")
_LITTLE_LISTED = "a an and at by for from in into of on or the to with"
_LITTLE = frozenset(_LITTLE_LISTED.split())


def words_of(text: str) -> list[str]:
    """In lower case, without apostrophes; what hyphens join is several words."""
    for mark in _APOSTROPHES:
        # Many times as fast as translating, which counts on the notes of a title.
        text = text.replace(mark, "")
    return _WORD.findall(text.lower())


def folded(name: str) -> str:
    """One spelling to look a name up by.

    >>> folded("Sarbanes–Oxley Act of 2002")
    'sarbanes oxley act of 2002'
    """
    return " ".join(words_of(name))


def variants(name: str) -> Iterator[str]:
    """The name folded, and the ways in which it is shortened.

    >>> list(variants("Family and Medical Leave Act of 1993"))[1:]
    ['family and medical leave act', 'family and medical leave', 'fml', 'fmla', 'faml', 'famla']
    """
    full = folded(name)
    yield full
    undated = _YEAR.sub("", full)
    if undated != full:
        yield undated
    bare = _KIND.sub("", undated)
    if bare != undated and " " in bare:
        yield bare
    every = "".join(word[0] for word in bare.split())
    telling = "".join(word[0] for word in bare.split() if word not in _LITTLE)
    for initials in dict.fromkeys((telling, every)):
        if len(initials) >= 3:
            yield initials
        if len(initials) >= 2 and undated.endswith(" act"):
            yield initials + "a"


def ways(words: Sequence[str]) -> list[str]:
    """Every run of words in a query that may be a name."""
    return list(
        dict.fromkeys(
            " ".join(words[start:end])
            for start in range(len(words))
            for end in range(start + 1, min(len(words), start + LONGEST) + 1)
        )
    )
