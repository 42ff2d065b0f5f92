"""Invented cases: a few points in dispute, and a file in which each fact has words of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.matter import Fact, Matter, Party, Scope

POINTS = 4
"""Points in dispute; each becomes an element."""
SMALL, LARGE = (24, 40), (80, 110)
"""Least and most facts of a file that a window of 8,192 tokens shows whole, and of one that it does
not, so that counsel has to search."""

_FORUMS = (
    "a federal district court",
    "a state superior court",
    "High Court of Justice, Chancery Division",
)
_STAGES = ("before disclosure", "after discovery", "on the eve of trial")
_MONTHS = ("January", "March", "April", "June", "July", "October", "November")
_FORMS = (
    "{who} entered the {own} on {day} {month}, when the {point} was open.",
    "The {own} went to {who} before anyone asked about the {point}.",
    "{who} told the board on {day} {month} that the {own} bore on the {point}.",
    "Nobody at {who} had read the {own} by {day} {month}.",
    "The {own} was signed by {who} and never withdrawn.",
    "A note of {day} {month} says that {who} relied on the {own} for the {point}.",
    "{who} paid for the {own} in {month} and asked for no receipt.",
    "The {own} was kept at {who}, beside the papers on the {point}.",
)


@dataclass(frozen=True)
class Case:
    """``points`` are the names of what is in dispute, the first the one the objective names;
    ``own`` the words of each fact, by its id, that no other has; ``spare`` pairs of words, as a
    fact has them, that stand nowhere in the file."""

    matter: Matter
    points: tuple[str, ...]
    facts: tuple[Fact, ...]
    own: Mapping[str, str]
    spare: tuple[str, ...]


def case(chance: random.Random, number: int) -> Case:
    words = _words(chance)
    points = tuple(f"{next(words)} {next(words)}" for _ in range(POINTS))
    us, them = next(words).title(), next(words).title()
    least, most = SMALL if chance.random() < 0.6 else LARGE
    own = {
        f"F{n}": f"{next(words)} {next(words)}" for n in range(1, chance.randint(least, most) + 1)
    }
    facts = tuple(
        _fact(n, named, chance.choice(points), next(words).title(), chance)
        for n, named in enumerate(own.values(), 1)
    )
    matter = Matter(
        id=f"M-{number}",
        number=f"0000-{number:04}",
        title=f"{us} v. {them}",
        forum=chance.choice(_FORUMS),
        stage=chance.choice(_STAGES),
        brief=f"In dispute: {'; '.join(f'the {point}' for point in points)}.",
        objective=f"a decision for {us} on the {points[0]}",
        parties=(Party("claimant", us, True), Party("defendant", them)),
        thread=f"T-{number}",
    )
    spare = tuple(f"{next(words)} {next(words)}" for _ in range(POINTS))
    return Case(matter, points, facts, own, spare)


def _fact(number: int, own: str, point: str, who: str, chance: random.Random) -> Fact:
    text = chance.choice(_FORMS).format(
        who=who,
        own=own,
        point=point,
        day=chance.randint(1, 28),
        month=chance.choice(_MONTHS),
    )
    document = (number + 7) // 8
    title, place = f"Exhibit {document}", f"p. {number}"
    return Fact(f"F{number}", text, f"D{document}", title, place, Scope.RECORD)


def _words(chance: random.Random) -> Iterator[str]:
    """Words that can be said and do not come twice."""
    seen: set[str] = set()
    while True:
        head = chance.choice("bdfgklmnprtvz") + chance.choice("aeiou")
        middle = chance.choice("lmnrt") + chance.choice("bdgkmptv") + chance.choice("aiou")
        word = head + middle + chance.choice("klmnrt")
        if word not in seen:
            seen.add(word)
            yield word
