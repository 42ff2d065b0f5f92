"""Slack's Web API on a local port: strict about tokens and blocks, and able to fail as it fails."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import time
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import web

from tests.doubles.block_kit import faults

TOKEN = "xoxb-of-the-tests"
SECRET = "signing-secret-of-the-tests"
Json = dict[str, Any]


@dataclass(frozen=True)
class Fails:
    """The next answer. ``after`` carries the call out first; ``status`` 0 drops the connection."""

    status: int = 0
    error: str = ""
    after: bool = False
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Served:
    """What a file's address gives."""

    body: bytes
    content_type: str = "application/pdf"
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 200


@dataclass
class FakeSlack:
    """``calls`` counts per method; ``fails`` are the next answers of a method, one each."""

    url: str = ""
    identity: Json = field(
        default_factory=lambda: {"team_id": "T01", "user_id": "U0BOT", "bot_id": "B0BOT"}
    )
    users: dict[str, Json] = field(default_factory=dict)
    files: dict[str, Json] = field(default_factory=dict)
    served: dict[str, Served] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)
    fails: defaultdict[str, deque[Fails]] = field(default_factory=lambda: defaultdict(deque))
    messages: list[Json] = field(default_factory=list)
    whispers: list[Json] = field(default_factory=list)
    answers: list[Json] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    uploads: dict[str, bytes] = field(default_factory=dict)
    page: int = 200

    @property
    def api_url(self) -> str:
        return f"{self.url}/api/"

    def texts(self, channel: str = "C01") -> list[str]:
        return [each["text"] for each in self.messages if each["channel"] == channel]

    async def call(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        self.calls[method] += 1
        if request.headers.get("Authorization") != f"Bearer {TOKEN}":
            return web.json_response({"ok": False, "error": "invalid_auth"})
        arguments = await _arguments(request)
        trouble = self.fails[method].popleft() if self.fails[method] else None
        answer = None if trouble and not trouble.after else self._answer(method, arguments)
        if trouble is None:
            return web.json_response(answer)
        if trouble.status:
            body = {"ok": False, "error": trouble.error}
            return web.json_response(body, status=trouble.status, headers=trouble.headers)
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    def _answer(self, method: str, told: Json) -> Json:
        if fault := faults(told.get("blocks") or []):
            return {"ok": False, "error": "invalid_blocks", "faults": fault}
        match method:
            case "auth.test":
                return {"ok": True, **self.identity}
            case "users.info" if told["user"] in self.users:
                return {"ok": True, "user": self.users[told["user"]]}
            case "users.info":
                return {"ok": False, "error": "user_not_found"}
            case "files.info":
                return {"ok": True, "file": self.files[told["file"]]}
            case "files.getUploadURLExternal":
                id = f"F{len(self.files) + 1:04d}"
                self.files[id] = {"id": id, "name": told["filename"], "length": told["length"]}
                return {"ok": True, "file_id": id, "upload_url": f"{self.url}/upload/{id}"}
            case "files.completeUploadExternal":
                return self._complete(told)
            case "chat.postMessage":
                message = {**told, "ts": f"{time.time():.0f}.{len(self.messages):06d}"}
                self.messages.append(message)
                return {"ok": True, "channel": told["channel"], "ts": message["ts"]}
            case "chat.postEphemeral":
                self.whispers.append(told)
                return {"ok": True, "message_ts": f"1.{len(self.whispers):06d}"}
            case "chat.update":
                return self._update(told)
            case "conversations.history" | "conversations.replies":
                return self._read(told)
        raise AssertionError(f"{method} is not expected")

    def _complete(self, told: Json) -> Json:
        """The files as a message of their own, as Slack shares them."""
        given = json.loads(told["files"]) if isinstance(told["files"], str) else told["files"]
        shared = [{**self.files[one["id"]], "title": one["title"]} for one in given]
        assert all(len(self.uploads[one["id"]]) == int(one["length"]) for one in shared)
        self.messages.append(
            {
                "channel": told["channel_id"],
                "text": "",
                "files": shared,
                "ts": f"{time.time():.0f}.{len(self.messages):06d}",
                **({"thread_ts": told["thread_ts"]} if told.get("thread_ts") else {}),
            }
        )
        return {"ok": True, "files": shared}

    async def take_file(self, request: web.Request) -> web.StreamResponse:
        self.uploads[request.match_info["id"]] = await request.read()
        return web.Response(text="OK")

    def _update(self, told: Json) -> Json:
        for message in self.messages:
            if message["ts"] == told["ts"]:
                message.update(text=told["text"], blocks=told["blocks"])
                return {"ok": True, "ts": told["ts"]}
        return {"ok": False, "error": "message_not_found"}

    def _read(self, told: Json) -> Json:
        thread = told.get("ts")
        found = [
            each if told.get("include_all_metadata") else {**each, "metadata": None}
            for each in self.messages
            if each["channel"] == told["channel"]
            and each.get("thread_ts") == thread
            and float(each["ts"]) >= float(told["oldest"])
        ]
        start = int(told.get("cursor") or 0)
        end = start + self.page
        cursor = str(end) if end < len(found) else ""
        return {
            "ok": True,
            "messages": found[start:end],
            "response_metadata": {"next_cursor": cursor},
        }

    async def serve_file(self, request: web.Request) -> web.StreamResponse:
        self.tokens.append(request.headers.get("Authorization", ""))
        served = self.served[request.match_info["name"]]
        return web.Response(
            status=served.status,
            body=served.body,
            headers={"Content-Type": served.content_type, **served.headers},
        )

    async def respond(self, request: web.Request) -> web.StreamResponse:
        self.calls["respond"] += 1
        if self.fails["respond"]:
            return web.Response(status=self.fails["respond"].popleft().status)
        self.answers.append(await request.json())
        return web.Response(text="ok")


async def _arguments(request: web.Request) -> Json:
    if request.content_type == "application/json":
        return dict(await request.json())
    told: Json = dict(parse_qsl(await request.text())) | dict(request.query)
    for key in ("blocks", "metadata"):
        if isinstance(told.get(key), str):
            told[key] = json.loads(told[key])
    return told


@contextlib.asynccontextmanager
async def serving(app: web.Application) -> AsyncIterator[str]:
    """The address of ``app`` on a free local port."""
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        yield f"http://127.0.0.1:{port}"
    finally:
        await runner.cleanup()


@contextlib.asynccontextmanager
async def fake_slack() -> AsyncIterator[FakeSlack]:
    slack = FakeSlack()
    app = web.Application()
    app.router.add_post("/api/{method}", slack.call)
    app.router.add_get("/api/{method}", slack.call)
    app.router.add_get("/files/{name}", slack.serve_file)
    app.router.add_post("/upload/{id}", slack.take_file)
    app.router.add_post("/respond", slack.respond)
    async with serving(app) as url:
        slack.url = url
        yield slack


def signed(body: bytes, secret: str = SECRET, at: float | None = None) -> dict[str, str]:
    """The headers that Slack signs a body with."""
    timestamp = str(int(time.time() if at is None else at))
    base = b"v0:" + timestamp.encode() + b":" + body
    digest = hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}
