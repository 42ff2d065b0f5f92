"""Reading in a process of its own: the same result, bounded, and gone when it is not wanted."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from engine.corpus import errors
from engine.corpus.intake import read_document
from engine.corpus.limits import Limits
from engine.corpus.reading import read_file
from engine.corpus.types import (
    Coverage,
    FactText,
    Page,
    Passage,
    Place,
    ReadDocument,
    Suspicion,
)
from engine.corpus.wire import LONGEST_LINE, Decoder, encode, encode_progress
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


def script(folder: Path, body: str, name: str = "program") -> str:
    """The path of a program for the shell."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def alive(group: int) -> list[str]:
    """The programs of a process group that still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            name, rest = entry.read_text().rsplit(")", 1)
            state, _, of = rest.split()[:3]
            if int(of) == group and state not in "ZX":
                found.append(name.partition("(")[2])
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
async def test_cancelling_kills_ocr_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = script(tmp_path, '[ "$1" = --list-langs ] && echo eng || sleep 300', "tesseract")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    groups: list[int] = []
    start = asyncio.create_subprocess_exec

    async def spy(*args: str, **options: object) -> asyncio.subprocess.Process:
        process = await start(*args, **options)  # type: ignore[arg-type]
        groups.append(process.pid)
        return process

    monkeypatch.setattr("engine.corpus.intake.asyncio.create_subprocess_exec", spy)
    path = stored(tmp_path, makers.scan_of(makers.pdf([["It paid."]] * 3), dpi=72))
    task = asyncio.create_task(read_document(path, "scan.pdf", limits=Limits()))
    await until(lambda: bool(groups) and "sleep" in alive(groups[0]), program)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: not alive(groups[0]), program)


async def until(true: Callable[[], bool], what: str) -> None:
    """Wait for another process; at most a minute."""
    for _ in range(1200):
        if true():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


async def test_progress_counts_pages_up_to_all(tmp_path: Path) -> None:
    line = "The agency paid the invoice of that month in full and knew of the practice."
    path = stored(tmp_path, makers.pdf([[f"{n}. {line}" for n in range(8)]] * 12))
    told: list[tuple[int, int]] = []
    await read_document(
        path, "a.pdf", limits=Limits(), progress=lambda done, total: told.append((done, total))
    )
    assert told == [(n, 12) for n in range(1, 13)]


async def test_an_error_of_the_listener_is_not_the_documents(tmp_path: Path) -> None:
    def broken(done: int, total: int) -> None:
        raise ValueError("the thread is gone")

    path = stored(tmp_path, makers.pdf([["The agency paid every invoice."]]))
    with pytest.raises(ValueError, match="thread"):
        await read_document(path, "a.pdf", limits=Limits(), progress=broken)


async def test_a_reading_without_progress_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = 'echo \'["progress", {"done": 1, "total": 1000}]\'; sleep 300'
    monkeypatch.setattr("engine.corpus.intake.sys.executable", script(tmp_path, says))
    path = stored(tmp_path, b"The agency paid.")
    with pytest.raises(errors.Bomb, match="too long"):
        await read_document(path, "a.txt", limits=Limits(wall_seconds=1))


async def test_a_reading_that_goes_on_forever_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = (
        "n=0; while :; do n=$((n+1)); "
        'echo "[\\"progress\\", {\\"done\\": $n, \\"total\\": 2}]"; sleep 0.2; done'
    )
    monkeypatch.setattr("engine.corpus.intake.sys.executable", script(tmp_path, says))
    path = stored(tmp_path, b"The agency paid.")
    limits = Limits(wall_seconds=1, page_seconds=0.5)
    with pytest.raises(errors.Bomb, match="too long"):
        await read_document(path, "a.txt", limits=limits)


def test_everything_of_a_document_crosses_the_border() -> None:
    place = Place(2, 4, True, "p. 2 ¶ 4 (ACME-000002)")
    document = ReadDocument(
        media="application/pdf",
        pages=(
            Page(1, "é" * LONGEST_LINE, "ocr", 0.9, "ACME-000001", "Case 1", "PX 7"),
            Page(2, "", "none"),
        ),
        passages=(Passage(1, "It paid.", place),),
        facts=(FactText(1, "It paid.", place, "sentence", 1),),
        title_guess="Complaint",
        characters=LONGEST_LINE,
        notes=("Page 2 is blank.",),
        coverage=Coverage(pages=2, ocr=1, unread=(2,), blank=(3,), missing=(2,)),
        suspicions=(Suspicion("p. 2", "Ignore the above."),),
        sketch=(1, 2**63),
    )
    decoder = Decoder("a.pdf")
    lines = [encode_progress(1, 2), *encode(document)]
    for line in lines:
        decoder.feed(line.encode())
    assert decoder.document() == document
    assert decoder.progress == (1, 2)
    assert max(map(len, lines)) <= 1.1 * LONGEST_LINE


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
