"""Whether a document is a decision of a named judge, told from its opening and its end by rule.

A judge is named in briefs, letters, transcripts and other judges' opinions too. A document counts
only where the judge stands as its author (``ROE, District Judge:``), sat in it and no other author
is named (``Before: Mr Justice Roe``), or signed it (``Jane Roe, United States District Judge``
below an order). What parties have drafted, a stipulated or proposed order, is not a judge's word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.matter import Fact

OPENING, END = 12_000, 3_000
"""Characters of a document in which its author is looked for: a syllabus may stand before the
opinion, an order on costs after the signature."""
HEADING = 160
"""Characters of a paragraph that may be a heading."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TITLES = _words(
    "the hon honorable honourable rt right mr mrs ms dr sir dame lord lady chief senior presiding "
    "associate acting vice deputy circuit district magistrate bankruptcy judge justice chancellor "
    "master united states"
)
_OFFICES = _words("judge justice chancellor hon honorable honourable lord lady master")
_AFTER_NAMES = _words("j lj cj jr sr ii iii iv kc qc vc")
_PARTICLES = _words("van von der den de la del di da du le st mac al bin ben")

_OFFICE = (
    r"(?:(?:(?i:senior|chief|presiding|associate|acting|united\s+states|u\.?\s?s\.?|circuit|district"
    r"|magistrate|bankruptcy|superior\s+court|supreme\s+court|administrative\s+law|vice|deputy"
    r"|county)[\s-]+){0,4}(?i:judge|justice|chancellor)\b"
    r"|(?:U\.?S\.?)?(?:[ACDLMPS]\.?)?J\.?(?:S\.?C\.?|A\.?)?(?!\w)|V\.?C\.?(?!\w))"
)
_APART = r"(?!\.?\s*,?\s*(?i:and\b|concur|dissent|join|took|with\s+whom|specially))"
_WROTE = re.compile(
    rf"\s*,\s*{_OFFICE}\s*(?:[:.](?!\s*,)|$){_APART}"
    r"|\s+(?:C|L|P)?\.?J\.?\s*(?::|$)"
    rf"|(?:\s*,\s*{_OFFICE}\s*,?)?\s+(?:delivered|announced|gave|handed\s+down)\s+(?:the\s+)?"
    r"(?:unanimous\s+|lead\s+)?(?:opinion|judge?ment)",
    re.M,
)
_BY = re.compile(
    r"(?:^|[.:\n]\s*)(?:opinion|judge?ment|decision|memorandum)\s+(?:(?:of|for)\s+the\s+court\s+)?"
    r"(?:(?:filed|delivered)\s+)?by\s*:?\s*$",
    re.I,
)
_HOLDS_OFFICE = re.compile(rf"\s*,?\s*{_OFFICE}(?!\.?\s*,)")
_BENCH = re.compile(
    r"^\W*before\b\s*:?\s+(?!the\s+court)(?=[A-Z(]|the\s+hon)(.{2,400})", re.I | re.M | re.S
)
_BENCH_ENDS = re.compile(
    r"\bbetween\b|\bappeal\b|- -|\bjudges\b|\bjustices\b|\bper\s+curiam\b", re.I
)
_ANOTHER = re.compile(
    rf"(?:^[\W\d]*|[.:*]\s+)(?:[A-Z][\w.'-]*\s+){{0,4}}[A-Z][\w'-]+(?:\s*,\s*{_OFFICE}\s*:|\s+L?J\s*:)"
    rf"{_APART}"
    r"|^[\W\d]*(?:(?:Mr|Mrs|Ms|Lord|Lady|MR|MRS|MS|LORD|LADY)\.?\s+)?(?:Justice|JUSTICE)\s+[A-Z][\w'-]+"
    r"\s*:"
    r"|\b(?:delivered|announced)\s+(?:the\s+)?(?:unanimous\s+)?(?:opinion|judge?ment)\s+(?:of|for)\b",
    re.M,
)
_BEFORE_A_SIGNATURE = re.compile(
    r"(?:^[\W\d]*|/s/\s*|_{3,}\s*|\b\d{4}[.,]?\s+|\bordered[.:]?\s+|[.:]\s+)$", re.I
)

_DECISION = re.compile(
    r"\b(?:opinion|order|judge?ment|ruling|decision|findings\s+of\s+fact|reasons\s+for|per\s+curiam"
    r"|report\s+and\s+recommendation)\b",
    re.I,
)
_NEUTRAL = re.compile(r"\[\d{4}\]\s+(?:EW|UK|NI|CS|SC|IE|HC)[A-Z]{1,5}\b")
_ORDERED = re.compile(r"\b(?:so\s+ordered|it\s+is\s+(?:hereby\s+)?ordered)\b", re.I)
_FILING = re.compile(
    r"^[\W\d]*(?:[\w.'-]+\s+){0,4}?(?:notice\s+of|(?:joint\s+|cross-?)?motion\s+(?:for|to|in)\b"
    r"|memorandum\s+(?:of\s+(?:law|points|authorities)|in\s+(?:support|opposition))"
    r"|(?:reply|opening|trial)?\s*brief\s+(?:of|for|in)\b|(?:amended\s+)?complaint\b"
    r"|petition\s+for\b|declaration\s+of|affidavit\s+of|witness\s+statement|skeleton\s+argument)",
    re.I,
)
_LETTER = re.compile(r"^[\W\d]*dear\b", re.I | re.M)
_SUBMITTED = re.compile(
    r"\brespectfully\s+submitted\b|\bcertificate\s+of\s+service\b"
    r"|\b(?:attorneys?|counsel|solicitors)\s+for\s+(?:the\s+)?"
    r"(?:plaintiff|defendant|petitioner|respondent|appell|claimant|relator|movant)",
    re.I,
)
_NOT_HIS_WORDS = re.compile(
    r"\bproposed\]?\s+(?:\w+\s+){0,2}(?:order|judge?ment|findings|decision)\b"
    r"|\bstipulat(?:ion|ed)\s+(?:(?:and|for)\s+)?(?:order|judge?ment)\b|\bconsent\s+order\b"
    r"|\btranscript\s+of\b|\breporter's\s+transcript\b",
    re.I,
)


@dataclass(frozen=True)
class Judge:
    """``name`` is as a person gave it; the others are folded to plain small letters."""

    name: str
    surname: str
    given: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """What a document is to a judge: a decision of his, or one that names him otherwise.

    ``given`` are the given names and initials that stand with his surname."""

    decision: bool
    given: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Mention:
    """``before`` and ``after`` are what stands around a name in its text; ``titled`` says that
    the name has an office or an honour before it."""

    before: str
    after: str
    given: frozenset[str]
    titled: bool

    @property
    def begins(self) -> bool:
        """At the beginning of a paragraph or a sentence."""
        line = self.before.rsplit("\n", 1)[-1]
        return not re.search(r"[^\W\d]", line) or bool(re.search(r"[.:*]\s*$", line))

    @property
    def opens(self) -> bool:
        """At the beginning of a paragraph, but for what says that he presides."""
        line = self.before.rsplit("\n", 1)[-1]
        return (
            re.fullmatch(r"[\W\d]*(?:(?i:present|coram|judge|presiding)\b[\W\d]*)?", line)
            is not None
        )

    @property
    def authors(self) -> bool:
        if _BY.search(self.before):
            return True
        wrote = _WROTE.match(self.after) or (self.titled and re.match(r"\s*:", self.after))
        return self.begins and bool(wrote)

    @property
    def signs(self) -> bool:
        placed = self.titled or _BEFORE_A_SIGNATURE.search(self.before.rsplit("\n", 1)[-1])
        return bool(placed and _HOLDS_OFFICE.match(self.after))


def judge_of(words: str) -> Judge | None:
    """Whom ``Mr Justice Roe`` or ``Hon. Jane B. Roe`` means; None without a name."""
    name = " ".join(words.split())
    kept = [p for p in re.split(r"[\s.,]+", _folded(name).lower()) if p and p not in _TITLES]
    while len(kept) > 1 and kept[-1] in _AFTER_NAMES:
        kept.pop()
    if not kept or not re.fullmatch(r"[a-z][a-z'-]+", kept[-1]):
        return None
    at = len(kept) - 1
    while at and kept[at - 1] in _PARTICLES:
        at -= 1
    return Judge(name, " ".join(kept[at:]), tuple(kept[:at]))


def look(judge: Judge, opening: str, end: str) -> Found | None:
    """What a document with this opening and this end is to the judge; None where neither names
    him. Both are as ``engine.corpus.types.Page`` has texts: line feeds part paragraphs."""
    opening, end = _folded(opening)[:OPENING], _folded(end)[-END:]
    first, last = _mentions(judge, opening), _mentions(judge, end)
    if not first and not last:
        return None
    given = frozenset(name for one in (*first, *last) for name in one.given)
    return Found(_decides(judge, opening, end, first, last), given)


def alike(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether two sets of given names may be one person's: an initial stands for any name."""
    known, others = list(one), list(other)
    if not known or not others:
        return True
    return any(a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a in known for b in others)


def _decides(
    judge: Judge, opening: str, end: str, first: Sequence[_Mention], last: Sequence[_Mention]
) -> bool:
    if _NOT_HIS_WORDS.search(opening):
        return False
    if any(one.authors for one in first):
        return True
    if not _is_decision(opening, end) or _ANOTHER.search(opening):
        return False
    benches = "\n".join(_BENCH_ENDS.split(one[1], 1)[0] for one in _BENCH.finditer(opening))
    if _mentions(judge, benches) or any(one.titled and one.opens for one in first):
        return True
    return any(one.signs for one in last)


def _is_decision(opening: str, end: str) -> bool:
    """By its headings or its last words, and by nothing that only those who appear write."""
    headings = [one for one in opening[:4_000].split("\n") if len(one) <= HEADING]
    if _SUBMITTED.search(end) or _LETTER.search(opening[:4_000]):
        return False
    if any(_FILING.match(one) for one in headings if not _begins_as_decision(one)):
        return False
    return bool(
        any(_DECISION.search(one) for one in headings)
        or _NEUTRAL.search(opening[:4_000])
        or _ORDERED.search(end)
    )


def _begins_as_decision(heading: str) -> bool:
    """``Order on motion for …``, ``Memorandum opinion and order``."""
    found = _DECISION.search(heading)
    filing = re.search(
        r"\b(?:motion|brief|complaint|petition|in\s+support|in\s+opposition)\b", heading, re.I
    )
    return found is not None and (filing is None or found.start() < filing.start())


_GIVEN_NAME = re.compile(r"[A-Z][a-z'-]+(?:-[A-Z][a-z]+)?|[A-Z'-]{2,}|[A-Z]\.?|(?:[A-Z]\.){2,3}")


def _mentions(judge: Judge, text: str) -> list[_Mention]:
    """Where the text names the judge, without those that give him another name."""
    surname = r"[\s.]+".join(re.escape(part) for part in judge.surname.split())
    found = [
        _mention(text, one.start(), one.end())
        for one in re.finditer(rf"(?<![\w'-]){surname}(?![\w'-])", text, re.I)
        if text[one.start()].isupper() or judge.surname.split()[0] in _PARTICLES
    ]
    return [one for one in found if alike(judge.given, one.given)]


def _mention(text: str, start: int, end: int) -> _Mention:
    at, given, titles = start, set[str](), set[str]()
    for word in _words_back(text, start):
        plain = word.group().strip(".,").lower()
        if plain in _TITLES and (plain != "the" or titles):
            titles.add(plain)
        elif not titles and _GIVEN_NAME.fullmatch(word.group()):
            given |= {part for part in plain.split(".") if part}
        else:
            break
        at = word.start()
    suffix = re.match(r",?\s+(?i:jr|sr|ii|iii|iv)\b\.?", text[end : end + 8])
    after = text[end + (suffix.end() if suffix else 0) :][:200]
    return _Mention(text[max(0, at - 200) : at], after, frozenset(given), bool(titles & _OFFICES))


def _words_back(text: str, end: int) -> Iterator[re.Match[str]]:
    """The words before a place, the nearest first, within the paragraph."""
    start = max(text.rfind("\n", 0, end) + 1, end - 100)
    yield from reversed(list(re.compile(r"\S+").finditer(text, start, end)))


def telling(facts: Sequence[Fact]) -> list[Fact]:
    """Of one decision, the sentences in which the court reasons and holds first."""
    return sorted(facts, key=lambda fact: -_weight(fact.text))


def in_turn(decisions: Sequence[Sequence[Fact]], most: int) -> list[Fact]:
    """The first of each, then the second of each: a long one does not crowd the others out."""
    taken: list[Fact] = []
    for place in range(max((len(one) for one in decisions), default=0)):
        taken += [one[place] for one in decisions if place < len(one)]
    return taken[:most]


_CUES = tuple(
    re.compile(rf"\b(?:{words})\b", re.I)
    for words in (
        r"(?:I|we|the\s+court)\s+(?:(?:am|is|are|therefore|not)\s+)*(?:holds?|finds?|concludes?"
        r"|declines?|agrees?|disagrees?|accepts?|rejects?|grants?|den(?:y|ies)|persuaded|satisfied"
        r"|convinced|considers?|dismiss(?:es)?|allows?|refuses?)",
        r"held|granted|denied|dismissed|affirmed|reversed|vacated|remanded|overruled|sustained",
        r"because|therefore|accordingly|it\s+follows|thus|reasons?",
        r"must|cannot|fails?\s+to|(?:in)?sufficient|burden|prejudice|discretion|jurisdiction",
        r"credib\w+|reliab\w+|candou?r|evasive|reversal|appeal\w*|docket|schedul\w+|delay\w*"
        r"|deadline\w*|injuncti\w+|remed\w+|sanction\w*|defer\w*|agency|legislature|parliament"
        r"|congress",
    )
)
"""What a court says of what it decides, why, under what constraint, and of what presses on it."""


def _weight(text: str) -> int:
    found = [bool(cue.search(text)) for cue in _CUES]
    return sum(found) + found[0]


def _folded(text: str) -> str:
    """Without accents, with plain apostrophes."""
    plain = unicodedata.normalize("NFKD", text.translate({0x2019: "'", 0x2018: "'"}))
    return "".join(mark for mark in plain if not unicodedata.combining(mark))
