"""Briefs checked by the whole house: a table is loaded, a brief comes in, a report goes out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.compose import load_table
from engine.events import Kind
from handlers.posts import Post
from handlers.requests import CommandRequest, IncomingFile
from tests.scenario.conftest import Opened, Opening
from tests.shared_data import shared

TABLE = """\
reporter, volume, page, names, year
U.S., 41, 367, Martin v. Waddell's Lessee|Martin v. Waddell, 1842
U.S., 60, 393, Dred Scott v. Sandford|Scott v. Sandford, 1857
U.S., 71, 2, Ex parte Milligan, 1866
U.S., 83, 36, Slaughter-House Cases|The Slaughter-House Cases, 1873
U.S., 118, 394, Santa Clara County v. Southern Pacific Railroad Co., 1886
U.S., 146, 387, Illinois Central Railroad Co. v. Illinois, 1892
U.S., 163, 537, Plessy v. Ferguson, 1896
U.S., 209, 349, Hudson County Water Co. v. McCarter, 1908
U.S., 336, 525, "H. P. Hood & Sons, Inc. v. Du Mond", 1949
U.S., 347, 483, Brown v. Board of Education|Brown v. Board of Education of Topeka, 1954
U.S., 381, 479, Griswold v. Connecticut, 1965
U.S., 391, 593, Kaiser Steel Corp. v. W. S. Ranch Co., 1968
U.S., 397, 137, "Pike v. Bruce Church, Inc.", 1970
U.S., 408, 238, Furman v. Georgia, 1972
U.S., 410, 113, Roe v. Wade, 1973
U.S., 411, 1, San Antonio Independent School District v. Rodriguez, 1973
U.S., 424, 319, Mathews v. Eldridge, 1976
U.S., 437, 617, City of Philadelphia v. New Jersey, 1978
U.S., 467, 837, "Chevron U.S.A., Inc. v. Natural Resources Defense Council, Inc.", 1984
U.S., 479, 481, International Paper Co. v. Ouellette, 1987
U.S., 488, 204, Bowen v. Georgetown University Hospital, 1988
U.S., 497, 261, "Cruzan v. Director, Missouri Department of Health", 1990
U.S., 501, 808, Payne v. Tennessee, 1991
U.S., 505, 1003, Lucas v. South Carolina Coastal Council, 1992
U.S., 525, 155, "El Al Israel Airlines, Ltd. v. Tseng", 1999
U.S., 531, 159, Solid Waste Agency of Northern Cook County v. Army Corps of Engineers, 2001
U.S., 533, 27, Kyllo v. United States, 2001
U.S., 535, 234, Ashcroft v. Free Speech Coalition, 2002
U.S., 543, 551, Roper v. Simmons, 2005
U.S., 547, 715, Rapanos v. United States, 2006
U.S., 553, 723, Boumediene v. Bush, 2008
U.S., 556, 662, Ashcroft v. Iqbal, 2009
U.S., 564, 410, "American Electric Power Co. v. Connecticut", 2011
U.S., 598, 152, Wilkins v. United States, 2023
U.S., 597, 697, West Virginia v. Environmental Protection Agency, 2022
S. Ct., 88, 1753, Kaiser Steel Corp. v. W. S. Ranch Co., 1968
S. Ct., 119, 662, "El Al Israel Airlines, Ltd. v. Tseng", 1999
L. Ed. 2d, 20, 835, Kaiser Steel Corp. v. W. S. Ranch Co., 1968
F.3d, 174, 352, Greenleaf v. Garlock Inc., 1999
F.3d, 419, 1058, Doe v. United States, 2005
F.3d, 516, 1235, Miccosukee Tribe v. United States, 2008
F.3d, 925, 1291, J.D. v. Azar, 2019
F.2d, 821, 1147, "In re Air Crash Disaster Near New Orleans, La.", 1987
F. Supp. 2d, 905, 121, Peterson v. Islamic Republic of Iran, 2012
N.J. Super., 360, 360, "Ehrlich v. American Airlines, Inc.", 2003
"""
"""Cases as they are reported, some of them where the filings below cite another."""

SMALL = """\
Equal protection was settled in Brown v. Board of Education, 347 U.S. 483 (1954).

The tolling rule is that of Varghese v. China Southern Airlines Co., Ltd., 925 F.3d 1339
(11th Cir. 2019), and of Lemming v. Jacobs, 410 U.S. 113 (1973).

It follows from Thornburg v. Fake, 45 Foo. Rep. 123 (1999). Id. at 125.
"""


@dataclass(frozen=True)
class Cited:
    """A citation of a filing: its locator, where it stands, and whether there is such a case."""

    locator: str
    page: int | None = None
    made_up: bool = False


def real(*locators: str, page: int | None = None) -> list[Cited]:
    return [Cited(one, page) for one in locators]


def made_up(*locators: str, page: int | None = None) -> list[Cited]:
    return [Cited(one, page, True) for one in locators]


HALLUC1 = [
    *real(
        "347 U.S. 483", "118 U.S. 394", "533 U.S. 27", "83 U.S. 36", "535 U.S. 234",
        "497 U.S. 261", "163 U.S. 537", "408 U.S. 238", "71 U.S. 2", "553 U.S. 723",
        "543 U.S. 551", "381 U.S. 479", "60 U.S. 393", "501 U.S. 808", "424 U.S. 319",
    ),
    *made_up(
        "88 F.4th 112", "489 F. Supp. 2d 301", "621 F.3d 888", "789 F. Supp. 2d 1010",
        "410 U.S. 113", "411 U.S. 121", "900 U.S. 422",
    ),
]  # fmt: skip
HALLUC1_LAW = ["18 U.S.C. § 1030", "42 U.S.C. § 9901", "5 U.S.C. § 706", "12 U.S.C. § 5519",
               "Pub. L. 117-48", "3 Cai. R. 175"]  # fmt: skip
HALLUC2 = [
    *real(
        "564 U.S. 410", "146 U.S. 387", "505 U.S. 1003", "531 U.S. 159", "547 U.S. 715",
        "479 U.S. 481", "467 U.S. 837", "437 U.S. 617", "336 U.S. 525", "209 U.S. 349",
        "397 U.S. 137",
    ),
    *made_up(
        "112 F.4th 820", "41 U.S. 16", "598 U.S. 112", "598 F. Supp. 2d 112", "12 Pick. 34",
        "488 U.S. 200",
    ),
]  # fmt: skip
HALLUC2_LAW = ["43 U.S.C. § 2501", "15 U.S.C. § 8001", "564 U.S. at 424", "597 U.S. ___"]
SCANNED = [
    *real("556 U.S. 662", "419 F.3d 1058", page=3),
    *made_up("2013 IL App", "905 F. Supp. 2d 121", page=4),
    *real("360 N.J. Super. 360", page=5),
    *made_up("2019 WL 4639462", "2017 WL 2418825", page=5),
    *made_up("925 F.3d 1339", "516 F.3d 1237", page=6),
    *real("391 U.S. 593", "88 S. Ct. 1753", page=6),
    *real("525 U.S. 155", "119 S.Ct. 662", "391 U.S. 593", page=7),
    *made_up("516 F.3d 1237", page=7),
    *made_up("174 F.3d 366", page=8),
    *real("821 F.2d 1147", page=8),
]
SCANNED_LAW = ["11 U.S.C. § 362(a)", "11 U.S.C. § 362(a)(1)"]


async def loaded(house: Opened, folder: Path) -> None:
    table = folder / "firm.csv"
    table.write_text(TABLE, "utf-8")
    await load_table(house.app.settings, table, lambda *_: None)


async def checked(house: Opened, path: Path) -> Post:
    file = IncomingFile(path.name, str(path))
    posts = await house.say("/lawgame citecheck", files=(file,), wait=True)
    [report] = [post for post in posts if post.kind is Kind.REPORT]
    return report


def bare(text: str) -> str:
    return re.sub(r"[\s.,]", "", text)


def missing(report: Post, cited: list[Cited]) -> list[Cited]:
    """Those that the report does not have where they stand."""
    found = [(bare(one["text"]), one["place"]) for one in report.data["citations"]]
    return [
        one
        for one in cited
        if not any(
            bare(one.locator) in text and (one.page is None or place == f"p. {one.page}")
            for text, place in found
        )
    ]


def verified(report: Post, cited: list[Cited], fabricated: bool) -> list[str]:
    """The locators, of one sort, that the report calls verified."""
    good = [bare(one["text"]) for one in report.data["citations"] if one["verdict"] == "verified"]
    asked = dict.fromkeys(one.locator for one in cited if one.made_up is fabricated)
    return [one for one in asked if any(bare(one) in text for text in good)]


async def test_a_brief_is_checked_against_the_firms_table(opening: Opening, tmp_path: Path) -> None:
    brief = tmp_path / "brief.txt"
    brief.write_text(SMALL, "utf-8")
    async with opening() as house:
        await loaded(house, tmp_path)
        report = await checked(house, brief)
    verdicts = {one["text"]: one["verdict"] for one in report.data["citations"]}

    def of(locator: str) -> str:
        [verdict] = [found for text, found in verdicts.items() if locator in text]
        return str(verdict)

    assert of("347 U.S. 483") == "verified"
    assert of("925 F.3d 1339") == "wrong page"
    assert of("410 U.S. 113") == "wrong case"
    assert of("45 Foo. Rep. 123") == "unknown reporter"
    assert of("Id. at 125") != "verified"
    assert report.matter is None
    assert [file.name for file in report.files] == ["citecheck-brief.docx", "citecheck-brief.csv"]


QUOTING = """\
The officer wrote that "the agency knew of the shortfall before renewal" (Ex. 2).

It is said that "Payments continued for seven months after the audit was circulated" (Ex. 2).

Worse, "the auditor burned every ledger in the yard" (Tr. 45:3), and "two devices failed in April."

They call it "a matter of no moment at all" and no more.
"""


async def quotations(house: Opened, path: Path, matter: str, command: str) -> Post:
    files = (IncomingFile(path.name, str(path)),) if command == "citecheck" else ()
    posts = await house.say(f"/lawgame {command}", matter=matter, files=files, wait=True)
    [report] = [post for post in posts if post.kind is Kind.REPORT]
    return report


@pytest.mark.parametrize("filed", [False, True])
async def test_quotations_are_looked_up_in_the_record(
    opening: Opening, tmp_path: Path, filed: bool
) -> None:
    """The same whether the brief comes with the command or is on file itself."""
    brief = tmp_path / "reply.txt"
    brief.write_text(QUOTING, "utf-8")
    async with opening() as house:
        matter = await house.matter(tmp_path)
        if filed:
            await house.say("", matter=matter, files=(IncomingFile("reply.txt", str(brief)),))
        report = await quotations(house, brief, matter, "citecheck D4" if filed else "citecheck")
    told = [(one["finding"], one["document"], one["ours"]) for one in report.data["quotations"]]
    assert told == [
        ("found", "D2", False),
        ("found with differences", "D2", False),
        ("not found", "", False),
        ("found", "D3", True),
        ("not found", "", False),
    ]
    assert "“eleven” for “seven”" in report.data["quotations"][1]["reason"]
    assert report.title.endswith("5 quotations, 3 to look at")
    said = str(report.body)
    assert "this quotation is from a document marked ours only" in said
    assert "1 quotation stands in a document marked ours only and in none on record" in said
    assert "not given as the record’s" in said


async def test_nobodys_brief_learns_of_a_matter_that_its_sender_may_not_read(
    opening: Opening, tmp_path: Path
) -> None:
    brief = tmp_path / "reply.txt"
    brief.write_text(QUOTING, "utf-8")
    file = IncomingFile(brief.name, str(brief))
    async with opening() as house:
        matter = await house.matter(tmp_path)
        other = Opened(house.app, "Sam Okafor")
        request = CommandRequest(other._origin(), "/lawgame citecheck", matter, files=(file,))
        refused, well = await other.send(request, wait=True)
        assert not well and all(post.kind is Kind.ERROR for post in refused)
        [alone] = [
            post
            for post in await other.say("/lawgame citecheck", files=(file,), wait=True)
            if post.kind is Kind.REPORT
        ]
    assert alone.matter is None and alone.data["quotations"] == []


async def test_an_authority_that_is_added_is_looked_up(opening: Opening, tmp_path: Path) -> None:
    async with opening() as house:
        await loaded(house, tmp_path)
        matter = await house.matter(tmp_path)
        [added] = await house.say('authorities add "410 U.S. 113"', matter=matter)
        [wrong] = await house.say(
            'authorities add "Lemming v. Jacobs, 411 U.S. 1 (1973)"', matter=matter
        )
        [again] = await house.say('authorities add "Roe v. Wade, 410 U. S. 113"', matter=matter)
    [roe], [lemming] = added.data["authorities"], wrong.data["authorities"]
    assert (roe["verdict"], roe["names"], roe["year"]) == ("verified", ["Roe v. Wade"], 1973)
    assert lemming["verdict"] == "wrong case"
    assert again.data["authorities"][0]["id"] == roe["id"]


@pytest.mark.parametrize(
    ("name", "cited", "law"),
    [
        ("halluc1.txt", HALLUC1, HALLUC1_LAW),
        ("halluc2.docx", HALLUC2, HALLUC2_LAW),
        pytest.param(
            "mata-v-avianca-ecf21-scanned.pdf", SCANNED, SCANNED_LAW, marks=pytest.mark.slow
        ),
    ],
)
async def test_every_citation_of_a_filing_is_found_and_none_that_is_made_up_stands(
    opening: Opening, tmp_path: Path, name: str, cited: list[Cited], law: list[str]
) -> None:
    path = shared("data", "documents", name)
    async with opening() as house:
        await loaded(house, tmp_path)
        report = await checked(house, path)
    assert missing(report, [*cited, *map(Cited, law)]) == []
    assert verified(report, cited, fabricated=True) == []
    genuine = list(dict.fromkeys(one.locator for one in cited if not one.made_up))
    assert verified(report, cited, fabricated=False) == genuine
