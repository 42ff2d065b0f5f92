from __future__ import annotations

import json
from typing import Any

import pytest

from engine.models.script import ScriptExhausted, ScriptModel
from engine.ports import Answer, Card, Message
from engine.record import Role, TurnKey, Usage
from engine.triad.asking import PromptTooLong, Structured, TurnFailed, ask, seed_of
from engine.triad.schema import ids, longest, one_of, record, smaller, some, text

FORM = record({"theory": text(400, 3), "facts": ids(["F1", "F2"], 1, 2)})
GOOD = {"theory": "They knew and they paid.", "facts": ["F2"]}
KEY = TurnKey("R-1", 1, 2, Role.LEAD)
MESSAGES = (Message("system", "rules"), Message("user", "trunk\n\nlog\n\nYou are Lead Counsel."))


async def asked(model: ScriptModel, form: Any = FORM, check: Any = lambda _: None) -> Structured:
    card = await model.card()
    return await ask(model, card, MESSAGES, form, key=KEY, seed=7, salt="M-1", check=check)


async def test_a_good_answer_is_taken_at_once() -> None:
    model = ScriptModel([GOOD])
    got = await asked(model)
    assert (got.data, got.asks, len(model.asked)) == (GOOD, 1, 1)
    assert model.asked[0].salt == "M-1" and model.asked[0].name == "lead"


UNUSABLE = {
    "truncated": Answer('{"theory": "They kn', "length", Usage(10, 2, 8, 5)),
    "truncated though it parses": Answer(json.dumps(GOOD), "length", Usage(10, 2, 8, 5)),
    "refusal": Answer("I cannot help with that.", "refusal", Usage(10, 2, 8, 5)),
    "not JSON": Answer("They knew.", "stop", Usage(10, 2, 8, 5)),
    "empty": Answer("", "stop", Usage(10, 2, 8, 5)),
    "an id that is not on file": Answer('{"theory": "They paid", "facts": ["F9"]}', "stop"),
    "a field too many": Answer(json.dumps({**GOOD, "vote": "remember"}), "stop"),
    "a field too few": Answer('{"theory": "They knew"}', "stop"),
    "another type": Answer('["They knew"]', "stop"),
    "a text too long": Answer(json.dumps({**GOOD, "theory": "x" * 5000}), "stop"),
}


@pytest.mark.parametrize("bad", UNUSABLE.values(), ids=UNUSABLE)
async def test_an_unusable_answer_gets_one_smaller_ask(bad: Answer) -> None:
    model = ScriptModel([bad, GOOD])
    got = await asked(model)
    assert (got.data, got.asks) == (GOOD, 2)
    first, second = model.asked
    assert longest(second.schema) < longest(first.schema)
    assert second.max_tokens < first.max_tokens
    assert second.seed != first.seed
    assert second.messages[1].content.startswith(first.messages[1].content)
    assert got.usage.prompt >= bad.usage.prompt + 1


@pytest.mark.parametrize("bad", UNUSABLE.values(), ids=UNUSABLE)
async def test_a_second_unusable_answer_fails_the_turn_by_name(bad: Answer) -> None:
    model = ScriptModel([bad, bad])
    with pytest.raises(TurnFailed) as failed:
        await asked(model)
    assert failed.value.code == "turn.unusable_answer" and len(model.asked) == 2
    assert "They kn" not in str(failed.value), "what it said may be privileged"


async def test_what_is_wrong_beyond_the_form_is_asked_again_too() -> None:
    def check(data: dict[str, Any]) -> str | None:
        return None if data["facts"] == ["F1"] else "another fact is needed"

    model = ScriptModel([GOOD, {**GOOD, "facts": ["F1"]}])
    assert (await asked(model, check=check)).asks == 2
    assert "another fact is needed" in model.asked[1].messages[1].content


async def test_usage_adds_up_over_both_asks() -> None:
    bad = Answer("", "stop", Usage(10, 4, 6, 3))
    good = Answer(json.dumps(GOOD), "stop", Usage(12, 10, 2, 5))
    assert (await asked(ScriptModel([bad, good]))).usage == Usage(22, 14, 8, 8)


class Windowed(ScriptModel):
    """A model of a small window whose prompts come to ``prompt`` tokens."""

    def __init__(self, prompt: int, window: int) -> None:
        super().__init__([GOOD, GOOD], window)
        self._prompt = prompt

    async def count(self, messages: Any) -> int:
        return self._prompt


@pytest.mark.parametrize("over", [-1, 0, 1])
async def test_a_prompt_at_the_windows_edge_is_never_sent(over: int) -> None:
    model = Windowed(1000 + over, 1000)
    with pytest.raises(PromptTooLong) as refused:
        await asked(model)
    assert model.asked == []
    assert str(1000 + over) in str(refused.value) and "1000" in str(refused.value)


@pytest.mark.parametrize("left", [210, 300, 600])
async def test_an_answers_room_shrinks_to_what_the_window_leaves(left: int) -> None:
    model = Windowed(4096 - left, 4096)
    await asked(model, record({"theory": text(4000, 3), "facts": ids(["F1", "F2"], 1, 2)}))
    sent = model.asked[0]
    assert 200 <= sent.max_tokens <= left


async def test_a_short_answer_fits_a_small_rest_of_the_window() -> None:
    form = record({"outcome": one_of(["win", "loss"])})
    model = ScriptModel([{"outcome": "win"}], window=4096)
    needed = (await model.card()).window
    model2 = Windowed(needed - 150, needed)
    model2._lines = iter([{"outcome": "win"}])
    assert (await asked(model2, form)).data == {"outcome": "win"}


async def test_a_script_that_runs_out_fails_loudly() -> None:
    with pytest.raises(ScriptExhausted, match="request 1"):
        await asked(ScriptModel([]))


def test_a_seed_comes_from_the_place_and_never_from_the_runs_id() -> None:
    assert seed_of(KEY, 7) == seed_of(TurnKey("R-other", 1, 2, Role.LEAD), 7)
    others = [
        seed_of(KEY, 8),
        seed_of(KEY, 7, 1),
        seed_of(TurnKey("R-1", 1, 3, Role.LEAD), 7),
        seed_of(TurnKey("R-1", 2, 2, Role.LEAD), 7),
        seed_of(TurnKey("R-1", 1, 2, Role.JUDGE), 7),
        seed_of(TurnKey("R-1", 1, 2, Role.LEAD, attempt=1), 7),
        seed_of(TurnKey("R-1", 1, 2, Role.LEAD, seat=1), 7),
    ]
    assert len({*others, seed_of(KEY, 7)}) == 8
    assert all(0 <= seed < 2**31 for seed in others)


def test_a_smaller_form_asks_for_the_same_things() -> None:
    form = record({"a": text(900), "b": some(record({"c": text(600)}), 1, 3), "d": one_of(["x"])})
    less = smaller(form)
    assert less["required"] == form["required"] and less["properties"]["d"] == {"enum": ["x"]}
    assert less["properties"]["a"]["maxLength"] == 450
    assert less["properties"]["b"]["items"]["properties"]["c"]["maxLength"] == 300
    assert form["properties"]["a"]["maxLength"] == 900


def test_where_nothing_is_on_file_only_the_empty_list_fits() -> None:
    assert ids([], 1, 3)["maxItems"] == 0


async def test_a_card_says_what_the_window_is() -> None:
    assert await ScriptModel([], window=512).card() == Card("script", 512, simulated=True)
