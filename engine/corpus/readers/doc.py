"""Word's old files (DOC), through antiword: paragraphs, table rows, footnotes; no pages.

The program reads the file that the reading process was given, within that process's own bounds
and with a shorter time, and is told nothing of the environment.
"""

from __future__ import annotations

import io
import re
import resource
import shutil
import struct
import subprocess
from pathlib import Path
from typing import NoReturn

from olefile import OleFileIO  # type: ignore[import-untyped]

from engine.corpus.draft import Block, Draft
from engine.corpus.errors import Bomb, Corrupt, Encrypted, TooLarge, Unsupported
from engine.corpus.limits import Limits
from engine.corpus.readers.rows import row_block
from engine.corpus.readers.text import clean
from engine.corpus.sniff import DOC

PROGRAM = "antiword"
_SECONDS = 30
_ENCRYPTED, _FLAGS_AT = 0x0100, 10
_WORD_SIGNATURES = (0xA5EC, 0xA5DC, 0xA5DB)
_TABLE_ROW = re.compile(r"\|.*\|")
_NOTE = re.compile(r"\[(\d{1,4})\]\s+(?=\S)")
_MARK = re.compile(r"(?<=\S)\[(\d{1,4})\]")
_NOTES_FOLLOW = re.compile(r"-{20,}")
_PROPERTIES = ("title", "subject", "author", "keywords", "comments", "company", "category")
_REMEDY = "Ask your IT team to install antiword, or save the file as DOCX and send that."


def read(data: bytes, name: str, limits: Limits) -> NoReturn:
    """Raises Unsupported: only a file can be handed on, see ``read_at``."""
    del data, limits
    raise Unsupported(name, remedy=_REMEDY)


def read_at(path: Path, data: bytes, name: str, limits: Limits) -> Draft:
    """Read ``data``, the content of ``path``.

    Raises Bomb, Corrupt, Encrypted, TooLarge; Unsupported if the program is not there.
    """
    properties = _examined(data, name)
    text = clean(_converted(path, name, limits))
    if len(text) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    blocks = tuple(_blocks(text))
    return Draft(DOC, blocks, title=properties.get("title", ""), properties=properties)


def _examined(data: bytes, name: str) -> dict[str, str]:
    """What the file says of itself. Raises Corrupt, Encrypted."""
    try:
        with OleFileIO(io.BytesIO(data)) as storage:
            with storage.openstream("WordDocument") as stream:
                head = stream.read(32)
            signature, flags = struct.unpack_from("<H", head)[0], head[_FLAGS_AT : _FLAGS_AT + 2]
            about = storage.get_metadata()
    except (OSError, ValueError, IndexError, TypeError, AttributeError, struct.error) as error:
        raise Corrupt(name) from error
    if signature not in _WORD_SIGNATURES or len(flags) < 2:
        raise Corrupt(name)
    if int.from_bytes(flags, "little") & _ENCRYPTED:
        raise Encrypted(name)
    codepage = f"cp{about.codepage}" if about.codepage else "cp1252"
    found = {key: _decoded(getattr(about, key), codepage) for key in _PROPERTIES}
    return {key: value for key, value in found.items() if value}


def _decoded(value: object, codepage: str) -> str:
    if not isinstance(value, bytes):
        return ""
    try:
        text = value.decode("utf-8" if codepage == "cp65001" else codepage, errors="replace")
    except LookupError:
        text = value.decode("cp1252", errors="replace")
    return " ".join(clean(text).split())


def _converted(path: Path, name: str, limits: Limits) -> str:
    program = shutil.which(PROGRAM)
    if program is None:
        raise Unsupported(name, detail="an old Word file", remedy=_REMEDY)
    seconds = min(_SECONDS, limits.cpu_seconds)
    try:
        done = subprocess.run(
            [program, "-w", "0", "-m", "UTF-8.txt", str(path)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={"LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}, timeout=limits.wall_seconds,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise Bomb(name, detail="it takes too long to read") from error
    if done.returncode:
        raise Corrupt(name)
    return done.stdout.decode("utf-8", errors="replace")


def _blocks(text: str) -> list[Block]:
    """Each line is a paragraph, a table's row between bars, or after a rule a footnote."""
    body, below = _parted(text)
    notes = _footnotes(below)
    blocks: list[Block] = []
    tables = row = 0
    for line in _unmarked(body, len(notes)):
        said = " ".join(line.split())
        if not any(c.isalnum() for c in said):
            row = row if _TABLE_ROW.fullmatch(said) else 0
        elif _TABLE_ROW.fullmatch(said):
            tables, row = tables + (row == 0), row + 1
            cells = said.strip("|").split("|")
            blocks.append(row_block(cells, f"table {tables} row {row}"))
        else:
            row = 0
            blocks.append(Block(said))
    return blocks + notes


def _unmarked(lines: list[str], notes: int) -> list[str]:
    """The lines without the marks that the program sets for footnotes, ``[1]``, ``[2]`` …"""
    expected = 1

    def drop(found: re.Match[str]) -> str:
        nonlocal expected
        if int(found.group(1)) != expected or expected > notes:
            return found.group()
        expected += 1
        return ""

    return [_MARK.sub(drop, line) for line in lines]


def _parted(text: str) -> tuple[list[str], list[str]]:
    lines = text.split("\n")
    rules = [at for at, line in enumerate(lines) if _NOTES_FOLLOW.fullmatch(line.strip())]
    for at in rules:
        following = next((line for line in lines[at + 1 :] if line.strip()), "")
        if _NOTE.match(following):
            return lines[:at], lines[at + 1 :]
    return lines, []


def _footnotes(lines: list[str]) -> list[Block]:
    notes: list[tuple[str, str]] = []
    for line in lines:
        said = " ".join(line.split())
        if found := _NOTE.match(said):
            notes.append((found.group(1), said[found.end() :]))
        elif said and notes:
            notes[-1] = (notes[-1][0], f"{notes[-1][1]} {said}")
    return [Block(text, label=f"footnote {number}") for number, text in notes]
