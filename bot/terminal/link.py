"""The link to the process that serves the house: JSON lines over a Unix socket.

A client sends one operation a line and reads lines until its ``end``; one connection does one
operation at a time, and leaving is hanging up.

==========================================================  =======================================
client                                                      server
==========================================================  =======================================
``{"op": "send", "request": {…}, "wait": bool}``            ``{"receipt": {"inbox", "fresh"}}``,
                                                            shown…, ``{"end": {"ok": bool}}``
``{"op": "watch", "person": …, "after": n}``                shown…, until the client hangs up
``{"op": "matters", "person": …}``                          ``{"matters": [{…}]}``, end
``{"op": "lobby", "person": …}``, ``people``, ``latest``    ``{"lobby": …}`` and so on, end
==========================================================  =======================================

*shown* is ``{"seq", "inbox", "at", "post": {…}}`` with the post as ``handlers.posts`` writes it,
the request as ``handlers.requests`` does; the person is the request's origin's. A line that
cannot be understood or done is answered ``{"error": {"code", "message", "remedy"}}``;
``{"stopping": true}`` is the last line of a server that goes. Only processes of the server's own
user are answered.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from bot.closing import closing
from bot.terminal.answers import Asked, End, Line, answers
from engine.errors import BadRequest, LawgameError, Unavailable
from handlers import posts, requests
from handlers.doors import FrontDoor, MatterLine, Person, ReadingRoom, Receipt, Shown

_LIMIT = 64 * 2**20
_PATH_BYTES = 100


class Unreachable(Unavailable):
    """Nobody serves this house just now."""

    code = "link.unreachable"
    default_remedy = "Start it with `lawgame serve`, then try again."


class Stopping(Unavailable):
    """The process that serves the house is stopping."""

    code = "link.stopping"
    default_remedy = "Work that has begun is kept and goes on at the next `lawgame serve`."


class PathTooLong(LawgameError):
    """The socket's path is longer than a Unix socket's may be."""

    code = "link.path_too_long"
    default_remedy = "Set XDG_RUNTIME_DIR to a folder with a short path."


class FarError(LawgameError):
    """The other end could not do it; code, message and remedy are its own."""

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(message, remedy=remedy)
        self.code = code  # type: ignore[misc]


class Link(Protocol):
    """What the terminal needs of the house; a socket's far end, or the house itself."""

    def send(self, request: Asked, *, wait: bool) -> AsyncIterator[Line]:
        """The receipt, then the posts that answer, then the end."""
        ...

    def watch(self, person: str, after: int) -> AsyncIterator[Shown]: ...

    async def matters(self, person: str) -> Sequence[MatterLine]: ...

    async def lobby(self, person: str) -> str: ...

    async def people(self) -> Sequence[Person]: ...

    async def latest(self) -> int: ...


@dataclass(frozen=True)
class LocalLink:
    """The house in this process. ``awake`` starts its engine: who waits for a run or watches
    needs it on, who asks in passing does not."""

    door: FrontDoor
    room: ReadingRoom
    awake: Callable[[], Awaitable[None]] | None = None

    async def send(self, request: Asked, *, wait: bool) -> AsyncIterator[Line]:
        if wait and self.awake is not None:
            await self.awake()
        async with closing(answers(self.door, self.room, request, wait=wait)) as lines:
            async for line in lines:
                yield line

    async def watch(self, person: str, after: int) -> AsyncIterator[Shown]:
        if self.awake is not None:
            await self.awake()
        async with closing(self.room.watch(person, after)) as watched:
            async for shown in watched:
                yield shown

    async def matters(self, person: str) -> Sequence[MatterLine]:
        return await self.room.matters(person)

    async def lobby(self, person: str) -> str:
        return await self.room.lobby(person)

    async def people(self) -> Sequence[Person]:
        return await self.room.people()

    async def latest(self) -> int:
        return await self.room.latest()


# The serving end


class LinkServer:
    """Answers on a socket. ``attached`` is how many clients are there now."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._clients: set[asyncio.Task[None]] = set()
        self._nobody = asyncio.Event()
        self._nobody.set()
        self._server: asyncio.Server | None = None
        self._path: Path | None = None

    @property
    def attached(self) -> int:
        return len(self._clients)

    async def idle(self) -> None:
        """Returns when no client is attached."""
        await self._nobody.wait()

    async def open(self, path: Path) -> None:
        """Listen at ``path``, which only whoever holds the house's lock may do."""
        if len(os.fsencode(path)) > _PATH_BYTES:
            raise PathTooLong
        self._server = await asyncio.start_unix_server(
            self._client, sock=_bound(path), limit=_LIMIT
        )
        self._path = path

    async def close(self) -> None:
        """Tell every client that the house stops, and stop listening."""
        if self._server is None:
            return
        self._server.close()
        for task in list(self._clients):
            task.cancel()
        await asyncio.gather(*self._clients, return_exceptions=True)
        await self._server.wait_closed()
        if self._path:
            await asyncio.to_thread(self._path.unlink, missing_ok=True)
        self._server = None

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._clients.add(task)
        self._nobody.clear()
        try:
            if _same_user(writer):
                await self._converse(reader, writer)
        except asyncio.CancelledError:
            with suppress(OSError):
                await _write(writer, {"stopping": True})
        except OSError:
            pass
        finally:
            self._clients.discard(task)
            if not self._clients:
                self._nobody.set()
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        coming = asyncio.ensure_future(reader.readline())
        work: asyncio.Future[None] | None = None
        try:
            while line := await coming:
                # Reading on while working is how a client that hangs up is noticed.
                coming = asyncio.ensure_future(reader.readline())
                work = asyncio.ensure_future(self._answer(line, writer))
                await asyncio.wait({work, coming}, return_when=asyncio.FIRST_COMPLETED)
                if not work.done() and not await coming:
                    return
                await work
        finally:
            coming.cancel()
            if work:
                work.cancel()
                with suppress(asyncio.CancelledError, OSError):
                    await work

    async def _answer(self, line: bytes, writer: asyncio.StreamWriter) -> None:
        try:
            asked = _object(line)
            async with closing(self._lines(asked)) as lines:
                async for answer in lines:
                    await _write(writer, answer)
        except LawgameError as error:
            words = {"code": error.code, "message": error.message, "remedy": error.remedy}
            await _write(writer, {"error": words})

    async def _lines(self, asked: Mapping[str, Any]) -> AsyncIterator[Mapping[str, Any]]:
        person = str(asked.get("person", ""))
        match asked.get("op"):
            case "send":
                request = _request(asked.get("request"))
                async for line in self._link.send(request, wait=bool(asked.get("wait"))):
                    yield line_to_json(line)
                return
            case "watch":
                after = asked.get("after")
                async for shown in self._link.watch(person, after if isinstance(after, int) else 0):
                    yield line_to_json(shown)
            case "matters":
                yield {"matters": [asdict(each) for each in await self._link.matters(person)]}
            case "people":
                yield {"people": [asdict(each) for each in await self._link.people()]}
            case "lobby":
                yield {"lobby": await self._link.lobby(person)}
            case "latest":
                yield {"latest": await self._link.latest()}
            case _:
                raise BadRequest("The link knows no such operation.")
        yield line_to_json(End(True))


async def serve(path: Path, door: FrontDoor, room: ReadingRoom) -> LinkServer:
    """A listening server; close it with :meth:`LinkServer.close`."""
    server = LinkServer(LocalLink(door, room))
    await server.open(path)
    return server


def _bound(path: Path) -> socket.socket:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # One that a killed process left; the lock's holder is alone here.
    path.unlink(missing_ok=True)
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    bound.bind(os.fsencode(path))
    path.chmod(0o600)
    return bound


def _same_user(writer: asyncio.StreamWriter) -> bool:
    if not hasattr(socket, "SO_PEERCRED"):
        # Elsewhere the socket's own permissions keep others out.
        return True
    peer = writer.get_extra_info("socket")
    size = struct.calcsize("3i")
    _, user, _ = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return bool(user == os.getuid())


async def _write(writer: asyncio.StreamWriter, value: Mapping[str, Any]) -> None:
    writer.write(json.dumps(value).encode() + b"\n")
    await writer.drain()


def _object(line: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise BadRequest("The line is not JSON.") from error
    if not isinstance(value, dict):
        raise BadRequest("The line is not a JSON object.")
    return value


def _request(value: Any) -> Asked:
    try:
        request = requests.from_json(value)
        if request.origin.surface != "terminal":
            raise BadRequest("Only the terminal asks over the link.")
        return request
    except ValidationError as error:
        # Its own words quote what was sent.
        raise BadRequest("The request does not have the shape of one.") from error


# The asking end


class SocketLink:
    """The house in another process; every operation has a connection of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def send(self, request: Asked, *, wait: bool) -> AsyncIterator[Line]:
        asked = {"op": "send", "request": requests.to_json(request), "wait": wait}
        async with closing(self._ask(asked)) as lines:
            async for line in lines:
                yield line_from_json(line)

    async def watch(self, person: str, after: int) -> AsyncIterator[Shown]:
        asked = {"op": "watch", "person": person, "after": after}
        async with closing(self._ask(asked)) as lines:
            async for line in lines:
                shown = line_from_json(line)
                if isinstance(shown, Shown):
                    yield shown

    async def matters(self, person: str) -> Sequence[MatterLine]:
        found = await self._look("matters", person)
        return [MatterLine(**each) for each in found]

    async def lobby(self, person: str) -> str:
        return str(await self._look("lobby", person))

    async def people(self) -> Sequence[Person]:
        found = await self._look("people")
        return [Person(each["id"], each["name"], tuple(each["roles"])) for each in found]

    async def latest(self) -> int:
        return int(await self._look("latest"))

    async def _look(self, op: str, person: str = "") -> Any:
        answer: Any = None
        async with closing(self._ask({"op": op, "person": person})) as lines:
            async for line in lines:
                answer = line.get(op, answer)
        return answer

    async def _ask(self, asked: Mapping[str, Any]) -> AsyncIterator[Mapping[str, Any]]:
        try:
            reader, writer = await asyncio.open_unix_connection(self._path, limit=_LIMIT)
        except OSError as error:
            raise Unreachable from error
        try:
            await _write(writer, asked)
            while line := await reader.readline():
                value = _object(line)
                if "error" in value:
                    raise FarError(**value["error"])
                if "stopping" in value:
                    raise Stopping
                yield value
                if "end" in value:
                    return
        except OSError as error:
            raise Stopping from error
        finally:
            writer.close()
        raise Stopping


async def connect(path: Path) -> SocketLink:
    """The link to whoever serves at ``path``. Raises ``Unreachable``."""
    link = SocketLink(path)
    await link.latest()
    return link


def line_to_json(line: Line) -> dict[str, Any]:
    match line:
        case Receipt():
            return {"receipt": asdict(line)}
        case End():
            return {"end": asdict(line)}
        case Shown(seq, post, inbox, at):
            moment = at.isoformat() if at else None
            return {"seq": seq, "inbox": inbox, "at": moment, "post": posts.to_json(post)}


def line_from_json(value: Mapping[str, Any]) -> Line:
    if "receipt" in value:
        return Receipt(**value["receipt"])
    if "end" in value:
        return End(**value["end"])
    at = datetime.fromisoformat(value["at"]) if value["at"] else None
    return Shown(value["seq"], posts.from_json(value["post"]), value["inbox"], at)
