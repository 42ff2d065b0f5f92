"""The only module that knows DBOS.

Workflows are closures over the ports, registered by name at composition, before launch. One
workflow a generation of a run, one step a turn; steps take and return ids and control words only,
so that no privileged text enters DBOS's tables.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, SetWorkflowID

from engine.errors import LawgameError, Unavailable
from engine.ports import Ports
from engine.record import Reason, Role, Run, RunState, Turn, TurnKey
from engine.search.simulation import FAILED, SETTLED, STOPPED, Ending, simulate
from engine.search.turns import conclude, take

LOG = logging.getLogger("lawgame.durable")
VERSION = "1"
"""DBOS's application version: pinned, so that a new release continues the runs of the old one.
A change of the order of turns must keep old runs replayable: what is settled is only looked up."""
WAITS = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
"""Seconds between tries while the model host is away, before the run fails and can be resumed."""

LANDS = 0.3
"""Seconds for DBOS to write down a step that has just ended, before it is shut."""

GIVEN_UP = frozenset({"ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"})
"""DBOS's words for workflows that it will not run again."""

Step = Callable[..., Coroutine[Any, Any, str]]
T = TypeVar("T")


@dataclass
class Drain:
    """Lets turns that are being thought finish at shutdown, and parks the next ones."""

    active: int = 0
    entered: int = 0
    draining: bool = False
    idle: asyncio.Event = field(default_factory=asyncio.Event)

    async def __aenter__(self) -> None:
        if self.draining:
            await asyncio.Event().wait()
        self.active += 1
        self.entered += 1
        self.idle.clear()

    async def __aexit__(self, *_: object) -> None:
        self.active -= 1
        if not self.active:
            self.idle.set()


class Runs:
    """Starts, stops and continues runs."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._thinking: dict[str, set[asyncio.Task[str]]] = {}
        self._drain = Drain()
        self._workflow = self._register()

    async def start(self, run: Run) -> None:
        """Idempotent: the same generation of a run is one workflow, whoever starts it.

        One that DBOS has given up is concluded, so that the run can be resumed.
        """
        with SetWorkflowID(f"{run.id}#{run.generation}"):
            handle = await DBOS.start_workflow_async(self._workflow, run.id, run.generation)
        status = await handle.get_status()
        if status.status in GIVEN_UP:
            LOG.error("run was given up by the durable engine: %s", status.status)
            await conclude(run.id, run.generation, Reason.FAILED, "engine.error", self._ports)

    def interrupt(self, run: str) -> None:
        """Cut short the turns that are being thought, after ``stop_asked`` was committed."""
        for task in self._thinking.get(run, ()):
            task.cancel()

    async def drain(self, seconds: float = 30.0) -> None:
        """Wait for turns in progress; their settled record is what counts, not this wait."""
        self._drain.draining = True
        if self._drain.active:
            try:
                await asyncio.wait_for(self._drain.idle.wait(), seconds)
            except TimeoutError:
                LOG.info("turns still in progress at shutdown; the next start takes them anew")
        if self._drain.entered:
            await asyncio.sleep(LANDS)
        for run in self._thinking:
            self.interrupt(run)

    def _register(self) -> Callable[[str, int], Coroutine[Any, Any, str]]:
        ports = self._ports

        @DBOS.step(name="turn")
        async def turn(
            run: str, orbit: int, number: int, role: str, party: str, seat: int, attempt: int
        ) -> str:
            key = TurnKey(run, orbit, number, Role(role), party, seat, attempt)
            async with self._drain:
                return await self._turn(key)

        @DBOS.step(name="conclude")
        async def ending(run: str, generation: int, reason: str, code: str) -> str:
            async with self._drain:
                await _patiently(lambda: conclude(run, generation, Reason(reason), code, ports))
            return reason

        @DBOS.workflow(name="simulate")
        async def workflow(run: str, generation: int) -> str:
            return await _simulate(run, generation, ports, turn, ending)

        return workflow

    async def _turn(self, key: TurnKey) -> str:
        """How the turn went. Only shutdown escapes as an exception, which records nothing."""
        # The task is known before it looks whether to stop: a stop asked meanwhile finds it.
        task = asyncio.create_task(self._unless_stopped(key))
        thinking = self._thinking.setdefault(key.run, set())
        thinking.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            run = await _patiently(lambda: self._ports.ledger.run(key.run))
            if run.stop_asked and task.cancelled():
                return STOPPED
            raise
        finally:
            thinking.discard(task)
            if not thinking:
                self._thinking.pop(key.run, None)

    async def _unless_stopped(self, key: TurnKey) -> str:
        ledger = self._ports.ledger
        if await _patiently(lambda: ledger.find(key)) is None:
            run = await _patiently(lambda: ledger.run(key.run))
            if run.stop_asked:
                return STOPPED
        return await self._tried(key)

    async def _tried(self, key: TurnKey) -> str:
        for wait in (*WAITS, None):
            try:
                await take(key, self._ports)
                return SETTLED
            except Unavailable as error:
                if wait is None:
                    return FAILED + error.code
                LOG.warning("turn waits: %s", error.code)
                await asyncio.sleep(wait)
            except LawgameError as error:
                return FAILED + error.code
            except Exception as error:
                # The message may carry privileged text; the type and the place do not.
                LOG.error("turn failed: %s at %s", type(error).__name__, _place(error))
                return FAILED + "engine.error"
        raise AssertionError("unreachable")


async def _patiently(look: Callable[[], Awaitable[T]]) -> T:
    """While the record itself is away nothing can be done but wait: not even to fail."""
    waits = iter(WAITS)
    while True:
        try:
            return await look()
        except Unavailable as error:
            LOG.warning("run waits: %s", error.code)
            await asyncio.sleep(next(waits, WAITS[-1]))


def _place(error: BaseException) -> str:
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return f"{Path(last.tb_frame.f_code.co_filename).name}:{last.tb_lineno}" if last else "?"


async def _simulate(run_id: str, generation: int, ports: Ports, turn: Step, end: Step) -> str:
    run = await _patiently(lambda: ports.ledger.run(run_id))

    async def once(key: TurnKey) -> str:
        place = (key.run, key.orbit, key.round, str(key.role), key.party, key.seat, key.attempt)
        return await turn(*place)

    async def taken(keys: Sequence[TurnKey]) -> Sequence[str]:
        # Each branch is one step, all started in order: two in a branch would swap on recovery.
        return await asyncio.gather(*(once(key) for key in keys))

    async def look(key: TurnKey) -> Turn:
        found = await _patiently(lambda: ports.ledger.find(key))
        if found is None:
            raise LookupError(f"settled turn {key} is not on the record")
        return found

    ending: Ending = await simulate(run, taken, look)
    return await end(run_id, generation, str(ending.reason), ending.code)


def launch(location: str | Path, schema: str = "dbos") -> None:
    """Start DBOS on the calling thread's event loop, after every workflow is registered.

    ``location`` is a path for SQLite or a ``postgresql://`` address.
    """
    if isinstance(location, Path):
        location.parent.mkdir(parents=True, exist_ok=True)
        location.touch(mode=0o600)  # the files that SQLite puts beside it take its mode
        with sqlite3.connect(location) as connection:
            # Before launch: a step costs 3 ms in WAL mode and 16 ms without.
            connection.execute("PRAGMA journal_mode=WAL")
        connection.close()
        address = f"sqlite:///{location}"
    else:
        address = location
    config: DBOSConfig = {
        "name": "lawgame",
        "system_database_url": address,
        "log_level": "ERROR",
        "application_version": VERSION,
        "executor_id": "local",
        "serializer": DBOSPortableJSONSerializer(),
    }
    if not isinstance(location, Path):
        config["dbos_system_schema"] = schema
    DBOS(config=config)
    DBOS.launch()


async def destroy() -> None:
    """Off the loop's thread, which DBOS would wait for."""
    await asyncio.to_thread(DBOS.destroy)
    # DBOS made its own executor the loop's and has shut it; what closes after it needs one.
    asyncio.get_running_loop().set_default_executor(
        ThreadPoolExecutor(thread_name_prefix="closing")
    )


__all__ = ["Drain", "RunState", "Runs", "destroy", "launch"]
