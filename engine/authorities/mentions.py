"""Cases that prose calls by one name, without a locator: ``the Court's decision in Smith``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.authorities.abbreviations import STATES

_NAME = r"(?P<name>[A-Z][\w'&.-]*[\w'](?:\s(?:(?:of|the|&)\s)?[A-Z][\w'&.-]*[\w']){0,4})"
_RULED = r"(?:decisions?|holdings?|opinions?|rulings?|judgments?|teachings?|precedents?)"
_COURT = (
    r"(?:(?:[A-Z][\w.]*\s){0,3}(?:Court|Circuit|Justices|panel|court|tribunal|Judges?|Lords?)|"
    r"Congress)"
)
_FORMS: tuple[re.Pattern[str], ...] = (
    re.compile(rf"\b{_COURT}(?:'s|s')?\s(?:\w+\s){{0,2}}{_RULED}\s(?:in|of)\s{_NAME}"),
    re.compile(rf"\b(?:the|The|its|that)\s(?:\w+\s)?(?:landmark|seminal|leading|controlling|recent|"
               rf"unanimous|en banc)\s(?:\w+\s)?(?:{_RULED}|case)\s(?:in|of)\s{_NAME}"),
    re.compile(rf"\b(?:[Ii]n|[Uu]nder|[Pp]er|[Cc]iting|[Ff]ollowing|[Ss]ince)\s{_NAME},\s(?:the|this|our|a)\s"
               rf"(?:[A-Z][\w.]*\s){{0,3}}(?:Court|Circuit|court|panel|Justices)\b"),
    re.compile(rf"\b(?:[Tt]he|[Uu]nder|[Oo]ur|[Aa]|[Tt]his)\s{_NAME}\s(?:decisions?|opinions?|precedents?|progeny|"
               r"line\sof\scases|trilogy|Court\s(?:held|said|reasoned|explained|made))\b"),
    re.compile(rf"(?<![\w.]\s)\b{_NAME}\s(?:stands\sfor\sthe\sproposition|is\scontrolling\sprecedent|"
               r"is\sbinding\sprecedent|and\sits\sprogeny|is\sgood\slaw)\b"),
)  # fmt: skip
_HELD = (
    r"(?:held|recogni[sz]ed|explained|ruled|said|noted|stated|announced|decided|found|concluded|"
    r"reasoned|observed|reaffirmed|emphasi[sz]ed|taught|made\sclear)"
)
_BINDS = (
    r"(?:controls?|governs?|forecloses?|compels?|confirms?|holds?|dictates?|settles?|supports?|"
    r"decides?|"
    r"requires?|makes?|teaches|binds?)"
)
_FORMS += (
    re.compile(rf"\b(?:Court|Circuit|Justices|panel|court|[Ww]e)\s(?:\w+\s){{0,2}}{_HELD}\s(?:\w+\s)?in\s{_NAME}"),
    re.compile(rf"\b[Oo]ur\s(?:\w+\s)?{_RULED}\s(?:in|of)\s{_NAME}"),
    re.compile(rf"\b(?:[Tt]he|[Tt]his|[Tt]hat|[Ii]ts)\s(?:\w+\s)?{_RULED}\sin\s{_NAME}\s{_BINDS}\b"),
    re.compile(rf"(?<![Ii]n\s)\b[Tt]he\scase\sof\s{_NAME}(?!'s)"),
    re.compile(rf"\b{_NAME},?\sslip\sop\."),
    re.compile(rf"\b(?:[Ss]ee(?:\salso|\sgenerally)?|[Cc]f\.|[Aa]ccord|[Bb]ut\ssee)\s{_NAME}(?=\s?;|\.(?:\s|$))"),
    re.compile(rf"\b{_NAME}\s\((?:\d{{1,2}}(?:st|n?d|r?d|th)\sCir\.|[SNEWCMD]\.D\.\s?[A-Z][\w.]*|D\.\s?[A-Z][\w.]*)"
               r"[^()]{0,20}\d{4}\)"),
)  # fmt: skip
_RECORD_WORDS = """
    Decl Dep Tr Aff Compl Answer Ans Report Ex Exs Exhibit Dkt Doc Docs Br Mot Mem Opp
    """
_RECORD = frozenset(_RECORD_WORDS.split())
_WORDS = """
    January February March April May June July August September October November December Monday
    Tuesday Wednesday Thursday Friday Saturday Sunday Spring Summer Autumn Winter Court Circuit
    Congress Government State States Plaintiff Plaintiffs Defendant Defendants Petitioner Respondent
    Appellant Appellee Relator Company Agency Board Committee Commission Department District Phase
    Part Section Exhibit Motion Order Complaint Answer Report Agreement Contract Supreme Appeals
    Federal United America American Rule Rules First Second Third Fourth Fifth Sixth Seventh Eighth
    Ninth Tenth Eleventh Constitution Amendment Act Code Judge Justice Magistrate Chief President
    Director Secretary Attorney General Parliament Crown House Lords London England Scotland Wales
    Appendix Table Figure Tab Schedule Annex Attachment Volume Chapter Title Article Paragraph Note
    Medicare Medicaid New York Washington Chancery Session North South East West City County
    European Union The This That These Those His Her Its Their Our Your My No Any Each Every All
    Both Some Such
    """
_NOT_CASES = frozenset(_WORDS.split()) | {name.title() for name in STATES.values()}


def mentions(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and name of each in folded text; names of no case (months, courts, states, words
    that any brief has) are left out."""
    for form in _FORMS:
        for match in form.finditer(text):
            start, end = match.span("name")
            name = match["name"]
            while name and name.split()[0] in _NOT_CASES:
                first = name.split()[0]
                start += len(first) + 1
                name = name[len(first) + 1 :]
            for suffix in ("'s",):
                if name.endswith(suffix):
                    name, end = name[: -len(suffix)], end - len(suffix)
            if _RECORD & {word.rstrip(".,'") for word in name.split()}:
                continue
            if name and not all(word in _NOT_CASES for word in name.split()):
                yield start, start + len(name), name
