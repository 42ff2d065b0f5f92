"""A dense digest of one document, made of its facts by rule: no model, no new words.

Sentences are chosen for what a lawyer looks for: dates, amounts, names, who knew, who must, what
was admitted, what was decided. Each adds something that the chosen ones have not said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.corpus.details import Detail, details, significance
from engine.matter import Fact, FactState

MOST = 15
_LONGEST = 420
_REPEAT = 0.5
_SECTION = 2.0
_WEIGHTS = {"date": 4.0, "amount": 4.0, "figure": 2.0, "name": 2.0}
_FULL = 12.0
_NAMES = 3
_LEANS = re.compile(
    r"\d+\s*[(,]|[\"“']?(?:He|She|It|They|This|These|That|Those|Such|His|Her|Its|Their|There|However|Moreover"
    r"|Therefore|Thus|Accordingly|Id\.|Further|Furthermore|Similarly|Instead|Rather|And|But|So)\b"
)
_RECORD_END = re.compile(
    r"\s*[(\[](?:See\s+|see\s+)?(?:Exs?\.|Exhibits?|Compl\.|Dkt\.|ECF|Docs?\.|Decl\.|Dep\.|Tr\.|R\.|Id\.|App\.)"
    r"[^()\[\]]{0,120}[)\]]\.?$"
)
_WORD = re.compile(r"[^\W\d_]{4,}|\d[\d,.]*\d|\d")


@dataclass(frozen=True, slots=True)
class DigestSentence:
    """A sentence of a digest; its words stand in ``facts`` (ids), in this order."""

    text: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    at: float
    text: str
    facts: tuple[str, ...]
    details: frozenset[Detail]
    words: frozenset[str]
    worth: float


def digest(facts: Sequence[Fact], *, most: int = MOST) -> tuple[DigestSentence, ...]:
    """At most ``most`` sentences of one document, given its facts in their order.

    A fact that a lawyer has called inadmissible is left out. Fewer come where fewer add anything.
    """
    candidates = _candidates([f for f in facts if f.state is not FactState.INADMISSIBLE])
    chosen: list[_Candidate] = []
    told: set[Detail] = set()
    filled: set[int] = set()
    left = list(candidates)
    while left and len(chosen) < most:
        scored = [(_gain(one, told, filled, most), -one.at, one) for one in left]
        gain, _, best = max(scored, key=lambda item: item[:2])
        if gain <= 0:
            break
        left.remove(best)
        chosen.append(best)
        told |= best.details
        filled.add(int(best.at * most))
        left = [one for one in left if not _repeats(one, best)]
    chosen.sort(key=lambda one: one.at)
    return tuple(DigestSentence(one.text, one.facts) for one in chosen)


def _gain(one: _Candidate, told: set[Detail], filled: set[int], most: int) -> float:
    """What a candidate adds: its new details up to a measure, its worth, its part of the whole."""
    fresh = one.details - told
    names = sum(detail.kind == "name" for detail in fresh)
    new = sum(_WEIGHTS[d.kind] for d in fresh if d.kind != "name")
    new += _WEIGHTS["name"] * min(names, _NAMES)
    if not new and one.worth <= 0:
        return 0.0
    section = 0.0 if int(one.at * most) in filled else _SECTION
    value = min(new, _FULL) + max(0.0, new - _FULL) / 3 + one.worth + section
    return value / (1 + len(one.text) / _LONGEST)


def _candidates(facts: Sequence[Fact]) -> list[_Candidate]:
    grouped: list[list[Fact]] = []
    for fact in facts:
        # the parts of one long sentence that was cut belong together
        goes_on = bool(grouped) and grouped[-1][-1].text.endswith((";", ","))
        if goes_on and fact.text[:1].islower() and _length(grouped[-1]) + len(fact.text) < _LONGEST:
            grouped[-1].append(fact)
        else:
            grouped.append([fact])
    total = max(1, len(grouped))
    return [_candidate(group, number / total) for number, group in enumerate(grouped)]


def _length(group: Sequence[Fact]) -> int:
    return sum(len(fact.text) + 1 for fact in group)


def _candidate(group: Sequence[Fact], at: float) -> _Candidate:
    text = _RECORD_END.sub(_full_stop, " ".join(fact.text for fact in group))
    leans = 2.0 if _LEANS.match(text) else 0.0
    asks = 2.0 if text.rstrip("\"”’'").endswith("?") else 0.0
    return _Candidate(
        at=at,
        text=text,
        facts=tuple(fact.id for fact in group),
        details=details(text),
        words=frozenset(word.group().lower() for word in _WORD.finditer(text)),
        worth=significance(text) - leans - asks,
    )


def _full_stop(found: re.Match[str]) -> str:
    """A sentence keeps its end when the reference to the record after it is cut."""
    ended = found.string[: found.start()].rstrip("\"”’'")[-1:] in ".?!;:"
    return "" if ended or not found.group().endswith(".") else "."


def _repeats(one: _Candidate, other: _Candidate) -> bool:
    both = len(one.words & other.words)
    return both > _REPEAT * max(1, min(len(one.words), len(other.words))) and both > _REPEAT * len(
        one.words | other.words
    )
