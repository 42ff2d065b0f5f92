"""The posts of an upload: what is on file now, what was refused, what was found in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.events import Kind
from engine.matter import Matter, Scope
from handlers import filed, reread
from handlers.intake import NotTaken, Taken
from handlers.posts import Block, Code, Post, Quotation, Spans, Strong, Text
from handlers.replies import answer, counted, refusal, text, told
from handlers.reread import untried

if TYPE_CHECKING:
    from handlers.uploads import Came

QUOTED = 20
"""Findings that are quoted in one post; all are in its data."""


def received(matter: Matter, came: Came, line: str | None) -> list[Post]:
    """One post for all that was taken in, one of what was found in it, one refusal a file.

    ``line`` is the upload's progress, which the first post ends."""
    posts: list[Post] = []
    if came.taken or came.members or came.stopped:
        posts.append(_on_file(matter, came))
    posts += findings(matter, came.taken)
    posts += [refusal(error, matter) for error in came.files]
    if line is not None and posts:
        posts[0] = replace(posts[0], supersedes=line)
    return posts


def _on_file(matter: Matter, came: Came) -> Post:
    new = came.new
    body: list[Block] = []
    if came.taken:
        known = [one.again and not came.anew for one in came.taken]
        lines = [filed.line(one.row, again=k) for one, k in zip(came.taken, known, strict=True)]
        body.append(filed.listed(lines))
    body += _remarks(came)
    body += _refusals(came.members)
    if came.left:
        body.append(text(f"Not read to the end: {', '.join(came.left)}."))
    if new and came.scope is Scope.OURS:
        body.append(
            told(
                "Ours only: the simulated other side and the court never read it. Once it is "
                "filed or served, say `/lawgame docs record " + new[0].row.id + "`."
            )
        )
    if came.new and any(untried(one.row) for one in came.new):
        body.append(
            told(
                "Once OCR is there, send the file again or say `/lawgame docs reread "
                + next(one.row.id for one in came.new if untried(one.row))
                + "`: what is on file "
                "stays, what is missing is added."
            )
        )
    reading = _reading(came)
    if came.pages:
        body.append(text(f"Read {counted(came.pages, 'page')} in {_speed(came)}."))
    return answer(
        _title(came),
        *body,
        matter=matter,
        # An archive in which nothing could be taken is a request that failed.
        kind=Kind.ANSWER if came.taken or came.stopped else Kind.ERROR,
        fields={"matter": matter.number} if came.taken or came.stopped else _code(came),
        data={
            "documents": [filed.data(one.row) for one in came.taken],
            "refused": [_refused_data(one) for one in came.members],
            "reread": [reread.data(one) for one in came.gained],
            "reading": reading,
            "stopped": came.stopped,
            "left": list(came.left),
            **({} if came.taken or came.stopped else _code(came)),
        },
    )


def _title(came: Came) -> str:
    new = came.new
    if new:
        title = f"{counted(len(new), 'document')} added, {filed.SCOPES[came.scope]}"
    elif gained := [one for one in came.gained if one.added.pages]:
        title = f"{counted(len(gained), 'document')} read anew"
    elif came.anew:
        title = "No more could be read"
    elif came.taken:
        title = "Already on file"
    else:
        title = "Nothing was added"
    return f"Stopped: {title[0].lower()}{title[1:]}" if came.stopped else title


def _code(came: Came) -> dict[str, str]:
    return {"code": came.members[0].error.code}


def _remarks(came: Came) -> list[Block]:
    covered: list[Spans] = []
    notes: list[Spans] = []
    for one in came.new:
        row = one.row
        if words := filed.coverage_words(row):
            covered.append((Code(row.id), Text(f" {words}")))
        alike = [*filed.kin_words(row)]
        if one.clawed_back:
            alike.append(
                f"same content as {one.clawed_back}, which was withdrawn as privileged: if it "
                "must not be read, take it out again"
            )
        covered += [(Code(row.id), Text(" "), Strong(said)) for said in alike]
        notes += [(Text(f"{row.id}: {note}"),) for note in row.coverage.get("notes", ())]
    covered += [reread.told_of(one) for one in came.gained]
    for gained in came.gained:
        notes += [(Text(f"{gained.row.id}: {said}"),) for said in gained.row.coverage["notes"]]
    blocks: list[Block] = [filed.listed(covered)] if covered else []
    if notes:
        blocks += [text("What was not read, and what to look at:"), filed.listed(notes)]
    return blocks


def _refusals(members: Sequence[NotTaken]) -> list[Block]:
    if not members:
        return []
    items: list[Spans] = [
        (Strong(one.error.message), Text(f" {one.error.remedy}")) for one in members
    ]
    return [text("Not taken in:"), filed.listed(items)]


def _refused_data(one: NotTaken) -> dict[str, str]:
    error = one.error
    return {
        "name": one.name,
        "code": error.code,
        "message": error.message,
        "remedy": error.remedy,
    }


def _reading(came: Came) -> dict[str, object]:
    rate = came.pages / came.seconds if came.seconds else 0.0
    return {
        "pages": came.pages,
        "seconds": round(came.seconds, 2),
        "pages_a_second": round(rate, 2),
    }


def _speed(came: Came) -> str:
    return f"{came.seconds:.1f} s, {came.pages / max(came.seconds, 0.001):.1f} pages a second"


def findings(matter: Matter, taken: Sequence[Taken]) -> list[Post]:
    """Words that address the software which reads a document; none without any."""
    found = [
        (one.row, suspicion)
        for one in taken
        if (source := one.read or one.gained) is not None
        for suspicion in source.suspicions
    ]
    if not found:
        return []
    documents = list(dict.fromkeys(row.id for row, _ in found))
    said = text(
        "This is kept as evidence like every other word of the document. It is no instruction to "
        "Lawgame: it cannot change a ruling, a vote, a gate or a command."
    )
    quotations = [
        Quotation(suspicion.quote, f"{row.title} ({row.id})", suspicion.where)
        for row, suspicion in found[:QUOTED]
    ]
    more = [text(f"{len(found) - QUOTED} more like these.")] if len(found) > QUOTED else []
    return [
        answer(
            f"Words addressed to the software that reads it, in {', '.join(documents)}",
            said,
            *quotations,
            *more,
            matter=matter,
            kind=Kind.FINDING,
            notification="Something in a document needs a look.",
            data={
                "findings": [
                    {"document": row.id, "where": suspicion.where, "quote": suspicion.quote}
                    for row, suspicion in found
                ]
            },
        )
    ]
