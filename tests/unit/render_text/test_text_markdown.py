from __future__ import annotations

import json
from dataclasses import replace

import markdown as reference  # type: ignore[import-untyped]
import pytest

from bot.render.markdown import as_json, as_line, body, escape
from engine.events import Kind
from handlers.posts import Action, Code, DeskLink, File, Paragraph, Post, Quotation, Text
from tests.doubles.gallery import HOSTILE, MOVE, OUTCOME, PROGRESS, hostile_post
from tests.unit.render_text.snapshots import same


def test_the_json_has_exactly_the_promised_shape() -> None:
    post = replace(
        OUTCOME,
        actions=(Action("stop", "Stop", value="run-1"),),
        files=(File("a.docx", "runs/a.docx"),),
    )
    value = as_json(post)
    assert list(value) == [
        "id", "run", "thread", "matter", "kind", "title", "body", "fields", "actions", "files",
        "data",
    ]  # fmt: skip
    assert value["kind"] == "outcome"
    assert value["actions"] == [{"id": "stop", "label": "Stop"}]
    assert value["files"] == [{"name": "a.docx", "path": "runs/a.docx"}]
    assert value["data"] == {"reason": "achieved"}


def test_a_line_is_one_line_and_reads_back() -> None:
    post = hostile_post()
    line = as_line(replace(post, data={"text": "\x9b2J\u2028\ud800 § 3729"}))
    assert len(line.splitlines()) == 1
    assert "\x1b" not in line and "\x9b" not in line and "§" in line
    line.encode()
    assert json.loads(line)["data"]["text"] == "\x9b2J\u2028\ud800 § 3729"
    assert json.loads(line)["title"] == HOSTILE


def test_body_of_a_move() -> None:
    same("move.md", body(MOVE))


def test_every_body_carries_marks_and_reminder() -> None:
    text = body(replace(PROGRESS, marks=("scripted player",)))
    assert text.startswith("*scripted player*")
    assert "Research only" in text and "Privileged and confidential" in text


@pytest.mark.parametrize(
    "text",
    [
        "*a* _b_ **c** `d`",
        "[a](http://x.example) ![i](x)",
        "<script>x</script> <b>y</b>",
        "# head",
        "- item\n- item",
        "1. one\n2) two",
        "+ plus\n\n\n    code",
        "> quoted",
        "a\n===",
        "a\n---",
        "```\nx\n```",
        "&lt; &amp; &#60;",
        "a | b\n--- | ---",
        "\\*a\\*",
    ],
)
def test_text_reads_as_itself_in_a_markdown_reader(text: str) -> None:
    html = reference.markdown(escape(text), extensions=["tables", "fenced_code"])
    assert html.count("<p>") == 1
    for tag in ("<em", "<strong", "<code", "<a", "<img", "<script", "<b>", "<h1", "<h2", "<li"):
        assert tag not in html
    for tag in ("<ol", "<ul", "<table", "<blockquote", "<hr", "&lt; &amp; &#60;"):
        assert tag not in html


def test_addresses_and_mentions_are_not_linked() -> None:
    text = escape("see http://evil.example www.evil.example a@evil.example @ann #12")
    assert "http://" not in text and "www." not in text
    assert r"\@ann" in text and r"\#12" in text


def test_a_fence_is_longer_than_any_in_the_text() -> None:
    post = Post(Kind.ANSWER, "t", (Paragraph((Code("a `` b"), Text(" "), Code("`"))),), footer=())
    assert body(post) == "```a `` b``` `` ` ``"


def test_a_line_of_several_spans_opens_no_list() -> None:
    post = Post(Kind.ANSWER, "t", (Paragraph((Text("1"), Text(". one"))),), footer=())
    assert body(post) == r"1\. one"


def test_a_quotation_keeps_its_lines_and_names_its_place() -> None:
    post = Post(Kind.ANSWER, "t", (Quotation("a\n> b", "D1", "p. 3", "F1"),), footer=())
    assert body(post) == "> a\\\n> \\> b\n>\n> — D1, p. 3 \\[F1\\]"


@pytest.mark.parametrize("path", ["//evil.example", "/\\evil.example", "m/1", "javascript:x"])
def test_a_desk_link_stays_on_the_desk(path: str) -> None:
    post = Post(Kind.ANSWER, "t", (Paragraph((DeskLink(path, "x"),)),), footer=())
    address = body(post).removeprefix("[x](").removesuffix(")")
    assert address.startswith("/") and not address.startswith(("//", "/\\"))
    assert ":" not in address
