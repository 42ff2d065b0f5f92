"""What the sections of a title are to be found by, beside their words, counted as they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.law.codes import Named, Section, norm
from engine.law.index import Key
from engine.law.names import LONGEST, folded, variants


class Keys:
    """Takes sections; gives keys and references of all of them."""

    def __init__(self) -> None:
        self._named: Counter[tuple[str, str, str]] = Counter()
        self._referred: Counter[str] = Counter()

    def take(self, sections: Iterable[Section]) -> None:
        for section in sections:
            for one in section.named:
                for spelling in _spellings(one):
                    self._named[spelling, one.name, one.target] += one.times
            for act in section.acts:
                self._named[act.lower(), "", section.identifier] = 1
            for other in section.also:
                self._named[norm(other), "", section.identifier] = 1
            self._referred.update(section.refers)

    def keys(self) -> Iterator[Key]:
        for (spelling, name, target), times in self._named.items():
            yield Key(spelling, Named(name, target, times))

    def references(self) -> Iterator[tuple[str, int]]:
        """Norms of sections, and how many of those taken refer to each."""
        yield from self._referred.items()


def _spellings(one: Named) -> list[str]:
    if one.target.startswith("~"):
        return [folded(one.name)]
    return [way for way in variants(one.name) if 0 < len(way.split()) <= LONGEST]
