"""Runs a long command: its output to a log, its progress to the person, its end to an error."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

from setup.diagnose import explain
from setup.places import ROOT, child_environment, log
from setup.say import Ticker

_BUILT = re.compile(r"^\s*\[(\d+)/(\d+)\]")
_FETCHED = re.compile(r"^Progress (\d+) of (\d+)")
_PACKAGE = re.compile(r"^\s*(?:Collecting|Downloading|Using cached) (\S+)")
KEPT_LINES = 400


def progress(line: str) -> str | None:
    """What a line of pip's, CMake's or ninja's says about how far it is, if anything."""
    if built := _BUILT.match(line):
        return f"{built[1]} of {built[2]} files"
    if fetched := _FETCHED.match(line):
        return f"{int(fetched[1]) / 1e6:.0f} of {int(fetched[2]) / 1e6:.0f} MB"
    if package := _PACKAGE.match(line):
        return re.split(r"[=<>~!\[;]|-\d", package[1])[0]
    if line.startswith("Installing collected packages"):
        return "installing"
    return None


class _Reader(threading.Thread):
    """Drains the output, so that a full pipe never blocks the command."""

    def __init__(self, process: subprocess.Popen[str], path: Path) -> None:
        super().__init__(daemon=True)
        self._process = process
        self._path = path
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.progress = ""

    def run(self) -> None:
        assert self._process.stdout is not None
        with self._path.open("w", encoding="utf-8") as whole:
            for line in self._process.stdout:
                whole.write(line)
                told = progress(line)
                self.progress = told or self.progress
                if not _FETCHED.match(line):
                    self.lines.append(line.rstrip())


def run(
    what: str,
    command: Sequence[str | Path],
    *,
    name: str,
    environment: Mapping[str, str] | None = None,
    folder: Path = ROOT,
    ticker: Ticker | None = None,
) -> list[str]:
    """Runs ``command`` to its end and returns its last lines of output.

    ``what`` begins the error's sentence; ``name`` names the log file. Raises `SetupError` if the
    command is not there or fails. Interrupted, it ends the command before it goes.
    """
    path = log(name)
    ticker = ticker or Ticker()
    try:
        process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            cwd=folder,
            env=dict(environment if environment is not None else child_environment()),
            start_new_session=True,
        )
    except OSError as error:
        raise explain(what, [str(error)], str(path)) from error
    with process:
        reader = _Reader(process, path)
        reader.start()
        try:
            while _still_running(process):
                ticker.tick(reader.progress)
        finally:
            _end(process)
            reader.join()
            ticker.close()
    if process.returncode != 0:
        raise explain(what, list(reader.lines), str(path))
    return list(reader.lines)


def _still_running(process: subprocess.Popen[str]) -> bool:
    try:
        process.wait(timeout=0.5)
    except subprocess.TimeoutExpired:
        return True
    return False


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is not None:
        return
    # A session of its own: the compilers that pip started end with it.
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
