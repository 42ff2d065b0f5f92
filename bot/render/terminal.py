"""Posts on a terminal: readable at 80 columns, in a pipe, and by programs as JSON lines."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from typing import TextIO

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.control import Control
from rich.rule import Rule
from rich.segment import ControlType, Segment
from rich.table import Table as Grid
from rich.text import Text as Line

from bot.render.markdown import address, as_line
from bot.render.words import NAMES, badge, one_line, visible
from engine.events import Kind
from handlers.posts import (
    AuthorityRef,
    Block,
    Code,
    CodeBlock,
    DeskLink,
    Details,
    Emphasis,
    FactRef,
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

_COLOURS = {
    Kind.MOVE: "blue",
    Kind.RESPONSE: "dark_orange3",
    Kind.RULING: "magenta",
    Kind.PIVOT: "cyan",
    Kind.OUTCOME: "magenta",
    Kind.ERROR: "red",
}
_TONES = {"good": "green", "bad": "red", "mixed": "yellow", "plain": "none"}
_WIDE_TABLE = 5


class Indented:
    """``inner`` behind a mark that is repeated on each of its lines; no spaces at their ends."""

    def __init__(self, inner: RenderableType, mark: str, style: str = "none") -> None:
        self._inner, self._mark, self._style = inner, mark, style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(options.max_width - len(self._mark), 20)
        for line in console.render_lines(self._inner, options.update(width=width), pad=False):
            yield Segment(self._mark, console.get_style(self._style))
            yield from line
            yield Segment.line()


def renderable(post: Post) -> RenderableType:
    """The whole post for a rich console."""
    colour = _COLOURS.get(post.kind, "none")
    head = Line(NAMES[post.kind], style=f"bold {colour}")
    verdict = badge(post)
    if verdict:
        head.append(f"  [{verdict.text}]", style=f"bold {_TONES[verdict.tone]}")
    for mark in post.marks:
        head.append(f"  ({one_line(mark)})", style="yellow")
    parts: list[RenderableType] = [Rule(style="dim"), head]
    if post.title:
        parts.append(Line(one_line(post.title), style="bold"))
    if post.progress:
        parts.append(_meter(post.progress))
    parts += [_field(name, value) for name, value in post.fields.items()]
    for block in post.body:
        parts += [Line(""), _block(block)]
    parts += _tail(post)
    return Group(*parts)


def _tail(post: Post) -> Iterable[RenderableType]:
    if post.files or post.actions:
        yield Line("")
    for file in post.files:
        yield Line(f"File  {one_line(file.name)}  {one_line(file.path)}")
    for action in post.actions:
        how = f"press {post.id} {action.id}" if post.id else f"press {action.id}"
        yield Line(f"[{one_line(action.label)}]  {one_line(how)}", style="cyan")
    if post.footer:
        if post.body or post.files or post.actions:
            yield Line("")
        yield Line("\n".join(visible(line) for line in post.footer), style="dim")


def _field(name: str, value: str) -> Line:
    return Line.assemble((f"{one_line(name)}: ", "dim"), visible(value))


def _meter(progress: Progress, cells: int = 20) -> Line:
    total = max(progress.total, 1)
    full = cells * min(max(progress.done, 0), total) // total
    return Line(f"{'━' * full}{'┄' * (cells - full)} {progress.done} of {progress.total}")


def _spans(spans: Spans) -> Line:
    line = Line()
    for span in spans:
        text, style = _span(span)
        line.append(visible(text), style=style)
    return line


def _span(span: Span) -> tuple[str, str]:
    match span:
        case Text(text):
            return text, ""
        case Strong(text) | PersonRef(text=text):
            return text, "bold"
        case Emphasis(text):
            return text, "italic"
        case Code(text):
            return text, "cyan"
        case FactRef(fact):
            return f"[{fact}]", "cyan"
        case AuthorityRef(authority, text):
            return f"{text} [{authority}]" if text else f"[{authority}]", "cyan"
        case Instant(at):
            return f"{at.astimezone(UTC):%d %b %Y %H:%M} UTC", ""
        case DeskLink(path, text):
            return f"{text} ({address(path)})", "underline"


def _block(block: Block) -> RenderableType:
    match block:
        case Heading(text):
            return Line(one_line(text), style="bold underline")
        case Paragraph(spans):
            return _spans(spans)
        case ListBlock(items, ordered):
            marks = [f"{n}. " if ordered else "• " for n in range(1, len(items) + 1)]
            return Group(*(_item(m, _spans(i)) for m, i in zip(marks, items, strict=True)))
        case Quotation():
            return _quotation(block)
        case CodeBlock(text):
            return Indented(Line(visible(text), style="cyan"), "    ")
        case Table():
            return _table(block)
        case Details(summary, blocks):
            inner: list[RenderableType] = []
            for each in blocks:
                inner += [Line(""), _block(each)] if inner else [_block(each)]
            return Group(Line(one_line(summary), style="bold"), Indented(Group(*inner), "  "))
        case Image(file, alternative):
            return Line(f"Picture: {one_line(alternative)} ({one_line(file)})")


def _item(mark: str, content: Line) -> Grid:
    grid = Grid.grid(padding=0)
    grid.add_column(width=len(mark))
    grid.add_column(overflow="fold")
    grid.add_row(Line(mark), content)
    return grid


def _quotation(block: Quotation) -> RenderableType:
    source = ", ".join(one_line(part) for part in (block.source, block.place) if part)
    line = Line(f"— {source}", style="dim")
    if block.fact:
        line.append(f" [{one_line(block.fact)}]", style="cyan")
    return Indented(Group(Line(f"“{visible(block.text)}”", style="italic"), line), "  │ ", "dim")


def _table(block: Table) -> RenderableType:
    if len(block.headers) > _WIDE_TABLE:
        return Group(*(_record(block.headers, row) for row in block.rows))
    table = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    for header in block.headers:
        table.add_column(Line(one_line(header), style="bold"), overflow="fold")
    for row in block.rows:
        table.add_row(*(Line(visible(cell)) for cell in row))
    return table


def _record(headers: tuple[str, ...], row: tuple[str, ...]) -> RenderableType:
    lines = [_field(header, cell) for header, cell in zip(headers, row, strict=False)]
    return Indented(Group(*lines, Line("")), "  ")


class Printer:
    """Writes posts to ``out``: for people, or one JSON object a line.

    On a terminal the progress of a run is one line that changes in place; in a pipe it is a line
    whenever it changes. Colour codes go to terminals only, whatever the environment asks for.
    """

    def __init__(
        self,
        out: TextIO,
        *,
        as_json: bool = False,
        tty: bool | None = None,
        width: int | None = None,
    ) -> None:
        self.tty = out.isatty() if tty is None else tty
        self._out = out
        self._json = as_json
        self._open_line = False
        self._progress: dict[str | None, tuple[str, Progress | None]] = {}
        self._console = Console(
            file=out,
            force_terminal=self.tty,
            color_system="auto" if self.tty else None,
            width=width,
            markup=False,
            emoji=False,
            highlight=False,
        )

    def post(self, post: Post) -> None:
        if self._json:
            self._out.write(as_line(post) + "\n")
            self._out.flush()
        elif post.kind is Kind.PROGRESS:
            self._show_progress(post)
        else:
            self.close()
            self._console.print(renderable(post))

    def changed(self, post: Post) -> bool:
        """Whether this progress says something else than the last of the same."""
        now = (post.title, post.progress)
        before = self._progress.get(post.line)
        self._progress[post.line] = now
        return before != now

    def close(self) -> None:
        """Leave a progress line that is still open, before anything else is printed."""
        if self._open_line:
            self._console.print()
            self._open_line = False

    def _show_progress(self, post: Post) -> None:
        line = Line.assemble(
            _meter(post.progress) if post.progress else "", " ", one_line(post.title)
        )
        if self.tty:
            self._rewind()
            line.truncate(self._console.width - 1, overflow="ellipsis")
            self._console.print(line, end="", no_wrap=True)
            self._open_line = True
        elif self.changed(post):
            self._console.print(line)

    def _rewind(self) -> None:
        start = Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2))
        self._console.control(start)


class TerminalSurface:
    """The terminal as one more place for posts."""

    name = "terminal"

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    def parts(self, post: Post) -> int:
        return 1

    async def show(self, place: Place, post: Post, part: int, key: str) -> str:
        self._printer.post(post)
        return post.id or key

    async def change(self, place: Place, post: Post, part: int, shown: str) -> None:
        """A pipe cannot change what it printed: it gets a new line if there is news."""
        self._printer.post(post)

    async def find(self, place: Place, key: str, since: float) -> str | None:
        """Nothing printed can be found again."""
        return None
