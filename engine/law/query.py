"""What a question about the law asks for: its words by how telling they are, the acts it names."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.law.codes import Named
from engine.law.index import LawIndex
from engine.law.names import folded, ways, words_of
from engine.words import ordinary

MOST_WORDS = 32
"""Words of a query that are looked for."""
_RARE = 80
"""An abbreviation in small letters is one if fewer sections have it as a word."""
BEGINNING = 0.25
"""How much surer the section is that an act begins with."""
_MEANINGS = 12
"""Of a name: the targets that it is used for most."""
_OF_A_NAME = 0.3
"""What a word counts that is part of an act's name: the act is looked for by its number."""
_SPELLED_OUT = 0.4
_PARTED = 0.5
"""What a compound counts that the law writes as two words: rule making."""
_HALF = 4
"""Letters that each of the two has."""
_SURE_ENDINGS = ("act", "amendments", "law", "code")
_EMPTY_LISTED = (
    "a an and any are as at be been by can do does for from has have how if in into is it its "
    "may must no not of on or other shall should such than that the their them then there "
    "these they this those to under upon was were what when where which who whom whose will "
    "with within without would"
)
_EMPTY = frozenset(_EMPTY_LISTED.split())


@dataclass(frozen=True)
class Query:
    """``weights`` are all words worth looking for, with how telling each is; ``main`` are those
    that name no act. ``belongs`` are targets (see ``codes.Named``) that the query names, with
    how surely, from 0 to 1; ``cited`` are the sections that a section of an act became."""

    weights: Mapping[str, float]
    main: Mapping[str, float]
    belongs: Mapping[str, float]
    cited: tuple[str, ...] = ()

    names_only: bool = False

    @property
    def meant(self) -> tuple[str, ...]:
        """The section that is meant where an act is named and nothing else is said."""
        places = {
            one: surely + (BEGINNING if one.endswith("…") else 0.0)
            for one, surely in self.belongs.items()
            if not is_act(one)
        }
        if not self.names_only or not places:
            return ()
        return (max(sorted(places), key=lambda one: places[one]).rstrip("…"),)


@dataclass(frozen=True)
class _Name:
    """A run of the query's words that is a name; ``sure`` unless it is only like one."""

    text: str
    start: int
    end: int
    sure: bool


def telling(words: Sequence[str]) -> list[str]:
    """Those of the words that are worth looking for."""
    return [word for word in words if word not in _EMPTY and (len(word) > 1 or word.isdigit())]


async def plain(index: LawIndex, text: str) -> Query:
    """Of words that name nothing."""
    shares = dict.fromkeys(telling(words_of(text)[:MOST_WORDS]), 1.0)
    weights = _weighted(shares, await index.frequencies(list(shares)))
    return Query(weights, weights, {})


async def understood(index: LawIndex, text: str, of_act: tuple[str, str] | None) -> Query:
    """``of_act`` is a section of the acts that the text names, see ``lawref.Wanted``."""
    terms = words_of(text)[:MOST_WORDS]
    rows: dict[str, list[Named]] = {}
    for key in await index.keys(ways(terms)):
        rows.setdefault(key.folded, []).append(key.named)
    parted = [pair for word in telling(terms) for pair in _parted(word)]
    counts = dict(await index.frequencies(list(dict.fromkeys([*terms, *parted]))))
    letters = _abbreviations(text, terms, counts)
    names = _names(terms, rows, letters)
    shares = _shares(terms, names)
    spelled = _spelled_out(terms, rows, letters)
    shares |= {letter: _SPELLED_OUT for letter in spelled}
    for word in (word for words in spelled.values() for word in words):
        shares.setdefault(word, _SPELLED_OUT)
    for name in names:
        if name.end - name.start == 1:
            shares.pop(name.text, None)
            for word in _official(rows, name.text):
                shares.setdefault(word, _OF_A_NAME)
    for pair in parted:
        if counts[pair] and pair.replace(" ", "") in shares:
            shares.setdefault(pair, _PARTED)
    unknown = [pair for pair in parted if not counts[pair.replace(" ", "")]]
    for word in await _halves(index, unknown):
        shares.setdefault(word, _PARTED)
    if more := [word for word in shares if word not in counts]:
        counts |= await index.frequencies(more)
    weights = _weighted(shares, counts)
    main = {word: weight for word, weight in weights.items() if shares[word] >= _PARTED}
    alone = bool(names) and max(shares.values(), default=0.0) < 1.0
    belongs = _belongs(names, rows)
    query = Query(weights, main if len(main) > 1 else weights, belongs, names_only=alone)
    return await _numbered(index, query, of_act) if of_act else query


def _parted(word: str) -> list[str]:
    if not word.isalpha():
        return []
    return [f"{word[:at]} {word[at:]}" for at in range(_HALF, len(word) - _HALF + 1)]


async def _halves(index: LawIndex, pairs: Sequence[str]) -> list[str]:
    """Both halves of a word that the law never uses, where it uses both of them; of several ways
    to part it, the one whose rarer half is the most used."""
    counts = await index.frequencies(list(dict.fromkeys(" ".join(pairs).split()))) if pairs else {}
    best: dict[str, str] = {}
    for pair in sorted(pairs, key=lambda one: min(counts[half] for half in one.split())):
        if all(counts[half] for half in pair.split()):
            best[pair.replace(" ", "")] = pair
    return [half for pair in best.values() for half in pair.split()]


def _abbreviations(text: str, terms: Sequence[str], counts: Mapping[str, int]) -> set[str]:
    """Words in capitals, and those that are hardly ever used."""
    capitals = {word.lower() for word in re.findall(r"\b[A-Z][A-Za-z]*[A-Z]\b", text)}
    rare = {word for word in terms if counts.get(word, 0) < _RARE and word not in ordinary()}
    return {word for word in capitals | rare if len(word) > 2}


def _names(
    terms: Sequence[str], rows: Mapping[str, Sequence[Named]], letters: set[str]
) -> list[_Name]:
    """The longest names, from the left; single words only where they are abbreviations."""
    found: list[_Name] = []
    at = 0
    while at < len(terms):
        name = next(
            (
                _Name(text, at, end, _sure(terms[at:end]))
                for end in range(len(terms), at, -1)
                if _meanings(rows, text := " ".join(terms[at:end]))
                and (end - at > 1 or text in letters)
            ),
            None,
        )
        if name is not None:
            found.append(name)
        at = name.end if name is not None else at + 1
    return found


def _sure(words: Sequence[str]) -> bool:
    return len(words) == 1 or len(words) >= 4 or words[-1] in _SURE_ENDINGS


def _meanings(rows: Mapping[str, Sequence[Named]], text: str) -> list[Named]:
    return [one for one in rows.get(text, ()) if not one.target.startswith("~")]


def _shares(terms: Sequence[str], names: Sequence[_Name]) -> dict[str, float]:
    within = {at for name in names if name.sure for at in range(name.start, name.end)}
    shares: dict[str, float] = {}
    for at, word in enumerate(terms):
        if telling([word]):
            share = _OF_A_NAME if at in within else 1.0
            shares[word] = max(shares.get(word, 0.0), share)
    return shares


def _spelled_out(
    terms: Sequence[str], rows: Mapping[str, Sequence[Named]], letters: set[str]
) -> dict[str, list[str]]:
    """The query's abbreviations with the words that they stand for."""
    found: dict[str, list[str]] = {}
    for term in terms:
        known = [one for one in rows.get(term, ()) if one.target.startswith("~")]
        if known and term in letters:
            best = max(known, key=lambda one: (one.times, one.target))
            found[term] = telling(words_of(best.target))
    return found


def _official(rows: Mapping[str, Sequence[Named]], letters: str) -> list[str]:
    """The words of what an act is really called, whose abbreviation hardly a section has."""
    times: dict[str, int] = {}
    for row in _meanings(rows, letters):
        times[row.name] = times.get(row.name, 0) + row.times
    name = max(sorted(times), key=lambda one: times[one])
    return [word for word in telling(words_of(name)) if not word.isdigit()]


def _weighted(shares: Mapping[str, float], counts: Mapping[str, int]) -> dict[str, float]:
    """The rarer a word, the more it tells."""
    every = max(1, counts.get("", 1))
    return {
        word: share * math.log(1 + every / (1 + counts.get(word, 0)))
        for word, share in shares.items()
    }


def _belongs(names: Sequence[_Name], rows: Mapping[str, Sequence[Named]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for name in names:
        times: dict[str, float] = {}
        for row in _meanings(rows, name.text):
            near = _nearness(name.text, row.name)
            times[row.target] = times.get(row.target, 0.0) + near * row.times
        most = max(times.values())
        best = sorted(times, key=lambda one: (-times[one], one))
        for target in [*best[:_MEANINGS], *filter(is_act, best[_MEANINGS:])]:
            surely = (0.5 + 0.5 * times[target] / most) * (1.0 if name.sure else 0.5)
            found[target] = max(found.get(target, 0.0), surely)
    return found


def _nearness(said: str, name: str) -> float:
    """How near what was said is to the official name."""
    full = folded(name)
    if full == said or full.startswith(said + " of "):
        return 1.0
    return 0.9 if " " not in said else 0.6


async def _numbered(index: LawIndex, query: Query, of_act: tuple[str, str]) -> Query:
    """With the sections of the Code that that section of the named acts became."""
    number, steps = of_act
    acts = {re.sub(r"/t[ivxlc]+$", "", one.lower()) for one in query.belongs if is_act(one)}
    keys = await index.keys([f"{act}#{number}" for act in sorted(acts)])
    return replace(query, cited=tuple(key.named.target + steps for key in keys))


def is_act(target: str) -> bool:
    return target.startswith(("/us/pl/", "/us/act/"))
