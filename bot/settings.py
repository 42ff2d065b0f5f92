"""One typed settings object, read from the environment and validated at start."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from engine.errors import LawgameError

SOCKET_FOLDER_LIMIT = 60
"""Bytes of the runtime folder's path: a Unix socket's whole path may have about 100."""


class BadSettings(LawgameError):
    """The settings cannot be used."""

    code = "settings.invalid"


class Settings(BaseSettings):
    """Every setting is ``LAWGAME_`` and its name, in capitals; secrets are never printed."""

    model_config = SettingsConfigDict(env_prefix="LAWGAME_", extra="ignore")

    home: Path = Field(default_factory=lambda: Path(platformdirs.user_data_dir("lawgame")))
    database_url: SecretStr = SecretStr("")
    """May carry a password."""
    model: str = "embedded"
    model_name: str = ""
    model_key: SecretStr = SecretStr("")
    vectors: bool = True
    """Whether facts are also found by meaning, where the small model for it is here."""
    scripted_pause: float = Field(default=0.0, ge=0.0, le=600.0)
    """Seconds that the scripted double seems to think: time to watch a run, or to stop it."""
    samples: bool = True
    """Whether sample matters are listed, in demo identity only."""
    identity: Literal["demo", "system"] | None = None
    rounds: int = Field(default=8, ge=1, le=24)
    orbits: int = Field(default=2, ge=1, le=8)
    seed: int | None = Field(default=None, ge=0)
    desk_host: str = "127.0.0.1"
    desk_port: int = Field(default=8765, ge=0, le=65535)
    desk_url: str = ""
    slack_bot_token: SecretStr = SecretStr("")
    slack_signing_secret: SecretStr = SecretStr("")
    slack_app_token: SecretStr = SecretStr("")
    slack_api_url: str = "https://slack.com/api/"
    slack_teams: str = ""

    @property
    def demo(self) -> bool:
        """Persons can be chosen: on this machine only, and never where a chat platform is."""
        if self.identity is not None:
            return self.identity == "demo"
        return not self.slack_bot_token.get_secret_value()

    @property
    def slack(self) -> bool:
        return bool(self.slack_bot_token.get_secret_value())

    @property
    def database(self) -> str:
        return self.database_url.get_secret_value() or f"sqlite:///{self.home / 'lawgame.sqlite'}"


def load(**given: object) -> Settings:
    """The settings, those of the command line first. Raises ``BadSettings`` naming each."""
    try:
        settings = Settings(**{k: v for k, v in given.items() if v is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        named = "; ".join(
            f"LAWGAME_{'_'.join(str(part) for part in one['loc']).upper()}: {one['msg']}"
            for one in error.errors(include_input=False, include_url=False)
        )
        raise BadSettings(
            f"The settings cannot be used: {named}.", remedy="Correct them and start again."
        ) from None
    if settings.slack and settings.identity == "demo":
        raise BadSettings(
            "Demo identity and Slack exclude each other: anyone could act as anyone.",
            remedy="Unset LAWGAME_IDENTITY, or the Slack token.",
        )
    if settings.demo and not _loopback(settings.desk_host):
        raise BadSettings(
            "Demo identity is for this machine only: anyone on the network could act as anyone.",
            remedy="Unset LAWGAME_DESK_HOST, or set LAWGAME_IDENTITY to system.",
        )
    return settings.model_copy(update={"home": settings.home.expanduser().resolve()})


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
