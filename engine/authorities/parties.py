"""A case's name as words that can be compared: sides, abbreviations, offices, relators."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, lru_cache

from engine.authorities.abbreviations import AGENCIES, NUMBERS, STATES, expansions, vocabulary


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Telling(IntEnum):
    """How much a word tells one party from another."""

    KIND = 1  # of body or office: board, county, secretary
    PLACE = 2  # governments, states, agencies, numbers
    NAME = 3


@dataclass(frozen=True, slots=True)
class Word:
    """``forms`` are what it may stand for; ``stem`` is what a full stop or an apostrophe leaves
    of a longer word, as (beginning, end), else None; ``letters`` marks initials."""

    said: str
    forms: frozenset[str]
    telling: Telling
    stem: tuple[str, str] | None = None
    letters: bool = False
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """A party. ``head`` is its name, ``tail`` what is said of it after a comma (office, capacity,
    business name); ``company`` says that the name calls itself one, ``office`` that it is an office
    without its holder, ``sovereign`` a government without its relator."""

    head: tuple[Word, ...]
    tail: tuple[Word, ...] = ()
    company: bool = False
    office: bool = False
    sovereign: bool = False

    @property
    def person(self) -> bool:
        """Whether it can be a person's name: a few names, no word of a body."""
        names = [word for word in self.head if not word.letters]
        return (
            not self.company
            and 0 < len(names) <= 4
            and all(word.telling is Telling.NAME for word in names)
        )


@dataclass(frozen=True, slots=True)
class Name:
    """Alternatives for each side; ``second`` is empty for ``In re X`` and for a short name, which
    ``proceeding`` tells apart. The first alternative is the side as a whole."""

    first: tuple[Side, ...]
    second: tuple[Side, ...]
    proceeding: bool


_VERSUS = re.compile(r"\s+(?:v|vs|versus)\.?\s+|\s+v\.(?=[A-Z])|\s?-v\.?-\s?")
_VERSUS_CAPITAL = re.compile(r"\s+(?:V|VS|VERSUS|Vs|Versus)\.?\s+")
_TURNED = re.compile(r"([^;]+?)[;,]\s+([^;]+?),?\s+v\.?")
_PROCEEDING = re.compile(
    r"^(?:in\s+re:?|in\s+the\s+matter\s+of|matter\s+of|ex\s+parte|in\s+the\s+interest\s+of|"
    r"(?:petition|application)\s+of|the\s+matter\s+of)\s+|"
    r"(?:,?\s+in\s+re|,?\s+ex\s+parte|,?\s+(?:in\s+the\s+)?matter\s+of)$",
    re.I,
)
_RELATOR = re.compile(
    r",?\s*\b(?:ex\s+rel(?:at(?:ion|ione)?)?\b\.?|on\s+(?:the\s+)?relation\s+of|on\s+behalf\s+of|"
    r"o/?b/?o|by\s+and\s+through|by\s+(?:his|her|its|their|next)\b[^,]{0,40}?\bfriends?,?|"
    r"for\s+the\s+use\s+(?:and\s+benefit\s+)?of|to\s+(?:the\s+)?use\s+of|ex\s+dem)\s+",
    re.I,
)
_ALSO_CALLED = re.compile(
    r",?\s*\b(?:d/?b/?a|a/?k/?a|f/?k/?a|n/?k/?a|doing\s+business\s+as|trading\s+as|"
    r"also\s+known\s+as|"
    r"formerly(?:\s+known\s+as)?|sometimes\s+known\s+as|alias|sub\s+nom\.?)\s+",
    re.I,
)
_OTHERS = re.compile(
    r",?\s*(?:\b(?:et\s+(?:al|ux|vir|uxor|wife|als|seq)\b\.?|(?:and|&)\s+(?:others?|another|"
    r"wife)\b|"
    r"et\s+al\b)|(?<=\s)&c\b\.?)",
    re.I,
)
_PARTIES = re.compile(
    r",?\s*\b(?:petitioners?|appellants?|appellees?|respondents?|plaintiffs?(?:\s+in\s+error)?|"
    r"defendants?(?:\s+in\s+error)?|plffs?\.?(?:\s+in\s+err\.?)?|defts?\.?(?:\s+in\s+err\.?)?|"
    r"appts?\.|intervenors?|claimants?|libell?ants?|libell?ees?|impleaded(?:\s+with)?)(?=[,\s.]|$)",
    re.I,
)
_COMPANY = _words(
    "inc incorporated corp corporation corporations co cos company companies ltd limited llc "
    "llp lp "
    "plc ag gmbh nv bv sa pllc pc spa pty na fsb ab as kg kk oy srl sarl aktiengesellschaft "
    "railroad railway railroads railways rr ry rys"
)
_JOINING = _words(
    "the of and et al for a an in on at by to de la mr mrs ms dr hon jr sr ii iii iv esq no "
    "nos rel ex "
    "as with from his her its their"
) - _words("de la")
_KINDS = _words(
    """
    board boards education school schools district districts county city town township village
    borough parish department departments division commission committee council authority agency
    bureau office administration university college regents trustees trustee mayor governor
    secretary attorney general state people commonwealth commissioner commissioners director
    president warden sheriff superintendent administrator administratrix executor executrix estate
    matter association associations union local brotherhood federation society club church bank
    trust court superior supreme judge justice clerk treasurer comptroller collector chairman
    chief officer acting former under deputy assistant members member receiver guardian lessee heir
    road line lines case cases steamship ship schooner brig barge steamer territory
    republic government speaker house senate representatives public service minor infant
    prison police postmaster marshal master ministers minister party interest system
    """
)
_AMBIGUOUS = _words("sec ins va cab ice")
_PLAIN_STATES = _words(
    "ala ariz cal calif colo conn fla haw kan mich minn neb nev okla penn tenn tex va vt wis "
    "wyo ga ky md pa"
)
"""Abbreviations that mean a state even without their full stop."""
_RAILWAYS = _words("railroad railway rr ry")
_PAIRED = {
    ("new", "york"), ("new", "jersey"), ("new", "mexico"), ("new", "hampshire"),
    ("north", "carolina"), ("south", "carolina"), ("north", "dakota"), ("south", "dakota"),
    ("west", "virginia"), ("rhode", "island"), ("puerto", "rico"), ("united", "states"),
    ("united", "kingdom"),
}  # fmt: skip
_INITIALED = re.compile(
    r"\b(?:(?P<us>U\.\s?S\.(?:\s?A\.?(?=[\s,]|$))?|USA?\b)|(?P<dc>D\.\s?C\.)|(?P<wva>W\.\s?Va\.)|"
    r"(?P<state>(?:N\.\s?[YJMHCD]|S\.\s?[CD]|P\.\s?R)\.)(?:\s?(?P<city>C\.))?|"
    r"(?P<plain>(?:NY|NJ|NM|NH|NC|ND|SC|SD)\b)(?P<nyc>C\b)?)"
)
_GOVERNMENTS = frozenset({"unitedstates", *STATES.values()})
_TOKEN = re.compile(r"[a-z0-9]+(?:['&.][a-z0-9]+)*[.]?", re.I)
_INITIALS = re.compile(r"(?:[A-Za-z]\.)*[A-Z]\.?")
_MAC = re.compile(r"\bM'\s?(?=[A-Za-z])")


@lru_cache(maxsize=4096)
def name_of(text: str) -> Name:
    """The name of a case in any usual form."""
    said = _OTHERS.sub(" ", _plain(text)).strip(" ,;")
    if turned := _TURNED.fullmatch(said):  # as in an index
        said = f"{turned[2]} v. {turned[1]}"
    parts = _VERSUS.split(said, maxsplit=1)
    if len(parts) == 1:
        parts = _VERSUS_CAPITAL.split(said, maxsplit=1)
    if len(parts) == 2 and parts[0].strip(" ,.") and parts[1].strip(" ,."):
        second = _VERSUS.split(parts[1], maxsplit=1)[0]
        return Name(_sides(parts[0]), _sides(second), False)
    bare = _PROCEEDING.sub("", said).strip(" ,")
    return Name(_sides(bare), (), bare != said)


def governments(side: Side) -> bool:
    """Whether the side is a government and nothing else."""
    return bool(side.head) and all(
        word.forms <= _GOVERNMENTS or word.said in ("people", "state", "commonwealth")
        for word in side.head
    )


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ø", "o"))
    folded = "".join(char for char in decomposed if not unicodedata.combining(char))
    folded = re.sub(r"[\u2018\u2019\u02bc\u2032`]", "'", folded)
    folded = re.sub(r"[\u2010-\u2015\u2212]", "-", folded)
    folded = _MAC.sub("Mc", folded)
    return " ".join(folded.split())


def _sides(text: str) -> tuple[Side, ...]:
    """The side as a whole, then what it may be called by alone."""
    text = _PARTIES.sub("", text).strip(" ,;")
    also = _ALSO_CALLED.split(text)
    related = _RELATOR.split(also[0])
    found = [_side(" ".join(related))]
    found += [_side(part) for part in related[1:] if len(related) > 1]
    found += [_side(part) for part in also[1:]]
    if len(related) > 1:
        found.append(replace(_side(related[0]), sovereign=True))
    if found[0].tail:
        found.append(Side(found[0].tail, office=True))
    return tuple(side for side in found if side.head)


def _side(text: str) -> Side:
    head, tail = _parted(text.strip(" ,;"))
    words, company = _tokens(head)
    return Side(tuple(words), tuple(_tokens(tail)[0]), company)


def _parted(text: str) -> tuple[str, str]:
    """Name and what follows its comma; ``, Inc.`` belongs to the name, and so do all the towns of
    a railway."""
    segments = text.split(",")
    railway = any(
        _letters(token) in _RAILWAYS for token in re.findall(r"[A-Za-z.]+", text)
    ) or re.search(r"\bR\.\s?(?:R\.|Co\b)", text)
    at = 1
    while at < len(segments):
        first = re.match(r"\s*([A-Za-z.&]+(?:\s[A-Z]\.)*)", segments[at])
        word = _letters(first[1]) if first else ""
        joined = re.match(r"\s*(?:&|and)\s", segments[at]) is not None
        if word not in _COMPANY and word not in ("jr", "sr", "iii") and not joined and not railway:
            break
        at += 1
    return " ".join(segments[:at]), " ".join(segments[at:])


def _letters(token: str) -> str:
    return re.sub(r"[^a-z0-9]", "", token.lower())


def _tokens(text: str) -> tuple[list[Word], bool]:
    text = _INITIALED.sub(_spelled, text)
    aside = [match.span() for match in re.finditer(r"\([^()]*\)", text)]
    raw = [(m.group(), any(a <= m.start() < b for a, b in aside)) for m in _TOKEN.finditer(text)]
    company = any(_letters(token) in _COMPANY for token, _ in raw)
    words: list[Word] = []
    run: list[str] = []
    for index, (token, beside) in enumerate(raw):
        plain = _letters(token)
        if plain not in _COMPANY and _INITIALS.fullmatch(token):
            run += plain
            continue
        if plain == "and" and run:
            continue
        _close_run(words, run)
        last = index == len(raw) - 1
        if word := _word(token, plain, last, beside):
            words.append(word)
    _close_run(words, run)
    if not words:  # a name of nothing but generic words is told by those
        words = [
            Word(plain, frozenset({plain}), Telling.KIND)
            for token, _ in raw
            if (plain := _letters(token)) and plain not in ("the", "of", "and")
        ]
    return _agencies(_pairs(words)), company


def _spelled(match: re.Match[str]) -> str:
    if match["us"]:
        return "United States"
    if match["dc"]:
        return "District of Columbia"
    if match["wva"]:
        return "West Virginia"
    state = STATES[_letters(match["state"] or match["plain"])]
    city = " City" if match["city"] or match["nyc"] else ""
    return f" {state}{city} "


def _close_run(words: list[Word], run: list[str]) -> None:
    if run:
        joined = "".join(run)
        words.append(Word(joined, frozenset({joined}), Telling.NAME, letters=True))
        run.clear()


def _word(token: str, plain: str, last: bool, beside: bool) -> Word | None:
    stopped = token.endswith(".")
    if plain in _COMPANY or plain in _JOINING or not plain:
        return None
    if plain in NUMBERS:
        plain = NUMBERS[plain]
    if plain[0].isdigit():
        return Word(plain, frozenset({plain}), Telling.PLACE)
    if plain == "cir":
        plain = "commissioner"
    if plain in AGENCIES and not stopped and (plain not in _AMBIGUOUS or token.isupper()):
        return Word(plain, frozenset({plain}), Telling.PLACE)
    meant = {plain}
    apostrophe = "'" in token
    if plain in STATES and (stopped or plain in _PLAIN_STATES):
        meant.add(STATES[plain])
    elif plain in STATES.values() or plain in ("oklahoma",):
        meant.add(plain)
    table = expansions()
    if plain in table and (stopped or apostrophe or plain not in vocabulary()):
        meant |= table[plain]
    if apostrophe and re.search(r"'s?$", token.rstrip("."), re.I):
        meant |= {plain.removesuffix("s")}
    if plain.startswith("mac") and len(plain) >= 6:
        meant.add("mc" + plain[3:])
    for word in tuple(meant):
        if word in vocabulary() or word in _KINDS:
            meant.add(_singular(word))
    stem = None
    if apostrophe and (parts := re.fullmatch(r"([a-z]{2,})'([a-z]{1,3})\.?", token, re.I)):
        if parts[2].lower() != "s":
            stem = (parts[1].lower(), parts[2].lower())
    elif stopped and len(plain) >= 3 and not (last and token.isupper()):
        stem = (plain.removesuffix("s") if len(plain) > 3 else plain, "")
    return Word(plain, frozenset(meant), _telling(plain, meant), stem, aside=beside)


def _telling(plain: str, meant: set[str]) -> Telling:
    if plain in AGENCIES or meant & _GOVERNMENTS:
        return Telling.PLACE
    long = meant - {plain} or meant
    return Telling.KIND if plain in _KINDS or long <= _KINDS else Telling.NAME


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss") and len(word) > 4:
        return word[:-1]
    return word


def _pairs(words: Sequence[Word]) -> list[Word]:
    """``New York`` and the like as one word, so that York is not New York."""
    made: list[Word] = []
    at = 0
    while at < len(words):
        here = words[at]
        pair = [
            (a, b)
            for a, b in _PAIRED
            if at + 1 < len(words) and a in here.forms and b in words[at + 1].forms
        ]
        if pair:
            joined = "".join(pair[0])
            made.append(Word(joined, frozenset({joined}), Telling.PLACE))
            at += 2
            if joined == "unitedstates" and at < len(words) and "america" in words[at].forms:
                at += 1
        elif here.said == "district" and at + 1 < len(words) and words[at + 1].said == "columbia":
            made.append(
                Word("districtofcolumbia", frozenset({"districtofcolumbia"}), Telling.PLACE)
            )
            at += 2
        else:
            made.append(here)
            at += 1
    return made


@cache
def _phrases() -> tuple[tuple[str, tuple[frozenset[str], ...]], ...]:
    told = []
    for short, long in AGENCIES.items():
        plain = [word for word in long.split() if word not in _JOINING]
        if plain[:2] == ["united", "states"]:
            plain[:2] = ["unitedstates"]
        told.append(
            (short, tuple(frozenset({word, _singular(word)}) for word in plain
                          if word not in _COMPANY))
        )  # fmt: skip
    return tuple(sorted(told, key=lambda one: -len(one[1])))


def _agencies(words: list[Word]) -> list[Word]:
    """A body that is known by its letters as those letters, however it was written."""
    at = 0
    while at < len(words):
        for short, phrase in _phrases():
            here = words[at : at + len(phrase)]
            if len(here) == len(phrase) and all(
                _fits(word, meant) for word, meant in zip(here, phrase, strict=True)
            ):
                words[at : at + len(phrase)] = [Word(short, frozenset({short}), Telling.PLACE)]
                break
        if words[at].letters and words[at].said in AGENCIES:
            said = words[at].said
            words[at] = Word(said, frozenset({said}), Telling.PLACE)
        at += 1
    return words


def _fits(word: Word, meant: frozenset[str]) -> bool:
    return bool(word.forms & meant) or (
        word.stem is not None
        and any(one.startswith(word.stem[0]) and one.endswith(word.stem[1]) for one in meant)
    )
