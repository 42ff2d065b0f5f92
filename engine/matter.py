"""What a matter is made of, as the engine sees it: parties, facts, authorities, elements."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """Who may see a document and its facts in the simulated contest."""

    RECORD = "record"
    OURS = "ours"


class Sensitivity(StrEnum):
    ROUTINE = "routine"
    CONFIDENTIAL = "confidential"
    RESTRICTED = "restricted"


class Weight(StrEnum):
    """What an authority is worth to our side."""

    BINDING = "binding"
    PERSUASIVE = "persuasive"
    ADVERSE = "adverse"


@dataclass(frozen=True)
class Party:
    """``role`` is the party's role in the case ("defendant"); ``ours`` marks the firm's client."""

    role: str
    name: str
    ours: bool = False


@dataclass(frozen=True)
class Matter:
    """A client-matter. ``id`` is random; ``number`` is the firm's own client-matter number."""

    id: str
    number: str
    title: str
    client: str = ""
    forum: str = ""
    stage: str = ""
    practice: str = ""
    brief: str = ""
    objective: str = ""
    sensitivity: Sensitivity = Sensitivity.CONFIDENTIAL
    parties: tuple[Party, ...] = ()
    thread: str = ""
    consent: bool = False


class FactState(StrEnum):
    """What a lawyer has said of a fact. Agents never read one that is ``INADMISSIBLE``."""

    STANDS = "stands"
    CORRECTED = "corrected"
    DISPUTED = "disputed"
    INADMISSIBLE = "inadmissible"


@dataclass(frozen=True)
class Fact:
    """A sentence or table row taken verbatim by rule. ``id`` is ``F12`` within its matter.

    A corrected fact's ``text`` is the lawyer's; ``note`` is what was said of it.
    """

    id: str
    text: str
    document: str
    title: str
    place: str
    scope: Scope
    page: int | None = None
    state: FactState = FactState.STANDS
    note: str = ""


@dataclass(frozen=True)
class Authority:
    """An authority on file in a matter. ``id`` is ``A7`` within its matter.

    ``text`` is what may be quoted from it, where the firm has it; ``identifier`` is its place in
    the library (``/us/usc/t31/s3729/b/4``); ``verdict`` is what the check found when it was
    added, a value of ``engine.authorities.types.Verdict``.
    """

    id: str
    citation: str
    names: tuple[str, ...] = ()
    year: int | None = None
    court: str = ""
    kind: str = "case"
    weight: Weight = Weight.PERSUASIVE
    holding: str = ""
    text: str = ""
    identifier: str = ""
    verdict: str = ""


@dataclass(frozen=True)
class Element:
    """One element of an objective. ``id`` is ``E1`` within (matter, objective)."""

    id: str
    name: str
    burden_holder: str
    standard_of_proof: str
    authority: str | None = None
    facts_for: tuple[str, ...] = ()
    facts_against: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()


PRESSURES: tuple[str, ...] = (
    "risk of reversal",
    "credibility of the litigants",
    "docket",
    "remedial caution",
    "deference to institutions",
)
"""Dimensions of judicial behaviour (architecture reference, section 2.2)."""


@dataclass(frozen=True)
class Pressure:
    """One of :data:`PRESSURES` on a court; ``weight`` lies between 0 and 1, 0.5 is usual."""

    name: str
    weight: float
    because: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class CourtProfile:
    """What moves a matter's court beside the law, as long as it is switched on.

    Without ``pressures`` it is yet to be proposed, which the next run does. ``judge`` is a named
    judge, of whom ``decisions`` are the facts on file; ``edited`` says that a lawyer set it.
    ``version`` counts its changes.
    """

    pressures: tuple[Pressure, ...] = ()
    judge: str = ""
    decisions: tuple[str, ...] = ()
    edited: bool = False
    version: int = 0
