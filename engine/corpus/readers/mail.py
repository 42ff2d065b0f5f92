"""What mail of every format has in common: headers as rows, a body with quotations, enclosures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.corpus.draft import Block, Draft
from engine.corpus.errors import TooLarge, clean_name
from engine.corpus.limits import Limits
from engine.corpus.readers.html import Seen
from engine.corpus.readers.text import clean, join_lines, paragraphs

HEADERS = ("From", "To", "Cc", "Bcc", "Date", "Subject")
MAX_PARTS = 2_000
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M)
_WORDS = re.compile(r"[^\W\d_]{2,}")
_SEALS = re.compile(
    r"(?:arc-|dkim|domainkey|received|authentication-results|x-google-dkim|message-id|references"
    r"|in-reply-to|content-|mime-)",
    re.I,
)
_FEWEST_WORDS = 3
_MOST_PROPERTIES = 60
_KEPT = 1_000
_NAMED = 20


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file within a mail. ``inline`` is one that the body shows, such as a logo."""

    name: str
    content: bytes
    inline: bool = False


def letter_name(subject: str) -> str:
    """A file name for a message that is enclosed in another."""
    plain = re.sub(r"[/\\]+", "-", _one_line(subject))
    return f"{plain or 'message'}.eml"


def draft_of_mail(
    media: str,
    headers: Sequence[tuple[str, str]],
    body: str | Seen,
    attached: Sequence[str],
    name: str,
    limits: Limits,
) -> Draft:
    """The mail as blocks: its headers as rows, then its body. Raises TooLarge.

    ``headers`` are all that the mail has, in order, ``attached`` the names of its enclosures.
    """
    told = {key: _joined(headers, key) for key in HEADERS}
    blocks = [
        Block(f"{key}: {value}", kind="row", label=f"header {key}")
        for key, value in told.items()
        if value
    ]
    blocks += _plain(body) if isinstance(body, str) else _pictured(body)
    if sum(len(block.text) for block in blocks) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    properties = _properties(headers)
    if not isinstance(body, str):
        properties |= {f"body {key}": value for key, value in body.properties.items()}
    return Draft(
        media,
        tuple(blocks),
        title=told["Subject"],
        notes=_notes(attached),
        properties=properties,
    )


def _joined(headers: Sequence[tuple[str, str]], key: str) -> str:
    values = (_one_line(value) for name, value in headers if name.lower() == key.lower())
    return ", ".join(value for value in values if value)


def _one_line(value: str) -> str:
    return join_lines([clean(value).replace("\n", " ")])


def _properties(headers: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Headers that carry words: who, to whom, on what, and whatever a program added in words."""
    kept: dict[str, str] = {}
    for name, value in headers:
        line = _one_line(value)[:_KEPT]
        usual = name.title() in HEADERS
        if usual or (len(_WORDS.findall(line)) >= _FEWEST_WORDS and not _SEALS.match(name)):
            key = name.title() if usual else clean_name(name)
            kept[key] = f"{kept[key]}, {line}" if key in kept else line
        if len(kept) == _MOST_PROPERTIES:
            break
    return {key: value for key, value in kept.items() if value}


def _notes(attached: Sequence[str]) -> tuple[str, ...]:
    if not attached:
        return ()
    named = ", ".join(clean_name(name) for name in attached[:_NAMED])
    more = f" and {len(attached) - _NAMED} more" if len(attached) > _NAMED else ""
    return (f"Attachments are documents of their own: {named}{more}.",)


def _plain(body: str) -> list[Block]:
    """Paragraphs; those that quote an earlier message lose their marks and say so in the place."""
    blocks: list[Block] = []
    for quoted, lines in _runs(body.split("\n")):
        text = "\n".join(lines)
        blocks += _blocks(paragraphs(_QUOTED.sub("", text) if quoted else text), quoted, blocks)
    return blocks


def _pictured(seen: Seen) -> list[Block]:
    blocks: list[Block] = []
    for said in seen.said:
        if said.kind == "row":
            blocks.append(Block(said.text, kind="row", label=said.label))
        else:
            blocks += _blocks([said.text], said.quoted, blocks)
    return blocks


def _blocks(texts: Iterable[str], quoted: bool, before: Sequence[Block]) -> list[Block]:
    number = sum(block.kind != "row" for block in before)
    return [
        Block(text, label=f"¶ {at} (quoted)" if quoted else "")
        for at, text in enumerate(texts, start=number + 1)
    ]


def _runs(lines: list[str]) -> list[tuple[bool, list[str]]]:
    runs: list[tuple[bool, list[str]]] = []
    for line in lines:
        quoted = bool(_QUOTED.match(line))
        if not runs or (runs[-1][0] != quoted and line.strip()):
            runs.append((quoted, []))
        runs[-1][1].append(line)
    return runs
