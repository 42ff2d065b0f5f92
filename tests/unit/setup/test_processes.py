"""A long command shows that it is alive, and its failure becomes a plain sentence."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from setup import processes, say
from setup.diagnose import explain
from setup.errors import SetupError


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_its_output_is_returned_and_kept_in_a_log(tmp_path: Path) -> None:
    lines = processes.run("Trying", python("print('one'); print('two')"), name="trial")
    assert lines == ["one", "two"]
    assert (tmp_path / "lawgame" / "logs" / "trial.log").read_text() == "one\ntwo\n"


def test_a_failure_names_the_step_the_last_lines_and_the_log() -> None:
    with pytest.raises(SetupError, match="Trying failed") as told:
        processes.run("Trying", python("raise SystemExit('out of luck')"), name="trial")
    assert "out of luck" in told.value.message
    assert "trial.log" in told.value.remedy


def test_a_command_that_is_not_there_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="Trying failed"):
        processes.run("Trying", [tmp_path / "nothing"], name="trial")


@pytest.mark.timeout(60)
def test_an_interruption_ends_the_command_and_what_it_started(tmp_path: Path) -> None:
    """The grandchild holds a pipe open for writing: its end is seen by reading to the pipe's."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    inner = (
        "import sys, time; held = open(sys.argv[1], 'w'); held.write('here'); held.flush(); "
        "print('Collecting it', flush=True); time.sleep(600)"
    )
    outer = (
        "import subprocess, sys, time; "
        f"subprocess.Popen([sys.executable, '-c', {inner!r}, {str(pipe)!r}]); time.sleep(600)"
    )

    class Interrupting(say.Ticker):
        def tick(self, detail: str = "") -> None:
            if detail:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        processes.run("Trying", python(outer), name="trial", ticker=Interrupting())
    os.set_blocking(reader, True)
    with os.fdopen(reader, "rb") as whole:
        assert whole.read() == b"here"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("  [120/345] Building CXX object ggml.cpp.o", "120 of 345 files"),
        ("Progress 46435520 of 92871040", "46 of 93 MB"),
        ("Collecting dbos==3.4.0 (from -r runtime.txt (line 4))", "dbos"),
        ("  Downloading wcwidth-0.9.4-py3-none-any.whl (1 MB)", "wcwidth"),
        ("Installing collected packages: a, b", "installing"),
        ("anything else", None),
    ],
)
def test_progress_is_read_out_of_the_tools_lines(line: str, told: str | None) -> None:
    assert processes.progress(line) == told


def test_without_a_terminal_a_line_comes_every_fifteen_seconds() -> None:
    now = 100.0
    out = io.StringIO()
    ticker = say.Ticker(out, clock=lambda: now)
    for _ in range(620):
        now += 0.5
        ticker.tick("120 of 345 files")
    ticker.close()
    lines = out.getvalue().splitlines()
    assert len(lines) == 20
    assert lines[0] == "    15 s: 120 of 345 files"
    assert lines[-1] == "    5 min 00 s: 120 of 345 files"


@pytest.mark.parametrize(
    ("line", "message", "remedy"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full", "4 GB"),
        (
            "NewConnectionError: [Errno -3] Temporary failure in name resolution",
            "could not be reached",
            "PIP_INDEX_URL",
        ),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "not the one that the lock", "IT team"),
        ("interface.cpp:1: Python.h: No such file or directory", "headers", "python3-dev"),
        ("No CMAKE_CXX_COMPILER could be found.", "compiler", "gcc g++ make"),
        ("g++: fatal error: Killed signal terminated program cc1plus", "memory", "PARALLEL"),
        ("[Errno 13] Permission denied: '.venv'", "may not be written", "yours"),
    ],
)
def test_known_causes_are_told_with_their_remedy(line: str, message: str, remedy: str) -> None:
    told = explain("Installing", ["before", line, "after"], "the.log")
    assert message in told.message
    assert remedy in told.remedy
    assert "the.log" in told.remedy
