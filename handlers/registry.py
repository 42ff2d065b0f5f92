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
    """A positional argument; ``rest`` takes all remaining words as one text.

    ``when`` is a pattern of what stands from this word on: where it does not fit, the argument is
    left out and the word is the next one's.
    """

    name: str
    help: str
    required: bool = True
    rest: bool = False
    choices: tuple[str, ...] = ()
    when: str = ""


@dataclass(frozen=True)
class Command:
    """``right`` is needed for its strongest action; one that ``acts`` has no weaker ones.

    ``private``: the answer is for the asker alone. One that ``takes_files`` reads the files that
    come with it and files none; without a matter it answers in the asker's own thread.
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
    takes_files: bool = False
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
        "the matter's documents: list or show them, set what is on record, take one out",
        Right.WORK,
        (
            Argument(
                "action",
                "list, show, digest, record, ours, reread or remove",
                required=False,
                choices=("list", "show", "digest", "record", "ours", "reread", "remove"),
                when=r"(?!D\d+$)",
            ),
            Argument("document", "a document's id, such as D3", required=False),
        ),
        (
            Option("why", "text", "why it is taken out"),
            Option("privileged", "flag", "clawed back or privileged: its file is destroyed"),
        ),
        examples=(
            "docs",
            "docs D3",
            "docs digest D3",
            "docs record D3",
            "docs ours D4",
            "docs reread D4",
            'docs remove D5 --privileged --why "clawed back by Halden on 4 May"',
        ),
    ),
    Command(
        "facts",
        "facts on file, or those that mention some words; correct one, or say what it is worth",
        Right.WORK,
        (
            Argument(
                "action",
                "correct, dispute, inadmissible, restore or history, before a fact's id",
                required=False,
                choices=("correct", "dispute", "inadmissible", "restore", "history"),
                when=r"(correct|dispute|inadmissible|restore|history) F\d+\b",
            ),
            Argument("fact", "a fact's id, such as F12", required=False, when=r"F\d+\b"),
            Argument(
                "words", "words to look for; with correct, its wording", required=False, rest=True
            ),
        ),
        (Option("why", "text", "why, for the record"),),
        examples=(
            "facts",
            "facts knew of off-label use",
            "facts F12",
            'facts correct F12 "The audit was circulated in June" --why "see p. 3"',
            'facts dispute F12 --why "our engineer says otherwise"',
            "facts inadmissible F13",
            "facts restore F12",
            "facts history F12",
        ),
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
        "court",
        "the court's profile, off unless switched on: weigh a pressure, name a judge",
        Right.WORK,
        (
            Argument(
                "action",
                "show, on, off, set, judge or propose",
                required=False,
                choices=("show", "on", "off", "set", "judge", "propose"),
            ),
            Argument(
                "words",
                "with set a pressure, its weight from 0 to 1 and the reason; with judge a name",
                required=False,
                rest=True,
            ),
        ),
        (Option("why", "text", "the reason, for those who do not write because"),),
        examples=(
            "court",
            "court on",
            "court set docket 0.8 because trial is set for March and the list is full",
            "court judge Jane Roe",
            "court judge none",
            "court propose",
            "court off",
        ),
    ),
    Command(
        "authorities",
        "authorities on file; add or remove one; what the latest run rested on",
        Right.WORK,
        (
            Argument(
                "action",
                "list, add, remove or table",
                required=False,
                choices=("list", "add", "remove", "table"),
            ),
            Argument("citation", "its citation, or its id to remove it", required=False, rest=True),
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
            "authorities remove A3",
            "authorities table",
        ),
    ),
    Command(
        "citecheck",
        "check every citation of a brief: attach it, or name a document on file",
        Right.READ,
        (Argument("document", "a document's id, such as D3", required=False, rest=True),),
        examples=("citecheck", "citecheck D3"),
        takes_files=True,
    ),
    Command(
        "search",
        "search the United States Code, the rules or the Constitution; alone: what is loaded",
        Right.ASK,
        (
            Argument(
                "query",
                "us code or constitution, then a citation, an act's name or a question",
                required=False,
                rest=True,
            ),
        ),
        examples=(
            "search us code 31 U.S.C. § 3729(b)(4)",
            "search us code liability for false claims",
            "search us code Fed. R. Civ. P. 12(b)(6)",
            "search constitution fourteenth amendment due process",
            "search",
        ),
        needs_matter=False,
        group="Research",
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
            Option("panel", "int", "samples of the judge for each ruling", minimum=1, maximum=9),
        ),
        examples=(
            'simulate "dismissal of every claim for want of materiality" --rounds 4',
            "simulate --panel 3",
        ),
        acts=True,
        group="Simulation",
    ),
    Command(
        "stop",
        "stop the simulation or the upload that is going on",
        Right.WORK,
        (Argument("run", "a run's or an upload's id", required=False),),
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
        "the whole story of a run: what was tried, why it failed, how it ended",
        Right.READ,
        (Argument("run", "a run's id", required=False),),
        examples=("record", "record R-1a2b3c4d"),
        group="Simulation",
    ),
)


def find(name: str) -> Command | None:
    return next((command for command in COMMANDS if command.name == name), None)
