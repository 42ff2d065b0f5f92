"""What renderers drew when somebody last looked. LAWGAME_SNAPSHOTS=write draws them anew."""

from __future__ import annotations

import os
from pathlib import Path

_FOLDER = Path(__file__).parent / "drawn"


def same(name: str, text: str) -> None:
    path = _FOLDER / name
    if os.environ.get("LAWGAME_SNAPSHOTS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
