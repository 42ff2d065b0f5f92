"""Whether a section stands, and what is told of one that does not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.law.uslmtext import Element, flat, local

_GONE = re.compile(
    r"\W*(?:(repealed|omitted|transferred|renumbered|abrogated|rescinded)"
    r"(?=\W*$|[.,;:\]]| (?:or|to|as|by|and) |\s?[(§])|"
    r"(vacant|reserved|superseded|terminated|expired|executed|deleted)(?=\W*$))",
    re.I,
)
_ASIDE = re.compile(r"[(\[](repealed|omitted|transferred|renumbered|abrogated|rescinded)\b", re.I)
_MOST = 1200
"""Characters of notes that stand for the text of a section that is gone."""


def status_and_text(said: str, heading: str, own: str, notes: Sequence[Element]) -> tuple[str, str]:
    """``""`` in force, else one word; and the text, which for a section without any is what its
    heading and its notes say of where it went."""
    status = said.lower()
    if status == "unknown":
        aside = _ASIDE.search(heading)
        status = aside[1].lower() if aside else ""
    if not status and len(own) < _MOST and (match := _GONE.match(heading) or _GONE.match(own)):
        status = (match[1] or match[2]).lower()
    if own or not status:
        return status, own
    return status, "\n".join([heading, *_told(notes)])[:_MOST]


def _told(notes: Sequence[Element]) -> list[str]:
    """The paragraphs of notes that are not about effective dates or other acts."""
    found = []
    for group in notes:
        for note in group:
            if local(note) != "note" or note.get("role") == "crossHeading":
                continue
            if note.get("topic") in (None, "miscellaneous", "codification", "priorProvisions"):
                found += [flat(p) for p in note.iter("{*}p")]
    return [told for told in found if told]
