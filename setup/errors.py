"""What a person is told when the set-up cannot go on."""

from __future__ import annotations


class SetupError(Exception):
    """The set-up cannot go on; ``remedy`` says what the person can do about it."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
