"""Runs over DBOS, with a record in memory: stops, failures, outages, restarts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import durable
from engine.durable import Runs
from engine.models.client import HostUnreachable
from engine.models.scripted import ScriptedModel
from engine.ports import Answer, Ask, Ports
from engine.record import Reason, Role, Run, RunState, Turn, TurnKey
from storage.errors import StorageUnavailable
from tests.doubles import case
from tests.doubles.memory import MemoryLedger
from tests.unit.engine.players import settled

RUN = case.a_run(3, rounds=1, orbits=1)


class Ledger(MemoryLedger):
    """``away`` is how often the record does not answer before it does; ``looked`` is told who
    reads the run."""

    away = 0
    looked: Callable[[], Awaitable[None]] | None = None

    def __init__(self, run: Run) -> None:
        super().__init__({run.id: run})
        self.closed = asyncio.Event()

    async def close_run(self, run: str, state: RunState, reason: Reason | None) -> None:
        await super().close_run(run, state, reason)
        self.closed.set()

    async def run(self, run: str) -> Run:
        await self._there()
        found = await super().run(run)
        if self.looked is not None:
            await self.looked()
        return found

    async def find(self, key: TurnKey) -> Turn | None:
        await self._there()
        return await super().find(key)

    async def settle(self, turn: Turn, *more: Any) -> Turn:
        await self._there()
        return await super().settle(turn, *more)

    async def _there(self) -> None:
        if self.away:
            self.away -= 1
            raise StorageUnavailable


class Model(ScriptedModel):
    """Fails as it is told to; ``asked`` are the roles it was asked as."""

    def __init__(self, *troubles: Exception | None, pause: float = 0.0) -> None:
        super().__init__(pause=pause)
        self._troubles = list(troubles)
        self.asked: list[str] = []
        self.asking = asyncio.Event()

    async def ask(self, ask: Ask) -> Answer:
        self.asked.append(ask.name)
        self.asking.set()
        trouble = self._troubles.pop(0) if self._troubles else None
        if trouble is not None:
            raise trouble
        return await super().ask(ask)


Opening = Callable[[Ports], Any]


@pytest.fixture
def opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opening:
    """The durable engine of one home, opened and closed as by a process."""
    monkeypatch.setattr(durable, "WAITS", (0.0, 0.0, 0.0))
    monkeypatch.setattr(durable, "LANDS", 0.05)

    @asynccontextmanager
    async def opened(ports: Ports) -> AsyncIterator[Runs]:
        runs = Runs(ports)
        durable.launch(tmp_path / "durable.sqlite")
        try:
            yield runs
        finally:
            await runs.drain(1.0)
            await durable.destroy()

    return opened


def ports_of(model: ScriptedModel, run: Run = RUN) -> tuple[Ports, Ledger]:
    ports = case.ports(model, run)
    ledger = Ledger(run)
    return replace(ports, ledger=ledger), ledger


async def over(ledger: Ledger, state: RunState = RunState.ENDED) -> Run:
    async with asyncio.timeout(20):
        while ledger.runs["R-1"].state is not state:
            await ledger.closed.wait()
            ledger.closed.clear()
    return ledger.runs["R-1"]


def outcome(ports: Ports) -> dict[str, Any]:
    return dict(settled(ports)[-1].data)


async def test_a_run_is_played_once_however_often_it_is_started(opening: Opening) -> None:
    model = Model()
    ports, ledger = ports_of(model)
    async with opening(ports) as runs:
        await asyncio.gather(*(runs.start(RUN) for _ in range(4)))
        await over(ledger)
        await runs.start(RUN)
    assert model.asked == [Role.ELEMENTS, Role.LEAD, Role.OPPOSING, Role.JUDGE]
    assert sum(turn.key.role is Role.OUTCOME for turn in settled(ports)) == 1


async def test_a_mistake_of_ours_ends_the_run_by_name_and_says_nothing_privileged(
    opening: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    ports, ledger = ports_of(Model(None, ValueError("zebrafinch")))
    async with opening(ports) as runs:
        await runs.start(RUN)
        assert (await over(ledger)).reason is Reason.FAILED
    assert outcome(ports)["code"] == "engine.error"
    assert "ValueError" in caplog.text and "zebrafinch" not in caplog.text


async def test_a_host_that_is_away_for_a_while_is_waited_for(opening: Opening) -> None:
    model = Model(HostUnreachable(), HostUnreachable(), None, HostUnreachable())
    ports, ledger = ports_of(model)
    async with opening(ports) as runs:
        await runs.start(RUN)
        assert (await over(ledger)).reason is not Reason.FAILED
    assert len(model.asked) == 4 + 3


async def test_a_host_that_stays_away_fails_the_run_which_can_be_resumed(
    opening: Opening,
) -> None:
    ports, ledger = ports_of(Model(*[HostUnreachable() for _ in range(4)]))
    async with opening(ports) as runs:
        await runs.start(RUN)
        assert (await over(ledger)).reason is Reason.FAILED
        assert outcome(ports)["code"] == "model.unreachable"
        again = replace(RUN, generation=1, state=RunState.RUNNING, reason=None)
        ledger.runs["R-1"] = again
        await runs.start(again)
        assert (await over(ledger)).reason is not Reason.FAILED
    reasons = [t.data["reason"] for t in settled(ports) if t.key.role is Role.OUTCOME]
    assert len(reasons) == 2 and reasons[0] == "failed"


async def test_a_record_that_is_away_is_waited_for_however_long(opening: Opening) -> None:
    model = Model()
    ports, ledger = ports_of(model)
    ledger.away = 40
    async with opening(ports) as runs:
        await runs.start(RUN)
        assert (await over(ledger)).reason in (Reason.FAILED, Reason.ACHIEVED, Reason.EXHAUSTED)
    assert ledger.away == 0
    assert sum(turn.key.role is Role.OUTCOME for turn in settled(ports)) == 1


async def test_a_stop_cuts_the_turn_that_is_being_thought(opening: Opening) -> None:
    model = Model(pause=600)
    ports, ledger = ports_of(model)
    async with opening(ports) as runs:
        await runs.start(RUN)
        await model.asking.wait()
        ledger.runs["R-1"] = replace(RUN, stop_asked=True)
        runs.interrupt("R-1")
        assert (await over(ledger, RunState.STOPPED)).reason is Reason.STOPPED
    assert model.asked == [Role.ELEMENTS]
    assert [t.key.role for t in settled(ports)] == [Role.CLERK, Role.OUTCOME]


async def test_a_stop_that_comes_while_a_turn_looks_whether_to_stop_is_not_missed(
    opening: Opening,
) -> None:
    """It looked before the wish was committed, and was told to end before it began to think."""
    model = Model(pause=600)
    ports, ledger = ports_of(model)
    async with opening(ports) as runs:

        async def stopped_now() -> None:
            if len(settled(ports)) == 1 and not ledger.runs["R-1"].stop_asked:
                ledger.runs["R-1"] = replace(RUN, stop_asked=True)
                runs.interrupt("R-1")

        ledger.looked = stopped_now
        await runs.start(RUN)
        await over(ledger, RunState.STOPPED)
    assert [t.key.role for t in settled(ports)] == [Role.CLERK, Role.OUTCOME]


async def test_a_stop_before_the_start_stops_before_the_first_turn(opening: Opening) -> None:
    model = Model()
    ports, ledger = ports_of(model, replace(RUN, stop_asked=True))
    async with opening(ports) as runs:
        await runs.start(RUN)
        await over(ledger, RunState.STOPPED)
    assert model.asked == [] and [t.key.role for t in settled(ports)] == [Role.OUTCOME]


async def test_a_shutdown_in_the_middle_of_a_turn_is_no_stop(opening: Opening) -> None:
    model = Model(pause=600)
    ports, ledger = ports_of(model)
    async with opening(ports) as runs:
        await runs.start(RUN)
        await model.asking.wait()
    assert ledger.runs["R-1"].state is not RunState.STOPPED
    assert [t.key.role for t in settled(ports)] == [Role.CLERK]
    again = Model()
    async with opening(replace(ports, model=again)) as runs:
        await runs.start(RUN)
        await over(ledger)
    assert again.asked == [Role.ELEMENTS, Role.LEAD, Role.OPPOSING, Role.JUDGE]


async def test_a_run_that_the_durable_engine_gave_up_can_be_resumed(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its matter would be running for ever."""
    ports, ledger = ports_of(Model())

    async def broken(*_: Any) -> Any:
        raise RuntimeError("an unforeseen end")

    async with opening(ports) as runs:
        with monkeypatch.context() as patched:
            patched.setattr(durable, "simulate", broken)
            await runs.start(RUN)
            await asyncio.sleep(0.5)
        assert ledger.runs["R-1"].state is not RunState.ENDED
        await runs.start(RUN)
        assert (await over(ledger)).reason is Reason.FAILED
        again = replace(RUN, generation=1, state=RunState.RUNNING, reason=None)
        ledger.runs["R-1"] = again
        await runs.start(again)
        assert (await over(ledger)).reason is not Reason.FAILED


async def test_no_word_of_the_record_is_in_the_durable_engines_file(
    opening: Opening, tmp_path: Path
) -> None:
    ports, ledger = ports_of(Model())
    async with opening(ports) as runs:
        await runs.start(RUN)
        await over(ledger)
    stored = _bytes(tmp_path)
    assert b"R-1" in stored
    for word in (RUN.objective, "agency", "Halden", case.CANARY, "motion"):
        assert word.encode() not in stored


def _bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("durable.sqlite*"))
