"""``docs``: what is on file, what of it is on record, what it comes down to, and taking it out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.corpus.digest import DigestSentence, digest
from engine.errors import BadRequest
from engine.matter import Matter, Scope
from handlers import filed, withdrawal
from handlers.asking import Asking, NoMatter
from handlers.parser import Asked
from handlers.posts import Block, Details, FactRef, ListBlock, Post, Spans, Text
from handlers.registry import Right
from handlers.replies import Reply, answer, counted, only, text
from handlers.requests import CommandRequest
from handlers.reread import unread
from handlers.services import Services
from handlers.standing import standing
from handlers.uploads import read_anew_told

if TYPE_CHECKING:
    from storage.documents import DocumentRow

SHOWN = 12
"""Sentences of a digest in the open part of a post; the others are folded away."""
READ = 20_000
"""Facts that a digest is made from at most: a thousand pages."""
_READS = frozenset({"list", "show", "digest"})
_NONE_LEFT = "Every page of it that is not blank has text."


class WhichDocument(BadRequest):
    """Which document?"""

    code = "docs.which"
    default_remedy = "Name it by its id: `/lawgame docs` lists them."


@dataclass(frozen=True)
class Digested:
    """A document with its digest; ``facts`` are all it has."""

    row: DocumentRow
    sentences: tuple[DigestSentence, ...]
    read: int


@dataclass(frozen=True)
class ReadAnew:
    """The posts that tell what reading a document anew has brought."""

    posts: tuple[Post, ...]


async def before(
    services: Services, request: CommandRequest, asked: Asked, inbox: str, name: str
) -> Digested | ReadAnew | None:
    """A digest and a reading are longer in the making than a transaction may take."""
    action, id = _meant(asked)
    if action not in ("show", "digest", "reread") or id is None:
        return None
    right = Right.WORK if action == "reread" else Right.READ
    stands = await standing(services, request.origin, request.matter, right, name)
    if stands.matter is None:
        raise NoMatter
    async with services.house.reading() as view:
        row = await view.documents.get(stands.matter.id, id)
        facts = () if action == "reread" else await view.facts.of_document(row, READ)
    if action == "reread":
        return ReadAnew(await _reread(services, stands.matter, stands.actor.person, row, inbox))
    return Digested(row, await asyncio.to_thread(digest, facts), len(facts))


async def _reread(
    services: Services, matter: Matter, by: str, row: DocumentRow, inbox: str
) -> tuple[Post, ...]:
    if unread(row):
        return tuple(await read_anew_told(services, matter, by, row, inbox))
    line = ListBlock((filed.line(row),))
    data = {"documents": [filed.data(row)], "reread": []}
    title = f"Nothing of {row.id} is left to read"
    return (answer(title, line, text(_NONE_LEFT), matter=matter, data=data),)


async def docs(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    action, id = _meant(asked)
    if action == "list":
        return only(_list(matter, await asking.unit.documents.list(matter.id)))
    if id is None:
        raise WhichDocument
    if action not in _READS:
        await asking.need(Right.WORK, matter)
    if action in ("show", "digest"):
        assert isinstance(asking.found, Digested)
        row = await asking.unit.documents.get(matter.id, id)
        if action == "digest":
            return only(_digest_post(matter, row, asking.found))
        others = await asking.unit.documents.list(matter.id)
        return only(_show(matter, row, others, asking.found))
    if action == "reread":
        assert isinstance(asking.found, ReadAnew)
        return only(asking.found.posts)
    if action == "remove":
        why, privileged = asked.text("why") or "", bool(asked.options.get("privileged"))
        return await withdrawal.remove(asking, id, " ".join(why.split()), privileged)
    return only(await _scoped(asking, id, Scope.RECORD if action == "record" else Scope.OURS))


def _meant(asked: Asked) -> tuple[str, str | None]:
    """``docs D3`` shows it."""
    id = asked.argument("document")
    return asked.argument("action") or ("show" if id else "list"), id


async def _scoped(asking: Asking, id: str, scope: Scope) -> Post:
    matter = asking.the_matter
    row = await asking.unit.documents.set_scope(matter.id, id, scope)
    action = "record" if scope is Scope.RECORD else "ours"
    await asking.unit.audit.append(
        asking.actor.person, f"document.{action}", matter.id, {"document": row.id}
    )
    said = (
        "Every agent of the next simulation may read and cite it."
        if scope is Scope.RECORD
        else "Only Lead Counsel of the next simulation reads it."
    )
    return answer(
        f"{row.id} is now {filed.SCOPES[scope]}",
        ListBlock((filed.line(row),)),
        text(said),
        matter=matter,
        data={"documents": [filed.data(row)]},
    )


def _list(matter: Matter, rows: Sequence[DocumentRow]) -> Post:
    data = {"documents": [filed.data(row) for row in rows]}
    if not rows:
        hint = text("Drop the pleadings, exhibits and letters here: PDF, Word, mail or text.")
        return answer("No documents on file yet", hint, matter=matter, data=data)
    lines: list[Spans] = [
        filed.line(row) + tuple(Text(f"; {said}") for said in filed.kin_words(row)) for row in rows
    ]
    title = f"{counted(len(rows), 'document')} on file"
    return answer(title, filed.listed(lines), matter=matter, data=data)


def _show(matter: Matter, row: DocumentRow, others: Sequence[DocumentRow], found: Digested) -> Post:
    fields = {
        "document": row.id,
        "file": row.name,
        "scope": filed.SCOPES[row.scope],
        "facts": str(row.facts),
        "kind": row.media,
        "on file since": f"{row.at:%Y-%m-%d}",
    }
    if row.within:
        fields["from"] = row.within
    body: list[Block] = []
    if words := filed.coverage_words(row):
        body.append(text(f"{words}."))
    remarks = [*filed.kin_words(row), *_later(row, others), *row.coverage.get("notes", ())]
    if remarks:
        body.append(ListBlock(tuple((Text(one),) for one in remarks)))
    if found.sentences:
        body.append(Details("Digest", (_sentences(found.sentences),)))
    data = {"documents": [filed.data(row)], "digest": _digest_data(found)}
    return answer(row.title, *body, matter=matter, fields=fields, data=data)


def _later(row: DocumentRow, others: Sequence[DocumentRow]) -> list[str]:
    """What came in after it and resembles it."""
    same = [one.id for one in others if row.id in one.kin.get("same", ())]
    versions = [
        (one.id, version["share"])
        for one in others
        for version in one.kin.get("versions", ())
        if version["document"] == row.id
    ]
    said = [f"{id} has the same text" for id in same]
    return said + [
        f"{id} looks like a later version ({share:.0%} the same)" for id, share in versions
    ]


def _digest_post(matter: Matter, row: DocumentRow, found: Digested) -> Post:
    data = {"document": row.id, "digest": _digest_data(found)}
    title = f"Digest of {row.id}, {row.title}"
    if not found.sentences:
        return answer(title, text("It holds no facts."), matter=matter, data=data)
    body: list[Block] = [_sentences(found.sentences[:SHOWN])]
    if more := found.sentences[SHOWN:]:
        body.append(Details(f"{counted(len(more), 'sentence')} more", (_sentences(more),)))
    of = f"Made by rule from {counted(found.read, 'fact')}"
    if found.read < row.facts:
        of += f", the first of {row.facts:,}"
    body.append(text(f"{of}; every sentence names those it rests on."))
    return answer(title, *body, matter=matter, data=data)


def _sentences(sentences: Sequence[DigestSentence]) -> ListBlock:
    return ListBlock(tuple(_sentence(one) for one in sentences))


def _sentence(one: DigestSentence) -> Spans:
    refs: list[Text | FactRef] = []
    for at, id in enumerate(one.facts):
        refs += [Text(", ")] * bool(at) + [FactRef(id)]
    return (Text(f"{one.text} ("), *refs, Text(")"))


def _digest_data(found: Digested) -> list[dict[str, object]]:
    return [{"text": one.text, "facts": list(one.facts)} for one in found.sentences]
