"""What every surface of text shares: the kinds' names, the badges, and text made visible."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.events import Kind
from handlers.posts import Post

Tone = Literal["good", "bad", "mixed", "plain"]

NAMES: Mapping[Kind, str] = {
    Kind.ACK: "Received",
    Kind.ANSWER: "Answer",
    Kind.PROGRESS: "In progress",
    Kind.ELEMENTS: "Elements",
    Kind.MOVE: "Lead Counsel",
    Kind.RESPONSE: "Opposing Counsel",
    Kind.RULING: "The Court",
    Kind.ROUND: "Round",
    Kind.ORBIT: "Orbit",
    Kind.PIVOT: "Pivot",
    Kind.OUTCOME: "Outcome",
    Kind.HOLD: "Ethics hold",
    Kind.DECISION: "Decision",
    Kind.PHASE: "Phase",
    Kind.BALLOT: "Ballot",
    Kind.CONSENSUS: "Consensus",
    Kind.EXECUTION: "Command",
    Kind.LAB: "Lab",
    Kind.FINDING: "Finding",
    Kind.REPORT: "Report",
    Kind.NOTICE: "Notice",
    Kind.ERROR: "Not done",
}

_TONES: Mapping[str, Tone] = {
    "win": "good",
    "achieved": "good",
    "approved": "good",
    "loss": "bad",
    "failed": "bad",
    "not_viable": "bad",
    "rejected": "bad",
    "conditional": "mixed",
    "exhausted": "mixed",
    "held": "mixed",
    "stopped": "mixed",
}
_DECIDED = {Kind.RULING: "outcome", Kind.ROUND: "outcome", Kind.OUTCOME: "reason"}
_WORD = re.compile(r"[a-z][a-z_ ]{0,30}")


@dataclass(frozen=True)
class Badge:
    text: str
    tone: Tone


def badge(post: Post) -> Badge | None:
    """How a ruling, round or run came out, in one word; None for other posts."""
    key = _DECIDED.get(post.kind)
    value = post.data.get(key) if key else None
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        return None
    return Badge(value.replace("_", " ").capitalize(), _TONES.get(value, "plain"))


_LINE_ENDS = re.compile("\r\n|[\u2028\u2029]")
# C0 but tab and line feed, DEL, C1, the directional overrides that reorder what is read, and
# halves of surrogate pairs, which no encoding can write.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """``text`` in which nothing can steer a terminal or reorder what is read."""
    return _UNSEEN.sub(_picture, _LINE_ENDS.sub("\n", text))


def one_line(text: str) -> str:
    """:func:`visible` on one line, so that a title or a name cannot pass for more than itself."""
    return " ".join(visible(text).split())


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"
