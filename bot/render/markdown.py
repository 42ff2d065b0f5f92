"""A post as Markdown and as one JSON object: what ``--json`` prints.

Markdown is only a way to write a post's tree down. Every character of text that could format,
link, mention or open a block is escaped, so reading it back gives the words and nothing else.
"""

from __future__ import annotations

import json
import re
from datetime import UTC
from typing import Any
from urllib.parse import quote

from bot.render.words import visible
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
    Post,
    Quotation,
    Span,
    Spans,
    Strong,
    Table,
    Text,
)

_FORMATS = re.compile(r"[\\`*_\[\]<>~|&@$#]|:(?=//)|(?<=\bwww)\.")
_OPENS_BLOCK = re.compile(r"^(\d{1,9}(?=[.)])|(?=[+=-]))(.)")
_BREAK = re.compile(r"\s*\n\s*")
_TICKS = re.compile(r"`+")


def as_json(post: Post) -> dict[str, Any]:
    """The post in the shape that ``--json`` promises; ``body`` is Markdown."""
    return {
        "id": post.id,
        "run": post.run,
        "thread": post.thread,
        "matter": post.matter,
        "kind": str(post.kind),
        "title": post.title,
        "body": body(post),
        "fields": dict(post.fields),
        "actions": [{"id": action.id, "label": action.label} for action in post.actions],
        "files": [{"name": file.name, "path": file.path} for file in post.files],
        "data": dict(post.data),
    }


_RAW = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def as_line(post: Post) -> str:
    """:func:`as_json` on one line, safe to print on a terminal, without the line end."""
    text = json.dumps(as_json(post), ensure_ascii=False)
    return _RAW.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def body(post: Post) -> str:
    """Marks, blocks and the footer's reminder, parted by blank lines."""
    parts = [f"*{_inline(mark)}*" for mark in post.marks]
    parts += [_block(block) for block in post.body]
    parts += [f"*{_inline(line)}*" for line in post.footer]
    return "\n\n".join(part for part in parts if part)


def escape(text: str) -> str:
    """``text`` as Markdown that reads as exactly these words, over as many lines as it has."""
    return "\\\n".join(_opening(_escaped(line)) for line in _lines(text))


def _lines(text: str) -> list[str]:
    return [line for line in _BREAK.split(visible(text).strip()) if line]


def _escaped(text: str) -> str:
    return _FORMATS.sub(r"\\\g<0>", visible(text))


def _opening(line: str) -> str:
    """``line``, escaped already, so that it cannot open a list or a heading."""
    return _OPENS_BLOCK.sub(r"\1\\\2", line)


def _inline(text: str) -> str:
    return " ".join(_opening(_escaped(line)) for line in _lines(text))


def _spans(spans: Spans, joint: str = "\\\n") -> str:
    # A span is escaped on its own; only when all are joined is it known what begins a line.
    written = "".join(_span(span) for span in spans)
    return joint.join(_opening(line) for line in _BREAK.split(written.strip()) if line)


def _span(span: Span) -> str:
    match span:
        case Text(text) | PersonRef(text=text):
            return _escaped(text)
        case Strong(text):
            return f"**{_inline(text)}**" if text.strip() else ""
        case Emphasis(text):
            return f"*{_inline(text)}*" if text.strip() else ""
        case Code(text):
            return _code(text)
        case FactRef(fact):
            return rf"\[{_inline(fact)}\]"
        case AuthorityRef(authority, text):
            return _inline(text) + (" " if text else "") + rf"\[{_inline(authority)}\]"
        case Instant(at):
            return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
        case DeskLink(path, text):
            return f"[{_inline(text)}]({address(path)})"


def address(path: str) -> str:
    """A Desk path as an address that stays on the Desk, whatever it holds."""
    return "/" + quote(path.lstrip("/\\"), safe="/?=&-._~")


def _code(text: str) -> str:
    line = " ".join(_lines(text))
    if not line:
        return ""
    fence = "`" * (1 + max((len(run) for run in _TICKS.findall(line)), default=0))
    pad = " " if line[0] == "`" or line[-1] == "`" else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"### {_inline(text)}"
        case Paragraph(spans):
            return _spans(spans)
        case ListBlock(items, ordered):
            return "\n".join(
                (f"{n}. " if ordered else "- ") + _spans(item, " ")
                for n, item in enumerate(items, 1)
            )
        case Quotation():
            return _quotation(block)
        case CodeBlock(text):
            inner = visible(text)
            longest = max((len(run) for run in _TICKS.findall(inner)), default=0)
            fence = "`" * max(3, longest + 1)
            return f"{fence}\n{inner}\n{fence}"
        case Table(headers, rows):
            lines = [headers, ("---",) * len(headers), *rows]
            return "\n".join(_row(cells, n == 1) for n, cells in enumerate(lines))
        case Details(summary, blocks):
            return "\n\n".join([f"**{_inline(summary)}**", *(_block(inner) for inner in blocks)])
        case Image(file, alternative):
            return f"![{_inline(alternative)}](<{quote(file, safe='/-._~')}>)"


def _row(cells: tuple[str, ...], raw: bool) -> str:
    return "| " + " | ".join(cell if raw else _inline(cell) for cell in cells) + " |"


def _quotation(block: Quotation) -> str:
    quoted = "\n".join(f"> {line}" for line in escape(block.text).split("\n"))
    source = ", ".join(_inline(part) for part in (block.source, block.place) if part)
    fact = rf" \[{_inline(block.fact)}\]" if block.fact else ""
    return f"{quoted}\n>\n> — {source}{fact}"
