"""Citations of codes, rules and the Constitution in a query, in any spelling, as identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.law.codes import CONST, RULES, TITLES, USC, plain_dashes

_SEC = r"(?P<section>\d+[A-Za-z]{0,5}(?:-\d+[A-Za-z]{0,3})*)(?![\w-])"
_SUBS = r"(?P<sub>(?:\s?\([0-9A-Za-z]{1,6}\))*)"
_MARK = r"(?:§{1,2}|\bsec(?:tions?|s?\.?)|\bs\.)"
_CODE = (
    r"(?:U\.?\s?S\.?\s?C\.?(?:\s?[AS]\.?)?|"
    r"(?:U\.?\s?S\.?|United States)\s?Code(?: Ann(?:otated)?)?)"
)
_USC = (
    re.compile(
        rf"(?<![\w.])(?:title\s)?(?P<title>\d{{1,2}}a?)\s?{_CODE}(?![a-z])(?: app\.?)?\s?{_MARK}?"
        rf"\s?{_SEC}{_SUBS}",
        re.I,
    ),
    re.compile(
        r"(?:(?:sub)?(?:section|paragraph|par\.|clause)\s?"
        r"(?P<before>(?:\([0-9A-Za-z]{1,6}\))+) of )?"
        rf"{_MARK}\s?{_SEC}{_SUBS},?\s?(?:of|in)?\s?(?:the )?title\s(?P<title>\d{{1,2}}a?)\b"
        rf"(?:,? (?:of the )?{_CODE})?",
        re.I,
    ),
    re.compile(
        rf"\btitle\s(?P<title>\d{{1,2}}a?)\b,?\s?(?:of the )?(?:{_CODE})?,?"
        rf"\s?{_MARK}\s?{_SEC}{_SUBS}",
        re.I,
    ),
)  # fmt: skip
_LONGEST = 1000
"""Characters of a query that are read."""
_IDENTIFIER = re.compile(r"/us/(?:usc|const|rules)/\S+")
_BARE = re.compile(rf"{_MARK}\s?{_SEC}{_SUBS}(?! of (?!title))", re.I)
_OF_ACT = re.compile(rf"{_MARK}\s?(?P<section>\d+[A-Za-z]{{0,2}}){_SUBS}(?:,? of| under) ", re.I)

_SETS: Mapping[str, str] = {
    "civ": r"civ(?:il|\.)?|frcp",
    "crim": r"crim(?:inal|\.)?|frcrp|frcrimp",
    "app": r"app(?:ellate|\.)?|frap",
    "bankr": r"bankr(?:uptcy|\.)?|frbp",
    "evid": r"evid(?:ence|\.)?|fre",
}
_NUMBER = r"(?P<rule>\d{1,4}(?:\.\d{1,2})?[A-Za-z]?)(?![\w.]\d)" + _SUBS
_ANY_SET = "|".join(f"(?P<{name}>{form})" for name, form in _SETS.items())
_RULE = (
    re.compile(
        rf"(?:\b(?:fed(?:eral|\.)?\s?)?r(?:ules?|\.|\b)\s?(?:of\s)?|\b)(?:{_ANY_SET})\s?"
        rf"(?:p(?:roc(?:edure|\.)?|\.)?\s?)?(?:rules?|r\.)?\s?{_NUMBER}",
        re.I,
    ),
    re.compile(
        rf"\brule\s{_NUMBER},?\s(?:of\s(?:the\s)?)?(?:fed(?:eral|\.)\s)?(?:rules?|r\.)\s(?:of\s)?"
        rf"(?:{_ANY_SET})(?:\s?p(?:roc(?:edure|\.)?|\.)?)?",
        re.I,
    ),
    re.compile(rf"\brule\s{_NUMBER}", re.I),
)
_ORDINALS_LISTED = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth "
    "twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty- "
    "seventh"
)
_ORDINALS = _ORDINALS_LISTED.split()
_FIGURE = r"(?P<{0}>[ivxl]+|\d{{1,2}})\b"
_PLACES = (
    rf"(?:,?\s?(?:§{{1,2}}|sec(?:tion|\.)?)\s?{_FIGURE.format('section')})?"
    rf"(?:,?\s?cl(?:ause|\.)?\s?{_FIGURE.format('clause')})?"
)
_CONST = (
    re.compile(rf"\bart(?:icle|\.)?\s?{_FIGURE.format('article')}{_PLACES}", re.I),
    re.compile(rf"\bamend(?:ment|\.)?\s?{_FIGURE.format('amendment')}{_PLACES}", re.I),
    re.compile(
        rf"\b(?P<ordinal>{'|'.join(reversed(_ORDINALS))}|\d{{1,2}}(?:st|nd|rd|th)) "
        rf"amend(?:ment|\.)?{_PLACES}",
        re.I,
    ),
)
_CONST_WORDS = re.compile(r"\b(?:U\.?\s?S\.?|United States|the)?\s?Const(?:itution|\.)?,?", re.I)


@dataclass(frozen=True)
class Wanted:
    """``identifiers`` are what a query cites, the likeliest first; ``rest`` are its other words.

    ``of_act`` is the number of a section of an act that the rest may name, and the steps to a
    part of it: "502" and "/a/1" of "section 502(a)(1) of ERISA". ``guessed``: the number alone
    was said, and every title's section of it is named."""

    identifiers: tuple[str, ...] = ()
    rest: str = ""
    of_act: tuple[str, str] | None = None
    guessed: bool = False


def wanted(query: str, code: str) -> Wanted:
    """``code`` is ``usc``, the Code and the rules, or ``const``."""
    text = plain_dashes(" ".join(query[:_LONGEST].replace("\u00ad", "").split()))
    if match := _IDENTIFIER.search(text):
        return Wanted((match[0],), _without(text, match))
    return _constitutional(text) if code == CONST else _statutory(text)


def _statutory(text: str) -> Wanted:
    for form in _USC:
        if match := form.search(text):
            subs = match["sub"] + (match.groupdict().get("before") or "")
            meant = _sections(match["title"].lower(), match["section"], subs)
            return Wanted(tuple(meant), _without(text, match))
    for form in _RULE:
        if (match := form.search(text)) and _is_rule(match):
            return Wanted(tuple(_rules(match)), _without(text, match))
    if match := _OF_ACT.search(text):
        return Wanted((), _without(text, match), (match["section"].lower(), _steps(match["sub"])))
    if match := _BARE.search(text):
        found = [id for title in TITLES for id in _sections(title, match["section"], match["sub"])]
        of_act = (match["section"].lower(), _steps(match["sub"]))
        return Wanted(tuple(found), _without(text, match), of_act, guessed=True)
    return Wanted(rest=text)


def _sections(title: str, number: str, subs: str) -> Iterator[str]:
    """``3729-3733`` may be one section's number or two sections'."""
    steps = _steps(subs)
    yield f"/us/usc/t{title}/s{number}{steps}"
    first, hyphen, _ = number.partition("-")
    if hyphen and not steps:
        yield f"/us/usc/t{title}/s{first}"


def _steps(subs: str) -> str:
    return "".join(f"/{step}" for step in re.findall(r"\((\w+)\)", subs))


def _is_rule(match: re.Match[str]) -> bool:
    """``app. 3`` alone is an appendix, and ``evidence 3`` no rule."""
    said = match[0].lower()
    return bool(re.search(r"\br(?:ules?|\.|\b)|\bfr|fed", said)) or " p" in said


def _rules(match: re.Match[str]) -> Iterator[str]:
    steps = _steps(match["sub"])
    groups = match.groupdict()
    meant = [name for name in _SETS if groups.get(name)] or list(_SETS)
    for name in meant:
        yield f"/us/rules/{name}/{match['rule'].lower()}{steps}"


def _constitutional(text: str) -> Wanted:
    for form in _CONST:
        if match := form.search(text):
            identifier = _place(match.groupdict())
            rest = _CONST_WORDS.sub(" ", _without(text, match)).strip()
            return Wanted((identifier,), rest)
    if match := re.search(r"\bpreamble\b", text, re.I):
        return Wanted(("/us/const/preamble",), _without(text, match))
    return Wanted(rest=text)


def _place(said: Mapping[str, str | None]) -> str:
    if ordinal := (said.get("ordinal") or "").lower():
        number = (
            _ORDINALS.index(ordinal) + 1
            if ordinal in _ORDINALS
            else int(re.sub(r"\D", "", ordinal))
        )
        made = f"/us/const/amend{number}"
    elif article := said.get("article"):
        made = f"/us/const/art{figure(article)}"
    else:
        made = f"/us/const/amend{figure(said.get('amendment') or '')}"
    if section := said.get("section"):
        made += f"/s{figure(section)}"
    if clause := said.get("clause"):
        made += f"/c{figure(clause)}"
    return made


def figure(said: str) -> int:
    """Of Roman or Arabic numerals; 0 of neither.

    >>> figure("XIV"), figure("14")
    (14, 14)
    """
    if said.isdigit():
        return int(said)
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
    figures = [values.get(letter, 0) for letter in said.lower()]
    return sum(
        -value if value < max(figures[at:], default=0) else value
        for at, value in enumerate(figures)
    )


def _without(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()]} {text[match.end() :]}".strip(" ,.;")


__all__ = ["CONST", "RULES", "USC", "Wanted", "figure", "wanted"]
