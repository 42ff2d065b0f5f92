"""The locks serve every machine: exact versions, hashes, no address and no path."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from setup import lock, model
from setup.errors import SetupError
from setup.places import BROWSER_TESTS, REQUIREMENTS

LOCKS = sorted(REQUIREMENTS.glob("*.txt"))
ENTRY = re.compile(r"^([a-z0-9][a-z0-9.-]*)==(\S+)", re.MULTILINE)


def entries(path: Path) -> dict[str, str]:
    return dict(ENTRY.findall(path.read_text()))


def test_all_locks_are_there() -> None:
    assert {path.stem for path in LOCKS} == {*lock.WHOLE, *lock.ALONE}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_entry_has_an_exact_version_and_hashes(path: Path) -> None:
    text = path.read_text()
    starts = re.split(r"\n(?=\S)", text.strip())
    for block in starts:
        assert ENTRY.match(block), block
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_no_lock_names_a_place(path: Path) -> None:
    assert lock.places(path.read_text()) == []


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://packages.example/simple",
        "--find-links /opt/wheels",
        "-f wheels",
        "thing @ file:///home/lena/thing.whl",
        "thing @ ../thing",
        "# via -r /home/lena/lawgame/requirements/runtime.in",
    ],
)
def test_a_place_in_a_lock_is_seen(line: str) -> None:
    assert lock.places(f"aiohttp==3.14.5 \\\n    --hash=sha256:00\n{line}\n") == [line]


def test_the_locks_agree_with_each_other() -> None:
    runtime = entries(REQUIREMENTS / "runtime.txt")
    for other in ("dev", "build"):
        for name, version in entries(REQUIREMENTS / f"{other}.txt").items():
            assert runtime.get(name, version) == version, name


def test_what_llama_cpp_python_needs_is_locked_since_it_is_installed_alone() -> None:
    runtime = entries(REQUIREMENTS / "runtime.txt")
    assert {"numpy", "jinja2", "diskcache", "typing-extensions"} <= runtime.keys()
    build = entries(REQUIREMENTS / "build.txt")
    assert {"scikit-build-core", "cmake", "ninja"} <= build.keys()


def test_a_lock_keeps_no_comment() -> None:
    assert lock.without_comments("# said by a tool\na==1\n\nb==2\n") == "a==1\nb==2\n"


def test_chosen_entries_are_taken_out_of_a_lock() -> None:
    one = "b==2 \\\n    --hash=sha256:1 \\\n    --hash=sha256:2\n"
    two = "b-more==2 \\\n    --hash=sha256:3\n"
    text = f"a==1 \\\n    --hash=sha256:0\n{two}{one}c==3\n\n# said by a tool\nd==4\n"
    assert lock.only(text, ["b==2"]) == one
    assert lock.only(text, ["b==2", "b-more==2"]) == two + one
    assert lock.only(text, ["c==3"]) == "c==3\n"


def test_an_entry_that_is_not_locked_is_an_error() -> None:
    with pytest.raises(SetupError, match="b==3"):
        lock.only("a==1 \\\n    --hash=sha256:0\nb==2\n", ["a==1", "b==3"])


def test_what_is_asked_is_read_without_comments() -> None:
    assert lock.asked("# Carry files.\na==1\n\n  b-c==2\n") == ["a==1", "b-c==2"]


@pytest.mark.parametrize("name", lock.ALONE)
def test_a_lock_of_packages_alone_holds_those_asked_for_and_no_other(name: str) -> None:
    asked = lock.asked((REQUIREMENTS / f"{name}.in").read_text())
    locked = entries(REQUIREMENTS / f"{name}.txt")
    assert sorted(asked) == sorted(f"{name}=={version}" for name, version in locked.items())


def test_the_models_packages_are_the_locked_ones() -> None:
    assert entries(REQUIREMENTS / "model.txt") == {one.package: one.version for one in model.WANTED}


def test_what_carries_a_file_is_not_installed() -> None:
    runtime = entries(REQUIREMENTS / "runtime.txt")
    assert "onnxruntime" in runtime
    assert not {one.package for one in model.WANTED} & runtime.keys()


def test_nodes_lock_has_integrity_and_no_address() -> None:
    text = (BROWSER_TESTS / "package-lock.json").read_text()
    assert "://" not in text
    assert '"resolved"' not in text
    assert text.count('"integrity": "sha512-') == text.count('"node_modules/')
