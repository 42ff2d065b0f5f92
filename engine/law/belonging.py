"""How much a section belongs to the acts that a query names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.law.codes import norm
from engine.law.index import Among, Candidate, LawIndex
from engine.law.query import BEGINNING, Query, is_act

_FAR = 60
"""Sections that an act may go on for, of which only the beginning is known."""
_MOST = 1500
_LARGE = 400
"""An act with more sections says less of each."""


class Belonging:
    def __init__(self) -> None:
        self._norms: dict[str, float] = {}
        self._begins: list[tuple[str, int, float]] = []

    def add(self, norms: Iterable[str], surely: float) -> None:
        for one in norms:
            self._norms[one] = max(self._norms.get(one, 0.0), surely)

    def begin(self, first: str, surely: float) -> None:
        """An act that begins with the section ``first``."""
        if match := re.match(r"/us/usc/t(\w+)/s(\d+)", first):
            self._begins.append((match[1], int(match[2]), surely))
        self.add([first], surely + BEGINNING)

    def among(self) -> Among:
        most = sorted(self._norms, key=lambda one: (-self._norms[one], one))[:_MOST]
        return Among(
            tuple(most), tuple((title, first, first + _FAR) for title, first, _ in self._begins)
        )

    def of(self, candidate: Candidate) -> float:
        found = self._norms.get(norm(candidate.identifier), 0.0)
        for title, first, surely in self._begins:
            far = candidate.number - first
            if candidate.title == title and 0 <= far <= _FAR:
                found = max(found, surely * 0.9 / (1 + far / 25))
        return found


async def belonging(index: LawIndex, query: Query) -> Belonging:
    made = Belonging()
    acts = [target.lower() for target in query.belongs if is_act(target)]
    members: dict[str, list[str]] = {}
    for key in await index.keys(acts) if acts else ():
        members.setdefault(key.folded, []).append(norm(key.named.target))
    for target, surely in query.belongs.items():
        if is_act(target):
            sections = members.get(target.lower(), [])
            made.add(sections, surely * (0.8 if len(sections) > _LARGE else 1.0))
        elif target.endswith("…"):
            made.begin(norm(target[:-1]), surely)
        else:
            made.add([norm(target)], surely * 0.8)
    return made
