"""Event to post: what each thing that happened reads like. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.events import Event, Kind
from handlers.posts import PRIVILEGE, RESEARCH_ONLY, Post, from_json
from handlers.present import court, progress, search, turns

_PRESENTERS: dict[Kind, Callable[[Event], Post]] = {
    Kind.PROGRESS: progress.progress,
    Kind.FINDING: court.court_profile,
    Kind.ELEMENTS: turns.elements,
    Kind.MOVE: turns.move,
    Kind.RESPONSE: turns.response,
    Kind.RULING: turns.ruling,
    Kind.ROUND: search.round_,
    Kind.ORBIT: search.orbit,
    Kind.PIVOT: search.pivot,
    Kind.OUTCOME: search.outcome,
}
"""To show a new kind of event, write its presenter and name it here."""

SIMULATED = "Played by the scripted double, not by a model."


def present(event: Event) -> Post:
    """The post of an event, with its id, its reminder and, on a matter, the privilege legend."""
    if "post" in event.data:
        post = from_json(event.data["post"])
    else:
        post = _PRESENTERS[event.kind](event)
        post = replace(post, data=dict(event.data), marks=(*_marks(event), *post.marks))
    footer = (RESEARCH_ONLY, PRIVILEGE) if event.matter else (RESEARCH_ONLY,)
    return replace(
        post,
        id=f"P{event.seq}",
        run=event.run,
        thread=event.thread,
        matter=event.matter,
        footer=footer,
        supersedes=f"P{event.replaces}" if event.replaces else event.supersedes,
        superseded_by=f"P{event.replaced_by}" if event.replaced_by else None,
        # What it offers is offered by the newer one, or no longer.
        actions=() if event.replaced_by else post.actions,
    )


def _marks(event: Event) -> tuple[str, ...]:
    model = event.data.get("model") or {}
    said = [SIMULATED] if model.get("simulated") else []
    if event.replaces:
        said.append(f"Supersedes the outcome in P{event.replaces}.")
    if event.replaced_by:
        said.append(f"Superseded: the run went on and ended in P{event.replaced_by}.")
    return tuple(said)
