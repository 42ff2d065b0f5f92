"""A library in memory, and the labelled cases of the Supreme Court."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.authorities.reporters import usual
from engine.ports import LawSection, ReportedCase

_TABLE = Path(__file__).resolve().parents[2] / "fixtures" / "supreme_court_cases.tsv"


@dataclass(frozen=True)
class Labelled:
    """A case as a table has it, and as a lawyer cites it."""

    case: ReportedCase
    cited: str

    @property
    def citation(self) -> str:
        return f"{self.cited}, {self.case.volume} U.S. {self.case.page} ({self.case.year})"


@cache
def labelled() -> tuple[Labelled, ...]:
    made = []
    for line in _TABLE.read_text("utf-8").splitlines():
        volume, page, year, names, cited = line.split("\t")
        case = ReportedCase("U.S.", volume, page, tuple(names.split("|")), int(year))
        made.append(Labelled(case, cited))
    return tuple(made)


class Loaded:
    """Holds what it is given; parts of sections are those that were given."""

    def __init__(
        self,
        cases: Sequence[ReportedCase] = (),
        sections: Sequence[LawSection] = (),
        codes: Sequence[str] = (),
    ) -> None:
        self._cases, self._codes = tuple(cases), frozenset(codes)
        self._sections = {one.identifier: one for one in sections}

    async def cases_at(self, places: Sequence[tuple[str, str, str]]) -> Sequence[ReportedCase]:
        return [c for c in self._cases if (usual(c.reporter), c.volume, c.page) in set(places)]

    async def volumes(self, of: Sequence[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        return frozenset(of) & {(usual(one.reporter), one.volume) for one in self._cases}

    async def cases_named(self, words: Sequence[str], limit: int) -> Sequence[ReportedCase]:
        def has(case: ReportedCase) -> bool:
            return any(set(words) <= set(re.findall(r"\w+", name.lower())) for name in case.names)

        return [one for one in self._cases if has(one)][:limit]

    async def sections(self, identifiers: Sequence[str]) -> Sequence[LawSection]:
        return [self._sections[one] for one in identifiers if one in self._sections]

    async def codes(self) -> frozenset[str]:
        return self._codes
