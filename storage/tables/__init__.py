"""All tables of the house, as SQLAlchemy Core tables over one metadata."""

from __future__ import annotations

from storage.tables.base import SEQ, Utc, metadata
from storage.tables.corpus import (
    authority,
    document,
    element,
    fact,
    fact_change,
    fact_vector,
    page,
    passage,
    turn_mark,
)
from storage.tables.court import court_profile, model_standing
from storage.tables.law import law_load, law_name, law_reference, law_section, reported_case
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
    "court_profile",
    "delivery",
    "document",
    "element",
    "event",
    "fact",
    "fact_change",
    "fact_vector",
    "failure",
    "identity",
    "inbox",
    "law_load",
    "law_name",
    "law_reference",
    "law_section",
    "matter",
    "membership",
    "metadata",
    "model_standing",
    "page",
    "party",
    "passage",
    "person",
    "place_matter",
    "reported_case",
    "role",
    "run",
    "screen",
    "thread",
    "turn",
    "turn_mark",
]
