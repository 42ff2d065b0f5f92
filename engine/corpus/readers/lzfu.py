"""The compression of rich text within Outlook messages."""

from __future__ import annotations

import struct

_HEADER = struct.Struct("<IIII")
_COMPRESSED, _PLAIN = 0x75465A4C, 0x414C454D
_RING = 4096
_START = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}"
    rb"{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArial"
    rb"Times New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)


def expand(data: bytes, most: int) -> bytes:
    """The text within ``data``, at most ``most`` bytes. Raises ValueError if it is damaged."""
    if len(data) < _HEADER.size:
        raise ValueError("no header")
    size, raw, kind, _ = _HEADER.unpack_from(data)
    body = data[_HEADER.size : size + 4]
    if kind == _PLAIN:
        return body[: min(raw, most)]
    if kind != _COMPRESSED or raw > most:
        raise ValueError("unknown kind or size")
    return _unpacked(body)[:raw]


def _unpacked(body: bytes) -> bytes:
    ring = bytearray(_START.ljust(_RING, b"\x00"))
    write = len(_START)
    out = bytearray()
    at = 0
    while at < len(body):
        control = body[at]
        at += 1
        for bit in range(8):
            if not control >> bit & 1:
                if at >= len(body):
                    return bytes(out)
                said = body[at : at + 1]
                at += 1
            else:
                if at + 1 >= len(body):
                    return bytes(out)
                pointer = body[at] << 8 | body[at + 1]
                at += 2
                offset, length = pointer >> 4, (pointer & 0xF) + 2
                if offset == write % _RING:
                    return bytes(out)
                said = b""
                for step in range(length):
                    byte = ring[(offset + step) % _RING]
                    said += bytes((byte,))
                    ring[(write + step) % _RING] = byte
                out += said
                write += length
                continue
            out += said
            ring[write % _RING] = said[0]
            write += 1
    return bytes(out)
