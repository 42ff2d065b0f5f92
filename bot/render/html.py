"""Posts as HTML for the Desk. Every word is escaped; structure comes from the tree alone."""

from __future__ import annotations

import re
from asyncio import Queue
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import quote

from markupsafe import Markup

from bot.render.markdown import address
from bot.render.words import NAMES, badge, one_line, visible
from engine.events import Kind
from handlers.posts import (
    Action,
    AuthorityRef,
    Block,
    Code,
    CodeBlock,
    DeskLink,
    Details,
    Emphasis,
    FactRef,
    File,
    Heading,
    Image,
    Instant,
    ListBlock,
    Paragraph,
    PersonRef,
    Post,
    Progress,
    Quotation,
    Span,
    Spans,
    Strong,
    Table,
    Text,
)
from handlers.surface import Place


@dataclass(frozen=True)
class Page:
    """What the page around a post provides.

    ``press`` is the address that buttons are sent to, "" for no buttons; ``hidden`` the fields
    every form carries; ``files`` the address under which a matter's files are, "" for none.
    """

    press: str = ""
    hidden: Mapping[str, str] = field(default_factory=dict)
    files: str = ""


def render(post: Post, page: Page | None = None, at: datetime | None = None) -> Markup:
    """One ``<article>``; its id is :func:`anchor`, by which a newer one replaces it."""
    page = page or Page()
    drawing = _Drawing(post, page)
    verdict = badge(post)
    tone = Markup(" tone-{}").format(verdict.tone) if verdict else ""
    name = anchor(post)
    return Markup(
        '<article class="post kind-{}{}" id="{}" aria-labelledby="{}-title">'
        "<header>{}{}{}</header>"
        '<div class="content"><h2 id="{}-title">{}</h2>{}{}{}{}{}{}</div></article>\n'
    ).format(
        post.kind,
        tone,
        name,
        name,
        Markup('<p class="who">{}</p>').format(NAMES[post.kind]),
        Markup('<p class="badge">{}</p>').format(verdict.text) if verdict else "",
        _join(Markup('<p class="mark">{}</p>').format(one_line(mark)) for mark in post.marks)
        + (_time(at, "when") if at else ""),
        name,
        one_line(post.title) or NAMES[post.kind],
        _meter(post.progress) if post.progress else "",
        _fields(post.fields),
        drawing.blocks(post.body),
        drawing.files(post.files),
        drawing.actions(post.actions),
        _footer(post.footer),
    )


def anchor(post: Post) -> str:
    """The id of a post's element; progress of one thing has one whatever the post's own id."""
    if post.kind is Kind.PROGRESS and post.line:
        return _progress_of(post.line)
    return f"post-{_token(post.id)}"


def _progress_of(line: str) -> str:
    return f"progress-{_token(line)}"


def _token(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", text)


def _join(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(parts)


def _time(at: datetime, name: str = "") -> Markup:
    moment = at.astimezone(UTC)
    return Markup('<time class="{}" datetime="{}">{}</time>').format(
        name, moment.isoformat(timespec="seconds"), f"{moment:%d %b %Y, %H:%M} UTC"
    )


def _meter(progress: Progress) -> Markup:
    total = max(progress.total, 1)
    done = min(max(progress.done, 0), total)
    return Markup(
        '<p class="meter"><progress max="{}" value="{}" aria-label="Turns done"></progress> '
        "<span>{} of {} turns</span></p>"
    ).format(total, done, done, total)


def _fields(fields: Mapping[str, str]) -> Markup:
    if not fields:
        return Markup("")
    rows = _join(
        Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(one_line(name), visible(value))
        for name, value in fields.items()
    )
    return Markup('<dl class="fields">{}</dl>').format(rows)


def _footer(lines: Sequence[str]) -> Markup:
    if not lines:
        return Markup("")
    return Markup('<footer class="legend">{}</footer>').format(
        _join(Markup("<p>{}</p>").format(visible(line)) for line in lines)
    )


class _Drawing:
    """One post's blocks; knows which facts are quoted in it, to lead from a chip to the words."""

    def __init__(self, post: Post, page: Page) -> None:
        self._page = page
        self._post = post
        self._name = anchor(post)
        self._quoted = set(_quoted(post.body))
        self._placed: set[str] = set()
        self._files = {file.name: n for n, file in enumerate(post.files)}

    def blocks(self, blocks: Sequence[Block]) -> Markup:
        return _join(self._block(block) for block in blocks)

    def _block(self, block: Block) -> Markup:
        match block:
            case Heading(text):
                return Markup("<h3>{}</h3>").format(one_line(text))
            case Paragraph(spans):
                return Markup("<p>{}</p>").format(self._spans(spans))
            case ListBlock(items, ordered):
                rows = _join(Markup("<li>{}</li>").format(self._spans(item)) for item in items)
                return Markup("<ol>{}</ol>" if ordered else "<ul>{}</ul>").format(rows)
            case Quotation():
                return self._quotation(block)
            case CodeBlock(text):
                return Markup("<pre><code>{}</code></pre>").format(visible(text))
            case Table():
                return _table(block)
            case Details(summary, blocks):
                return Markup("<details><summary>{}</summary>{}</details>").format(
                    one_line(summary), self.blocks(blocks)
                )
            case Image():
                return self._image(block)

    def _spans(self, spans: Spans) -> Markup:
        return _join(self._span(span) for span in spans)

    def _span(self, span: Span) -> Markup:
        match span:
            case Text(text):
                return Markup("{}").format(visible(text))
            case Strong(text):
                return Markup("<strong>{}</strong>").format(visible(text))
            case Emphasis(text):
                return Markup("<em>{}</em>").format(visible(text))
            case Code(text):
                return Markup("<code>{}</code>").format(visible(text))
            case PersonRef(text=text):
                return Markup('<span class="person">{}</span>').format(one_line(text))
            case FactRef(fact):
                return self._chip("fact", fact, fact in self._quoted)
            case AuthorityRef(authority, text):
                chip = self._chip("authority", authority, False)
                if not text:
                    return chip
                return Markup("<cite>{}</cite>&nbsp;{}").format(visible(text), chip)
            case Instant(at):
                return _time(at)
            case DeskLink(path, text):
                return Markup('<a href="{}">{}</a>').format(address(path), one_line(text))

    def _chip(self, sort: str, name: str, linked: bool) -> Markup:
        shown = one_line(name)
        if linked:
            return Markup('<a class="chip {}" href="#{}" title="{} {}, quoted here">{}</a>').format(
                sort, self._fact(name), sort.capitalize(), shown, shown
            )
        return Markup('<span class="chip {}" title="{} {}">{}</span>').format(
            sort, sort.capitalize(), shown, shown
        )

    def _fact(self, fact: str) -> str:
        return f"{self._name}-{_token(fact)}"

    def _quotation(self, block: Quotation) -> Markup:
        place = ", ".join(one_line(part) for part in (block.source, block.place) if part)
        chip, name = Markup(""), Markup("")
        if block.fact:
            chip = Markup(" ") + self._chip("fact", block.fact, False)
            if block.fact not in self._placed:
                self._placed.add(block.fact)
                name = Markup(' id="{}"').format(self._fact(block.fact))
        trust = "untrusted" if block.untrusted else "trusted"
        return Markup(
            '<blockquote class="{}"{}><p>{}</p><footer>{}{}</footer></blockquote>'
        ).format(trust, name, visible(block.text), place, chip)

    def _image(self, block: Image) -> Markup:
        number = self._files.get(block.file)
        words = one_line(block.alternative)
        if number is None or not self._page.files:
            return Markup('<p class="picture">Picture: {}</p>').format(words)
        return Markup('<img src="{}" alt="{}" loading="lazy">').format(self._address(number), words)

    def _address(self, number: int) -> str:
        return f"{self._page.files}/{quote(self._post.id, safe='')}/{number}"

    def files(self, files: Sequence[File]) -> Markup:
        if not files:
            return Markup("")
        drawn = (
            Markup('<li><a href="{}" download>{}</a></li>').format(
                self._address(number), one_line(file.name)
            )
            if self._page.files
            else Markup("<li>{}</li>").format(one_line(file.name))
            for number, file in enumerate(files)
        )
        return Markup('<ul class="files" aria-label="Files">{}</ul>').format(_join(drawn))

    def actions(self, actions: Sequence[Action]) -> Markup:
        if not actions or not self._page.press:
            return Markup("")
        return Markup('<div class="actions">{}</div>').format(
            _join(self._action(action) for action in actions)
        )

    def _action(self, action: Action) -> Markup:
        """A form of its own. What asks first unfolds: it needs no script."""
        values = {
            **self._page.hidden,
            "post": self._post.id,
            "action": action.id,
            "value": action.value,
        }
        label = one_line(action.label)
        form = Markup(
            '<form method="post" action="{}" data-send>{}{}'
            '<button class="button {}">{}</button></form>'
        ).format(
            self._page.press,
            hidden(values),
            Markup("<p>{}</p>").format(visible(action.confirm)) if action.confirm else "",
            action.style,
            f"Yes: {label}" if action.confirm else label,
        )
        if not action.confirm:
            return form
        return Markup(
            '<details class="confirm"><summary class="button {}"><span class="ask">{}</span>'
            '<span class="back">Never mind</span></summary>{}</details>'
        ).format(action.style, label, form)


def hidden(values: Mapping[str, str]) -> Markup:
    return _join(
        Markup('<input type="hidden" name="{}" value="{}">').format(name, value)
        for name, value in values.items()
    )


def _quoted(blocks: Sequence[Block]) -> Iterable[str]:
    for block in blocks:
        if isinstance(block, Quotation) and block.fact:
            yield block.fact
        elif isinstance(block, Details):
            yield from _quoted(block.blocks)


def _table(block: Table) -> Markup:
    """Roles are named because a phone's layout takes a table's own away."""
    headers = [one_line(header) for header in block.headers]
    head = _join(Markup('<th role="columnheader" scope="col">{}</th>').format(h) for h in headers)
    rows = _join(
        Markup('<tr role="row">{}</tr>').format(
            _join(
                Markup('<td role="cell" data-label="{}">{}</td>').format(header, visible(cell))
                for header, cell in zip(headers, row, strict=False)
            )
        )
        for row in block.rows
    )
    return Markup(
        '<table role="table"><thead role="rowgroup"><tr role="row">{}</tr></thead>'
        '<tbody role="rowgroup">{}</tbody></table>'
    ).format(head, rows)


@dataclass(frozen=True)
class Fragment:
    """A piece of a thread for an open page; ``replaces`` is the element it takes the place of,
    ``superseded`` one that stays where it is and is no longer the last word.

    ``key`` is where the page has got to once it shows this, "" when it stands where it stood.
    """

    key: str
    html: str
    kind: Kind
    title: str
    name: str
    replaces: str
    run: str | None
    ends: str
    superseded: str = ""


class DeskSurface:
    """One open page: what is shown goes into ``queue``, which the live stream reads."""

    name = "desk"

    def __init__(self, queue: Queue[Fragment], page: Callable[[], Page]) -> None:
        self._queue = queue
        self._page = page

    def parts(self, post: Post) -> int:
        return 1

    async def show(
        self, place: Place, post: Post, part: int, key: str, at: datetime | None = None
    ) -> str:
        name = anchor(post)
        earlier = f"post-{_token(post.supersedes)}" if post.supersedes else ""
        replaces = name if not earlier or post.kind is Kind.OUTCOME else earlier
        await self._put(post, key, name, replaces, at)
        return name

    async def change(self, place: Place, post: Post, part: int, shown: str) -> None:
        await self._put(post, "", anchor(post), shown, None)

    async def find(self, place: Place, key: str, since: float) -> str | None:
        """A page keeps nothing; it asks again from where it had got to."""
        return None

    async def _put(
        self, post: Post, key: str, name: str, replaces: str, at: datetime | None
    ) -> None:
        html = str(render(post, self._page(), at))
        title = f"{NAMES[post.kind]}: {one_line(post.title)}"
        ends = _progress_of(post.ends) if post.ends else ""
        superseded = ""
        if post.kind is Kind.OUTCOME and post.supersedes:
            superseded = f"post-{_token(post.supersedes)}"
        await self._queue.put(
            Fragment(key, html, post.kind, title, name, replaces, post.run, ends, superseded)
        )
