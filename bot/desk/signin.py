"""Who sits at the Desk.

``DeskIdentity`` is all that the pages know of signing in. ``DemoIdentity`` lets people choose who
they are on the page, which only a person at this machine may do.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import json
import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import Protocol

from aiohttp import web

from engine.errors import LawgameError, NotAllowed, NotFound
from handlers.doors import Person, ReadingRoom

COOKIE = "lawgame_desk"
_LIFETIME = 7 * 24 * 3600


class NotHere(NotAllowed):
    """Persons can be chosen only on the machine that Lawgame runs on."""

    code = "desk.not_here"
    default_remedy = "Open the Desk in a browser on that machine, or set up sign-in."


class KeyTooShort(LawgameError):
    """The Desk's key file does not hold 32 bytes."""

    code = "desk.key"
    default_remedy = "Delete the file; a new key is made at the next start."


@dataclass(frozen=True)
class Session:
    """One browser. ``person`` is None until somebody has signed in or chosen."""

    id: str
    person: str | None = None


class DeskIdentity(Protocol):
    """``entrance`` is where somebody unknown is sent, "" where persons are chosen on the page."""

    entrance: str

    def session(self, request: web.Request) -> Session:
        """The browser's session, a new one if it has none. Raises ``NotAllowed``."""
        ...

    def keep(self, request: web.Request, response: web.StreamResponse, session: Session) -> None:
        """Have the browser bring ``session`` with its next request."""
        ...

    def token(self, session: Session) -> str:
        """What a form must carry to be believed to come from this session's page."""
        ...

    async def choices(self) -> Sequence[Person]:
        """Who may be chosen on the page; nobody where people sign in."""
        ...

    async def choose(self, person: str | None) -> Session:
        """A new session for that person, or for nobody. Raises ``NotFound``."""
        ...


class DemoIdentity:
    """Persons chosen on the page, on loopback only; the cookie is signed, not secret."""

    entrance = ""

    def __init__(self, key: bytes, room: ReadingRoom, clock: Callable[[], float] = time) -> None:
        self._key = key
        self._room = room
        self._clock = clock

    @classmethod
    def from_file(cls, path: Path, room: ReadingRoom) -> DemoIdentity:
        """With the key in ``path``, made at the first start. Raises ``KeyTooShort``."""
        return cls(signing_key(path), room)

    def session(self, request: web.Request) -> Session:
        if not _is_local(request):
            raise NotHere
        session = self._read(request.cookies.get(COOKIE, ""))
        return session or Session(secrets.token_urlsafe(16))

    def keep(self, request: web.Request, response: web.StreamResponse, session: Session) -> None:
        response.set_cookie(
            COOKIE,
            self._write(session),
            max_age=_LIFETIME,
            path="/",
            secure=request.secure,
            httponly=True,
            samesite="Strict",
        )

    def token(self, session: Session) -> str:
        return self._sign(b"form:" + session.id.encode())

    async def choices(self) -> Sequence[Person]:
        return await self._room.people()

    async def choose(self, person: str | None) -> Session:
        session = Session(secrets.token_urlsafe(16))
        if person is None:
            return session
        if person not in {known.id for known in await self._room.people()}:
            raise NotFound("There is no such person.", remedy="Choose one of those listed.")
        return replace(session, person=person)

    def _write(self, session: Session) -> str:
        words = [session.id, session.person, int(self._clock())]
        body = base64.urlsafe_b64encode(json.dumps(words).encode()).decode()
        return f"{body}.{self._sign(b'cookie:' + body.encode())}"

    def _read(self, cookie: str) -> Session | None:
        body, _, signature = cookie.partition(".")
        if not hmac.compare_digest(
            self._sign(b"cookie:" + body.encode()).encode(), signature.encode()
        ):
            return None
        id, person, made = json.loads(base64.urlsafe_b64decode(body))
        return Session(id, person) if made > self._clock() - _LIFETIME else None

    def _sign(self, message: bytes) -> str:
        digest = hmac.new(self._key, message, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def signing_key(path: Path) -> bytes:
    """32 random bytes that only this user can read, made if the file is not there."""
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        pass
    else:
        with os.fdopen(made, "wb") as file:
            file.write(secrets.token_bytes(32))
    key = path.read_bytes()
    if len(key) < 32:
        raise KeyTooShort
    return key


def _is_local(request: web.Request) -> bool:
    # A proxy in front would make the whole world look local.
    if "Forwarded" in request.headers or "X-Forwarded-For" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.remote or "").is_loopback
    except ValueError:
        return False
