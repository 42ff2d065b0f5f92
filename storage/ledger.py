"""The engine's ledger over the database."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Event
from engine.record import Failure, Reason, Run, RunState, Turn, TurnKey
from storage.house import House


class SqlLedger:
    """Implements :class:`engine.ports.Ledger`."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def run(self, run: str) -> Run:
        """Raises ``RunNotFound``."""
        async with self._house.reading() as view:
            return await view.runs.get(run)

    async def turns(self, run: str) -> Sequence[Turn]:
        async with self._house.reading() as view:
            return await view.turns.of_run(run)

    async def find(self, key: TurnKey) -> Turn | None:
        async with self._house.reading() as view:
            return await view.turns.find(key)

    async def settle(
        self, turn: Turn, events: Sequence[Event] = (), failures: Sequence[Failure] = ()
    ) -> Turn:
        """Whoever comes second gets the turn that stands; its own events and failures are
        dropped with its answer. Raises ``RunNotFound``."""
        async with self._house.writing() as unit:
            if await unit.turns.add(turn):
                await unit.turns.add_failures(turn.key, failures)
                await unit.events.append(events)
            stands = await unit.turns.find(turn.key)
        if stands is None:
            raise LookupError("a turn that was neither stored nor found")
        return stands

    async def tell(self, events: Sequence[Event]) -> None:
        async with self._house.writing() as unit:
            await unit.events.append(events)

    async def failures(self, scope: str, but: str) -> Sequence[Failure]:
        """Of the same matter only, whatever the scope says. Raises ``RunNotFound``."""
        async with self._house.reading() as view:
            return await view.turns.failures(scope, but)

    async def earlier(self, run: str, limit: int) -> Sequence[tuple[Run, Turn]]:
        async with self._house.reading() as view:
            return await view.turns.earlier_rounds(run, limit)

    async def close_run(self, run: str, state: RunState, reason: Reason | None) -> None:
        async with self._house.writing() as unit:
            await unit.runs.close(run, state, reason)
