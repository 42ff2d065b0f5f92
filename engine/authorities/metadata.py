"""Public case-law metadata in JSON or JSON lines, as rows of a table of authorities.

Two publishers' shapes are known by their fields. CourtListener: ``case_name`` or ``caseName``,
``citation`` or ``citations`` as texts or as ``{volume, reporter, page}``, ``date_filed`` or
``dateFiled``, ``court`` or ``court_id``. Caselaw Access Project: ``name`` and
``name_abbreviation``, ``citations`` as ``{type, cite}``, ``decision_date``, ``court.name``, the
opinions' text below ``casebody``. Records may stand in a list of an interface's page. A firm's own
table may come as JSON too, with the names of its columns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from engine.authorities.place import BadPlace, make_case, place_in, plain
from engine.ports import ReportedCase

_NAMES = (
    "case_name", "caseName", "name_abbreviation", "name", "case_name_full", "caseNameFull",
)  # fmt: skip
_DATES = ("date_filed", "dateFiled", "decision_date", "year")
_COURTS = ("court_citation_string", "court", "court_id")
_LISTS = ("results", "clusters", "cases", "objects", "data", "hits")
_LONGEST_TEXT = 1 << 22
_PARTED = re.compile(r"\s*[;|]\s*|,\s+")
"""Between parallel citations that were written into one text."""

Found = tuple[str, ReportedCase | str]
"""Where it stands in its file, and the case, or what is wrong with it."""


class NotMetadata(ValueError):
    """The file as a whole is not JSON."""


def cases_in(lines: Iterator[str]) -> Iterator[Found]:
    """Every case of a file, at every place it is reported. Raises ``NotMetadata``."""
    for where, record in _numbered(lines):
        if record is None:
            yield where, "is not JSON"
        else:
            yield from ((where, found) for found in _cases(record))


def _numbered(lines: Iterator[str]) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """Records with their place; None for a line that cannot be read."""
    first = next((line for line in lines if line.strip()), "")
    try:
        value = json.loads(first)
    except ValueError:
        yield from _listed(_whole(chain([first], lines)))
        return
    rest = iter(lines)
    second = next((line for line in rest if line.strip()), None)
    if second is None:
        yield from _listed(value)
        return
    for number, line in enumerate(chain([first, second], rest), 1):
        if not line.strip():
            continue
        try:
            records = list(_records(json.loads(line)))
        except ValueError:
            yield f"line {number}", None
        else:
            yield from ((f"line {number}", record) for record in records)


def _whole(lines: Iterator[str]) -> Any:
    try:
        return json.loads("".join(lines))
    except ValueError as error:
        raise NotMetadata from error


def _listed(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, record in enumerate(_records(value), 1):
        yield f"case {number}", record


def _records(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        for one in value:
            yield from _records(one)
    elif isinstance(value, dict):
        named = any(isinstance(value.get(key), str) for key in _NAMES) or "names" in value
        inside = [value[key] for key in _LISTS if isinstance(value.get(key), list)]
        if inside and not named:
            yield from _records(inside)
        else:
            yield value


def _cases(record: Mapping[str, Any]) -> Iterator[ReportedCase | str]:
    names = list(_names(record))
    said = list(_cites(record))
    places = [place for one in said if (place := _place(one))]
    if not names:
        yield "has no name"
        return
    if not places:
        yield "has no citation with a volume, a reporter and a page"
        return
    date, court = _first(record, _DATES), _court(record)
    text, holding = _text(record), plain(_first(record, ("holding", "syllabus", "summary")))
    problems: list[str] = []
    made: list[ReportedCase] = []
    for reporter, volume, page in dict.fromkeys(places):
        try:
            made.append(
                make_case(reporter, volume, page, names, year=date, court=court, holding=holding,
                          text=text)
            )  # fmt: skip
        except BadPlace as bad:
            problems.append(str(bad))
    # One citation of several that is of no use (a docket's number) is no fault of the record.
    yield from made or problems[:1]


def _names(record: Mapping[str, Any]) -> Iterator[str]:
    given = record.get("names")
    listed = given if isinstance(given, list) else str(given or "").split("|")
    for name in (*(record.get(key) for key in _NAMES), *listed):
        if isinstance(name, str) and name.strip():
            yield name


def _cites(record: Mapping[str, Any]) -> Iterator[Any]:
    for key, value in record.items():
        if key in ("citation", "citations") or "_cite" in key:
            for one in value if isinstance(value, list) else [value]:
                yield from _PARTED.split(one) if isinstance(one, str) else [one]
    if isinstance(record.get("reporter"), str):
        yield record


def _place(said: Any) -> tuple[str, str, str] | None:
    if isinstance(said, str):
        return place_in(said)
    if isinstance(said, dict):
        if isinstance(said.get("cite"), str):
            return place_in(said["cite"])
        parts = [said.get(key) for key in ("reporter", "volume", "page")]
        if all(isinstance(part, str | int) for part in parts):
            reporter, volume, page = (str(part).strip() for part in parts)
            return reporter, volume, page
    return None


def _first(record: Mapping[str, Any], keys: Sequence[str]) -> str:
    found = (record[key] for key in keys if isinstance(record.get(key), str | int))
    return str(next((one for one in found if str(one).strip()), ""))


def _court(record: Mapping[str, Any]) -> str:
    court = record.get("court")
    if isinstance(court, dict):
        return _first(court, ("name", "name_abbreviation", "slug"))
    told = _first(record, _COURTS)
    # An address of the interface ends in the court's id.
    return told.rstrip("/").rsplit("/", 1)[-1] if "://" in told else told


def _text(record: Mapping[str, Any]) -> str:
    """The opinions' text where it comes with the record, so that quotations can be compared."""
    body: Any = record.get("casebody")
    if isinstance(body, dict) and isinstance(body.get("data"), dict):
        body = body["data"]
    opinions = body.get("opinions") if isinstance(body, dict) else None
    found = [record.get("plain_text") or record.get("text")]
    for one in opinions or record.get("opinions") or ():
        if isinstance(one, dict):
            found.append(one.get("text") or one.get("plain_text"))
    return "\n\n".join(one for one in found if isinstance(one, str))[:_LONGEST_TEXT]
