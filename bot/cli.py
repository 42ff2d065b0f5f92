"""The command line. Imports are lazy: a client of a running house starts in a blink."""

from __future__ import annotations

import asyncio
import getpass
import sys
import uuid
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.errors import LawgameError

if TYPE_CHECKING:
    from bot.settings import Settings
    from handlers.requests import CommandRequest, Origin, PressRequest

REFUSED = 2
MODEL = click.option("--model", help="embedded, scripted, a GGUF's path or a host's address")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lawgame")
def main() -> None:
    """Rehearse a motion against opposing counsel and a judge, in your firm's chat."""


@main.command()
@click.argument("text")
@click.option("--as", "person", help="a person's name; in demo identity only")
@click.option("--matter", help="the matter's id or number")
@click.option("--file", "files", multiple=True, type=click.Path(path_type=Path))
@click.option("--ours", is_flag=True, help="the files are for our eyes only")
@click.option("--record", is_flag=True, help="the files are on record")
@click.option("--seed", type=click.IntRange(0), help="seed of a simulation")
@click.option("--wait", is_flag=True, help="until the run that this starts has ended")
@click.option("--json", "as_json", is_flag=True, help="one post a line")
@MODEL
def say(**given: Any) -> None:
    """Say something to Lawgame, as in chat, and print what it answers."""
    _run(lambda settings: _say(settings, **given), model=given.pop("model"))


@main.command()
@click.argument("post")
@click.argument("action")
@click.option("--as", "person", help="a person's name; in demo identity only")
@click.option("--note", default="", help="why")
@click.option("--wait", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
@MODEL
def press(**given: Any) -> None:
    """Press a button of a post, by the post's and the action's id."""
    _run(lambda settings: _press(settings, **given), model=given.pop("model"))


@main.command()
@click.option("--as", "person", help="a person's name; in demo identity only")
@click.option("--matter", help="the matter's id or number")
@MODEL
def chat(person: str | None, matter: str | None, model: str | None) -> None:
    """The terminal desk."""
    _run(lambda settings: _chat(settings, person, matter), model=model)


@main.command()
@MODEL
def serve(model: str | None) -> None:
    """Serve the Desk, the terminal and, where its token is set, Slack."""
    from bot.serving import serve as serving

    _run(serving, model=model)


@main.command()
@click.option("--rounds", type=click.IntRange(1, 24), default=3, show_default=True)
@click.option("--orbits", type=click.IntRange(1, 8), default=2, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=20, show_default=True)
@click.option("--exit", "leave", is_flag=True, help="end when the simulation has ended")
@MODEL
def demo(rounds: int, orbits: int, seed: int, leave: bool, model: str | None) -> None:
    """Play the sample matter and open the Desk."""
    from bot.demo import demo as showing

    _run(
        lambda settings: showing(settings, rounds=rounds, orbits=orbits, seed=seed, leave=leave),
        model=model,
    )


@main.command(
    "model-host",
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True,
                      "help_option_names": []},
)  # fmt: skip
@click.pass_context
def model_host(context: click.Context) -> None:
    """The model host alone (see `lawgame model-host --help`)."""
    from bot.model_host import main as host

    sys.exit(host(_with_model(context.args)))


@main.group()
def people() -> None:
    """The firm's people."""


@people.command("add")
@click.argument("name")
@click.option("--role", "roles", multiple=True, required=True)
@click.option("--slack", help="the person's Slack id as TEAM/USER")
def people_add(name: str, roles: tuple[str, ...], slack: str | None) -> None:
    """Add a person with roles in the firm (the first administrator too)."""
    from bot.compose import add_person

    async def add(settings: Settings) -> int:
        click.echo(await add_person(settings, name, roles, slack))
        return 0

    _run(add)


@main.group(invoke_without_command=True)
@click.option("--status", "show", is_flag=True, help="what is loaded")
@click.pass_context
def load(context: click.Context, show: bool) -> None:
    """Public law to search and to check citations against."""
    if show:
        context.invoke(load_status)
    elif context.invoked_subcommand is None:
        click.echo(context.get_help())


@load.command("status")
def load_status() -> None:
    """What is loaded: titles with release point, sections and when, and tables."""
    from bot.loading import show_loaded

    _run(show_loaded)


@load.command("us-code")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--release", default="", help="release point of files that name none, as 119-100")
def load_us_code(paths: tuple[Path, ...], release: str) -> None:
    """Titles of the United States Code and federal rules, in USLM: zip, folder, XML or archive."""
    from bot.loading import load_us_code as loading

    _run(lambda settings: loading(settings, paths, release))


@load.command("constitution")
@click.argument("path", type=click.Path(path_type=Path))
def load_constitution(path: Path) -> None:
    """The Constitution: a JSON list of provisions with identifier, citation and text."""
    from bot.loading import load_constitution as loading

    _run(lambda settings: loading(settings, path))


@load.command("authorities")
@click.argument("path", type=click.Path(path_type=Path))
def load_authorities(path: Path) -> None:
    """The firm's table of authorities: CSV, JSON of case-law metadata, or a folder of these."""
    from bot.load_authorities import load_authorities as loading

    _run(lambda settings: loading(settings, path))


@main.group()
def evaluate() -> None:
    """What the engine is worth, in figures."""


@evaluate.command("retrieval")
def evaluate_retrieval() -> None:
    """How often a question about the sample matter finds the fact that answers it."""
    from bot.evaluating import retrieval

    _run(lambda settings: retrieval())


@evaluate.command("search")
@click.option("--rubrics", type=click.IntRange(1, 1000), default=50, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True)
def evaluate_search(rubrics: int, seed: int, as_json: bool) -> None:
    """How often, and how soon, the engine wins what can be won before a court of hidden rubrics."""
    from bot.evaluating_search import search

    _run(lambda settings: search(settings, rubrics, seed, as_json))


@evaluate.command("judge")
@click.option(
    "--samples",
    type=click.IntRange(1, 50),
    default=3,
    show_default=True,
    help="rulings a matter and variant",
)
@click.option(
    "--matter", "named", multiple=True, help="sample matters; else all that have a reference move"
)
@click.option("--json", "as_json", is_flag=True)
@MODEL
def evaluate_judge(samples: int, named: tuple[str, ...], as_json: bool, model: str | None) -> None:
    """Whether the model tells a full move from one without its facts."""
    from bot.evaluating_judge import judge

    _run(lambda settings: judge(settings, samples, named, as_json), model=model)


@main.command("doctor")
def doctor_() -> None:
    """What this machine brings: each line ok, or what to do."""
    from bot.doctor import doctor

    _run(doctor)


@main.command()
@click.argument("platform", type=click.Choice(["slack"]))
@click.option("--url", help="where the bot is reached from the internet")
@click.option("--socket-mode", is_flag=True, help="no public address: the bot calls out")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False))
def manifest(platform: str, url: str | None, socket_mode: bool, out: Path | None) -> None:
    """The app manifest to paste into the chat platform."""
    import json

    from manifests.slack import manifest as made

    try:
        text = json.dumps(made(url, socket_mode), indent=2, ensure_ascii=False) + "\n"
    except LawgameError as error:
        raise Refusal(f"{error.message} [{error.code}]\n{error.remedy}") from error
    if out is None:
        click.echo(text, nl=False)
        return
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{platform}.json").write_text(text, "utf-8")
    click.echo(f"{out / f'{platform}.json'}")


class Refusal(click.ClickException):
    exit_code = REFUSED


def _run(act: Callable[[Settings], Coroutine[Any, Any, int]], **given: object) -> None:
    """Settings, then the coroutine; a refusal is a plain error and exit code 2."""
    from bot.settings import load

    try:
        sys.exit(asyncio.run(act(load(**given))))
    except LawgameError as error:
        click.echo(f"{error.message} [{error.code}]\n{error.remedy}", err=True)
        sys.exit(REFUSED)
    except KeyboardInterrupt:
        sys.exit(130)


async def _say(
    settings: Settings, *, text: str, person: str | None, matter: str | None,
    files: Sequence[Path], ours: bool, record: bool, seed: int | None, wait: bool, as_json: bool,
) -> int:  # fmt: skip
    from engine.matter import Scope
    from handlers.requests import CommandRequest, IncomingFile

    request = CommandRequest(
        origin(person),
        text,
        matter,
        tuple(IncomingFile(path.name, str(path.expanduser().resolve())) for path in files),
        Scope.OURS if ours else Scope.RECORD if record else None,
        seed=seed,
    )
    return await _one_shot(settings, request, wait=wait, as_json=as_json)


async def _press(
    settings: Settings, *, post: str, action: str, person: str | None, note: str, wait: bool,
    as_json: bool,
) -> int:  # fmt: skip
    from handlers.requests import PressRequest

    request = PressRequest(origin(person), action, post, note=note)
    return await _one_shot(settings, request, wait=wait, as_json=as_json)


async def _one_shot(
    settings: Settings, request: CommandRequest | PressRequest, *, wait: bool, as_json: bool
) -> int:
    from bot.serving import attached
    from bot.terminal.say import say as saying

    async with attached(settings) as link:
        return await saying(link, [request], wait=wait, as_json=as_json, out=sys.stdout)


async def _chat(settings: Settings, person: str | None, matter: str | None) -> int:
    from bot.serving import attached
    from bot.terminal.chat import chat as chatting

    async with attached(settings) as link:
        return await chatting(
            link, origin(person).person or origin(None).sender, matter=matter,
            history=settings.home / "history", out=sys.stdout,
        )  # fmt: skip


def origin(person: str | None) -> Origin:
    """This terminal and its user, or in demo identity the person that is named."""
    from handlers.requests import Origin as Made

    return Made("terminal", "local", getpass.getuser(), uuid.uuid4().hex, person=person)


def _with_model(words: Sequence[str]) -> list[str]:
    """The default model unless one is named."""
    if "--model" in words or "-h" in words or "--help" in words:
        return list(words)
    from bot.embedded import find
    from bot.settings import load

    path, sha256 = find(load().model)
    return [*words, "--model", str(path), *(["--sha256", sha256] if sha256 else [])]
