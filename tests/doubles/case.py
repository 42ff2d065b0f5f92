"""A small invented case for tests: enough facts to argue, one word that only the firm knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from engine.matter import Authority, Fact, Matter, Party, Scope, Weight
from engine.models.scripted import ScriptedModel
from engine.ports import Model, Ports
from engine.record import Run, Turn, TurnKey
from engine.search.simulation import SETTLED, Ending, Take, simulate
from engine.search.turns import conclude, take
from tests.doubles.memory import MemoryCasefile, MemoryLedger, PlainCitations

CANARY = "zebrafinch"

_RECORD = (
    "The agency paid every claim submitted between March and December.",
    "The contracting officer wrote that the agency knew of the calibration shortfall.",
    "The relator told her supervisor that the certificates were accurate.",
    "The audit of June recorded that the shortfall had no effect on payment.",
    "Payments continued for eleven months after the audit was circulated.",
    "The certificate was signed on 4 May, two days before the test it describes.",
    "The agency renewed the contract without requiring a new certificate.",
    "No invoice was ever refused, suspended or recouped on this ground.",
)
_OURS = (
    f"Our engineer's {CANARY} memorandum concedes that two devices failed.",
    "Settlement authority stands at four million dollars.",
)


def facts() -> list[Fact]:
    found = [
        Fact(f"F{n}", text, f"D{(n + 1) // 2}", f"Exhibit {(n + 1) // 2}", f"p. {n}", Scope.RECORD)
        for n, text in enumerate(_RECORD, 1)
    ]
    first = len(found) + 1
    found += [
        Fact(f"F{n}", text, "D9", "Assessment", f"¶ {n}", Scope.OURS)
        for n, text in enumerate(_OURS, first)
    ]
    return found


def matter() -> Matter:
    return Matter(
        "M-TEST",
        "2026-0001",
        "United States ex rel. Roe v. Halden Devices",
        forum="a federal district court",
        stage="after discovery",
        brief="The relator says certificates were false; the agency went on paying.",
        parties=(Party("defendant", "Halden Devices", True), Party("relator", "Jane Roe")),
        thread="T-TEST",
    )


def law() -> list[Authority]:
    return [
        Authority(
            "A1", "31 U.S.C. § 3729(b)(4)", ("False Claims Act",), None, "", "statute",
            Weight.BINDING, "Material means having a natural tendency to influence payment.",
        )
    ]  # fmt: skip


def ports(model: Model | None = None, run: Run | None = None) -> Ports:
    ledger = MemoryLedger()
    if run is not None:
        ledger.runs[run.id] = run
    casefile = MemoryCasefile(matter(), facts(), law())
    return Ports(ledger, casefile, model or ScriptedModel(), PlainCitations())


def a_run(seed: int = 1, rounds: int = 3, orbits: int = 2, id: str = "R-1") -> Run:
    objective = "summary judgment for want of materiality"
    return Run(id, "M-TEST", "T-TEST", objective, rounds, orbits, seed)


def one_by_one(take_one: Callable[[TurnKey], Awaitable[str]]) -> Take:
    """Turns that are to be taken at once, taken in their order."""

    async def taken(keys: Sequence[TurnKey]) -> Sequence[str]:
        return [await take_one(key) for key in keys]

    return taken


async def play(run: Run, with_ports: Ports) -> Ending:
    """A whole run without DBOS, as the durable one would play it."""

    async def taken(key: TurnKey) -> str:
        await take(key, with_ports)
        return SETTLED

    async def look(key: TurnKey) -> Turn:
        found = await with_ports.ledger.find(key)
        assert found is not None
        return found

    ending = await simulate(run, one_by_one(taken), look)
    await conclude(run.id, run.generation, ending.reason, ending.code, with_ports)
    return ending
