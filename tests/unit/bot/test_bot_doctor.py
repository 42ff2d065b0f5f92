"""Each line of the doctor says ok, or what to do about what is not here."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from bot import doctor
from bot.settings import Settings
from engine.corpus.vectors import files
from engine.models.known import KnownModel, cached_path

Small = tuple[KnownModel, KnownModel]


def here(*tools: str) -> doctor.Which:
    return lambda tool: f"/bin/{tool}" if tool in tools else None


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Small:
    """Both files of the model for vectors, as the set-up lays them, of a few bytes each."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(files, "RUNNER", "json")
    made = []
    for name in ("MODEL", "TOKENIZER"):
        content = name.encode()
        known = KnownModel(
            name=name.lower(),
            file=f"{name}.bin",
            sha256=hashlib.sha256(content).hexdigest(),
            size=len(content),
            package="p",
            version="1",
            member="p/m",
            licence="Apache-2.0",
        )
        path = cached_path(known)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        monkeypatch.setattr(files, name, known)
        made.append(known)
    return made[0], made[1]


def test_all_that_is_here_is_ok(small: Small) -> None:
    assert str(doctor.vectors(True)) == "finding by meaning: ok, its model is here"
    assert str(doctor.scans(here("tesseract"), lambda: True)).startswith("scans and pictures: ok")
    assert str(doctor.old_word(here("antiword"))).startswith("old Word files: ok")


def test_vectors_that_are_turned_off_are_no_fault_and_said(small: Small) -> None:
    told = str(doctor.vectors(False))
    assert "LAWGAME_VECTORS" in told and "ok" not in told


def test_missing_files_and_what_brings_them_are_named(small: Small) -> None:
    cached_path(small[1]).unlink()
    told = str(doctor.vectors(True))
    assert small[1].file in told and small[0].file not in told
    assert "what to do: run `make setup`" in told


def test_the_package_that_is_missing_is_named(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "RUNNER", "no_such_package")
    assert "no_such_package" in doctor.vectors(True).told


def test_a_file_of_another_content_is_told_before_it_is_run(small: Small) -> None:
    path = cached_path(small[0])
    path.write_bytes(b"x" * small[0].size)
    line = doctor.vectors(True)
    assert small[0].file in line.told and line.remedy


def test_programs_that_are_not_on_path_are_named_with_their_package() -> None:
    scans, old = doctor.scans(here(), lambda: True), doctor.old_word(here())
    assert "tesseract is not on PATH" in scans.told and "tesseract-ocr" in scans.remedy
    assert "antiword is not on PATH" in old.told and "apt-get install antiword" in old.remedy


def test_ocr_without_english_is_not_ok() -> None:
    line = doctor.scans(here("tesseract"), lambda: False)
    assert "English" in line.told and "tesseract-ocr-eng" in line.remedy


async def test_a_line_for_each_and_no_refusal(
    tmp_path: Path, small: Small, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await doctor.doctor(Settings(home=tmp_path)) == 0
    told = capsys.readouterr().out
    assert [told.count(s) for s in ("meaning:", "pictures:", "Word files:")] == [1, 1, 1]
    assert not (tmp_path / "lawgame.sqlite").exists(), "it looks and changes nothing"
