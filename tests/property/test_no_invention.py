"""Whatever a model writes, nothing that is not on file is left standing.

The generator knows which words it invented, and the test only asks whether they are gone: it does
not look for citations itself. What it did not invent must still be there, as it stood.
"""

from __future__ import annotations

import asyncio
import json
import random
import unicodedata
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.authorities.checking import CheckedCitations, _allowed
from engine.authorities.onfile import OnFile
from engine.authorities.scan import examine
from engine.authorities.types import AllowedAuthority, Examined, Source
from engine.authorities.worker import CitationScanner
from engine.events import Kind
from engine.matter import Authority
from engine.ports import Ask, Cleaned, LawSection
from engine.record import Role
from tests.doubles import case
from tests.property.forms import FORMS, TELLTALE
from tests.unit.authorities.loaded import Labelled, Loaded, labelled
from tests.unit.engine.players import Listening, losing, settled

PLAIN = tuple(
    (Path(__file__).resolve().parents[1] / "fixtures" / "plain_sentences.txt")
    .read_text("utf-8")
    .splitlines()
)
PARTIES = ("United States of America", "Meridian Health, Inc.", "Dana Reyes", "Halden Devices")
SOURCES = tuple(
    Source(f"F{number}", text)
    for number, text in enumerate(
        (
            "The agency paid every claim submitted between March and December.",
            "The contracting officer wrote that the agency knew of the calibration shortfall.",
            "Payments continued for eleven months after the audit was circulated.",
            "No invoice was ever refused, suspended or recouped on this ground.",
            "The certificate was signed on 4 May, two days before the test it describes.",
            "The agency renewed the contract without requiring a new certificate.",
            "The relator told her supervisor that the certificates were accurate.",
            "The audit of June recorded that the shortfall had no effect on payment.",
        ),
        1,
    )
)
ON_FILE = (
    Authority("A1", "31 U.S.C. § 3729(b)(4)", ("False Claims Act",), kind="statute"),
    Authority("A2", "Varra v. Quillon Indus., Inc., 612 F.3d 88 (3d Cir. 2010)", (), 2010),
)
SECTION = LawSection(
    "usc", "/us/usc/t28/s1331", "28 U.S.C. § 1331", "Federal question",
    "The district courts shall have original jurisdiction of all civil actions arising under the "
    "Constitution, laws, or treaties of the United States.", release="119-100",
)  # fmt: skip
LIBRARY = Loaded([one.case for one in labelled()], [SECTION], ["usc/28"])

# Names that nobody bears, so that their being gone can be seen.
INVENTED = (
    "Zarnecki", "Ulbrandt", "Quarvo", "Thessmer", "Plondike", "Vorbacker", "Yelvinton",
    "Drumhallow", "Ostrewicz", "Kalberson", "Mirzayevsky", "Fennigworth",
    "Habblethorpe", "Jorundsen",
)  # fmt: skip
REPORTERS = ("F.3d", "F. Supp. 2d", "U.S.", "F.4th", "S. Ct.", "Cal. App. 4th", "N.E.2d",
             "F. App'x", "B.R.", "Fed. Cl.", "So. 3d", "Zorb. Rep.", "Fed. Quill. Rptr. 2d",
             "Am. Nonsuch Cas.", "Zorb. App. 3d", "Fed. Doc. Zorb.")  # fmt: skip
COURTS = ("9th Cir.", "S.D.N.Y.", "", "D.C. Cir.", "Cal. Ct. App.", "N.D. Ill.")


class InProcess:
    """The scan without its process."""

    async def examine_many(
        self,
        texts: Sequence[str],
        allowed: Sequence[AllowedAuthority],
        parties: Sequence[str] = (),
    ) -> list[Examined]:
        on_file = OnFile(allowed, parties)
        return [examine(text, on_file) for text in texts]


CITATIONS = CheckedCitations(InProcess(), LIBRARY)  # type: ignore[arg-type]


def clean(text: str) -> Cleaned:
    (made,) = asyncio.run(CITATIONS.clean([text], ON_FILE, PARTIES, SOURCES))
    return made


class Draw:
    """A seeded inventor; ``gone`` collects what must not be left."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.gone: list[str] = []

    def name(self) -> str:
        name = self.random.choice(INVENTED)
        self.gone.append(name)
        return name

    def number(self, low: int, high: int) -> int:
        number = self.random.randint(low, high)
        return number

    def locator(self) -> str:
        volume, page = self.number(700, 999), self.number(100, 1399)
        said = f"{volume} {self.random.choice(REPORTERS)} {page}"
        self.gone.append(said)
        return said

    def tail(self) -> str:
        court = self.random.choice(COURTS)
        year = self.number(1950, 2029)
        return f" ({court + ' ' if court else ''}{year})"


Maker = Callable[[Draw], str]


def _case(draw: Draw) -> str:
    return f"{draw.name()} v. {draw.name()} Corp., {draw.locator()}{draw.tail()}"


def _bare(draw: Draw) -> str:
    return draw.locator()


def _name_only(draw: Draw) -> str:
    return f"{draw.name()} v. {draw.name()}"


def _in_re(draw: Draw) -> str:
    return f"In re {draw.name()}, {draw.locator()}{draw.tail()}"


def _decision(draw: Draw) -> str:
    form = draw.random.choice(
        ("the Supreme Court's decision in {}", "the Ninth Circuit's holding in {}",
         "the landmark decision in {}", "the {} decision")
    )  # fmt: skip
    return form.format(draw.name())


def _allusion(draw: Draw) -> str:
    """A name alone, where only the record could excuse it."""
    form = draw.random.choice(
        ("the {} test", "the familiar {} factors", "a {} framework", "the {} balancing standard",
         "{} (2014)", "{} (9th Cir. 2014)", "the case (citing {})", "it ({}, 2014)",
         "{} at 1155", "{}, at 1155-56", "{}, supra", "In re {}", "{}'s holding",
         "the rule that {} requires that it be so", "the {} doctrine")
    )  # fmt: skip
    return form.format(draw.name())


def _statute(draw: Draw) -> str:
    section = draw.number(9100, 9999)
    draw.gone.append(str(section))
    form = draw.random.choice(
        ("42 U.S.C. § {}(b)(2)", "18 USC {}", "section {} of title 15",
         "Title 31, United States Code, Section {}", "31 U.S.C. §§ {}", "15 U. S. C. §\u00a0{}",
         "Cal. Civ. Code § {}",
         "Fla. Stat. § {}", "Tex. Bus. & Com. Code Ann. § {}", "29 C.F.R. § {}.12(a)",
         "Section {} of the Digital Candour Act", "84 Fed. Reg. {}", "Companies Act 2006, s {}")
    )  # fmt: skip
    return form.format(section)


def _rule(draw: Draw) -> str:
    number = draw.number(901, 989)
    draw.gone.append(str(number))
    form = draw.random.choice(
        (
            "Fed. R. Civ. P. {}(b)",
            "FRCP {}(c)(2)",
            "Rule {}(b)(6)",
            "Fed. R. Evid. {}",
            "CPR {}.4(2)",
        )
    )
    return form.format(number)


def _westlaw(draw: Draw) -> str:
    number = draw.number(1_000_000, 9_999_999)
    draw.gone.append(str(number))
    names = f"{draw.name()} v. {draw.name()}"
    return f"{names}, No. 21-cv-4417, 2021 WL {number}, at *3 (D. Or. May 4, 2021)"


def _british(draw: Draw) -> str:
    number = draw.number(5000, 9999)
    draw.gone.append(str(number))
    form = draw.random.choice(
        (
            "[2019] UKSC {}",
            "[2020] EWCA Civ {}",
            "[2018] 3 WLR {}",
            "[2011] 2 AC {}",
            "[2021] EWHC {} (Ch)",
        )
    )
    return f"{draw.name()} v {draw.name()} Ltd {form.format(number)}"


def _swapped(draw: Draw) -> str:
    """A real case's place under another name."""
    real: Labelled = draw.random.choice(labelled())
    place = f"{real.case.volume} U.S. {real.case.page}"
    draw.gone.append(place)
    return f"{draw.name()} v. {draw.name()}, {place} ({real.case.year})"


def _year(draw: Draw) -> str:
    """A real case in a year that it was not decided in."""
    real: Labelled = draw.random.choice([one for one in labelled() if int(one.case.volume) > 200])
    assert real.case.year is not None
    place = f"{real.case.volume} U.S. {real.case.page}"
    draw.gone.append(place)
    return f"{real.cited}, {place} ({real.case.year + draw.random.choice((-11, -4, 3, 6))})"


def _shifted(draw: Draw) -> str:
    """A real case at a page where none begins."""
    real: Labelled = draw.random.choice(labelled())
    taken = {(one.case.volume, one.case.page) for one in labelled()}
    page = next(
        p for p in range(int(real.case.page) + 1, 99_999) if (real.case.volume, str(p)) not in taken
    )
    draw.gone.append(f"{real.case.volume} U.S. {page}")
    return f"{real.cited}, {real.case.volume} U.S. {page} ({real.case.year})"


def _quotation(draw: Draw) -> str:
    first, last = draw.random.choice(
        ('""', "\u201c\u201d", "\u00ab\u00bb", ("&quot;", "&quot;"), ("<q>", "</q>"), ("``", "''"),
         "\u2018\u2019", ("> ", "\n"))
    )  # fmt: skip
    said = f"the {draw.name().lower()} ledger was shredded on purpose"
    draw.gone[-1] = draw.gone[-1].lower()
    return f"\n{first}{said}{last}" if first == "> " else f"the officer wrote {first}{said}{last}"


def _tail(draw: Draw) -> str:
    """A true quotation with an invented end."""
    said = draw.random.choice(SOURCES).text.rstrip(".")
    name = draw.name().lower()
    draw.gone[-1] = name
    return f"the record says that \u201c{said} and that the {name} was forged\u201d"


def _id(draw: Draw) -> str:
    number = draw.number(100, 999)
    form, kind = draw.random.choice(
        (("[F{}]", "F"), ("F{}", "F"), ("Exhibit F{}", "F"), ("[A{}]", "A"))
    )
    draw.gone.append(f"{kind}{number}")
    return form.format(number)


MAKERS: tuple[Maker, ...] = (
    _case, _bare, _name_only, _in_re, _decision, _allusion, _statute, _rule, _westlaw, _british,
    _swapped, _year, _shifted, _quotation, _tail, _id,
)  # fmt: skip


def _markdown(draw: Draw, said: str) -> str:
    return said.replace(" v. ", "* v. *", 1) if " v. " in said else f"**{said}**"


def _html(draw: Draw, said: str) -> str:
    return f"<i>{said}</i>".replace("§", "&sect;").replace(" U.S. ", "&nbsp;U.S.&nbsp;")


def _zero_width(draw: Draw, said: str) -> str:
    at = draw.random.randrange(1, len(said))
    return said[:at] + draw.random.choice(("\u200b", "\u2060", "\u00ad", "\ufeff")) + said[at:]


def _wide(draw: Draw, said: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isdigit() or c == "." else c for c in said)


def _alike(draw: Draw, said: str) -> str:
    return said.replace("S", "\u0405").replace("o", "\u043e").replace("C", "\u0421")


def _broken(draw: Draw, said: str) -> str:
    return said.replace(" ", "\n", draw.random.randint(1, 3))


def _spaced(draw: Draw, said: str) -> str:
    return said.replace("U.S.", "U. S.").replace("F.3d", "F. 3d").replace(" ", "  ")


DISGUISES = (_markdown, _html, _zero_width, _wide, _alike, _broken, _spaced)


def bared(text: str) -> str:
    """Letters and figures only, so that no disguise hides what is left."""
    plain = unicodedata.normalize("NFKC", text)
    same = str.maketrans({"\u0405": "S", "\u043e": "o", "\u0421": "C"})
    return "".join(char for char in plain.translate(same) if char.isalnum())


@pytest.mark.parametrize("maker", MAKERS, ids=lambda one: one.__name__.strip("_"))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), disguise=st.sampled_from((None, *DISGUISES)))
def test_what_was_invented_is_gone(maker: Maker, seed: int, disguise: Any) -> None:
    draw = Draw(seed)
    said = maker(draw)
    if disguise is not None and maker not in (_quotation, _tail, _id):
        said = disguise(draw, said)
    before, after = draw.random.choice(PLAIN), draw.random.choice(PLAIN)
    lead = draw.random.choice(("See ", "As held in ", "Under ", "The rule of ", "Compare "))
    if maker in (_decision, _allusion, _quotation, _tail, _id):
        lead = "Consider "
    text = f"{before} {lead}{said}. {after}"
    left = bared(clean(text).text)
    standing = bared(before) + bared(after)
    for word in draw.gone:
        assert bared(word) not in left or bared(word) in standing, (text, clean(text).text)


@pytest.mark.parametrize("form", FORMS)
def test_however_an_invention_is_cited(form: str) -> None:
    left = clean(f"The agency paid. {form}.").text
    assert left.startswith("The agency paid. ")
    assert not [word for word in TELLTALE if word in left.lower()], left


def test_plain_sentences_stand() -> None:
    made = asyncio.run(CITATIONS.clean(PLAIN, ON_FILE, PARTIES, SOURCES))
    changed = [old for old, new in zip(PLAIN, made, strict=True) if new.text != old]
    assert len(PLAIN) >= 400
    assert len(changed) <= 0.02 * len(PLAIN), changed


def test_verified_citations_and_true_quotations_stand() -> None:
    texts = [f"As held in {one.citation}, the rule is settled." for one in labelled()]
    texts += [
        "Materiality is defined by 31 U.S.C. § 3729(b)(4) [A1].",
        "See Varra v. Quillon Indus., Inc., 612 F.3d 88, 91 (3d Cir. 2010). Id. at 92.",
        "Jurisdiction is under 28 U.S.C. § 1331, for \u201call civil actions arising under the "
        "Constitution.\u201d",
        "\u201cPayments continued for eleven months\u201d [F3].",
        "\u201c[N]o invoice was ever refused, \u2026 or recouped on this ground\u201d [F4].",
        "The officer \u2018knew of the calibration short-\nfall,\u2019 she wrote [F2].",
    ]
    made = asyncio.run(CITATIONS.clean(texts, ON_FILE, PARTIES, SOURCES))
    assert [old for old, new in zip(texts, made, strict=True) if new.text != old] == []


@pytest.fixture
async def checked() -> AsyncIterator[CheckedCitations]:
    scanner = CitationScanner()
    yield CheckedCitations(scanner, LIBRARY)
    await scanner.close()


async def test_no_turn_of_a_lawless_host_carries_an_invention(checked: CheckedCitations) -> None:
    """Every field that agents write freely, in a whole run."""
    draw = Draw(7)

    def lawless(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = losing(ask, data)
        written: dict[str, Any] = _filled(ask.schema, data, draw)
        return written

    model = Listening(lawless)
    run = case.a_run(5, 2, 1)
    ports = replace(case.ports(model, run), citations=checked)
    await case.play(run, ports)
    turns = settled(ports)
    assert {Role.LEAD, Role.OPPOSING, Role.JUDGE, Role.ELEMENTS} <= {one.key.role for one in turns}
    told = {"removed_citations", "removed_quotations", "verdicts"}
    for turn in turns:
        standing = bared(json.dumps({k: v for k, v in turn.data.items() if k not in told}))
        assert not [name for name in INVENTED if name in standing], turn.key
        assert "ledgerwasshredded" not in standing, turn.key
    ledger: Any = ports.ledger
    prompts = "".join(m.content for ask in model.asked for m in ask.messages)
    assert not [name for name in INVENTED if name in prompts]
    said = bared(json.dumps([event.data for event in ledger.events.values()]))
    assert not [name for name in INVENTED if name in said], "posts are made of events' whole data"
    assert any(
        event.data["removed"]["citations"]
        for event in ledger.events.values()
        if event.kind is Kind.MOVE
    )


def _filled(schema: dict[str, Any], value: Any, draw: Draw) -> Any:
    """``value`` with every text that the schema leaves free made an invention."""
    if schema.get("type") == "string" and "enum" not in schema and "const" not in schema:
        most = int(schema.get("maxLength", 400))
        said = draw.random.choice(MAKERS)(draw)
        text = f"Consider {said}."
        if len(text) < int(schema.get("minLength", 0)):
            text += " So it is."
        return text[:most] if isinstance(value, str) else value
    if isinstance(value, dict):
        known = dict(schema.get("properties", {}))
        for option in schema.get("anyOf", ()):
            known |= {k: v for k, v in option.get("properties", {}).items() if k not in known}
        return {key: _filled(known.get(key, {}), one, draw) for key, one in value.items()}
    if isinstance(value, list):
        return [_filled(schema.get("items", {}), one, draw) for one in value]
    return value


def test_the_matters_own_authorities_are_handed_over_with_their_years() -> None:
    assert _allowed(ON_FILE)[1].year == 2010
