"""One structured answer from a model: ask, validate, ask once more, smaller; then fail, typed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import jsonschema

from engine.errors import LawgameError
from engine.ports import Answer, Ask, Card, Message, Model
from engine.record import TurnKey, Usage
from engine.triad import prompts
from engine.triad.schema import Schema, longest, roomier, smaller

ASKS = 2
LEAST_ANSWER = 200
"""Tokens under which no answer is worth asking for."""
CHARACTERS_A_TOKEN = 1.0
"""A cap, not a guess (English prose has about 4): an answer within its form is never cut off."""


class TurnFailed(LawgameError):
    """The model did not give an answer that can be used."""

    code = "turn.unusable_answer"
    default_remedy = "Type `/lawgame resume` to try again, or choose a stronger model."


class PromptTooLong(LawgameError):
    """The record does not fit the model's window."""

    code = "turn.window"
    default_remedy = "Use a model with a larger window, or fewer rounds."


@dataclass(frozen=True)
class Structured:
    data: dict[str, Any]
    usage: Usage
    asks: int


def seed_of(key: TurnKey, seed: int, ask: int = 0) -> int:
    """A seed from the run's seed and the turn's place, never from the run's random id."""
    place = f"{seed}/{key.stage}/{key.role}/{key.party}/{key.seat}/{key.attempt}/{ask}"
    return int.from_bytes(hashlib.sha256(place.encode()).digest()[:4], "big") & 0x7FFFFFFF


def max_tokens(schema: Schema) -> int:
    return int(longest(schema) / CHARACTERS_A_TOKEN) + 64


async def ask(
    model: Model,
    card: Card,
    messages: tuple[Message, ...],
    schema: Schema,
    *,
    key: TurnKey,
    seed: int,
    salt: str,
    check: Callable[[dict[str, Any]], str | None] = lambda _: None,
    least: int = LEAST_ANSWER,
) -> Structured:
    """The validated answer. ``check`` returns what is wrong beyond the schema, or None; ``least``
    is the tokens that the prompt must leave for an answer, unless its form needs fewer.

    Raises ``TurnFailed`` after two unusable answers, ``PromptTooLong`` before asking, and what
    the model raises.
    """
    used, wrong = Usage(), "nothing"
    for number in range(ASKS):
        form = roomier(schema, card.window)
        if number:
            form = smaller(form)
        wanted = Ask(
            messages if number == 0 else _once_more(messages, wrong),
            form,
            f"{key.role}",
            salt,
            seed_of(key, seed, number),
            max_tokens(form),
        )
        answer = await model.ask(await _fitted(model, card, wanted, least))
        used += answer.usage
        data, wrong = _read(answer, form, check)
        if data is not None:
            return Structured(data, used, number + 1)
    raise TurnFailed(f"The model's answer as {key.role} could not be used: {wrong}.")


async def _fitted(model: Model, card: Card, wanted: Ask, least: int) -> Ask:
    """Counted before it is sent: an answer's room shrinks to what the window leaves."""
    prompt = await model.count(wanted.messages)
    room = card.window - prompt - 8
    if room < min(wanted.max_tokens, least):
        raise PromptTooLong(
            f"The record comes to {prompt} tokens; the model's window is {card.window}."
        )
    return replace(wanted, max_tokens=min(wanted.max_tokens, room))


def _once_more(messages: tuple[Message, ...], wrong: str) -> tuple[Message, ...]:
    last = messages[-1]
    note = f"{last.content}\n{prompts.line('again', wrong=wrong)}"
    return (*messages[:-1], Message(last.role, note))


def _read(
    answer: Answer, schema: Schema, check: Callable[[dict[str, Any]], str | None]
) -> tuple[dict[str, Any] | None, str]:
    if answer.finish == "length":
        return None, "it was cut off"
    if answer.finish == "refusal":
        return None, "the model refused"
    try:
        data = json.loads(answer.text)
    except ValueError:
        return None, "it was not JSON"
    try:
        jsonschema.validate(data, schema)
    except jsonschema.ValidationError as error:
        where = ".".join(str(part) for part in error.absolute_path) or "the whole"
        return None, f"{where} does not fit: {error.validator}"
    wrong = check(data)
    return (None, wrong) if wrong else (data, "")
