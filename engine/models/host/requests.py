"""What is asked of the host and what it answers, free of any wire format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "cancelled"]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message; ``content`` is always plain text, whatever it looks like."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a token is chosen.

    ``temperature`` 0 is greedy. ``top_k`` 0 considers the whole vocabulary; its default of 40 is
    llama.cpp's. ``seed`` None draws one, which the answer reports. The penalties lower what was
    said already, by how often and by whether at all, as the chat API defines them; small models
    fall into loops without.
    """

    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = 40
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """One answer wanted.

    ``max_tokens`` None takes what the window leaves, at most ``service.DEFAULT_ANSWER``.
    ``schema`` is a JSON Schema that the answer obeys. Requests reuse each other's cached prompt
    tokens only if their ``cache_salt`` is the same; a matter's salt keeps it apart from others.
    """

    messages: tuple[ChatMessage, ...]
    max_tokens: int | None = None
    sampling: Sampling = field(default_factory=Sampling)
    schema: Mapping[str, Any] | None = None
    cache_salt: str = ""


@dataclass(frozen=True, slots=True)
class Generation:
    """An answer. All counts are tokens.

    ``prompt_tokens`` = ``cached_tokens`` + ``evaluated_tokens`` unless the prompt was cancelled
    on the way; ``evaluated_tokens`` were really decoded for this request.
    """

    text: str
    finish: Finish
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    evaluated_tokens: int
    seed: int
