"""The verdict on one citation: pure, over what the library said. Sentences are for a lawyer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.authorities.reporters import known, may_hold, places
from engine.authorities.samecase import same_names
from engine.authorities.types import Citation, Verdict
from engine.authorities.years import possible_year
from engine.law.places import LawPlace
from engine.ports import LawSection, ReportedCase

_SUPREME = frozenset({"U.S.", "S.Ct.", "L.Ed.", "L.Ed.2d"})
_LOWER = re.compile(r"\b(?:\w+\s)?Cir\.|[SNEWCMD]\.\s?D\.\s?\w+\.?|\bCt\.\sApp\.|\bBankr\.")
"""Courts whose decisions the reporters of the Supreme Court do not have."""
_TERMS_END = 1900
"""Until then tables tell a case's term as often as its year of decision: one year apart agrees."""


@dataclass(frozen=True, slots=True)
class Found:
    """A verdict with its reason, what the citation was found to be, and that one's text."""

    verdict: Verdict
    reason: str
    authority: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class CaseEvidence:
    """What the library holds: cases that begin at the place cited, whether any of its volume does,
    and cases elsewhere that go by the names cited."""

    here: Sequence[ReportedCase] = ()
    volume: bool = False
    elsewhere: Sequence[ReportedCase] = ()


@dataclass(frozen=True, slots=True)
class LawEvidence:
    """``found`` maps a place to (the section or a part of it, the subdivision asked for)."""

    found: dict[LawPlace, tuple[LawSection | None, LawSection | None]] = field(default_factory=dict)
    codes: frozenset[str] = frozenset()


def case_place(citation: Citation) -> tuple[tuple[str, str, str], ...]:
    """Where the case would be filed; none without a page."""
    kept = citation.fields
    if not {"reporter", "volume", "page"} <= kept.keys():
        return ()
    return places(kept["reporter"], kept["volume"], kept["page"])


def case_verdict(citation: Citation, evidence: CaseEvidence) -> Found:
    """Of a full citation of a case."""
    kept = citation.fields
    if citation.kind == "unknown_reporter" or not known(kept.get("reporter", "")):
        reporter = kept.get("reporter", "that name")
        return Found(Verdict.UNKNOWN_REPORTER, f"No reporter is called {reporter}.")
    if not case_place(citation):
        return Found(Verdict.NOT_CHECKED, "It gives no page to look at.")
    if evidence.here:
        return _at_place(citation, evidence)
    place = f"{kept['volume']} {kept['reporter']} {kept['page']}"
    if not evidence.volume:
        volume = f"Volume {kept['volume']} of {kept['reporter']}"
        return Found(Verdict.OUT_OF_CORPUS, f"{volume} is not loaded.{_elsewhere(evidence, '')}")
    return Found(
        Verdict.WRONG_PAGE, f"No case on file begins at {place}.{_elsewhere(evidence, place)}"
    )


def _at_place(citation: Citation, evidence: CaseEvidence) -> Found:
    first = evidence.here[0]
    place = cited(first)
    called = _called(first)
    if not citation.names:
        return Found(
            Verdict.NOT_CHECKED, f"It names no parties to compare; {called} is at {place}.", place
        )
    if not any(one.names for one in evidence.here):
        return Found(Verdict.NOT_CHECKED, f"The case at {place} is on file without a name.", place)
    right = [one for one in evidence.here if same_names(citation.names, one.names)]
    if not right:
        return Found(
            Verdict.WRONG_CASE,
            f"{citation.names} is not at {place}: {called} is.{_elsewhere(evidence, place)}",
        )
    year = citation.fields.get("year", "")
    fits = [one for one in right if _year_fits(one, year)]
    if not fits:
        told = f"was decided in {right[0].year}, not" if right[0].year else "cannot be of"
        return Found(Verdict.WRONG_CASE, f"{_called(right[0])}, {place}, {told} {year}.")
    one = fits[0]
    court = _LOWER.search(citation.fields.get("court", ""))
    if court and one.reporter in _SUPREME:
        reason = f"names {court[0].rstrip('.')}, and {one.reporter} has the Supreme Court alone"
        return Found(Verdict.WRONG_CASE, f"{_called(one)} is at {place}; the citation {reason}.")
    if not _pin_fits(citation.fields.get("pin", ""), one.page):
        reason = f"{_called(one)} begins at {place}; page {citation.fields['pin']} is not in it."
        return Found(Verdict.WRONG_PAGE, reason)
    compared = "Place, parties and year agree" if year and one.year else "Place and parties agree"
    return Found(Verdict.VERIFIED, f"{compared} with {_called(one)}.", cited(one), one.text)


def _pin_fits(pin: str, page: str) -> bool:
    """Whether the page that is pointed to can be in an opinion that begins at ``page``."""
    return _may_be_year(pin) or may_hold(page, pin) is not False


def _may_be_year(figure: str) -> bool:
    """Whether it may be a year, as behind a comma in ``347 U.S. 483, 1954``."""
    return len(figure) == 4 and figure.isdigit() and 1750 <= int(figure) <= 2100


def _year_fits(one: ReportedCase, year: str) -> bool:
    if not year.isdigit():
        return True
    if one.year is None:
        return possible_year(one.reporter, one.volume, int(year))
    return abs(one.year - int(year)) <= (1 if one.year <= _TERMS_END else 0)


def _elsewhere(evidence: CaseEvidence, place: str) -> str:
    others = [one for one in evidence.elsewhere if cited(one) != place]
    if not others:
        return ""
    found = others[0]
    within = re.match(r"(\S+) (.+) (\d+)$", place)
    if (
        within
        and (found.volume, found.reporter) == (within[1], within[2])
        and may_hold(found.page, within[3])
    ):
        return f" {_called(found)} begins at {cited(found)}; that page may be within it."
    return f" {_called(found)} is at {cited(found)}."


def cited(case: ReportedCase) -> str:
    """``550 U.S. 544``."""
    return f"{case.volume} {case.reporter} {case.page}"


def _called(case: ReportedCase) -> str:
    return case.names[0] if case.names else "a case without a name"


def law_verdict(citation: Citation, at: Sequence[LawPlace], evidence: LawEvidence) -> Found:
    """Of a section of the Code, a federal rule or a provision of the Constitution."""
    if citation.normalized.startswith("Rule "):  # of any set of rules that has it
        told = [_one_place(citation, place, evidence) for place in at]
        order = (Verdict.VERIFIED, Verdict.WRONG_PAGE, Verdict.NOT_CHECKED, Verdict.OUT_OF_CORPUS)
        return min(told, key=lambda one: order.index(one.verdict))
    told = [_one_place(citation, place, evidence) for place in at]
    return next((one for one in told if one.verdict is not Verdict.VERIFIED), told[0])


def _one_place(citation: Citation, place: LawPlace, evidence: LawEvidence) -> Found:
    whole, part = evidence.found.get(place, (None, None))
    if whole is None:
        if not evidence.codes & set(place.codes):
            named = place.named[0].upper() + place.named[1:]
            are = "are" if place.named.endswith("rules") else "is"
            return Found(Verdict.OUT_OF_CORPUS, f"{named} {are} not loaded.")
        return Found(
            Verdict.WRONG_PAGE, f"There is no {citation.normalized} in {place.named}, as loaded."
        )
    release = f" at release point {whole.release}" if whole.release else ""
    if whole.status:
        return Found(
            Verdict.NOT_CHECKED, f"{whole.citation} is {whole.status}{release}: not in force."
        )
    if place.part and part is None:
        return Found(
            Verdict.WRONG_PAGE,
            f"{whole.citation} has no such subdivision{release}: {citation.normalized}.",
        )
    one = part or whole
    if one.status:
        return Found(Verdict.NOT_CHECKED, f"{one.citation} is {one.status}{release}: not in force.")
    return Found(Verdict.VERIFIED, f"{one.citation} is on file{release}.", one.identifier, one.text)


_NOT_LOADED = {
    "regulation": (Verdict.OUT_OF_CORPUS, "Regulations are not loaded."),
    "foreign": (Verdict.OUT_OF_CORPUS, "Reports of that jurisdiction are not loaded."),
    "statute": (Verdict.OUT_OF_CORPUS, "That code or act is not loaded."),
    "rule": (Verdict.OUT_OF_CORPUS, "Those rules are not loaded."),
    "constitution": (Verdict.OUT_OF_CORPUS, "That constitution is not loaded."),
    "docket": (Verdict.NOT_CHECKED, "There is nothing on file to compare a docket number with."),
    "treatise": (Verdict.NOT_CHECKED, "Treatises are not on file."),
    "case_name": (Verdict.NOT_CHECKED, "It is cited without a place to look at."),
    "short_case": (Verdict.NOT_CHECKED, "No full citation of it comes before."),
    "supra": (Verdict.NOT_CHECKED, "No full citation of it comes before."),
    "id": (Verdict.NOT_CHECKED, "It follows no citation."),
    "section": (Verdict.NOT_CHECKED, "It does not say of which title or act."),
}


def unchecked(citation: Citation) -> Found:
    """Of a citation that the library has nothing of its kind to compare with."""
    verdict, reason = _NOT_LOADED.get(
        citation.kind, (Verdict.NOT_CHECKED, "There is nothing on file to compare it with.")
    )
    return Found(verdict, reason)
