"""Case names in prose: where ``X v. Y`` begins and ends, and whether two names are one case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VERSUS = re.compile(r"(?<=[\w.')\]])\s+(?:v\.?|vs\.?|versus)\s+(?=[A-Z\[])")
_IN_RE = re.compile(r"\b(?:In re|In the Matter of|Matter of|Ex parte)\s+(?=[A-Z])")
_WORD = re.compile(r"\S+")
_CHAIN = re.compile(r"(?:,?\s(?:\d+\s[A-Z][\w.]*(?:\s[\w.]+){0,3}\s[\d_]+|\d+(?:-\d+)?)){1,6},\s")
_SHORT_NAME = re.compile(r"\b([A-Z][\w'&-]+(?:\s[A-Z][\w'&-]+){0,4}),\s$")
_OFFICE = re.compile(  # Cruzan v. Director, Mo. Dep't of Health, 497 U.S. 261
    r"\.?(?:,?\s(?:[A-Z][\w'&-]*\.?|of|the|for|and|&)){1,10},\s"
)
_DOCKET_BETWEEN = re.compile(r"\s?,?\s?(?:(?:Case\s)?No\.\s[\w:-]+,\s)?")
_COMPANY = re.compile(r"\s?(?:Inc|LLC|L\.L\.C|Ltd|Corp|Co|LLP|L\.P|N\.A|et al|Jr|Sr)\b")
_JOINING = _words("of the and & for de la le du von van on ex rel. rel et al. al")
_ABBREVIATED = re.compile(
    r"(?:Inc|Corp|Co|Cos|Ltd|LLC|LLP|Bros|Assocs?|Ass'n|Atl|Am|Bd|Cal|Cnty|Cty|Comm'n|Comm'r|"
    r"Constr|Ctr|Dep't|Dept|Dev|Dist|Educ|Elec|Enters?|Envtl|Fed|Fin|Found|Gen|Gov't|Grp|Guar|"
    r"Hosp|Indus?|Ins|Inst|Int'l|Invs?|Jr|Sr|Lab|Mach|Med|Mfg|Mgmt|Mkt|Mut|Nat'l|Org|Pac|Pharms?|"
    r"Prods?|Props?|Pub|Reg'l|Ry|Sav|Sch|Sec|Sec'y|Serv|Servs|Soc'y|St|Sys|Tech|Techs|Tel|Telecomm|"
    r"Transp|Tr|Twp|Univ|Util|Wash|Mass|Pa|Tex|Va|Fla|Mich|Minn|Ill|Ind|Conn|Dr|Mr|Mrs|Ms|rel|al|"
    r"[A-Z]|(?:[A-Z]\.)+[A-Z])\.[,']?"
)
_LEAD = _words(
    """
    in see also cf. accord but under as and the e.g., e.g. compare with contra citing quoting
    following per like unlike when where since because although while after before both by from
    here this that court's while, thus, thus indeed, moreover, further, similarly, likewise,
    applying distinguishing overruling however indeed therefore accordingly finally again moreover
    then further
    """
)
_SENTENCE_STARTS = _words("The This That These It In But See Id. Ibid. Here He She They We If So")
_GENERIC = _words(
    """
    inc corp corporation co company ltd limited llc llp lp na no et al the of and in re ex rel
    parte v vs for a an
    """
)
_WEAK = _words("united states state people commonwealth city county department")


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
    for match in _VERSUS.finditer(text):
        start = _walk_left(text, match.start())
        end = _walk_right(text, match.end())
        if start < match.start() and end > match.end():
            found.append(CaseName(start, end, text[start : match.start()], text[match.end() : end]))
    for match in _IN_RE.finditer(text):
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
    reach = max(0, at - 250)
    for name in case_names(text[reach:at]):
        between = text[reach + name.end : at]
        if any(form.fullmatch(between) for form in (_DOCKET_BETWEEN, _CHAIN, _OFFICE)):
            start = reach + name.start
            return text[start : reach + name.end], start
    near = max(0, at - 60)
    found = _SHORT_NAME.search(text[near:at])
    if found:
        start = _without_lead(text, near + found.start(1), near + found.end(1) + 1)
        if start < near + found.end(1):
            return text[start : near + found.end(1)], start
    return "", at


def _walk_left(text: str, end: int) -> int:
    """Where the party before ``v.`` begins: capitalised words and what joins them."""
    start = end
    for word in reversed(list(_WORD.finditer(text, max(0, end - 160), end))):
        said = word.group()
        bare = said.strip("([\"'")
        inside = start != end
        if inside and said[-1] in ".;:?!" and not _ABBREVIATED.fullmatch(bare):
            break
        if inside and said[-1] in ")]":
            break
        if inside and said[-1] == "," and not _COMPANY.match(text, start):
            break
        if bare[:1].isupper() or bare in _JOINING:
            start = word.end() - len(said.lstrip("([\"'"))
            if said[0] in "([\"'":
                break
            continue
        break
    return _without_lead(text, start, end)


def _without_lead(text: str, start: int, end: int) -> int:
    while True:
        word = _WORD.match(text, start)
        if word is None or word.end() >= end:
            break
        said = word.group().lower()
        if said not in _LEAD and said not in _JOINING:
            break
        start = word.end() + 1
    first = _WORD.match(text, start)
    return start if first and first.group()[0].isupper() else end


def _walk_right(text: str, start: int) -> int:
    """Where the party behind ``v.`` ends."""
    end = start
    for word in _WORD.finditer(text, start, min(len(text), start + 160)):
        said = word.group()
        bare = said.rstrip(",;:)]\"'")
        if bare in _SENTENCE_STARTS and (end > start or bare != "The"):
            break
        if bare[:1].isupper():
            abbreviated = bool(_ABBREVIATED.fullmatch(bare))
            stop = bare.endswith((".", "?", "!")) and not abbreviated
            end = word.start() + len(bare.rstrip(".?!") if stop else bare)
            company = _COMPANY.match(text, word.end())
            if stop or (said != bare and not (said == bare + "," and company)):
                break
        elif said in _JOINING:
            continue
        else:
            break
    return end


def tokens(name: str) -> frozenset[str]:
    """The words of a party's name that tell it from others."""
    plain = re.sub(r"['’.]", "", re.sub(r"\bu\.\s?s\.", "united states", name.lower()))
    return frozenset(re.findall(r"[a-z0-9]+", plain)) - _GENERIC


def same_party(said: str, known: str) -> bool:
    """Whether a cited party can be ``known``: most of its words are, abbreviated or not."""
    ours, theirs = tokens(said), tokens(known)
    if not ours or not theirs:
        return False
    strong = ours - _WEAK
    if strong:
        ours, theirs = strong, theirs
    hits = sum(any(_same_word(a, b) for b in theirs) for a in ours)
    return hits >= max(1, round(0.6 * len(ours)))


def same_case(name: CaseName, known: str) -> bool:
    """Whether a name in prose is the case ``known`` (``A v. B``, ``In re A`` or a short name)."""
    parts = re.split(r"\s+(?:v|vs|versus)\.?\s+", known, maxsplit=1)
    if len(parts) == 2 and name.second:
        return same_party(name.first, parts[0]) and same_party(name.second, parts[1])
    if len(parts) == 1 and name.second:
        return False
    return same_party(name.first, known)


def known_as(short: str, names: Iterable[str]) -> bool:
    """Whether a short name (``Escobar``) is one of ``names`` or a party in one of them."""
    return any(
        same_party(short, part)
        for name in names
        for part in re.split(r"\s+(?:v|vs|versus)\.?\s+", name)
    )


def _same_word(a: str, b: str) -> bool:
    if a == b:
        return True
    short, long = sorted((a, b), key=len)
    if len(short) < 2 or short[0] != long[0] or len(short) == len(long):
        return False
    rest = iter(long)
    return (len(short) > 2 or long.startswith(short)) and all(char in rest for char in short)
