"""Forms of citation that eyecite 2.7 and citeurl 12 miss, or cut short."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ROMAN = r"[IVXLC]+"
_SUBS = r"(?:\([0-9A-Za-z]{1,5}\))*"
_SECTION = r"\d+[A-Za-z]*(?:-\d+[A-Za-z]*)*(?:\.\d+)*"
_ORDINAL = (
    r"(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|"
    r"Thirteenth|Fourteenth|Fifteenth|Sixteenth|Seventeenth|Eighteenth|Nineteenth|Twentieth|"
    r"Twenty-(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh))"
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A form over folded text; its named groups make up the normalised locator."""

    kind: str
    form: re.Pattern[str]


def _pattern(kind: str, form: str, flags: int = 0) -> Pattern:
    return Pattern(kind, re.compile(form, flags))


PATTERNS: tuple[Pattern, ...] = (
    _pattern(
        "foreign",
        r"\[(?:19|20)\d\d\]\s(?:UKSC|UKHL|UKPC|EWCA\s(?:Civ|Crim)|EWHC|EWFC|EWCOP|UKUT|UKFTT|CSIH|"
        r"CSOH|HCJAC|NICA|NIQB|UKEAT|EAT)\s\d+(?:\s\([A-Za-z]+\))?",
    ),
    _pattern(
        "foreign",
        r"\[(?:18|19|20)\d\d\]\s(?:\d+\s)?(?:AC|QB|KB|Ch|WLR|All ER|Lloyd.s Rep|BCLC|ICR|IRLR|Fam)"
        r"\s\d+",
    ),
    _pattern("foreign", r"ECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{0,24}[A-Z0-9]"),
    _pattern("foreign", r"(?:Joined\s)?Cases?\s[CTF]-\d{1,4}/\d{2}(?:\sP)?\b"),
    _pattern(
        "rule",
        r"(?:Fed\.?\s?R\.?\s?(?:Civ|Crim|App|Evid|Bankr)\.?\s?(?:P\.?)?|F\.?R\.?C\.?P\.?|"
        r"FRE|FRAP|"
        r"Federal Rules? of (?:Civil|Criminal|Appellate|Bankruptcy) Procedure|"
        r"Federal Rules? of Evidence)\s?(?:Rule\s)?(?P<rule>\d{1,4}(?:\.\d+)?)(?P<sub>"
        + _SUBS
        + ")",
        re.I,
    ),
    _pattern(
        "rule",
        r"(?:ABA\s)?Model\sRules?(?:\sof\sProf(?:'l|essional)?\.?\sConduct)?\s?(?:R\.|r\.)?\s?"
        r"(?P<rule>\d\.\d{1,2})(?P<sub>" + _SUBS + ")",
    ),
    _pattern(
        "constitution",
        r"U\.?S\.?\sConst(?:itution|\.)?,?\s(?P<part>art|amend)(?:icle|ment|\.)?\s?"
        rf"(?P<number>{_ROMAN}|\d+)(?P<sub>(?:,?\s(?:§|sec\.|cl\.|section|clause)\s?\d+)*)",
        re.I,
    ),
    _pattern("constitution", rf"\b(?P<ordinal>{_ORDINAL})\sAmendments?\b"),
    _pattern(
        "statute",
        r"\b(?P<title>\d{1,2}a?)\s?U\.?\s?S\.?\s?C\.?(?:A\.?|S\.?)?\s?"
        r"(?:§{1,2}|[Ss]ec(?:tion|s?\.)?)?"
        rf"\s?(?P<section>{_SECTION})(?P<sub>{_SUBS})",
    ),
    _pattern(
        "statute",
        rf"(?:[Ss]ections?|§{{1,2}})\s?(?P<section>{_SECTION})(?P<sub>{_SUBS})\sof\s[Tt]itle\s"
        r"(?P<title>\d{1,2})\b",
    ),
    _pattern(
        "section",
        r"(?:§{1,2}\s?|\bSec(?:tion|\.)s?\s)(?P<section>\d{3,5}[a-z]?(?:-\d+)?)"
        rf"(?P<sub>{_SUBS})",
    ),
    _pattern(
        "docket",
        r"No\.\s(?:\d{2}-\d+|\d:\d{2}-[a-z]{2}-\d+[A-Z-]*),?\sslip\sop\.(?:\sat\s\d+)?",
    ),
    _pattern(
        "treatise",
        r"Restatement\s\((?:First|Second|Third|Fourth)\)\s(?:of\s)?[A-Z][A-Za-z ]+§\s?\d+[A-Z]?",
    ),
    _pattern("statute", r"(?:N\.Y\.\s?)?C\.?P\.?L\.?R\.?\s?§?\s?\d+[a-z]?" + _SUBS),
    _pattern("id", r"\b(?:Id|Ibid)\.(?:,?\s(?:at|§§?|¶¶?)\s?[*\d][\d(),\- ]*(?<![ ,(-]))?"),
    _pattern(
        "supra",
        r"\b(?P<name>[A-Z][\w'&-]*(?:\s(?:of|the|&|[A-Z][\w'&.-]*)){0,6}),?\ssupra\b(?:,?\s(?:at|note)\s"
        r"[*\d][\d-]*)?",
    ),
)

LISTED_SECTION = re.compile(
    rf"(?:,?\s?(?:and|&)\s|,\s?)(?:§\s?)?(?P<section>{_SECTION})(?P<sub>{_SUBS})(?!\s[A-Z])"
)

UNKNOWN_REPORTER = re.compile(
    r"(?<![\w.])(?P<volume>\d{1,4})\s"
    r"(?P<reporter>(?:[A-Z][A-Za-z'&]{0,20}(?:\.\s?|\s)){1,5}(?:\d(?:st|d|nd|rd|th)\s)?)"
    r"(?<=[\s.])(?P<page>\d{1,6})\b(?![\w/:-])"
)
_NO_REPORTER = re.compile(
    r"\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|Dkt|ECF|Exs?|Docs?|Decl|Tr|Dep|"
    r"Compl|Ans|Aff|Vol|Pt|Ch|Secs?|Arts?|Figs?|Tab|App|Nos?|Mr|Mrs|Ms|Dr|St|Ave|Blvd|Rd|Ste|Apt|"
    r"Cl|Req|Rog|Stip|Para|Am|Pm)\b",
    re.I,
)

RECORD = re.compile(
    r"(?:\[F\d+\])|(?:\b(?:(?:Am\.\s)?Compl|Complaint|Ans|Answer|Decl|Declaration|Aff|Dep|Tr|Exs?|"
    r"Exhibits?|Dkt|ECF|Docs?|Doc|J\.?A|App|Br|Mot|Mem|Opp|Stip|Report|Order|R)\.?,?\s"
    r"(?:No\.?\s|at\s|¶¶?\s?|pp?\.\s)*[A-Z]?\d[\d:\-]*(?:\s(?:at|¶¶?)\s?[\d:\-]+)*)|(?:¶¶?\s?\d+)"
)
"""A reference to the record; after one, ``Id.`` means the record."""


def looks_unknown(match: re.Match[str]) -> bool:
    """Whether volume, words and page look like a reporter that does not exist, not like a date,
    an address or a reference to the record."""
    reporter = match["reporter"]
    return "." in reporter and not _NO_REPORTER.search(reporter)
