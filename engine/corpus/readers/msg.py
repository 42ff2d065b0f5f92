"""Outlook's own messages (MSG): headers as rows, the plain body, else HTML, else rich text."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import HeaderParser
from email.utils import format_datetime

from olefile import OleFileIO  # type: ignore[import-untyped]
from oxmsg.domain import constants as tag
from oxmsg.domain import model
from oxmsg.properties import Properties
from oxmsg.storage import Storage

from engine.corpus.draft import Draft
from engine.corpus.errors import Bomb, Corrupt, Encrypted, TooLarge
from engine.corpus.limits import Limits
from engine.corpus.readers import eml, lzfu, rtf
from engine.corpus.readers.html import Seen, look
from engine.corpus.readers.mail import MAX_PARTS, Enclosure, draft_of_mail, letter_name
from engine.corpus.readers.text import clean
from engine.corpus.sniff import MSG

_BROKEN = (
    LookupError, ValueError, TypeError, AttributeError, OSError, OverflowError, AssertionError,
    struct.error, model.UnrecognizedCodePageError, model.UnsupportedEncodingError,
)  # fmt: skip
_WITHIN = 24
_EMBEDDED = "__substg1.0_3701000D"
_MAX_DEPTH = 10
_RECIPIENTS = {1: "To", 2: "Cc", 3: "Bcc"}
_SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/signed")
_RTF_MOST = 50 * 1024 * 1024


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a message. Raises Bomb, Corrupt, Encrypted, TooLarge."""
    try:
        letter = _opened(data, name)
        if (signed := _signed(letter)) is not None:
            inner = eml.read(signed, name, limits)
            return draft_of_mail(MSG, letter.headers(), _text(inner), [], name, limits)
        attached = letter.enclosed()
        return draft_of_mail(MSG, letter.headers(), letter.body(name, limits), attached, name,
                             limits)  # fmt: skip
    except _BROKEN as error:
        raise Corrupt(name) from error


def enclosures(data: bytes, name: str) -> Iterator[Enclosure]:
    """The files within a message; a message within comes as EML. Raises as ``read`` does."""
    try:
        letter = _opened(data, name)
        if (signed := _signed(letter)) is not None:
            yield from eml.enclosures(signed, name)
            return
        yield from letter.enclosures(name)
    except _BROKEN as error:
        raise Corrupt(name) from error


def _text(draft: Draft) -> str:
    return "\n\n".join(b.text for b in draft.blocks if not b.label.startswith("header "))


def _opened(data: bytes, name: str) -> _Letter:
    with OleFileIO(io.BytesIO(data)) as ole:
        letter = _Letter(Storage.from_ole(ole), model.MSG_HDR_OFFSET)
    if len(letter.storage.storages) > MAX_PARTS:
        raise TooLarge(name, detail=f"over {MAX_PARTS:,} parts")
    for sealed in letter.files():
        protected = sealed.name.lower().endswith(".rpmsg")
        opaque = sealed.mime in _SEALED[:2] and not sealed.content.lstrip().lower().startswith(
            b"content-type:"
        )
        if protected or (opaque and not letter.string(tag.PID_BODY).strip()):
            raise Encrypted(name)
    return letter


def _signed(letter: _Letter) -> bytes | None:
    """The mail as it was signed, where the message is nothing but the signature around it."""
    files = list(letter.files())
    if len(files) != 1 or files[0].mime not in _SEALED:
        return None
    content = files[0].content
    return content if content.lstrip().lower().startswith(b"content-type:") else None


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    mime: str
    content: bytes
    inline: bool


@dataclass(frozen=True)
class _Letter:
    """A message's storage; ``offset`` is where its properties begin, another one within another."""

    storage: Storage
    offset: int
    depth: int = 0

    @property
    def properties(self) -> Properties:
        return Properties(self.storage, self.offset)

    def string(self, pid: int) -> str:
        return _string(self.properties, self.storage, pid)

    def headers(self) -> list[tuple[str, str]]:
        """All headers it came with; those of a draft are put together from its properties."""
        sent = HeaderParser(policy=policy.default).parsestr(
            self.string(tag.PID_TRANSPORT_MESSAGE_HEADERS)
        )
        found = [(key, str(value)) for key, value in sent.items()]
        known = {key.lower() for key, _ in found}
        own = self._addressed() | {
            "From": self._sender(),
            "Date": self._date(),
            "Subject": self.string(tag.PID_SUBJECT),
        }
        return found + [(k, v) for k, v in own.items() if v and k.lower() not in known]

    def _sender(self) -> str:
        name = self.string(tag.PID_SENDER_NAME) or self.string(tag.PID_SENT_REPRESENTING_NAME)
        address = self.string(tag.PID_SENDER_SMTP_ADDRESS) or self.string(
            tag.PID_SENDER_EMAIL_ADDRESS
        )
        return _addressed(name, address)

    def _date(self) -> str:
        when = self.properties.date_prop_value(tag.PID_CLIENT_SUBMIT_TIME)
        return format_datetime(when) if when else ""

    def _addressed(self) -> dict[str, str]:
        told: dict[str, list[str]] = {}
        for storage in self.storage.iter_recipient_storages():
            properties = Properties(storage, model.RECIP_HDR_OFFSET)
            kind = _RECIPIENTS.get((properties.int_prop_value(tag.PID_RECIPIENT_TYPE) or 1) & 0xF)
            name = _string(properties, storage, tag.PID_DISPLAY_NAME)
            address = _string(properties, storage, tag.PID_SMTP_ADDRESS) or _string(
                properties, storage, tag.PID_EMAIL_ADDRESS
            )
            told.setdefault(kind or "To", []).append(_addressed(name, address))
        return {kind: ", ".join(people) for kind, people in told.items()}

    def body(self, name: str, limits: Limits) -> str | Seen:
        text = clean(self.string(tag.PID_BODY))
        if any(c.isalnum() for c in text):
            return text
        shown = self._html()
        if shown:
            return look(clean(shown), name)
        packed = self.properties.binary_prop_value(tag.PID_RTF_COMPRESSED)
        if packed:
            return rtf.body_of(lzfu.expand(packed, _RTF_MOST), name, limits)
        return text

    def _html(self) -> str:
        raw = self.properties.binary_prop_value(tag.PID_HTML)
        if raw:
            return raw.decode(self.properties.body_encoding, errors="replace")
        return self.string(tag.PID_BODY_HTML)

    def files(self) -> Iterator[_File]:
        """The attachments that are files, not messages."""
        for storage in self.storage.iter_attachment_storages():
            properties = Properties(storage, model.ATTACH_HDR_OFFSET)
            content = properties.binary_prop_value(tag.PID_ATTACH_DATA_BINARY)
            if content is not None:
                yield _File(
                    name=_attached_name(properties, storage),
                    mime=_string(properties, storage, tag.PID_ATTACH_MIME_TAG).lower(),
                    content=content,
                    inline=bool(_string(properties, storage, tag.PID_ATTACH_CONTENT_ID)),
                )

    def messages(self) -> Iterator[tuple[str, _Letter]]:
        """The attachments that are messages, by file names of our making."""
        for storage in self.storage.iter_attachment_storages():
            for inner in storage.storages:
                if inner.name.upper() == _EMBEDDED.upper() and _is_message(inner):
                    letter = _Letter(inner, _WITHIN, self.depth + 1)
                    yield letter_name(letter.string(tag.PID_SUBJECT)), letter

    def enclosed(self) -> list[str]:
        """The names of all attachments."""
        return [*(file.name for file in self.files()), *(name for name, _ in self.messages())]

    def enclosures(self, name: str) -> Iterator[Enclosure]:
        for file in self.files():
            yield Enclosure(file.name, file.content, file.inline)
        for subject, letter in self.messages():
            yield Enclosure(subject, letter.as_eml(name))

    def as_eml(self, name: str) -> bytes:
        """The message in the form that mail is sent in. Raises Bomb if it is nested too deep."""
        if self.depth > _MAX_DEPTH:
            raise Bomb(name, detail="it is nested too deep")
        message = EmailMessage(policy=policy.SMTP.clone(max_line_length=998))
        for key, value in self.headers():
            if key.title() not in message and not key.lower().startswith(("content-", "mime-")):
                message[key.title()] = " ".join(value.split())
        text = clean(self.string(tag.PID_BODY))
        if any(c.isalnum() for c in text):
            message.set_content(text)
        elif shown := self._html():
            message.set_content(clean(shown), subtype="html")
        else:
            body = self.body(name, Limits())
            message.set_content(body if isinstance(body, str) else _shown(body))
        for enclosure in self.enclosures(name):
            message.add_attachment(
                enclosure.content, maintype="application", subtype="octet-stream",
                filename=enclosure.name,
            )  # fmt: skip
        return message.as_bytes()


def _shown(seen: Seen) -> str:
    return "\n\n".join(said.text for said in seen.said)


def _is_message(storage: Storage) -> bool:
    return any(stream.name == "__properties_version1.0" for stream in storage.streams)


def _attached_name(properties: Properties, storage: Storage) -> str:
    for pid in (tag.PID_ATTACH_LONG_FILENAME, tag.PID_ATTACH_FILENAME, tag.PID_DISPLAY_NAME):
        if name := _string(properties, storage, pid):
            return name
    return "unnamed"


def _string(properties: Properties, storage: Storage, pid: int) -> str:
    """A property as text, "" if there is none; what cannot be decoded is replaced."""
    try:
        return (properties.str_prop_value(pid) or "").rstrip("\x00")
    except UnicodeDecodeError:
        try:
            raw = storage.property_stream_bytes(pid, tag.PTYP_STRING)
            return raw.decode("utf-16-le", errors="replace").rstrip("\x00")
        except KeyError:
            raw = storage.property_stream_bytes(pid, tag.PTYP_STRING8)
            return raw.decode("cp1252", errors="replace").rstrip("\x00")


def _addressed(name: str, address: str) -> str:
    if name and address and name != address and address not in name:
        return f"{name} <{address}>"
    return name or address
