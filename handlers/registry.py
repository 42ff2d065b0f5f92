"""Every chat command, declared once.

Parser, ``/lawgame help``, the Slack and Teams manifests, completion and the docs come from here.
To add a command: declare it below and give it a handler in ``handlers/desk.py``'s table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Right(StrEnum):
    """What a person must be allowed to do. ``decide`` alone says whether they are."""

    ASK = "ask"
    READ = "read"
    WORK = "work"
    OPEN_MATTER = "open_matter"
    MANAGE = "manage"


@dataclass(frozen=True)
class Option:
    """``--name VALUE``; ``kind`` is ``int``, ``text``, ``choice`` or ``flag``."""

    name: str
    kind: str
    help: str
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True)
class Argument:
    """A positional argument; ``rest`` takes all remaining words as one text."""

    name: str
    help: str
    required: bool = True
    rest: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Command:
    """``right`` is needed for its strongest action; one that ``acts`` has no weaker ones.

    ``private``: the answer is for the asker alone.
    """

    name: str
    summary: str
    right: Right
    arguments: tuple[Argument, ...] = ()
    options: tuple[Option, ...] = ()
    examples: tuple[str, ...] = ()
    needs_matter: bool = True
    private: bool = False
    acts: bool = False
    group: str = field(default="Matter")

    @property
    def usage(self) -> str:
        words = [self.name]
        for argument in self.arguments:
            shown = "|".join(argument.choices) or argument.name.upper()
            words.append(shown if argument.required else f"[{shown}]")
        for option in self.options:
            value = "" if option.kind == "flag" else " " + ("|".join(option.choices) or "N")
            words.append(f"[--{option.name}{value}]")
        return " ".join(words)


COMMANDS: tuple[Command, ...] = (
    Command(
        "help",
        "what you can ask, or one command in full",
        Right.ASK,
        (Argument("command", "a command's name", required=False),),
        examples=("help", "help simulate"),
        needs_matter=False,
        private=True,
        group="Finding your way",
    ),
    Command(
        "new",
        "open a new matter; its thread starts here",
        Right.OPEN_MATTER,
        (
            Argument("number", "the client-matter number"),
            Argument("title", "the matter's title", rest=True),
        ),
        (
            Option("client", "text", "our client's name"),
            Option("forum", "text", "the court or tribunal"),
            Option("opponent", "text", "the other side's name"),
            Option(
                "sensitivity",
                "choice",
                "how far its words may go",
                ("routine", "confidential", "restricted"),
            ),
        ),
        examples=('new 2026-0417 "United States ex rel. Doe v. Acme" --client "Acme Inc."',),
        needs_matter=False,
    ),
    Command(
        "matters",
        "your matters",
        Right.ASK,
        needs_matter=False,
        private=True,
        examples=("matters",),
        group="Finding your way",
    ),
    Command(
        "open",
        "work on a matter here: by number, title or id",
        Right.ASK,
        (Argument("matter", "number, id or part of the title", rest=True),),
        needs_matter=False,
        examples=("open 2026-0417",),
    ),
    Command(
        "docs",
        "the matter's documents: list them, set what is on record, take one out",
        Right.WORK,
        (
            Argument(
                "action",
                "list, record, ours or remove",
                required=False,
                choices=("list", "record", "ours", "remove"),
            ),
            Argument("document", "a document's id, such as D3", required=False),
        ),
        examples=("docs", "docs record D3", "docs ours D4", "docs remove D5"),
    ),
    Command(
        "facts",
        "facts on file, or those that mention some words",
        Right.READ,
        (Argument("words", "words to look for", required=False, rest=True),),
        examples=("facts", "facts knew of off-label use"),
    ),
    Command(
        "elements",
        "what the objective comes down to; change one element",
        Right.WORK,
        (
            Argument(
                "action", "list, edit or remove", required=False, choices=("list", "edit", "remove")
            ),
            Argument("element", "an element's id, such as E2", required=False),
            Argument("text", "its new name", required=False, rest=True),
        ),
        (
            Option("burden", "text", "who bears the burden"),
            Option("standard", "text", "standard of proof"),
            Option("authority", "text", "the authority's id, such as A2"),
        ),
        examples=("elements", 'elements edit E2 "Materiality to payment" --burden relator'),
    ),
    Command(
        "authorities",
        "authorities on file; add one",
        Right.WORK,
        (
            Argument("action", "list or add", required=False, choices=("list", "add")),
            Argument("citation", "its citation", required=False, rest=True),
        ),
        (
            Option("names", "text", "the case's name or the statute's title"),
            Option("year", "int", "year of decision"),
            Option("court", "text", "the court"),
            Option("holding", "text", "what it holds, in your words"),
            Option("weight", "choice", "for this matter", ("binding", "persuasive", "adverse")),
        ),
        examples=(
            "authorities",
            'authorities add "31 U.S.C. § 3729(b)(4)" --names "False Claims Act" --weight binding',
        ),
    ),
    Command(
        "simulate",
        "play the case: counsel moves, the other side answers, the court rules",
        Right.WORK,
        (Argument("objective", "what we want to achieve", required=False, rest=True),),
        (
            Option("rounds", "int", "rounds an orbit", minimum=1, maximum=24),
            Option("orbits", "int", "orbits at most", minimum=1, maximum=8),
            Option("seed", "int", "seed of the run, to repeat it", minimum=0),
        ),
        examples=('simulate "dismissal of every claim for want of materiality" --rounds 4',),
        acts=True,
        group="Simulation",
    ),
    Command(
        "stop",
        "stop the simulation that is running",
        Right.WORK,
        (Argument("run", "a run's id", required=False),),
        examples=("stop",),
        acts=True,
        group="Simulation",
    ),
    Command(
        "resume",
        "go on with a stopped or failed simulation",
        Right.WORK,
        (Argument("run", "a run's id", required=False),),
        examples=("resume",),
        acts=True,
        group="Simulation",
    ),
    Command(
        "status",
        "what is running and what has ended",
        Right.READ,
        examples=("status",),
        group="Simulation",
    ),
    Command(
        "record",
        "the record of a run, turn by turn",
        Right.READ,
        (Argument("run", "a run's id", required=False),),
        examples=("record",),
        group="Simulation",
    ),
)


def find(name: str) -> Command | None:
    return next((command for command in COMMANDS if command.name == name), None)
