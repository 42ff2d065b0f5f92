"""What a person asked, stripped of the platform it was asked on. Committed before any work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from engine.matter import Scope


@dataclass(frozen=True)
class Origin:
    """Where a request came from.

    ``channel`` and ``thread`` are the platform's own names of the place (thread: the root
    message), ``sender`` the platform's name of the person, ``delivery`` the key under which the
    same request is recognised when the platform sends it again. ``person`` is set only where a
    surface may choose (demo identity).
    """

    surface: str
    tenant: str
    sender: str
    delivery: str
    channel: str = ""
    thread: str = ""
    person: str | None = None


@dataclass(frozen=True)
class IncomingFile:
    """``source`` is a path for local surfaces, the platform's file id elsewhere."""

    name: str
    source: str
    size: int | None = None
    url: str = ""
    mimetype: str = ""


@dataclass(frozen=True)
class CommandRequest:
    """``text`` as typed, with or without ``/lawgame``. ``matter`` overrides the place's matter."""

    origin: Origin
    text: str
    matter: str | None = None
    files: tuple[IncomingFile, ...] = ()
    scope: Scope | None = None
    model: str | None = None
    seed: int | None = None
    request: Literal["command"] = "command"


@dataclass(frozen=True)
class UploadRequest:
    """Files dropped without a command. ``scope`` None: by the uploader's words in ``text``."""

    origin: Origin
    files: tuple[IncomingFile, ...]
    text: str = ""
    matter: str | None = None
    scope: Scope | None = None
    request: Literal["upload"] = "upload"


@dataclass(frozen=True)
class PressRequest:
    """A button: ``post`` is the id of the post it stands on, ``value`` the action's target."""

    origin: Origin
    action: str
    post: str = ""
    value: str = ""
    note: str = ""
    request: Literal["press"] = "press"


Request = Annotated[CommandRequest | UploadRequest | PressRequest, Field(discriminator="request")]
_adapter: TypeAdapter[CommandRequest | UploadRequest | PressRequest] = TypeAdapter(Request)


def to_json(request: CommandRequest | UploadRequest | PressRequest) -> dict[str, Any]:
    return _adapter.dump_python(request, mode="json")  # type: ignore[no-any-return]


def from_json(value: Mapping[str, Any]) -> CommandRequest | UploadRequest | PressRequest:
    return _adapter.validate_python(value)
