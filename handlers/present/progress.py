"""The one live line of a run."""

from __future__ import annotations

from engine.events import Event, Kind
from handlers.posts import Action, Post, Progress
from handlers.replies import text


def progress(event: Event) -> Post:
    data = event.data
    body = (text(data["reason"]),) if data.get("reason") else ()
    actions = (
        () if data["ended"] or not event.run else (Action("stop", "Stop", "danger", event.run),)
    )
    return Post(
        Kind.PROGRESS,
        data["says"],
        body,
        progress=Progress(min(data["done"], data["total"]), data["total"]),
        actions=actions,
        notification="A simulation makes progress.",
    )
