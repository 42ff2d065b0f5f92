"""Cases that prose calls by one name, without a locator: ``the Court's decision in Smith``, and
names that may be those of cases: ``the Smith test``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.authorities.abbreviations import STATES
from engine.words import ordinary

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
_MEASURE = (
    r"(?:tests?|doctrines?|standards?|rules?|factors?|framework|presumption|exception|deference|"
    r"abstention|immunity|prongs?|inquiry|analysis|balancing|hearing|formula|criteria|"
    r"two-step|three-step|burden-shifting)"
)
_YEAR = r"(?:17|18|19|20)\d\d"
_LOOSE: tuple[re.Pattern[str], ...] = (
    re.compile(rf"\b(?:[Tt]he|[Aa]n?|[Tt]his|[Tt]hat|[Oo]ur|[Uu]nder|[Ee]ach|[Bb]oth|[Tt]wo|[Tt]hree|[Ff]our)\s"
               rf"(?:[a-z-]+\s)?{_NAME}(?:'s)?\s(?:[a-z-]+\s){{0,2}}?{_MEASURE}\b"),
    re.compile(rf"\b(?:[Tt]he\s)?{_NAME}\s(?:Test|Doctrine|Standard|Factors|Presumption|Exception)\b"),
    re.compile(rf"\b{_NAME}\s\((?:[^()]{{0,24}}\s)?{_YEAR}\)"),
    re.compile(rf"[(;]\s?(?:[Ss]ee\s|citing\s|quoting\s|cf\.\s)?{_NAME},?\s{_YEAR}\)"),
    re.compile(rf"\((?:citing|quoting|applying|following)\s{_NAME}\)"),
    re.compile(rf"(?<!Exhibit\s)\b{_NAME},?\sat\s\*?\d{{1,4}}(?:-\d{{1,4}})?(?:,\s\d{{1,4}}(?:-\d{{1,4}})?)*"
               r"(?:\sn\.\s?\d+)?(?=\s?[;)]|\.(?:\s|$)|\s\(|,\s[a-z]|$)"),
    re.compile(rf"\b{_NAME}'s\s(?:\w+\s)?(?:holding|test|reasoning|rationale|teaching|framework|progeny|"
               r"standard|rule)\b"),
    re.compile(rf"(?:^|[.;:]\s|\b(?:[Uu]nder|[Pp]er|[Uu]nlike|[Ll]ike|[Ff]rom|[Bb]y|[Ss]ince|[Aa]fter|[Aa]s|[Bb]ecause|"
               rf"[Tt]hat|[Bb]ut|[Aa]nd)\s){_NAME}\s(?:itself\s|also\s|squarely\s|expressly\s)?"
               r"(?:held|holds|teaches|instructs|forecloses|overruled|abrogated|controls|governs|requires\sthat|"
               r"remains\sgood\slaw|is\s(?:controlling|dispositive|distinguishable|inapposite|on\spoint|binding))\b"),
    re.compile(rf"\b[Uu]nder\s{_NAME}(?=,\s(?:the|a|an|this|that|no|it|such|courts?|plaintiffs?|defendants?)\s)"),
)  # fmt: skip
"""Forms in which a name need not be that of a case."""
_RECORD_WORDS = """
    Decl Dep Tr Aff Compl Answer Ans Report Brief Declaration Deposition Affidavit Transcript
    Ex Exs Exhibit Dkt Doc Docs Br Mot Mem Opp
    """
_RECORD = frozenset(_RECORD_WORDS.split())
_WORDS = """
    January February March April May June July August September October November December Monday
    Tuesday Wednesday Thursday Friday Saturday Sunday Spring Summer Autumn Winter Court Circuit
    Congress Government State States Plaintiff Plaintiffs Defendant Defendants Petitioner Respondent
    Appellant Appellee Relator Company Agency Board Committee Commission Department District Phase
    Part Section Exhibit Motion Order Complaint Answer Report Agreement Contract Supreme Appeals
    Federal United America American Rule Rules First Second Third Fourth Fifth Sixth Seventh Eighth
    Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Appellate Superior Trial
    Bankruptcy Tax Probate Family Juvenile Municipal Territorial Claims Civil Criminal
    Central Middle Western
    Eastern Northern Southern Constitution Amendment Act Code Judge Justice Magistrate Chief
    President Director Secretary Attorney General Parliament Crown House Lords
    London England Scotland Wales
    Appendix Table Figure Tab Schedule Annex Attachment Volume Chapter Title Article Paragraph Note
    Medicare Medicaid New York Washington Chancery Session North South East West City County
    European Union The This That These Those His Her Its Their Our Your My No Any Each Every All
    Both Some Such
    """
_NOT_CASES = frozenset(_WORDS.split()) | {name.title() for name in STATES.values()}
_MORE_WORDS = """
    English British Scottish Irish Welsh French German Spanish Italian Dutch Swiss Canadian
    Australian European African Asian Chinese Japanese Indian Mexican Russian Roman Latin Greek
    Commonwealth Anglo Mr Mrs Ms Dr Prof Hon Sir Lord Lady Justice Senator Captain Officer
    Test Doctrine Standard Factors Framework Presumption Exception Principle Theory
    Legal Whoever Whatever Whichever Everyone Everybody Anyone Anybody Nobody Someone Somebody
    Nothing Something Everything Who Case Law Cases Precedent Evidence Causation Timing
    Scienter Intent Equity Custom History Practice Experience Logic Text Desk Forum Example
    Business Judgment Public Trust Economic Reality Rational Basis Strict Intermediate Scrutiny
    Equal Protection Due Process Clear Convincing Plain Error Harmless Final Interim Proposed
    Golden Parol Evidence Best Hearsay Exclusionary Fair Use Good Faith Material Government
    Knowledge Public Disclosure First-to-File Natural Tendency Safe Harbor Harbour Sham Discovery
    Collateral Source Mailbox Apex Four Corners Last Antecedent Political Question Major Questions
    Primary Jurisdiction Tender Back Single Alter Ego Corporate Joint Employer Ordinary Reasonable
    Person Work Product Attorney-Client Crime-Fraud Common Interest Dead Man's Mirror Image
    Independent Contractor Implied Certification Express Bright-Line Bright Line Clean Hands
    Hands-Off Hunt Quality Safety Building Fire Health Accounting Internal Technical Industry
    International National Local General Special Specific New Old Standard Model Uniform
    Restatement Convention Statute Regulation Ordinance Treaty Manual Handbook Guide Code Bill
    Sentencing Guidelines Schedule Version Model Form Type Category Lot Unit Batch Line Phase Stage
    Turing Rorschach Charpy Rockwell Brinell Vickers Izod Student Fisher Wilcoxon Kolmogorov
    Pearson Bayes Monroe Truman Volcker Hippocratic Socratic Richter Celsius Fahrenheit Pareto
    Apgar Ames Breathalyzer Pap Hatch Hyde Sarbanes Dodd Hart Taft Sherman Clayton Lanham Wagner
    Christian Jewish Islamic Catholic Protestant Easter Christmas Internet Web Windows Bluetooth
    Wi-Fi Google Microsoft Excel Zoom Brexit Covid Covid-19
    """
_LEAD_WORDS = """
    See But Cf Accord In Under As And While When Because Since Although If Unlike Like Per For At
    By From With On To Of So Yet Thus Here Then After Before Compare Contra Also Even Only Both
    """
_SKIPPED = _NOT_CASES | frozenset(_LEAD_WORDS.split())
_NO_NAMES = frozenset(_MORE_WORDS.split())
"""Words of doctrines, tests and rules that are called by no case: for the loose forms."""
_ENDINGS = re.compile(r"[A-Z][\w-]{3,}(?:[ts]ion|ment|ness|[ai]bility|ality|ism|ship|hood)s?")
_INITIALS = re.compile(r"[A-Z][A-Z\d&.-]+|[A-Z]|[A-Z]\.(?:[A-Z]\.?)*")
_LAST_WORDS = """
    Act Acts Code Convention Treaty Report Agreement Contract Plan Policy Guide Manual Regulation
    Regulations Rules Rule Statute Statutes Directive Protocol Edition Bulletin Memorandum Order
    Form Study Survey Award Bill Budget Model Series Tower Street Road Avenue University College
    School Hospital Bank Institute Laboratory Laboratories Center Centre Journal Review Times Post
    Release Statement Letter Notice Amendment Amendments Clause Restatement Decl Dep Aff
    """
_NO_CASE_LAST = frozenset(_LAST_WORDS.split())


def mentions(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and name of each in folded text; names of no case (months, courts, states, words
    that any brief has) are left out."""
    yield from _named(text, _FORMS)


def allusions(text: str) -> Iterator[tuple[int, int, str]]:
    """As ``mentions``, in forms in which the name of somebody or something else may stand as well:
    ``the Smith test``, ``Smith (2011)``, ``Smith at 115``. Who reads it must know whose names the
    record has."""
    for start, end, name in _named(text, _LOOSE):
        words = [word.strip(".,'") for word in re.split(r"[\s-]", name)]
        own = [word for word in words if word[:1].isupper()]
        if own[-1] not in _NO_CASE_LAST and not all(map(_no_name, own)):
            yield start, end, name


def _no_name(word: str) -> bool:
    known = word in _NOT_CASES or word in _NO_NAMES or word.lower() in ordinary()
    return known or bool(_INITIALS.fullmatch(word) or _ENDINGS.fullmatch(word))


def _named(text: str, forms: Sequence[re.Pattern[str]]) -> Iterator[tuple[int, int, str]]:
    for form in forms:
        for match in form.finditer(text):
            start, end = match.span("name")
            name = match["name"]
            while name and name.split()[0] in _SKIPPED:
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
