"""The HTTP face through the real `openai` client, and the edges a client can touch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx2
import jsonschema
import pytest
from openai import AsyncOpenAI, BadRequestError

from engine.models.host import ModelService

pytestmark = pytest.mark.model

SYSTEM = {"role": "system", "content": "You are Lead Counsel."}
LONG = {"type": "array", "minItems": 900, "maxItems": 900, "items": {"type": "number"}}
RULING: dict[str, Any] = {
    "type": "object",
    "properties": {
        "outcome": {"enum": ["win", "loss", "conditional"]},
        "why": {"type": "string", "maxLength": 40},
    },
    "required": ["outcome", "why"],
    "additionalProperties": False,
}


def messages(text: str) -> list[Any]:
    return [SYSTEM, {"role": "user", "content": text}]


def as_format(schema: dict[str, Any]) -> Any:
    return {
        "type": "json_schema",
        "json_schema": {"name": "answer", "strict": True, "schema": schema},
    }


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_an_answer_with_schema_and_usage(client: AsyncOpenAI, service: ModelService) -> None:
    answer = await client.chat.completions.create(
        model="any",
        messages=messages("Rule on the motion, as JSON."),
        max_tokens=120,
        temperature=1,
        seed=3,
        response_format=as_format(RULING),
        extra_body={"cache_salt": "m1"},
    )
    assert answer.model == service.info.id
    assert answer.choices[0].finish_reason == "stop"
    jsonschema.validate(json.loads(answer.choices[0].message.content or ""), RULING)
    usage = answer.usage
    assert usage is not None and usage.prompt_tokens_details is not None
    cached = usage.prompt_tokens_details.cached_tokens
    assert usage.model_extra is not None
    assert usage.prompt_tokens == (cached or 0) + usage.model_extra["evaluated_tokens"]
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens


async def test_a_stream_says_what_a_plain_answer_says(client: AsyncOpenAI) -> None:
    # A constant, since another batch shape may round a free answer another way.
    said = "The agency kept paying though it knew; so the defect was not material. § 3729 é"
    wanted: dict[str, Any] = {
        "model": "any",
        "messages": messages("Say a sentence about invoices."),
        "max_tokens": 120,
        "response_format": as_format({"const": said}),
    }
    plain = await client.chat.completions.create(**wanted)
    stream = await client.chat.completions.create(
        **wanted, stream=True, stream_options={"include_usage": True}
    )
    chunks = [chunk async for chunk in stream]
    text = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
    assert text == plain.choices[0].message.content == json.dumps(said, ensure_ascii=False)
    assert len(chunks) > 8, "it really comes bit by bit"
    finishes = [c.choices[0].finish_reason for c in chunks if c.choices]
    assert finishes[-1] == plain.choices[0].finish_reason == "stop"
    assert finishes[:-1] == [None] * (len(finishes) - 1)
    assert chunks[-1].usage is not None and plain.usage is not None
    assert chunks[-1].usage.prompt_tokens == plain.usage.prompt_tokens


async def test_the_window_in_openais_words(client: AsyncOpenAI, service: ModelService) -> None:
    with pytest.raises(BadRequestError) as refusal:
        await client.chat.completions.create(
            model="any", messages=messages("Too much."), max_tokens=service.info.window
        )
    assert refusal.value.code == "context_length_exceeded"
    assert str(service.info.window) in refusal.value.message


async def test_models_and_counting(base_url: str, service: ModelService) -> None:
    async with httpx2.AsyncClient(base_url=base_url, timeout=60) as http:
        model = (await http.get("/v1/models")).json()["data"][0]
        assert model["id"] == service.info.id
        assert model["window"] == 8192
        assert len(model["sha256"]) == 64 and model["family"] == "llama"
        asked = {"messages": messages("How long is this?"), "max_tokens": 1}
        counted = (await http.post("/tokenize", json=asked)).json()
        assert counted["count"] == len(counted["tokens"])
        done = (await http.post("/v1/chat/completions", json=asked)).json()
        assert done["usage"]["prompt_tokens"] == counted["count"]
        assert (await http.get("/health")).status_code == 200


async def test_metrics_count_tokens_and_quote_nothing(base_url: str) -> None:
    async with httpx2.AsyncClient(base_url=base_url, timeout=60) as http:

        async def read() -> dict[str, int]:
            lines = (await http.get("/metrics")).text.splitlines()
            return {
                name: int(value)
                for name, value in (line.split() for line in lines if not line.startswith("#"))
            }

        before = await read()
        body = {"messages": messages("privileged-word"), "max_tokens": 2, "temperature": 0}
        usage = (await http.post("/v1/chat/completions", json=body)).json()["usage"]
        after = await read()
        assert after["lawgame_model_requests_total"] == before["lawgame_model_requests_total"] + 1
        grown = (
            after["lawgame_model_evaluated_tokens_total"]
            - (before["lawgame_model_evaluated_tokens_total"])
        )
        assert grown == usage["evaluated_tokens"]
        assert "privileged" not in (await http.get("/metrics")).text


@pytest.mark.parametrize(
    ("content", "kind", "code"),
    [
        (b"{", "application/json", "model.request"),
        (b"[" * 100_000, "application/json", "model.request"),
        (b'{"messages": []}', "application/json", "model.request"),
        (b"{}", "text/plain", "model.request"),
        (
            b'{"messages":[{"role":"user","content":"x"}],"response_format":{"type":"json_schema",'
            b'"json_schema":{"name":"x","schema":{"type":"string","pattern":"x"}}}}',
            "application/json",
            "model.schema",
        ),
    ],
)
async def test_bad_bodies(base_url: str, content: bytes, kind: str, code: str) -> None:
    async with httpx2.AsyncClient(base_url=base_url) as http:
        answer = await http.post(
            "/v1/chat/completions", content=content, headers={"Content-Type": kind}
        )
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == code


async def test_a_web_page_cannot_reach_it_by_another_name(base_url: str) -> None:
    async with httpx2.AsyncClient(base_url=base_url) as http:
        headers = {"Host": "rebound.example.org"}
        assert (await http.get("/v1/models", headers=headers)).status_code == 403
        assert (await http.get("/nothing")).status_code == 404


@pytest.mark.parametrize("stream", [False, True])
async def test_a_client_that_leaves_ends_its_generation(
    base_url: str, service: ModelService, stream: bool
) -> None:
    before = service.counts
    body = {
        "messages": messages("Count."),
        "max_tokens": 3000,
        "response_format": as_format(LONG),
        "stream": stream,
    }
    async with httpx2.AsyncClient(base_url=base_url, timeout=60) as http:

        async def ask() -> None:
            async with http.stream("POST", "/v1/chat/completions", json=body) as answer:
                async for _part in answer.aiter_bytes():
                    pass

        running = asyncio.create_task(ask())
        await until(lambda: service.counts.requests > before.requests and not service.queued)
        queued = asyncio.create_task(ask())
        await until(lambda: service.counts.requests == before.requests + 2)
        await until(lambda: service.queued == 1)
        for task in (queued, running):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
    await until(lambda: service.counts.cancelled == before.cancelled + 2)
    assert service.counts.generated - before.generated < 2500, "neither ran to its end"


async def test_twenty_at_once(client: AsyncOpenAI) -> None:
    async def one(number: int) -> str | None:
        answer = await client.chat.completions.create(
            model="any",
            messages=messages(f"You are staff member {number}. Vote."),
            max_tokens=30,
            response_format=as_format({"const": f"member {number}"}),
            extra_body={"cache_salt": f"matter {number % 3}"},
        )
        content: str | None = answer.choices[0].message.content
        return content

    answers = await asyncio.gather(*(one(number) for number in range(20)))
    assert answers == [f'"member {number}"' for number in range(20)], "to each its own"
