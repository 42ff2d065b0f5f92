"""Case names in prose: where ``X v. Y`` begins and ends, with or without a locator behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.authorities.abbreviations import STATES, expansions


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_REACH = 240
_VERSUS = re.compile(
    r"(?<=[\w.')\]!])(?:\s+(?:v\.?|vs\.?|versus)\s+(?=[A-Za-z\d\[\"'])|\s+v\.(?=[A-Z])|"
    r"\s?-v\.?-\s?(?=[A-Z]))"
)
_SMALL = re.compile(r"\b[a-z][\w'-]{2,}\sv\.\s[a-z][\w'-]{2,}\b")
_VERSUS_CAPITAL = re.compile(r"(?<=[\w.')\]!])\s+VS?\.?\s+(?=[A-Z\d\[\"'])")
_ALL_CAPITALS = re.compile(r"(?<=[A-Z][A-Z.])\s+VS?\.?\s+(?=[A-Z]{2})")
_PROCEEDING = re.compile(
    r"\b(?:In\s[Rr]e:?|In\sthe\s(?:Matter|Interest)\sof|(?:The\s)?Matter\sof|E[Xx]\s[Pp]arte|"
    r"(?:Application|Petition)\sof)\s+(?=[A-Z\d])"
)
_WORD = re.compile(r"\S+")
_PLACE = r"(?:\[\d{4}\]\s(?:\d+\s)?|\d+\s)[A-Z][\w.']*(?:\s(?!v\b)[\w.()]+){0,3}\s[\d_]+"
_WITHIN = re.compile(rf"[.,]\s{_PLACE}")
"""A locator that would be taken for a part of the name: it follows a full stop."""
_PINS = re.compile(r"(?:,\s\d+(?:-\d+)?)*[.,]?")
_CHAIN = re.compile(rf",?\s{_PLACE}(?:,?\s(?:{_PLACE}|\d+(?:-\d+)?)){{0,5}},?\s")
_DOCKET_BETWEEN = re.compile(
    r"\.?\s?,?\s?(?:\([^()]{0,40}\d{4}\)\s)?(?:\(\"[^\"()]{1,40}\"\)\s?,?\s?)?"
    r"(?:(?:Case\s)?Nos?\.\s[\w:., -]{3,60},\s)?"
)
_FORM = r"(?:Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Co|LLP|L\.?P|N\.A|S\.A|P\.C|FSB|plc)"
_SHORT_NAME = re.compile(
    r"((?:The\s)?[A-Z][\w'&.-]*(?:\s(?:(?:of|the|and|for|de)\s)?[A-Z&][\w'&.-]*){0,7}"
    rf"(?:,\s{_FORM}\b\.?){{0,2}}),\s$"
)
_FORM_ALONE = re.compile(rf"(?:{_FORM}\b[.,]*\s?)+")
"""What a page's or a line's end leaves of a company's name: the name of nobody."""
_DOCKETED = re.compile(r"\s(?:\d{2}-\d|\d:\d{2}-|[A-Z]{1,4}-?\d{2}-\d)")
_COMPANY = re.compile(
    r",?\s?(?:[A-Z][A-Za-z.]{1,7}\s?,\s)?(?:" + _FORM + r"|et\sal|Jr|Sr|III?|"
    r"Publishers|Local|Loc|Council|AFL|Division|Div|&\s)\b"
)
_SUFFIX = re.compile(r"\s?(?:Inc|LLC|Ltd|Limited|Corp|Co|LLP)\b")
_JOINED = re.compile(r"\s&\s|\sand\s.*\b(?:R\.?R|Ry|Railway|Railroad|Co|Inc|Corp|Union|Local|R)\b")
_JOINING = _words(
    "plc of and the & for de la le du von van der den del di da ten ter ex rel. rel et al. al"
)
_LINKS = _words("to in on by with at from a an as against or without")
_BODIES = re.compile(
    r"(?:Citizens|Parents|Involved|Students|Friends|People|Americans|Lawyers|Physicians|Doctors|"
    r"Mothers|Veterans|Campaign|Coalition|Concerned|Committee|Comm|Council|Ass'n|Association|"
    r"Center|Ctr|Institute|Inst|Soc'y|Society|Fund|Foundation|Found|Alliance|All|Church|Union|"
    r"Dep't|Department|Board|Bd|United|Against|Org|Organization|League|Project|Better|Group|Grp|"
    r"for|Women|Workers|Advocates|Communities|Aid)\.?"
)
_INITIALS = re.compile(r"(?:[A-Z]\.?-?){1,6}[A-Z]?\.?|(?:[A-Z]\.)+")
_CONTRACTED = re.compile(r"[A-Z][a-z]+'[a-z]{1,4}\.?")
_LEAD = _words(
    """
    in see also cf. accord but under as and the e.g., e.g. compare with contra citing quoting
    following per like unlike when where since because although while after before both by from
    here this that court's while, thus, thus indeed, moreover, further, similarly, likewise,
    applying distinguishing overruling however indeed therefore accordingly finally again moreover
    then further id. ibid. relying on abrogating accord, see, cf similarly likewise even only if
    and, or to for whether how why what following, plaintiff plaintiffs defendant defendants
    authority: cases: authorities: case cite: citation: note noting rejecting adopting discussing
    holding held says said court
    """
) - _words("court")  # fmt: skip
_SENTENCE_STARTS = _words(
    "The This That These It In But See Id. Ibid. Here He She They We If So There As When And For "
    "Although Because While Since Thus Under At To On Its Where"
)
_COUNTED = _words("No. Nos. Local Loc. Council Union Lodge Dist. District")
_NOT_IN_NAMES = _words("Id Id. Ibid Ibid. See Cf. Accord Compare But supra infra")
_MORE = {"co", "cos", "corp", "inc", "ltd", "llc", "llp", "bros", "jr", "sr", "mr", "mrs", "ms",
         "dr", "wm", "rel", "al", "no", "nos", "st", "mt", "ft", "cie", "dist",
         "div", "plc"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CaseName:
    """A case's name in a text; ``second`` is empty for ``In re X``."""

    start: int
    end: int
    first: str
    second: str


def case_names(text: str) -> Iterator[CaseName]:
    """Names of cases in folded text, in order, with or without a locator behind them."""
    found = []
    for match in (*_VERSUS.finditer(text), *_ALL_CAPITALS.finditer(text)):
        start = _walk_left(text, match.start())
        end = _walk_right(text, match.end())
        if start < match.start() and end > match.end():
            found.append(CaseName(start, end, text[start : match.start()], text[match.end() : end]))
    for match in _SMALL.finditer(text):
        first, second = match.group().split(" v. ")
        found.append(CaseName(match.start(), match.end(), first, second))
    for match in _PROCEEDING.finditer(text):
        end = _walk_right(text, match.end())
        if end > match.end():
            found.append(CaseName(match.start(), end, text[match.end() : end], ""))
    yield from _merged(sorted(found, key=lambda n: (n.start, -n.end)))


def _merged(names: list[CaseName]) -> Iterator[CaseName]:
    """Names that run into one another as one: a part of it left standing would mislead."""
    current: CaseName | None = None
    for name in names:
        if current is None or name.start >= current.end:
            if current is not None:
                yield current
            current = name
        elif name.end > current.end:
            current = CaseName(current.start, name.end, current.first, name.second)
    if current is not None:
        yield current


def name_before(text: str, at: int) -> tuple[str, int]:
    """The case's name that ends right before ``at``, and where it begins; else ``("", at)``.

    A short name counts too, as in ``Iqbal, 556 U.S. at 678``.
    """
    reach = max(0, at - _REACH)
    window = text[reach:at]
    versus = list(_VERSUS.finditer(window)) or list(_VERSUS_CAPITAL.finditer(window))
    for match in reversed(versus):
        begin = _walk_left(window, match.start())
        rest = window[match.end() :]
        end = _whole_second(rest)
        if begin < match.start() and end:
            return window[begin : match.end() + end], reach + begin
        break
    for match in reversed(list(_PROCEEDING.finditer(window))):
        if end := _whole_second(window[match.end() :]):
            return window[match.start() : match.end() + end], reach + match.start()
        break
    near = max(0, at - 90)
    found = _SHORT_NAME.search(text[near:at])
    if found and not _FORM_ALONE.fullmatch(found[1]):
        start = _without_lead(text, near + found.start(1), near + found.end(1) + 1)
        if start < near + found.end(1):
            return text[start : near + found.end(1)], start
    return "", at


def _whole_second(rest: str) -> int:
    """How much of what stands between ``v.`` and a locator is the second party, if all of it is
    that, parallel locators and a docket number; else 0."""
    for cut in range(1, len(rest) + 1):
        between = rest[cut:]
        if not (_DOCKET_BETWEEN.fullmatch(between) or _CHAIN.fullmatch(between)):
            continue
        name = rest[:cut]
        if name.endswith((" ", ",")) or not _is_party(name):
            continue
        if within := _WITHIN.search(name):
            if _PINS.fullmatch(name, within.end()) is None:
                continue
            return within.start()
        last = name.rsplit(" ", 1)[-1] + "."
        ends = between[:1] == "." and not name.endswith(".")
        if ends and (between[1:2] == "," or _abbreviated(last)):
            cut += 1
        return cut
    return 0


def _is_party(name: str) -> bool:
    """Whether all of it is words of a name; it may have commas, as before a locator."""
    words = name.split()
    for said, behind in zip(words, [*words[1:], ""], strict=True):
        bare = said.strip(",()[]\"'")
        if not bare or bare in _NOT_IN_NAMES or re.match(r"\[[AF]\d|\(\d{4}", said):
            return False
        known = bare in _JOINING or bare in _LINKS or bare in ("&", "d/b/a")
        if not (known or _capital(bare) or bare[0].isdigit()):
            return False
        if said[-1] in ";:?!" and not bare.endswith("!"):
            return False
        ends = said.endswith(".") and not _abbreviated(bare) and bare not in ("rel.", "al.")
        if ends and not _SUFFIX.match(behind):
            return False
    return len(name) <= 200


def _abbreviated(word: str) -> bool:
    """Whether a full stop belongs to the word."""
    plain = re.sub(r"[^a-z]", "", word.lower().rpartition("-")[2])
    if (
        plain in _MORE
        or plain in STATES
        or _INITIALS.fullmatch(word)
        or _CONTRACTED.fullmatch(word)
    ):
        return True
    return plain in expansions()


def _capital(bare: str) -> bool:
    return bare[:1].isupper() or bool(re.match(r"[a-z]{1,2}[A-Z]|[d]'[A-Z]", bare))


def _walk_left(text: str, end: int) -> int:
    """Where the party before ``v.`` begins: capitalised words and what joins them."""
    start = end
    words = list(_WORD.finditer(text, max(0, end - 180), end))
    for index in range(len(words) - 1, -1, -1):
        said, inside = words[index].group(), start != end
        bare = said.strip("([\"'")
        if inside and _stops(said, bare, text[start:end]):
            break
        numbered = bare[:1].isdigit() and len(bare) <= 4
        linked = inside and index > 0 and bare in _LINKS
        linked = linked and bool(_BODIES.fullmatch(words[index - 1].group()))
        if not (_capital(bare.lstrip("'")) or bare in _JOINING or numbered or linked):
            break
        start = words[index].end() - len(said.lstrip("([\"'"))
        counts = index > 0 and words[index - 1].group() in _COUNTED
        if (said[0] in "([\"'" and said[-1] != ")") or (numbered and not counts):
            break
    return _without_lead(text, start, end)


def _stops(said: str, bare: str, behind: str) -> bool:
    """Whether a name that goes on with ``behind`` cannot have this word before it."""
    if said[-1] in ';:?!)]"' and not re.fullmatch(r"\([A-Z][\w'.-]*\)", said):
        return True
    if said[-1] == ".":
        # Before ``Ltd.`` it is a comma that was misread or mistyped.
        return not _abbreviated(bare) and not _SUFFIX.match(behind)
    if said[-1] != "," or _COMPANY.match(behind):
        return False
    return not _JOINED.search(" " + behind) or behind.startswith("the ")


def _without_lead(text: str, start: int, end: int) -> int:
    while True:
        word = _WORD.match(text, start)
        if word is None or word.end() >= end:
            break
        said = word.group()
        counted = re.fullmatch(r"\(?\d+[.)]|\d+|§+", said) is not None
        if counted and said.isdigit() and _creative(text, word.end()):
            break
        lead = said.lower().rstrip(",:") in _LEAD or said in _JOINING or said in ("The", "A")
        if not (lead or counted):
            break
        start = word.end() + 1
    first = _WORD.match(text, start)
    return start if first and (_capital(first.group()) or first.group()[0].isdigit()) else end


def _creative(text: str, at: int) -> bool:
    """Whether a number begins a company's name, as in ``303 Creative LLC``."""
    return re.match(r"(?:\s[A-Z][\w'&-]*){1,4}\s(?:LLC|Inc|Co|Corp|Ltd|L\.)", text[at:]) is not None


def _walk_right(text: str, start: int) -> int:
    """Where the party behind ``v.`` ends."""
    end = start
    before = ""
    for word in _WORD.finditer(text, start, min(len(text), start + 180)):
        said = word.group()
        if said[0] in "[<":
            break
        bare = said.rstrip(',;:)]"')
        if bare.endswith("'") and not re.match(r"\s[A-Z]", text[word.end() : word.end() + 2]):
            bare = bare.rstrip("'")
        bare = bare.lstrip("[(\"'")
        if bare in _SENTENCE_STARTS and (end > start or bare != "The"):
            break
        if bare in ("No.", "Nos.") and _DOCKETED.match(text, word.end()):
            break
        if _capital(bare) or (bare[:1].isdigit() and not said.endswith(",") and end == start):
            company = _COMPANY.match(text[word.end() :])
            stop = bare.endswith((".", "?", "!")) and not _abbreviated(bare)
            stop = stop and not _SUFFIX.match(text, word.end())
            end = word.start() + said.index(bare) + len(bare.rstrip(".?!") if stop else bare)
            if stop or (not said.endswith(bare) and not (said.endswith(bare + ",") and company)):
                break
        elif said not in _JOINING and not (said in _LINKS and _BODIES.fullmatch(before)):
            break
        before = said
    return end
