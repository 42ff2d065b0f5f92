"""What searching the law needs of the place where it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.law.codes import Named
from engine.ports import LawSection

Field = Literal["anywhere", "heading", "gloss"]


@dataclass(frozen=True)
class Key:
    """What a name, an abbreviation, an act's number or another identifier leads to.

    ``folded`` is what is looked up by; ``named.name`` is "" of numbers and identifiers."""

    folded: str
    named: Named


@dataclass(frozen=True)
class Candidate:
    """A section that full text found. ``score`` grows with the fit, on a scale of the index's
    own; ``number`` is its number as far as it is one; ``path`` is what it stands under;
    ``within`` are headings of its subdivisions and ``glosses`` what other sections call it, one a
    line; ``referred`` counts the sections that refer to it."""

    key: int
    identifier: str
    title: str
    number: int
    heading: str
    path: str
    status: str
    score: float
    referred: int = 0
    within: str = ""
    glosses: str = ""


@dataclass(frozen=True)
class Body:
    """``text`` is the beginning of a section, enough to tell what it is about; ``notes`` are words
    of its notes, ``around`` those around references to it, the more often the more have them."""

    text: str
    notes: str = ""
    around: str = ""


@dataclass(frozen=True)
class Among:
    """Sections that a name means: by norm, or (title, first, last) by number."""

    norms: tuple[str, ...] = ()
    spans: tuple[tuple[str, int, int], ...] = ()


class LawIndex(Protocol):
    """What is loaded, to look up in and to search; of loads in force alone."""

    async def sections(self, identifiers: Sequence[str]) -> Sequence[LawSection]:
        """See :meth:`engine.ports.Library.sections`."""
        ...

    async def keys(self, folded: Sequence[str]) -> Sequence[Key]: ...

    async def frequencies(self, words: Sequence[str]) -> Mapping[str, int]:
        """In how many sections each of the words is; under ``""`` how many there are."""
        ...

    async def matching(
        self,
        weights: Mapping[str, float],
        constitution: bool,
        limit: int,
        *,
        field: Field = "anywhere",
        among: Among | None = None,
    ) -> Sequence[Candidate]:
        """Those with any of the words, best first: anywhere, in the heading, or in what other
        sections call them; of all or of some.

        ``weights`` says how telling each word is. Of ``among`` and no words: the first of them,
        by number."""
        ...

    async def bodies(self, keys: Sequence[int]) -> Mapping[int, Body]: ...

    async def read(self, keys: Sequence[int]) -> Sequence[LawSection]:
        """In the order of the keys."""
        ...
