"""The sizes of PNG, JPEG and TIFF pictures, from their headers alone: nothing is decoded."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_TIFF = {b"II*\x00": "<", b"MM\x00*": ">"}
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})
_WIDTH, _HEIGHT, _SUBFILE = 256, 257, 254
_SHORT = 3
_THUMBNAIL = 1


class NotAPicture(ValueError):
    """The headers do not say how large the picture is."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a file, in pixels; ``directory`` is where a TIFF describes it."""

    width: int
    height: int
    directory: int = 0


def frames(data: bytes) -> Iterator[Frame]:
    """The pictures in a file, in order. Raises NotAPicture, perhaps after some."""
    try:
        if data.startswith(_PNG):
            yield _png(data)
        elif data.startswith(_JPEG):
            yield _jpeg(data)
        elif data[:4] in _TIFF:
            yield from _tiff(data, _TIFF[data[:4]])
        else:
            raise NotAPicture
    except (struct.error, IndexError) as error:
        raise NotAPicture from error


def alone(data: bytes, frame: Frame) -> bytes:
    """A file in which ``frame`` is the only picture."""
    order = _TIFF.get(data[:4])
    if order is None:
        return data
    copy = bytearray(data)
    struct.pack_into(order + "I", copy, 4, frame.directory)
    (entries,) = struct.unpack_from(order + "H", copy, frame.directory)
    struct.pack_into(order + "I", copy, frame.directory + 2 + 12 * entries, 0)
    return bytes(copy)


def _png(data: bytes) -> Frame:
    if data[12:16] != b"IHDR":
        raise NotAPicture
    return _sized(*struct.unpack_from(">II", data, 16))


def _jpeg(data: bytes) -> Frame:
    at = 2
    while True:
        if data[at] != 0xFF:
            raise NotAPicture
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _WITHOUT_LENGTH:
            at += 2
        elif marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return _sized(width, height)
        else:
            (length,) = struct.unpack_from(">H", data, at + 2)
            at += 2 + max(2, length)


def _tiff(data: bytes, order: str) -> Iterator[Frame]:
    seen: set[int] = set()
    (at,) = struct.unpack_from(order + "I", data, 4)
    while at and at not in seen:
        seen.add(at)
        tags = _tags(data, order, at)
        if not tags.get(_SUBFILE, 0) & _THUMBNAIL:
            frame = _sized(tags.get(_WIDTH, 0), tags.get(_HEIGHT, 0))
            yield Frame(frame.width, frame.height, at)
        (entries,) = struct.unpack_from(order + "H", data, at)
        (at,) = struct.unpack_from(order + "I", data, at + 2 + 12 * entries)


def _tags(data: bytes, order: str, at: int) -> dict[int, int]:
    """Tag → its first value, of those that a size needs; the first of a repeated tag counts."""
    (entries,) = struct.unpack_from(order + "H", data, at)
    found: dict[int, int] = {}
    for entry in range(at + 2, at + 2 + 12 * entries, 12):
        tag, kind = struct.unpack_from(order + "HH", data, entry)
        if tag in (_WIDTH, _HEIGHT, _SUBFILE):
            (value,) = struct.unpack_from(order + ("H" if kind == _SHORT else "I"), data, entry + 8)
            found.setdefault(tag, value)
    return found


def _sized(width: int, height: int) -> Frame:
    if not width or not height:
        raise NotAPicture
    return Frame(width, height)
