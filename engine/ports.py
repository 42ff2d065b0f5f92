"""What the engine needs from the house. No SQL, no chat, no DBOS here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.events import Event
from engine.matter import Authority, Element, Fact, Matter, Scope
from engine.record import Failure, Json, Reason, Run, RunState, Turn, TurnKey, Usage


class Ledger(Protocol):
    """The record. Whatever it holds stands, whoever thought something else."""

    async def run(self, run: str) -> Run: ...

    async def turns(self, run: str) -> Sequence[Turn]:
        """The settled turns of a run in the order they were settled."""
        ...

    async def find(self, key: TurnKey) -> Turn | None: ...

    async def settle(
        self, turn: Turn, events: Sequence[Event] = (), failures: Sequence[Failure] = ()
    ) -> Turn:
        """Turn, events and failures in one transaction; first writer of a key wins; what stands."""
        ...

    async def tell(self, events: Sequence[Event]) -> None:
        """Store events alone; one whose key is stored already is left as it is."""
        ...

    async def failures(self, scope: str, but: str) -> Sequence[Failure]:
        """Failures of other runs than ``but`` in the same scope (profile, objective, record)."""
        ...

    async def close_run(self, run: str, state: RunState, reason: Reason | None) -> None:
        """Set the state; a run that has ended stays ended."""
        ...


class Casefile(Protocol):
    """The matter: who, what happened, what the law is said to be."""

    async def matter(self, matter: str) -> Matter: ...

    async def search_facts(
        self, matter: str, query: str, scope: Scope, limit: int
    ) -> Sequence[Fact]:
        """Best first, by full-text rank of any word of ``query``; facts in force only."""
        ...

    async def facts(self, matter: str, scope: Scope | None = None) -> Sequence[Fact]: ...

    async def authorities(self, matter: str) -> Sequence[Authority]: ...

    async def elements(self, matter: str, objective: str) -> Sequence[Element]:
        """Empty until the objective was analysed or a lawyer wrote them."""
        ...

    async def keep_elements(self, matter: str, objective: str, elements: Sequence[Element]) -> None:
        """Store them unless the objective has elements already."""
        ...


@dataclass(frozen=True)
class Message:
    role: str
    content: str


@dataclass(frozen=True)
class Card:
    """What a model says of itself: ``window`` is tokens of prompt and answer together."""

    name: str
    window: int
    sha256: str = ""
    simulated: bool = False


@dataclass(frozen=True)
class Ask:
    """One request. ``salt`` keeps a matter's cache its own; ``schema`` is JSON Schema."""

    messages: tuple[Message, ...]
    schema: dict[str, Any]
    name: str
    salt: str
    seed: int
    max_tokens: int
    temperature: float = 0.5
    frequency_penalty: float = 0.3


@dataclass(frozen=True)
class Answer:
    """``finish`` is ``stop``, ``length`` or ``refusal``; ``text`` is meant to be JSON."""

    text: str
    finish: str
    usage: Usage = field(default_factory=Usage)


class Model(Protocol):
    async def card(self) -> Card: ...

    async def count(self, messages: Sequence[Message]) -> int:
        """Tokens these messages come to in the model's own template."""
        ...

    async def ask(self, ask: Ask) -> Answer:
        """Cancelling the coroutine stops the generation. Raises ``Unavailable``, ``Refused``."""
        ...


@dataclass(frozen=True)
class Cleaned:
    """``removed`` lists the citations that were not on file, as they stood in the prose."""

    text: str
    removed: tuple[str, ...] = ()


class Citations(Protocol):
    async def clean(
        self, texts: Sequence[str], on_file: Sequence[Authority], parties: Sequence[str]
    ) -> Sequence[Cleaned]:
        """Each text with every citation that is not on file made a visible placeholder."""
        ...


@dataclass(frozen=True)
class Ports:
    ledger: Ledger
    casefile: Casefile
    model: Model
    citations: Citations


__all__ = [
    "Answer",
    "Ask",
    "Card",
    "Casefile",
    "Citations",
    "Cleaned",
    "Json",
    "Ledger",
    "Message",
    "Model",
    "Ports",
]
