from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from bot.render.terminal import Printer, TerminalSurface
from engine.events import Kind
from handlers.posts import Heading, Paragraph, Post, Progress, Table, Text
from handlers.surface import Place, Surface
from tests.doubles.gallery import MOVE, OUTCOME, PROGRESS, RULING, THREAD_POSTS, hostile_post
from tests.unit.render_text.snapshots import same

PLACE = Place("terminal", "", "")


def printed(*posts: Post, tty: bool = False, as_json: bool = False, width: int = 80) -> str:
    out = io.StringIO()
    printer = Printer(out, tty=tty, as_json=as_json, width=width)
    for post in posts:
        printer.post(post)
    printer.close()
    return out.getvalue()


def test_a_thread_at_80_columns() -> None:
    same("thread.txt", printed(*THREAD_POSTS))


@pytest.mark.parametrize("width", [40, 80, 120])
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    lines = printed(*THREAD_POSTS, hostile_post(), width=width).splitlines()
    assert max(map(len, lines)) <= width


def test_a_pipe_gets_no_colour_codes_even_when_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in printed(*THREAD_POSTS, hostile_post())


def test_a_terminal_gets_only_our_own_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = printed(hostile_post(), tty=True)
    assert "\x1b[" in text
    for hostile in ("\x1b[31mred", "\x1b]0;", "\x07", "\x9b", "\u202e"):
        assert hostile not in text


def test_a_title_of_many_lines_cannot_pass_for_another_post() -> None:
    text = printed(replace(MOVE, title="x\n────\nThe Court  [Win]"))
    assert "\nThe Court" not in text


def test_a_wide_table_becomes_records() -> None:
    headers = tuple("ABCDEF")
    table = Table(headers, (tuple(f"value {n}" for n in range(6)),))
    text = printed(Post(Kind.ANSWER, "t", (table,)))
    assert "  A: value 0\n  B: value 1\n" in text


def test_rulings_say_how_they_came_out() -> None:
    assert "The Court  [Loss]" in printed(RULING)
    assert "Outcome  [Achieved]" in printed(OUTCOME)


def test_progress_in_a_pipe_is_a_line_only_when_it_changes() -> None:
    later = replace(PROGRESS, progress=Progress(6, 12))
    text = printed(PROGRESS, PROGRESS, later, later)
    assert [line.split(" of")[0][-1] for line in text.splitlines()] == ["5", "6"]


def test_progress_on_a_terminal_is_one_line_that_ends_before_the_next_post() -> None:
    text = printed(PROGRESS, replace(PROGRESS, progress=Progress(6, 12)), OUTCOME, tty=True)
    before, after = text.split("6 of 12", 1)
    assert "\n" not in before and before.count("\r") == 2
    assert after.index("\n") < after.index("Outcome")


def test_json_mode_prints_one_post_a_line() -> None:
    lines = printed(*THREAD_POSTS, as_json=True).splitlines()
    assert [json.loads(line)["kind"] for line in lines] == [str(p.kind) for p in THREAD_POSTS]


async def test_the_surface_shows_and_changes() -> None:
    out = io.StringIO()
    surface: Surface = TerminalSurface(Printer(out, tty=False, width=80))
    shown = await surface.show(PLACE, PROGRESS, 0, "key")
    assert shown == PROGRESS.id
    assert await surface.show(PLACE, replace(PROGRESS, id="", run="r2"), 0, "key") == "key"
    size = len(out.getvalue())
    await surface.change(PLACE, PROGRESS, 0, shown)
    assert len(out.getvalue()) == size
    await surface.change(PLACE, replace(PROGRESS, title="Round 3"), 0, shown)
    assert out.getvalue().endswith("Round 3\n")
    assert await surface.find(PLACE, "key", 0.0) is None
    assert surface.parts(OUTCOME) == 1


def test_plain_text_has_no_spaces_at_line_ends_of_blocks() -> None:
    post = Post(Kind.ANSWER, "t", (Heading("h"), Paragraph((Text("p"),))), footer=())
    assert all(line == line.rstrip() for line in printed(post).splitlines())
