"""The terminal desk: type commands, read the thread as it grows."""

from __future__ import annotations

import asyncio
import secrets
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output
from prompt_toolkit.patch_stdout import patch_stdout

from bot.closing import closing
from bot.render.terminal import Printer
from bot.render.words import one_line
from bot.terminal.answers import Asked
from bot.terminal.completion import CommandCompleter, SeenIds
from bot.terminal.link import Link
from bot.terminal.say import problem
from engine.errors import BadRequest, LawgameError
from engine.events import Kind
from engine.matter import Scope
from handlers.asking import LOCAL
from handlers.doors import MatterLine, Shown
from handlers.posts import Post
from handlers.requests import (
    CommandRequest,
    IncomingFile,
    Origin,
    PressRequest,
    UploadRequest,
)

_LEAVE_WITHIN = 2.0
_OWN = {
    "upload": "PATH… [--record]: add documents; ours only unless --record",
    "press": "ACTION [POST]: press a button, the newest of that name",
    "quit": "leave; what runs goes on",
}


class NoSuchFile(BadRequest):
    """There is no such file."""

    code = "chat.no_file"
    default_remedy = "Check the path; quote it if it holds spaces."


class NoSuchButton(BadRequest):
    """There is no such button in what was shown."""

    code = "chat.no_button"
    default_remedy = "Type what stands after `press` beside the button."


class Chat:
    """One person's conversation. What it knows of the house it knows from the link.

    ``matter`` is the one being worked on: the one that the newest answer was about.
    """

    def __init__(self, link: Link, person: str, printer: Printer) -> None:
        self._link = link
        self._person = person
        self._printer = printer
        self._lobby = ""
        self._printed: set[int] = set()
        self._posts: dict[str, Post] = {}
        self._running: dict[str, str] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self.seen = SeenIds()
        self.matter: MatterLine | None = None

    async def start(self, matter: str | None) -> int:
        """Take a seat at ``matter`` (id or number), if given; returns where to watch from."""
        self._lobby = await self._link.lobby(self._person)
        if matter:
            found = await self._link.matters(self._person)
            self.matter = next((m for m in found if matter in (m.id, m.number)), None)
        return await self._link.latest()

    async def watch(self, after: int) -> None:
        """Print what happens in this matter's thread and the person's own, until closed."""
        try:
            async with closing(self._link.watch(self._person, after)) as watched:
                async for shown in watched:
                    if shown.post.thread in (self._lobby, self.matter and self.matter.thread):
                        self._show(shown)
        except LawgameError as error:
            self._printer.post(problem(error))

    def enter(self, line: str) -> None:
        """Send what was typed. Its answers are printed when they come."""
        try:
            request = self._request(line.strip())
        except LawgameError as error:
            self._printer.post(problem(error))
            return
        task = asyncio.ensure_future(self._send(request))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def settle(self) -> None:
        """Wait until everything that was sent is answered."""
        await asyncio.gather(*self._sending)

    async def close(self) -> None:
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)

    def toolbar(self) -> str:
        place = f"{self.matter.number} {self.matter.title}" if self.matter else "no matter yet"
        return " · ".join(one_line(part) for part in (self._person, place, *self._running.values()))

    async def _send(self, request: Asked) -> None:
        try:
            async with closing(self._link.send(request, wait=False)) as lines:
                async for line in lines:
                    if isinstance(line, Shown):
                        await self._go(line.post)
                        self._show(line)
        except LawgameError as error:
            self._printer.post(problem(error))

    async def _go(self, post: Post) -> None:
        led = post.matter
        if led and (self.matter is None or self.matter.id != led):
            found = await self._link.matters(self._person)
            self.matter = next((m for m in found if m.id == led), self.matter)

    def _show(self, shown: Shown) -> None:
        if shown.seq in self._printed:
            return
        self._printed.add(shown.seq)
        post = shown.post
        self.seen.look(post)
        if post.actions:
            self._posts[post.id] = post
        if post.kind is Kind.PROGRESS:
            # It would push away what is being typed; the toolbar shows it.
            count = f" {post.progress.done}/{post.progress.total}" if post.progress else ""
            self._running[post.line or ""] = f"{post.title}{count}"
            return
        if post.ends:
            self._running.pop(post.ends, None)
        self._printer.post(post)

    def _request(self, line: str) -> Asked:
        word, _, rest = line.removeprefix("/").partition(" ")
        if word == "upload":
            return self._upload(_split(rest))
        if word == "press":
            return self._press(_split(rest))
        matter = self.matter.id if self.matter else None
        return CommandRequest(self._origin(), line, matter=matter)

    def _origin(self) -> Origin:
        thread = self.matter.thread if self.matter else self._lobby
        delivery = secrets.token_urlsafe(12)
        return Origin("terminal", LOCAL, self._person, delivery, thread=thread, person=self._person)

    def _upload(self, words: list[str]) -> UploadRequest:
        scope = Scope.RECORD if "--record" in words else Scope.OURS
        paths = [Path(word).expanduser() for word in words if word not in ("--record", "--ours")]
        missing = next((path for path in paths if not path.is_file()), None)
        if missing or not paths:
            raise NoSuchFile(f"There is no file {missing}." if missing else "Name a file.")
        files = tuple(
            IncomingFile(path.name, str(path.resolve()), path.stat().st_size) for path in paths
        )
        matter = self.matter.id if self.matter else None
        return UploadRequest(self._origin(), files, matter=matter, scope=scope)

    def _press(self, words: list[str]) -> PressRequest:
        wanted = {word.casefold() for word in words}
        for post in reversed(self._posts.values()):
            for action in post.actions:
                names = {action.id.casefold(), action.label.casefold()}
                if wanted and wanted <= names | {post.id.casefold()} and wanted & names:
                    return PressRequest(self._origin(), action.id, post.id, action.value)
        raise NoSuchButton


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise BadRequest("A quotation mark is not closed.") from error


async def chat(
    link: Link,
    person: str,
    *,
    history: Path | None = None,
    matter: str | None = None,
    input: Input | None = None,
    output: Output | None = None,
    out: TextIO | None = None,
    clock: Callable[[], float] = monotonic,
) -> int:
    """Talk with the house until the person leaves; returns 0. Raises ``LawgameError`` at once if
    it cannot be reached. ``history`` is the file that keeps what was typed."""
    with patch_stdout(raw=True):
        talk = Chat(link, person, Printer(out or sys.stdout))
        after = await talk.start(matter)
        session = _session(talk, link, person, history, input, output)
        watch = asyncio.create_task(talk.watch(after))
        try:
            await _read(session, talk, clock)
        finally:
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch
            await talk.close()
    return 0


async def _read(session: PromptSession[str], talk: Chat, clock: Callable[[], float]) -> None:
    pressed = float("-inf")
    while True:
        try:
            line = await session.prompt_async()
        except KeyboardInterrupt:
            if clock() - pressed < _LEAVE_WITHIN:
                return
            pressed = clock()
            session.message = "(Ctrl-C again to leave) > "
            continue
        except EOFError:
            return
        session.message = "> "
        if line.strip() in ("quit", "exit"):
            return
        if line.strip():
            talk.enter(line)


def _session(
    talk: Chat,
    link: Link,
    person: str,
    history: Path | None,
    input: Input | None,
    output: Output | None,
) -> PromptSession[str]:
    kept: History = InMemoryHistory()
    if history:
        history.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Objectives are typed here: privileged text, for this user's eyes.
        history.touch(mode=0o600)
        kept = FileHistory(str(history))
    more: dict[str, Any] = {"input": input, "output": output}
    return PromptSession(
        "> ",
        history=kept,
        completer=CommandCompleter(talk.seen, lambda: link.matters(person), _OWN),
        complete_while_typing=True,
        bottom_toolbar=talk.toolbar,
        refresh_interval=0.5,
        **more,
    )
