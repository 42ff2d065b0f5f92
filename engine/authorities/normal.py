"""The usual form of a locator, whatever way it was written: ``31 U.S.C. § 3729(b)(4)``."""

from __future__ import annotations

import re

from engine.authorities import british
from engine.authorities.reporters import usual


def by_groups(kind: str, match: re.Match[str]) -> str:
    """The locator of a match of one of our patterns, by its named groups."""
    groups = match.groupdict()
    if kind == "statute" and groups.get("title"):
        told = statute(groups["title"], groups["section"], groups["sub"])
        return told.replace(" §", " app. §") if groups.get("app") else told
    if kind == "act":
        return british.act_section(match)
    if kind == "procedure":
        return british.procedure_rule(match)
    if kind == "act_of":
        year = f" of {groups['year']}" if groups["year"] else ""
        return f"{groups['act']}{year} § {groups['section']}{groups['sub']}"
    if kind == "bare_rule":
        return f"Rule {groups['rule']}{groups['sub']}"
    if kind == "case":
        return f"{groups['volume']} {usual(groups['reporter'])} {groups['page']}"
    if kind == "section":
        return f"§ {groups['section']}{groups['sub'] or ''}"
    if kind == "constitution":
        return constitution(match.group()) or tidy(match.group())
    if kind == "rule":
        return _rule(match.group(), groups["rule"], groups["sub"])
    if kind == "supra":
        return groups["name"]
    return tidy(match.group())


def statute(title: str, section: str, sub: str | None) -> str:
    """A section of the United States Code; ``sub`` is like ``(b)(4)`` or nothing."""
    return f"{title} U.S.C. § {section}{(sub or '').replace(' ', '')}"


def beside(normalized: str, sub: str) -> str:
    """The section of ``normalized`` with another subdivision of its kind of letter or figure.

    >>> beside("31 U.S.C. § 3729(b)(4)", "(9)"), beside("28 U.S.C. § 1332(a)(1)", "(c)")
    ('31 U.S.C. § 3729(b)(9)', '28 U.S.C. § 1332(c)')
    """
    base, steps = normalized.partition("(")[0], re.findall(r"\([^()]*\)", normalized)
    alike = [at for at, step in enumerate(steps) if _sort(step) == _sort(sub)]
    kept = steps[: alike[-1]] if alike else steps
    return base + "".join(kept) + sub


def _sort(step: str) -> str:
    first = step[1:2]
    return "figure" if first.isdigit() else "capital" if first.isupper() else "small"


def _rule(said: str, number: str, sub: str) -> str:
    lowered = re.sub(r"[^a-z]", "", said.lower())
    for mark, name in (
        ("model", "Model Rule"), ("evid", "Fed. R. Evid."), ("fre", "Fed. R. Evid."),
        ("crim", "Fed. R. Crim. P."), ("bankr", "Fed. R. Bankr. P."), ("app", "Fed. R. App. P."),
        ("frap", "Fed. R. App. P."),
    ):  # fmt: skip
        if mark in lowered:
            return f"{name} {number}{sub}"
    if re.search(r"Local|Cir\.|Sup\.|L\.", said):
        return f"{said[: said.rindex(number)].strip()} {number}{sub}"
    return f"Fed. R. Civ. P. {number}{sub}"


_ORDINAL_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first "
    "twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh"
)
_ORDINALS = _ORDINAL_WORDS.split()


_ANOTHER = re.compile(
    r"^(?P<before>(?:[A-Z][\w.]*\s){1,3}?)Const(?:itution\b|\.)|"
    r"\s(?:of|to)\sthe\s(?:[Ss]tate\s)?(?P<behind>(?:[A-Z][\w.]*\s){1,3}?)Constitution\b|"
    r"\s(?:of|to)\sthe\sConstitution\sof\s(?:the\s(?:State\sof\s)?)?(?P<last>[A-Z]\w*(?:\s[A-Z]\w*){0,2})"
)
_FEDERAL = re.compile(r"(?:(?:The|Our|Federal|U\.?S\.?A?\.?|United\sStates|of|America)\s?)*", re.I)


def constitution(said: str) -> str:
    """``U.S. Const. amend. 14, § 1`` of any spelling, with Arabic numbers; of a state's
    constitution ``Ind. Const. art. 1, § 19``, with the state as it is written."""
    lowered = said.lower()
    whose = "U.S."
    if found := _ANOTHER.search(said):
        named = tidy(found["before"] or found["behind"] or found["last"])
        whose = whose if _FEDERAL.fullmatch(named) else named
    if lowered.endswith(("pmbl.", "preamble")):
        return f"{whose} Const. pmbl."
    ordinal = re.match(r"(?:the\s)?([a-z-]+)\samendment", lowered)
    if ordinal and ordinal.group(1) in _ORDINALS:
        return f"{whose} Const. amend. {_ORDINALS.index(ordinal.group(1)) + 1}"
    found = re.search(r"\b(art|amend)[a-z.]*\s?([ivxlc]+|\d+)\b(.*)", lowered)
    if not found:
        return ""
    part, number, rest = found.groups()
    figures = re.findall(r"(§|sec|cl)[a-z.]*\s?(\d+)", rest)
    tail = "".join(f", {'cl.' if mark == 'cl' else '§'} {figure}" for mark, figure in figures)
    return f"{whose} Const. {part}. {number if number.isdigit() else roman(number)}{tail}"


def roman(text: str) -> int:
    """Of small Roman numerals."""
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
    total = 0
    for char, following in zip(text, [*text[1:], ""], strict=True):
        value = values[char]
        total += -value if following and values[following] > value else value
    return total


def tidy(text: str) -> str:
    """One space for any white space."""
    return " ".join(text.split())
