"""What rests on what: the facts that a turn names, and the turns that rest on given facts. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any

from engine.record import Json, Role, Turn
from engine.search.history import READS_THE_FILE, History

_FACT = re.compile(r"F[0-9]{1,9}")
_NAMES = {
    Role.LEAD: "move",
    Role.OPPOSING: "response",
    Role.JUDGE: "ruling",
    Role.ROUND: "round",
}
NAMED = 2
"""Turns that a sentence names one by one; the others are counted."""


def facts_in(data: Json) -> frozenset[str]:
    """Ids of the facts that a turn's data names, wherever in it; prose is not searched."""
    return frozenset(text for text in _texts(data) if _FACT.fullmatch(text))


def resting(turns: Sequence[Turn], facts: Set[str]) -> list[Turn]:
    """The turns of a run that name any of the facts, the clerk's too, and the rulings on what
    names one."""
    named = [turn for turn in turns if facts_in(turn.data) & facts]
    argued = {
        (turn.key.orbit, turn.key.round)
        for turn in named
        if turn.key.role in (Role.LEAD, Role.OPPOSING)
    }
    keys = {turn.key for turn in named}
    return [
        turn
        for turn in turns
        if turn.key in keys
        or (turn.key.role is Role.JUDGE and (turn.key.orbit, turn.key.round) in argued)
    ]


def documents_read(turns: Iterable[Turn]) -> frozenset[str]:
    """Ids of the documents that retrieval put before the agents of a run."""
    return frozenset(
        str(fact["document"])
        for turn in turns
        if turn.key.role in READS_THE_FILE
        for fact in (*turn.data["facts"], *turn.data["ours"])
    )


def wording_read(history: History, fact: str) -> str | None:
    """The fact as the agents of a run read it; None if it was never put before them."""
    found = history.facts.get(fact) or history.ours.get(fact)
    return found.text if found else None


def reading(turns: Sequence[Turn]) -> bool:
    """Whether a run that goes on has its clerk at the file: what he reads is not settled yet."""
    return not turns or turns[-1].key.role is Role.ORBIT


def spoken_of(turns: Iterable[Turn], named: int = NAMED) -> str:
    """``Move 1.2, ruling 1.2 and 3 others``; "" of nothing that a person has read."""
    names = [_name(t) for t in turns if t.key.role not in READS_THE_FILE and not t.key.seat]
    if not names:
        return ""
    shown, more = names[:named], len(names) - named
    if more > 0:
        said = f"{', '.join(shown)} and {more} other{'' if more == 1 else 's'}"
    else:
        said = " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
    return said[0].upper() + said[1:]


def _name(turn: Turn) -> str:
    name = _NAMES.get(turn.key.role)
    if name is not None:
        return f"{name} {turn.key.stage}"
    if turn.key.role is Role.ELEMENTS:
        return f"the elements of orbit {turn.key.orbit}"
    return f"the {turn.key.role} of orbit {turn.key.orbit}"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
