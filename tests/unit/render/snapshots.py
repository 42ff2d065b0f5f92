"""The blocks as they were when somebody last looked. LAWGAME_SNAPSHOTS=write draws them anew."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "drawn"


def same(name: str, blocks: list[dict[str, Any]]) -> None:
    path = _FOLDER / f"{name}.json"
    text = json.dumps(blocks, indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("LAWGAME_SNAPSHOTS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
