"""The process that takes one upload apart: ``python -m engine.corpus.unpack_child``.

The request is one JSON object on standard input (``path``, ``name``, ``folder``, ``limits``); the
answer are JSON lines on standard output, one a file. Limits bind before anything of the upload
is read, and only the folder may be written in.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from engine.corpus.confine import bind, write_only_in
from engine.corpus.errors import Bomb, Corrupt, DocumentRefused
from engine.corpus.limits import Limits


def main() -> int:
    """Answer one request; 0 also when the upload is refused."""
    request = json.load(sys.stdin)
    name, folder = str(request["name"]), Path(request["folder"])
    limits = Limits(**request["limits"])
    bind(limits, largest_file=limits.max_bytes)
    write_only_in(folder)
    try:
        from engine.corpus.unpacking import Taken, unpack

        for found in unpack(Path(request["path"]), name, folder, limits):
            if isinstance(found, Taken):
                _tell("member", {"name": found.name, "file": found.file, "within": found.within})
            else:
                _tell("refused", _told(found))
        _tell("end", {})
    except DocumentRefused as refusal:
        _tell("whole", _told(refusal))
    except (MemoryError, RecursionError):
        _tell("whole", _told(Bomb(name, detail="it needs too much memory")))
    except Exception:  # whatever a parser of hostile input raises, the file is what is wrong
        _tell("whole", _told(Corrupt(name)))
    return 0


def _told(refusal: DocumentRefused) -> dict[str, Any]:
    return {
        "code": refusal.code,
        "name": refusal.name,
        "detail": refusal.detail,
        "remedy": refusal.remedy,
    }


def _tell(kind: str, value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps([kind, value], ensure_ascii=True) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
