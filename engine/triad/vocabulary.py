"""Procedural vehicles and standards a move chooses among.

Words only, no rules of law: what each requires is for the authorities on file. A list keeps
strategies comparable, so that new words for an old strategy are recognised as a repeat.
"""

from __future__ import annotations

VEHICLES: tuple[str, ...] = (
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
    "post-trial motion",
)

STANDARDS: tuple[str, ...] = (
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
)

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
