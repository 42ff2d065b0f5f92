"""Every error that a person can see.

    LawgameError
    ├── BadRequest          what was asked cannot be understood or done as asked
    ├── NotAllowed          the asker may not do it
    ├── NotFound            nothing of that name, or nothing the asker may see
    ├── Refused             a file, a setting or an answer that is not acceptable
    └── Unavailable         a part of the house (model host, storage, chat) is not there now

A subclass states its stable ``code`` (``subject.problem``); its docstring's first line is the
default message. ``remedy`` says what to do next. Causes hang on ``__cause__``; neither message
nor remedy ever carries privileged text or a secret.
"""

from __future__ import annotations

from typing import ClassVar


class LawgameError(Exception):
    """Something went wrong."""

    code: ClassVar[str] = "lawgame.error"
    default_remedy: ClassVar[str] = "Try again; if it happens again, tell your IT team the code."

    def __init__(self, message: str | None = None, *, remedy: str | None = None) -> None:
        text = message or (type(self).__doc__ or "Something went wrong.").strip().splitlines()[0]
        super().__init__(text)
        self.message = text
        self.remedy = remedy or self.default_remedy


class BadRequest(LawgameError):
    """That could not be understood."""

    code = "request.invalid"
    default_remedy = "Type `/lawgame help` to see what can be asked."


class NotAllowed(LawgameError):
    """You may not do that."""

    code = "rights.denied"
    default_remedy = "Ask the matter's owner to add you, or to do it."


class NotFound(LawgameError):
    """There is nothing of that name that you may see."""

    code = "request.not_found"
    default_remedy = "Type `/lawgame matters` to see your matters."


class Refused(LawgameError):
    """That cannot be accepted."""

    code = "request.refused"


class Unavailable(LawgameError):
    """A part of the house is not there just now."""

    code = "service.unavailable"
    default_remedy = "Nothing is lost; try again in a minute."
