"""What a sentence carries that can be counted: dates, amounts, figures, names; and its weight."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

DetailKind = Literal["date", "amount", "figure", "name"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MONTH = (
    r"(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?|Aug(?:ust|\.)?"
    r"|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_DATE = re.compile(
    rf"\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?\b|\b\d{{1,2}}\s+{_MONTH},?(?:\s+\d{{4}})?\b"
    rf"|\b{_MONTH},?\s+\d{{4}}\b|\b\d{{1,2}}/\d{{1,2}}/\d{{2,4}}\b|\b\d{{4}}-\d{{2}}-\d{{2}}\b"
    r"|\b(?:19|20)\d{2}\b"
)
_AMOUNT = re.compile(
    r"[$€£]\s?\d[\d,]*(?:\.\d+)?(?:\s?(?:thousand|million|billion|[mk]\b))?"
    r"|\b\d[\d,]*(?:\.\d+)?\s?(?:%|percent\b|dollars?\b|million\b|billion\b|thousand\b)",
    re.I,
)
_FIGURE = re.compile(r"(?<![\w.$/-])\d[\d,]*(?:\.\d+)?(?![\w/-])")
_CITATION = re.compile(
    r"\b\d{1,4}\s+(?:[A-Z][\w’']*\.?\s?){1,4}(?:\d[a-z]{1,2}\s)?\s?(?:§+\s*)?\d+[\w–-]*(?:,\s*\d+(?:[–-]\d+)?)*"
    r"(?:\s*\([^()]{0,40}\d{4}\))?|§+\s*[\d.]+(?:\([\w]{1,4}\))*|¶+\s*\d+(?:[–-]\d+)?"
    r"|\b(?:Rule|Section|Article|Part|Chapter|No\.|Nos\.|Dkt\.|ECF|Ex\.|Exhibit|at|p\.|pp\.)\s+[\d.:-]+\w*"
)
_CASE = re.compile(
    r"\b[A-Z][\w.’'&-]*(?:,?\s(?:of\s|the\s|&\s)?[A-Z][\w.’'&-]*){0,6},?\s+vs?\.\s+"
    r"[A-Z][\w.’'&-]*(?:,?\s(?:of\s|the\s|&\s)?[A-Z][\w.’'&-]*){0,6}"
)
_NAME = re.compile(
    r"\b[A-Z][\w’'&-]+(?:\s+(?:of\s+(?:the\s+)?|the\s+|de\s+|van\s+|&\s+)?[A-Z][\w’'&.-]*)*"
)
_COMMON = _words("""
    The This That These Those It Its He She They We You I His Her Their Our My In On At But And Or
    So However Moreover Furthermore Therefore Thus Accordingly Because Although While When Where
    After Before During Since Until Under By For From With Without To As If Once Upon There Here No
    Not Nor Neither Either Both Each Every All Any Some Many Most Such Other Another Court Courts
    Plaintiff Plaintiffs Defendant Defendants Petitioner Respondent Appellant Appellee Section
    Article Rule Exhibit See Id Page Date From Subject Cc Re Of A An What Who Why How Yet Still
    Also Even Only January February March April May June July August September October November
    December Jan Feb Mar Apr Jun Jul Aug Sept Oct Nov Dec Monday Tuesday Wednesday Thursday Friday
    Saturday Sunday Complaint Motion Order Act Opinion Judge Justice Circuit District
    """)
_SIGNIFICANT: tuple[tuple[float, re.Pattern[str]], ...] = (
    (3.0, re.compile(
        r"\b(?:knew|known|know|aware|learned|realized|discovered|suspected|noticed"
        r"|was told|were told|had notice|actual knowledge|understood)\b", re.I)),
    (3.0, re.compile(
        r"\b(?:admit(?:s|ted)?|acknowledg\w+|conced\w+|confess\w+|stipulat\w+|apologi[sz]\w+)\b",
        re.I)),
    (2.0, re.compile(
        r"\b(?:must|shall|agreed|agrees|promis\w+|required|obligat\w+|undert\w+|warrant(?:s|ed)"
        r"|liable|owes?d?|entitled|certif\w+)\b", re.I)),
    (3.0, re.compile(
        r"\b(?:granted|denied|reversed|affirmed|remanded|vacated|dismissed|ordered|sanctioned|convicted"
        r"|acquitted|awarded|sentenced|enjoined|terminated|settled|breach\w*|violat\w+|died|injur\w+"
        r"|we hold|held that|concludes? that|found that)\b", re.I)),
    (1.0, re.compile(
        r"\b(?:paid|pay|signed|sent|received|approved|billed|filed|sold|bought|hired|fired|refused"
        r"|failed|objected|testified|submitted|delivered)\b", re.I)),
)  # fmt: skip
_MOST = 5.0


@dataclass(frozen=True, slots=True)
class Detail:
    """One thing that is told, as it is written but for spaces and case of dates."""

    kind: DetailKind
    text: str


def details(text: str) -> frozenset[Detail]:
    """The dates, amounts, other figures and names in a sentence; numbers of citations are none."""
    found: set[Detail] = set()
    rest = text
    for kind, pattern in (("date", _DATE), ("amount", _AMOUNT)):
        source = _CITATION.sub(" ", text) if kind == "date" else rest
        for match in pattern.finditer(source):
            found.add(Detail(kind, " ".join(match.group().split()).lower()))  # type: ignore[arg-type]
        rest = pattern.sub(" ", rest)
    bare = _CITATION.sub(" ", rest)
    found |= {Detail("figure", match.group().strip(",")) for match in _FIGURE.finditer(bare)}
    return frozenset(found | {Detail("name", name) for name in _names(bare)})


def _names(text: str) -> set[str]:
    names = set()
    # who sued whom in another case is an authority's name, not a person of this one
    for match in _NAME.finditer(_CASE.sub(" ", text)):
        words = match.group().split()
        while words and words[0].rstrip(".") in _COMMON:
            words = words[1:]
        while words and words[-1].rstrip(".") in _COMMON | {"of", "the", "&"}:
            words = words[:-1]
        # one capital word at a sentence's start is no name by that alone
        if words and not (len(words) == 1 and match.start() == 0):
            names.add(" ".join(words).rstrip(".").removesuffix("’s").removesuffix("'s"))
    return {name for name in names if len(name) > 2}


def significance(text: str) -> float:
    """How much a sentence weighs by its verbs: knowledge, admission, duty, result, act; 0 to 5."""
    return min(_MOST, sum(weight for weight, pattern in _SIGNIFICANT if pattern.search(text)))
