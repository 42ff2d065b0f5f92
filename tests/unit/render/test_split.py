from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.split import cut, shorten


@given(st.text(max_size=400), st.integers(2, 60))
def test_pieces_fit_and_rejoin(text: str, limit: int) -> None:
    pieces = cut(text, limit)
    assert "".join(pieces) == text
    assert all(len(piece.encode("utf-16-le", "surrogatepass")) // 2 <= limit for piece in pieces)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("One two three.\n\nFour, five six", "One two three.\n\n"),
        ("One two three\nfour five six sev", "One two three\n"),
        ("One two. Three four five six sev", "One two. Three four "),
        ("One two three four five six seve", "One two three four "),
        ("Onetwothreefourfivesixseveneight", "Onetwothreefourfives"),
    ],
)
def test_cuts_where_a_reader_would(text: str, first: str) -> None:
    assert cut(text, 20)[0] == first


def test_shortened_text_says_so() -> None:
    assert shorten("abcdef", 6) == "abcdef"
    assert shorten("abc defg", 6) == "abc d…"
