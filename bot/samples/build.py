"""Makes the PDF and Word documents of the sample matters from their sources.

    python -m bot.samples.build [FOLDER]

A development tool (it needs reportlab); the documents it writes are kept in the repository. Mail
and plain text documents are their own source. Two builds of one source give the same bytes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from bot.samples.pdf import write_pdf
from bot.samples.source import Source, parse
from bot.samples.word import write_docx

HERE = Path(__file__).parent
WRITERS: dict[str, Callable[[Source, Path], None]] = {"pdf": write_pdf, "docx": write_docx}


def build(folder: Path, out: Path) -> list[Path]:
    """Write every source of a sample folder into ``out``; returns the files, in order."""
    written = []
    for path in sorted((folder / "sources").glob("*.txt")):
        source = parse(path.read_text(encoding="utf-8"))
        target = out / f"{path.stem}.{source.head['format']}"
        WRITERS[source.head["format"]](source, target)
        written.append(target)
    return written


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the sample matters' documents again.")
    parser.add_argument("folder", nargs="?", type=Path, default=HERE / "brellwick")
    folder: Path = parser.parse_args().folder
    for path in build(folder, folder):
        print(path.name)


if __name__ == "__main__":
    main()
