"""The record of a run: its turns, and the strategies that lost."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from engine.record import Failure, Role, Run, Strategy, Turn, TurnKey, Usage
from storage.errors import RunNotFound
from storage.runs import Runs
from storage.tables import failure, run, turn
from storage.work import Work


class Turns:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def add(self, new: Turn) -> bool:
        """Store the turn unless one of its key stands. Raises ``RunNotFound``."""
        matter = await self._matter(new.key.run)
        key = new.key
        added = await self._work.connection.execute(
            self._work.insert(turn)
            .values(
                key=str(key),
                run=key.run,
                matter=matter,
                orbit=key.orbit,
                round=key.round,
                role=key.role,
                party=key.party,
                seat=key.seat,
                attempt=key.attempt,
                parent=new.parent,
                data=self._work.seal.seal_json(matter, new.data),
                prompt=new.usage.prompt,
                cached=new.usage.cached,
                evaluated=new.usage.evaluated,
                completion=new.usage.completion,
                model=new.model,
                at=self._work.now(),
            )
            .on_conflict_do_nothing(index_elements=["key"])
            .returning(turn.c.seq)
        )
        return added.first() is not None

    async def find(self, key: TurnKey) -> Turn | None:
        found = await self._read(turn.c.key == str(key))
        return found[0] if found else None

    async def of_run(self, id: str) -> Sequence[Turn]:
        """In the order they were settled."""
        return await self._read(turn.c.run == id)

    async def of_matter(self, matter: str) -> Sequence[Turn]:
        """Of all its runs, in the order they were settled."""
        return await self._read(turn.c.matter == matter)

    async def add_failures(self, key: TurnKey, failures: Sequence[Failure]) -> None:
        """What the turn of that key, which stands, added to the failure log."""
        matter = await self._matter(key.run)
        rows = [
            {
                "run": key.run,
                "matter": matter,
                "turn": str(key),
                "scope": _digest(one.scope),
                "data": self._work.seal.seal_json(matter, _failure_data(one)),
            }
            for one in failures
        ]
        if rows:
            await self._work.connection.execute(sa.insert(failure), rows)

    async def failures(self, scope: str, but: str) -> Sequence[Failure]:
        """Of other runs of the matter that the run ``but`` belongs to, in the same scope."""
        matter = await self._matter(but)
        rows = await self._work.connection.execute(
            sa.select(failure.c.data)
            .where(failure.c.matter == matter, failure.c.scope == _digest(scope))
            .where(failure.c.run != but)
            .order_by(failure.c.seq)
        )
        return [_failure(self._work.seal.open_json(matter, row.data)) for row in rows]

    async def earlier_rounds(self, but: str, limit: int) -> Sequence[tuple[Run, Turn]]:
        """The newest rounds of the matter's other runs, the oldest of them first."""
        matter = await self._matter(but)
        newest = await self._work.connection.scalars(
            sa.select(turn.c.seq)
            .where(turn.c.matter == matter, turn.c.run != but, turn.c.role == Role.ROUND)
            .order_by(turn.c.seq.desc())
            .limit(limit)
        )
        found = await self._read(turn.c.seq.in_(newest.all()))
        runs = Runs(self._work)
        of = {id: await runs.get(id) for id in {one.key.run for one in found}}
        return [(of[one.key.run], one) for one in found]

    async def _matter(self, id: str) -> str:
        found: str | None = await self._work.connection.scalar(
            sa.select(run.c.matter).where(run.c.id == id)
        )
        if found is None:
            raise RunNotFound()
        return found

    async def _read(self, where: sa.ColumnElement[bool]) -> Sequence[Turn]:
        rows = await self._work.connection.execute(
            sa.select(turn).where(where).order_by(turn.c.seq)
        )
        return [
            Turn(
                key=TurnKey(
                    run=row.run,
                    orbit=row.orbit,
                    round=row.round,
                    role=Role(row.role),
                    party=row.party,
                    seat=row.seat,
                    attempt=row.attempt,
                ),
                data=self._work.seal.open_json(row.matter, row.data),
                parent=row.parent,
                usage=Usage(row.prompt, row.cached, row.evaluated, row.completion),
                model=row.model,
            )
            for row in rows
        ]


def _digest(scope: str) -> str:
    return hashlib.sha256(scope.encode(errors="surrogatepass")).hexdigest()


def _failure_data(one: Failure) -> dict[str, Any]:
    strategy = one.strategy
    return {
        "strategy": {
            "theory": strategy.theory,
            "elements": sorted(strategy.elements),
            "vehicle": strategy.vehicle,
            "standard": strategy.standard,
            "facts": sorted(strategy.facts),
            "argument": strategy.argument,
        },
        "stage": one.stage,
        "why": one.why,
        "scope": one.scope,
        "rejected": list(one.rejected),
        "conditional": one.conditional,
        "conditions": list(one.conditions),
    }


def _failure(data: dict[str, Any]) -> Failure:
    strategy = data["strategy"]
    return Failure(
        strategy=Strategy(
            theory=strategy["theory"],
            elements=frozenset(strategy["elements"]),
            vehicle=strategy["vehicle"],
            standard=strategy["standard"],
            facts=frozenset(strategy["facts"]),
            argument=strategy.get("argument", ""),
        ),
        stage=data["stage"],
        why=data["why"],
        scope=data["scope"],
        rejected=tuple(data["rejected"]),
        conditional=data["conditional"],
        conditions=tuple(data.get("conditions", ())),
    )
