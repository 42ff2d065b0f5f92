"""The Constitution as a table in JSON: a provision a row, with identifier, citation and text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.law.codes import CONST, Section
from engine.law.errors import NotAConstitution

_LARGEST = 20_000_000
"""Bytes; the text itself has about 80,000."""
_LISTS = ("provisions", "sections", "constitution", "items", "data")


def provisions(path: Path) -> list[Section]:
    """In the order of the file. Rows may stand alone, or in a list under a name; an object of
    identifiers and texts will do. Raises ``NotAConstitution``."""
    try:
        if path.stat().st_size > _LARGEST:
            raise NotAConstitution("The file is far larger than the Constitution.")
        told = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise NotAConstitution() from error
    found = [_section(row) for row in _rows(told)]
    if not found:
        raise NotAConstitution("The file has no provision in it.")
    known = {one.identifier for one in found}
    return [_under_parent(one, known) for one in found]


def _rows(told: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(told, dict):
        listed = next((told[name] for name in _LISTS if isinstance(told.get(name), list)), None)
        if listed is None:
            listed = [{"identifier": id, "text": text} for id, text in told.items()]
        told = listed
    if not isinstance(told, list):
        raise NotAConstitution()
    for row in told:
        if not isinstance(row, dict):
            raise NotAConstitution()
        yield row


def _section(row: Mapping[str, Any]) -> Section:
    identifier, text = (_text(row, *names) for names in (("identifier", "id"), ("text",)))
    if not identifier.startswith("/us/const/") or not text:
        raise NotAConstitution(
            "A row has no text, or its identifier does not begin with /us/const/."
        )
    citation = _text(row, "citation", "cite") or _citation(identifier)
    return Section(
        CONST, CONST, identifier, citation, _text(row, "heading", "title"), text,
        path=("Constitution of the United States",),
    )  # fmt: skip


def _text(row: Mapping[str, Any], *names: str) -> str:
    value = next((row[name] for name in names if isinstance(row.get(name), str)), "")
    return str(value).strip()


_MARKS = {"art": "art. ", "amend": "amend. ", "s": "§ ", "c": "cl. "}
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def _citation(identifier: str) -> str:
    """``U.S. Const. art. I, § 8, cl. 3`` of its identifier."""
    steps = identifier.removeprefix("/us/const/").split("/")
    return "U.S. Const. " + ", ".join(_step(step) for step in steps)


def _step(step: str) -> str:
    name = step.rstrip("0123456789")
    number = step[len(name) :]
    if name not in _MARKS or not number:
        return "pmbl." if step == "preamble" else step
    return _MARKS[name] + (roman(int(number)) if name in ("art", "amend") else number)


def roman(number: int) -> str:
    """
    >>> roman(14)
    'XIV'
    """
    made = ""
    for value, letters in _ROMAN:
        made += letters * (number // value)
        number %= value
    return made


def _under_parent(one: Section, known: set[str]) -> Section:
    """An amendment that has no row of its own is meant by those of its sections."""
    parent = one.identifier.rpartition("/")[0]
    missing = parent.count("/") == 3 and parent not in known
    return Section(
        one.code, one.title, one.identifier, one.citation, one.heading, one.text,
        path=one.path, also=(parent,) if missing else (),
    )  # fmt: skip
