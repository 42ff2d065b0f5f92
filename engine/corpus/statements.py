"""Which pieces of a paragraph are facts: sentences that state something, at most 600 characters.

Dropped are headings, captions, page numbers, signature lines and bare citations. A short answer
or a reference to the record belongs to the sentence before it and stays with it, a heading that
runs into its paragraph to the sentence after it. What stands after a sentence never drops it.
"""

from __future__ import annotations

import re

from engine.corpus.sentences import Span, sentence_spans, trim

MAX_FACT = 600
MIN_FACT = 20
_SHORT = 25
_MIN_WORDS = 4
_PLAIN_WORDS = 6
_CAPS_SHARE = 0.8
_JUDGED = 4_000

_NUMBER = re.compile(r"\(?(\d{1,3})[.)]\s+(?=\S)")
_MARK = re.compile(r"(?:[-*•·▪◦–]|\*{1,3}|\d{1,2}(?=\s+[\"“A-Z][\w’]*\s+[a-z“\"]))\s+(?=\S)")
_RECORD = re.compile(
    r"[(\[]?(?:See,?\s+(?:also\s+)?|see\s+|E\.g\.,?\s+)?"
    r"(?:Exs?\.|Exhibits?|Compl\.|Am\. Compl\.|Dkt\.|ECF|Docs?\.|Decl\.|Dep\.|Tr\.|Ans\.|Aff\.|"
    r"Id\.|Ibid\.|R\.|J\.?A\.|App\.|[A-Z][\w’'-]+ (?:Decl|Dep|Aff|Tr)\.|¶)"
    r"[^a-z]*(?:(?:at|p|pp|of|and|through|to|n|nn|l|ll|para|paras|ex|no|nos|et|seq|see|also)\b[^a-z]*)*$",
    re.I,
)
_SIGNAL = re.compile(
    r"[(\[]?(?:See,? also|See,? e\.g\.,|But see|But cf\.|See|Cf\.|Accord|E\.g\.,|Compare|Contra)"
    r"\s+(?=[A-Z\"“\d])"
)
_AUTHORITY = re.compile(r"\bv\.\s|\bIn re\b|\bEx parte\b|§|¶|\d\s+[A-Z][\w.]*\.[\w. ]*\s\d")
_UNSIGNALLED = re.compile(r"\sv\.\s.*\d")
_STOPS = ".?!\"'”’»)]"
_ENDED = re.compile(r"[.?!][\"'”’»)\]]*\d{0,2}$|[;:]$")
_LABELLED = re.compile(r"[A-Z][^:.?!]{1,60}:\s*\S.{2,}", re.S)
_ROMAN = re.compile(r"(?:[IVXLC]{1,6}|[A-Z])[.)]\s")
_PLACEHOLDER = re.compile(r"(?:/s/|_{3,}|\.{5,})")
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|being|am|has|have|had|do|does|did|will|would|shall|should|may|"
    r"might|can|could|must|cannot|"
    r"knew|paid|said|told|sent|made|took|gave|began|held|found|wrote|met|saw|went|came|got|kept|"
    r"left|lost|led|ran|sold|spent|stood|brought|bought|thought|understood|felt|heard|read|set|"
    r"put|let|cut|cost|rose|fell|chose|broke|spoke|drew|grew|became|built|dealt|meant|taught|won|"
    r"know|pay|say|tell|send|make|take|give|hold|find|write|see|go|come|get|keep|leave|need|want|"
    r"ask|call|please|agree|believe|require|requires|says|states|shows|knows|makes|takes|gives|"
    r"holds|finds|claims|alleges|denies|seeks|appears|remains|provides|includes|contains|bears|"
    r"means|applies|owns|works|pays|owes|[a-z]{3,}(?:ed|n[’']t))\b",
    re.I,
)


def own_number(text: str) -> int | None:
    """The number printed before a paragraph (``12. On …`` gives 12), else None."""
    found = _NUMBER.match(text)
    return int(found.group(1)) if found else None


def pieces(text: str) -> list[tuple[Span, Span]]:
    """Sentences of a paragraph in order: each span of at most 600 characters, and its sentence's.

    A printed number, bullet or note mark stands outside; what belongs to the sentence before is
    joined to it unless the sentence would then be no fact any more.
    """
    found = _NUMBER.match(text) or _MARK.match(text)
    offset = found.end() if found else 0
    joined: list[Span] = []
    for start, end in sentence_spans(text[offset:]):
        span = (start + offset, end + offset)
        if joined and _one_piece(text, joined[-1], span, first=len(joined) == 1):
            joined[-1] = (joined[-1][0], span[1])
        else:
            joined.append(span)
    return [(part, span) for span in joined for part in _bounded(text, span)]


def states_something(text: str, *, strict_end: bool) -> bool:
    """Whether a piece is worth being a fact.

    >>> states_something("The agency paid 14 invoices in May 2014.", strict_end=True)
    True
    >>> states_something("STATEMENT OF FACTS", strict_end=False)
    False
    """
    if len(text) > _JUDGED:  # no reader needs more, and each piece of it asks again
        text = f"{text[: _JUDGED // 2]} {text[-_JUDGED // 2 :]}"
    if _PLACEHOLDER.search(text) or text.endswith(","):
        return False
    words = re.findall(r"[^\W\d_]{2,}", text)
    if len(text) < MIN_FACT or len(words) < _MIN_WORDS:
        # "We knew." is short and may decide a case
        told = len(words) > 1 and text[-1] in '.?!”"' and bool(_VERB.search(text))
        return (told and not _RECORD.match(text)) or (len(text) >= MIN_FACT and _is_labelled(text))
    if _ROMAN.match(text) and (_shouted(text) or _titled(words)):
        return False
    if _shouted(text):
        return bool(_VERB.search(text)) and text.endswith(".")
    if _RECORD.match(text) or _cites_only(text) or text.endswith(":"):
        return False
    if strict_end and text.lstrip("\"'“‘([")[:1].islower():
        return False
    if _ENDED.search(text):
        return bool(_VERB.search(text)) or len(words) >= _PLAIN_WORDS or _is_labelled(text)
    if _is_labelled(text):
        return True
    return not strict_end and bool(_VERB.search(text)) and not _titled(words)


def is_title(text: str) -> bool:
    """Whether a text is in capitals, or each of its longer words begins with one."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    return bool(words) and (_shouted(text) or _titled(words))


def _cites_only(text: str) -> bool:
    """A sentence that only points to authority, perhaps with its holding in parentheses."""
    signal = _SIGNAL.match(text)
    if signal is None:
        return bool(_UNSIGNALLED.search(text)) and not _VERB.search(text)
    return bool(_AUTHORITY.search(text)) or not _VERB.search(text[signal.end() :])


def _is_labelled(text: str) -> bool:
    return bool(_LABELLED.match(text)) and any(c.isalnum() for c in text.split(":", 1)[1])


def _one_piece(text: str, before: Span, span: Span, *, first: bool) -> bool:
    """Whether a sentence goes with what stands before it."""
    if span[1] - before[0] > MAX_FACT:
        return False
    said, own, both = (text[slice(*one)] for one in (before, span, (before[0], span[1])))
    if not (_belongs_before(own) or (first and _is_run_in(said))):
        return False
    kept = [one for one in (True, False) if _states_either(said, own, strict=one)]
    return all(states_something(both, strict_end=one) for one in kept)


def _states_either(*texts: str, strict: bool) -> bool:
    return any(states_something(text, strict_end=strict) for text in texts)


def _belongs_before(text: str) -> bool:
    if _RECORD.match(text):
        return True
    if not (text[0].isalpha() and text[-1] in _STOPS):
        return False
    return len(text) < _SHORT or not (
        _cites_only(text) or is_title(text) or states_something(text, strict_end=True)
    )


def _is_run_in(text: str) -> bool:
    """Whether a paragraph's first sentence is the paragraph's heading: ``Delay. We waited …``."""
    return len(text) < _SHORT and text[0].isalpha() and text.endswith(".") and not _shouted(text)


def _shouted(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return sum(c.isupper() for c in letters) > _CAPS_SHARE * len(letters)


def _titled(words: list[str]) -> bool:
    long = [word for word in words if len(word) > 3]
    return sum(word[0].isupper() for word in long) > _CAPS_SHARE * len(long)


def _bounded(text: str, span: Span) -> list[Span]:
    """Cut a piece over the limit at semicolons, else at commas, else at spaces, else anywhere."""
    parts: list[Span] = []
    start, end = span
    while end - start > MAX_FACT:
        window = text[start : start + MAX_FACT]
        cuts = (at + 1 for mark in ("; ", ", ", " ") if (at := window.rfind(mark)) > MAX_FACT // 4)
        cut = start + next(cuts, MAX_FACT)
        parts.append(trim(text, (start, cut)))
        start, end = trim(text, (cut, end))
    return [part for part in (*parts, (start, end)) if part[0] < part[1]]
