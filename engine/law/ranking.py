"""Finding sections: by citation, by what an act is called, by their words.

A query's citations come first. Else sections are found by full text and put in order by how well
their text, heading and chapter cover the query's words (rare words count more), whether they
belong to an act that the query names, and how many other sections refer to them: the section that
lawyers mean is one that the law itself leans on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.law.belonging import Belonging, belonging
from engine.law.codes import CONST
from engine.law.index import Candidate, LawIndex
from engine.law.names import words_of
from engine.law.query import Query, plain, telling, understood
from engine.law.reference import Wanted, wanted
from engine.ports import LawSection
from engine.words import stem

_FOUND = 300
_BY_HEADING = 100
_OF_ACT = 60
_LOOKED_INTO = 60
"""Sections whose text is looked into."""
_ACT_ITSELF = 30
_GUESSES = 2
"""Sections of a number without a title that are shown beside what else was asked."""


async def search(index: LawIndex, query: str, code: str, limit: int) -> list[LawSection]:
    """The sections that fit best, best first. ``code`` is ``usc`` (and rules) or ``const``."""
    asked = wanted(query, code)
    terms = telling(words_of(asked.rest))
    cited = _by_fit(await _cited(index, asked, code), terms)
    constitution = code == CONST
    found: list[LawSection] = []
    if terms or not cited:
        put = await plain(index, asked.rest) if constitution else None
        put = put or await understood(index, asked.rest, asked.of_act)
        if asked.guessed:
            cited = [] if put.cited else cited[:_GUESSES]
        cited += await _widened(index, put.cited or put.meant)
        found = await _by_words(index, put, constitution, limit)
    elif not constitution and len(cited) < limit:
        # Nothing but a citation: what is about the same fills the page.
        found = await _by_words(index, await plain(index, cited[0].heading), False, limit)
    return _distinct([*cited, *found])[:limit]


async def _cited(index: LawIndex, asked: Wanted, code: str) -> list[LawSection]:
    """What a citation means; of one without a title, every section of that number."""
    found = await _widened(index, asked.identifiers)
    if code != CONST and len(asked.identifiers) == 2:
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
    stems = {_key(word) for word in terms}
    return sorted(cited, key=lambda one: -len(stems & _stems(f"{one.heading} {one.text}")))


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
    belongs = await belonging(index, query) if query.belongs else Belonging()
    found = {
        one.key: replace(one, score=0.0)
        for one in await index.matching(query.main, constitution, _BY_HEADING, headings=True)
    }
    if query.belongs:
        among = belongs.among()
        of_act = await index.matching(query.main, constitution, _OF_ACT, among=among)
        of_act = [*of_act, *await index.matching({}, constitution, _ACT_ITSELF, among=among)]
        found |= {one.key: one for one in reversed(of_act)}
    found |= {one.key: one for one in await index.matching(query.main, constitution, _FOUND)}
    scores = _scores(query, found, belongs)
    best = sorted(scores, key=lambda key: (-scores[key], key))[:_LOOKED_INTO]
    texts = await index.texts(best)
    told = {key: scores[key] + 0.8 * _within(query, found[key], texts[key]) for key in best}
    return list(await index.read(sorted(best, key=lambda key: (-told[key], key))[:limit]))


def _scores(query: Query, found: Mapping[int, Candidate], belongs: Belonging) -> dict[int, float]:
    """By key; what a look into the texts would add is left out."""
    most = max((one.score for one in found.values()), default=0.0) or 1.0
    stems = {word: _stems(word) for word in query.weights}
    surely = 1.8 if query.names_only else 0.9
    return {
        key: 1.5 * one.score / most + surely * belongs.of(one) + _standing(query, one, stems)
        for key, one in found.items()
    }


def _standing(query: Query, one: Candidate, stems: Mapping[str, set[str]]) -> float:
    """What its headings say of a section, and what the law makes of it."""
    heading, path = _stems(one.heading), _stems(one.path)
    covered = _share(query, stems, heading)
    exact = covered * len(heading & set().union(*stems.values())) / max(1, len(heading))
    under = _share(query, stems, path - heading)
    leaned_on = math.log1p(one.referred) / 5
    gone = 1.0 if one.status else 0.0
    return 0.8 * covered + 0.7 * exact + 0.7 * under + 0.7 * leaned_on - gone


def _share(query: Query, stems: Mapping[str, set[str]], within: set[str]) -> float:
    """How much of the query, by weight, is among some words."""
    held = (weight for word, weight in query.weights.items() if stems[word] <= within)
    return sum(held) / sum(query.weights.values())


def _within(query: Query, one: Candidate, text: str) -> float:
    """How much of the query, by weight, is anywhere in the section."""
    told = f"{one.heading}\n{text}".lower()
    held = (weight for word, weight in query.weights.items() if word in told or _key(word) in told)
    return sum(held) / sum(query.weights.values())


def _stems(text: str) -> set[str]:
    return {_key(word) for word in telling(words_of(text))}


def _key(word: str) -> str:
    """What words of one family begin with: ``preferential`` and ``preferences``."""
    return stem(word)[:7]
