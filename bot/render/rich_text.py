"""Spans and body blocks as Slack's ``rich_text``, where text can neither mention nor format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any

from bot.render import limits
from bot.render.split import cut, cut_spans
from bot.render.words import one_line, visible
from handlers.posts import (
    AuthorityRef,
    Block,
    Code,
    CodeBlock,
    DeskLink,
    Details,
    Emphasis,
    FactRef,
    Heading,
    Image,
    Instant,
    ListBlock,
    Paragraph,
    PersonRef,
    Quotation,
    Span,
    Spans,
    Strong,
    Table,
    Text,
)

Json = dict[str, Any]


@dataclass(frozen=True)
class Reader:
    """What the drawing knows of its readers: the house's person → Slack's id, the Desk's address.

    Neither changes how a post is split, so every attempt splits it alike.
    """

    people: Mapping[str, str] = field(default_factory=dict)
    desk: str = ""


@dataclass(frozen=True)
class Drawn:
    """One Block Kit block, its text's length, and whether it must not end a message."""

    block: Json
    size: int
    leads: bool = False


def draw(block: Block, reader: Reader) -> list[Drawn]:
    """The blocks that a body block becomes, each within Slack's limits."""
    match block:
        case Heading(text=text):
            return [
                Drawn(part.block, part.size, leads=True)
                for part in _sections((Strong(text),), reader)
            ]
        case Paragraph(spans=spans):
            return _sections(spans, reader)
        case ListBlock():
            return _list(block, reader)
        case Quotation():
            return _quotation(block)
        case CodeBlock(text=text):
            return _code(text)
        case Table():
            return _list(_rows(block), reader)
        case Details(summary=summary, blocks=inner):
            head = Heading(summary)
            return [drawn for each in (head, *inner) for drawn in draw(each, reader)]
        case Image(alternative=alternative):
            return _sections((Emphasis(f"Picture: {alternative}"),), reader)


def length(span: Span) -> int:
    match span:
        case FactRef(fact=fact):
            return len(fact)
        case AuthorityRef(authority=authority, text=text):
            return len(authority) + len(text) + 1
        case Instant():
            return 24
        case _:
            return len(span.text)


def inline(span: Span, reader: Reader) -> list[Json]:
    """The rich text elements of one span; none for empty text, which Slack refuses."""
    match span:
        case Text(text=text):
            return _text(text)
        case Strong(text=text):
            return _text(text, "bold")
        case Emphasis(text=text):
            return _text(text, "italic")
        case Code(text=text):
            return _text(text, "code")
        case PersonRef(person=person, text=text):
            known = reader.people.get(person)
            return [{"type": "user", "user_id": known}] if known else _text(text, "bold")
        case FactRef(fact=fact):
            return _text(fact, "code")
        case AuthorityRef(authority=authority, text=text):
            return [*_text(f"{text} " if text else ""), *_text(authority, "code")]
        case Instant(at=at):
            moment = at.astimezone(UTC)
            return [
                {
                    "type": "date",
                    "timestamp": int(moment.timestamp()),
                    "format": "{date_short} {time}",
                    "fallback": f"{moment:%Y-%m-%d %H:%M} UTC",
                }
            ]
        case DeskLink(path=path, text=text):
            if not reader.desk:
                return _text(text)
            address = f"{reader.desk.rstrip('/')}/{path.lstrip('/')}"
            return [{"type": "link", "url": address, "text": visible(text)}]


def _text(text: str, style: str = "") -> list[Json]:
    if not text:
        return []
    element: Json = {"type": "text", "text": visible(text)}
    if style:
        element["style"] = {style: True}
    return [element]


def _section(elements: Sequence[Json]) -> Json:
    return {"type": "rich_text_section", "elements": list(elements)}


def _block(*elements: Json) -> Json:
    return {"type": "rich_text", "elements": list(elements)}


def _sections(spans: Spans, reader: Reader) -> list[Drawn]:
    drawn = []
    for group in cut_spans(spans, limits.TEXT, length):
        elements = [element for span in group for element in inline(span, reader)]
        if elements:
            drawn.append(Drawn(_block(_section(elements)), sum(map(length, group))))
    return drawn


def _quotation(quotation: Quotation) -> list[Drawn]:
    """Every piece of a long quotation is a quotation, and each says whose words it holds."""
    source = ", ".join(one_line(part) for part in (quotation.source, quotation.place) if part)
    pieces = [piece for piece in cut(visible(quotation.text), limits.TEXT - 600) if piece]
    drawn = []
    for number, piece in enumerate(pieces, start=1):
        more = " (continues)" if number < len(pieces) else ""
        caption = f"— {source}{more}" if source else more.strip()
        elements = _text(cut(caption, 500)[0], "italic")
        if quotation.fact:
            elements = [*elements, *_text(" "), *_text(quotation.fact, "code")]
        quote = {"type": "rich_text_quote", "elements": _text(piece)}
        block = _block(quote, _section(elements)) if elements else _block(quote)
        drawn.append(Drawn(block, len(piece) + sum(len(each["text"]) for each in elements)))
    return drawn


def _code(text: str) -> list[Drawn]:
    return [
        Drawn(_block({"type": "rich_text_preformatted", "elements": _text(piece)}), len(piece))
        for piece in cut(visible(text), limits.TEXT)
        if piece
    ]


def _rows(table: Table) -> ListBlock:
    """A table as a list, a row an item: its first cell, then a line for each other cell.

    A phone shows some 40 characters a line; columns side by side would break there.
    """
    items = []
    for row in table.rows:
        first, *others = row or ("",)
        spans: list[Span] = [Strong(first)]
        for header, cell in zip(table.headers[1:], others, strict=False):
            if cell:
                spans += [Text("\n"), Emphasis(f"{header}: "), Text(cell)]
        items.append(tuple(spans))
    return ListBlock(tuple(items))


def _list(block: ListBlock, reader: Reader) -> list[Drawn]:
    drawn: list[Drawn] = []
    items: list[Json] = []
    size = 0
    first = 0

    def close() -> None:
        nonlocal items, size
        if items:
            drawn.append(Drawn(_block(_list_element(items, block.ordered, first)), size))
        items, size = [], 0

    for number, item in enumerate(block.items):
        head, *rest = cut_spans(item, limits.TEXT, length) or [()]
        elements = [element for span in head for element in inline(span, reader)]
        weight = sum(map(length, head))
        if size + weight > limits.TEXT:
            close()
        if not items:
            first = number
        if elements:
            items.append(_section(elements))
            size += weight
        if rest:
            close()
            drawn += [piece for group in rest for piece in _sections(group, reader)]
    close()
    return drawn


def _list_element(items: list[Json], ordered: bool, first: int) -> Json:
    element: Json = {
        "type": "rich_text_list",
        "style": "ordered" if ordered else "bullet",
        "elements": items,
    }
    if ordered and first:
        element["offset"] = first
    return element
