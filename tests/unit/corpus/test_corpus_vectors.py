"""Texts to word pieces, and the process that makes vectors of them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from engine.corpus.vectors import files
from engine.corpus.vectors.wordpiece import WordPieces
from engine.corpus.vectors.worker import LocalVectors
from engine.models.known import KnownModel, cached_path

PIECES = """
[PAD] [UNK] [CLS] [SEP] pay ##ment ##s un ##paid naive muller ’ s . , ( ) § 37 ##29 % 東 a ##b _
"""
VOCABULARY = PIECES.split()


@pytest.fixture
def pieces(tmp_path: Path) -> WordPieces:
    path = tmp_path / "tokenizer.json"
    vocab = {piece: number for number, piece in enumerate(VOCABULARY)}
    path.write_text(json.dumps({"model": {"type": "WordPiece", "vocab": vocab}}))
    return WordPieces.load(path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("Payments.", "pay ##ment ##s ."),
        ("UNPAID", "un ##paid"),
        ("naïve Müller’s", "naive muller ’ s"),
        ("§ 3729(a)", "§ 37 ##29 ( a )"),
        ("pay\u200bment\u00ad", "pay ##ment"),
        ("東pay東", "東 pay 東"),
        ("a_b, ab%", "a _ [UNK] , a ##b %"),
        ("paymentx", "[UNK]"),
        ("a" * 101, "[UNK]"),
        ("pay\u2028pay\tpay", "pay pay pay"),
    ],
)
def test_word_pieces(pieces: WordPieces, text: str, expected: str) -> None:
    found = [VOCABULARY[number] for number in pieces.encode(text, 64)]
    assert found == ["[CLS]", *expected.split(), "[SEP]"]


def test_a_long_text_is_cut_within_its_marks(pieces: WordPieces) -> None:
    found = pieces.encode("payments " * 100, 8)
    assert len(found) == 8
    assert (VOCABULARY[found[0]], VOCABULARY[found[-1]]) == ("[CLS]", "[SEP]")


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Both files where the set-up lays them, in their sizes; their content is another."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(files, "RUNNER", "json")
    for known in (files.MODEL, files.TOKENIZER):
        path = cached_path(known)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.truncate(known.size)


def test_the_files_are_found_where_the_set_up_lays_them(laid: None) -> None:
    assert files.found() == (cached_path(files.MODEL), cached_path(files.TOKENIZER))
    assert not files.whole(cached_path(files.TOKENIZER), files.TOKENIZER)


@pytest.mark.parametrize("known", [files.MODEL, files.TOKENIZER], ids=lambda known: known.name)
@pytest.mark.parametrize("spoil", ["gone", "cut"])
def test_a_file_that_is_gone_or_cut_is_named(laid: None, known: KnownModel, spoil: str) -> None:
    path = cached_path(known)
    if spoil == "gone":
        path.unlink()
    else:
        path.write_bytes(b"half")
    assert files.missing() == (known.file,)
    assert files.found() is None


def test_the_package_that_runs_the_model_is_named(
    laid: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "RUNNER", "no_such_package")
    assert files.missing() == ("no_such_package",)
    assert files.found() is None


def test_what_runs_the_model_cannot_report_its_use() -> None:
    """Builds from 1.29 on carry a client that uploads events, and turn it on by themselves."""
    spec = importlib.util.find_spec(files.RUNNER)
    assert spec is not None and spec.origin is not None, "the set-up brings it"
    libraries = list(Path(spec.origin).parent.rglob("*.so*"))
    assert libraries
    for library in libraries:
        assert b"OneCollector" not in library.read_bytes(), library.name


async def test_without_the_files_there_are_no_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.corpus.vectors.worker.found", lambda: None)
    vectors = LocalVectors()
    assert vectors.name == "" and await vectors.of(["Anything."]) is None
    await vectors.close()


async def test_files_that_are_not_the_known_ones_are_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "model"
    other.write_bytes(b"another model")
    monkeypatch.setattr("engine.corpus.vectors.worker.found", lambda: (other, other))
    vectors = LocalVectors(patience=60)
    assert vectors.name
    assert await vectors.of(["Anything."]) is None
    assert vectors.name == "", "it stays off"
    await vectors.close()


@pytest.mark.model
async def test_near_meanings_lie_near() -> None:
    if files.found() is None:
        pytest.skip("the small model for vectors, or onnxruntime, is not here")
    import numpy as np

    vectors = LocalVectors(patience=60)
    try:
        made = await vectors.of(
            ["The patient was injured.", "Somebody was hurt.", "The invoice was paid in June."]
        )
        assert made is not None
        one, two, three = (np.frombuffer(vector, np.int8).astype(float) for vector in made)
        assert len(one) == 384 and one @ two > one @ three
        assert await vectors.of([]) == []
    finally:
        await vectors.close()
