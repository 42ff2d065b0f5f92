"""Data of settled turns as the engine makes them, around what a test is about."""

from __future__ import annotations

from typing import Any


def clerk(**data: Any) -> dict[str, Any]:
    return {
        "title": "Roe v. Halden", "forum": "a court", "stage": "", "brief": "", "parties": [],
        "objective": "dismissal", "facts": [], "ours": [], "authorities": [], "barred": [],
        "advice": [], "secret": [], "profile": None, "model": {"name": "a model"}, **data,
    }  # fmt: skip


def move(facts: list[dict[str, Any]], **data: Any) -> dict[str, Any]:
    section = {"text": "So it was.", "elements": [], "facts": facts, "authorities": []}
    return {
        "analysis": "", "adaptation": "", "determinative": [one["id"] for one in facts],
        "takes_up": None, "vehicle": "motion to dismiss", "standard": "clear error",
        "why_standard": "", "theory": "They knew.", "frame": "", "sections": [section],
        "gaps": [], "why_new": "", "repeat": None, **data,
    }  # fmt: skip


def response(facts: list[dict[str, Any]], **data: Any) -> dict[str, Any]:
    attack = {
        "tier": "evidentiary", "target": "S1", "element": None, "facts": facts, "authorities": [],
        "undermines": None, "text": "It was not so.", "strength": 0.5,
    }  # fmt: skip
    return {"attacks": [attack], "passed_over": [], "concessions": [], **data}


def ruling(outcome: str, **data: Any) -> dict[str, Any]:
    return {
        "outcome": outcome, "conditions": [], "confidence": None, "votes": {outcome: 1},
        "standard": "clear error", "elements": [], "facts": [], "reasoning": "So it is.",
        "institution": "", "context": "", "profile": None, "profile_effects": [], "hints": [],
        "reversal_risk": "low", **data,
    }  # fmt: skip
