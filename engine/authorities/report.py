"""What a check found, and what a run rested on, put together for people. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from engine.authorities.types import ANY_PLACEHOLDER, Checked, Verdict
from engine.record import Role, Turn

ORDER = (
    Verdict.WRONG_CASE,
    Verdict.WRONG_PAGE,
    Verdict.QUOTE_NOT_FOUND,
    Verdict.UNKNOWN_REPORTER,
    Verdict.OUT_OF_CORPUS,
    Verdict.NOT_CHECKED,
    Verdict.VERIFIED,
)
"""The worst first."""
REFUTED = frozenset(ORDER[:4])
"""Verdicts that say something is wrong; the others but ``VERIFIED`` say that nobody looked."""

_SPACES = re.compile(r"\s+")
_ROLES = {
    Role.LEAD: "move",
    Role.OPPOSING: "response",
    Role.JUDGE: "ruling",
    Role.ELEMENTS: "elements",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A citation of a brief: as it stands there, where, and what was found of it."""

    text: str
    kind: str
    place: str
    verdict: Verdict
    reason: str
    authority: str
    quotation: str

    def as_json(self) -> dict[str, str]:
        return {
            "text": self.text,
            "kind": self.kind,
            "place": self.place,
            "verdict": str(self.verdict),
            "reason": self.reason,
            "authority": self.authority,
        }


def lines(checked: Sequence[Checked], pages: Sequence[tuple[int | None, str]]) -> list[Line]:
    """In the order of the brief. ``pages`` are those that were checked."""
    texts = dict(pages)
    by_page: dict[int | None, list[Checked]] = {}
    for one in checked:
        by_page.setdefault(one.page, []).append(one)
    return [
        Line(
            _said(one, texts.get(one.page, ""), by_page[one.page]),
            one.citation.kind,
            place_of(one.page, one.citation.start, texts.get(one.page, "")),
            one.verdict,
            one.reason,
            one.authority,
            one.quotation,
        )
        for one in checked
    ]


def counts(found: Iterable[Line]) -> dict[Verdict, int]:
    """How many of each verdict there are, the worst first."""
    many = Counter(line.verdict for line in found)
    return {verdict: many[verdict] for verdict in ORDER if many[verdict]}


def worst_first(found: Sequence[Line]) -> list[Line]:
    """Those of one verdict stay in the order of the brief."""
    return sorted(found, key=lambda line: ORDER.index(line.verdict))


def _said(one: Checked, text: str, beside: Sequence[Checked]) -> str:
    """With the names before and the court and year behind, unless another citation stands
    between."""
    citation = one.citation
    start, end = citation.whole
    if not start <= citation.start < citation.end <= end:
        start, end = citation.start, citation.end
    for other in beside:
        a, b = other.citation.start, other.citation.end
        if start < b <= citation.start:
            start = citation.start
        if citation.end <= a < end:
            end = citation.end
    whole = text[start:end]
    return _SPACES.sub(" ", whole if citation.text in whole else citation.text).strip()


def place_of(page: int | None, start: int, text: str) -> str:
    """Where in a brief: ``p. 3``, or the paragraph of a ``text`` without pages, ``¶ 12``."""
    if page:
        return f"p. {page}"
    before = text[:start]
    return f"¶ {sum(bool(part.strip()) for part in before.split(chr(10))[:-1]) + 1}"


# What a run rested on


@dataclass(frozen=True, slots=True)
class Use:
    """``where`` are places in the run such as ``move 1.2``, in order."""

    id: str
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that is missing; ``kind`` is ``citation``, ``quotation`` or ``proof``."""

    where: str
    kind: str
    needed: str
    verdict: str = ""


def used(turns: Sequence[Turn]) -> list[Use]:
    """The authorities that the turns of a run chose by id, by number."""
    found: dict[str, list[str]] = {}
    for turn in turns:
        for id in dict.fromkeys(_chosen(turn)):
            found.setdefault(id, []).append(_where(turn))
    return [Use(id, tuple(dict.fromkeys(found[id]))) for id in sorted(found, key=_number)]


def gaps(turns: Sequence[Turn]) -> list[Gap]:
    """What was cut out of the turns' prose, and what they say is missing; each once."""
    found: dict[tuple[str, str], Gap] = {}
    for turn in turns:
        if turn.key.role in _ROLES:
            for gap in chain(_cut(turn), _missing(turn)):
                found.setdefault((gap.kind, gap.needed.casefold()), gap)
    return list(found.values())


def _chosen(turn: Turn) -> Iterable[str]:
    data = turn.data
    if turn.key.role is Role.LEAD:
        yield from chain.from_iterable(one["authorities"] for one in data.get("sections", ()))
    elif turn.key.role is Role.OPPOSING:
        yield from chain.from_iterable(one["authorities"] for one in data.get("attacks", ()))
    elif turn.key.role is Role.ELEMENTS:
        yield from (one["authority"] for one in data.get("elements", ()) if one.get("authority"))


def _cut(turn: Turn) -> Iterable[Gap]:
    for key, kind in (("removed_citations", "citation"), ("removed_quotations", "quotation")):
        for one in turn.data.get(key) or ():
            told = one if isinstance(one, Mapping) else {"text": str(one)}
            said = _SPACES.sub(" ", str(told.get("text", ""))).strip()
            if said:
                yield Gap(_where(turn), kind, said, str(told.get("verdict", "")))


def _missing(turn: Turn) -> Iterable[Gap]:
    data = turn.data
    found: list[Any] = []
    if turn.key.role is Role.LEAD:
        found = list(data.get("gaps") or ())
    elif turn.key.role is Role.ELEMENTS:
        found = [gap for one in data.get("elements", ()) for gap in one.get("gaps") or ()]
    for gap in found:
        # A gap that consists of what was cut out of it says nothing more.
        if ANY_PLACEHOLDER.sub("", str(gap)).strip(" .,;"):
            yield Gap(_where(turn), "proof", str(gap))


def _where(turn: Turn) -> str:
    role = _ROLES.get(turn.key.role, str(turn.key.role))
    return f"{role} {turn.key.stage}" if turn.key.round else f"{role} {turn.key.orbit}"


def _number(id: str) -> tuple[int, str]:
    found = re.search(r"\d+", id)
    return (int(found[0]) if found else 0, id)
