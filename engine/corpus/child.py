"""The process that reads one document: ``python -m engine.corpus.child``.

The request is one JSON object on standard input (``path``, ``name``, ``limits``), the answer are
JSON lines on standard output, pages done among them while it reads. The limits bind before
anything of the file is read, and nothing is written anywhere else, because standard error could
carry words of the document.
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
from engine.corpus.wire import encode, encode_progress, encode_refusal

_ALARM_AFTER = 5


def main() -> int:
    """Answer one request; 0 also when the document is refused."""
    request = json.load(sys.stdin)
    name = str(request["name"])
    limits = Limits(**request["limits"])
    _bind(limits)
    out = sys.stdout
    try:
        from engine.corpus.reading import read_file

        for line in encode(read_file(Path(request["path"]), name, limits, _Telling(limits))):
            out.write(line + "\n")
    except DocumentRefused as refusal:
        out.write(encode_refusal(refusal) + "\n")
    except (MemoryError, RecursionError):
        out.write(encode_refusal(Bomb(name, detail="it needs too much memory")) + "\n")
    except Exception:  # whatever a parser of hostile input raises, the file is what is wrong
        out.write(encode_refusal(Corrupt(name)) + "\n")
    out.flush()
    return 0


class _Telling:
    """Tells the parent of the pages done; each that is new allows as much time again."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._told = (-1, -1)

    def __call__(self, done: int, total: int) -> None:
        if (done, total) == self._told:
            return
        self._told = (done, total)
        sys.stdout.write(encode_progress(done, total) + "\n")
        sys.stdout.flush()
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = self._limits.cpu_seconds_for(total)
        soft = min(most, math.ceil(used.ru_utime + used.ru_stime) + self._limits.cpu_seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, most))
        _wake(self._limits)


def _bind(limits: Limits) -> None:
    memory = limits.memory_bytes
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    most = limits.cpu_seconds_for(limits.max_pages)
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    _wake(limits)


def _wake(limits: Limits) -> None:
    """Outlive the parent by a little at most, should it be killed."""
    signal.alarm(math.ceil(limits.wall_seconds) + _ALARM_AFTER)


if __name__ == "__main__":
    raise SystemExit(main())
