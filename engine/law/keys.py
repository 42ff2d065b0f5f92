"""What the sections of a title are to be found by, beside their words, counted as they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.law.codes import Named, Section, norm
from engine.law.index import Key
from engine.law.names import LONGEST, folded, variants

_MOST = 4000
"""Characters of what a section is called in one title."""

_AROUND = 150
"""Different words around references to a section that are kept."""
OFTEN = 3
"""Sections with a word around their reference that make it as sure as more would."""


class Keys:
    """Takes sections; gives keys, references and glosses of all of them."""

    def __init__(self) -> None:
        self._named: Counter[tuple[str, str, str]] = Counter()
        self._referred: Counter[str] = Counter()
        self._glosses: dict[str, dict[str, None]] = {}
        self._around: dict[str, Counter[str]] = {}

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
            for target, words in section.glosses:
                self._glosses.setdefault(target, {})[words] = None
            for target, some in section.around:
                self._around.setdefault(target, Counter()).update(some)

    def keys(self) -> Iterator[Key]:
        for (spelling, name, target), times in self._named.items():
            yield Key(spelling, Named(name, target, times))

    def references(self) -> Iterator[tuple[str, int]]:
        """Norms of sections, and how many of those taken refer to each."""
        yield from self._referred.items()

    def glosses(self) -> Iterator[tuple[str, str, str]]:
        """Norms of sections, what those taken call each, one a line, and the words around
        references to it, as often as sections have them but no oftener than counts."""
        for target in self._glosses.keys() | self._around.keys():
            called = "\n".join(self._glosses.get(target, ()))
            counted = self._around.get(target, Counter()).most_common(_AROUND)
            words = (word for word, count in counted for _ in range(min(count, OFTEN)))
            yield target, called[:_MOST], " ".join(words)


def _spellings(one: Named) -> list[str]:
    if one.target.startswith("~"):
        return [folded(one.name)]
    return [way for way in variants(one.name) if 0 < len(way.split()) <= LONGEST]
