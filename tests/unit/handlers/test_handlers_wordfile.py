"""A post's body as a Word file: everything stands in it, and nothing of it acts."""

from __future__ import annotations

import io
import re
import zipfile

from docx import Document

from handlers.posts import (
    AuthorityRef,
    Details,
    FactRef,
    Heading,
    ListBlock,
    Paragraph,
    Quotation,
    Strong,
    Table,
    Text,
)
from handlers.wordfile import Paper, word
from tests.doubles.gallery import HOSTILE, hostile_post

BODY = (
    Heading("How it ended"),
    Paragraph((Strong("Lost. "), Text("On "), FactRef("F1"), AuthorityRef("A2", "Escobar"))),
    ListBlock(((Text("one"),), (Text("two"),))),
    Quotation("They paid.", "Ledger (D3)", "row 4", "F1"),
    Table(("Conceded", "Only so far"), (("It paid.", "until May"),)),
    Details("Round 1.1", (Heading("Inside"), Paragraph((Text("folded words"),)))),
)


def read(content: bytes) -> str:
    document = Document(io.BytesIO(content))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    footer = document.sections[0].footer.paragraphs[0].text
    return "\n".join([*(line.text for line in document.paragraphs), *cells, footer])


def test_everything_of_the_body_is_in_the_file() -> None:
    text = read(word(Paper("Record of R-1", {"ended": "exhausted"}, BODY, ("Legend.",))))
    for words in (
        "Record of R-1", "ended: exhausted", "How it ended", "Lost. On F1Escobar [A2]", "two",
        "“They paid.”", "— Ledger (D3), row 4 [F1]", "Only so far", "until May", "Round 1.1",
        "Inside", "folded words", "Legend.",
    ):  # fmt: skip
        assert words in text


def test_hostile_words_make_no_field_link_or_picture() -> None:
    post = hostile_post()
    content = word(Paper(HOSTILE, {"a": HOSTILE}, post.body, (HOSTILE,)))
    assert "<script>alert(1)</script>" in read(content)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        xml = archive.read("word/document.xml").decode()
        names = archive.namelist()
    assert not re.search(r"<w:(?:hyperlink|fldSimple|instrText|object|drawing)\b", xml)
    assert not [name for name in names if "vba" in name.lower() or "embeddings" in name]
