"""Round, orbit, run: the order of turns, as a plain coroutine over one function that takes them.

Whether a run goes on is read from settled turns alone, never from prose. ``take`` says how each
of the turns went, which are taken at once if they are several: ``settled``, ``stopped`` (a person
asked to stop before it), or ``failed:<code>``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from engine.record import Reason, Role, Run, Turn, TurnKey

REPEATS = 3
"""How often a repeat is sent back before the round is recorded as forfeited."""

SETTLED, STOPPED, FAILED = "settled", "stopped", "failed:"
Take = Callable[[Sequence[TurnKey]], Awaitable[Sequence[str]]]
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
        self._asks = False

    async def run_through(self) -> Ending:
        for orbit in range(1, self._run.orbits + 1):
            await self._opening(orbit)
            for number in range(1, self._run.rounds + 1):
                if await self._round(orbit, number) == "win":
                    await self._turn(orbit, 0, Role.ORBIT)
                    return Ending(Reason.ACHIEVED)
            spent = await self._turn(orbit, 0, Role.ORBIT)
            if orbit < self._run.orbits and not spent.data["pivot"]:
                return Ending(Reason.NOT_VIABLE)
        return Ending(Reason.EXHAUSTED)

    async def _opening(self, orbit: int) -> None:
        clerk = await self._turn(orbit, 0, Role.CLERK)
        profile = clerk.data.get("profile")
        if orbit == 1 and profile and not profile["pressures"]:
            await self._turn(orbit, 0, Role.PROFILE)
        await self._turn(orbit, 0, Role.ELEMENTS)
        self._asks = clerk.data.get("more_on_file", False) and clerk.data["switches"]["research"]

    async def _round(self, orbit: int, number: int) -> str:
        await self._research(orbit, number, Role.LEAD)
        for attempt in range(REPEATS + 1):
            move = await self._turn(orbit, number, Role.LEAD, attempt)
            if not move.data["repeat"]:
                await self._research(orbit, number, Role.OPPOSING)
                await self._turn(orbit, number, Role.OPPOSING)
                await self._ruling(orbit, number)
                break
        return str((await self._turn(orbit, number, Role.ROUND)).data["outcome"])

    async def _research(self, orbit: int, number: int, party: Role) -> None:
        if self._asks:
            key = TurnKey(self._run.id, orbit, number, Role.RESEARCH, party=party)
            await self._settled([key])

    async def _ruling(self, orbit: int, number: int) -> None:
        """With a panel its samples at once, then the ruling that is put together from them."""
        if self._run.panel > 1:
            seats = range(1, self._run.panel + 1)
            await self._settled(
                [TurnKey(self._run.id, orbit, number, Role.JUDGE, seat=seat) for seat in seats]
            )
        await self._turn(orbit, number, Role.JUDGE)

    async def _turn(self, orbit: int, number: int, role: Role, attempt: int = 0) -> Turn:
        key = TurnKey(self._run.id, orbit, number, role, attempt=attempt)
        await self._settled([key])
        return await self._look(key)

    async def _settled(self, keys: Sequence[TurnKey]) -> None:
        for how in await self._take(keys):
            if how != SETTLED:
                raise _Interrupted(how)
