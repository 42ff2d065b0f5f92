"""Listening changes nothing but that the court may not grant."""

from __future__ import annotations

from engine.events import Kind
from engine.models.scripted import ScriptedModel
from engine.record import Reason
from engine.search.history import History
from engine.triad import judge
from tests.bench.watched import Watched, unwinnable
from tests.doubles import case

MOVE = {"sections": [{"elements": ["E1"], "facts": []}]}
RESPONSE: dict[str, list[object]] = {"attacks": []}


def test_only_the_win_goes_out_of_a_ruling_s_form() -> None:
    form = judge.schema(History.of(case.a_run(), ()), 1, MOVE, RESPONSE)
    made = unwinnable(form)
    outcomes = [
        option["properties"]["outcome"] for option in made["properties"]["disposition"]["anyOf"]
    ]
    assert outcomes == [{"enum": ["loss"]}, {"const": "conditional"}]
    outcomes[0]["enum"].append("win")
    made["properties"]["disposition"]["anyOf"][0]["properties"]["outcome"]["enum"].sort()
    form["properties"]["disposition"]["anyOf"][0]["properties"]["outcome"]["enum"].sort()
    assert made == form


def test_an_option_that_only_wins_goes_as_a_whole() -> None:
    loss = {"properties": {"outcome": {"const": "loss"}}}
    options = [{"properties": {"outcome": one}} for one in ({"const": "win"}, {"enum": ["win"]})]
    assert unwinnable({"anyOf": [*options, loss]}) == {"anyOf": [loss]}


async def test_a_run_that_would_be_won_is_played_to_its_last_round() -> None:
    for seed in range(60):
        run = case.a_run(seed, rounds=4, orbits=1)
        if (await case.play(run, case.ports(run=run))).reason is Reason.ACHIEVED:
            break
    else:
        raise AssertionError("no seed wins")
    model = Watched(ScriptedModel())
    ports = case.ports(model, run)
    assert (await case.play(run, ports)).reason is not Reason.ACHIEVED
    assert model.failed == 0
    told = [event.kind for event in ports.ledger.events.values()]  # type: ignore[attr-defined]
    assert told.count(Kind.ROUND) == 4
    used = sum(heard.answer.usage.prompt for heard in model.heard)
    assert used == sum(turn.usage.prompt for turn in await ports.ledger.turns(run.id)) > 0
