"""What the house says happened. Committed with the record; turned into posts elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.record import Json


class Kind(StrEnum):
    ACK = "ack"
    ANSWER = "answer"
    PROGRESS = "progress"
    ELEMENTS = "elements"
    MOVE = "move"
    RESPONSE = "response"
    RULING = "ruling"
    ROUND = "round"
    ORBIT = "orbit"
    PIVOT = "pivot"
    OUTCOME = "outcome"
    HOLD = "hold"
    DECISION = "decision"
    PHASE = "phase"
    BALLOT = "ballot"
    CONSENSUS = "consensus"
    EXECUTION = "execution"
    LAB = "lab"
    FINDING = "finding"
    REPORT = "report"
    NOTICE = "notice"
    ERROR = "error"


@dataclass(frozen=True)
class Event:
    """``key`` is unique: telling the same event twice stores it once.

    ``thread`` is the conversation it belongs to; ``data`` the whole structured object. An
    answer's data is ``{"post": …}``, the post as JSON. Of progress without a run, ``supersedes``
    names what it is the progress of: what has the same name later takes its place, and the answer
    that has it too ends it. Of an outcome it is the key of the run's earlier one. Storage gives
    ``seq`` and ``at``, and of an outcome ``replaces`` and ``replaced_by``: the ``seq`` of the run's
    outcome before it and of the newest after it, 0 of none.
    """

    key: str
    kind: Kind
    thread: str
    data: Json
    matter: str | None = None
    run: str | None = None
    supersedes: str | None = None
    seq: int = 0
    at: datetime | None = None
    replaces: int = 0
    replaced_by: int = 0
