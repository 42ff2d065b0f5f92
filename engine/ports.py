"""What the engine needs from the house. No SQL, no chat, no DBOS here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.authorities.types import Checked, Source
from engine.events import Event
from engine.matter import Authority, CourtProfile, Element, Fact, Matter, Scope
from engine.record import Failure, Json, Reason, Run, RunState, Switches, Turn, TurnKey, Usage


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

    async def earlier(self, run: str, limit: int) -> Sequence[tuple[Run, Turn]]:
        """The newest rounds of other runs of the matter, the oldest of them first."""
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
        """Best first, by the words of ``query`` and, where it can be told, by its meaning; facts
        in force only."""
        ...

    async def mentions(self, matter: str, query: str, scope: Scope, limit: int) -> Sequence[Fact]:
        """Best first, those that hold a word of ``query``, in whatever inflection."""
        ...

    async def facts(
        self,
        matter: str,
        scope: Scope | None = None,
        limit: int | None = None,
        longest: int | None = None,
    ) -> Sequence[Fact]:
        """In the order of the file; of at most ``longest`` characters each, the first ``limit``."""
        ...

    async def vocabulary(self, matter: str, scope: Scope) -> frozenset[str]:
        """Every word of the scope's documents, their titles and what was said of their facts, as
        ``engine.words.vocabulary`` has it."""
        ...

    async def record_digest(self, matter: str) -> str:
        """Another one whenever a document on record comes, goes or is read differently."""
        ...

    async def authorities(self, matter: str) -> Sequence[Authority]: ...

    async def elements(self, matter: str, objective: str) -> Sequence[Element]:
        """Empty until the objective was analysed or a lawyer wrote them."""
        ...

    async def keep_elements(self, matter: str, objective: str, elements: Sequence[Element]) -> None:
        """Store them unless the objective has elements already."""
        ...

    async def court_profile(self, matter: str) -> CourtProfile | None:
        """None unless a lawyer has switched it on."""
        ...

    async def keep_profile(self, matter: str, profile: CourtProfile) -> CourtProfile:
        """Store what was proposed unless a lawyer has set it meanwhile; what stands."""
        ...


class Standings(Protocol):
    """What evaluations have found of models."""

    async def of(self, card: Card) -> Json | None:
        """``{"discriminates": bool, "at": "2026-12-01", "says": "…"}`` of the newest evaluation
        of the judge with this very model, None if there was none."""
        ...


class NoStandings:
    """No model was ever evaluated."""

    async def of(self, card: Card) -> Json | None:
        return None


class Vectors(Protocol):
    """Texts as directions of which near ones mean alike; ``name`` is of what makes them, "" if
    nothing does."""

    @property
    def name(self) -> str: ...

    async def of(
        self, texts: Sequence[str], patience: float | None = None
    ) -> Sequence[bytes] | None:
        """Signed bytes, one vector for each text; None if there is no model, or not within
        ``patience`` seconds."""
        ...


class NoVectors:
    """There is no model for them."""

    name = ""

    async def of(
        self, texts: Sequence[str], patience: float | None = None
    ) -> Sequence[bytes] | None:
        return None


@dataclass(frozen=True)
class ReportedCase:
    """A row of the firm's table of authorities: what begins at a page of a reporter.

    ``reporter`` is the usual abbreviation (``F. Supp. 2d`` is kept as ``F.Supp.2d``, see
    ``engine.authorities.reporters``); ``names`` are the ways the case is called.
    """

    reporter: str
    volume: str
    page: str
    names: tuple[str, ...]
    year: int | None = None
    court: str = ""
    holding: str = ""
    text: str = ""


@dataclass(frozen=True)
class LawSection:
    """A section, or a part of it, of a code that is loaded.

    ``code`` is ``usc``, ``rules`` or ``const``; ``identifier`` is like
    ``/us/usc/t31/s3729/b/4``; ``citation`` its usual form; ``status`` is "" in force, else
    ``repealed``, ``renumbered``, ``transferred``, ``omitted`` and so on; ``release`` names the
    release point; ``text`` is all of it.
    """

    code: str
    identifier: str
    citation: str
    heading: str
    text: str
    status: str = ""
    release: str = ""


class Library(Protocol):
    """Public law that the firm has loaded: no matter's secret, shared by all."""

    async def cases_at(self, places: Sequence[tuple[str, str, str]]) -> Sequence[ReportedCase]:
        """Of (reporter, volume, page); several cases may begin on one page."""
        ...

    async def volumes(self, of: Sequence[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Those of the (reporter, volume) of which any case is loaded."""
        ...

    async def cases_named(self, words: Sequence[str], limit: int) -> Sequence[ReportedCase]:
        """Cases with all the words, whole, in one of their names."""
        ...

    async def sections(self, identifiers: Sequence[str]) -> Sequence[LawSection]:
        """By identifier, parts of sections too; those that are not there are left out."""
        ...

    async def codes(self) -> frozenset[str]:
        """What is loaded: ``const``, ``usc/31``, ``rules/28a`` and so on."""
        ...


class NoLibrary:
    """A library in which nothing is loaded."""

    async def cases_at(self, places: Sequence[tuple[str, str, str]]) -> Sequence[ReportedCase]:
        return ()

    async def volumes(self, of: Sequence[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        return frozenset()

    async def cases_named(self, words: Sequence[str], limit: int) -> Sequence[ReportedCase]:
        return ()

    async def sections(self, identifiers: Sequence[str]) -> Sequence[LawSection]:
        return ()

    async def codes(self) -> frozenset[str]:
        return frozenset()


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
    """``removed`` lists the citations that were not on file, as they stood in the prose;
    ``unquoted`` the quotations; ``checked`` every citation of the text with its verdict."""

    text: str
    removed: tuple[str, ...] = ()
    unquoted: tuple[str, ...] = ()
    checked: tuple[Checked, ...] = ()


class Citations(Protocol):
    async def clean(
        self,
        texts: Sequence[str],
        on_file: Sequence[Authority],
        parties: Sequence[str],
        sources: Sequence[Source] = (),
    ) -> Sequence[Cleaned]:
        """Each text with every citation that is not verified, and every quotation that none of
        ``sources`` or the cited authorities holds, made a visible placeholder."""
        ...


class CitationCheck(Protocol):
    async def check(
        self,
        pages: Sequence[tuple[int | None, str]],
        on_file: Sequence[Authority] = (),
        parties: Sequence[str] = (),
        sources: Sequence[Source] = (),
    ) -> Sequence[Checked]:
        """Every citation of a document's pages (number and text), in order, with its verdict.

        ``Id.``, short forms and ``supra`` are followed over the pages."""
        ...


class NoCheck:
    """A check that finds no citation anywhere."""

    async def check(
        self,
        pages: Sequence[tuple[int | None, str]],
        on_file: Sequence[Authority] = (),
        parties: Sequence[str] = (),
        sources: Sequence[Source] = (),
    ) -> Sequence[Checked]:
        return ()


@dataclass(frozen=True)
class Ports:
    ledger: Ledger
    casefile: Casefile
    model: Model
    citations: Citations
    vectors: Vectors = field(default_factory=NoVectors)
    standings: Standings = field(default_factory=NoStandings)
    switches: Switches = field(default_factory=Switches)


__all__ = [
    "Answer",
    "Ask",
    "Card",
    "Casefile",
    "CitationCheck",
    "Citations",
    "Cleaned",
    "Json",
    "LawSection",
    "Ledger",
    "Library",
    "Message",
    "Model",
    "NoCheck",
    "NoLibrary",
    "NoStandings",
    "NoVectors",
    "Ports",
    "ReportedCase",
    "Standings",
    "Vectors",
]
