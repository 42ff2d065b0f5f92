"""Where a case is reported, as a row of a table tells it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from engine.authorities.reporters import places
from engine.ports import ReportedCase

_VOLUME = re.compile(r"[0-9]{1,5}(?:[-/][0-9]{1,4})?[A-Za-z]?")
_PAGE = re.compile(r"[A-Za-z]{0,4}-?[0-9]{1,9}(?:-?[A-Za-z]{1,4})?|[ivxlcdm]{1,8}", re.I)
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_WHOLE = re.compile(r"([0-9]+)\.0+")
_YEAR = re.compile(r"(?<![0-9])(1[5-9][0-9]{2}|20[0-9]{2})(?![0-9])")
_CITE = re.compile(r"(?P<volume>[0-9][0-9A-Za-z/-]*)\s+(?P<reporter>\D.*?)\s+(?P<page>[^\s]+)")
_NOMINATIVE = re.compile(r"\s*\(\s*[0-9]+\s+[A-Z][^()]*\)")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LONGEST_NAME = 600


class BadPlace(ValueError):
    """Says what is wrong with a row, as a sentence of which the row is the subject."""


def make_case(
    reporter: str,
    volume: str,
    page: str,
    names: Iterable[str],
    *,
    year: str = "",
    court: str = "",
    holding: str = "",
    text: str = "",
) -> ReportedCase:
    """The row with its reporter in the usual spelling. Raises ``BadPlace``.

    >>> make_case("F. 3d", "925.0", "1,339", ["Varghese v. China S. Airlines"]).page
    '1339'
    """
    reporter, volume, page = reporter.strip(), _number(volume), _number(page)
    for told, value in (("reporter", reporter), ("volume", volume), ("page", page)):
        if not value:
            raise BadPlace(f"has no {told}")
    if not re.search(r"[^\W\d_]", reporter):
        raise BadPlace(f"names no reporter but “{reporter[:40]}”; write it as in F.3d")
    if not _VOLUME.fullmatch(volume):
        raise BadPlace(f"has the volume “{volume[:40]}”, which is not a number")
    if not _PAGE.fullmatch(page):
        raise BadPlace(f"has the page “{page[:40]}”, which is not the number of one page")
    called = tuple(dict.fromkeys(name for one in names if (name := plain(one)[:_LONGEST_NAME])))
    if not called:
        raise BadPlace("has no name to compare a citation with")
    at = places(reporter, volume, page)[0]
    return ReportedCase(*at, called, _year(year), plain(court), plain(holding), text.strip())


def place_in(cite: str) -> tuple[str, str, str] | None:
    """(reporter, volume, page) of ``576 U.S. 644``, as it is spelled; None if it is not like that.

    What stands in brackets for a nominative reporter is left out: ``5 U.S. (1 Cranch) 137``.
    """
    found = _CITE.fullmatch(_NOMINATIVE.sub("", plain(cite)).strip())
    return (found["reporter"], found["volume"], found["page"]) if found else None


def plain(told: str) -> str:
    """Without markup and on one line."""
    return " ".join(html.unescape(_TAG.sub("", told)).split())


def _number(told: str) -> str:
    told = told.strip()
    if _THOUSANDS.fullmatch(told):
        return told.replace(",", "")
    whole = _WHOLE.fullmatch(told)
    return whole[1] if whole else told


def _year(told: str) -> int | None:
    if not told.strip():
        return None
    found = _YEAR.search(told)
    if found is None:
        raise BadPlace(f"has the year “{told.strip()[:40]}”; leave it empty if it is not known")
    return int(found[1])
