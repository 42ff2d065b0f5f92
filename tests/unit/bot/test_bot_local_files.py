"""Files that are on this machine already, and which of them go once they were taken in."""

from __future__ import annotations

from pathlib import Path

from bot.local_files import LocalFiles
from handlers.requests import IncomingFile


async def test_what_was_uploaded_to_us_goes_and_a_persons_own_file_stays(tmp_path: Path) -> None:
    uploads = tmp_path / "uploads"
    folder = uploads / "a1"
    folder.mkdir(parents=True)
    files = []
    for path in (folder / "001.pdf", folder / "002.pdf", tmp_path / "own.pdf"):
        path.write_bytes(b"x")
        files.append(IncomingFile(path.name, str(path)))
    first, second, own = files
    ours = LocalFiles(within=uploads)
    await ours.done(first)
    assert [path.name for path in folder.iterdir()] == ["002.pdf"]
    await ours.done(second)
    await ours.done(second)
    await ours.done(own)
    assert list(uploads.iterdir()) == []
    await LocalFiles().done(own)
    assert (tmp_path / "own.pdf").exists()
