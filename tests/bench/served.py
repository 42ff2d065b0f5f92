"""``lawgame serve`` in a process of its own, asked over its socket as a person would."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from bot.holder import socket_path
from bot.terminal.answers import Asked
from bot.terminal.link import SocketLink, Stopping, Unreachable, connect
from handlers.doors import Shown
from tests.bench.homes import ROOT, Home, environment

OPENS_WITHIN = 60.0
LOADS_WITHIN = 120.0
SERVE = "from bot.cli import main; main(['serve'])"


@dataclass(frozen=True)
class Served:
    """``pid`` is the bot's. The model host, once it is up, is a child of that process."""

    home: Home
    pid: int
    link: SocketLink
    host: httpx2.AsyncClient

    async def first_post(self, request: Asked) -> float:
        """Seconds from asking until the first post of the answer was read; all are awaited."""
        began = time.perf_counter()
        first: float | None = None
        async for line in self.link.send(request, wait=False):
            if isinstance(line, Shown) and first is None:
                first = time.perf_counter() - began
        assert first is not None
        return first

    def memory(self) -> float:
        """Resident memory in MB (millions of bytes)."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024 / 1e6

    async def metric(self, name: str) -> int:
        """A counter of the model host; 0 while it is not up."""
        try:
            answer = await self.host.get("/metrics")
        except httpx2.TransportError:
            return 0
        found = (line.split() for line in answer.text.splitlines())
        return next(int(line[1]) for line in found if line[0] == f"lawgame_model_{name}")

    async def asked(self, before: int) -> None:
        """Until the host has been asked for more answers than ``before``."""
        async with asyncio.timeout(LOADS_WITHIN):
            while await self.metric("requests_total") <= before:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def probe(self) -> None:
        """Until the host has answered a request of one token that stands behind what runs."""
        body = {"messages": [{"role": "user", "content": "."}], "max_tokens": 1, "model": ""}
        body |= {"cache_salt": "probe"}
        (await self.host.post("/v1/chat/completions", json=body)).raise_for_status()


@asynccontextmanager
async def serving(home: Home, model: str = "embedded") -> AsyncIterator[Served]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVE, cwd=ROOT, stdin=DEVNULL,
        env={**environment(home.folder), "LAWGAME_MODEL": model}, stdout=DEVNULL, stderr=DEVNULL,
    )  # fmt: skip
    try:
        link = await _reached(process, socket_path(home.folder, "link"))
        transport = httpx2.AsyncHTTPTransport(uds=str(socket_path(home.folder, "model")))
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://model-host", timeout=60.0
        ) as host:
            yield Served(home, process.pid, link, host)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _reached(process: asyncio.subprocess.Process, path: Path) -> SocketLink:
    async with asyncio.timeout(OPENS_WITHIN):
        while process.returncode is None:
            try:
                return await connect(path)
            except (Unreachable, Stopping):
                await asyncio.sleep(0.1)
    raise RuntimeError("the bot ended instead of serving")
