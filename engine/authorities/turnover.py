"""Citations that a page's end cuts in two: the name on one page, its place on the next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.authorities.types import Examined, Mark

_FURNITURE = re.compile(r"\s*(?:\n[^\n]{0,80}){0,4}\s*")
"""What may stand below a page's last line: its number, the docket's, a stamp."""
_AHEAD = 80
"""Characters into the next page in which the rest of the name stands."""


def joined(texts: Sequence[str], seen: Sequence[Examined]) -> list[Examined]:
    """``Montoya v. FedEx Ground`` at the end of a page and ``Package Sys., Inc., 614 F.3d 145`` at
    the beginning of the next are one citation, told where its place stands."""
    made = list(seen)
    for at in range(len(made) - 1):
        before, behind = made[at].marks, made[at + 1].marks
        if not before or not behind:
            continue
        name, place = before[-1], behind[0]
        if _cut(texts[at], name) and _rest(place):
            assert name.citation is not None and place.citation is not None
            whole = f"{name.citation.names} {place.citation.names}".strip()
            full = replace(place, citation=replace(place.citation, names=whole))
            made[at] = replace(made[at], marks=before[:-1])
            made[at + 1] = replace(made[at + 1], marks=(full, *behind[1:]))
    return made


def _cut(text: str, mark: Mark) -> bool:
    """Whether the page ends within a case's name."""
    named = mark.citation is not None and mark.citation.kind == "case_name" and not mark.loose
    if not named or mark.authority or mark.ours or mark.citation is None:
        return False
    return " v. " in mark.citation.names and bool(_FURNITURE.fullmatch(text[mark.end :]))


def _rest(mark: Mark) -> bool:
    """Whether the page begins with a place and no more than the end of a name before it."""
    one = mark.citation
    return (
        one is not None
        and one.kind == "case"
        and " v. " not in one.names
        and one.whole[0] <= _AHEAD // 2
        and one.start <= _AHEAD
    )
