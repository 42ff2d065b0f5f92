"""Cutting text to a limit without losing or adding a character."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.render.words import visible
from handlers.posts import Code, Emphasis, Span, Strong, Text

_BOUNDARIES = ("\n\n", "\n", ". ", "; ", ", ", " ")


def cut(text: str, limit: int) -> list[str]:
    """Pieces of at most ``limit`` characters whose concatenation is ``text``.

    Cuts after a paragraph, else a line, a sentence, a clause, a word, and only then anywhere.
    Characters outside the basic plane count twice, as in the platforms' own counting.
    """
    if text and max(text) > "\uffff":
        limit = max(1, limit // 2)
    pieces: list[str] = []
    rest = text
    while len(rest) > limit:
        at = _boundary(rest, limit)
        pieces.append(rest[:at])
        rest = rest[at:]
    return [*pieces, rest] if rest or not pieces else pieces


def _boundary(text: str, limit: int) -> int:
    for mark in _BOUNDARIES:
        at = text.rfind(mark, limit // 2, limit)
        if at >= 0 and at + len(mark) <= limit:
            return at + len(mark)
    return limit


def cut_spans(
    spans: Sequence[Span], limit: int, length: Callable[[Span], int]
) -> list[tuple[Span, ...]]:
    """Spans in groups of at most ``limit`` characters; only spans of plain text are ever cut."""
    groups: list[list[Span]] = [[]]
    room = limit
    for span in spans:
        for piece in _cut_span(span, limit):
            if length(piece) > room and groups[-1]:
                groups.append([])
                room = limit
            groups[-1].append(piece)
            room -= length(piece)
    return [tuple(group) for group in groups if group]


def _cut_span(span: Span, limit: int) -> list[Span]:
    if isinstance(span, Text | Strong | Emphasis | Code):
        return [replace(span, text=text) for text in cut(visible(span.text), limit)]
    return [span]


def shorten(text: str, limit: int) -> str:
    """``text``, or its beginning with an ellipsis within ``limit`` characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
