"""The host as a process: how it starts, what it refuses, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

pytestmark = pytest.mark.model
ROOT = Path(__file__).parents[3]
COMMAND = (sys.executable, "-m", "bot.model_host")


@contextmanager
def host(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [*COMMAND, *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield process, json.loads(line)["listening"]
    finally:
        process.kill()
        process.communicate()


def wait_until_loaded(http: httpx2.Client) -> list[int]:
    seen: list[int] = []
    while not seen or seen[-1] != 200:
        seen.append(http.get("/health").status_code)
        time.sleep(0.01)
    return seen


def test_from_start_to_sigterm_over_a_unix_socket(model_path: Path, tmp_path: Path) -> None:
    path = tmp_path / "host.sock"
    with host("--model", str(model_path), "--listen", f"unix:{path}", "--window", "512") as (
        process,
        listening,
    ):
        assert listening == f"unix:{path}"
        assert path.stat().st_mode & 0o777 == 0o600
        transport = httpx2.HTTPTransport(uds=str(path))
        with httpx2.Client(transport=transport, base_url="http://host", timeout=120) as http:
            assert set(wait_until_loaded(http)) <= {200, 503}
            body = {
                "messages": [{"role": "user", "content": "privileged-word"}],
                "max_tokens": 2,
            }
            answer = http.post("/v1/chat/completions", json=body)
            assert answer.json()["usage"]["completion_tokens"] <= 2
            assert http.get("/v1/models").json()["data"][0]["window"] == 512
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=150)
        assert process.returncode == 0
        assert out == "" and err == "", "it says nothing of what it was asked"
        assert not path.exists()


def test_sigterm_in_the_middle_of_an_answer(model_path: Path) -> None:
    with host("--model", str(model_path), "--window", "2048") as (process, listening):
        with httpx2.Client(base_url=f"http://{listening}", timeout=120) as http:
            wait_until_loaded(http)
            schema = {
                "type": "array",
                "minItems": 600,
                "maxItems": 600,
                "items": {"type": "number"},
            }
            form = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}
            body = {
                "messages": [{"role": "user", "content": "Count."}],
                "max_tokens": 1900,
                "response_format": form,
                "stream": True,
            }
            with http.stream("POST", "/v1/chat/completions", json=body) as answer:
                lines = answer.iter_lines()
                while '"content": ""' not in next(lines):
                    pass
                process.send_signal(signal.SIGTERM)
                assert any("model.not_ready" in line for line in lines)
        process.wait(60)
        assert process.returncode == 0


def test_it_ends_with_its_parent(model_path: Path, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([*sys.argv[1:], '--parent-pid', str(os.getpid())],\n"
        "                         stdout=subprocess.PIPE, text=True)\n"
        "print(child.stdout.readline(), end='', flush=True)\n"
        "print(child.pid, flush=True)\n"
    )
    path = tmp_path / "host.sock"
    options = ("--model", str(model_path), "--listen", f"unix:{path}", "--window", "256")
    made = subprocess.run(
        [sys.executable, str(script), *COMMAND, *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    pid = int(made.stdout.splitlines()[1])
    deadline = time.monotonic() + 60
    while path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not path.exists()
    with pytest.raises(ProcessLookupError):
        while time.monotonic() < deadline:
            os.kill(pid, 0)
            time.sleep(0.05)


def refused(*options: str) -> str:
    ended = subprocess.run(
        [*COMMAND, *options], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 2, ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stderr


def test_bad_files_are_refused_in_plain_words(model_path: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.gguf"
    assert "[model.file]" in refused("--model", str(bad))
    bad.write_bytes(b"not a model at all")
    assert "[model.file]" in refused("--model", str(bad))
    whole = model_path.read_bytes()
    bad.write_bytes(whole[: len(whole) // 2])
    assert "[model.file]" in refused("--model", str(bad))
    bad.write_bytes(whole[:4096])
    assert "[model.file]" in refused("--model", str(bad))


def test_another_file_than_the_named_one_is_refused(model_path: Path) -> None:
    assert "[model.sha256]" in refused("--model", str(model_path), "--sha256", "00" * 32)


def test_listening_to_the_world_is_refused(model_path: Path) -> None:
    assert "[model.listen]" in refused("--model", str(model_path), "--listen", "0.0.0.0:0")
