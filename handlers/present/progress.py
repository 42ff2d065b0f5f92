"""The one live line of a run, and that of an upload."""

from __future__ import annotations

from engine.events import Event, Kind
from handlers.posts import Action, Post, Progress
from handlers.replies import text


def progress(event: Event) -> Post:
    data = event.data
    body = (text(data["reason"]),) if data.get("reason") else ()
    return Post(
        Kind.PROGRESS,
        data["says"],
        body,
        progress=Progress(min(data["done"], data["total"]), data["total"]),
        actions=() if data["ended"] else _stop(event),
        notification="A simulation makes progress." if event.run else "Files are being read.",
    )


def _stop(event: Event) -> tuple[Action, ...]:
    if event.run:
        return (Action("stop", "Stop", "danger", event.run),)
    upload = event.data.get("upload")
    return (Action("stop_upload", "Stop", "danger", upload),) if upload else ()
