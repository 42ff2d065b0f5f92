"""What can go wrong between a request and a model.

LawgameError
├── BadRequest
│   ├── ModelRequestInvalid   the request is not one this host can answer
│   └── WindowExceeded        prompt and answer together do not fit the window
├── Refused
│   ├── ModelUnreadable       the file is not a model that can be opened
│   ├── ModelMismatch         the file is not the one whose sha256 was named
│   └── TemplateRefused       the model's chat template cannot carry these messages
└── Unavailable
    ├── ModelNotReady         still loading, or already stopped
    └── ModelFailed           decoding failed; the cache was emptied
"""

from __future__ import annotations

from engine.errors import BadRequest, Refused, Unavailable


class ModelRequestInvalid(BadRequest):
    """The request is not one this model host can answer."""

    code = "model.request"
    default_remedy = "Correct the named field; the model host's documentation lists what it takes."

    def __init__(self, message: str, *, param: str | None = None) -> None:
        super().__init__(message)
        self.param = param


class WindowExceeded(BadRequest):
    """Prompt and answer together are longer than the model's window."""

    code = "model.window"
    default_remedy = "Shorten the prompt or ask for fewer tokens; count first with /tokenize."

    def __init__(self, *, prompt: int, wanted: int, window: int) -> None:
        super().__init__(
            f"This model's window is {window} tokens; the request needs {prompt + wanted} "
            f"({prompt} in the prompt, {wanted} for the answer)."
        )
        self.prompt = prompt
        self.wanted = wanted
        self.window = window


class ModelUnreadable(Refused):
    """The model file cannot be opened."""

    code = "model.file"
    default_remedy = "Name a complete GGUF file of a text model, or fetch it again."


class ModelMismatch(Refused):
    """The model file is not the one that was named by its sha256."""

    code = "model.sha256"
    default_remedy = "Fetch the file again, or correct the expected sha256 in the settings."


class TemplateRefused(Refused):
    """The model's chat template cannot carry these messages."""

    code = "model.template"
    default_remedy = "Send one system message and one user message, or choose another model."


class ModelNotReady(Unavailable):
    """The model is not loaded."""

    code = "model.not_ready"
    default_remedy = "Nothing is lost; try again when /health answers 200."


class ModelFailed(Unavailable):
    """The model could not finish this answer."""

    code = "model.failed"
    default_remedy = "Try again; if it happens again, restart the model host."
