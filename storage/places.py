"""Where something is shown, and one message owed there."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True)
class Place:
    """A conversation on a platform. ``thread`` is the platform's root message, "" for the top.

    ``person`` is set where only that person is to see it.
    """

    surface: str
    tenant: str
    channel: str
    thread: str = ""
    person: str = ""


@dataclass(frozen=True)
class Due:
    """One message owed. ``key`` is the same at every attempt; ``attempts`` counts those before
    this one and ``first_tried`` is Unix seconds of the first of them, None if there was none.
    ``shown`` is the platform's id of the message to change, when this is newer progress of a run
    whose progress message stands already; or, with ``again``, the event's own message, of which
    something else is to be said by now. If that one is gone, nothing is shown."""

    id: int
    key: str
    event: Event
    place: Place
    part: int
    attempts: int
    first_tried: float | None = None
    shown: str | None = None
    again: bool = False
