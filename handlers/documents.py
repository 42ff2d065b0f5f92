"""Uploads and ``docs``: what is on file, what of it is on record, and taking a document out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.errors import BadRequest, LawgameError
from engine.matter import Matter, Scope
from handlers.asking import Asking
from handlers.intake import Taken, scope_of, take_in
from handlers.parser import Asked
from handlers.posts import Block, Code, ListBlock, Post, Spans, Strong, Text
from handlers.registry import Right
from handlers.replies import Reply, answer, counted, only, refusal, text, told
from handlers.requests import IncomingFile
from handlers.services import Services

if TYPE_CHECKING:
    from storage.documents import DocumentRow

SCOPES = {Scope.RECORD: "on record", Scope.OURS: "ours only"}


class WhichDocument(BadRequest):
    """Which document?"""

    code = "docs.which"
    default_remedy = "Name it by its id: `/lawgame docs` lists them."


async def upload(
    services: Services,
    surface: str,
    matter: Matter,
    by: str,
    files: Sequence[IncomingFile],
    scope: Scope | None,
    words: str,
) -> list[Post]:
    """Take in each file; one post of what is on file now, one refusal for each that is not."""
    chosen = scope_of(scope, words)
    taken: list[Taken] = []
    refused: list[Post] = []
    for file in files:
        try:
            taken.append(await take_in(services, surface, matter, by, file, chosen))
        except LawgameError as error:
            refused.append(refusal(error, matter))
    return ([_received(matter, taken, chosen)] if taken else []) + refused


def _received(matter: Matter, taken: Sequence[Taken], scope: Scope) -> Post:
    new = [one for one in taken if not one.again]
    rows = [_line(one.row, again=one.again) for one in taken]
    notes = [(Text(f"{t.row.id}: {note}"),) for t in new if t.read for note in t.read.notes]
    body: list[Block] = [ListBlock(tuple(rows))]
    if notes:
        body += [text("What was not read:"), ListBlock(tuple(notes))]
    if new and scope is Scope.OURS:
        body.append(
            told(
                "Ours only: the simulated other side and the court never read it. Once it is "
                "filed or served, say `/lawgame docs record " + new[0].row.id + "`."
            )
        )
    count = f"{counted(len(new), 'document')} added, {SCOPES[scope]}"
    return answer(
        count if new else "Already on file",
        *body,
        matter=matter,
        fields={"matter": matter.number},
        data={"documents": [_data(one.row) for one in taken]},
    )


async def docs(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    action, id = asked.argument("action") or "list", asked.argument("document")
    if action == "list":
        return only(_list(matter, await asking.unit.documents.list(matter.id)))
    if id is None:
        raise WhichDocument
    await asking.need(Right.WORK, matter)
    if action == "remove":
        row = await asking.unit.documents.withdraw(matter.id, id)
        title, said = f"{row.id} is out of the file", "Its facts are no longer found or cited."
    else:
        scope = Scope.RECORD if action == "record" else Scope.OURS
        row = await asking.unit.documents.set_scope(matter.id, id, scope)
        title = f"{row.id} is now {SCOPES[scope]}"
        said = (
            "Every agent of the next simulation may read and cite it."
            if scope is Scope.RECORD
            else "Only Lead Counsel of the next simulation reads it."
        )
    await asking.unit.audit.append(
        asking.actor.person, f"document.{action}", matter.id, {"document": row.id}
    )
    return only(
        answer(title, ListBlock((_line(row),)), text(said), matter=matter,
               data={"documents": [_data(row)]})
    )  # fmt: skip


def _list(matter: Matter, rows: Sequence[DocumentRow]) -> Post:
    data = {"documents": [_data(row) for row in rows]}
    if not rows:
        hint = text("Drop the pleadings, exhibits and letters here: PDF, Word, mail or text.")
        return answer("No documents on file yet", hint, matter=matter, data=data)
    return answer(
        f"{counted(len(rows), 'document')} on file",
        ListBlock(tuple(_line(row) for row in rows)),
        matter=matter,
        data=data,
    )


def _line(row: DocumentRow, *, again: bool = False) -> Spans:
    pages = f"{counted(row.pages, 'page')}, " if row.media.endswith("pdf") else ""
    known = "; was on file already" if again else ""
    name = "" if row.name == row.title else f" ({row.name})"
    facts = counted(row.facts, "fact")
    return (
        Code(row.id),
        Text(" "),
        Strong(row.title),
        Text(f"{name}: {SCOPES[row.scope]}, {pages}{facts}{known}"),
    )


def _data(row: DocumentRow) -> dict[str, object]:
    return {
        "id": row.id,
        "name": row.name,
        "title": row.title,
        "media": row.media,
        "scope": str(row.scope),
        "pages": row.pages,
        "facts": row.facts,
        "sha256": row.sha256,
        "notes": list(row.coverage.get("notes", ())),
    }
