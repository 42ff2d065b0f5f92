"""Mail as it was sent (EML): headers, the plain body (else what the HTML one shows), enclosures."""

from __future__ import annotations

from collections.abc import Iterator
from email import policy
from email.message import EmailMessage, Message, MIMEPart
from email.parser import BytesParser

from engine.corpus.draft import Draft
from engine.corpus.errors import Bomb, Corrupt, Encrypted, TooLarge, Unsupported
from engine.corpus.limits import Limits
from engine.corpus.readers.html import Seen, look
from engine.corpus.readers.mail import MAX_PARTS, Enclosure, draft_of_mail, letter_name
from engine.corpus.readers.text import clean, decode
from engine.corpus.sniff import EML

_MALFORMED = (ValueError, LookupError, AttributeError, TypeError, IndexError)
_MAX_DEPTH = 50
_SEALED = "it is sealed in its signature"


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a message. Raises Bomb, Corrupt, Encrypted, TooLarge, Unsupported."""
    message = _parsed(data, name)
    try:
        headers = [(key, str(value)) for key, value in message.items()]
        body = _body(message, name)
        attached = [_file_name(part) for part in _enclosed(message)]
    except _MALFORMED as error:
        # the standard parser answers some malformed headers with these
        raise Corrupt(name) from error
    return draft_of_mail(EML, headers, body, attached, name, limits)


def enclosures(data: bytes, name: str) -> Iterator[Enclosure]:
    """The files and messages within a message. Raises as ``read`` does."""
    message = _parsed(data, name)
    for part in _enclosed(message):
        try:
            yield Enclosure(_file_name(part), _file(part), _is_shown(part))
        except _MALFORMED as error:
            raise Corrupt(name) from error


def _parsed(data: bytes, name: str) -> EmailMessage:
    """The message, bounded in depth and parts before anything walks it."""
    try:
        message = BytesParser(policy=policy.default).parsebytes(data)
        parts = depth = 0
        level: list[Message] = [message]
        while level:
            depth += 1
            parts += len(level)
            if depth > _MAX_DEPTH:
                raise Bomb(name, detail="it is nested too deep")
            if parts > MAX_PARTS:
                raise TooLarge(name, detail=f"over {MAX_PARTS:,} parts")
            level = [
                part
                for outer in level
                if isinstance(payload := outer.get_payload(), list)
                for part in payload
                if isinstance(part, Message)
            ]
    except RecursionError as error:
        raise Bomb(name, detail="it is nested too deep") from error
    except _MALFORMED as error:
        raise Corrupt(name) from error
    kind = message.get_content_type()
    if kind == "multipart/encrypted":
        raise Encrypted(name)
    if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        if message.get_param("smime-type", "enveloped-data") == "enveloped-data":
            raise Encrypted(name)
        raise Unsupported(name, detail=_SEALED, remedy="Save its text as PDF and send that.")
    return message


def _body(message: EmailMessage, name: str) -> str | Seen:
    """What the message says: its plain text where it has any words, else what its HTML shows."""
    shown = message.get_body(preferencelist=("html",))
    plain = message.get_body(preferencelist=("plain",))
    text = _content(plain) if plain is not None else ""
    if shown is not None and not any(c.isalnum() for c in text):
        return look(_content(shown), name)
    more = [_content(part) for part in _attached(message) if _is_text(part)]
    return "\n\n".join([text, *more])


def _content(part: MIMEPart) -> str:
    try:
        content = part.get_content()
    except (LookupError, UnicodeError):  # a charset that nobody knows
        content = part.get_payload(decode=True)
    return decode(content)[0] if isinstance(content, bytes) else clean(str(content))


def _attached(message: EmailMessage) -> list[MIMEPart]:
    return list(message.iter_attachments()) if message.is_multipart() else []


def _enclosed(message: EmailMessage) -> list[MIMEPart]:
    """Attachments, and a whole message that is nothing but a file."""
    if not message.is_multipart() and message.get_content_maintype() != "text":
        return [message]
    return [part for part in _attached(message) if not _is_text(part)]


def _is_text(part: MIMEPart) -> bool:
    """Words that some programs place between and after attachments: they are of the body."""
    return (
        part.get_content_type() == "text/plain"
        and not part.get_filename()
        and part.get_content_disposition() != "attachment"
    )


def _is_shown(part: MIMEPart) -> bool:
    return part.get_content_disposition() == "inline" or part.get("Content-ID") is not None


def _file_name(part: MIMEPart) -> str:
    if name := part.get_filename():
        return str(name)
    if part.get_content_type() == "message/rfc822":
        return letter_name(str(_within(part).get("Subject") or ""))
    return "unnamed"


def _within(part: MIMEPart) -> Message:
    """The message that a part forwards, else the part itself."""
    payload = part.get_payload()
    inner = payload[0] if isinstance(payload, list) and payload else part
    return inner if isinstance(inner, Message) else part


def _file(part: MIMEPart) -> bytes:
    if part.is_multipart():
        return (_within(part) if part.get_content_type() == "message/rfc822" else part).as_bytes()
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
