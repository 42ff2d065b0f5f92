"""What is done once is not done again, and what was interrupted is."""

from __future__ import annotations

from pathlib import Path

from setup.stamps import Stamps, digest


def test_a_part_is_fresh_only_for_what_it_was_made_from(tmp_path: Path) -> None:
    stamps = Stamps(tmp_path)
    assert not stamps.fresh("runtime", "a")
    stamps.write("runtime", "a")
    assert Stamps(tmp_path).fresh("runtime", "a")
    assert not stamps.fresh("runtime", "b")
    assert not stamps.fresh("dev", "a")


def test_a_part_begun_anew_and_interrupted_is_unmade(tmp_path: Path) -> None:
    stamps = Stamps(tmp_path)
    stamps.write("runtime", "a")
    stamps.forget("runtime")
    assert not stamps.exists("runtime")
    assert not stamps.fresh("runtime", "a")


def test_a_digest_tells_files_and_borders_apart(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    file.write_text("ab")
    assert digest(file) == digest("ab") == digest(b"ab")
    assert digest("a", "b") != digest("ab")
    file.write_text("ac")
    assert digest(file) != digest("ab")
