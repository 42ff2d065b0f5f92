"""The Desk in a real browser: live, by keyboard, on a phone, without JavaScript."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.desk.pages import Desk
from bot.desk.signin import DemoIdentity
from engine.events import Kind
from engine.matter import Scope
from handlers.doors import MatterLine, Person
from handlers.posts import Post
from handlers.requests import CommandRequest, PressRequest, UploadRequest
from tests.doubles.gallery import (
    ACK,
    ANSWER,
    MATTER,
    NOTICE,
    OUTCOME,
    PROGRESS,
    THREAD,
    THREAD_POSTS,
    hostile_post,
)
from tests.doubles.house import Asked, House

pytestmark = pytest.mark.browser
_HERE = Path(__file__).parent


def modules() -> Path | None:
    """The folder of node modules that holds playwright-core, if any does."""
    named = os.environ.get("LAWGAME_NODE_MODULES")
    folders = [Path(named)] if named else []
    folders += [parent / "node_modules" for parent in (_HERE, _HERE.parent, _HERE.parent.parent)]
    return next((each for each in folders if (each / "playwright-core").is_dir()), None)


def answer(asked: Asked) -> Sequence[Post]:
    if isinstance(asked, CommandRequest) and asked.text.startswith("simulate"):
        return [replace(ACK, id=""), replace(PROGRESS, id="")]
    if isinstance(asked, PressRequest):
        return [replace(OUTCOME, id="")]
    return [replace(ANSWER if isinstance(asked, CommandRequest) else NOTICE, id="")]


async def test_the_desk_as_people_use_it(tmp_path: Path) -> None:
    node, chromium = shutil.which("node"), shutil.which("chromium")
    found = modules()
    if not (node and chromium and found):
        pytest.skip("needs node, Chromium and playwright-core (LAWGAME_NODE_MODULES names it)")
    upload = tmp_path / "memorandum.txt"
    upload.write_text("The agency kept paying.")
    line = MatterLine(MATTER, "2026-0417", "Doe v. Brellwick", THREAD)
    house = House(
        answer=answer, persons=[Person("ann", "Ann", ())], lines=[(frozenset({"ann"}), line)]
    )
    desk = Desk(house, house, DemoIdentity(b"k" * 32, house), tmp_path / "uploads")
    app = web.Application()
    app.add_routes(desk.routes())
    app.on_shutdown.append(desk.close)
    async with TestServer(app) as server:
        saw = await drive(node, found, str(server.make_url("/")), chromium, upload, house)
    check(saw, house)


async def drive(
    node: str, found: Path, address: str, chromium: str, upload: Path, house: House
) -> dict[str, list[Any]]:
    later = (Kind.ANSWER, Kind.OUTCOME, Kind.PROGRESS)
    earlier = [post for post in THREAD_POSTS if post.kind not in later]
    for n, post in enumerate([*earlier, hostile_post()]):
        await house.tell(replace(post, id=f"early-{n}", run="early"))
    process = await asyncio.create_subprocess_exec(
        node,
        str(_HERE / "desk.js"),
        address,
        chromium,
        str(upload),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "NODE_PATH": str(found)},
    )
    try:
        async with asyncio.timeout(120):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, err.decode()
    saw: dict[str, list[Any]] = defaultdict(list)
    for text in out.decode().splitlines():
        seen = json.loads(text)
        saw[seen["name"]].append(seen["value"])
    return saw


def check(saw: dict[str, list[Any]], house: House) -> None:
    assert saw["completed"] == ["status "]
    assert saw["announced"] == ["Answer: Documents on file"]
    assert saw["running"] == [0]
    assert saw["scope"] == ["ours"]
    assert saw["reloaded"] == [False]
    assert saw["complaints"] == [[]] and saw["strangers"] == [[]]
    assert saw["sideways"] == [0, 0]
    assert saw["faint"] == [[], []]
    assert saw["plain"] == [1]
    texts = [asked.text for asked in house.received if isinstance(asked, CommandRequest)]
    assert texts == ["status", "simulate twice", "docs"]
    assert [type(asked) for asked in house.received if not isinstance(asked, CommandRequest)] == [
        PressRequest,
        UploadRequest,
    ]
    [sent] = [asked for asked in house.received if isinstance(asked, UploadRequest)]
    assert sent.scope is Scope.OURS
    assert Path(sent.files[0].source).read_text() == "The agency kept paying."
