from __future__ import annotations

from asyncio import Queue
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from bot.render.html import DeskSurface, Fragment, Page, anchor, render
from engine.events import Kind
from handlers.posts import (
    Details,
    FactRef,
    File,
    Image,
    Instant,
    Paragraph,
    Post,
    Progress,
    Quotation,
    Table,
)
from handlers.surface import Place, Surface
from tests.doubles.gallery import (
    ANSWER,
    HOSTILE,
    MOVE,
    OUTCOME,
    PROGRESS,
    RULING,
    THREAD_POSTS,
    hostile_post,
)
from tests.unit.render_text.snapshots import same

PAGE = Page("/m/1/press", {"csrf": "token", "delivery": "nonce"}, "/m/1/file")
_VOID = {"input", "img", "br", "meta", "link"}


class Reader(HTMLParser):
    """Tags, attributes and text, as a browser would see them; every tag must be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.mark.parametrize("post", [MOVE, RULING, OUTCOME, PROGRESS], ids=lambda post: str(post.kind))
def test_drawn_as_before(post: Post) -> None:
    html = render(post, PAGE, datetime(2026, 11, 30, 22, 50, tzinfo=UTC))
    same(f"{post.kind}.html", str(html))


@pytest.mark.parametrize("post", THREAD_POSTS, ids=lambda post: post.id)
def test_every_kind_is_well_formed_and_carries_its_legend(post: Post) -> None:
    read = Reader(render(post, PAGE))
    assert read.all("article")[0]["id"] == anchor(post)
    assert "Research only" in "".join(read.text)
    assert len({each["id"] for _, each in read.tags if "id" in each}) == len(
        [each for _, each in read.tags if "id" in each]
    )


def test_hostile_words_stay_words_everywhere() -> None:
    read = Reader(render(hostile_post(), PAGE))
    allowed = {
        "article", "header", "p", "div", "h2", "h3", "dl", "dt", "dd", "strong", "em", "code",
        "span", "a", "cite", "ul", "li", "blockquote", "footer", "pre", "table", "thead", "tbody",
        "tr", "th", "td", "details", "summary", "form", "input", "button",
    }  # fmt: skip
    assert {tag for tag, _ in read.tags} <= allowed
    assert not [name for _, each in read.tags for name in each if name.startswith("on")]
    assert all(each["href"].startswith(("/m/1/file/", "#")) for each in read.all("a"))
    text = "".join(read.text)
    assert text.count("<script>alert(1)</script>") > 10
    assert not {"\x1b", "\x9b", "\u202e"} & set(text)
    values = [each["value"] for each in read.all("input") if each["name"] == "action"]
    # A parser takes a carriage return for a line feed; every other character comes back.
    assert [value.replace("\r\n", "\n") for value in values] == [HOSTILE.replace("\r\n", "\n")]


def test_a_fact_leads_to_its_words_where_they_are_quoted_and_only_there() -> None:
    read = Reader(render(MOVE, PAGE))
    links = [each["href"] for each in read.all("a")]
    quoted = {each["id"] for each in read.all("blockquote") if "id" in each}
    assert links == ["#post-p-move-F12", "#post-p-move-F31"]
    assert {link[1:] for link in links} <= quoted
    alone = Reader(render(Post(Kind.ANSWER, "t", (Paragraph((FactRef("F9"),)),), id="x"), PAGE))
    assert alone.all("a") == []


def test_a_quotation_names_its_source_in_its_footer() -> None:
    html = render(Post(Kind.ANSWER, "t", (Quotation("w", "D1", "p. 3", "F1"),), id="x"), PAGE)
    assert "<footer>D1, p. 3 " in html and ">F1</span></footer></blockquote>" in html


def test_a_button_carries_token_nonce_and_target_and_asks_first_if_it_must() -> None:
    read = Reader(render(PROGRESS, PAGE))
    values = {each["name"]: each["value"] for each in read.all("input")}
    assert values == {
        "csrf": "token",
        "delivery": "nonce",
        "post": PROGRESS.id,
        "action": "stop",
        "value": PROGRESS.actions[0].value,
    }
    assert read.all("details") and read.all("form")[0]["action"] == "/m/1/press"
    assert "form" not in {tag for tag, _ in Reader(render(PROGRESS)).tags}


def test_progress_is_a_meter_and_words() -> None:
    read = Reader(render(replace(PROGRESS, progress=Progress(15, 12)), PAGE))
    assert read.all("progress")[0]["value"] == read.all("progress")[0]["max"] == "12"
    assert "12 of 12 turns" in "".join(read.text)


def test_cells_carry_their_column_for_narrow_pages() -> None:
    read = Reader(render(Post(Kind.ANSWER, "t", (Table(("A", "B"), (("1", "2"),)),)), PAGE))
    assert [each["data-label"] for each in read.all("td")] == ["A", "B"]


def test_pictures_are_only_the_posts_own_files() -> None:
    files = (File("chart.png", "x/chart.png"),)
    blocks = (Image("chart.png", "a chart"), Image("http://evil.example/x.png", "tracker"))
    read = Reader(render(Post(Kind.LAB, "t", blocks, files=files, id="p/1"), PAGE))
    assert [each["src"] for each in read.all("img")] == ["/m/1/file/p%2F1/0"]
    assert "Picture: tracker" in read.text


def test_instants_are_machine_readable() -> None:
    at = datetime(2026, 11, 30, 22, 0, tzinfo=UTC)
    post = Post(Kind.ANSWER, "t", (Details("d", (Paragraph((Instant(at),)),)),))
    assert Reader(render(post)).all("time")[0]["datetime"] == "2026-11-30T22:00:00+00:00"


async def test_the_surface_pushes_fragments() -> None:
    queue: Queue[Fragment] = Queue()
    surface: Surface = DeskSurface(queue, lambda: PAGE)
    place = Place("desk", "", "", "t")
    name = await surface.show(place, PROGRESS, 0, "7")
    await surface.change(place, replace(PROGRESS, title="Round 3"), 0, name)
    await surface.show(place, replace(OUTCOME, supersedes="old"), 0, "9")
    first, second, third = (queue.get_nowait() for _ in range(3))
    assert (first.key, first.name, first.replaces) == ("7", "progress-run-7f3a", name)
    assert (second.key, second.replaces) == ("", name) and "Round 3" in second.html
    assert (third.key, third.superseded, third.run) == ("9", "post-old", OUTCOME.run)
    assert third.replaces == third.name, "the earlier outcome stays where it is"
    assert await surface.find(place, "7", 0.0) is None and surface.parts(OUTCOME) == 1


async def test_an_answer_takes_its_uploads_progress_off_the_page() -> None:
    queue: Queue[Fragment] = Queue()
    surface = DeskSurface(queue, lambda: PAGE)
    place = Place("desk", "", "", "t")
    live = replace(PROGRESS, run=None, supersedes="upload 1")
    name = await surface.show(place, live, 0, "7")
    await surface.show(place, replace(ANSWER, supersedes="upload 1"), 0, "8")
    await surface.show(place, OUTCOME, 0, "9")
    first, answer, outcome = (queue.get_nowait() for _ in range(3))
    assert (first.name, first.ends) == (name, "") and answer.ends == name
    assert outcome.ends == f"progress-{OUTCOME.run}" and answer.name != name
