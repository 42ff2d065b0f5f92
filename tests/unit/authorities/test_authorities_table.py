"""Tables of authorities: what a firm's spreadsheet and public metadata may look like."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.authorities.place import make_case, place_in
from engine.authorities.table import BadRow, MissingColumn, NoSuchTable, Table, UnreadableTable
from engine.ports import ReportedCase

Written = Callable[[str | bytes], list[ReportedCase | BadRow]]


@pytest.fixture
def table(tmp_path: Path) -> Written:
    def rows(content: str | bytes, name: str = "table.csv") -> list[ReportedCase | BadRow]:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(Table(path))

    return rows


HEADER = "reporter, volume, page, names"
TWOMBLY = ReportedCase("U.S.", "550", "544", ("Bell Atl. Corp. v. Twombly", "Twombly"), 2007)


@pytest.mark.parametrize(
    "content",
    [
        "reporter,volume,page,names,year\nU.S.,550,544,Bell Atl. Corp. v. Twombly|Twombly,2007\n",
        "reporter, volume, page, names, year\n"
        "U. S. , 550 , 544 , Bell Atl. Corp. v. Twombly | Twombly , 2007\n",
        "\ufeffYear;Names;Page;Volume;Reporter\r\n"
        "2007;Bell Atl. Corp. v. Twombly|Twombly;544;550;U.S.\r\n",
        'names\tyear\treporter\tvolume\tpage\n"Bell Atl. Corp. v. Twombly | Twombly"\t'
        "May 21, 2007\tu.s.\t550.0\t544\n",
        '\n"Case Names", "Vol.", "First page", "Reporter", "Date"\n\n'
        '"Bell Atl. Corp. v. Twombly|Twombly", "550", "0544", "US", "2007-05-21"\n',
    ],
)
def test_columns_in_any_order_and_spelling(table: Written, content: str) -> None:
    assert table(content) == [TWOMBLY]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_whichever_encoding_a_spreadsheet_saved_it_in(table: Written, encoding: str) -> None:
    [found] = table(f"{HEADER}\nF.3d,12,34,Société Générale v. Peña\n".encode(encoding))
    assert isinstance(found, ReportedCase)
    assert found.names == ("Société Générale v. Peña",)


def test_optional_columns_and_several_names(table: Written) -> None:
    [found] = table(
        "reporter,volume,page,names,year,court,holding,text\n"
        'F. Supp. 2d,952,638,"United States v. Apple, Inc.|U.S. v. Apple|U.S. v. Apple",2013,'
        'S.D.N.Y.,"Liable, per se.","It ""orchestrated"" it."\n'
    )
    assert found == ReportedCase(
        "F.Supp.2d", "952", "638", ("United States v. Apple, Inc.", "U.S. v. Apple"), 2013,
        "S.D.N.Y.", "Liable, per se.", 'It "orchestrated" it.',
    )  # fmt: skip


def test_a_name_with_a_comma_that_nobody_quoted(table: Written) -> None:
    [found] = table(f"{HEADER}\nU.S., 579, 176, Universal Health Servs., Inc. v. Escobar|Escobar\n")
    assert isinstance(found, ReportedCase)
    assert found.names == ("Universal Health Servs., Inc. v. Escobar", "Escobar")


def test_bad_rows_are_named_and_the_others_read(table: Written) -> None:
    rows = table(
        f"{HEADER}\n"
        "U.S.,550,544,Bell v. Twombly\n"
        "U.S.,five,544,A v. B\n"
        "U.S.,550,,A v. B\n"
        "U.S.,550,pp. 5-9,A v. B\n"
        ",550,1,A v. B\n"
        "12,550,1,A v. B\n"
        "U.S.,551,1, | \n"
        "\n"
        "U.S.,552,1,C v. D\n"
    )
    told = [(row.where, row.why) for row in rows if isinstance(row, BadRow)]
    assert [where for where, _ in told] == [f"table.csv row {n}" for n in (3, 4, 5, 6, 7, 8)]
    words = ["the volume “five”", "no page", "“pp. 5-9”", "no reporter", "“12”", "no name"]
    assert all(word in why for word, (_, why) in zip(words, told, strict=True))
    assert [row.volume for row in rows if isinstance(row, ReportedCase)] == ["550", "552"]


def test_a_year_that_is_none_is_told(table: Written) -> None:
    rows = table("reporter,volume,page,names,year\nU.S.,1,2,A v. B,\nU.S.,1,3,C v. D,unknown\n")
    assert isinstance(rows[0], ReportedCase) and rows[0].year is None
    assert isinstance(rows[1], BadRow) and "unknown" in rows[1].why


def test_the_same_row_twice_is_one(table: Written) -> None:
    assert len(table(f"{HEADER}\nU.S.,1,2,A v. B\nU. S.,01,2,A v. B\nU.S.,1,2,C v. D\n")) == 2


def test_a_missing_column_is_named(table: Written) -> None:
    with pytest.raises(MissingColumn, match="“volume” and “names”") as raised:
        table("reporter,page,court\nU.S.,1,x\n")
    assert "reporter, volume, page, names" in raised.value.remedy


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(NoSuchTable):
        Table(tmp_path / "none.csv")
    with pytest.raises(NoSuchTable):
        Table(tmp_path)


COURTLISTENER: list[dict[str, Any]] = [
    {
        "caseName": "Obergefell v. Hodges",
        "citation": ["576 U.S. 644", "135 S. Ct. 2584"],
        "dateFiled": "2015-06-26",
        "court": "Supreme Court of the United States",
        "court_id": "scotus",
    },
    {
        "case_name": "Brown &amp; Co. v. <i>Board</i>",
        "citations": [{"volume": 347, "reporter": "U.S.", "page": "483", "type": 1}],
        "date_filed": "1954-05-17",
        "court": "https://courts.example/api/rest/v4/courts/scotus/",
    },
]
CAP: dict[str, Any] = {
    "id": 1,
    "name": "MARBURY v. MADISON, Secretary of State",
    "name_abbreviation": "Marbury v. Madison",
    "citations": [{"type": "official", "cite": "5 U.S. (1 Cranch) 137"}],
    "decision_date": "1803-02",
    "court": {"name": "Supreme Court of the United States", "id": 9009},
    "casebody": {"data": {"opinions": [{"type": "majority", "text": "It is emphatically"}]}},
}


def _expected(rows: list[ReportedCase | BadRow]) -> None:
    found = {
        (row.reporter, row.volume, row.page): row for row in rows if isinstance(row, ReportedCase)
    }
    assert sorted(found) == [
        ("S.Ct.", "135", "2584"),
        ("U.S.", "347", "483"),
        ("U.S.", "5", "137"),
        ("U.S.", "576", "644"),
    ]
    assert found["S.Ct.", "135", "2584"].names == ("Obergefell v. Hodges",)
    assert found["U.S.", "576", "644"].year == 2015
    assert found["U.S.", "347", "483"].names == ("Brown & Co. v. Board",)
    assert found["U.S.", "347", "483"].court == "scotus"
    marbury = found["U.S.", "5", "137"]
    assert marbury.names == ("Marbury v. Madison", "MARBURY v. MADISON, Secretary of State")
    assert (marbury.year, marbury.text) == (1803, "It is emphatically")


@pytest.mark.parametrize(
    "content",
    [
        json.dumps([*COURTLISTENER, CAP]),
        json.dumps([*COURTLISTENER, CAP], indent=2),
        "\n".join(json.dumps(one) for one in [*COURTLISTENER, CAP]),
        json.dumps({"count": 3, "next": None, "results": [*COURTLISTENER, CAP]}, indent=1),
        json.dumps([{"citation": "576 U.S. 644", "status": 200, "clusters": [COURTLISTENER[0]]},
                    COURTLISTENER[1], CAP]),
    ],
)  # fmt: skip
def test_public_metadata(table: Written, content: str) -> None:
    _expected(table(content))
    _expected(table(gzip.compress(content.encode())))


def test_the_firms_own_columns_in_json_and_parallel_citations_in_one_text(table: Written) -> None:
    own = {"reporter": "U. S.", "volume": 550, "page": 544, "names": ["Bell Atl. Corp. v. Twombly",
           "Twombly"], "year": 2007}  # fmt: skip
    parallel = {"name": "Roe v. Wade", "citations": "410 U.S. 113, 93 S. Ct. 705; 35 L. Ed. 2d 147"}
    rows = table(
        json.dumps([own, {**own, "names": "Bell Atl. Corp. v. Twombly|Twombly"}, parallel])
    )
    assert rows[0] == TWOMBLY
    assert [(row.reporter, row.volume, row.page) for row in rows if isinstance(row, ReportedCase)][
        1:
    ] == [("U.S.", "410", "113"), ("S.Ct.", "93", "705"), ("L.Ed.2d", "35", "147")]


def test_a_folder_of_metadata(tmp_path: Path) -> None:
    (tmp_path / "cap" / "1").mkdir(parents=True)
    (tmp_path / "cap" / "1" / "0137-01.json").write_text(json.dumps(CAP, indent=2))
    (tmp_path / "cap" / "page.jsonl").write_text("\n".join(json.dumps(c) for c in COURTLISTENER))
    (tmp_path / "cap" / "README.md").write_text("No table.")
    read = Table(tmp_path / "cap")
    assert read.done == 0
    _expected(list(read))
    assert read.done == read.total > 0


def test_what_is_wrong_with_metadata_is_told(table: Written) -> None:
    rows = table(
        "\n".join(
            [
                json.dumps(COURTLISTENER[0]),
                "{broken",
                json.dumps({"caseName": "A v. B", "citation": []}),
                json.dumps({"citation": ["1 U.S. 1"]}),
                json.dumps({"caseName": "C v. D", "citation": ["No. 12-345", "2 F.3d 3"]}),
            ]
        )
    )
    told = {row.where: row.why for row in rows if isinstance(row, BadRow)}
    assert list(told) == [f"table.csv line {n}" for n in (2, 3, 4)]
    assert "not JSON" in told["table.csv line 2"]
    assert "no citation" in told["table.csv line 3"]
    assert "no name" in told["table.csv line 4"]
    assert [row.page for row in rows if isinstance(row, ReportedCase)] == ["644", "2584", "3"]


@pytest.mark.parametrize("content", ["[\n{", "{\n", b"\x1f\x8b\x08broken"])
def test_a_file_that_cannot_be_read(table: Written, content: str | bytes) -> None:
    with pytest.raises(UnreadableTable):
        table(content)


def test_the_digest_goes_by_content_and_names(tmp_path: Path) -> None:
    for name, text in (("a", "x"), ("b", "x"), ("c", "y")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "t.csv").write_text(text)
    first, same, other = (Table(tmp_path / name).digest() for name in "abc")
    assert first == same != other


@pytest.mark.parametrize(
    ("cite", "place"),
    [
        ("576 U.S. 644", ("U.S.", "576", "644")),
        ("5 U.S. (1 Cranch) 137", ("U.S.", "5", "137")),
        ("2019 WL 651680", ("WL", "2019", "651680")),
        ("2013 IL App (1st) 111279-U", ("IL App (1st)", "2013", "111279-U")),
        ("2014 U.S. Dist. LEXIS 123", ("U.S. Dist. LEXIS", "2014", "123")),
        ("No. 12-345", None),
        ("", None),
    ],
)
def test_a_citation_as_a_place(cite: str, place: tuple[str, str, str] | None) -> None:
    assert place_in(cite) == place


def test_thousands_and_roman_pages() -> None:
    assert make_case("F. 3d", "925", "1,339", ["A v. B"]).page == "1339"
    assert make_case("F.3d", "925", "xvii", ["A v. B"]).page == "xvii"
