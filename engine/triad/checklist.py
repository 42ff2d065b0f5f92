"""The last of Lead Counsel's phases, done by rule: what a move rests on, and what it lacks.

A model that is asked whether its work is complete says that it is. So the record is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.authorities.types import Verdict
from engine.record import Json
from engine.search.history import History


def checklist(move: Json, history: History, orbit: int) -> list[dict[str, Any]]:
    """``{"item", "ok", "detail"}`` a line, in the order in which counsel would check.

    ``move`` is the cleaned move, so that what was taken out of it counts."""
    sections = move["sections"]
    bare = [f"S{n}" for n, one in enumerate(sections, 1) if one["unsupported"]]
    argued = {e for one in sections for e in one["elements"]}
    left = [one["id"] for one in history.elements(orbit) if one["id"] not in argued]
    cited = {a for one in sections for a in one["authorities"]}
    unverified = [
        one
        for one in sorted(cited)
        if history.authorities[one].verdict not in ("", Verdict.VERIFIED)
    ]
    idle = _idle(move)
    removed = len(move.get("removed_citations", ())) + len(move.get("removed_quotations", ()))
    return [
        _line("Every section rests on a fact on file", bare, "unsupported"),
        _line("Every determinative fact is argued", idle, "named and not argued"),
        _line("Every element is addressed", left, "not addressed"),
        _line("Every authority is verified", unverified, "unverified"),
        {
            "item": "No citation or quotation from outside the file",
            "ok": not removed,
            "detail": f"{removed} made a placeholder" if removed else "",
        },
        {
            "item": "What the file lacks is named",
            "ok": bool(move["gaps"]) or not bare,
            "detail": "" if move["gaps"] or not bare else "an unsupported section without a gap",
        },
    ]


def _idle(move: Json) -> list[str]:
    argued = {fact["id"] for one in move["sections"] for fact in one["facts"]}
    return [one for one in move["determinative"] if one not in argued]


def _line(item: str, missing: Sequence[str], said: str) -> dict[str, Any]:
    detail = f"{', '.join(missing)} {said}" if missing else ""
    return {"item": item, "ok": not missing, "detail": detail}
