"""Sentence ends in legal prose, by rule.

A dot ends a sentence unless the word before it is an abbreviation of law or of names; after an
abbreviation that may itself close a sentence (``Inc.``, ``U.S.``) the next word decides.
"""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


Span = tuple[int, int]

_NEVER = _words("""
    v vs dr mr mrs ms mx messrs prof hon st ste sgt cpl capt lt col gov sen rep gen maj adm
    sec secs art arts amend para paras subd p pp vol ed eds cf e.g i.e viz op slip approx est
    """)
_CAPITALISED = _words(  # in small letters these are words: only the abbreviation has a capital
    """
    cmdr rev pres supt atty mt ft cl ch pt par tit no nos fig tab r n cit
    civ crim evid bankr proc app supp fed reg regs stat pub const cong sess ann jud admin
    ex exs compl dkt doc docs decl dep tr def defs pl pls mot mem memo opp br resp ans aff affs
    stip interrog interrogs arb adv am atl servs serv svcs univ hosp enters enter indus dept dep't
    ass'n assn int'l nat'l gov't comm'n comm'r sec'y bd educ cnty cty mfg ins elec envtl transp
    bros sys hous prods prod tech techs telecomm fin fid guar hldgs invs mgmt mut org pac prop
    props res sav soc sols ry util utils ctr cmty coll constr cont'l coop dev div econ eng'g equip
    exch exec fac found grp info inst lab labs liab litig mach mech med merch metro mun pers
    pharm pharms prob prot ref rehab sch sci scis ser shipbldg sur trib tr twp vill loc mkt mkts
    adver advert afr auto broad chem chi civ colum commc'ns consol corr def del det distrib emp
    emps emp't ent fam harv hist hum immigr intell jurid l lit mar nw pol priv psych publ'g q
    sup tel ext cir dist ct mem'l
    jan feb mar apr jun jul aug sept sep oct nov dec mon tue tues wed thu thur thurs fri sat sun
    ave blvd rd ln hwy cal mass conn fla ga ill ind kan ky la md mich minn mo mont neb nev okla
    or pa tenn tex va vt wash wis wyo ala ariz ark colo haw
    """
)
_MAYBE = _words("inc corp co ltd llc llp al etc jr sr esq a.m p.m cir ct dist dept bros")
_STARTERS = _words("""
    The This That These Those It Its He She They We You I His Her Their Our My In On At But And
    Or So However Moreover Furthermore Therefore Thus Accordingly Because Although While When
    Where After Before During Since Until Under By For From With Without To As If Once Upon
    There Here No Not Nor Neither Either Both Each Every All Any Some Many Most Such Other
    Another Plaintiff Plaintiffs Defendant Defendants Relator Relators Petitioner Respondent
    Respondents Appellant Appellee Counsel Between Nothing Instead Indeed Later Then Now What
    Who Why How Yet Still Also Even Only
    """)
_LETTERED = _words(
    "exhibit exhibits schedule appendix part class plan section tab count phase building room "
    "category type form attachment annex table figure level grade option"
)
_END = re.compile(r"[.?!]+[\"'”’»)\]]*(?:(?<=[a-z”\"]\.)\d{1,2}(?=\s+[A-Z]))?(?=\s)")
_NEXT = re.compile(r"\s+([\"'“‘«(\[]*)(\S+)")
_WORD_BEFORE = re.compile(r"([^\s(\[“\"‘—–/]+)$")
_LOOK_BACK = 100
_SIGNED = re.compile(r"/s/|_{3,}|(?:[—–]|--)\s*[A-Z]")
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]$")
_LIST_MARK = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{1,6})[.)]?$")


def sentence_spans(text: str) -> list[Span]:
    """Half-open spans of the sentences of one paragraph, trimmed of white space."""
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if _ends_here(text, start, match):
            spans.append((start, match.end()))
            start = match.end()
    spans.append((start, len(text)))
    return [trimmed for span in spans if (trimmed := trim(text, span))[0] < trimmed[1]]


def trim(text: str, span: Span) -> Span:
    """The span without white space at its ends."""
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _ends_here(text: str, start: int, match: re.Match[str]) -> bool:
    following = _NEXT.match(text, match.end())
    if following is None:
        return False
    opening, word = following.group(1), following.group(2)
    signed = _SIGNED.match(text, following.start(2))
    if not (opening or signed or word[0].isupper() or word[0].isdigit() or word[0] in "¶§•$"):
        return False
    mark = match.group()
    if mark[0] in "?!" or len(mark.rstrip("\"'”’»)]0123456789")) >= 4:
        return True
    before = text[max(start, match.start() - _LOOK_BACK) : match.start()]
    if signed and word.startswith("/s/"):  # after "Acme, Inc." too
        return True
    return _dot_ends(before, word, quoted=mark[-1] in '"”’')


def _dot_ends(before: str, following: str, *, quoted: bool) -> bool:
    found = _WORD_BEFORE.search(before)
    if found is None:  # a dot that stands alone: the middle of an ellipsis
        return False
    last = found.group(1)
    if _LIST_MARK.fullmatch(before.strip()):
        return False
    plain = following.strip("\"'“”‘’.,;:()[]")
    starter = plain in _STARTERS
    bare = last.lower().replace("’", "'")
    if bare in ("id", "ibid"):
        return True
    if bare in ("no", "nos"):
        return not following[0].isdigit()
    if _INITIALS.fullmatch(last) or bare in _MAYBE:
        return starter or quoted
    if len(last) == 1 and last.isupper():
        earlier = before[: found.start()].split()
        return starter and bool(earlier) and earlier[-1].lower() in _LETTERED
    return quoted or not (bare in _NEVER or (bare in _CAPITALISED and last[0].isupper()))
