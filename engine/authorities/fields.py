"""A citation's parts as plain text: which volume, which section, which year."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.authorities.british import COURTS
from engine.authorities.reporters import usual

_SUBS = r"(?P<sub>(?:\s?\([0-9A-Za-z]{1,5}\))*)"
_SECTION = r"(?P<section>\d+[A-Za-z]*(?:[-.:/](?:\d+[A-Za-z]*|[A-Z]\b))*)"
_CASE = re.compile(
    r"(?P<volume>\S+)\s(?P<reporter>.+?)\s(?:at\s)?\*?(?P<page>\d[\dA-Za-z,-]*|_+|-+)$"
)
_CODE = re.compile(rf"(?P<title>\d+[Aa]?)\sU\.S\.C\.(?P<app>\sapp\.)?\s§\s{_SECTION}{_SUBS}")
_CFR = re.compile(rf"(?P<title>\d+)\sC\.?F\.?R\.?\s(?:§+|[Pp]art|[Pp]t\.)?\s?{_SECTION}{_SUBS}")
_REGISTER = re.compile(r"(?P<volume>\d+)\sF(?:ed)?\.?\s?R(?:eg)?\.?\s(?P<page>[\d,]+)")
_PUBLIC_LAW = re.compile(
    r"Pub(?:lic|\.)?\s?L(?:aw|\.)?\s?(?:No\.\s)?(?P<law>\d+-\d+)(?:,\s§\s?(?P<section>\d+))?", re.I
)
_AT_LARGE = re.compile(r"(?P<volume>\d+)\sStat\.\s(?P<page>\d+)")
_STATE = re.compile(
    rf"(?P<code>.*?[A-Za-z.)])\s(?:§+|[Ss]ec(?:tions?|\.)|[Aa]rt\.)?\s?{_SECTION}{_SUBS}"
)
_RULE = re.compile(rf"(?P<rules>.+?)\s(?P<rule>\d+[A-Z]*(?:\.\d+)*){_SUBS}$")
_CONSTITUTION = re.compile(
    r"(?P<of>.+?)\sConst\.\s(?P<part>art|amend)\.\s(?P<number>\d+)"
    r"(?:,\s§\s(?P<section>\d+))?(?:,\scl\.\s(?P<clause>\d+))?"
)
_NEUTRAL = re.compile(
    rf"\[(?P<year>\d{{4}})\]\s(?P<court>{COURTS})\s(?P<number>\d+)"
    r"(?:\s\((?P<division>[A-Za-z]+)\))?"
)
_REPORT = re.compile(
    r"[\[(](?P<year>\d{4})[\])]\s(?:(?P<volume>\d+)\s)?(?P<reporter>[A-Z].*?)\s(?P<page>\d+)"
)
_ECLI = re.compile(
    r"ECLI:(?P<country>[A-Z]{2}):(?P<court>[A-Z0-9]+):(?P<year>\d{4}):(?P<number>\S+)"
)
_ACT = re.compile(
    rf"(?P<act>.+?\s(?:Act|Order|Regulations|Rules)\s(?P<year>\d{{4}}))"
    rf"(?:,?\s(?P<part>s|sch|reg|art)\s{_SECTION}{_SUBS})?"
)
_ACT_OF_CONGRESS = re.compile(rf"(?P<act>.+?Act(?:\sof\s(?P<year>\d{{4}}))?)\s§\s{_SECTION}{_SUBS}")
_DOCKET = re.compile(r"Nos?\.\s(?P<number>[\w:-]+)")
_WORK = re.compile(r"(?P<work>.+?)\s§\s?(?P<section>\d+[A-Z]?)")
_PIN = re.compile(r"\bat\s\*?(?P<pin>\d[\d,\s-]*\d|\d)|[§¶]+\s?(?P<mark>[\d-]+)")
_AFTER = re.compile(
    r"^,?\s(?:at\s)?\*?(?P<pin>\d+(?:\s?-\s?\d+)?(?:,\s\d+(?:-\d+)?)*)(?![\d ]*[A-Z])"
)
_COURT = re.compile(r"\((?P<court>[^()]*?)\s?,?\s?(?P<year>1[5-9]\d\d|20\d\d)(?:\s?\([^()]*\))?\)")
_DATE = re.compile(
    r",?\s?(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?\s\d{1,2},?$"
)
_UNKNOWN = re.compile(r"(?P<volume>\d+)\s(?P<reporter>.+?)\s(?P<page>\d+)$")


def fields(kind: str, normalized: str, said: str, behind: str) -> Mapping[str, str]:
    """The parts of a locator, as ``Citation.fields`` tells; ``behind`` is what follows it."""
    found = {name: text for name, text in _parts(kind, normalized, said) if text}
    if kind in ("case", "short_case", "unknown_reporter", "docket"):
        found |= {name: text for name, text in _around(said, behind, found) if text}
    if kind == "short_case":
        found.pop("page", None)
    if kind == "case" and re.fullmatch(r"(?:19|20)\d\d", found.get("volume", "")):
        found.setdefault("year", found["volume"])  # Westlaw, Lexis and neutral citations
    return found


def _parts(kind: str, normalized: str, said: str) -> Iterator[tuple[str, str]]:
    forms = _FORMS.get(kind, ())
    for form in forms:
        if match := form.search(normalized) or form.search(said):
            for name, text in match.groupdict().items():
                text = (text or "").strip()
                if name == "reporter" and kind not in ("unknown_reporter", "foreign"):
                    text = usual(text)
                elif name == "sub":
                    text = text.replace(" ", "")
                elif name == "page":
                    text = "" if set(text) <= set("_-") else text.replace(",", "")
                elif name == "mark":
                    name = "pin"
                if name != "app":
                    yield name, text
            if match.groupdict().get("app"):
                yield "title", match["title"] + "a"
            break
    if kind == "supra":
        yield "name", normalized


def _around(said: str, behind: str, found: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Pin cite, court and year."""
    page = found.get("page", "")
    at = said.rfind(page) + len(page) if page else len(said)
    rest = said[at:] + behind
    if "at " in said and (pin := _PIN.search(said)):
        yield "pin", pin["pin"] or ""
    elif (after := _AFTER.match(rest)) is not None:
        yield "pin", after["pin"]
    if court := _COURT.search(rest):
        yield "year", court["year"]
        yield "court", _DATE.sub("", court["court"]).strip(" ,")


_FORMS: dict[str, tuple[re.Pattern[str], ...]] = {
    "case": (_CASE,),
    "short_case": (_CASE,),
    "unknown_reporter": (_UNKNOWN,),
    "statute": (_CODE, _PUBLIC_LAW, _AT_LARGE, _ACT, _ACT_OF_CONGRESS, _STATE),
    "section": (re.compile(rf"§\s{_SECTION}{_SUBS}"),),
    "regulation": (_CFR, _REGISTER, _STATE),
    "rule": (_RULE,),
    "constitution": (_CONSTITUTION,),
    "foreign": (_ECLI, _NEUTRAL, _REPORT, re.compile(r"(?P<number>[CTF]-\d+/\d+)")),
    "docket": (_DOCKET,),
    "treatise": (_WORK, _CASE),
    "id": (_PIN,),
    "supra": (_PIN,),
}
