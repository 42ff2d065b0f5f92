"""The product as a firm runs it: `lawgame serve` as a process of its own, beside a Slack server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from tests.browser.local_slack import BOT_TOKEN, SIGNING_SECRET, LocalSlack, free_port, local_slack

LAWGAME = Path(sys.executable).with_name("lawgame")
START_SECONDS = 60.0


@dataclass(frozen=True)
class Product:
    """``log`` holds what the process wrote to its standard error."""

    slack: LocalSlack
    home: Path
    log: Path


@contextlib.asynccontextmanager
async def product(
    folder: Path, model: str = "scripted", pause: float = 0.0
) -> AsyncIterator[Product]:
    """Slack's server and Lawgame serving it, its home below ``folder``.

    ``pause``: seconds the scripted double thinks.
    """
    port = free_port()
    home = folder / "home"
    home.mkdir(exist_ok=True)
    log = folder / "serve.log"
    async with local_slack(folder, f"http://127.0.0.1:{port}/slack/events") as slack:
        settings = {
            "LAWGAME_HOME": str(home),
            "LAWGAME_MODEL": model,
            "LAWGAME_SCRIPTED_PAUSE": str(pause),
            "LAWGAME_DESK_PORT": str(port),
            "LAWGAME_SLACK_BOT_TOKEN": BOT_TOKEN,
            "LAWGAME_SLACK_SIGNING_SECRET": SIGNING_SECRET,
            "LAWGAME_SLACK_API_URL": slack.api_url,
        }
        others = {k: v for k, v in os.environ.items() if not k.startswith("LAWGAME_")}
        with log.open("wb") as stream:
            process = await asyncio.create_subprocess_exec(
                LAWGAME, "serve", env={**others, **settings}, stdout=stream, stderr=stream
            )
        try:
            await _up(port, process, log)
            yield Product(slack, home, log)
        finally:
            await _stop(process)


async def _up(port: int, process: asyncio.subprocess.Process, log: Path) -> None:
    async with asyncio.timeout(START_SECONDS), aiohttp.ClientSession() as session:
        while process.returncode is None:
            with contextlib.suppress(aiohttp.ClientError):
                async with session.get(f"http://127.0.0.1:{port}/health"):
                    return
            await asyncio.sleep(0.1)
    raise RuntimeError(f"lawgame serve ended: {await asyncio.to_thread(log.read_text)}")


async def _stop(process: asyncio.subprocess.Process) -> None:
    """As a service manager does; the house lets go within seconds."""
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 30)
    if process.returncode is None:
        process.kill()
    await process.wait()
