"""The key and the keeping of the wheel that is built on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from setup import llama

CPUINFO = """processor\t: 0
model name\t: Example 9000
cpu MHz\t\t: 2400.017
flags\t\t: fpu sse4_2 avx2

processor\t: 1
model name\t: Example 9000
cpu MHz\t\t: 1200.500
flags\t\t: fpu sse4_2 avx2
"""

GIVEN = {
    "version": "0.3.36",
    "flags": "-DA=ON -DB=OFF",
    "processor": "Example 9000 avx2",
    "python": "3.11",
    "system": "Linux glibc 2.36",
}


def test_the_key_stays_for_the_same_machine() -> None:
    assert llama.key(**GIVEN) == llama.key(**(GIVEN | {"flags": " -DA=ON  -DB=OFF "}))
    assert llama.key(**GIVEN).startswith("llama-cpp-python-0.3.36-py3.11-")


@pytest.mark.parametrize("part", GIVEN)
def test_the_key_changes_with_each_of_its_parts(part: str) -> None:
    assert llama.key(**(GIVEN | {part: "other"})) != llama.key(**GIVEN)


def test_the_processor_is_its_name_and_instruction_sets_not_its_speed(tmp_path: Path) -> None:
    one, two, other = (tmp_path / name for name in ("one", "two", "other"))
    one.write_text(CPUINFO)
    two.write_text(CPUINFO.replace("2400.017", "3100.000"))
    other.write_text(CPUINFO.replace("avx2", "avx512f"))
    assert llama.processor(one) == llama.processor(two) != llama.processor(other)


def test_flags_of_the_firms_own_come_behind_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(llama.MORE_FLAGS, "-DGGML_CUDA=ON")
    assert llama.flags() == f"{llama.FLAGS} -DGGML_CUDA=ON"
    monkeypatch.delenv(llama.MORE_FLAGS)
    assert llama.flags() == llama.FLAGS


def test_a_kept_wheel_counts_only_while_it_is_whole(tmp_path: Path) -> None:
    built = tmp_path / "llama_cpp_python-0.3.36-py3-none-linux_x86_64.whl"
    built.write_bytes(b"a wheel")
    folder = tmp_path / "kept"
    assert llama.kept(folder) is None
    place = llama.keep(built, folder)
    assert llama.kept(folder) == place
    assert not built.exists()
    place.write_bytes(b"half a")
    assert llama.kept(folder) is None


def test_a_wheel_without_its_sum_was_interrupted_and_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "llama_cpp_python-0.3.36-py3-none-linux_x86_64.whl").write_bytes(b"half")
    assert llama.kept(tmp_path) is None
