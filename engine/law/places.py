"""Where public law that a citation names would be in the library: identifiers and codes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.authorities.types import Citation
from engine.law.codes import rule_key

_RULE_SETS = (
    "Fed. R. Civ. P.", "Fed. R. Crim. P.", "Fed. R. App. P.", "Fed. R. Bankr. P.", "Fed. R. Evid.",
)  # fmt: skip
_MOST_SECTIONS, _MOST_CLAUSES = 11, 19
_RULE_CODES = {"Fed. R. Crim. P.": ("rules/18a", "rules/28a"),
               "Fed. R. Bankr. P.": ("rules/11a", "rules/28a")}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LawPlace:
    """``whole`` are identifiers of which one must exist (the text is that of all), ``part``
    those of the subdivision named
    (none without); ``codes`` are where it would be loaded; ``named`` says that in words."""

    whole: tuple[str, ...]
    part: tuple[str, ...]
    codes: tuple[str, ...]
    named: str


def law_places(citation: Citation) -> tuple[LawPlace, ...]:
    """Places of each section cited (two for a range's ends, several for a rule without its set);
    none if the citation is of no code that can be loaded."""
    kept = citation.fields
    steps = re.findall(r"\(([^()]*)\)", kept.get("sub", ""))
    if citation.kind == "statute" and "title" in kept and "section" in kept:
        title = kept["title"].lower()
        ends = re.fullmatch(r"(\d+)-(\d+)", kept["section"])
        several = bool(ends) and "§§" in citation.text
        numbers = [ends[1], ends[2]] if ends and several else [kept["section"]]
        return tuple(
            _place(f"/us/usc/t{title}/s{number}", steps, (f"usc/{title}",), f"title {title}")
            for number in numbers
        )
    if citation.normalized == "U.S. Const. pmbl.":
        return (LawPlace(("/us/const/preamble",), (), ("const",), "the Constitution"),)
    if citation.kind == "constitution" and kept.get("of", "U.S.") == "U.S." and "number" in kept:
        return (_constitution(citation),)
    if citation.kind == "rule" and "rule" in kept:
        sets = [kept["rules"]] if kept["rules"] in _RULE_SETS else []
        if kept["rules"] == "Rule":
            sets = list(_RULE_SETS)
        return tuple(
            _place(rule_key(one, kept["rule"]), steps, _RULE_CODES.get(one, ("rules/28a",)),
                   "the federal rules")
            for one in sets
        )  # fmt: skip
    return ()


def _place(base: str, steps: list[str], codes: tuple[str, ...], named: str) -> LawPlace:
    part = ("/".join((base, *steps)),) if steps else ()
    return LawPlace((base,), part, codes, named)


def _constitution(citation: Citation) -> LawPlace:
    kept = citation.fields
    base = f"/us/const/{kept['part']}{kept['number']}"
    inner = [f"{base}/s{n}" for n in range(1, _MOST_SECTIONS)]
    if "section" in kept:
        base = f"{base}/s{kept['section']}"
        inner = []
    clauses = [f"{base}/c{n}" for n in range(1, _MOST_CLAUSES)] if not inner else [f"{base}/c1"]
    part = (f"{base}/c{kept['clause']}",) if "clause" in kept else ()
    return LawPlace((base, *inner, *clauses), part, ("const",), "the Constitution")
