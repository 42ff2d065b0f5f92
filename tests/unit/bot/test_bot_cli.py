"""The command line as others script against it: words, JSON lines, exit codes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main

COMMANDS = {"say", "press", "chat", "serve", "demo", "model-host", "people", "manifest", "doctor"}
FIELDS = {
    "id", "run", "thread", "matter", "kind", "title", "body", "fields", "actions", "files", "data",
}  # fmt: skip


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in list(os.environ):
        if name.startswith("LAWGAME_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LAWGAME_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LAWGAME_MODEL", "scripted")
    monkeypatch.setenv("LAWGAME_SAMPLES", "off")
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_every_command_says_what_it_does() -> None:
    listed = run("--help")
    assert listed.exit_code == 0
    for name in COMMANDS:
        assert name in listed.stdout
        if name != "model-host":
            assert run(name, "--help").exit_code == 0


def test_a_post_a_line_with_the_fields_that_others_read() -> None:
    opened = run("say", '/lawgame new 2026-1 "Doe v. Acme"', "--json")
    assert opened.exit_code == 0, opened.output
    [post] = lines(opened)
    assert set(post) >= FIELDS and post["kind"] == "answer"
    listed = run("say", "/lawgame matters", "--json")
    [answer] = lines(listed)
    assert answer["data"]["matters"] == [
        {"id": post["matter"], "number": "2026-1", "title": "Doe v. Acme"}
    ]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("say", "/lawgame simluate x"), "command.unknown"),
        (("say", "/lawgame status"), "matter.unclear"),
        (("say", "/lawgame status", "--matter", "2026-99"), "request.not_found"),
        (("say", "/lawgame help", "--as", "Nobody"), "rights.unknown_person"),
        (("press", "P999", "stop"), "press.gone"),
    ],
)
def test_a_refused_request_is_an_error_post_and_exit_2(words: tuple[str, ...], code: str) -> None:
    result = run(*words, "--json")
    assert result.exit_code == 2, result.output
    post = lines(result)[-1]
    assert post["kind"] == "error" and post["data"]["code"] == code
    assert post["data"]["remedy"]
    plain = run(*words)
    assert plain.exit_code == 2 and post["title"].split()[0] in plain.output


def test_settings_that_cannot_be_are_exit_2_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LAWGAME_ROUNDS", "0")
    result = run("say", "help")
    assert result.exit_code == 2 and "LAWGAME_ROUNDS" in result.stderr
    assert "settings.invalid" in result.stderr and "Traceback" not in result.output


def test_a_seed_below_nothing_is_refused() -> None:
    assert run("say", "help", "--seed", "-1").exit_code == 2


def test_a_wait_for_what_is_answered_at_once_ends() -> None:
    """Also where the answer speaks of a run that is over."""
    assert run("say", '/lawgame new 2026-1 "Doe v. Acme"', "--wait").exit_code == 0
    assert run("say", "/lawgame status", "--matter", "2026-1", "--wait").exit_code == 0
    refused = run("say", "/lawgame record", "--matter", "2026-1", "--wait", "--json")
    assert refused.exit_code == 2 and lines(refused)[-1]["data"]["code"] == "run.none"


def test_files_are_on_record_or_ours_as_said(home: Path) -> None:
    run("say", '/lawgame new 2026-1 "Doe v. Acme"')
    exhibit = home / "exhibit.txt"
    exhibit.write_text("The agency paid every claim after the audit.\n")
    for flag, scope in (("--ours", "ours"), ("--record", "record")):
        exhibit.write_text(f"{flag}: the agency paid every claim after the audit.\n")
        result = run("say", "", "--matter", "2026-1", "--file", str(exhibit), flag, "--json")
        assert result.exit_code == 0, result.output
        assert lines(result)[0]["data"]["documents"][0]["scope"] == scope
    missing = run("say", "", "--matter", "2026-1", "--file", str(home / "no.txt"), "--json")
    assert missing.exit_code == 2
    assert lines(missing)[-1]["data"]["code"] == "document.no_such_file"


def test_people_are_added_with_their_roles() -> None:
    added = run("people", "add", "Zoe Park", "--role", "lawyer")
    assert added.exit_code == 0 and added.stdout.startswith("P-")
    assert run("say", "/lawgame help", "--as", "Zoe Park").exit_code == 0


def test_a_manifest_is_json_on_paper_or_in_a_folder(home: Path) -> None:
    printed = run("manifest", "slack", "--url", "https://bot.firm.example")
    made = json.loads(printed.stdout)
    assert made["features"]["slash_commands"][0]["command"] == "/lawgame"
    kept = run("manifest", "slack", "--socket-mode", "--out", str(home / "out"))
    assert kept.exit_code == 0, kept.output
    assert json.loads((home / "out" / "slack.json").read_text())
