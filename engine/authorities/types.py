"""Words of the citation scan."""

from __future__ import annotations

from dataclasses import dataclass

PLACEHOLDER = "[citation needed: not on file]"
"""What stands in prose where a citation was that is not of an authority on file."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation found in a text: ``text`` is exactly ``source_text[start:end]``.

    ``kind`` is one of ``case``, ``short_case``, ``case_name``, ``statute``, ``section`` (a bare
    section number), ``regulation``, ``rule``, ``constitution``, ``docket``, ``treatise``,
    ``foreign``, ``supra``, ``id``, ``unknown_reporter`` or ``other``. ``normalized`` is the
    usual form of the locator (``31 U.S.C. § 3729(b)(4)``). ``source`` tells who found it:
    ``eyecite``, ``citeurl`` or ``pattern``. ``names`` is what stands before a case's locator.
    ``whole`` is the span with names and the court and year behind; equal to start and end if
    there are none.
    """

    start: int
    end: int
    text: str
    kind: str
    normalized: str
    source: str
    names: str = ""
    whole: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class AllowedAuthority:
    """An authority that may be cited: id like ``A7``, its citation, the names it goes by."""

    id: str
    citation: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A text in which placeholders stand for the citations in ``removed`` (as they stood)."""

    text: str
    removed: tuple[Citation, ...]
