"""Mail: headers as rows, the plain body (else the HTML one, stripped), attachments by name."""

from __future__ import annotations

import re
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from html.parser import HTMLParser

from engine.corpus.draft import Block, Draft
from engine.corpus.errors import Corrupt, TooLarge, clean_name
from engine.corpus.limits import Limits
from engine.corpus.readers.text import clean, decode, join_lines, paragraphs
from engine.corpus.sniff import EML


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HEADERS = ("From", "To", "Cc", "Bcc", "Date", "Subject")
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M)
_BREAKS = _words("p div br li tr h1 h2 h3 h4 h5 h6 table blockquote ul ol hr")
_UNSEEN = frozenset({"script", "style", "head", "title", "template"})


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a message. Raises Corrupt, TooLarge."""
    try:
        message = BytesParser(policy=policy.default).parsebytes(data)
        headers = [(key, _header(message, key)) for key in HEADERS]
        body = _body(message)
        attached = [clean_name(part.get_filename() or "unnamed") for part in _attachments(message)]
    except (ValueError, LookupError, AttributeError, TypeError, IndexError) as error:
        # the standard parser answers some malformed headers with these
        raise Corrupt(name) from error
    if len(body) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    blocks = [
        Block(f"{key}: {value}", kind="row", label=f"header {key}")
        for key, value in headers
        if value
    ]
    blocks += _body_blocks(body)
    notes = ("Attachments were not read; send each by itself: " + ", ".join(attached) + ".",)
    return Draft(
        EML, tuple(blocks), title=dict(headers)["Subject"], notes=notes if attached else ()
    )


def _header(message: EmailMessage, key: str) -> str:
    values = [join_lines([clean(str(value))]) for value in message.get_all(key, [])]
    return ", ".join(value for value in values if value)


def _body_blocks(body: str) -> list[Block]:
    """Paragraphs; those that quote an earlier message lose their marks and say so in the place."""
    blocks: list[Block] = []
    number = 0
    for quoted, lines in _runs(body.split("\n")):
        text = "\n".join(lines)
        for paragraph in paragraphs(_QUOTED.sub("", text) if quoted else text):
            number += 1
            blocks.append(Block(paragraph, label=f"¶ {number} (quoted)" if quoted else ""))
    return blocks


def _runs(lines: list[str]) -> list[tuple[bool, list[str]]]:
    runs: list[tuple[bool, list[str]]] = []
    for line in lines:
        quoted = bool(_QUOTED.match(line))
        if not runs or (runs[-1][0] != quoted and line.strip()):
            runs.append((quoted, []))
        runs[-1][1].append(line)
    return runs


def _body(message: EmailMessage) -> str:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    text = _content(part)
    if part.get_content_subtype() == "html":
        return html_text(text)
    return text


def _content(part: MIMEPart) -> str:
    try:
        content = part.get_content()
    except (LookupError, UnicodeError):  # a charset that nobody knows
        content = part.get_payload(decode=True)
    return decode(content)[0] if isinstance(content, bytes) else clean(str(content))


def _attachments(message: EmailMessage) -> list[MIMEPart]:
    return list(message.iter_attachments()) if message.is_multipart() else []


def html_text(html: str) -> str:
    """The text a reader sees, with line ends where blocks end."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    return "".join(parser.parts)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag in _UNSEEN:
            self._hidden += 1
        elif tag in _BREAKS:
            self.parts.append("\n" if tag == "br" else "\n\n")
        elif tag in ("td", "th"):
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._hidden = max(0, self._hidden - 1)
        elif tag in _BREAKS:
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(re.sub(r"\s+", " ", data))
