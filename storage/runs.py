"""Runs: what is owed, running, suspended and ended. Every change of state is conditional."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from engine.record import Reason, Run, RunState
from storage.errors import RunNotFound
from storage.tables import run
from storage.work import Work


class Runs:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def alone(self, matter: str) -> None:
        """Until this transaction ends nobody else asks for runs of the matter."""
        await self._work.lock(f"runs {matter}")

    async def create(self, new: Run) -> Run:
        """Store it, unless a run of that id is there already; what stands is returned."""
        await self._work.connection.execute(
            self._work.insert(run)
            .values(
                id=new.id,
                matter=new.matter,
                thread=new.thread,
                kind=new.kind,
                objective=self._work.seal.seal(new.matter, new.objective),
                rounds=new.rounds,
                orbits=new.orbits,
                seed=new.seed,
                panel=new.panel,
                state=new.state,
                reason=new.reason,
                generation=new.generation,
                stop_asked=new.stop_asked,
                requested_by=new.requested_by,
                fork_of=new.fork_of,
                at=self._work.now(),
            )
            .on_conflict_do_nothing(index_elements=["id"])
        )
        self._work.news.add("runs")
        return await self.get(new.id)

    async def get(self, id: str) -> Run:
        """Raises ``RunNotFound``."""
        found = await self._read(run.c.id == id)
        if not found:
            raise RunNotFound()
        return found[0]

    async def of_matter(self, matter: str) -> Sequence[Run]:
        """The newest first."""
        return (await self._read(run.c.matter == matter))[::-1]

    async def owed(self) -> Sequence[Run]:
        """Those to be started, the oldest first."""
        return await self._read(run.c.state == RunState.OWED)

    async def running(self) -> Sequence[Run]:
        return await self._read(run.c.state == RunState.RUNNING)

    async def mark_running(self, id: str, generation: int) -> bool:
        """True for the one caller that takes an owed run of this generation."""
        return await self._change(
            id,
            sa.and_(run.c.state == RunState.OWED, run.c.generation == generation),
            state=RunState.RUNNING,
        )

    async def ask_stop(self, id: str) -> bool:
        """True if the run is owed or running and nobody had asked before."""
        live = run.c.state.in_([RunState.OWED, RunState.RUNNING])
        return await self._change(id, sa.and_(live, ~run.c.stop_asked), stop_asked=True)

    async def owe_again(self, id: str) -> bool:
        """Resume a run that was stopped, held or failed; False if it is none of these."""
        suspended = run.c.state.in_([RunState.STOPPED, RunState.HELD])
        failed = sa.and_(run.c.state == RunState.ENDED, run.c.reason == Reason.FAILED)
        self._work.news.add("runs")
        return await self._change(
            id,
            sa.or_(suspended, failed),
            state=RunState.OWED,
            generation=run.c.generation + 1,
            stop_asked=False,
            reason=None,
        )

    async def close(self, id: str, state: RunState, reason: Reason | None) -> bool:
        """Set the state of a run that has not ended."""
        return await self._change(id, run.c.state != RunState.ENDED, state=state, reason=reason)

    async def _change(self, id: str, where: sa.ColumnElement[bool], **values: Any) -> bool:
        done = await self._work.connection.execute(
            sa.update(run).where(run.c.id == id, where).values(**values)
        )
        return done.rowcount == 1

    async def _read(self, where: sa.ColumnElement[bool]) -> Sequence[Run]:
        rows = await self._work.connection.execute(
            sa.select(run).where(where).order_by(run.c.at, run.c.id)
        )
        return [
            Run(
                id=row.id,
                matter=row.matter,
                thread=row.thread,
                objective=self._work.seal.open_(row.matter, row.objective),
                rounds=row.rounds,
                orbits=row.orbits,
                seed=row.seed,
                panel=row.panel,
                kind=row.kind,
                state=RunState(row.state),
                reason=Reason(row.reason) if row.reason else None,
                generation=row.generation,
                stop_asked=row.stop_asked,
                requested_by=row.requested_by,
                fork_of=row.fork_of,
            )
            for row in rows
        ]
