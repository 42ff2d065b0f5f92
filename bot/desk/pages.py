"""The Desk's pages: choosing a person, a person's matters, a matter's thread.

Everything works as plain forms that come back to the page; ``static/desk.js`` adds what is live.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from aiohttp import web
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from bot.closing import closing
from bot.desk.files import send_file
from bot.desk.guard import Form, Guard
from bot.desk.live import Streams
from bot.desk.signin import DeskIdentity, Session
from bot.desk.uploads import Limits, receive
from bot.render.html import Page, hidden, render
from engine.errors import LawgameError, NotAllowed, NotFound
from engine.events import Kind
from engine.matter import Scope
from handlers.doors import FrontDoor, MatterLine, ReadingRoom, Receipt, Shown
from handlers.registry import COMMANDS
from handlers.requests import CommandRequest, Origin, PressRequest, UploadRequest

_HERE = Path(__file__).parent
_STATIC = {"desk.css": "text/css", "desk.js": "text/javascript", "desk.svg": "image/svg+xml"}
_FIRST_ANSWER = 1.5
_RECENT = 200
_CHECK = "check"
"""The upload form's choice for a brief that is checked and not kept."""


class NobodyChosen(NotAllowed):
    """Nobody is at the Desk yet."""

    code = "desk.nobody"
    default_remedy = "Go to the Desk's first page and choose who you are."


def routes(
    door: FrontDoor,
    room: ReadingRoom,
    identity: DeskIdentity,
    uploads: Path,
    *,
    hosts: Collection[str] = (),
    limits: Limits | None = None,
) -> list[web.RouteDef]:
    """The Desk's routes. ``hosts`` are the names besides loopback's under which it is reached."""
    return Desk(door, room, identity, uploads, hosts=hosts, limits=limits).routes()


class Desk:
    """The pages over the two doors. Call :meth:`close` when the application shuts down."""

    def __init__(
        self,
        door: FrontDoor,
        room: ReadingRoom,
        identity: DeskIdentity,
        uploads: Path,
        *,
        hosts: Collection[str] = (),
        limits: Limits | None = None,
        heartbeat: float = 15.0,
    ) -> None:
        self._door = door
        self._room = room
        self._identity = identity
        self._uploads = uploads
        self._limits = limits or Limits()
        self._streams = Streams(room, heartbeat)
        self._guard = Guard(identity, hosts, self._error_page)
        self._static = {name: (_HERE / "static" / name).read_bytes() for name in _STATIC}
        self._pages = Environment(
            loader=FileSystemLoader(_HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        version = hashlib.sha256(b"".join(self._static.values())).hexdigest()[:12]
        self._pages.globals.update(commands=COMMANDS, version=version, hidden=hidden)

    def routes(self) -> list[web.RouteDef]:
        page, form = self._guard.open, self._guard.form
        found = [
            web.get("/", page(self._front)),
            web.post("/person", form(self._choose)),
            web.get("/desk/{name}", page(self._asset)),
        ]
        for base in ("", "/m/{matter}"):
            found += [
                web.get(f"{base}/live", page(self._live)),
                web.post(f"{base}/say", form(self._say)),
                web.post(f"{base}/press", form(self._press)),
                web.get(f"{base}/file/{{post}}/{{number}}", page(self._file)),
            ]
        return [
            *found,
            web.get("/m/{matter}", page(self._thread)),
            web.post("/m/{matter}/upload", page(self._upload)),
        ]

    async def close(self, app: web.Application | None = None) -> None:
        """End the live streams; fits ``app.on_shutdown``."""
        self._streams.close()

    # Pages

    async def _front(self, request: web.Request, session: Session) -> web.StreamResponse:
        if session.person:
            return await self._thread(request, session)
        if self._identity.entrance:
            raise web.HTTPSeeOther(self._identity.entrance)
        people = await self._identity.choices()
        return self._draw(request, session, "people.html", people=people)

    async def _thread(self, request: web.Request, session: Session) -> web.StreamResponse:
        person = _person(session)
        matters = await self._room.matters(person)
        matter, thread = await self._place(request, person, matters)
        everything = await self._room.posts(person, thread)
        posts, running = _apart(everything)
        earlier = 0 if "all" in request.query else max(len(posts) - _RECENT, 0)
        base = _base(matter)
        names = {known.id: known.name for known in await self._room.people()}

        def draw(shown: Sequence[Shown]) -> list[Markup]:
            return [render(each.post, self._around(session, base), each.at) for each in shown]

        return self._draw(
            request,
            session,
            "thread.html",
            person=names.get(person, person),
            matters=matters,
            matter=matter,
            base=base,
            after=everything[-1].seq if everything else 0,
            earlier=earlier,
            posts=draw(posts[earlier:]),
            running=draw(running),
            limit=self._limits.size // 2**20,
        )

    async def _live(self, request: web.Request, session: Session) -> web.StreamResponse:
        person = _person(session)
        matter, thread = await self._place(request, person)
        base = _base(matter)
        return await self._streams.serve(
            request, person, thread, lambda: self._around(session, base)
        )

    async def _asset(self, request: web.Request, session: Session) -> web.StreamResponse:
        name = request.match_info["name"]
        if name not in self._static:
            raise NotFound
        response = web.Response(body=self._static[name], content_type=_STATIC[name])
        # The address carries the version, so a new version is a new address.
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response

    async def _file(self, request: web.Request, session: Session) -> web.StreamResponse:
        person = _person(session)
        _, thread = await self._place(request, person)
        posts = (shown.post for shown in await self._room.posts(person, thread))
        post = next((post for post in posts if post.id == request.match_info["post"]), None)
        number = request.match_info["number"]
        if post is None or not number.isdecimal() or int(number) >= len(post.files):
            raise NotFound
        return await send_file(post.files[int(number)])

    # What people ask

    async def _choose(
        self, request: web.Request, session: Session, form: Form
    ) -> web.StreamResponse:
        chosen = await self._identity.choose(str(form.get("person", "")) or None)
        response = web.Response(status=303, headers={"Location": "/"})
        self._identity.keep(request, response, chosen)
        return response

    async def _say(self, request: web.Request, session: Session, form: Form) -> web.StreamResponse:
        person = _person(session)
        matter, thread = await self._place(request, person)
        text = str(form.get("text", "")).strip()
        if not text:
            return self._back(request, matter)
        origin = _origin(person, thread, str(form.get("delivery", "")))
        asked = CommandRequest(origin, text, matter=matter.id if matter else None)
        return self._back(request, await self._led_to(asked, person, matter))

    async def _press(
        self, request: web.Request, session: Session, form: Form
    ) -> web.StreamResponse:
        person = _person(session)
        matter, thread = await self._place(request, person)
        action = str(form.get("action", ""))
        # One page draws all of a post's buttons with one nonce; each is a delivery of its own.
        origin = _origin(person, thread, f"{form.get('delivery', '')}:{action}")
        asked = PressRequest(
            origin,
            action,
            post=str(form.get("post", "")),
            value=str(form.get("value", "")),
            note=str(form.get("note", "")),
        )
        return self._back(request, await self._led_to(asked, person, matter))

    async def _upload(self, request: web.Request, session: Session) -> web.StreamResponse:
        person = _person(session)
        matter, thread = await self._place(request, person)

        def check(fields: Mapping[str, str]) -> None:
            self._guard.check(request, session, fields.get("csrf", ""))

        upload = await receive(request, self._uploads, self._limits, check)
        scope = Scope.RECORD if upload.fields.get("scope") == Scope.RECORD else Scope.OURS
        origin = _origin(person, thread, upload.fields.get("delivery", ""))
        files, named = tuple(upload.files), matter.id if matter else None
        asked: UploadRequest | CommandRequest
        if upload.fields.get("scope") == _CHECK:
            asked = CommandRequest(origin, "citecheck", matter=named, files=files)
        else:
            asked = UploadRequest(origin, files, matter=named, scope=scope)
        receipt, _ = await self._ask(asked, person)
        if not receipt.fresh:
            await upload.discard()
        return self._back(request, matter)

    async def _led_to(
        self, asked: CommandRequest | PressRequest, person: str, matter: MatterLine | None
    ) -> MatterLine | None:
        """The matter to be on after asking: the answer's own, if that is another one."""
        _, shown = await self._ask(asked, person)
        led = shown.post.matter if shown else None
        if led is None or (matter and led == matter.id):
            return matter
        return _named(await self._room.matters(person), led) or matter

    async def _ask(
        self, asked: CommandRequest | PressRequest | UploadRequest, person: str
    ) -> tuple[Receipt, Shown | None]:
        """The receipt, and the first answer if it comes soon: the page then shows it at once."""
        before = await self._room.latest()
        receipt = await self._door.receive(asked)
        if receipt.fresh:
            with suppress(TimeoutError):
                async with (
                    asyncio.timeout(_FIRST_ANSWER),
                    closing(self._room.watch(person, before)) as watched,
                ):
                    async for shown in watched:
                        if shown.inbox == receipt.inbox:
                            return receipt, shown
        return receipt, None

    # Shared

    async def _place(
        self, request: web.Request, person: str, matters: Sequence[MatterLine] | None = None
    ) -> tuple[MatterLine | None, str]:
        """The matter that the address names and its thread; else the person's own thread."""
        id = request.match_info.get("matter")
        if id is None:
            return None, await self._room.lobby(person)
        matter = _named(await self._room.matters(person) if matters is None else matters, id)
        if matter is None:
            raise NotFound("There is no such matter that you may see.", remedy="Choose a matter.")
        return matter, matter.thread

    def _around(self, session: Session, base: str) -> Page:
        return Page(f"{base}/press", self._sealed(session), f"{base}/file")

    def _sealed(self, session: Session) -> dict[str, str]:
        return {"csrf": self._identity.token(session), "delivery": _nonce()}

    def _back(self, request: web.Request, matter: MatterLine | None) -> web.Response:
        """To a script: where to be and the next form's key. Else back to the page."""
        if _scripted(request):
            return web.json_response({"go": _base(matter) or "/", "delivery": _nonce()})
        return web.Response(status=303, headers={"Location": f"{_base(matter) or '/'}#end"})

    def _draw(
        self, request: web.Request, session: Session, name: str, **words: object
    ) -> web.Response:
        text = self._pages.get_template(name).render(
            session=session, seal=lambda: self._sealed(session), **words
        )
        response = web.Response(text=text, content_type="text/html")
        self._identity.keep(request, response, session)
        return response

    def _error_page(self, request: web.Request, error: LawgameError, status: int) -> web.Response:
        if _scripted(request):
            words = {"code": error.code, "message": error.message, "remedy": error.remedy}
            return web.json_response({"error": words}, status=status)
        text = self._pages.get_template("error.html").render(error=error)
        return web.Response(text=text, status=status, content_type="text/html")


def _nonce() -> str:
    return secrets.token_urlsafe(12)


def _scripted(request: web.Request) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _person(session: Session) -> str:
    if session.person is None:
        raise NobodyChosen
    return session.person


def _named(matters: Iterable[MatterLine], id: str) -> MatterLine | None:
    return next((matter for matter in matters if matter.id == id), None)


def _base(matter: MatterLine | None) -> str:
    return f"/m/{quote(matter.id, safe='')}" if matter else ""


def _origin(person: str, thread: str, delivery: str) -> Origin:
    """``delivery`` is the nonce of the form; a form without one is a request of its own."""
    return Origin("desk", "", person, delivery or _nonce(), thread=thread, person=person)


def _apart(shown: Sequence[Shown]) -> tuple[list[Shown], list[Shown]]:
    """The posts to read, and the progress of what still runs; superseded posts are left out, but
    for outcomes, on which others followed: they say that they are."""
    gone = {each.post.supersedes for each in shown if each.post.kind is not Kind.OUTCOME}
    ended = {each.post.ends: each.seq for each in shown if each.post.ends}
    posts, running = [], []
    for each in shown:
        if each.post.kind is not Kind.PROGRESS:
            posts += [each] if each.post.id not in gone else []
        elif ended.get(each.post.line or "", 0) < each.seq:
            running.append(each)
    return posts, running
