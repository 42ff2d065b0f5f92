"""Sketches tell duplicates and versions from strangers, in every process alike."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.corpus.kinship import SIZE, Kin, containment, kin, resemblance, sketch
from engine.corpus.limits import Limits
from engine.corpus.reading import read_file
from tests.fixtures.documents import makers

TEXT = (
    "the agency paid invoice under contract of March which Meridian submitted to office review "
    "before board approved every claim and no officer objected although audit had found errors in "
    "records kept by clerk who knew about practice since spring but said nothing until counsel came"
)
WORDS = TEXT.split()


def prose(seed: int, count: int = 120) -> list[str]:
    """Paragraphs of words drawn by a seed, each ending like a sentence."""
    rng = random.Random(seed)
    return [
        f"On day {n} {' '.join(rng.choice(WORDS) for _ in range(rng.randint(12, 40)))}."
        for n in range(count)
    ]


def read_sketch(tmp_path: Path, name: str, data: bytes) -> tuple[int, ...]:
    path = tmp_path / "upload"
    path.write_bytes(data)
    document = read_file(path, name, Limits())
    return sketch("\n".join(passage.text for passage in document.passages))


def test_one_text_in_four_formats(tmp_path: Path) -> None:
    text = prose(1)
    page = "".join(f"<p>{line}</p>" for line in text)
    rich = "".join(f"{line}\\par\n" for line in text)
    sketches = [
        read_sketch(tmp_path, "a.docx", makers.docx(text)),
        read_sketch(tmp_path, "a.html", f"<html><body>{page}</body></html>".encode()),
        read_sketch(tmp_path, "a.rtf", f"{{\\rtf1 {rich}}}".encode()),
        read_sketch(tmp_path, "a.txt", "\n\n".join(text).upper().encode()),
    ]
    assert all(resemblance(one, other) >= 0.95 for one in sketches for other in sketches)


def test_stamps_and_page_numbers_do_not_hide_a_duplicate(tmp_path: Path) -> None:
    lines = prose(10, count=200)
    pages = [[*lines[at : at + 8]] for at in range(0, len(lines), 8)]
    short = [[line[:90] for line in page] for page in pages]
    (tmp_path / "a").write_bytes(makers.pdf(short, stamp=True))
    (tmp_path / "b").write_bytes(makers.docx([line for page in short for line in page]))
    stamped = read_file(tmp_path / "a", "a.pdf", Limits())
    clean = read_file(tmp_path / "b", "a.docx", Limits())
    assert "Document 21" in stamped.pages[0].text
    assert resemblance(stamped.sketch, clean.sketch) >= 0.95


def test_a_later_version_is_near_and_a_stranger_is_not() -> None:
    first = prose(2)
    rng = random.Random(3)
    later = [line for line in first if rng.random() > 0.1]
    later = [
        line.replace("agency", "Department", 1) if rng.random() < 0.1 else line for line in later
    ]
    later += prose(4, count=8)
    mine, version, other = (sketch("\n".join(text)) for text in (first, later, prose(5)))
    assert 0.5 <= resemblance(mine, version) < 0.95
    assert resemblance(mine, other) < 0.1
    assert kin(version, {"x": other, "y": mine}) == (Kin.VERSION, "y")
    assert kin(mine, {"x": other, "y": version, "z": mine}) == (Kin.SAME, "z")
    assert kin(mine, {"x": other}) is None
    assert kin(mine, {}) is None


def test_a_part_is_contained_in_its_whole_and_not_the_other_way() -> None:
    whole = prose(6, count=300)
    part = whole[40:70]
    of_part, of_whole = sketch("\n".join(part)), sketch("\n".join(whole))
    assert containment(of_part, of_whole) > 0.8
    assert containment(of_whole, of_part) < 0.3
    letter, chapter = sketch("\n".join(whole[10:13])), sketch("\n".join(whole[8:40]))
    assert len(letter) < SIZE and containment(letter, chapter) == pytest.approx(1.0)
    assert containment(letter, sketch("\n".join(prose(11, count=40)))) < 0.1


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_the_estimate_is_near_the_truth(share: float) -> None:
    cut = int(400 * share)
    first, other = prose(7, count=400), prose(8, count=400)
    mixed = first[:cut] + other[cut:]
    runs = [set(_runs(text)) for text in (first, mixed)]
    truth = len(runs[0] & runs[1]) / len(runs[0] | runs[1])
    assert abs(resemblance(sketch("\n".join(first)), sketch("\n".join(mixed))) - truth) < 0.15


def _runs(lines: list[str]) -> list[tuple[str, ...]]:
    words = " ".join(lines).replace(".", "").casefold().split()
    return [tuple(words[n : n + 5]) for n in range(len(words) - 4)]


def test_short_and_empty_texts() -> None:
    assert sketch("") == sketch(" .,; ") == ()
    assert resemblance((), ()) == resemblance((), sketch("a b")) == containment((), (1,)) == 0.0
    assert sketch("It knew.") == sketch("IT  knew") != sketch("It paid.")
    assert kin(sketch("It knew."), {"a": sketch("it knew")}) == (Kin.SAME, "a")
    assert kin((), {"a": ()}) is None


def test_a_sketch_is_the_same_in_another_process() -> None:
    text = " ".join(prose(9, count=20))
    code = "import sys; from engine.corpus.kinship import sketch; print(sketch(sys.stdin.read()))"
    done = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True,
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": "."},
    )  # fmt: skip
    assert done.stdout.strip() == str(sketch(text))


@given(
    st.lists(st.sampled_from(WORDS), max_size=400), st.lists(st.sampled_from(WORDS), max_size=400)
)
def test_measures_stay_between_none_and_all(first: list[str], second: list[str]) -> None:
    a, b = sketch(" ".join(first)), sketch(" ".join(second))
    assert list(a) == sorted(set(a)) and len(a) <= SIZE
    assert 0.0 <= resemblance(a, b) == resemblance(b, a) <= 1.0
    assert 0.0 <= containment(a, b) <= 1.0
    assert not a or resemblance(a, a) == containment(a, a) == 1.0
