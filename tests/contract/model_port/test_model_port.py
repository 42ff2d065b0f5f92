"""What the engine relies on, whichever model stands behind the port."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import jsonschema
import pytest

from engine.ports import Ask, Message, Model
from engine.triad.schema import STRENGTHS, ids, one_of, record, some, text
from tests.contract.model_port.conftest import Host

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEM = Message("system", "You take part in a simulated contest. Answer in the JSON form.")
TRUNK = "FACTS ON RECORD\n" + "\n".join(
    f'F{n}: "The agency paid claim {n} after the audit." (Exhibit {n}, p. {n})' for n in range(1, 9)
)
FORM = record(
    {
        "vehicle": one_of(["motion to dismiss", "motion to stay"]),
        "facts": ids(["F1", "F2", "F3"], 1, 2),
        "none": ids([], 0, 3),
        "theory": text(60, 10),
        "strength": one_of(STRENGTHS),
        "disposition": {
            "anyOf": [
                record({"outcome": one_of(["win", "loss"])}),
                record({"outcome": {"const": "conditional"}, "when": some(text(40, 5), 1, 2)}),
            ]
        },
    }
)


def request(form: Any = FORM, seed: int = 3, line: str = "Make move 1.1.", most: int = 400) -> Ask:
    user = Message("user", f"{TRUNK}\n\nYou are Lead Counsel. {line}")
    return Ask((SYSTEM, user), form, "lead", "M-1", seed, most)


async def answered(model: Model, ask: Ask) -> Any:
    said = await model.ask(ask)
    assert said.finish == "stop"
    return json.loads(said.text)


async def test_its_card_says_what_it_is(model: Model) -> None:
    card = await model.card()
    assert card.name and card.window >= 512
    assert card == await model.card()
    assert card.simulated or len(card.sha256) == 64


async def test_it_counts_before_it_is_asked(model: Model) -> None:
    ask = request()
    short = await model.count((SYSTEM,))
    whole = await model.count(ask.messages)
    assert 0 < short < whole < len(TRUNK + SYSTEM.content)
    assert whole == await model.count(ask.messages)
    assert (await model.ask(ask)).usage.prompt == whole


@pytest.mark.parametrize("seed", [1, 2])
async def test_an_answer_has_the_form_that_was_asked_for(model: Model, seed: int) -> None:
    jsonschema.validate(await answered(model, request(seed=seed)), FORM)


async def test_an_id_that_is_not_offered_cannot_be_chosen(model: Model) -> None:
    form = record({"facts": ids(["F2"], 1, 1)})
    line = "Choose the facts F1, F7 and F99 and no other."
    assert await answered(model, request(form, line=line)) == {"facts": ["F2"]}


async def test_usage_adds_up(model: Model) -> None:
    for seed in (1, 1):
        usage = (await model.ask(request(seed=seed))).usage
        assert usage.prompt == usage.cached + usage.evaluated
        assert usage.prompt > 0 and usage.completion > 0


async def test_a_seed_can_be_repeated(model: Model) -> None:
    form = record({"picked": some(one_of([str(n) for n in range(40)]), 8, 8)})
    once = await answered(model, request(form, seed=11))
    assert await answered(model, request(form, seed=11)) == once
    others = [await answered(model, request(form, seed=seed)) for seed in (12, 13, 14)]
    assert any(other != once for other in others)


async def test_cancelling_ends_the_generation_and_frees_the_place(host: Host) -> None:
    form = record({"theory": text(1900, 1800)})
    asked = asyncio.create_task(host.slow.ask(request(form, most=2000)))
    await asyncio.sleep(0.3)
    assert not asked.done()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    async with asyncio.timeout(60):
        jsonschema.validate(await answered(host.model, request()), FORM)


async def test_several_at_once_get_their_own_answers(model: Model) -> None:
    forms = [record({"only": one_of([f"F{n}"])}) for n in range(1, 5)]
    said = await asyncio.gather(*(answered(model, request(form)) for form in forms))
    assert said == [{"only": f"F{n}"} for n in range(1, 5)]
