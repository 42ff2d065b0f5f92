"""Reporters of cases: one spelling for the many in use, which exist, and what is cited two ways.

The list is that of ``reporters_db``; it is read at the first question, not at import.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_WRITTEN_OUT = {
    "unitedstatesreports": "U.S.",
    "unitedstatessupremecourtreports": "U.S.",
    "ussupremecourtreports": "U.S.",
    "usreports": "U.S.",
    "usrep": "U.S.",
    "usrpts": "U.S.",
    "supremecourtreporter": "S.Ct.",
    "supctrptr": "S.Ct.",
    "supct": "S.Ct.",
    "federalreporter": "F.",
    "federalsupplement": "F.Supp.",
    "federalrulesdecisions": "F.R.D.",
    "federalappendix": "F.App'x",
    "bankruptcyreporter": "B.R.",
    "lawyersedition": "L.Ed.",
    "westlaw": "WL",
    "lexis": "LEXIS",
}
_ELECTRONIC = {"wl": "WL", "lexis": "LEXIS", "uslexis": "U.S.LEXIS"}
_SERIES = re.compile(r"(.*?)(?:,?\s*\b(second|third|fourth|2d|3d|4th|2nd|3rd)\s+series)$", re.I)
_ORDINAL = {"second": "2d", "2nd": "2d", "third": "3d", "3rd": "3d", "fourth": "4th"}
_NOMINATIVE = (  # reporter, its first volume in the United States Reports, its volumes
    ("Dall.", 1, 4),
    ("Cranch", 5, 9),
    ("Wheat.", 14, 12),
    ("Pet.", 26, 16),
    ("How.", 42, 24),
    ("Black", 66, 2),
    ("Wall.", 68, 23),
    ("Otto", 91, 17),
)
_LATER = {"dallas": "Dall.", "wheaton": "Wheat.", "peters": "Pet.", "howard": "How.",
          "wallace": "Wall.", "cra": "Cranch", "cr": "Cranch", "otto": "Otto"}  # fmt: skip

_LONGEST_OPINION = 400
"""Pages; the longest of the United States Reports has some 300."""


def may_hold(page: str, pin: str) -> bool | None:
    """Whether the opinion that begins at ``page`` may have the page ``pin`` begins with; None if
    either is no number.

    >>> may_hold("544", "556-57"), may_hold("544", "12"), may_hold("___", "12")
    (True, False, None)
    """
    first = re.match(r"\d+", pin)
    if first is None or not page.isdigit():
        return None
    return 0 <= int(first[0]) - int(page) <= _LONGEST_OPINION


def usual(reporter: str) -> str:
    """The one spelling of a reporter's abbreviation, without spaces after full stops.

    Case, spaces, full stops and apostrophes do not matter; a nominative reporter may come with
    its volume, which is left out. A reporter that nobody knows is only tidied.

    >>> usual("F. Supp. 2d"), usual("U. S."), usual("s ct"), usual("1 Cranch")
    ('F.Supp.2d', 'U.S.', 'S.Ct.', 'Cranch')
    """
    said = " ".join(reporter.split()).strip(" ,;()")
    if found := _lookup(said):
        return found
    without = re.sub(r"^\d{1,2}\s+(?=[^\W\d])", "", said)
    if without != said and (found := _lookup(without)):
        return found
    return _close(said)


def known(reporter: str) -> bool:
    """Whether a reporter of that name exists, however it is written."""
    said = " ".join(reporter.split()).strip(" ,;()")
    return bool(_lookup(said) or _lookup(re.sub(r"^\d{1,2}\s+(?=[^\W\d])", "", said)))


def places(reporter: str, volume: str, page: str) -> tuple[tuple[str, str, str], ...]:
    """Where a case may be filed that is cited so: the place itself, then the same page under the
    nominative reporter's volume or the volume of the United States Reports.

    >>> places("U.S.", "5", "137")
    (('U.S.', '5', '137'), ('Cranch', '1', '137'))
    """
    name = usual(reporter)
    volume, page = _figure(volume), _figure(page)
    own = (name, volume, page)
    if not volume.isdigit():
        return (own,)
    number = int(volume)
    for nominative, first, count in _NOMINATIVE:
        if name == nominative and 1 <= number <= count:
            return (own, ("U.S.", str(first + number - 1), page))
        if name == "U.S." and first <= number < first + count:
            return (own, (nominative, str(number - first + 1), page))
    return (own,)


def _figure(text: str) -> str:
    plain = text.strip()
    return plain.lstrip("0") or plain if plain.isdigit() else plain


def _close(abbreviation: str) -> str:
    """Without spaces after full stops; typographic apostrophes are made straight."""
    return re.sub(r"(?<=\.)\s+", "", abbreviation.replace("\u2019", "'"))


def _key(text: str) -> str:
    return "".join(char for char in text.lower().replace("&", "and") if char.isalnum())


def _lookup(said: str) -> str:
    exact, loose = _spellings()
    if found := exact.get(_close(said)):
        return found
    key = _key(said)
    if found := loose.get(key):
        return found
    series = _SERIES.match(said)
    if series and (base := _lookup(series[1].strip(" ,"))):
        ordinal = series[2].lower()
        return loose.get(_key(base) + _ORDINAL.get(ordinal, ordinal), "")
    return ""


@cache
def _spellings() -> tuple[dict[str, str], dict[str, str]]:
    """Spelling to usual form: with its punctuation, and without case and punctuation."""
    import reporters_db  # type: ignore[import-untyped]  # some 10 MB: only for who asks

    editions: dict[str, Any] = reporters_db.EDITIONS
    variations: dict[str, list[str]] = reporters_db.VARIATIONS_ONLY
    reporters: dict[str, list[dict[str, Any]]] = reporters_db.REPORTERS
    exact = {_close(edition): _close(edition) for edition in editions}
    for variation, meant in variations.items():
        exact.setdefault(_close(variation), _close(meant[0]))
    loose: dict[str, str] = {_key(name): name for name, _, _ in _NOMINATIVE}
    # What many cite wins over what few do: federal before state, an edition before a variation.
    for edition in sorted(editions, key=lambda one: _rank(reporters, editions[one])):
        loose.setdefault(_key(edition), _close(edition))
    for variation, meant in variations.items():
        first = min(meant, key=lambda one: _rank(reporters, str(editions.get(one, one))))
        loose.setdefault(_key(variation), _close(first))
    for extra in (_WRITTEN_OUT, _ELECTRONIC, _LATER):
        for key, name in extra.items():
            loose.setdefault(key, name)
    for edition in [*loose]:  # F.2nd and F.3rd are written too
        if edition.endswith(("2d", "3d")):
            loose.setdefault(edition[:-1] + ("nd" if edition[-2] == "2" else "rd"), loose[edition])
    return exact, loose


def _rank(reporters: dict[str, list[dict[str, Any]]], root: str) -> int:
    kinds = [one.get("cite_type", "") for one in reporters.get(root, ())]
    order = ("federal", "scotus_early", "state_regional", "state", "neutral")
    return min((order.index(kind) for kind in kinds if kind in order), default=len(order))
