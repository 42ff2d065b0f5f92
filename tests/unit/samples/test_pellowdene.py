"""The Pellowdene matter: its clocks, its rows and its dates are what its traps say."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone

from tests.unit.samples.sample import Sample

SAMPLE = Sample("pellowdene")
PLEADING = "01-particulars-of-claim.pdf"
AGREEMENT = "02-contractor-agreement.pdf"
LIST = "03-access-list.docx"
LOG = "04-version-control-log.txt"
PROTOCOL = "05-clean-room-protocol.docx"
STATEMENT = "06-haldane-roe-statement.docx"
EMAIL = "07-kirkbrae-to-haldane-roe.eml"
LONDON_IN_MAY = timezone(timedelta(hours=1))

# Words and spellings of American courts.
AMERICAN = re.compile(
    r"\b(plaintiffs?|attorneys?|defense|color|favor|honor|behavior|center|percent|"
    r"(?:author|organ|recogn)iz\w+)\b",
    re.I,
)


def changes() -> dict[str, dict[str, tuple[str, datetime]]]:
    """Change → author and commit, each a name and a time."""
    found: dict[str, dict[str, tuple[str, datetime]]] = {}
    for part in SAMPLE.text(LOG).split("Change ")[1:]:
        lines = re.findall(
            r"(author|commit) (\S.+?) (\w{3} \d\d \w{3} \d{4} [\d:]{8} [+-]\d{4})", part
        )
        assert [kind for kind, _, _ in lines] == ["author", "commit"], part
        found[part[:7]] = {
            kind: (name, datetime.strptime(when, "%a %d %b %Y %H:%M:%S %z"))
            for kind, name, when in lines
        }
    return found


def cloned() -> datetime:
    return datetime.strptime(
        SAMPLE.says(LIST, r"(\S+ [\d:]{8}) \| clone"), "%d/%m/%Y %H:%M:%S"
    ).replace(tzinfo=UTC)


def test_the_commit_seems_to_come_first_and_comes_last() -> None:
    _, committed = changes()["7c41e09"]["author"]
    assert committed.replace(tzinfo=None) < cloned().replace(tzinfo=None)
    assert committed - cloned() == timedelta(hours=3, minutes=34, seconds=19)
    assert "more than three hours later" in SAMPLE.text(STATEMENT)
    apparent = cloned().replace(tzinfo=None) - committed.replace(tzinfo=None)
    assert timedelta(hours=3) < apparent < timedelta(hours=4)


def test_the_pleading_and_the_email_keep_london_time() -> None:
    assert f"At {cloned().astimezone(LONDON_IN_MAY):%H.%M on %-d %B %Y}" in SAMPLE.text(PLEADING)
    _, committed = changes()["7c41e09"]["author"]
    here = committed.astimezone(LONDON_IN_MAY)
    assert "a quarter to six this morning" in SAMPLE.text(EMAIL)
    assert abs(here - here.replace(hour=5, minute=45, second=0)) < timedelta(minutes=5)
    written = datetime.strptime(
        SAMPLE.says(EMAIL, r"Date: (\w+, .+? [+-]\d{4}) "), "%a, %d %b %Y %H:%M:%S %z"
    )
    asked = datetime.strptime(SAMPLE.says(EMAIL, r"On \w+, (.+?) Emrys"), "%d %b %Y at %H:%M")
    assert asked.replace(tzinfo=LONDON_IN_MAY) < cloned() < committed < written


def test_access_outlived_the_engagement_by_forty_nine_days() -> None:
    ended = datetime.strptime(SAMPLE.says(PLEADING, r"ended on (.+?), and"), "%d %B %Y").date()
    revoked = datetime.strptime(SAMPLE.says(LIST, r"11/04/2022 \| (\S+) 08:40"), "%d/%m/%Y").date()
    assert (revoked - ended).days == 49
    assert f"revoked that right on {ended:%-d %B %Y}" in SAMPLE.text(PLEADING)
    assert ended < cloned().date() < revoked


def test_two_rows_too_many_are_the_markers() -> None:
    pleaded = int(SAMPLE.says(PLEADING, r"(\d+) rows of figures"))
    held = int(SAMPLE.says(LIST, r"lag table \| (\d+) \|"))
    taken = int(SAMPLE.says(LOG, r"lag table in, (\d+) rows"))
    markers = set(re.findall(r"XQZ\d", SAMPLE.text(LIST)))
    assert len(markers) == 2
    assert taken == held == pleaded + len(markers)
    assert set(re.findall(r"XQZ\d", SAMPLE.text(LOG))) == markers
    assert int(SAMPLE.says(LOG, r"no such ports, (\d+) rows")) == pleaded
    assert not re.search(r"XQZ", SAMPLE.text(PLEADING))


def test_he_worked_on_the_code_before_he_joined() -> None:
    joined = datetime.strptime(
        SAMPLE.says(STATEMENT, r"I joined Varrowgate on (.+?)\."), "%d %B %Y"
    ).date()
    his = [
        when.date()
        for change in changes().values()
        for name, when in change.values()
        if name == "Emrys Haldane-Roe"
    ]
    assert len(his) == 2 and max(his) < joined


def test_a_signature_is_older_than_its_signer_s_engagement() -> None:
    teams, register, signatures = SAMPLE.tables(PROTOCOL)
    since = {row[1]: _day(row[3]) for row in teams[1:]}
    signed = {row[0]: _day(row[1]) for row in signatures[1:]}
    assert [name for name in since if signed[name] < since[name]] == ["M. Solheim-Quay"]
    assert len(register) == 5 and not any("lag" in row[2] for row in register)


def test_what_is_published_was_published_before_anybody_used_it() -> None:
    published = [row for row in SAMPLE.tables(LIST)[2][1:] if row[3].startswith("yes")]
    assert [row[0] for row in published] == ["/twx/message", "/twx/service"]
    used = changes()["f21c9ab"]["author"][1].date()
    assert all(_day(row[3].removeprefix("yes, ")) < used for row in published)


def test_the_documents_are_in_british_english() -> None:
    for file in SAMPLE.files:
        assert not AMERICAN.search(SAMPLE.text(file)), (file, AMERICAN.search(SAMPLE.text(file)))


def _day(text: str) -> date:
    return datetime.strptime(text, "%d %B %Y").date()
