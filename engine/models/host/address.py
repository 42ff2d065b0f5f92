"""Where a model host may listen: a socket file, loopback, or a named private address."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import Refused

# RFC 1918 and RFC 4193: what a firm's own network uses.
_PRIVATE: Final = tuple(
    map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"))
)


class ListenRefused(Refused):
    """The model host does not listen there."""

    code = "model.listen"
    default_remedy = "Listen on unix:/path, 127.0.0.1:PORT or a private address of this machine."


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen: a socket file's ``path``, or ``host`` and ``port`` (0: any free one)."""

    path: Path | None = None
    host: str = ""
    port: int = 0

    def __str__(self) -> str:
        if self.path is not None:
            return f"unix:{self.path}"
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Read ``unix:/path`` or ``host:port``; raise `ListenRefused` for anything a firm's outside
    could reach: only loopback and a named private address are listened on."""
    if text.startswith("unix:"):
        return Address(path=Path(text.removeprefix("unix:")))
    host, _, port = text.rpartition(":")
    host = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        ip = ipaddress.ip_address(host)
        number = int(port)
    except ValueError as error:
        raise ListenRefused(f"{text!r} is neither unix:/path nor address:port.") from error
    private = any(ip in network for network in _PRIVATE if network.version == ip.version)
    if not (ip.is_loopback or private) or not 0 <= number < 1 << 16:
        raise ListenRefused(f"{text!r} is neither loopback nor a private address.")
    return Address(host=host, port=number)


def make_way(path: Path) -> None:
    """Remove a dead socket; raise `ListenRefused` for a live one or for any other file."""
    if not path.exists():
        return
    if not path.is_socket():
        raise ListenRefused(f"{path} exists and is not a socket.")
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
    raise ListenRefused(f"Another process listens on {path}.")
