"""How many adverse interests a matter has: a simulation plays two sides and no more. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.matter import Party

SIDES = 2
"""Sides that a simulation plays: the client's and one opponent's."""

_PRESENT = re.compile(
    r"\b(?:witness(?:es)?|experts?|agency|agencies|regulators?|judge|magistrate|master|justice|court|"
    r"tribunal|counsel|solicitors?|barristers?|attorneys?|lawyers?|mediators?|arbitrators?|"
    r"non-?part(?:y|ies)|amicus|amici|clerk|interpreter|custodian|standards? body|guardian)\b",
    re.I,
)
"""Who is named in a matter and litigates nothing in it."""
_THIRD = re.compile(r"^third part(?:y|ies)$", re.I)
"""Somebody outside the case, where nothing more is said."""
_OTHER = re.compile(
    r"\b(?:interven\w*|third[- ]party|cross[- ]\w+|interplead\w*|objectors?)\b", re.I
)
_MOVING = re.compile(
    r"\b(?:plaintiffs?|claimants?|relators?|petitioners?|applicants?|appellants?|pursuers?|"
    r"complainants?|prosecut\w+|class(?: representatives?)?)\b",
    re.I,
)
_ANSWERING = re.compile(r"\b(?:defendants?|respondents?|appellees?|defenders?|accused)\b", re.I)
_ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)?)\s+",
    re.I,
)


@dataclass(frozen=True)
class Interest:
    """Parties that a simulation may take for one: by their side, or by a role of their own."""

    role: str
    parties: tuple[str, ...]
    ours: bool = False

    @property
    def words(self) -> str:
        return f"{self.role} ({', '.join(self.parties)})" if any(self.parties) else self.role


def interests(parties: Sequence[Party]) -> tuple[Interest, ...]:
    """The matter's litigating interests in the order of its parties, the client's among them.

    Parties who move together, or answer together, are one; the client's are one whatever they
    are called; who is only named in the case is none."""
    ours = {_side(party.role) for party in parties if party.ours}
    found: dict[str, list[Party]] = {}
    for party in parties:
        side = _side(party.role)
        if party.ours or side:
            found.setdefault("ours" if party.ours or side in ours else side, []).append(party)
    return tuple(
        Interest(of[0].role.strip() or "party", tuple(one.name for one in of), side == "ours")
        for side, of in found.items()
    )


def _side(role: str) -> str:
    """``moving``, ``answering``, a role that stands for itself, or "" of who does not litigate."""
    said = " ".join(role.split())
    if not said or _PRESENT.search(said) or _THIRD.fullmatch(said):
        return ""
    said = _ORDINAL.sub("", said) or said
    if other := _OTHER.search(said):
        return other[0].lower().replace("-", " ")
    sides = [(found.start(), name) for name, found in _found(said) if found]
    return min(sides)[1] if sides else said.lower()


def _found(said: str) -> list[tuple[str, re.Match[str] | None]]:
    return [("moving", _MOVING.search(said)), ("answering", _ANSWERING.search(said))]


def warning(parties: Sequence[Party]) -> str:
    """What a person should know before the start; "" where two sides are all there are."""
    found = interests(parties)
    if len(found) <= SIDES:
        return ""
    named = "; ".join(one.words for one in found)
    return (
        f"This matter names {len(found)} adverse interests: {named}. A simulation plays two sides: "
        "everyone but the client's side is treated as one opponent, so what divides them is not "
        "tried."
    )
