"""The codes of public law: what they are made of, what their sections are called and cited as."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

USC = "usc"
RULES = "rules"
CONST = "const"

RULE_TITLES = frozenset({"11a", "18a", "28a"})
"""Appendices of the Code that hold the federal rules; those of other titles are sections."""

_DASHES = re.compile("[\u2010-\u2015\u2212]")


@dataclass(frozen=True, slots=True)
class Named:
    """A name that the loaded law gives to ``target``.

    ``target`` is a section (``/us/usc/t31/s3729``), or an act of Congress by its number
    (``/us/pl/93/406``, with ``/tI`` for its title I), or, with ``…`` behind, the section that
    an act begins with. ``times`` says how often it is called so.
    """

    name: str
    target: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a code, or a rule, as it is loaded.

    ``parts`` maps the identifiers of its subdivisions to start and end in ``text``. ``also``
    are further identifiers that mean it (each of a range of repealed sections). ``acts`` are the
    acts it comes from, in the words of :class:`Named`, with ``#`` and the act's own section number
    where that is known. ``refers`` are norms of the sections that its text and notes refer to,
    ``glosses`` norms of sections with what they are called here, and ``around`` with the words
    around such references. ``within`` are the headings of its
    subdivisions, ``notes`` words that its notes have and its text has not.
    ``latest`` is the newest public law of its credits: (119, 73).
    """

    code: str
    title: str
    identifier: str
    citation: str
    heading: str
    text: str
    status: str = ""
    names: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    notes: str = ""
    parts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    named: tuple[Named, ...] = ()
    refers: frozenset[str] = frozenset()
    glosses: tuple[tuple[str, str], ...] = ()
    around: tuple[tuple[str, tuple[str, ...]], ...] = ()
    latest: tuple[int, int] = (0, 0)


def norm(identifier: str) -> str:
    """With plain hyphens and in lower case, to compare by.

    >>> norm("/us/usc/t42/s2000e\u20132")
    '/us/usc/t42/s2000e-2'
    """
    return plain_dashes(identifier).lower()


def plain_dashes(text: str) -> str:
    return _DASHES.sub("-", text)


def code_of(title: str) -> str:
    """Of a title's number: ``28a`` is among the rules, ``5a`` in the Code."""
    return RULES if title in RULE_TITLES else USC


def part_of(citation: str, section: str, part: str) -> str:
    """The citation of a subdivision, by the identifiers of its section and of itself.

    >>> part_of("31 U.S.C. § 3729", "/us/usc/t31/s3729", "/us/usc/t31/s3729/b/4")
    '31 U.S.C. § 3729(b)(4)'
    """
    steps = [step for step in part[len(section) :].split("/") if step]
    if citation.startswith("U.S. Const."):
        return citation + "".join(f", cl. {step.removeprefix('c')}" for step in steps)
    return citation + "".join(f"({step})" for step in steps)


def section_citation(title: str, number: str) -> str:
    """``number`` as the file has it: ``2000e–2``, ``12 to 14``."""
    shown = plain_dashes(number)
    several = " to " in shown or ", " in shown or " and " in shown
    appendix = " app." if title.endswith("a") else ""
    return f"{title.removesuffix('a')} U.S.C.{appendix} {'§§' if several else '§'} {shown}"


_RULE_SETS = {
    "civil procedure": "Fed. R. Civ. P.",
    "criminal procedure": "Fed. R. Crim. P.",
    "appellate procedure": "Fed. R. App. P.",
    "bankruptcy procedure": "Fed. R. Bankr. P.",
    "evidence": "Fed. R. Evid.",
}


def rule_set(heading: str) -> str:
    """How rules under that heading are cited: ``Fed. R. Civ. P.``; the heading if it is other."""
    plain = " ".join(heading.split())
    lowered = plain.lower().removeprefix("federal rules of ")
    return _RULE_SETS.get(lowered, f"{plain.title()} Rule")


def rule_key(cited: str, number: str) -> str:
    """The identifier that means a rule whichever file it came in: ``/us/rules/civ/12``.

    ``cited`` is as :func:`rule_set` makes it."""
    word = re.sub(r"[^a-z]+", "-", cited.lower().removeprefix("fed. r. ").removesuffix(" p."))
    return f"/us/rules/{word.strip('-')}/{number.lower()}"


TITLES = {
    "1": "General Provisions",
    "2": "The Congress",
    "3": "The President",
    "4": "Flag and Seal, Seat of Government, and the States",
    "5": "Government Organization and Employees",
    "6": "Domestic Security",
    "7": "Agriculture",
    "8": "Aliens and Nationality",
    "9": "Arbitration",
    "10": "Armed Forces",
    "11": "Bankruptcy",
    "12": "Banks and Banking",
    "13": "Census",
    "14": "Coast Guard",
    "15": "Commerce and Trade",
    "16": "Conservation",
    "17": "Copyrights",
    "18": "Crimes and Criminal Procedure",
    "19": "Customs Duties",
    "20": "Education",
    "21": "Food and Drugs",
    "22": "Foreign Relations and Intercourse",
    "23": "Highways",
    "24": "Hospitals and Asylums",
    "25": "Indians",
    "26": "Internal Revenue Code",
    "27": "Intoxicating Liquors",
    "28": "Judiciary and Judicial Procedure",
    "29": "Labor",
    "30": "Mineral Lands and Mining",
    "31": "Money and Finance",
    "32": "National Guard",
    "33": "Navigation and Navigable Waters",
    "34": "Crime Control and Law Enforcement",
    "35": "Patents",
    "36": "Patriotic and National Observances, Ceremonies, and Organizations",
    "37": "Pay and Allowances of the Uniformed Services",
    "38": "Veterans' Benefits",
    "39": "Postal Service",
    "40": "Public Buildings, Property, and Works",
    "41": "Public Contracts",
    "42": "The Public Health and Welfare",
    "43": "Public Lands",
    "44": "Public Printing and Documents",
    "45": "Railroads",
    "46": "Shipping",
    "47": "Telecommunications",
    "48": "Territories and Insular Possessions",
    "49": "Transportation",
    "50": "War and National Defense",
    "51": "National and Commercial Space Programs",
    "52": "Voting and Elections",
    "54": "National Park Service and Related Programs",
}
"""Headings of the Code's titles, for files that hold sections and no title."""


def title_heading(title: str) -> str:
    """ "" where there is none of that number."""
    if title.endswith("a") and title[:-1] in TITLES:
        return f"{TITLES[title[:-1]]} (Appendix)"
    return TITLES.get(title, "")
