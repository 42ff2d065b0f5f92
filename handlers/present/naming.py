"""What every post of a turn names alike: elements, authorities, facts with their words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.matter import FactState
from handlers.posts import (
    AuthorityRef,
    Block,
    Emphasis,
    FactRef,
    ListBlock,
    Paragraph,
    Quotation,
    Span,
    Strong,
    Text,
)
from handlers.replies import counted

Data = Mapping[str, Any]
TITLE = 60
"""Characters of a document's title below each quotation from it: two lines of a phone."""


def quotations(facts: Iterable[Data]) -> list[Block]:
    """The facts an agent chose, verbatim, each with its document and place."""
    return [
        Quotation(
            one["quotation"],
            f"{_short(one['title'])} ({one['document']})",
            one["place"] + said_of(one.get("state", ""), one.get("note", "")),
            one["id"],
        )
        for one in facts
    ]


def said_of(state: str, note: str) -> str:
    """What a lawyer has said of a fact, to stand behind its place; "" if it just stands."""
    if state in ("", FactState.STANDS):
        return ""
    return f"; {state}: {note}" if note else f"; {state}"


def _short(title: str) -> str:
    """A title for a line below a quotation: its whole words within :data:`TITLE` characters."""
    return textwrap.shorten(title, TITLE, placeholder="…")


def label(data: Data, id: str) -> str:
    """An element's name, to stand before a colon or in a list."""
    return str(data["labels"].get(id, "")).rstrip(".")


def named(data: Data, ids: Iterable[str]) -> str:
    """``E1 The agency knew; E2 It paid``."""
    return "; ".join(f"{one} {label(data, one)}".strip() for one in ids)


def law(data: Data, ids: Sequence[str]) -> list[Span]:
    """A sentence that names the authorities; empty without any."""
    spans: list[Span] = [Text(" Authority: ")] if ids else []
    for at, one in enumerate(ids):
        spans += [Text("; ")] * bool(at) + [authority(data, one)]
    return [*spans, Text(".")] if ids else []


def authority(data: Data, id: str) -> AuthorityRef:
    return AuthorityRef(id, data["labels"].get(id, ""))


def facts(ids: Sequence[str]) -> list[Span]:
    spans: list[Span] = []
    for at, one in enumerate(ids):
        spans += [Text(", ")] * bool(at) + [FactRef(one)]
    return spans


def removed(data: Data) -> list[Block]:
    """How many citations and quotations were taken out, never which."""
    taken = data.get("removed") or {}
    told = [counted(number, kind[:-1]) for kind, number in taken.items() if number]
    if not told:
        return []
    said = f"{' and '.join(told)} not on file made a placeholder."
    return [Paragraph((Emphasis(said),))]


def listed(texts: Iterable[str]) -> ListBlock:
    return ListBlock(tuple((Text(one),) for one in texts))


def joined(texts: Iterable[str]) -> str:
    """Sentences as parts of one."""
    return "; ".join(one.rstrip(".") for one in texts)


def reasons(failure: Data) -> str:
    """Why a strategy lost, without the conditions of its return, which are told on their own."""
    why = str(failure["why"])
    return why.split(" (returns if: ")[0] if failure["conditional"] else why


def headed(head: str, words: str) -> Paragraph:
    """A paragraph that begins with what it is about."""
    return Paragraph((Strong(f"{head}. "), Text(words)))
