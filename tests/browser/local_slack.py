"""An independent Slack server on this machine, and a person at its page in a real browser.

The server and the browser's driver are npm packages (see package.json here); Chromium is the
system's. Neither needs an account or the network.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

HERE = Path(__file__).parent
BOT_TOKEN = "xoxb-local-test"
APP_TOKEN = "xapp-1-test"
SIGNING_SECRET = "local-signing-secret"
BOT_USER = "U0LAWGAME"
LENA, ED = "U01LENA", "U02ED"
TEAM = "T01HARLOW"
CHANNEL = "C01ACME"


def modules() -> Path:
    """Where the npm packages are: beside this file, or where ``NODE_PATH`` says."""
    return Path(os.environ.get("NODE_PATH") or HERE / "node_modules")


def missing() -> str:
    """What this machine lacks for these tests, "" when nothing."""
    server = modules() / "local-slack-linux-x64" / "bin" / "local-slack"
    chromium = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    for path in (server, modules() / "playwright-core", chromium):
        if not path.exists():
            return f"{path.name} is not installed"
    return ""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class LocalSlack:
    """``api_url`` is for the bot, ``url`` for the browser, ``control`` acts without a page."""

    url: str

    @property
    def api_url(self) -> str:
        return f"{self.url}/api/"

    async def control(self, what: str, **order: Any) -> Any:
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{self.url}/_control/{what}", json=order) as answer,
        ):
            return await answer.json()

    async def messages(self, channel: str = CHANNEL) -> list[dict[str, Any]]:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{self.url}/_control/messages/{channel}") as answer,
        ):
            return list((await answer.json())["messages"])


@contextlib.asynccontextmanager
async def local_slack(folder: Path, events_url: str = "") -> AsyncIterator[LocalSlack]:
    """``events_url`` is where the bot takes payloads; without one the bot uses socket mode."""
    config = {
        "workspace": {"name": "Harlow LLP", "domain": "harlow", "teamId": TEAM},
        "app": {
            "appId": "A01LAW",
            "botUserId": BOT_USER,
            "botName": "lawgame",
            "botToken": BOT_TOKEN,
            "appToken": APP_TOKEN,
            "signingSecret": SIGNING_SECRET,
            "mode": "events" if events_url else "socket",
            **({"requestUrl": events_url} if events_url else {}),
        },
        "users": [
            {"id": LENA, "name": "lena", "real_name": "Lena Lawyer", "email": "lena@harlow.test"},
            {"id": ED, "name": "ed", "real_name": "Ed Ethics", "email": "ed@harlow.test"},
        ],
        "channels": [{"id": CHANNEL, "name": "matter-acme", "members": [LENA, ED, BOT_USER]}],
    }
    path = folder / "local-slack.json"
    await asyncio.to_thread(path.write_text, json.dumps(config))
    port = free_port()
    server = await asyncio.create_subprocess_exec(
        str(modules() / "local-slack-linux-x64" / "bin" / "local-slack"),
        *("--config", str(path), "--port", str(port), "--base-host", "127.0.0.1"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        slack = LocalSlack(f"http://127.0.0.1:{port}")
        await _up(slack, server)
        yield slack
    finally:
        await _end(server)


async def _up(slack: LocalSlack, server: asyncio.subprocess.Process) -> None:
    async with aiohttp.ClientSession() as session:
        for _ in range(200):
            if server.returncode is not None:
                raise RuntimeError(f"the Slack server ended with {server.returncode}")
            with contextlib.suppress(aiohttp.ClientError):
                async with session.get(slack.url):
                    return
            await asyncio.sleep(0.05)
    raise RuntimeError("the Slack server does not answer")


class SlackPage:
    """Orders of slack.js as methods; each raises ``AssertionError`` when the page disappoints."""

    def __init__(self, driver: asyncio.subprocess.Process) -> None:
        self._driver = driver

    async def order(self, do: str, **order: Any) -> dict[str, Any]:
        assert self._driver.stdin is not None and self._driver.stdout is not None
        self._driver.stdin.write(f"{json.dumps({'do': do, **order})}\n".encode())
        await self._driver.stdin.drain()
        line = await self._driver.stdout.readline()
        answer: dict[str, Any] = json.loads(line or b'{"ok": false, "error": "no answer"}')
        if not answer["ok"]:
            raise AssertionError(f"{do}: {answer['error']}")
        return answer

    async def type(self, text: str, thread: bool = False) -> None:
        await self.order("type", text=text, thread=thread)

    async def drop(self, *paths: Path, text: str = "", thread: bool = False) -> None:
        await self.order("drop", paths=[str(path) for path in paths], text=text, thread=thread)

    async def open_thread(self, text: str) -> None:
        await self.order("thread", text=text)

    async def see(self, text: str, seconds: float = 20) -> None:
        await self.order("see", text=text, seconds=seconds)

    async def press(self, label: str, clicks: int = 1) -> None:
        await self.order("press", label=label, clicks=clicks)

    async def count(self, label: str) -> int:
        """How many buttons of that name there are."""
        return int((await self.order("count", label=label))["count"])

    async def size(self, width: int, height: int) -> None:
        """The window's; below 700 the thread fills it, as on a phone."""
        await self.order("size", width=width, height=height)

    async def shot(self, path: Path) -> None:
        await self.order("shot", path=str(path))

    async def text(self) -> str:
        return str((await self.order("text"))["text"])


@contextlib.asynccontextmanager
async def slack_page(slack: LocalSlack, scale: float = 1) -> AsyncIterator[SlackPage]:
    """``scale``: the screen's pixels for each of the page's."""
    driver = await asyncio.create_subprocess_exec(
        "node",
        str(HERE / "slack.js"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "NODE_PATH": str(modules())},
    )
    try:
        page = SlackPage(driver)
        await page.order("open", url=slack.url, scale=scale)
        yield page
    finally:
        assert driver.stdin is not None
        with contextlib.suppress(ConnectionError):
            driver.stdin.write(b'{"do": "quit"}\n')
            await driver.stdin.drain()
        await _end(driver, patience=10)


async def _end(process: asyncio.subprocess.Process, patience: float = 0) -> None:
    if process.returncode is None and patience:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), patience)
    if process.returncode is None:
        process.kill()
    await process.wait()
