"""What every request to the Desk passes: host, session, form token; what every answer carries."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Collection
from urllib.parse import urlsplit

from aiohttp import web
from multidict import MultiDictProxy

from bot.desk.signin import DeskIdentity, Session
from engine.errors import BadRequest, LawgameError, NotAllowed, NotFound, Refused, Unavailable

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: with it a browser's own forms would come with the origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Guarded = Callable[[web.Request, Session], Awaitable[web.StreamResponse]]
ErrorPage = Callable[[web.Request, LawgameError, int], web.Response]
Form = MultiDictProxy[str | bytes | bytearray | web.FileField]
WithForm = Callable[[web.Request, Session, Form], Awaitable[web.StreamResponse]]


class WrongHost(Refused):
    """The Desk is not known under this address."""

    code = "desk.host"
    default_remedy = "Open it as http://localhost, or add the name to the Desk's host names."


class FormExpired(NotAllowed):
    """This page is out of date, so nothing was done."""

    code = "desk.form_expired"
    default_remedy = "Reload the page and send it again."


_STATUS: tuple[tuple[type[LawgameError], int], ...] = (
    (WrongHost, 421),
    (NotAllowed, 403),
    (NotFound, 404),
    (BadRequest, 400),
    (Unavailable, 503),
    (Refused, 422),
)


def status_of(error: LawgameError) -> int:
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


class Guard:
    """Wraps the Desk's handlers. ``hosts`` are the names besides loopback's that it answers to.

    A page of another site that resolves its own name to this machine is refused by the name; a
    form of another site by its origin, by the cookie it does not bring, and by its missing token.
    """

    def __init__(self, identity: DeskIdentity, hosts: Collection[str], page: ErrorPage) -> None:
        self._identity = identity
        self._hosts = LOOPBACK | {host.lower() for host in hosts}
        self._page = page

    def open(self, handler: Guarded) -> Handler:
        """``handler`` with the session. One that changes anything must :meth:`check` a token."""

        async def answer(request: web.Request) -> web.StreamResponse:
            try:
                self._check_host(request)
                response = await handler(request, self._identity.session(request))
            except LawgameError as error:
                response = self._page(request, error, status_of(error))
            except web.HTTPException as error:
                error.headers.update(HEADERS)
                raise
            if not response.prepared:
                for name, value in HEADERS.items():
                    response.headers.setdefault(name, value)
            return response

        return answer

    def form(self, handler: WithForm) -> Handler:
        """``handler`` with the form of a POST, whose token was right."""

        async def checked(request: web.Request, session: Session) -> web.StreamResponse:
            form = await request.post()
            self.check(request, session, str(form.get("csrf", "")))
            return await handler(request, session, form)

        return self.open(checked)

    def check(self, request: web.Request, session: Session, token: str) -> None:
        """Raises ``FormExpired`` unless the form came from a page of this session."""
        origin = request.headers.get("Origin")
        same = origin is None or urlsplit(origin).netloc == request.host
        good = hmac.compare_digest(token.encode(), self._identity.token(session).encode())
        if not (same and good):
            raise FormExpired

    def _check_host(self, request: web.Request) -> None:
        try:
            name = urlsplit(f"//{request.host}").hostname or ""
        except ValueError:
            name = ""
        if name not in self._hosts:
            raise WrongHost
