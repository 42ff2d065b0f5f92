from __future__ import annotations

from pathlib import Path

import pytest

from bot.slack.calls import web_client
from bot.slack.files import Incomplete, NotInSlack, NotReadable, SlackFiles, TooLarge
from handlers.requests import IncomingFile
from handlers.surface import Ambiguous
from tests.doubles.slack_api import TOKEN, FakeSlack, Served

PDF = b"%PDF-1.7 of the complaint"
SIGN_IN = Served(b"<html>Sign in to Slack</html>", "text/html; charset=utf-8")


@pytest.fixture
def files(slack: FakeSlack) -> SlackFiles:
    return SlackFiles(web_client(TOKEN, slack.api_url), TOKEN, slack.api_url, largest=1_000)


def incoming(slack: FakeSlack, name: str = "complaint.pdf", **more: object) -> IncomingFile:
    told = {
        "name": name,
        "source": "F01",
        "size": len(PDF),
        "url": f"{slack.url}/files/complaint.pdf",
        "mimetype": "application/pdf",
    } | more
    return IncomingFile(**told)  # type: ignore[arg-type]


def left_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


async def test_a_file_is_fetched_with_our_token(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path
) -> None:
    slack.served["complaint.pdf"] = Served(PDF)
    path = await files.fetch(incoming(slack), tmp_path)
    assert path.parent == tmp_path and path.read_bytes() == PDF
    assert path.suffix == ".pdf"
    assert slack.tokens == [f"Bearer {TOKEN}"]


async def test_a_withheld_file_is_asked_for_first(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path
) -> None:
    slack.served["complaint.pdf"] = Served(PDF)
    slack.files["F01"] = {
        "id": "F01",
        "name": "complaint.pdf",
        "size": len(PDF),
        "url_private_download": f"{slack.url}/files/complaint.pdf",
    }
    path = await files.fetch(IncomingFile("F01", "F01"), tmp_path)
    assert path.read_bytes() == PDF and path.name.endswith("complaint.pdf")
    assert slack.calls["files.info"] == 1


async def test_a_sign_in_page_is_not_the_file_and_names_the_scope(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path
) -> None:
    slack.served["complaint.pdf"] = SIGN_IN
    with pytest.raises(NotReadable) as told:
        await files.fetch(incoming(slack), tmp_path)
    assert told.value.code == "slack.file_not_readable" and "files:read" in told.value.remedy
    assert left_in(tmp_path) == []


async def test_a_page_of_html_that_somebody_shared_is_a_file(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path
) -> None:
    page = b"<html>An exhibit</html>"
    slack.served["complaint.pdf"] = Served(
        page, "text/html", {"Content-Disposition": 'attachment; filename="x.html"'}
    )
    told = incoming(slack, "x.html", size=len(page), mimetype="text/html")
    assert (await files.fetch(told, tmp_path)).read_bytes() == page


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/complaint.pdf",
        "https://files.slack.com@evil.example/complaint.pdf",
        "https://files.slack.com.evil.example/complaint.pdf",
        "http://files.slack.com/complaint.pdf",
        "https://files.slack.com:99999/complaint.pdf",
        "https://files.slack.com:8443/complaint.pdf",
        "file:///etc/passwd",
        "//files.slack.com/x",
    ],
)
async def test_the_token_goes_to_slack_only(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path, url: str
) -> None:
    with pytest.raises(NotInSlack):
        await files.fetch(incoming(slack, url=url), tmp_path)
    assert slack.tokens == []


@pytest.mark.parametrize(
    "location", ["https://evil.example/x", "https://harlow.slack.com/?redir=x", ""]
)
async def test_a_redirection_elsewhere_is_not_followed(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path, location: str
) -> None:
    slack.served["complaint.pdf"] = Served(b"", headers={"Location": location}, status=302)
    with pytest.raises(NotReadable):
        await files.fetch(incoming(slack), tmp_path)
    assert left_in(tmp_path) == []


async def test_a_redirection_within_slack_is_followed(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path
) -> None:
    slack.served["complaint.pdf"] = Served(b"", headers={"Location": "/files/there"}, status=302)
    slack.served["there"] = Served(PDF)
    assert (await files.fetch(incoming(slack), tmp_path)).read_bytes() == PDF


async def test_too_large_is_refused_before_and_while_it_comes(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path
) -> None:
    with pytest.raises(TooLarge):
        await files.fetch(incoming(slack, size=1_001), tmp_path)
    assert slack.tokens == []
    slack.served["complaint.pdf"] = Served(b"x" * 1_001)
    with pytest.raises(TooLarge):
        await files.fetch(incoming(slack, size=None), tmp_path)
    assert left_in(tmp_path) == []


async def test_half_a_file_is_refused(files: SlackFiles, slack: FakeSlack, tmp_path: Path) -> None:
    slack.served["complaint.pdf"] = Served(PDF[:-3])
    with pytest.raises(Incomplete):
        await files.fetch(incoming(slack), tmp_path)
    assert left_in(tmp_path) == []


@pytest.mark.parametrize(("status", "error"), [(403, NotReadable), (503, Ambiguous)])
async def test_refusals_and_outages(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path, status: int, error: type[Exception]
) -> None:
    slack.served["complaint.pdf"] = Served(b"", status=status)
    with pytest.raises(error):
        await files.fetch(incoming(slack), tmp_path)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a\x00b\n.pdf", "..", "C:\\x\\y.pdf", "x" * 300 + ".pdf", ""]
)
async def test_a_name_never_leaves_its_folder(
    files: SlackFiles, slack: FakeSlack, tmp_path: Path, name: str
) -> None:
    slack.served["complaint.pdf"] = Served(PDF)
    path = await files.fetch(incoming(slack, name), tmp_path)
    assert path.read_bytes() == PDF
    assert left_in(tmp_path) == [path]
