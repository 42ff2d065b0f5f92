"""The agents' turns as posts: elements here, each other kind in a module of its own."""

from __future__ import annotations

from engine.events import Event, Kind
from handlers.posts import Code, Emphasis, ListBlock, Post, Span, Spans, Strong, Text
from handlers.present.move import move
from handlers.present.naming import authority, facts, quotations, said_of
from handlers.present.response import response
from handlers.present.ruling import ruling
from handlers.replies import told

__all__ = ["elements", "move", "quotations", "response", "ruling", "said_of"]


def elements(event: Event) -> Post:
    items: list[Spans] = []
    for one in event.data["elements"]:
        spans: list[Span] = [Code(one["id"]), Text(" "), Strong(one["name"].rstrip("."))]
        spans.append(Text(f": burden on {one['burden_holder']}, {one['standard_of_proof']}"))
        if one["authority"]:
            spans += [Text(", "), authority(event.data, one["authority"])]
        for side, key in (("for", "facts_for"), ("against", "facts_against")):
            if one[key]:
                spans += [Text(f"; {side} "), *facts(one[key])]
        for gap in one["gaps"]:
            spans += [Text("\n"), Emphasis(f"Missing: {gap}")]
        items.append(tuple(spans))
    hint = told("Change one with `/lawgame elements edit E1 …`; the next simulation goes by it.")
    return Post(
        Kind.ELEMENTS,
        f"What must be decided: {event.data['objective']}",
        (ListBlock(tuple(items)), hint),
        notification="The objective was broken into elements.",
    )
