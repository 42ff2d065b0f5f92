"""Titles of the United States Code as the House publishes them (USLM 1.0), section by section.

Nothing of a title stays in memory once it was read, so that the largest take no more than the
smallest. Identifiers are those of the file, en dashes and all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lxml import etree  # type: ignore[import-untyped]

from engine.law import codes
from engine.law.codes import Section
from engine.law.errors import Damaged, NotUslm, UnsafeXml
from engine.law.glosses import around, glosses
from engine.law.notes import (
    abbreviations,
    acts_of,
    marked,
    names_in,
    names_with_place,
    words_of_notes,
)
from engine.law.reader import Document
from engine.law.source import Stream
from engine.law.status import status_and_text
from engine.law.uslmtext import Element, flat, local, readable, string

_LEVELS_LISTED = (
    "title subtitle part subpart chapter subchapter division subdivision article subarticle "
    "appendix courtRules reorganizationPlans reorganizationPlan level"
)
_LEVELS = frozenset(_LEVELS_LISTED.split())
_SECTIONS = frozenset({"section", "courtRule"})
_ASIDE = frozenset({"notes", "note", "quotedContent"})
"""A section in one of these is quoted, not enacted here."""
_BEHIND = frozenset({"notes", "note", "sourceCredit"})
_NOT_WITHIN = _BEHIND | {"heading", "toc", "meta"}
_META = frozenset({"docNumber", "docPublicationName"})
_TAGS = ["{*}" + tag for tag in (*_LEVELS, *_SECTIONS, *_ASIDE, *_META, "uscDoc")]
_RELEASE = re.compile(r"\d{2,3}-\d{1,4}(?:not\d+)?")
_OF_TITLE = re.compile(r"/us/usc/t(\d{1,2}[a-z]?)\b")


class UslmReader:
    """Iterate to get the sections of one file in its order; ``document`` fills up meanwhile.

    Raises ``NotUslm``, ``Damaged`` and ``UnsafeXml``, the first two also in the middle."""

    def __init__(self, stream: Stream) -> None:
        self.document = Document()
        self._stream = stream
        self._levels: list[_Level] = []
        self._aside = 0
        self._within: Element | None = None
        self._done: Element | None = None

    def __iter__(self) -> Iterator[Section]:
        events = etree.iterparse(
            self._stream, events=("start", "end"), tag=_TAGS, resolve_entities=False,
            no_network=True, load_dtd=False, huge_tree=True, remove_comments=True, remove_pis=True,
        )  # fmt: skip
        began = False
        try:
            for event, element in events:
                if not began:
                    began = True
                    self._check(events.root if events.root is not None else element)
                if event == "start":
                    self._start(element, local(element))
                else:
                    yield from self._end(element, local(element))
        except etree.XMLSyntaxError as error:
            if began:
                raise Damaged() from error
            raise NotUslm() from error
        if not began:
            raise NotUslm()

    def _check(self, element: Element) -> None:
        root = element.getroottree().getroot()
        info = element.getroottree().docinfo
        if info.doctype or info.internalDTD is not None:
            raise UnsafeXml()
        name, namespace = local(root), etree.QName(root).namespace or ""
        if name not in ("uscDoc", *_SECTIONS) or (namespace and "uslm" not in namespace):
            raise NotUslm()
        self.document.whole = name == "uscDoc"
        if match := _OF_TITLE.match(root.get("identifier") or ""):
            self.document.title = match[1]

    def _start(self, element: Element, name: str) -> None:
        if name in _ASIDE:
            self._aside += 1
        elif self._aside or self._within is not None:
            return
        elif name in _SECTIONS:
            self._within = element
        elif name in _LEVELS:
            self._levels.append(_Level(element))

    def _end(self, element: Element, name: str) -> Iterator[Section]:
        if name in _ASIDE:
            self._aside -= 1
            if not self._aside and self._within is None:
                element.clear()
        elif name in _META:
            self._tell(name, " ".join(string(element).split()))
        elif element is self._within:
            self._within = None
            if (section := self._section(element, name)) is not None:
                yield section
            self._forget(element)
        elif self._levels and element is self._levels[-1].element:
            self._levels.pop()
            self._forget(element)

    def _tell(self, name: str, value: str) -> None:
        if name == "docNumber":
            self.document.title = value.lower() or self.document.title
        elif match := _RELEASE.search(codes.plain_dashes(value)):
            self.document.release = match[0]

    def _forget(self, element: Element) -> None:
        """Clear an element, and take out the one before it: the parser has left that alone."""
        element.clear(keep_tail=True)
        if self._done is not None and self._done.getparent() is element.getparent() is not None:
            self._done.getparent().remove(self._done)
        self._done = element

    def _section(self, element: Element, name: str) -> Section | None:
        told = (element.get("identifier") or "").split()
        if not told:
            return None
        levels = [level for level in self._levels if level.title()]
        title = self.document.title or _title_of(told[0])
        if not title:
            raise NotUslm()
        self.document.title = title
        if not self.document.heading:
            above = levels[0].heading() if levels else ""
            self.document.heading = codes.title_heading(title) or above
        number = _number(element)
        if name == "courtRule":
            cited = next((codes.rule_set(x.heading()) for x in levels if x.rules), "Rule")
            citation = f"{cited} {codes.plain_dashes(number)}"
            keys: tuple[str, ...] = (codes.rule_key(cited, number),)
        else:
            citation, keys = codes.section_citation(title, number), ()
        return self._made(element, title, told, citation, keys, levels)

    def _made(
        self, element: Element, title: str, ids: list[str], citation: str,
        keys: tuple[str, ...], levels: list[_Level],
    ) -> Section:  # fmt: skip
        identifier = ids[0]
        heading = _heading(element)
        read = readable(element)
        own = read.whole()
        notes = element.findall("{*}notes")
        credit = element.find("{*}sourceCredit")
        status, text = status_and_text(element.get("status") or "", heading, own, notes)
        named = [name for note in notes for name in names_in(note, identifier)]
        everything = " ".join(string(element).split())
        named += [*names_with_place(everything), *abbreviations(everything)]
        body = " ".join(marked(one) for one in element if local(one) not in _BEHIND)
        behind = " ".join(marked(one) for one in element if local(one) in _BEHIND)
        stated = [n.name for n in named if n.target.rstrip("…") == identifier]
        return Section(
            code=codes.code_of(title),
            title=title,
            identifier=identifier,
            citation=citation,
            heading=heading,
            text=text,
            status=status,
            names=tuple(dict.fromkeys(stated)),
            path=_path(title, levels),
            within=_headings_within(element),
            notes=words_of_notes(notes, f"{heading} {own}"),
            parts=read.spans,
            also=(*keys, *also(ids)),
            acts=acts_of(credit),
            named=_counted(named),
            refers=_refers(element, identifier),
            glosses=_glosses(body, behind, named, identifier),
            around=tuple(around(body, behind, identifier)),
            latest=_latest(credit),
        )


class _Level:
    """A chapter, say, that is open; what it is called stands before its first section."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.rules = local(element) == "courtRules"
        self.within = local(element) not in ("title", "appendix")
        self._heading: str | None = None

    def heading(self) -> str:
        if self._heading is None:
            self._heading = _heading(self.element)
        return self._heading

    def title(self) -> str:
        """``CHAPTER 96 — RACKETEER INFLUENCED …``, "" if it has no heading."""
        number = self.element.find("{*}num")
        told = flat(number).strip(" —–-.[") if number is not None else ""
        return f"{told} — {self.heading()}".strip(" —") if self.heading() else ""


def _path(title: str, levels: list[_Level]) -> tuple[str, ...]:
    """The title first, whether the file says it or not."""
    named = codes.title_heading(title)
    above = [level.title() for level in levels]
    if named and (not levels or not levels[0].within):
        return (f"Title {title} — {named}", *above[1:])
    return tuple(above)


def also(told: list[str]) -> tuple[str, ...]:
    """The sections that an identifier of several or of a range means.

    >>> also(["/us/usc/t24/s3...5"])
    ('/us/usc/t24/s3', '/us/usc/t24/s4', '/us/usc/t24/s5')
    """
    found: list[str] = []
    for one in told:
        head, _, number = one.rpartition("/s")
        first, ranged, last = number.partition("...")
        if ranged:
            found += (f"{head}/s{each}" for each in _between(first, last))
        elif len(told) > 1:
            found.append(one)
    return tuple(dict.fromkeys(found))


def _between(first: str, last: str) -> list[str]:
    """The numbers of a range, as far as they can be counted."""
    stem = re.match(r"(?:\d+\w*[\u2013-])?", first)
    prefix = stem[0] if stem and last.startswith(stem[0]) else ""
    low, high = (re.match(r"(\d+)([a-z]?)", one[len(prefix) :]) for one in (first, last))
    if low is None or high is None or not 0 <= int(high[1]) - int(low[1]) <= 2000:
        return [first, last]
    letters = "abcdefghijklmnopqrstuvwxyz"
    made = [f"{prefix}{each}" for each in range(int(low[1]) + bool(low[2]), int(high[1]) + 1)]
    if low[2]:
        end = high[2] if low[1] == high[1] else "z"
        made += [f"{prefix}{low[1]}{c}" for c in letters if low[2] <= c <= (end or "z")]
    if high[2] and low[1] != high[1]:
        made += [f"{prefix}{high[1]}{c}" for c in letters if c <= high[2]]
    return list(dict.fromkeys([first, *made, last]))


def _title_of(identifier: str) -> str:
    match = _OF_TITLE.match(identifier)
    return match[1] if match else ""


def _number(element: Element) -> str:
    num = element.find("{*}num")
    if num is None:
        return ""
    told = num.get("value") or re.sub(r"^\W*(?:Rule|§+|Sec\.)?\s*", "", flat(num))
    return str(told).strip(" .]")


def _heading(element: Element) -> str:
    heading = element.find("{*}heading")
    return _flat_heading(heading) if heading is not None else ""


def _counted(named: list[codes.Named]) -> tuple[codes.Named, ...]:
    times = Counter((one.name, one.target) for one in named)
    return tuple(codes.Named(name, target, count) for (name, target), count in times.items())


def _refers(element: Element, own: str) -> frozenset[str]:
    found = (re.match(r"/us/usc/t\w+/s[^/#]+", href) for href in element.xpath(".//@href"))
    return frozenset(codes.norm(match[0]) for match in found if match) - {codes.norm(own)}


def _headings_within(element: Element) -> tuple[str, ...]:
    inner = (child for child in element if local(child) not in _NOT_WITHIN)
    found = (_flat_heading(one) for child in inner for one in child.iter("{*}heading"))
    return tuple(dict.fromkeys(told for told in found if told))


def _flat_heading(heading: Element) -> str:
    return flat(heading).strip(" ]")


def _glosses(
    body: str, notes: str, named: list[codes.Named], identifier: str
) -> tuple[tuple[str, str], ...]:
    """What other sections are called here, and this one where an act names it."""
    found = [
        (codes.norm(one.target), one.name)
        for one in named
        if one.target.startswith("/us/usc/") and not one.target.endswith("…")
    ]
    found += glosses(body, notes, identifier)
    return tuple(dict.fromkeys(found))


def _latest(credit: Element | None) -> tuple[int, int]:
    if credit is None:
        return (0, 0)
    found = (re.match(r"/us/pl/(\d+)/(\d+)", href) for href in credit.xpath(".//@href"))
    return max(((int(match[1]), int(match[2])) for match in found if match), default=(0, 0))
