"""A post: what people read, as a tree that any surface can draw.

Text never carries formatting of its own: spans and blocks do. Hostile text (an exhibit, a model's
prose) therefore stays text on every surface.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from engine.events import Kind
from engine.matter import Sensitivity


@dataclass(frozen=True)
class Text:
    text: str
    span: Literal["text"] = "text"


@dataclass(frozen=True)
class Strong:
    text: str
    span: Literal["strong"] = "strong"


@dataclass(frozen=True)
class Emphasis:
    text: str
    span: Literal["emphasis"] = "emphasis"


@dataclass(frozen=True)
class Code:
    text: str
    span: Literal["code"] = "code"


@dataclass(frozen=True)
class PersonRef:
    """A person by the house's own id; a surface that knows them there may mention them."""

    person: str
    text: str
    span: Literal["person"] = "person"


@dataclass(frozen=True)
class FactRef:
    fact: str
    span: Literal["fact"] = "fact"


@dataclass(frozen=True)
class AuthorityRef:
    authority: str
    text: str = ""
    span: Literal["authority"] = "authority"


@dataclass(frozen=True)
class Instant:
    at: datetime
    span: Literal["instant"] = "instant"


@dataclass(frozen=True)
class DeskLink:
    """``path`` is relative to the Desk's address."""

    path: str
    text: str
    span: Literal["desk"] = "desk"


Span = Annotated[
    Text | Strong | Emphasis | Code | PersonRef | FactRef | AuthorityRef | Instant | DeskLink,
    Field(discriminator="span"),
]
Spans = tuple[Span, ...]


@dataclass(frozen=True)
class Heading:
    text: str
    block: Literal["heading"] = "heading"


@dataclass(frozen=True)
class Paragraph:
    spans: Spans
    block: Literal["paragraph"] = "paragraph"


@dataclass(frozen=True)
class ListBlock:
    items: tuple[Spans, ...]
    ordered: bool = False
    block: Literal["list"] = "list"


@dataclass(frozen=True)
class Quotation:
    """Somebody's words, verbatim. ``untrusted`` marks words of a document or a model."""

    text: str
    source: str
    place: str = ""
    fact: str | None = None
    untrusted: bool = True
    block: Literal["quotation"] = "quotation"


@dataclass(frozen=True)
class CodeBlock:
    text: str
    block: Literal["code"] = "code"


@dataclass(frozen=True)
class Table:
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    block: Literal["table"] = "table"


@dataclass(frozen=True)
class Details:
    """What may be folded away where the surface can; drawn in full where it cannot."""

    summary: str
    blocks: tuple[Block, ...]
    block: Literal["details"] = "details"


@dataclass(frozen=True)
class Image:
    file: str
    alternative: str
    block: Literal["image"] = "image"


Block = Annotated[
    Heading | Paragraph | ListBlock | Quotation | CodeBlock | Table | Details | Image,
    Field(discriminator="block"),
]


@dataclass(frozen=True)
class Action:
    """A button. ``value`` names its target; ``confirm`` asks before it is sent."""

    id: str
    label: str
    style: Literal["plain", "primary", "danger"] = "plain"
    value: str = ""
    confirm: str = ""
    audience: str = "team"
    expires: datetime | None = None


@dataclass(frozen=True)
class File:
    name: str
    path: str


@dataclass(frozen=True)
class Progress:
    """``done`` of ``total`` turns; the line in words is the post's title."""

    done: int
    total: int


RESEARCH_ONLY = "Research only, not legal advice. Check every statement before you rely on it."
PRIVILEGE = "Privileged and confidential: attorney work product."


@dataclass(frozen=True)
class Post:
    """``notification`` is content-free; ``footer`` carries the reminder and, on a matter, the
    privilege legend. ``data`` is the whole structured object (DESIGN of ``--json``). Of an outcome
    ``supersedes`` and ``superseded_by`` are the ids of the run's outcomes before and after it; of
    what has progress, ``supersedes`` names that."""

    kind: Kind
    title: str
    body: tuple[Block, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    files: tuple[File, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    progress: Progress | None = None
    notification: str = "Lawgame has news in a matter."
    sensitivity: Sensitivity | None = None
    footer: tuple[str, ...] = (RESEARCH_ONLY,)
    marks: tuple[str, ...] = ()
    id: str = ""
    run: str | None = None
    thread: str = ""
    matter: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None

    @property
    def line(self) -> str | None:
        """Of progress: what it is of. Newer progress of the same takes its place."""
        return self.run or self.supersedes

    @property
    def ends(self) -> str | None:
        """The progress that is over with this post."""
        if self.kind is Kind.PROGRESS:
            return None
        return self.run if self.kind in (Kind.OUTCOME, Kind.CONSENSUS) else self.supersedes


_adapter: TypeAdapter[Post] = TypeAdapter(Post)


def to_json(post: Post) -> dict[str, Any]:
    """The post as JSON that :func:`from_json` reads back to an equal post."""
    return _adapter.dump_python(post, mode="json")  # type: ignore[no-any-return]


def from_json(value: Mapping[str, Any]) -> Post:
    return _adapter.validate_python(value)
