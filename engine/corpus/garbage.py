"""Whether a page's text layer is the text of the page, or what a broken font table made of it.

Told by letters: in languages written with Latin letters certain pairs make up most of any text,
while shifted, substituted and random letters rarely have them. Text that is too short to tell, or
written in another script throughout, is taken as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from itertools import pairwise

_COMMON_PAIRS = """
    th in on er te re at es ti he en st an or it nt al se co ed nd de le io is ar ng ve ra ro me la
    ct ns ou li ic ri as ea ne ac ts ec ta ce ch pr ha ur el si ma to ut tr un hi ot fi rs ca ll no
    pe et of om ge ie lo nc am di na os ho em wi ad ss po il fo pl rt mo ga iv ai ci ir ev ig ap be
    ly pa us ol id ex rm so od mi ab eg tu ul
"""
_PAIRS = frozenset(_COMMON_PAIRS.split())
_MIN_LETTERS = 40
_COMMON = 0.4
_ODD = 0.08
_MANY_SCRIPTS = 0.15
_SPACED = 0.6
_LONGEST_WORD = 25
_WORD = re.compile(r"[^\W\d_]+")
_UNMAPPED = re.compile(r"\(cid:\d+\)|\\u[0-9a-fA-F]{4}|&#\d+;")
_ODD_CATEGORIES = frozenset({"Co", "Cn", "Cc", "Cs", "Lm", "Sk"})


def garbled(text: str) -> bool:
    """Whether the text cannot be what stands on the page.

    >>> garbled("The agency paid every invoice in full and never objected to any of them.")
    False
    >>> garbled("Wkh djhqfb sdlg hyhub lqyrlfh lq ixoo dqg qhyhu remhfwhg wr dqb ri wkhp.")
    True
    """
    inked = [c for c in text if not c.isspace()]
    if not inked:
        return False
    unmapped = sum(len(found) for found in _UNMAPPED.findall(text))
    odd = unmapped + sum(_is_odd(c) for c in inked if not c.isascii())
    if odd > max(_ODD * len(inked), 3):
        return True
    letters = [c for c in inked if c.isalpha()]
    if len(letters) < _MIN_LETTERS:
        return False
    scripts = Counter(map(_script, letters))
    if scripts["LATIN"] < len(letters) / 2:
        return sum(n for _, n in scripts.most_common()[1:]) > _MANY_SCRIPTS * len(letters)
    words = _WORD.findall(text)
    if sum(len(word) == 1 for word in words) > _SPACED * len(words):
        return True
    return _share_of_common_pairs(words) < _COMMON or len(letters) > _LONGEST_WORD * len(words)


def _share_of_common_pairs(words: list[str]) -> float:
    pairs = [pair for word in map(_folded, words) for pair in map("".join, pairwise(word))]
    return sum(pair in _PAIRS for pair in pairs) / len(pairs) if pairs else 1.0


def _folded(word: str) -> str:
    """In small letters, accents off, of the same length as far as that goes."""
    low = word.lower()
    return low if low.isascii() else "".join(unicodedata.normalize("NFD", c)[0] for c in low)


def _is_odd(c: str) -> bool:
    if c == "\ufffd" or "\u0180" <= c <= "\u02af":  # letters of phonetics and of few languages
        return c not in "\u0218\u0219\u021a\u021b\u01a0\u01a1\u01af\u01b0"
    return unicodedata.category(c) in _ODD_CATEGORIES and c not in "^`¨¯´¸˜"


@cache
def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").split()[0]
