"""Whether names are those of a case: over every labelled case, and every pair of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.authorities.extract import find_citations
from engine.authorities.samecase import goes_by, same_names, same_side
from tests.unit.authorities.loaded import Labelled, labelled

_SAME_AGAIN = {  # one dispute that came twice
    frozenset(("Brown v. Bd. of Educ.", "Brown v. Bd. of Educ. of Topeka")),
    frozenset(("SEC v. Chenery Corp.", "Sec. & Exch. Comm'n v. Chenery Corp.")),
}


def title(names: str) -> str:
    small = {"V.": "v.", "Et": "et", "Al.": "al."}
    return " ".join(small.get(w.capitalize(), w.capitalize()) for w in names.split())


def short(names: str) -> str:
    """As an index has it: parties alone, without office or capacity."""
    plain = re.sub(r"\bet (?:al|ux|vir)\b\.?", "", names, flags=re.I)
    company = r",(?!\s*(?:Inc|Ltd|LLC|Co\b|L\.))"
    sides = [re.split(company, side, flags=re.I)[0] for side in plain.split(" v. ")]
    return title(" v. ".join(sides)).strip(" .")


def test_the_set_is_large() -> None:
    assert len(labelled()) >= 300


def test_every_case_is_known_by_its_citation() -> None:
    assert [one.cited for one in labelled() if not same_names(one.cited, one.case.names)] == []


@pytest.mark.parametrize(
    "written",
    [
        lambda one: (one.cited.replace("&", "and").replace("ATand", "AT&").replace("Mand", "M&"),
                     one.case.names),
        lambda one: (one.cited.replace("'", "\u2019"), one.case.names),
        lambda one: (one.cited.replace("United States", "U.S."), one.case.names),
        lambda one: (one.cited.replace("-", " "), one.case.names),
        lambda one: (re.sub(r",? (?:Inc|Co|Corp|LLC|Ltd)\.?(?=$| v\.)", "", one.cited),
                     one.case.names),
        lambda one: (one.cited, [title(name) for name in one.case.names]),
        lambda one: (one.cited, [short(name) for name in one.case.names]),
        lambda one: (one.case.names[0], one.case.names),
        lambda one: (title(one.case.names[0]), [one.cited, *one.case.names]),
    ],
    ids=["and", "curly", "U.S.", "no hyphen", "no company", "title", "short", "official", "both"],
)  # fmt: skip
def test_however_it_is_written(written: object) -> None:
    pairs = [written(one) for one in labelled()]  # type: ignore[operator]
    missed = [said for said, known in pairs if not same_names(said, known)]
    assert len(missed) <= 0.005 * len(pairs), missed


def test_no_case_is_known_by_anothers_citation() -> None:
    """All pairs: some 210,000, with those that share the Government, a state or a surname."""
    cases = labelled()
    wrong = [
        (one.cited, other.cited)
        for one in cases
        for other in cases
        if one.cited != other.cited
        and frozenset((one.cited, other.cited)) not in _SAME_AGAIN
        and same_names(one.cited, other.case.names)
    ]
    assert wrong == []


def test_one_side_is_not_enough() -> None:
    """Each citation with another's first or second party."""
    cases = [one for one in labelled() if " v. " in one.cited]
    tried, wrong = 0, []
    for at, one in enumerate(cases):
        other: Labelled = cases[(at * 7 + 31) % len(cases)]
        first, second = one.cited.split(" v. ", 1)
        their_first, their_second = other.cited.split(" v. ", 1)
        for said, a, b in (
            (f"{first} v. {their_second}", second, their_second),
            (f"{their_first} v. {second}", first, their_first),
        ):
            if not same_side(a, b):
                tried += 1
                wrong += [said] * same_names(said, one.case.names)
    assert tried > 500
    assert len(wrong) <= 1, wrong


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("State v. Loomis", "STATE OF WISCONSIN v. LOOMIS"),
        ("State v. Loomis", "WISCONSIN v. LOOMIS"),
        ("People v. Gitlow", "THE PEOPLE OF THE STATE OF NEW YORK v. GITLOW"),
        ("NFIB v. Sebelius", "NATIONAL FEDERATION OF INDEPENDENT BUSINESS et al. v. SEBELIUS"),
        ("Sec'y of Lab. v. Twentymile Coal Co.", "SOLIS, SECRETARY OF LABOR v. TWENTYMILE COAL"),
        ("Clarence Earl Gideon v. Wainwright", "GIDEON v. WAINWRIGHT, CORRECTIONS DIRECTOR."),
        ("Terry v. Ohio", "John W. TERRY, Petitioner, v. STATE OF OHIO."),
        ("Matter of Winship", "IN RE WINSHIP."),
        ("In re Gault", "Gault, In re"),
        ("Bell Atl. Corp. v. Twombly", "Twombly; Bell Atlantic Corp. v."),
        ("Slaughterhouse Cases", "SLAUGHTER-HOUSE CASES."),
        ("Chicago, R.I. & P. Ry. Co. v. Cole",
         "CHICAGO, ROCK ISLAND & PACIFIC RAILWAY CO. v. COLE"),
        ("N.L.R.B. v. Brown", "NATIONAL LABOR RELATIONS BOARD v. BROWN et al."),
        ("CIR v. Zandford", "COMMISSIONER OF INTERNAL REVENUE v. ZANDFORD"),
        ("Emp't Div. v. Smith",
         "EMPLOYMENT DIVISION, DEPARTMENT OF HUMAN RESOURCES v. SMITH ET AL."),
        ("Peña v. Adarand Constructors", "ADARAND CONSTRUCTORS, INC. v. PENA, SECRETARY"),
        ("Bivens v. 6 Unknown Named Agents", "BIVENS v. SIX UNKNOWN NAMED AGENTS"),
        ("United States v. City of Richmond", "UNITED STATES v. RICHMOND"),
        ("L.A. Cnty. v. Humphries", "LOS ANGELES COUNTY, CALIFORNIA v. HUMPHRIES et al."),
        ("M'Culloch v. Maryland", "McCULLOCH v. MARYLAND"),
        ("Universal Health v. Escobar",
         "UNIVERSAL HEALTH SERVICES, INC. v. UNITED STATES ex rel. ESCOBAR"),
        ("Daubert v. Merrell Dow Pharrnaceuticals", "DAUBERT v. MERRELL DOW PHARMACEUTICALS, INC."),
    ],
)  # fmt: skip
def test_one_case_in_other_words(said: str, known: str) -> None:
    assert same_names(said, [known])


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("Brown v. United States", "BROWN SHOE CO., INC., v. UNITED STATES."),
        ("Brown Shoe Co. v. United States", "BROWN ET AL. v. UNITED STATES."),
        ("United States v. Smith", "UNITED STATES v. SMITHERS"),
        ("United States v. Johnston", "UNITED STATES v. JOHNSON"),
        ("United States v. Roberts", "UNITED STATES v. ROBERT"),
        ("Jones v. United States", "UNITED STATES v. JONES"),
        ("Texas v. Johnson", "JOHNSON v. TEXAS."),
        ("Virginia v. EPA", "WEST VIRGINIA v. EPA"),
        ("Smith v. Maryland", "SMITH v. ROBBINS, WARDEN"),
        ("Dole v. Twentymile", "SOLIS, SECRETARY OF LABOR v. TWENTYMILE COAL CO."),
        ("State v. Loomis", "LOOMIS v. WISCONSIN"),
        ("Ex parte Milligan", "EX PARTE MERRYMAN"),
        ("Standard Oil Co. of N.J. v. United States",
         "STANDARD OIL CO. OF CALIFORNIA v. UNITED STATES"),
        ("Lucas v. North Carolina Coastal Council", "LUCAS v. SOUTH CAROLINA COASTAL COUNCIL"),
        ("Chicago, M. & St. P. Ry. Co. v. Cole",
         "CHICAGO, ROCK ISLAND & PACIFIC RAILWAY CO. v. COLE"),
        ("NLRB v. Brown", "NATIONAL LABOR RELATIONS BOARD v. BROWN FOOD STORES"),
        ("United States ex rel. Toth v. Darby", "UNITED STATES v. DARBY"),
        ("Swift v. Wade", "JOHN SWIFT v. GEORGE W. TYSON."),
        ("Obergefell v. Ohio", "OBERGEFELL v. HODGES, DIRECTOR, OHIO DEPARTMENT OF HEALTH"),
        ("In re Winship", "IN RE GAULT"),
        ("v.", "JONES v. UNITED STATES"),
    ],
)  # fmt: skip
def test_another_case(said: str, known: str) -> None:
    assert not same_names(said, [known])


def test_short_names() -> None:
    assert goes_by("Escobar", ["Universal Health Servs., Inc. v. United States ex rel. Escobar"])
    assert not goes_by("United States", ["United States v. Lopez"])
    assert not goes_by("Petratos", ["United States v. Lopez"])


def test_names_are_found_in_prose_and_known() -> None:
    """Official styles beside citations, apart from those that the rest is tried on."""
    table = Path(__file__).resolve().parents[2] / "fixtures" / "case_names.tsv"
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines()]
    missed = []
    for known, cited in rows:
        (found,) = find_citations(f"That rule is old. See {cited}, 300 U.S. 100 (1937).")
        missed += [cited] * (not same_names(found.names, known.split("|")))
    assert len(rows) > 100 and missed == []
    others = [(a, b) for a, _ in rows for _, b in rows if b != dict(rows).get(a)]
    assert not [pair for pair in others if same_names(pair[1], pair[0].split("|"))]
