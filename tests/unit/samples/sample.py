"""A sample matter's folder as its tests read it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from email import message_from_bytes, policy
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import docx
import pypdfium2 as pdfium
from docx.table import Table

import bot.samples


class Sample:
    """The folder of that name: its ``matter.toml``, traps and the text of its documents."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = Path(bot.samples.__file__).parent / name
        self.matter: dict[str, Any] = tomllib.loads(self._read("matter.toml"))
        self.documents: list[dict[str, Any]] = self.matter["documents"]
        self.files: list[str] = [document["file"] for document in self.documents]

    def _read(self, file: str) -> str:
        return (self.folder / file).read_text(encoding="utf-8")

    @cached_property
    def canary(self) -> str:
        """Words that stand in what is ours only and nowhere else."""
        found = re.search(r"Canary of the ours-only \w+: `(.+?)`", self._read("TRAPS.md"))
        assert found
        return found.group(1)

    @cached_property
    def traps(self) -> dict[str, list[tuple[str, str]]]:
        """Trap id → the (document, words) it stands on."""
        found: dict[str, list[tuple[str, str]]] = {}
        for part in self._read("TRAPS.md").split("\n## ")[1:]:
            places = re.findall(r'^- (\S+): "(.+)"$', part, re.M)
            assert len(places) == part.count("\n- "), f"a line of {part[:40]} has another form"
            found[part.split(" ")[0]] = places
        return found

    def text(self, file: str) -> str:
        """Everything a reader can see in a document, each run of white space made one space."""
        return plain("\n".join(seen(self.folder / file)))

    def tables(self, file: str) -> list[list[list[str]]]:
        """The cells of a Word document's tables, row by row."""
        tables = docx.Document(str(self.folder / file)).tables
        return [[[cell.text for cell in row.cells] for row in table.rows] for table in tables]

    def says(self, file: str, form: str) -> str:
        """The first group of ``form`` in a document; fails where it is not there."""
        found = re.search(form, self.text(file))
        assert found, f"{file} has nothing like {form}"
        return found.group(1)


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@cache
def seen(path: Path) -> tuple[str, ...]:
    """The visible parts of a document of any of the samples' formats, in order."""
    if path.suffix == ".pdf":
        document = pdfium.PdfDocument(path)
        return tuple(page.get_textpage().get_text_bounded() for page in document)
    if path.suffix == ".docx":
        return tuple(_word_lines(path))
    if path.suffix == ".eml":
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        return (*(f"{name}: {value}" for name, value in message.items()), message.get_content())
    return (path.read_text(encoding="utf-8"),)


def _word_lines(path: Path) -> Iterator[str]:
    document = docx.Document(str(path))
    for item in document.iter_inner_content():
        if isinstance(item, Table):
            yield from (" | ".join(cell.text for cell in row.cells) for row in item.rows)
        else:
            yield item.text
    yield from (paragraph.text for paragraph in document.sections[0].footer.paragraphs)
