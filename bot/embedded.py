"""The embedded model host: started at the first model call, watched, started again if it dies."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from pathlib import Path

from engine.errors import LawgameError
from engine.models.client import HostModel, HostUnreachable
from engine.models.known import DEFAULT, MODELS, cached_path
from engine.ports import Answer, Ask, Card, Message

LOADS_WITHIN = 600.0
"""Seconds a large model may take to load from a slow disk."""


class NoModelFile(LawgameError):
    """The model's file is not there."""

    code = "model.no_file"
    default_remedy = "Run `make setup`, or set LAWGAME_MODEL to a GGUF file's path."


class HostFailed(LawgameError):
    """The model host did not start."""

    code = "model.host_failed"
    default_remedy = "Try `lawgame model-host` by hand to read what it says."


def find(model: str) -> tuple[Path, str]:
    """The GGUF file of ``embedded`` or a path, and its known sha256 ("" if none is known).

    Raises ``NoModelFile``.
    """
    if model == "embedded":
        known = MODELS[DEFAULT]
        path, sha256 = cached_path(known), known.sha256
    else:
        path, sha256 = Path(model).expanduser(), ""
    if not path.is_file():
        raise NoModelFile(f"The model's file {path.name} is not there.")
    return path, sha256


class EmbeddedModel:
    """``Model`` over a host of our own that runs as a child process on a Unix socket."""

    def __init__(self, model: str, socket: Path) -> None:
        self._model, self._socket = model, socket
        self._client = HostModel(f"unix:{socket}")
        self._process: Process | None = None
        self._starting = asyncio.Lock()

    async def card(self) -> Card:
        await self._up()
        return await self._client.card()

    async def count(self, messages: Sequence[Message]) -> int:
        await self._up()
        return await self._client.count(messages)

    async def ask(self, ask: Ask) -> Answer:
        await self._up()
        return await self._client.ask(ask)

    async def close(self) -> None:
        await self._client.close()
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(10):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _up(self) -> None:
        async with self._starting:
            if self._process is not None and self._process.returncode is None:
                return
            await self._client.close()
            self._process = await self._start()

    async def _start(self) -> Process:
        path, sha256 = find(self._model)
        words = [sys.executable, "-m", "bot.model_host", "--model", str(path)]
        words += ["--listen", f"unix:{self._socket}", "--parent-pid", str(os.getpid())]
        words += ["--sha256", sha256] if sha256 else []
        # Spinning threads starve the bot beside them on a small machine.
        environment = {"OMP_WAIT_POLICY": "passive", **os.environ}
        process = await asyncio.create_subprocess_exec(
            *words, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, env=environment,
            start_new_session=True,
        )  # fmt: skip
        assert process.stdout is not None
        if not await process.stdout.readline():
            await process.wait()
            raise HostFailed
        try:
            await self._loaded(process)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        return process

    async def _loaded(self, process: Process) -> None:
        async with asyncio.timeout(LOADS_WITHIN):
            while True:
                if process.returncode is not None:
                    raise HostFailed
                try:
                    await self._client.card()
                except HostUnreachable:
                    await asyncio.sleep(0.1)
                    continue
                return
