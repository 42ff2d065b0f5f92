"""What the editors' notes of a section tell: names of acts, where a section comes from or went."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.law.codes import Named
from engine.law.names import words_of
from engine.law.uslmtext import Element, local, string

_TELLING = frozenset({"shortTitle", "shortTitleOfAmendment", "referencesInText", "codification"})
_ACT_REF = re.compile(r"/us/(?:pl/\d+/\d+|act/[\d-]+/ch\d+[A-Za-z]?)")
_REF = re.compile("\x01(?P<ref>[^\x02]*)\x02(?P<after>[^\x01]*)")
_TITLE_OF_ACT = re.compile(r"/t([IVXLC]+)\b")
_SECTION_OF_ACT = re.compile(r"/s(\d+[A-Za-z]*)\b")
_TOO_LONG = 14
"""Words of a name; what is longer is a sentence."""

_QUOTED = r"[“‘]+(?P<name>[^”“]{4,160}?)[’”]+"
_CITED_AS = re.compile(r"(?:cited|known|referred to) as (?:the )?" + _QUOTED)
_REFERRED_TO = re.compile(
    r"(?:^|[.”\x02] )(?:The )?(?P<name>[A-Z][^.;\x01]{4,160}?), referred to in [^.;]{1,120}?, "
    r"(?:is|was|are) (?:title (?P<title>[IVXLC]+) of )?[^.\x01]{0,60}?\x01(?P<ref>[^\x02]+)\x02"
)
_KNOWN_AS = re.compile(
    r"\x01(?P<ref>[^\x02]+)\x02(?:, title (?P<title>[IVXLC]+))?[^\x01]{0,120}?"
    r"(?:\x01[^\x02]+\x02[^\x01]{0,60}?)?,? "
    r"(?:also )?(?:popularly |commonly )?known as the (?P<name>[A-Z][^.;,\x01“‘]{4,140})"
)
_CHAPTER_IS = re.compile(
    r"[Tt]his (?:chapter|subchapter|part|title) (?:is|was|may be) [^.“‘]{0,40}?(?:known|cited) as "
    r"the (?P<name>[A-Z][^.;,(“‘\x01]{4,140})"
)
_OF_THIS_TITLE = re.compile(r"sections? (\d[\w–]*(?:(?:,? and |, | to )\d[\w–]*)*) of this title")
_NUMBER = re.compile(r"\d+\w*(?:–\w+)*")
_CLASSIFIED = re.compile(
    r"classified (?:generally|principally)? ?to [^.§]{0,80}\(§ ?(?P<section>[\w–—-]+) et seq\.\)"
    r"(?: of chapter [\w–-]+)? of (?:this title|Title (?P<title>\d+))"
)
_WITH_PLACE = re.compile(
    r"\b(?:Act|Amendments|Law|Code|statute)(?: of (?:19|20|18)\d\d)?,? ?[(\[]? ?"
    r"(?P<title>\d{1,2}) U\.S\.C\. ?(?:§+ ?)?(?P<section>\d+\w*(?:[–-]+\w+)*)"
    r"(?P<rest>,? et\.? seq)?"
)
_SHORTENED = re.compile(
    r"(?P<long>[A-Z][\w’'-]*(?:,? (?:[A-Z][\w’'-]*|of|and|the|for|in|on|to|&)){1,9}) ?"
    r"[(\[](?:hereinafter |referred to as )?(?:the )?[“‘\"]?"
    r"(?P<short>[A-Z][A-Za-z]{1,8})[”’\"]?[)\]]"
)
_WORD = re.compile(r"[A-Z0-9][\w.’'&–/-]*|of|and|the|for|in|on|to|with|by|from|or|,")
_JOINING_LISTED = "of and the for in on to with by from or ,"
_JOINING = frozenset(_JOINING_LISTED.split())

_EXPLAINING = frozenset(
    {"historicalAndRevision", "miscellaneous", "shortTitle", "shortTitleOfAmendment"}
)
"""Topics of notes that tell what a section is about in other words than its own."""
_NOTED = 250
"""Words of notes that are kept."""


def words_of_notes(notes: Sequence[Element], own: str) -> str:
    """Words that the notes explain a section with, the most used first, without its own."""
    counts: Counter[str] = Counter()
    for group in notes:
        for note in group:
            if note.get("topic") in _EXPLAINING:
                counts.update(words_of(string(note)))
    for word in words_of(own):
        counts.pop(word, None)
    telling = [word for word in counts if len(word) > 3 and word.isalpha()]
    telling.sort(key=lambda word: -counts[word])
    return " ".join(telling[:_NOTED])


def acts_of(credit: Element | None) -> tuple[str, ...]:
    """The acts that a section's source credit begins with, before it was amended.

    ``/us/pl/93/406``, ``/us/pl/93/406/tI`` and ``/us/pl/93/406#502`` of one."""
    if credit is None:
        return ()
    found: list[str] = []
    for match in _REF.finditer(marked(credit).partition(";")[0]):
        found += _act_keys(match["ref"], match["after"])
    return tuple(dict.fromkeys(found))


def _act_keys(href: str, after: str) -> Iterator[str]:
    root = _ACT_REF.match(href)
    if root is None:
        return
    yield root[0]
    rest = href[root.end() :]
    title = _TITLE_OF_ACT.match(rest) or re.match(r",? title ([IVXLC]+)\b", after)
    if title:
        yield f"{root[0]}/t{title[1]}"
    section = _SECTION_OF_ACT.search(rest) or re.search(r"^[^;]{0,30}?§ (\d+[A-Za-z]*)", after)
    if section:
        yield f"{root[0]}#{section[1].lower()}"


def names_in(notes: Element, identifier: str) -> Iterator[Named]:
    """Names that the notes of a section give, to acts and to sections."""
    for note in notes.iter("{*}note"):
        if note.get("topic") in _TELLING:
            yield from _names_told(marked(note), note.get("topic"), identifier)


def _names_told(told: str, topic: str, identifier: str) -> Iterator[Named]:
    before = 0
    for match in _CITED_AS.finditer(told):
        yield from _cited_as(match["name"], told[before : match.start()], topic, identifier)
        before = match.end()
    for match in _REFERRED_TO.finditer(told):
        if name := usable(match["name"]):
            title = _TITLE_OF_ACT.search(match["ref"])
            yield from _to_act(name, match["ref"], title[1] if title else match["title"])
            yield from _classified(name, told[match.end() : match.end() + 400], identifier)
    for match in _KNOWN_AS.finditer(told):
        if name := usable(match["name"]):
            title = _TITLE_OF_ACT.search(match["ref"])
            yield from _to_act(name, match["ref"], title[1] if title else match["title"])
    for match in _CHAPTER_IS.finditer(told):
        if name := usable(match["name"]):
            yield Named(name, identifier + "…")


def _cited_as(name: str, before: str, topic: str, identifier: str) -> Iterator[Named]:
    """``before`` is what stands between the name before and this one."""
    if not (known := usable(name)):
        return
    refs = re.findall("\x01([^\x02]+)\x02", before)
    acts = [ref for ref in refs if _ACT_REF.match(ref)]
    # What an act did stands in brackets behind its name.
    bare = re.sub(r"\[[^\[\]]*\]", "", before)
    whole = re.findall(
        r"[Tt]h(?:is|e) (Act|title|subtitle|chapter|subchapter|part|section)\b", bare
    )
    unit = whole[-1] if whole else ""
    if unit in ("chapter", "subchapter", "part") and (topic == "shortTitle" or not acts):
        yield Named(known, identifier + "…")
    elif acts and unit in ("Act", "title", ""):
        ref = acts[0]
        title = _TITLE_OF_ACT.search(ref)
        yield from _to_act(known, ref, title[1] if unit == "title" and title else None)
    if topic == "shortTitle" and unit in ("Act", "title", ""):
        yield Named(known, identifier + "…")
    for section in _touched(before, identifier):
        yield Named(known, section)


def _touched(before: str, identifier: str) -> list[str]:
    """Sections of this title that an act made; if it made none, the few that it amended."""
    title = identifier.rsplit("/s", 1)[0]
    plain = re.sub("\x01[^\x02]*\x02", "", before)
    for verb, most in (("enacting", 40), ("amending", 3)):
        clause = re.search(rf"{verb} (.*?)(?=amending|enacting|repealing|\]|$)", plain)
        if clause is None:
            continue
        found = [identifier] if "this section" in clause[1] else []
        for listed in _OF_THIS_TITLE.finditer(clause[1]):
            found += (f"{title}/s{number}" for number in _NUMBER.findall(listed[1]))
        if 0 < len(found) <= most:
            return found
    return []


def _to_act(name: str, ref: str, title: str | None) -> Iterator[Named]:
    root = _ACT_REF.match(ref)
    if root is not None:
        yield Named(name, root[0] + (f"/t{title}" if title else ""))


def _classified(name: str, behind: str, identifier: str) -> Iterator[Named]:
    """``behind`` is the sentence that says where the act is to be found in the Code."""
    plain = re.sub("\x01[^\x02]*\x02", "", behind)
    if match := _CLASSIFIED.search(plain.split(", referred to")[0]):
        title = match["title"] or re.split(r"[/]", identifier)[3].removeprefix("t")
        yield Named(name, f"/us/usc/t{title}/s{match['section']}…")


def names_with_place(text: str) -> Iterator[Named]:
    """``the All Writs Act, 28 U.S.C. § 1651``: names with their place behind, anywhere."""
    for match in _WITH_PLACE.finditer(text):
        place = re.search(r",? ?[(\[]? ?\d{1,2} U\.S\.C", match[0])
        end = match.start() + (place.start() if place else 0)
        if name := usable(_name_before(text[max(0, end - 160) : end])):
            rest = "…" if match["rest"] else ""
            yield Named(name, f"/us/usc/t{match['title']}/s{match['section']}{rest}")


def abbreviations(text: str) -> Iterator[Named]:
    """``Federal Communications Commission (FCC)``: the letters, with ``~`` and the words they
    stand for as their target."""
    for match in _SHORTENED.finditer(text):
        letters = match["short"].lower()
        if sum(letter.isupper() for letter in match["short"]) < 2:
            continue
        words = match["long"].replace(",", "").split()
        for start in range(len(words) - 1, -1, -1):
            initials = "".join(word[0] for word in words[start:]).lower()
            telling = "".join(w[0] for w in words[start:] if w not in _JOINING).lower()
            if words[start] not in _JOINING and letters in (initials, telling):
                yield Named(match["short"], "~" + " ".join(words[start:]))
                break


def _name_before(text: str) -> str:
    """The capitalised words at the end of a text, with the little ones between them."""
    words: list[str] = []
    for word in reversed(re.findall(r"[^\s,]+|,", text)):
        if not _WORD.fullmatch(word) or (word == "the" and len(words) > 1):
            break
        words.insert(0, word)
    while words and words[0] in _JOINING:
        words.pop(0)
    return " ".join(words).replace(" ,", ",")


def usable(name: str) -> str:
    """The name in one spelling; "" if it is a sentence or too general to tell anything."""
    plain = " ".join(re.sub("\x01[^\x02]*\x02", "", name).split()).strip(" ,.’‘“”")
    plain = re.sub(r"^(?:the|The|such|Such) ", "", plain)
    count = len(plain.split())
    if (
        not 2 <= count <= _TOO_LONG
        or not plain[:1].isupper()
        or plain.startswith(("Section", "Act "))
    ):
        return ""
    return plain


def marked(note: Element) -> str:
    """The note on one line, with the address of each reference behind it between two marks."""
    return " ".join("".join(_pieces(note)).split())


def _pieces(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if (name := local(child)) and name != "toc":
            yield from _pieces(child)
            if name == "ref" and (href := child.get("href")):
                yield f"\x01{href}\x02"
        yield child.tail or ""
        if name in ("p", "heading"):
            yield " "
