"""Procedural vehicles and standards a move chooses among, as the forum's advocates name them.

Words only, no rules of law: what each requires is for the authorities on file. A list keeps
strategies comparable, so that new words for an old strategy are recognised as a repeat.
"""

from __future__ import annotations

import re
from enum import StrEnum

from engine.record import Json


class Tradition(StrEnum):
    """How advocates of a forum write, and what their applications are called."""

    AMERICAN = "american"
    ENGLISH = "english"


_ENGLISH = re.compile(
    r"\b(?:England|Wales|High Court of Justice|Chancery Division|King's Bench|Queen's Bench|"
    r"Business and Property Courts|UK Supreme Court|Supreme Court of the United Kingdom|"
    r"Competition Appeal Tribunal|Upper Tribunal|Northern Ireland)\b",
    re.I,
)

_VEHICLES: dict[Tradition, tuple[str, ...]] = {
    Tradition.AMERICAN: (
        "motion to dismiss",
        "motion for judgment on the pleadings",
        "motion for summary judgment",
        "motion for partial summary judgment",
        "motion to strike",
        "motion to exclude evidence",
        "motion to compel disclosure",
        "motion for expedited discovery",
        "motion to stay",
        "motion to sever or bifurcate",
        "motion for a protective order",
        "motion for certification of an appeal",
        "application for interim relief",
        "motion for class certification",
        "motion for judgment as a matter of law",
        "post-trial motion",
        "appeal on the merits",
    ),
    Tradition.ENGLISH: (
        "application for summary judgment",
        "application to strike out",
        "application for an interim injunction",
        "application for specific disclosure",
        "application for further information",
        "application for a stay",
        "application for trial of a preliminary issue",
        "application to exclude or limit evidence",
        "application for security for costs",
        "application for permission to amend",
        "application for an unless order",
        "application for permission to appeal",
        "appeal on the merits",
    ),
}

_STANDARDS: dict[Tradition, tuple[str, ...]] = {
    Tradition.AMERICAN: (
        "plausibility of the pleading",
        "particularity of the pleading",
        "no genuine dispute of material fact",
        "legal sufficiency, de novo",
        "preponderance of the evidence",
        "clear and convincing evidence",
        "abuse of discretion",
        "clear error",
        "balance of hardships",
        "good cause",
    ),
    Tradition.ENGLISH: (
        "no real prospect of success",
        "no reasonable grounds for the claim",
        "serious issue and balance of convenience",
        "balance of probabilities",
        "construction as a question of law",
        "necessity and proportionality",
        "just and convenient",
        "wrong in law or principle",
        "no reasonable tribunal could have found it",
    ),
}

STANDARDS_OF_PROOF: tuple[str, ...] = (
    "preponderance of the evidence",
    "clear and convincing evidence",
    "beyond reasonable doubt",
    "balance of probabilities",
    "plausible pleading",
    "particularised pleading",
    "question of law",
)

TIERS: tuple[str, ...] = ("threshold", "evidentiary", "legal theory", "equitable")
"""The order in which Opposing Counsel attacks."""


def tradition(forum: str) -> Tradition:
    """Whose words a forum speaks, by its name; American unless it is known to be English.

    >>> tradition("High Court of Justice, Chancery Division")
    <Tradition.ENGLISH: 'english'>
    """
    return Tradition.ENGLISH if _ENGLISH.search(forum) else Tradition.AMERICAN


def vehicles(of: Tradition) -> tuple[str, ...]:
    return _VEHICLES[of]


def standards(of: Tradition) -> tuple[str, ...]:
    return _STANDARDS[of]


def tradition_of(clerk: Json) -> Tradition:
    """Of the forum that a run's clerk has read."""
    return tradition(str(clerk["forum"]))
