"""Round, orbit, run: the order of turns, as a plain coroutine over one function that takes them.

Whether a run goes on is read from settled turns alone, never from prose. ``take`` says how a turn
went: ``settled``, ``stopped`` (a person asked to stop before it), or ``failed:<code>``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.record import Reason, Role, Run, Turn, TurnKey

REPEATS = 3
"""How often a repeat is sent back before the round is recorded as forfeited."""

SETTLED, STOPPED, FAILED = "settled", "stopped", "failed:"
Take = Callable[[TurnKey], Awaitable[str]]
Look = Callable[[TurnKey], Awaitable[Turn]]


@dataclass(frozen=True)
class Ending:
    reason: Reason
    code: str = ""


class _Interrupted(Exception):
    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


async def simulate(run: Run, take: Take, look: Look) -> Ending:
    """Play the run to its typed ending. ``look`` reads back a turn that was settled."""
    play = _Play(run, take, look)
    try:
        return await play.run_through()
    except _Interrupted as interrupted:
        if interrupted.how == STOPPED:
            return Ending(Reason.STOPPED)
        return Ending(Reason.FAILED, interrupted.how.removeprefix(FAILED))


class _Play:
    def __init__(self, run: Run, take: Take, look: Look) -> None:
        self._run, self._take, self._look = run, take, look

    async def run_through(self) -> Ending:
        for orbit in range(1, self._run.orbits + 1):
            await self._turn(orbit, 0, Role.CLERK)
            await self._turn(orbit, 0, Role.ELEMENTS)
            for number in range(1, self._run.rounds + 1):
                if await self._round(orbit, number) == "win":
                    await self._turn(orbit, 0, Role.ORBIT)
                    return Ending(Reason.ACHIEVED)
            spent = await self._turn(orbit, 0, Role.ORBIT)
            if orbit < self._run.orbits and not spent.data["pivot"]:
                return Ending(Reason.NOT_VIABLE)
        return Ending(Reason.EXHAUSTED)

    async def _round(self, orbit: int, number: int) -> str:
        for attempt in range(REPEATS + 1):
            move = await self._turn(orbit, number, Role.LEAD, attempt)
            if not move.data["repeat"]:
                await self._turn(orbit, number, Role.OPPOSING)
                await self._turn(orbit, number, Role.JUDGE)
                break
        return str((await self._turn(orbit, number, Role.ROUND)).data["outcome"])

    async def _turn(self, orbit: int, number: int, role: Role, attempt: int = 0) -> Turn:
        key = TurnKey(self._run.id, orbit, number, role, attempt=attempt)
        how = await self._take(key)
        if how != SETTLED:
            raise _Interrupted(how)
        return await self._look(key)
