"""Who may do what: one decision, made in one place."""

from __future__ import annotations

from dataclasses import dataclass

from handlers.registry import Right

LAWYERS = frozenset({"lawyer", "partner", "ethics", "administrator"})
"""Roles in the firm that may open a matter."""

_OF_MEMBERSHIP: dict[str, frozenset[Right]] = {
    "owner": frozenset({Right.READ, Right.WORK, Right.MANAGE}),
    "member": frozenset({Right.READ, Right.WORK}),
    "reader": frozenset({Right.READ}),
}


@dataclass(frozen=True)
class Actor:
    """A person as this request knows them: who, from where, with which roles in the firm."""

    person: str
    name: str
    surface: str
    tenant: str
    roles: frozenset[str]


@dataclass(frozen=True)
class Standing:
    """An actor's relation to a matter: membership (None: not of the team) and screen."""

    membership: str | None
    screened: bool = False


@dataclass(frozen=True)
class Decision:
    allowed: bool
    why: str = ""


def decide(actor: Actor, right: Right, standing: Standing | None = None) -> Decision:
    """Allowed only on a positive ground; what is unknown or empty is denied."""
    if right is Right.ASK:
        return Decision(bool(actor.roles), "You have no role in this firm yet.")
    if right is Right.OPEN_MATTER:
        return Decision(bool(actor.roles & LAWYERS), "Only a lawyer opens a matter.")
    if standing is None:
        return Decision(False, "No matter was named.")
    if standing.screened:
        return Decision(False, "An ethical wall stands between you and this matter.")
    held = _OF_MEMBERSHIP.get(standing.membership or "", frozenset())
    if right in held:
        return Decision(True)
    if Right.READ in held:
        return Decision(False, "You may read this matter, not work on it.")
    return Decision(False, "You are not on this matter's team.")
