"""The clerk's turn: what it puts before the agents, and what it asks of a file however large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.matter import Fact, Scope
from engine.ports import Ask
from engine.record import Role, Turn, TurnKey
from engine.search.clerk import MOST_FACTS, NothingFits
from engine.search.history import History
from engine.search.simulation import SETTLED, simulate
from engine.search.turns import take
from engine.triad.withhold import unpacked
from tests.doubles import case
from tests.doubles.case import CANARY
from tests.doubles.memory import MemoryCasefile
from tests.unit.engine.players import Listening, losing, settled

KEY = TurnKey("R-1", 1, 0, Role.CLERK)


class Large(MemoryCasefile):
    """Facts come only so many at once; words and the record's digest without any."""

    async def facts(
        self,
        matter: str,
        scope: Scope | None = None,
        limit: int | None = None,
        longest: int | None = None,
    ) -> Sequence[Fact]:
        assert limit is not None and limit <= 2 * MOST_FACTS, "the whole file was asked for"
        return await super().facts(matter, scope, limit, longest)

    async def vocabulary(self, matter: str, scope: Scope) -> frozenset[str]:
        return frozenset({"quagga", "Entry"} if scope is Scope.OURS else {"entries"})

    async def record_digest(self, matter: str) -> str:
        return "the record"


def file_of(texts: Sequence[str], scope: Scope = Scope.RECORD) -> list[Fact]:
    first = case.facts()[0]
    return [replace(first, id=f"F{n}", text=text, scope=scope) for n, text in enumerate(texts, 1)]


async def clerk(facts: Sequence[Fact], window: int = 8192) -> dict[str, Any]:
    run = case.a_run()
    ports = case.ports(Listening(window=window), run)
    casefile: Any = ports.casefile
    casefile.on_file = list(facts)
    return dict((await take(KEY, ports)).data)


async def test_of_a_large_file_only_some_facts_are_read() -> None:
    run = case.a_run()
    many = file_of([f"Entry {n} says that lot {n} was paid." for n in range(20_000)])
    ours = [replace(fact, id=f"F{30_000 + n}", scope=Scope.OURS) for n, fact in enumerate(many)]
    ports = replace(case.ports(run=run), casefile=Large(case.matter(), [*many, *ours]))
    data = (await take(KEY, ports)).data
    assert 0 < len(data["facts"]) <= MOST_FACTS and data["ours"]
    assert unpacked(data["secret"]) == ["quagga"]


async def test_a_fact_that_is_too_long_makes_room_for_others() -> None:
    long = "The agency knew and paid. " * 2000
    data = await clerk(file_of([long, "The agency paid.", "It knew."]))
    assert [fact["id"] for fact in data["facts"]] == ["F2", "F3"]


async def test_short_facts_are_found_behind_any_number_of_long_ones() -> None:
    long = "The agency knew and paid. " * 2000
    data = await clerk(file_of([*[long] * (3 * MOST_FACTS), "Short."]))
    assert [fact["id"] for fact in data["facts"]] == [f"F{3 * MOST_FACTS + 1}"]


async def test_a_record_of_which_nothing_fits_is_refused_by_name() -> None:
    with pytest.raises(NothingFits):
        await clerk(file_of(["The agency knew and paid. " * 2000] * 3))


async def test_of_ours_nothing_may_fit() -> None:
    ours = file_of(["", "Settlement authority. " * 2000], Scope.OURS)[1:]
    data = await clerk([*file_of(["The agency paid."]), *ours])
    assert data["ours"] == [] and "settlement" in unpacked(data["secret"])


async def test_a_later_orbit_keeps_only_secrets_that_are_new() -> None:
    def hinting(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = losing(ask, data)
        if ask.name == Role.JUDGE:
            data["hints"] = [{"idea": "a stay while the agency pays every claim", "strength": 0.95}]
        return data

    run = case.a_run(3, 1, 2)
    ports = case.ports(Listening(hinting), run)
    casefile: Any = ports.casefile

    async def taken(key: TurnKey) -> str:
        await take(key, ports)
        # What is uploaded while the run goes on.
        casefile.on_file = [*case.facts(), *file_of(["", "Our quagga."], Scope.OURS)[1:]]
        return SETTLED

    async def look(key: TurnKey) -> Turn:
        found = await ports.ledger.find(key)
        assert found is not None
        return found

    await simulate(run, case.one_by_one(taken), look)
    history = History.of(run, settled(ports))
    first, second = (frozenset(unpacked(one.data["secret"])) for one in history.clerks)
    assert CANARY in first and "quagga" not in first
    assert second == {"quagga"}
    assert history.secret == first | second
