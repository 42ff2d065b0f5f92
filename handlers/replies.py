"""What a handler gives back: posts to store and deliver, and what to do once they are committed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from engine.errors import LawgameError
from engine.events import Kind
from engine.matter import Matter
from handlers.posts import PRIVILEGE, RESEARCH_ONLY, Block, Code, Paragraph, Post, Text

After = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Reply:
    """``private``: for the asker alone. ``after`` runs once the reply is committed."""

    posts: tuple[Post, ...]
    private: bool = False
    after: tuple[After, ...] = ()

    def and_then(self, other: Reply) -> Reply:
        """Both, for everybody unless neither is."""
        return Reply(
            (*self.posts, *other.posts),
            all(one.private for one in (self, other) if one.posts),
            (*self.after, *other.after),
        )


def answer(
    title: str, *body: Block, matter: Matter | None = None, kind: Kind = Kind.ANSWER, **more: object
) -> Post:
    """A post of a handler, with its footer and, on a matter, the privilege legend."""
    footer = (RESEARCH_ONLY, PRIVILEGE) if matter is not None else (RESEARCH_ONLY,)
    post = Post(kind, title, body, footer=footer)
    if matter is not None:
        post = replace(post, matter=matter.id, thread=matter.thread, sensitivity=matter.sensitivity)
    return replace(post, **more)  # type: ignore[arg-type]


def text(words: str) -> Paragraph:
    return Paragraph((Text(words),))


def told(words: str) -> Paragraph:
    """The house's own words, in which what stands in backticks is code."""
    parts = words.split("`")
    spans = [Code(part) if at % 2 else Text(part) for at, part in enumerate(parts) if part]
    return Paragraph(tuple(spans))


def counted(count: int, noun: str) -> str:
    """``1 fact``, ``2 facts``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def refusal(error: LawgameError, matter: Matter | None = None) -> Post:
    """What a person reads when something could not be done: the problem, what to do, the code."""
    return answer(
        error.message.replace("`", ""),
        told(error.remedy),
        matter=matter,
        kind=Kind.ERROR,
        fields={"code": error.code},
        data={"code": error.code, "message": error.message, "remedy": error.remedy},
    )


def only(posts: Sequence[Post] | Post, *, private: bool = False) -> Reply:
    return Reply((posts,) if isinstance(posts, Post) else tuple(posts), private)
