"""Random names for what the house keeps: they say nothing and cannot be guessed."""

from __future__ import annotations

import base64
import secrets


def new_id(prefix: str) -> str:
    """``M-`` and the like with ten base32 characters, 50 random bits."""
    return f"{prefix}-{base64.b32encode(secrets.token_bytes(7)).decode()[:10]}"
