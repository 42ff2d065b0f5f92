"""OpenAI's shapes: what is read, what is refused, what errors look like."""

from __future__ import annotations

from typing import Any

import pytest

from engine.models.grammar import GrammarUnsupported
from engine.models.host import wire
from engine.models.host.errors import ModelNotReady, ModelRequestInvalid, WindowExceeded
from engine.models.host.requests import ChatMessage, Sampling

MESSAGES = [{"role": "system", "content": "Argue."}, {"role": "user", "content": "Now."}]


def body(**fields: Any) -> dict[str, Any]:
    return {"model": "any", "messages": MESSAGES} | fields


def test_a_plain_call() -> None:
    call = wire.parse_chat(body())
    assert call.request.messages == (ChatMessage("system", "Argue."), ChatMessage("user", "Now."))
    assert call.request.sampling == Sampling()
    assert call.request.max_tokens is None and call.request.schema is None
    assert not call.stream


def test_every_field() -> None:
    schema = {"type": "null"}
    call = wire.parse_chat(
        body(
            max_tokens=5,
            max_completion_tokens=7,
            temperature=0,
            top_p=0.5,
            top_k=0,
            seed=-3,
            cache_salt="m1",
            stream=True,
            stream_options={"include_usage": True},
            n=1,
            stop=None,
            response_format={"type": "json_schema", "json_schema": {"name": "x", "schema": schema}},
        )
    )
    assert call.request.max_tokens == 7
    assert call.request.sampling == Sampling(temperature=0.0, top_p=0.5, top_k=0, seed=-3)
    assert call.request.cache_salt == "m1"
    assert call.request.schema == schema
    assert call.stream and call.usage_in_stream


def test_text_parts_are_joined_and_developer_is_system() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    messages = [{"role": "developer", "content": parts}]
    assert wire.parse_messages({"messages": messages}) == (ChatMessage("system", "ab"),)


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "tool", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "user", "content": None}]}, "messages[0].content"),
        ({"messages": [{"role": "user", "content": "\ud800"}]}, "messages[0].content"),
        (
            {"messages": [{"role": "user", "content": [{"type": "image_url"}]}]},
            "messages[0].content",
        ),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": True}, "max_tokens"),
        ({"temperature": "hot"}, "temperature"),
        ({"temperature": float("nan")}, "temperature"),
        ({"top_p": 1.5}, "top_p"),
        ({"seed": 1.5}, "seed"),
        ({"cache_salt": 7}, "cache_salt"),
        ({"stream": "yes"}, "stream"),
        ({"n": 2}, "n"),
        ({"stop": ["x"]}, "stop"),
        ({"tools": [{}]}, "tools"),
        ({"response_format": {"type": "json_object"}}, "response_format"),
        ({"response_format": {"type": "json_schema"}}, "response_format.json_schema"),
    ],
)
def test_what_is_not_supported_is_refused_by_name(fields: dict[str, Any], param: str) -> None:
    with pytest.raises(ModelRequestInvalid) as refusal:
        wire.parse_chat(body(**fields))
    assert refusal.value.param == param


def test_errors_in_openais_shape() -> None:
    window = WindowExceeded(prompt=8000, wanted=300, window=8192)
    error = wire.error_body(window)["error"]
    assert wire.status_of(window) == 400
    assert error["code"] == "context_length_exceeded"
    assert all(count in error["message"] for count in ("8000", "300", "8192"))
    assert wire.status_of(GrammarUnsupported("x", place="#")) == 400
    assert wire.error_body(GrammarUnsupported("x", place="#"))["error"]["code"] == "model.schema"
    assert wire.status_of(ModelNotReady()) == 503
    assert wire.error_body(ModelNotReady())["error"]["type"] == "server_error"
