"""How fast long documents are read, and what it costs in memory, before anything is stored.

``python -m tests.bench.ingest write PATH PAGES`` makes a text PDF of generated prose;
``python -m tests.bench.ingest read PATH TIMES`` reads it again and again, as a matter of many
files is, and ``… scan PATH`` reads it as the scan that it is. Both print JSON.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

from engine.corpus.intake import read_document
from engine.corpus.limits import Limits

_MB = 1024
_LINES, _WIDTH, _LEADING = 44, 88, 15.0


def write(path: Path, pages: int, seed: int = 1) -> None:
    """A PDF of full pages: numbered paragraphs of prose, a court's stamp, a Bates number."""
    from reportlab.lib.pagesizes import LETTER
    from reportlab.pdfgen import canvas

    from tests.bench.large import Prose

    prose = Prose(seed)
    paper = canvas.Canvas(str(path), pagesize=LETTER)
    paragraph = 0
    for number in range(1, pages + 1):
        lines: list[str] = []
        while len(lines) < _LINES:
            paragraph += 1
            said = " ".join(prose.sentence() for _ in range(4))
            lines += textwrap.wrap(f"{paragraph % 1000}. {said}", _WIDTH)
        paper.setFont("Times-Roman", 11)
        for row, line in enumerate(lines[:_LINES]):
            paper.drawString(72, 715 - row * _LEADING, line)
        stamp = f"Case 1:22-cv-01461-PKC Document 21 Filed 04/25/23 Page {number} of {pages}"
        paper.drawString(120, 770, stamp)
        paper.drawString(450, 30, f"ACME-{number:06d}")
        paper.showPage()
    paper.save()


async def read(path: Path, times: int) -> dict[str, Any]:
    """Seconds and pages of all readings; peak megabytes of the reader and of this process, whose
    first reading tells what it needs anyway."""
    peaks: list[float] = []
    pages = 0
    began = time.perf_counter()
    for _ in range(times):
        document = await read_document(path, path.name, limits=Limits())
        pages += len(document.pages)
        peaks.append(_peak(resource.RUSAGE_SELF))
    seconds = time.perf_counter() - began
    return {
        "pages": pages,
        "seconds": seconds,
        "facts": len(document.facts),
        "reader": _peak(resource.RUSAGE_CHILDREN),
        "parent_first": peaks[0],
        "parent": peaks[-1],
    }


def _peak(whose: int) -> float:
    return resource.getrusage(whose).ru_maxrss / _MB


def main(argv: list[str]) -> dict[str, Any]:
    what, path = argv[0], Path(argv[1])
    if what == "write":
        write(path, int(argv[2]))
        return {}
    if what == "scan":
        from tests.fixtures.documents.makers import scan_of

        path.write_bytes(scan_of(path.read_bytes()))
        return {}
    return asyncio.run(read(path, int(argv[2])))


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
