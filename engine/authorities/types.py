"""Words of the citation scan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

PLACEHOLDER = "[citation needed: not on file]"
"""What stands in prose where a citation was that is not of an authority on file."""
ANY_PLACEHOLDER = re.compile(r"\[(?:citation|quotation) needed: (?:[a-z ]+ )?not on file\]")
"""Every placeholder, of whatever kind."""
NO_QUOTATION = "[quotation needed: not on file]"
"""What stands in prose where words were quoted that no document or authority on file holds."""


_NEEDED = {
    "case": "case", "short_case": "case", "case_name": "case", "docket": "case",
    "unknown_reporter": "case", "supra": "case", "statute": "statute", "section": "statute",
    "regulation": "regulation", "rule": "rule", "constitution": "constitutional provision",
    "treatise": "treatise", "fact": "fact", "authority": "authority",
}  # fmt: skip


def placeholder(kind: str) -> str:
    """What stands in prose for a citation of that kind, and says what is needed in its place.

    >>> placeholder("statute")
    '[citation needed: statute not on file]'
    """
    needed = _NEEDED.get(kind)
    return f"[citation needed: {needed} not on file]" if needed else PLACEHOLDER


class Verdict(StrEnum):
    """What a check of a citation found; only ``VERIFIED`` stands.

    ``VERIFIED``: the locator is on file, its parties and year agree, and so do the quoted words
    if any were quoted. ``WRONG_CASE``: another case, or year, is at that locator. ``WRONG_PAGE``:
    the volume is on file and no case begins on that page. ``QUOTE_NOT_FOUND``: the authority is
    right, the quoted words are not in it. ``OUT_OF_CORPUS``: that volume, title or series is not
    on file. ``UNKNOWN_REPORTER``: no reporter of that name exists. ``NOT_CHECKED``: nothing to
    compare with, and ``reason`` says why.
    """

    VERIFIED = "verified"
    WRONG_CASE = "wrong case"
    WRONG_PAGE = "wrong page"
    QUOTE_NOT_FOUND = "quote not found"
    OUT_OF_CORPUS = "out of corpus"
    UNKNOWN_REPORTER = "unknown reporter"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation found in a text: ``text`` is exactly ``source_text[start:end]``.

    ``kind`` is one of ``case``, ``short_case``, ``case_name``, ``statute``, ``section`` (a bare
    section number), ``regulation``, ``rule``, ``constitution``, ``docket``, ``treatise``,
    ``foreign``, ``supra``, ``id``, ``unknown_reporter`` or ``other``. ``normalized`` is the
    usual form of the locator (``31 U.S.C. § 3729(b)(4)``). ``source`` tells who found it:
    ``eyecite``, ``citeurl`` or ``pattern``. ``names`` is what stands before a case's locator.
    ``whole`` is the span with names and the court and year behind; equal to start and end if
    there are none. ``fields`` are the locator's parts as plain text, whichever the kind has:
    ``volume reporter page pin year court`` of a case, ``title section sub`` of a statute,
    ``rule sub`` of a rule, ``part number section clause`` of the Constitution.
    """

    start: int
    end: int
    text: str
    kind: str
    normalized: str
    source: str
    names: str = ""
    whole: tuple[int, int] = (0, 0)
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AllowedAuthority:
    """An authority that may be cited: id like ``A7``, its citation, the names it goes by."""

    id: str
    citation: str
    names: tuple[str, ...] = ()
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Words that may be quoted: a fact's (``F12``), an authority's (``A7``), a section's."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A citation with its verdict. ``reason`` is a sentence for a lawyer that names what was
    compared; ``authority`` is what it was found to be (``A7``, ``/us/usc/t31/s3729/b/4``,
    ``550 U.S. 544``), "" if nothing. ``quotation`` are the quoted words that were matched with
    it, "" without any; ``page`` is the sheet it stands on, None in a text without pages."""

    citation: Citation
    verdict: Verdict
    reason: str
    authority: str = ""
    quotation: str = ""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A text in which placeholders stand for the citations in ``removed`` (as they stood)."""

    text: str
    removed: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something in a text that points somewhere, in the order of the text.

    ``citation`` is None for a reference to the record, an id in brackets or the matter itself.
    ``authority`` is the id of the one on file that it cites, "" if none; ``conflict`` that of one
    on file at the same place under another name or year. ``ours`` says that it needs no authority
    (a party's name, a part of the record). ``loose``: it is a name that may be a case's, and
    needs an authority unless the record has that name.
    """

    start: int
    end: int
    citation: Citation | None
    authority: str = ""
    conflict: str = ""
    ours: bool = False
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quotation in a text; ``words`` counts them, ``inner`` is what stands in the marks."""

    start: int
    end: int
    inner: str
    words: int


@dataclass(frozen=True, slots=True)
class Examined:
    """What stands in one text, before anything was looked up."""

    marks: tuple[Mark, ...]
    quotations: tuple[Quoted, ...] = ()
