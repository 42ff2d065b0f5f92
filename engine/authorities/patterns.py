"""Forms of citation that eyecite 2.7 and citeurl 12 miss, or cut short."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.authorities import british

_ROMAN = r"[IVXLC]+"
_SUBS = r"(?:\([0-9A-Za-z]{1,5}\)(?:\s?\((?:\d{1,2}|[a-z]{1,2}|[A-Z]{1,2}|[ivx]{1,5})\))*)?"
_SECTION = r"\d+[A-Za-z]*(?:-(?:\d+[A-Za-z]*|[A-Z]\b))*(?:\.\d+)*"
_ORDINAL = (
    r"(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|"
    r"Thirteenth|Fourteenth|Fifteenth|Sixteenth|Seventeenth|Eighteenth|Nineteenth|Twentieth|"
    r"Twenty-(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh))"
)


_PIN = r"\*?\d+(?:\([0-9A-Za-z]{1,5}\))*(?:\s?-\s?\*?\d+)?"
NOT_VOLUME = r"(?![\d-]*\s(?:[A-Z]\.|[A-Z][A-Za-z']*\.?\s(?:[A-Z]?[\w.]*\s){0,3}?\d))"
"""Behind a number of a list of pages: it is not the volume of a parallel citation."""

_NO_CODE = (
    r"(?!(?:Because|Under|See|The|In|And|But|While|When|Since|If|That|This|Both|Of|By|As|For|With|"
    r"Although|Where|Whether|Violating|Section|Sections|Title|Also|Cf)\b)"
)
"""Words that begin a sentence, not the name of a code."""
_CODES = (
    _NO_CODE + r"[A-Z][A-Za-z'.]{0,15}\s(?:&\s)?(?:[A-Z][A-Za-z'.]{0,15}\s(?:&\s)?){0,6}?"
    r"(?:Code|Stats?|Laws?|Rev|Comp|Gen)\b\.?(?:\s(?:Ann|Stat|Comp|Code|Laws?|Serv)\b\.?){0,3}"
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A form over folded text; its named groups make up the normalised locator.

    ``act`` is a statute of the United Kingdom, ``procedure`` one of its rules of court, ``act_of``
    a section of an act of Congress by the act's name, ``bare_rule`` a rule without its set.
    """

    kind: str
    form: re.Pattern[str]


def _pattern(kind: str, form: str, flags: int = 0) -> Pattern:
    return Pattern(kind, re.compile(form, flags))


PATTERNS: tuple[Pattern, ...] = (
    _pattern("foreign", british.NEUTRAL),
    _pattern("foreign", british.REPORT),
    _pattern("foreign", british.ECLI),
    _pattern("foreign", british.EUROPEAN),
    _pattern("foreign", british.NEUTRAL_ELSEWHERE),
    _pattern("foreign", british.DIRECTIVE),
    _pattern("foreign", british.HUMAN_RIGHTS),
    _pattern(
        "other",
        r"(?<![\w.])(?:H\.\s?R\.|S\.|House|Senate)\s(?:Conf\.\s)?(?:Rep\.|Report|"
        r"Doc\.)\s(?:No\.\s)?\d{1,3}-\d{1,4}",
    ),
    _pattern("other", r"\bRev\.\s(?:Rul|Proc)\.\s\d{2,4}-\d{1,3}"),
    _pattern(
        "other", r"\b(?:ABA\sFormal\sOp|Op\.\sAtt'y\sGen)\.\s?(?:No\.\s)?\d{2,4}(?:-\d{1,4})?"
    ),
    _pattern(
        "rule",
        r"\b(?P<rules>(?:(?:[A-Z]\.)+\s?(?:[A-Z][a-z]+\.\s)?)?(?:Local\s(?:Civil\s|"
        r"Criminal\s)?Rule|L\.\s?(?:Civ\.\s)?R\.)|"
        r"\d{1,2}(?:st|n?d|r?d|th)\sCir\.\sR\.|Sup\.\sCt\.\sR\.)\s(?P<rule>\d{1,3}(?:[.-]\d{1,3})*)"
        r"(?P<sub>(?:\([0-9A-Za-z]{1,5}\))*)",
    ),
    _pattern(
        "statute",
        r"(?:\b[Ss]ections?|§{1,2})\s?(?P<section>\d+[A-Za-z]*(?:-\d+)?)(?P<sub>(?:\([0-9A-Za-z]{1,5}\))*)\sof\sthe\s"
        r"(?P<code>(?:United\sStates|U\.S\.|[A-Z][a-z]+(?:\s[A-Z][a-z]+){0,4})\s(?:Code|"
        r"Statutes))\b",
    ),
    _pattern("act", british.ACT_SECTION),
    _pattern("act", british.SECTION_OF_ACT),
    _pattern("procedure", british.CIVIL_PROCEDURE),
    _pattern("procedure", british.PRACTICE_DIRECTION),
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
    _pattern("constitution", r"U\.?S\.?\sConst\.,?\s(?:pmbl\.|preamble)"),
    _pattern(
        "constitution",
        rf"\b(?P<ordinal>{_ORDINAL})\sAmendments?\b(?!\s(?:to|of)\s(?:the|this|that|its|our|said)\s"
        r"(?!(?:U\.?S\.?|United\sStates|Federal)\sConst|Constitution))",
    ),
    _pattern(
        "constitution",
        rf"\b{_ORDINAL}\sAmendments?\s(?:to|of)\sthe\s(?:[Ss]tate\s)?"
        r"(?:[A-Z][\w.]*\s){1,2}Constitution\b",
    ),
    _pattern(
        "constitution",
        rf"\b(?P<part>[Aa]rticle|[Aa]mendment)\s(?P<number>{_ROMAN}|\d+)"
        r"(?P<sub>(?:,\s(?:§|sec\.|cl\.|[Ss]ection|[Cc]lause)\s?\d+)*),?\s(?:of|to)\sthe\s"
        r"(?:(?:U\.?S\.?|[Ss]tate|[A-Z]\w+(?:\s[A-Z]\w+)?)\s)?Constitution\b"
        r"(?:\sof\s(?:the\s(?:[Ss]tate\sof\s)?)?[A-Z]\w*(?:\s[A-Z]\w*)?)?",
    ),
    _pattern(
        "bare_rule",
        r"\b[Rr]ules?\s(?P<rule>\d{1,4}(?:\.\d+)?)(?P<sub>(?:\([0-9A-Za-z]{1,5}\))+)",
    ),
    _pattern(
        "act_of",
        rf"(?:\b[Ss]ections?|§{{1,2}})\s?(?P<section>{_SECTION})(?P<sub>{_SUBS})\s(?:of|"
        rf"under)\sthe\s"
        r"(?P<act>(?:[A-Z][\w'&-]*,?\s(?:(?:and|of|the|for|to|in|on|&)\s)*){1,9}Act)"
        r"(?:\sof\s(?P<year>\d{4}))?",
    ),
    _pattern(
        "statute",
        rf"\b(?P<code>{_CODES})\s?(?:,\s)?(?:§{{1,2}}|[Ss]ec(?:tions?|s?\.)|[Aa]rt\.|"
        rf"tit\.\s\d+[A-Z]?,\s§{{1,2}}|"
        rf"ch\.\s\d+[A-Z]?(?:,\s§{{1,2}})?)\s?(?P<section>\d+[A-Za-z]*(?:[-.:/]\d+[A-Za-z]*)*)(?P<sub>{_SUBS})",
    ),
    _pattern(
        "statute",
        r"\b(?P<code>RCW|ORS|NRS|NRSA|ILCS|Ill\.\sComp\.\sStat\.|MCL|SDCL|HRS|KRS|OCGA|"
        r"O\.C\.G\.A\.|A\.R\.S\.|"
        r"C\.R\.S\.|N\.J\.S\.A\.|M\.G\.L\.|V\.S\.A\.|R\.C\.|K\.S\.A\.|NMSA|"
        r"A\.C\.A\.)\s(?:c\.\s|§{1,2}\s?|ch\.\s)?"
        rf"(?P<section>\d+[A-Za-z]*(?:[-.:/]\d+[A-Za-z]*)*)(?P<sub>{_SUBS})",
    ),
    _pattern(
        "case",
        r"\b[Vv]ol(?:ume|\.)\s(?P<volume>\d{1,4})\s(?:of\s(?:the\s)?)?(?P<reporter>(?:United\sStates|U\.?S\.?|Supreme\sCourt|"
        r"Federal|Lawyers'?|Atlantic|Pacific|[NS]\w+(?:ern|east|west))\s(?:Reports?|Reporter|"
        r"Supplement|Edition)"
        r"(?:,?\s(?:Second|Third|Fourth|2d|3d|4th)(?:\sSeries)?)?),?\s(?:at\s)?(?:page\s|"
        r"p\.\s)?(?P<page>\d{1,5})",
    ),
    _pattern(
        "case",
        r"(?<![\w.])(?P<volume>\d{1,4})\s(?P<reporter>(?:United\sStates\sReports|"
        r"U\.?\s?S\.?\s(?:Reports?|Rep\.)|"
        r"Federal\s(?:Reporter|Supplement)|Supreme\sCourt\sReporter)(?:,?\s(?:Second|Third|"
        r"Fourth|2d|3d|4th)(?:\sSeries)?)?),?"
        r"\s(?:at\s)?(?:page\s|p\.\s)?(?P<page>\d{1,5})",
    ),
    _pattern(
        "statute",
        r"\b(?P<title>\d{1,2}a?)\s?U\.?\s?S\.?\s?C\.?(?:A\.?|S\.?)?\s?(?P<app>[Aa]pp\.\s?)?"
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
        r"Restatement\s\((?:First|Second|Third|Fourth)\)\s(?:of\s)?(?:the\s(?:Law\sof\s)?)?"
        r"[A-Z][A-Za-z :.,'&]{2,80}§{1,2}\s?\d+[A-Z]?",
    ),
    _pattern(
        "treatise",
        r"(?:\b\d{1,2}[A-Z]?\s)?\b[A-Z][\w.']*(?:\s(?:&|"
        r"and)\s[A-Z][\w.']*){0,3}(?:\set\sal\.)?(?:,|\son)\s"
        r"[A-Z][^.;:§()\d]{2,80}§{1,2}\s?\d+(?:[.:]\d+)*[A-Z]?",
    ),
    _pattern(
        "regulation",
        r"\b\d{1,2}\sC\.?\s?F\.?\s?R\.?\s(?:[Pp]arts?|[Pp]ts?\.)\s?\d+(?:\.\d+)?",
    ),
    _pattern("regulation", r"\bExec(?:utive|\.)\sOrder\s(?:No\.\s)?\d{1,2},?\d{3}\b"),
    _pattern(
        "docket",
        r"(?:Case\s)?No\.\s(?:\d:)?\d{2}-(?:[a-z]{2,4}-)?\d{2,6}(?:-[A-Z]{1,4})*(?=,?\s\([^()]*\d{4}\))",
    ),
    _pattern("statute", r"(?:N\.Y\.\s?)?C\.?P\.?L\.?R\.?\s?§?\s?\d+[a-z]?" + _SUBS),
    _pattern(
        "id",
        rf"\b(?:Id|Ibid)\.(?:,?\s(?:at|§§?|¶¶?)\s?{_PIN}(?:(?:,\s|\s?-\s?){_PIN}{NOT_VOLUME})*)?",
    ),
    _pattern(
        "supra",
        r"\b(?!(?:See|In|Cf|But|And|The|Under|As|Accord)\b)(?P<name>[A-Z][\w'&-]*(?:\s(?:of|"
        r"the|&|[A-Z][\w'&.-]*)){0,6}),?\ssupra\b(?:,?\s(?:at|note)\s"
        r"[*\d][\d-]*)?",
    ),
)

LISTED_SECTION = re.compile(
    rf"(?:,?\s?(?:and|&|or)\s|"
    rf",\s?)(?:§{{1,2}}\s?)?(?P<section>{_SECTION})(?P<sub>{_SUBS})(?!\s[A-Z])"
)
LISTED_LONG = re.compile(
    rf"(?:,?\s?(?:and|&|or)\s|"
    rf",\s?)(?:§{{1,2}}\s?)?(?P<section>\d{{3,5}}[a-z]?(?:-\d+)?)(?P<sub>{_SUBS})"
    r"(?=[,.;:)]|\s(?:and|or)\s|\s?$)"
)
"""The same behind a single section mark, where a number may as well be something else."""
LISTED_SUB = re.compile(
    r"(?:\s?-\s?|\s(?:to|through|and|or|&)\s|,\s(?:and\s|or\s|&\s)?)"
    r"(?P<sub>(?:\((?:\d{1,2}|[a-z]{1,2}|[A-Z]|[ivx]{1,5})\))+)(?=[,.;:)\-]|\s(?:and|or|&|to)\s|\s?$)"
)
"""Further subdivisions of the section before: ``(b)(4)-(9)``, ``(a)(1), (2)``."""
LISTED_RULE = re.compile(
    r"(?:,?\s?(?:and|&|or)\s|"
    r",\s?)(?P<rule>\d{1,4}(?:\.\d+)?)(?P<sub>(?:\([0-9A-Za-z]{1,5}\))*)(?!\s[A-Z]|\d)"
)

ROMAN_PLACE = re.compile(
    r"(?<![\w.])(?P<volume>[IVXLCDM]{1,9}|\d{1,4})\s"
    r"(?P<reporter>(?:[A-Z][A-Za-z']{0,5}\.\s?){1,4}(?:\d(?:d|nd|rd|th))?)(?<!\s)\s"
    r"(?P<page>[IVXLCDM]{1,12}|\d{1,5})(?![\w.])"
)
"""A case whose volume or page is in Roman numerals."""
SPELT_REPORTER = re.compile(
    r"(?<![\w.])(?P<volume>\d{1,4})\s(?P<reporter>(?:[A-Za-z][A-Za-z']{0,8}\.?\s?){1,4}(?:\d(?:d|nd|rd|th))?)"
    r"(?<!\s)\s(?P<page>\d{1,5})(?![\w/:-])"
)
"""What may be a case by a reporter in an unusual spelling: small letters, ``F. 3rd``."""

UNKNOWN_REPORTER = re.compile(
    r"(?<![\w.])(?P<volume>\d{1,4})\s"
    r"(?P<reporter>(?:[A-Z][A-Za-z'&]{0,20}(?:\.\s?|\s)){1,5}(?:\d(?:st|d|nd|rd|th)\s)?)"
    r"(?<=[\s.])(?P<page>\d{1,6})\b(?![\w/:-])"
)
_NO_REPORTER = re.compile(
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|Dkt|ECF|Exs?|Docs?|Decl|Tr|Dep|"
    r"Compl|Ans|Aff|Vol|Pt|Ch|Secs?|Arts?|Figs?|Tab|App|Nos?|Mr|Mrs|Ms|Dr|Cl|Req|Rog|Stip|Para|"
    r"[AP]\.?M)\b"
)
_STREET = re.compile(
    r"\b(?:St|Street|Ave|Avenue|Blvd|Boulevard|Rd|Road|Drive|Lane|Ln|Hwy|Highway|Parkway|Pkwy|"
    r"Plaza|Square|Terrace|Turnpike|Ste|Suite|Apt|Apartment|Room|Rm|Floor|Fl|Bldg|Building|Box|"
    r"N\.?W|N\.?E|S\.?W|S\.?E|Nos?)\b"
)
"""Words of an address, where no reporter of that name is known."""
_EXAMINATION = re.compile(r"(?:^|\s)\d{1,2}\s+[QA]\.\s")
"""A line of a transcript with its number and whose words it has."""
_NEAR = 300

RECORD = re.compile(
    r"(?:\[F\d+\])|(?:\b(?:(?:Am\.\s)?Compl|Complaint|Ans|Answer|Decl|Declaration|Aff|Dep|Tr|Exs?|"
    r"Exhibits?|Dkt|ECF|Docs?|Doc|J\.?A|App|Br|Mot|Mem|Opp|Stip|Report|Order|R)\.?,?\s"
    r"(?:No\.?\s|at\s|¶¶?\s?|pp?\.\s)*[A-Z]?\d[\d:\-]*(?:\s(?:at|¶¶?)\s?[\d:\-]+)*)|(?:¶¶?\s?\d+)"
)
"""A reference to the record; after one, ``Id.`` means the record."""


def looks_unknown(match: re.Match[str], *, named: bool = False) -> bool:
    """Whether volume, words and page look like a reporter that does not exist, not like a date,
    an address, a line of a transcript or a reference to the record; ``named`` if a case's name
    stands before."""
    reporter = match["reporter"]
    if _NO_REPORTER.match(reporter) or _STREET.search(reporter):
        return False
    if re.match(r"[QA]\.\s", reporter):
        around = match.string[max(0, match.start() - _NEAR) : match.end() + _NEAR]
        if len(_EXAMINATION.findall(around)) > 1:
            return False
    return named or "." in reporter
