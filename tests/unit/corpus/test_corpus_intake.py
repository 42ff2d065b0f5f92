"""Reading in a process of its own: the same result, bounded, and gone when it is not wanted."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from engine.corpus import errors
from engine.corpus.intake import read_document
from engine.corpus.limits import Limits
from engine.corpus.reading import read_file
from tests.fixtures.documents import makers


def stored(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "upload"
    path.write_bytes(data)
    return path


async def test_the_child_returns_what_reading_here_returns(tmp_path: Path) -> None:
    pages = [[f"{n}. The agency paid invoice {n} in 2014 – “in full”."] for n in range(1, 120)]
    for name, data in (
        ("a.pdf", makers.pdf(pages, stamp=True)),
        ("a.docx", makers.docx(["The agency paid.", "It knew."], [["a", "The row is here"]])),
        ("a.eml", makers.eml("We knew about it since March.", attachment="x.pdf")),
        ("a.txt", "The agency paid § 4 — “in full”.".encode()),
    ):
        path = stored(tmp_path, data)
        assert await read_document(path, name, limits=Limits()) == read_file(path, name, Limits())


async def test_memory_and_waiting_are_bounded(tmp_path: Path) -> None:
    path = stored(tmp_path, b"It paid.\n\n" * 500_000)
    with pytest.raises(errors.Bomb, match="memory"):
        await read_document(path, "a.txt", limits=Limits(memory_bytes=64 * 1024 * 1024))
    with pytest.raises(errors.Bomb, match="too long"):
        await read_document(path, "a.txt", limits=Limits(wall_seconds=0.001))


async def test_processor_time_is_bounded(tmp_path: Path) -> None:
    # some millions of paragraphs take more than the one second allowed
    path = stored(tmp_path, b"It paid.\n\n" * 1_400_000)
    with pytest.raises(errors.Bomb):
        await read_document(path, "a.txt", limits=Limits(cpu_seconds=1))


async def test_cancelling_kills_the_process_and_leaves_no_zombie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[asyncio.subprocess.Process] = []
    running = asyncio.Event()
    start = asyncio.create_subprocess_exec

    async def spy(*args: str, **options: object) -> asyncio.subprocess.Process:
        process = await start(*args, **options)  # type: ignore[arg-type]
        started.append(process)
        running.set()
        return process

    monkeypatch.setattr("engine.corpus.intake.asyncio.create_subprocess_exec", spy)
    path = stored(tmp_path, b"It paid.\n\n" * 1_000_000)
    task = asyncio.create_task(read_document(path, "a.txt", limits=Limits()))
    await running.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert started[0].returncode == -9


async def test_a_child_that_breaks_is_a_damaged_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.corpus.intake.sys.executable", shutil.which("false"))
    path = stored(tmp_path, b"The agency paid every invoice in 2014.")
    with pytest.raises(errors.Corrupt):
        await read_document(path, "a.txt", limits=Limits())


async def test_the_serving_process_loads_no_parser() -> None:
    code = (
        "import sys, engine.corpus.intake;"
        "print(sorted({'docx', 'pypdfium2', 'lxml'} & set(sys.modules)))"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert out.decode().strip() == "[]"
