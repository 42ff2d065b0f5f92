"""The process that reads one document: ``python -m engine.corpus.child``.

The request is one JSON object on standard input (``path``, ``name``, ``limits``), the answer are
JSON lines on standard output. The limits bind before anything of the file is read, and nothing
is written anywhere else, because standard error could carry words of the document.
"""

from __future__ import annotations

import json
import math
import resource
import signal
import sys
from pathlib import Path

from engine.corpus.errors import Bomb, Corrupt, DocumentRefused
from engine.corpus.limits import Limits
from engine.corpus.wire import encode, encode_refusal


def main() -> int:
    """Answer one request; 0 also when the document is refused."""
    request = json.load(sys.stdin)
    name = str(request["name"])
    limits = Limits(**request["limits"])
    _bind(limits)
    out = sys.stdout
    try:
        from engine.corpus.reading import read_file

        for line in encode(read_file(Path(request["path"]), name, limits)):
            out.write(line + "\n")
    except DocumentRefused as refusal:
        out.write(encode_refusal(refusal) + "\n")
    except (MemoryError, RecursionError):
        out.write(encode_refusal(Bomb(name, detail="it needs too much memory")) + "\n")
    except Exception:  # whatever a parser of hostile input raises, the file is what is wrong
        out.write(encode_refusal(Corrupt(name)) + "\n")
    out.flush()
    return 0


def _bind(limits: Limits) -> None:
    memory = limits.memory_bytes
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    # outlive the parent by a little at most, should it be killed
    signal.alarm(math.ceil(limits.wall_seconds) + 5)


if __name__ == "__main__":
    raise SystemExit(main())
