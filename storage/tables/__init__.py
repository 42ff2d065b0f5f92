"""All tables of the house, as SQLAlchemy Core tables over one metadata."""

from __future__ import annotations

from storage.tables.base import SEQ, Utc, metadata
from storage.tables.corpus import authority, document, element, fact, page, passage
from storage.tables.people import (
    binding,
    identity,
    matter,
    membership,
    party,
    person,
    place_matter,
    role,
    screen,
    thread,
)
from storage.tables.work import audit, delivery, event, failure, inbox, run, turn

__all__ = [
    "SEQ",
    "Utc",
    "audit",
    "authority",
    "binding",
    "delivery",
    "document",
    "element",
    "event",
    "fact",
    "failure",
    "identity",
    "inbox",
    "matter",
    "membership",
    "metadata",
    "page",
    "party",
    "passage",
    "person",
    "place_matter",
    "role",
    "run",
    "screen",
    "thread",
    "turn",
]
