from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.triad.withhold import (
    UNSERVED,
    WITHHELD,
    cover,
    packed,
    secret_words,
    unpacked,
    withheld,
)
from engine.words import ordinary, stem, vocabulary

OURS = (
    "Our engineer Castellaw's zebrafinch memorandum concedes failures of lot B17.",
    "Settlement authority stands at $4,250,000.",
)
RECORD = ("The agency paid every claim of 4 May 2021 on lot C250 despite the audit.",)
SECRET = frozenset(secret_words(OURS, RECORD))


@pytest.mark.parametrize(
    "said",
    [
        "the zebrafinch matter",
        "ZEBRAFINCH",
        "our engineer’s zebrafinch's view",
        "the zebrafinch-memorandum of June",
        "non-zebrafinch",
        "several zebrafinches",
        "_zebrafinch_ and *zebrafinch*",
        "zebrafinch.",
        "(“zebrafinch”)",
    ],
)
def test_an_ours_only_word_is_withheld_however_it_is_written(said: str) -> None:
    covered = cover(said, SECRET)
    assert "zebrafinch" not in covered.lower()
    assert WITHHELD in covered


@pytest.mark.parametrize("figure", ["4,250,000", "4250000", "$4,250,000.", "B17", "b17"])
def test_a_figure_that_only_we_know_is_withheld(figure: str) -> None:
    assert WITHHELD in cover(f"it stands at {figure} now", SECRET)


def test_what_the_record_says_too_is_left() -> None:
    said = "The agency audited and paid a claim of 4 May 2021 on lot C250."
    assert cover(said, SECRET) == said


def test_an_inflection_of_a_known_word_is_no_secret() -> None:
    assert secret_words(["They conceded the failures."], ["He concedes a failure."]) == []


def test_short_and_ordinary_words_are_no_secrets() -> None:
    assert secret_words(["We did so, and why not?"], []) == []


def test_a_served_move_has_neither_gaps_nor_reasons_nor_secrets() -> None:
    move: dict[str, Any] = {
        "theory": "As the zebrafinch memorandum shows",
        "frame": "Castellaw's own words",
        "vehicle": "motion to dismiss",
        "standard": "clear error",
        "determinative": ["F1"],
        "sections": [{"text": "Zebrafinches aside, it paid.", "facts": [], "elements": ["E1"]}],
        **{part: "zebrafinch" for part in UNSERVED},
    }
    served = withheld(move, SECRET)
    assert "zebrafinch" not in str(served).lower() and "castellaw" not in str(served).lower()
    assert not UNSERVED & served.keys()
    assert served["sections"][0]["text"].endswith("aside, it paid.")
    assert move["theory"].startswith("As the zebrafinch"), "the record keeps what was written"


words = st.text("abcdeéß4.,-' ’_", max_size=40)


@given(st.lists(words, max_size=3), st.lists(words, max_size=3), st.lists(words, max_size=4))
def test_no_secret_survives_and_no_known_word_is_lost(
    ours: list[str], others: list[str], between: list[str]
) -> None:
    secret = frozenset(secret_words(ours, others))
    said = " ".join(piece for pair in zip(ours, between, strict=False) for piece in pair)
    left = cover(said, secret).replace(WITHHELD, " ")
    assert not {stem(word) for word in re.findall(r"\d+(?:[.,]\d+)+|[^\W_]+", left)} & secret
    for text in others:
        assert cover(text, secret) == text


def test_the_list_of_ordinary_words_names_nothing() -> None:
    assert len(ordinary()) > 100
    assert all(word == word.lower() for word in ordinary())


@given(st.lists(st.text(max_size=60), max_size=4), st.lists(st.text(max_size=60), max_size=4))
def test_stored_words_tell_the_same_as_the_texts(ours: list[str], others: list[str]) -> None:
    """A large file's secrets are told from its documents' words, which were stored before."""
    assert secret_words(vocabulary(ours), vocabulary(others)) == secret_words(ours, others)
    assert vocabulary(vocabulary(ours)) == vocabulary(ours)


@given(st.lists(st.text(max_size=60), max_size=6))
def test_packed_words_come_back_whole(texts: list[str]) -> None:
    secret = secret_words(texts, [])
    assert unpacked(packed(secret)) == secret
    assert unpacked(secret) == secret, "as turns held them before"


def test_packed_words_take_less_room() -> None:
    many = [f"{n:x}zebra" for n in range(5000)]
    assert len(packed(many)) < len(str(many)) / 3
    assert unpacked(packed([])) == []
