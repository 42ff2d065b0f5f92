"""OpenAI's chat completion shapes, as plain dictionaries: parsed in, built out.

Reference: https://platform.openai.com/docs/api-reference/chat. Beyond it a request may carry
``cache_salt`` and ``top_k``; usage carries ``evaluated_tokens``. A field that would change the
answer but is not supported is refused, never ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from engine.errors import BadRequest, LawgameError, Refused
from engine.models.grammar import GrammarUnsupported
from engine.models.host.errors import ModelRequestInvalid, WindowExceeded
from engine.models.host.requests import ChatMessage, Generation, GenerationRequest, Role, Sampling
from engine.models.host.service import ModelInfo

_ROLES: Final[Mapping[str, Role]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
}
# Fields that change the answer, with the values that mean "not used".
_UNSUPPORTED: Final[Mapping[str, tuple[object, ...]]] = {
    "n": (None, 1),
    "stop": (None, []),
    "tools": (None, []),
    "tool_choice": (None, "none"),
    "functions": (None, []),
    "logprobs": (None, False),
    "logit_bias": (None, {}),
}


@dataclass(frozen=True, slots=True)
class ChatCall:
    """A parsed chat completion call."""

    request: GenerationRequest
    stream: bool
    usage_in_stream: bool


def parse_chat(body: object) -> ChatCall:
    """Read a chat completion request; raise `ModelRequestInvalid` naming the field."""
    fields = _mapping(body, "body")
    for name, unused in _UNSUPPORTED.items():
        if fields.get(name) not in unused:
            raise ModelRequestInvalid(f"This host does not support {name}.", param=name)
    limit_name = "max_completion_tokens"
    if fields.get(limit_name) is None:
        limit_name = "max_tokens"
    request = GenerationRequest(
        messages=parse_messages(fields),
        max_tokens=_integer(fields, limit_name, least=1),
        sampling=Sampling(
            temperature=_number(fields, "temperature", 1.0, 0.0, 2.0),
            top_p=_number(fields, "top_p", 1.0, 0.0, 1.0),
            top_k=_integer(fields, "top_k", least=0, default=40) or 0,
            frequency_penalty=_number(fields, "frequency_penalty", 0.0, -2.0, 2.0),
            presence_penalty=_number(fields, "presence_penalty", 0.0, -2.0, 2.0),
            seed=_integer(fields, "seed"),
        ),
        schema=_schema(fields),
        cache_salt=_text(fields.get("cache_salt", ""), "cache_salt"),
    )
    options = fields.get("stream_options") or {}
    return ChatCall(
        request=request,
        stream=_boolean(fields, "stream"),
        usage_in_stream=_boolean(_mapping(options, "stream_options"), "include_usage"),
    )


def parse_messages(body: object) -> tuple[ChatMessage, ...]:
    """Read ``messages``; text parts of one message are joined."""
    messages = _mapping(body, "body").get("messages")
    if not isinstance(messages, list) or not messages:
        raise ModelRequestInvalid("messages must list at least one message.", param="messages")
    return tuple(_message(message, f"messages[{n}]") for n, message in enumerate(messages))


def completion(key: str, created: int, info: ModelInfo, done: Generation) -> dict[str, Any]:
    """The answer to a call that does not stream."""
    message = {"role": "assistant", "content": done.text, "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": done.finish}
    head = _head(key, created, info, "chat.completion")
    return head | {"choices": [choice], "usage": usage(done), "seed": done.seed}


def chunk(
    key: str, created: int, info: ModelInfo, delta: Mapping[str, str], finish: str | None = None
) -> dict[str, Any]:
    """One piece of a streamed answer."""
    choice = {"index": 0, "delta": dict(delta), "logprobs": None, "finish_reason": finish}
    return _head(key, created, info, "chat.completion.chunk") | {"choices": [choice]}


def usage_chunk(key: str, created: int, info: ModelInfo, done: Generation) -> dict[str, Any]:
    """The last piece of a streamed answer when usage was asked for."""
    head = _head(key, created, info, "chat.completion.chunk")
    return head | {"choices": [], "usage": usage(done)}


def usage(done: Generation) -> dict[str, Any]:
    """Token counts; ``evaluated_tokens`` are prompt tokens really decoded for this request."""
    return {
        "prompt_tokens": done.prompt_tokens,
        "completion_tokens": done.completion_tokens,
        "total_tokens": done.prompt_tokens + done.completion_tokens,
        "prompt_tokens_details": {"cached_tokens": done.cached_tokens},
        "evaluated_tokens": done.evaluated_tokens,
    }


def models(info: ModelInfo) -> dict[str, Any]:
    """The answer to ``GET /v1/models``; ``window`` is tokens for one request."""
    model = {
        "id": info.id,
        "object": "model",
        "created": 0,
        "owned_by": "lawgame",
        "window": info.window,
        "sha256": info.sha256,
        "family": info.family,
        "enforces": ["json_schema"],
    }
    return {"object": "list", "data": [model]}


def status_of(error: LawgameError) -> int:
    """The HTTP status for an error: 400 for the client's, 503 for the host's."""
    client = isinstance(error, BadRequest | Refused | GrammarUnsupported)
    return 400 if client else 503


def error_body(error: LawgameError) -> dict[str, Any]:
    """OpenAI's error shape, plus our own ``remedy``."""
    window = isinstance(error, WindowExceeded)
    client = status_of(error) == 400
    param = "messages" if window else getattr(error, "param", None)
    return {
        "error": {
            "message": error.message,
            "type": "invalid_request_error" if client else "server_error",
            "param": param,
            "code": "context_length_exceeded" if window else error.code,
            "remedy": error.remedy,
        }
    }


def _head(key: str, created: int, info: ModelInfo, kind: str) -> dict[str, Any]:
    # The fingerprint lets a client notice that another file answers under the same name.
    return {
        "id": key,
        "object": kind,
        "created": created,
        "model": info.id,
        "system_fingerprint": info.sha256[:16],
    }


def _message(value: object, place: str) -> ChatMessage:
    fields = _mapping(value, place)
    role = fields.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        raise ModelRequestInvalid("A role is system, user or assistant.", param=f"{place}.role")
    content = fields.get("content")
    if isinstance(content, list):
        parts = [_mapping(part, f"{place}.content") for part in content]
        if any(part.get("type") != "text" for part in parts):
            raise ModelRequestInvalid("Only text can be read.", param=f"{place}.content")
        content = "".join(_text(part.get("text"), f"{place}.content") for part in parts)
    return ChatMessage(_ROLES[role], _text(content, f"{place}.content"))


def _schema(fields: Mapping[str, Any]) -> Mapping[str, Any] | None:
    wanted = fields.get("response_format")
    if wanted is None:
        return None
    form = _mapping(wanted, "response_format")
    if form.get("type") == "text":
        return None
    if form.get("type") != "json_schema":
        raise ModelRequestInvalid(
            "response_format must be text or json_schema.", param="response_format"
        )
    named = _mapping(form.get("json_schema"), "response_format.json_schema")
    return _mapping(named.get("schema"), "response_format.json_schema.schema")


def _mapping(value: object, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ModelRequestInvalid(f"{place} must be an object.", param=place)
    return cast("Mapping[str, Any]", value)


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise ModelRequestInvalid(f"{place} must be text.", param=place)
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise ModelRequestInvalid(f"{place} is not valid Unicode.", param=place)
    return value


def _boolean(fields: Mapping[str, Any], name: str) -> bool:
    value = fields.get(name)
    if value is not None and not isinstance(value, bool):
        raise ModelRequestInvalid(f"{name} must be true or false.", param=name)
    return bool(value)


def _integer(
    fields: Mapping[str, Any], name: str, *, least: int | None = None, default: int | None = None
) -> int | None:
    value = fields.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int):
        raise ModelRequestInvalid(f"{name} must be an integer.", param=name)
    if least is not None and value < least:
        raise ModelRequestInvalid(f"{name} must be at least {least}.", param=name)
    return value


def _number(
    fields: Mapping[str, Any], name: str, default: float, least: float, most: float
) -> float:
    value = fields.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ModelRequestInvalid(f"{name} must be a number.", param=name)
    if not least <= value <= most:
        raise ModelRequestInvalid(f"{name} must be from {least} to {most}.", param=name)
    return float(value)
