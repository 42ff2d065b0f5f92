"""A post's body as a Word document: headings, quotations with their places, tables.

Words of documents and models stay text: nothing here makes a field, a link or a style of them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from handlers.posts import (
    AuthorityRef,
    Block,
    Code,
    CodeBlock,
    Details,
    Emphasis,
    FactRef,
    Heading,
    Image,
    Instant,
    ListBlock,
    Paragraph,
    Quotation,
    Span,
    Spans,
    Strong,
    Table,
)

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph as Line

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True)
class Paper:
    """What is written out: ``fields`` stand as lines below the title, ``footer`` on every page."""

    title: str
    fields: Mapping[str, str]
    body: Sequence[Block]
    footer: tuple[str, ...] = ()


def word(paper: Paper) -> bytes:
    """A Word document (DOCX). Takes a while: not for the event loop."""
    from docx import Document as new
    from docx.shared import Cm, Pt

    document = new()
    document.core_properties.title = _printable(paper.title)[:250]
    document.core_properties.author = "Lawgame"
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21.0), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.5)
    section.footer.paragraphs[0].text = _printable(" ".join(paper.footer))
    document.styles["Normal"].font.size = Pt(10)
    document.add_heading(_printable(paper.title), level=1)
    for name, value in paper.fields.items():
        _spans(document.add_paragraph(), (Strong(f"{name}: "), Emphasis(value)))
    for block in paper.body:
        _block(document, block, 2)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _block(document: Document, block: Block, level: int) -> None:
    match block:
        case Heading(text):
            document.add_heading(_printable(text), level=level)
        case Paragraph(spans):
            _spans(document.add_paragraph(), spans)
        case ListBlock(items, ordered):
            for item in items:
                style = "List Number" if ordered else "List Bullet"
                _spans(document.add_paragraph(style=style), item)
        case Quotation():
            _quotation(document, block)
        case Table(headers, rows):
            _table(document, headers, rows)
        case Details(summary, blocks):
            document.add_heading(_printable(summary), level=level + 1)
            for one in blocks:
                _block(document, one, level + 2)
        case CodeBlock(text):
            document.add_paragraph(_printable(text))
        case Image(alternative=alternative):
            document.add_paragraph(_printable(f"Picture: {alternative}"))


def _quotation(document: Document, block: Quotation) -> None:
    from docx.shared import Cm

    document.add_paragraph(_printable(f"“{block.text}”"), style="Quote")
    source = ", ".join(filter(None, (block.source, block.place)))
    line = document.add_paragraph(
        _printable(f"— {source}" + (f" [{block.fact}]" * bool(block.fact)))
    )
    line.paragraph_format.left_indent = Cm(1)


def _table(document: Document, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    table = document.add_table(rows=0, cols=len(headers), style="Table Grid")
    for number, cells in enumerate((headers, *rows)):
        row: Any = table.add_row()
        for cell, words in zip(row.cells, cells, strict=False):
            cell.paragraphs[0].add_run(_printable(words)).bold = number == 0
    document.add_paragraph()


def _spans(line: Line, spans: Spans) -> None:
    for span in spans:
        run = line.add_run(_printable(_words(span)))
        run.bold = isinstance(span, Strong)
        run.italic = isinstance(span, Emphasis)


def _words(span: Span) -> str:
    match span:
        case FactRef(fact):
            return fact
        case AuthorityRef(authority, text):
            return f"{text} [{authority}]" if text else authority
        case Instant(at):
            return f"{at:%d %b %Y %H:%M}"
        case Code(text):
            return text
        case _:
            return span.text


def _printable(words: str) -> str:
    return _NOT_XML.sub("", words)
