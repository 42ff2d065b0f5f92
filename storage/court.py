"""A matter's court profile, version after version; the newest stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from engine.matter import CourtProfile, Pressure, Scope
from storage.tables import court_profile, document, fact
from storage.work import Work

ENGINE = "engine"
"""Who set a version that a run has proposed."""


@dataclass(frozen=True)
class Version:
    """One state of a matter's profile: ``active`` says that it was switched on."""

    profile: CourtProfile
    active: bool
    by: str
    at: datetime


class Court:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def standing(self, matter: str) -> Version | None:
        """None where nothing was ever set."""
        found = await self._read(matter, 1)
        return found[0] if found else None

    async def versions(self, matter: str) -> Sequence[Version]:
        """The newest first."""
        return await self._read(matter, None)

    async def put(self, matter: str, profile: CourtProfile, active: bool, by: str) -> CourtProfile:
        """A new version that stands from now on, with the next number; ``by`` is a person's id or
        :data:`ENGINE`."""
        await self._work.lock(f"court {matter}")
        standing = await self.standing(matter)
        numbered = replace(profile, version=standing.profile.version + 1 if standing else 1)
        await self._work.connection.execute(
            sa.insert(court_profile).values(
                matter=matter,
                version=numbered.version,
                active=active,
                data=self._work.seal.seal_json(matter, _as_json(numbered)),
                by=by,
                at=self._work.now(),
            )
        )
        return numbered

    async def propose(self, matter: str, profile: CourtProfile) -> CourtProfile:
        """Files what a run has proposed; what the run goes by.

        Weights that were set meanwhile stand, and the run goes by those. Where another judge was
        named meanwhile the proposal is filed, so that every version a ruling names is, and then
        again what was said of the court, which stands. Switched off meanwhile, it stays off."""
        await self._work.lock(f"court {matter}")
        standing = await self.standing(matter)
        if standing is None:
            return await self.put(matter, profile, False, ENGINE)
        said = standing.profile
        if said.pressures:
            return said
        kept = await self.put(matter, profile, standing.active, ENGINE)
        if (said.judge, said.decisions) != (profile.judge, profile.decisions):
            await self.put(matter, said, standing.active, standing.by)
        return kept

    async def documents_of(self, matter: str, facts: Iterable[str]) -> Mapping[str, int]:
        """Ids of the documents on record in which the facts stand, each with how many of them."""
        lowest = (
            sa.select(sa.func.min(fact.c.ordinal))
            .where(fact.c.document == document.c.seq)
            .scalar_subquery()
        )
        rows = await self._work.connection.execute(
            sa.select(
                document.c.number, document.c.facts, (document.c.first_fact + lowest).label("first")
            )
            .where(document.c.matter == matter, document.c.scope == Scope.RECORD)
            .where(document.c.state == "ready", document.c.facts > 0)
            .order_by(document.c.number)
        )
        numbers = [int(id[1:]) for id in facts]
        counts = {
            f"D{row.number}": sum(row.first <= n < row.first + row.facts for n in numbers)
            for row in rows
        }
        return {id: count for id, count in counts.items() if count}

    async def _read(self, matter: str, limit: int | None) -> list[Version]:
        rows = await self._work.connection.execute(
            sa.select(court_profile)
            .where(court_profile.c.matter == matter)
            .order_by(court_profile.c.version.desc())
            .limit(limit)
        )
        return [
            Version(
                _profile(self._work.seal.open_json(matter, row.data), row.version),
                row.active,
                row.by,
                row.at,
            )
            for row in rows
        ]


def _as_json(profile: CourtProfile) -> dict[str, Any]:
    return {
        "judge": profile.judge,
        "decisions": list(profile.decisions),
        "edited": profile.edited,
        "pressures": [
            [one.name, one.weight, one.because, list(one.facts)] for one in profile.pressures
        ],
    }


def _profile(data: dict[str, Any], version: int) -> CourtProfile:
    return CourtProfile(
        tuple(
            Pressure(name, weight, because, tuple(facts))
            for name, weight, because, facts in data["pressures"]
        ),
        data["judge"],
        tuple(data["decisions"]),
        data["edited"],
        version,
    )
