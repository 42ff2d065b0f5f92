"""The engine's side of every model host: the OpenAI-compatible chat API through ``openai``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.errors import Refused, Unavailable
from engine.models.defused import defused
from engine.ports import Answer, Ask, Card, Message
from engine.record import Usage

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

TURN_SECONDS = 1800.0
"""A turn may take long on a small machine; a stop cancels it at once all the same."""
CHARACTERS_A_TOKEN = 3.0
"""For hosts that cannot count: English legal prose has about 4, so this errs on the safe side."""
UNKNOWN_WINDOW = 8192


class HostUnreachable(Unavailable):
    """The model host does not answer."""

    code = "model.unreachable"
    default_remedy = (
        "Nothing is lost. Ask your IT team to look at the model host, then type `/lawgame resume`."
    )


class HostRefused(Refused):
    """The model host would not take the request."""

    code = "model.refused"
    default_remedy = "Ask your IT team to check the model host's log for this time."


class HostModel:
    """``Model`` over HTTP. ``address`` is ``http://host:port`` or ``unix:/path``."""

    def __init__(self, address: str, name: str = "", key: str = "none") -> None:
        self._address, self._name, self._key = address, name, key
        self._open: tuple[AsyncOpenAI, httpx2.AsyncClient] | None = None
        self._card: Card | None = None
        self._counts = True
        self._reads_text = False
        self._lock = asyncio.Lock()

    async def card(self) -> Card:
        """Asked once; raises ``HostUnreachable``."""
        if self._card is None:
            try:
                data = (await self._get("/v1/models"))["data"]
                own = next((m for m in data if m["id"] == self._name), data[0])
            except (LookupError, TypeError, ValueError) as error:
                raise HostRefused("The model host does not say which model it has.") from error
            # Our own host never takes content for control tokens: there it stays as it is.
            self._reads_text = own.get("owned_by") == "lawgame"
            window = own.get("window") or own.get("max_model_len") or UNKNOWN_WINDOW
            self._card = Card(own["id"], int(window), own.get("sha256", ""))
        return self._card

    async def count(self, messages: Sequence[Message]) -> int:
        await self.card()
        if self._counts:
            answer = await self._tokenized(messages)
            if answer.status_code == 200 and "count" in (found := answer.json()):
                return int(found["count"])
            self._counts = False
        return sum(int(len(m.content) / CHARACTERS_A_TOKEN) + 8 for m in messages)

    async def ask(self, ask: Ask) -> Answer:
        import openai

        client, _ = await self._ready()
        card = await self.card()
        schema: Any = {"name": ask.name, "schema": ask.schema, "strict": True}
        messages: Any = self._sent(ask.messages)
        try:
            said = await client.chat.completions.create(
                model=card.name,
                messages=messages,
                response_format={"type": "json_schema", "json_schema": schema},
                seed=ask.seed,
                max_tokens=ask.max_tokens,
                temperature=ask.temperature,
                frequency_penalty=ask.frequency_penalty,
                extra_body={"cache_salt": ask.salt},
            )
        except openai.APIConnectionError as error:
            raise HostUnreachable from error
        except openai.APIStatusError as error:
            if error.status_code >= 500 or error.status_code == 429:
                raise HostUnreachable from error
            raise HostRefused(f"The model host refused the request ({error.code}).") from error
        if not said.choices:
            raise HostRefused("The model host answered with nothing.")
        choice = said.choices[0]
        refused = choice.finish_reason == "content_filter" or bool(choice.message.refusal)
        finish = "refusal" if refused else choice.finish_reason
        return Answer(choice.message.content or "", finish, _usage(said.usage))

    async def _tokenized(self, messages: Sequence[Message]) -> httpx2.Response:
        import httpx2

        body = {"messages": self._sent(messages)}
        try:
            return await (await self._ready())[1].post("/tokenize", json=body)
        except httpx2.HTTPError as error:
            raise HostUnreachable from error

    def _sent(self, messages: Sequence[Message]) -> list[dict[str, str]]:
        read = (lambda text: text) if self._reads_text else defused
        return [{"role": one.role, "content": read(one.content)} for one in messages]

    async def close(self) -> None:
        if self._open is not None:
            await self._open[0].close()
        self._open = None

    async def _get(self, path: str) -> Any:
        import httpx2

        try:
            answer = await (await self._ready())[1].get(path)
            answer.raise_for_status()
        except httpx2.HTTPError as error:
            raise HostUnreachable from error
        return answer.json()

    async def _ready(self) -> tuple[AsyncOpenAI, httpx2.AsyncClient]:
        async with self._lock:
            if self._open is None:
                # Off the loop: these imports take about a second.
                self._open = await asyncio.to_thread(self._connect)
            return self._open

    def _connect(self) -> tuple[AsyncOpenAI, httpx2.AsyncClient]:
        import httpx2
        import openai

        socket = self._address.removeprefix("unix:") if self._address.startswith("unix:") else None
        base = "http://model-host" if socket else self._address.rstrip("/").removesuffix("/v1")
        transport = httpx2.AsyncHTTPTransport(uds=socket) if socket else None
        http = httpx2.AsyncClient(
            transport=transport,
            base_url=base,
            timeout=httpx2.Timeout(TURN_SECONDS, connect=5.0),
            trust_env=False,
        )
        client = openai.AsyncOpenAI(
            api_key=self._key, base_url=f"{base}/v1", http_client=http, max_retries=0
        )
        return client, http


def _usage(said: Any) -> Usage:
    if said is None:
        return Usage()
    details = said.prompt_tokens_details
    cached = int(getattr(details, "cached_tokens", 0) or 0)
    own = (said.model_extra or {}).get("evaluated_tokens")
    evaluated = int(own) if own is not None else said.prompt_tokens - cached
    return Usage(said.prompt_tokens, cached, evaluated, said.completion_tokens)
