"""Finding sections: by citation, by what an act is called, by their words.

A query's citations come first. Else sections are found by full text and put in order by how well
their text, headings, notes, and what other sections say of them cover the query's words (rare
words count more), whether they belong to an act that the query names, and how many other sections
refer to them: the section that lawyers mean is one that the law itself leans on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from engine.law.belonging import Belonging, belonging
from engine.law.codes import CONST
from engine.law.index import Candidate, LawIndex
from engine.law.names import words_of
from engine.law.query import Query, plain, telling, understood
from engine.law.reference import Wanted, wanted
from engine.law.scoring import Asked, asked, at_sight, looked_into, stems, weighed
from engine.ports import LawSection

_FOUND = 150
_BY_HEADING = 60
_BY_GLOSS = 40
_OF_ACT = 60
_LOOKED_INTO = 60
"""Sections whose text is looked into."""
_ACT_ITSELF = 30
_GUESSES = 2
"""Sections of a number without a title that are shown beside what else was asked."""


async def search(index: LawIndex, query: str, code: str, limit: int) -> list[LawSection]:
    """The sections that fit best, best first. ``code`` is ``usc`` (and rules) or ``const``."""
    said = wanted(query, code)
    terms = telling(words_of(said.rest))
    cited = _by_fit(await _cited(index, said, code), terms)
    constitution = code == CONST
    found: list[LawSection] = []
    if terms or not cited:
        put = await plain(index, said.rest) if constitution else None
        put = put or await understood(index, said.rest, said.of_act)
        if said.guessed:
            cited = [] if put.cited else cited[:_GUESSES]
        cited += await _widened(index, put.cited or put.meant)
        found = await _by_words(index, put, constitution, limit)
    elif not constitution and len(cited) < limit:
        # Nothing but a citation: what is about the same fills the page.
        found = await _by_words(index, await plain(index, cited[0].heading), False, limit)
    return _distinct([*cited, *found])[:limit]


async def _cited(index: LawIndex, said: Wanted, code: str) -> list[LawSection]:
    """What a citation means; of one without a title, every section of that number."""
    found = await _widened(index, said.identifiers)
    if code != CONST and len(said.identifiers) == 2:
        return found[:1]
    return found


async def _widened(index: LawIndex, identifiers: Sequence[str]) -> list[LawSection]:
    """Where a subdivision is not there, what it would be in."""
    ids = list(identifiers)
    while ids:
        if found := await index.sections(ids):
            return list(found)
        ids = [id.rpartition("/")[0] for id in ids if id.count("/") > 4]
    return []


def _by_fit(cited: list[LawSection], terms: Sequence[str]) -> list[LawSection]:
    wished = stems(" ".join(terms))
    return sorted(cited, key=lambda one: -len(wished & stems(f"{one.heading} {one.text}")))


def _distinct(sections: Iterable[LawSection]) -> list[LawSection]:
    seen: dict[tuple[str, str], LawSection] = {}
    for one in sections:
        seen.setdefault((one.identifier, one.text), one)
    return list(seen.values())


async def _by_words(
    index: LawIndex, query: Query, constitution: bool, limit: int
) -> list[LawSection]:
    if not query.weights:
        return []
    found = await _found(index, query, constitution)
    question = asked(query)
    told = _told(question, found)
    best = sorted(told, key=lambda key: (-weighed(told[key]), key))[:_LOOKED_INTO]
    bodies = await index.bodies(best)
    for key in best:
        told[key] |= looked_into(question, found.sections[key], bodies[key])
    best.sort(key=lambda key: (-weighed(told[key]), key))
    return list(await index.read(best[:limit]))


@dataclass
class _Found:
    """Candidates by key; ``whole`` and ``called`` are what full text says of the sections, and of
    what they are called elsewhere."""

    belongs: Belonging
    sections: dict[int, Candidate] = field(default_factory=dict)
    whole: dict[int, float] = field(default_factory=dict)
    called: dict[int, float] = field(default_factory=dict)


async def _found(index: LawIndex, query: Query, constitution: bool) -> _Found:
    found = _Found(await belonging(index, query) if query.belongs else Belonging())
    matching = partial(index.matching, query.main, constitution)
    some = list(await matching(_BY_HEADING, field="heading"))
    if query.belongs:
        among = found.belongs.among()
        of_act = await matching(_OF_ACT, among=among)
        some += await index.matching({}, constitution, _ACT_ITSELF, among=among)
        found.whole |= {one.key: one.score for one in of_act}
        some += of_act
    called = await matching(_BY_GLOSS, field="gloss")
    whole = await matching(_FOUND)
    found.called = {one.key: one.score for one in called}
    found.whole |= {one.key: one.score for one in whole}
    found.sections = {one.key: one for one in (*some, *called, *whole)}
    return found


def _told(question: Asked, found: _Found) -> dict[int, dict[str, float]]:
    """What speaks for each, by key; what a look into the bodies would add is left out."""
    most, dearest = (max(of.values(), default=0.0) or 1.0 for of in (found.whole, found.called))
    return {
        key: at_sight(
            question, one, found.belongs.of(one),
            found.whole.get(key, 0.0) / most, found.called.get(key, 0.0) / dearest,
        )
        for key, one in found.sections.items()
    }  # fmt: skip
