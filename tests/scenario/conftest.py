"""The whole house in one process: composed as in production, played by the scripted double."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.closing import closing
from bot.compose import App, build
from bot.settings import Settings
from bot.terminal.answers import End, answers
from engine.events import Kind
from engine.matter import Scope
from handlers.doors import Shown
from handlers.posts import Post
from handlers.requests import CommandRequest, IncomingFile, Origin, PressRequest

DOCUMENTS = {
    "complaint.txt": (
        "The certificates were false, the relator says.\n\n"
        "Every claim between March and December rested on a certificate of calibration.\n\n"
        "The relator told her supervisor in May that two lots had failed their test.\n\n"
        "The complaint seeks treble damages and a penalty for each claim submitted.\n"
    ),
    "audit.txt": (
        "The agency's audit of June recorded the calibration shortfall of lot C250.\n\n"
        "The contracting officer wrote that the agency knew of the shortfall before renewal.\n\n"
        "Payments continued for eleven months after the audit was circulated to the region.\n\n"
        "No invoice was ever refused, suspended or recouped on this ground.\n\n"
        "The agency renewed the contract without requiring a new certificate.\n"
    ),
    "memo.txt": (
        "Our engineer's zebrafinch memorandum concedes that two devices failed in April.\n\n"
        "Settlement authority stands at four million two hundred thousand dollars.\n"
    ),
}
"""The last is ours only."""
CANARY = "zebrafinch"
OBJECTIVE = "summary judgment for want of materiality"


@dataclass(frozen=True)
class Opened:
    """A house that is open, and a person who asks."""

    app: App
    who: str = "Lena Hart"

    async def send(
        self, request: CommandRequest | PressRequest, *, wait: bool = False
    ) -> tuple[list[Post], bool]:
        """Every post that answers, and whether all went well."""
        posts: list[Post] = []
        ok = True
        lines = answers(self.app.office, self.app.room, request, wait=wait)
        async with closing(lines) as stream:
            async for line in stream:
                if isinstance(line, Shown):
                    posts.append(line.post)
                elif isinstance(line, End):
                    ok = line.ok
        return posts, ok

    async def say(self, text: str, *, wait: bool = False, **more: Any) -> list[Post]:
        posts, ok = await self.send(CommandRequest(self._origin(), text, **more), wait=wait)
        assert ok, posts
        return posts

    async def press(self, post: Post, action: str, *, wait: bool = False) -> list[Post]:
        posts, ok = await self.send(PressRequest(self._origin(), action, post.id), wait=wait)
        assert ok, posts
        return posts

    def _origin(self) -> Origin:
        return Origin("terminal", "local", "tester", uuid.uuid4().hex, person=self.who)

    async def matter(self, folder: Path, number: str = "2026-0417") -> str:
        """A matter with two documents on record and one that is ours only; its id."""
        [post] = await self.say(f'/lawgame new {number} "Roe v. Halden" --client "Halden"')
        id = str(post.data["id"])
        for name, text in DOCUMENTS.items():
            path = folder / name
            path.write_text(text, "utf-8")
            scope = Scope.OURS if name == "memo.txt" else Scope.RECORD
            file = IncomingFile(name, str(path))
            await self.say("", matter=id, files=(file,), scope=scope)
        authority = "authorities add “31 U.S.C. § 3729(b)(4)” --names “False Claims Act”"
        await self.say(authority, matter=id)
        return id

    async def told(self, matter: str) -> list[Post]:
        """All of the matter's thread, without what progress overtook."""
        [line] = [one for one in await self.app.room.matters(self.who) if one.id == matter]
        return [shown.post for shown in await self.app.room.posts(self.who, line.thread)]

    async def outcomes(self, matter: str) -> list[Post]:
        return [post for post in await self.told(matter) if post.kind is Kind.OUTCOME]


Opening = Callable[..., AbstractAsyncContextManager[Opened]]


@pytest.fixture
def opening(tmp_path: Path) -> Opening:
    """Opens the house of one home; again and again, as after a restart."""

    @asynccontextmanager
    async def opened(**settings: Any) -> AsyncIterator[Opened]:
        given = {
            "home": tmp_path / "home", "model": "scripted", "identity": "demo", "vectors": False,
            "samples": False, **settings,
        }  # fmt: skip
        app = build(Settings(**given))
        try:
            await app.start()
            await app.go_on()
            yield Opened(app)
        finally:
            await app.close()

    return opened
