"""Words in a document that address the software which reads it.

They are found by rule and reported as evidence; nothing is removed and nothing obeys. Filings
are full of instructions to juries, orders to parties and votes of boards: a rule therefore asks
who is spoken to, and where in the sentence the order stands, not for single words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.corpus.orders import RULES, SQUEEZED, Rule
from engine.corpus.plainly import original_span, plain
from engine.corpus.types import FactText, Passage, ReadDocument, Suspicion

QUOTE = 200
MOST = 50
FILE_NAME = "file name"
_LONG = 4_000
_OVERLAP = 300

_SUFFIX = re.compile(r"(?<=.)\.[A-Za-z0-9]{1,5}$")
_SPACED = re.compile(r"(?<!\S)(?:\w\s{1,4}){5,400}\w(?!\S)")
_SNAKE = re.compile(r"[a-z]{3,}(?:_[a-z]{2,}){2,12}")
_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_BETWEEN = re.compile("(?<=[a-zA-Z])[\u200b\u200c\u200d\u2060\ufeff\u00ad](?=[a-zA-Z])")
_TURNED = re.compile("[\u202d\u202e]")
_FEWEST_BETWEEN = 4


def suspicions(
    read: ReadDocument, name: str, properties: Mapping[str, str]
) -> tuple[Suspicion, ...]:
    """What in a document, its file name and its properties addresses the software.

    At most 50, in the order: file name, properties, text.
    """
    found: dict[Suspicion, None] = {}
    for suspicion in _all(read, name, properties):
        found.setdefault(suspicion)
        if len(found) == MOST:
            break
    return tuple(found)


def addresses_software(text: str) -> str:
    """The words of ``text`` that address the software, verbatim, "" if there are none."""
    spans = list(_spans(text))
    return _quote(text, spans[0]) if spans else ""


def _all(read: ReadDocument, name: str, properties: Mapping[str, str]) -> Iterator[Suspicion]:
    if quote := _in_name(name):
        yield Suspicion(FILE_NAME, quote)
    for key, value in properties.items():
        for start in range(0, len(value), _LONG):
            if quote := addresses_software(value[start : start + _LONG + _OVERLAP]):
                yield Suspicion(key, quote)
                break
    for page in read.pages:
        rules = _worth_trying(plain(page.text))
        for paragraph in page.text.split("\n"):
            for start in range(0, len(paragraph), _LONG):
                piece = paragraph[start : start + _LONG + _OVERLAP]
                for span in _spans(piece, rules):
                    where = _where(read, page.number, piece[slice(*span)].strip())
                    yield Suspicion(where, _quote(piece, span))


def _where(read: ReadDocument, page: int, words: str) -> str:
    """The place of words on a page: the fact's they stand in, else the passage's, else the page."""
    units: tuple[FactText | Passage, ...] = (*read.facts, *read.passages)
    for unit in units:
        if (unit.place.page or 0) == page and words in unit.text:
            return unit.place.label
    return f"p. {page}" if page else "text"


def _in_name(name: str) -> str:
    stem = name
    while _SUFFIX.search(stem):
        stem = _SUFFIX.sub("", stem)
    words = re.sub(r"[_\-.+,()\[\]~]+", " ", stem)
    letters = re.sub(r"[^a-z]", "", plain(stem))
    if _TURNED.search(name) or addresses_software(name) or addresses_software(words.strip()):
        return name[:QUOTE]
    return name[:QUOTE] if SQUEEZED.search(letters) else ""


def _worth_trying(flat: str) -> tuple[Rule, ...]:
    return tuple(rule for rule in RULES if any(key in flat for key in rule.keys))


def _spans(text: str, rules: tuple[Rule, ...] = RULES) -> Iterator[tuple[int, int]]:
    """Spans of ``text`` that a rule finds, at most one a rule, none within another."""
    flat = plain(text)
    taken: list[tuple[int, int]] = []
    for rule in rules:
        if not any(key in flat for key in rule.keys):
            continue
        match = rule.pattern.search(flat)
        if match:
            taken.append(original_span(text, flat, match.span()))
    for run in (*_SPACED.finditer(flat), *_SNAKE.finditer(flat)):
        if SQUEEZED.search(re.sub(r"[\s_]", "", run.group())):
            taken.append(original_span(text, flat, run.span()))
    taken += [match.span() for match in _TAGS.finditer(text)]
    between = [match.start() for match in _BETWEEN.finditer(text)]
    if len(between) >= _FEWEST_BETWEEN and not taken:
        taken.append((between[0], between[-1] + 1))
    last = -1
    for start, end in sorted(taken):
        if start >= last:
            yield start, end
            last = end


def _quote(text: str, span: tuple[int, int]) -> str:
    """The words around a span, up to 200 characters, cut at spaces."""
    start, end = span
    if end - start >= QUOTE:
        return text[start : start + QUOTE].strip()
    spare = QUOTE - (end - start)
    first = max(0, start - spare // 3)
    if first:
        first = text.find(" ", first, start) + 1 or start
    last = min(len(text), first + QUOTE)
    if last < len(text):
        last = max(end, text.rfind(" ", end, last))
    return text[first:last].strip()
