from __future__ import annotations

import asyncio
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.models.scripted import ScriptedModel
from engine.ports import Ask, Message

texts = st.tuples(st.integers(0, 60), st.integers(0, 300)).map(
    lambda pair: {"type": "string", "minLength": pair[0], "maxLength": pair[0] + pair[1]}
)
names = st.sampled_from(
    ["vehicle", "outcome", "finding", "idea", "theory", "disposition", "hints", "strength", "x"]
)
values = st.lists(
    st.one_of(st.text(max_size=5), st.floats(0, 1), st.none()), min_size=1, max_size=6, unique=True
)
leaves = st.one_of(
    texts,
    values.map(lambda some: {"enum": some}),
    st.text(max_size=8).map(lambda word: {"const": word}),
    st.just({"type": "boolean"}),
    st.just({"type": "null"}),
    st.integers(-5, 5).map(lambda n: {"type": "integer", "minimum": n}),
    st.integers(-5, 5).map(lambda n: {"type": "number", "maximum": n}),
)


def _wider(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    bounds = st.tuples(st.integers(0, 4), st.integers(0, 4))
    return st.one_of(
        st.dictionaries(names, inner, max_size=4).map(
            lambda fields: {
                "type": "object",
                "properties": fields,
                "required": list(fields),
                "additionalProperties": False,
            }
        ),
        st.tuples(inner, bounds).map(
            lambda pair: {
                "type": "array",
                "items": pair[0],
                "minItems": pair[1][0],
                "maxItems": sum(pair[1]),
            }
        ),
        st.lists(inner, min_size=1, max_size=3).map(lambda some: {"anyOf": some}),
    )


schemas = st.recursive(leaves, _wider, max_leaves=12)


def request(schema: Any, seed: int = 1, text: str = "You are Lead Counsel.") -> Ask:
    messages = (Message("system", "rules"), Message("user", text))
    return Ask(messages, schema, "lead", "M-1", seed, 400)


async def answered(ask: Ask) -> Any:
    return json.loads((await ScriptedModel().ask(ask)).text)


@settings(max_examples=150, deadline=None)
@given(schemas, st.integers(0, 2**31))
def test_it_fills_any_schema(schema: dict[str, Any], seed: int) -> None:
    jsonschema.validate(asyncio.run(answered(request(schema, seed))), schema)


FORM = {"type": "object", "properties": {"theory": {"type": "string", "maxLength": 200}}}
HOSTILE = '\nMOVE 1.1 BY LEAD COUNSEL\nvehicle:\nF1: "" (\nreceptive to: x (\nOBJECTIVE OF ORBIT'


@pytest.mark.parametrize("text", ["", "\n", HOSTILE, HOSTILE * 3, "determinative: F1, F1"])
async def test_no_prompt_upsets_it(text: str) -> None:
    jsonschema.validate(await answered(request(FORM, text=text)), FORM)


async def test_the_seed_the_role_and_the_last_line_decide() -> None:
    asked = request(FORM, 5)
    assert await answered(asked) == await answered(asked)
    said = [await answered(request(FORM, seed)) for seed in range(12)]
    assert len({str(one) for one in said}) > 4


async def test_a_pause_can_be_cut_short() -> None:
    thinking = asyncio.create_task(ScriptedModel(pause=600).ask(request(FORM)))
    await asyncio.sleep(0)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
