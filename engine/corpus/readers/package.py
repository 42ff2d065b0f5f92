"""What is asked of a Word package before any XML of it is parsed."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from itertools import pairwise

from engine.corpus.errors import Bomb, Corrupt, Encrypted
from engine.corpus.limits import Limits

_SMALL = 64 * 1024
_MAX_MEMBERS = 10_000
_DTD = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.I)
_ENCRYPTED_FLAG = 0x1
_LOCAL_HEADER = 30


def guard(data: bytes, name: str, limits: Limits) -> None:
    """Refuse what expands too far, declares entities or is damaged.

    Raises Bomb, Corrupt, Encrypted.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            members = package.infolist()
            expanded = sum(member.file_size for member in members)
            if expanded > limits.max_expanded_bytes or len(members) > _MAX_MEMBERS:
                raise Bomb(name)
            if overlapping(members):
                raise Bomb(name, detail="its parts overlap")
            for member in members:
                if member.flag_bits & _ENCRYPTED_FLAG:
                    raise Encrypted(name)
                ratio = member.file_size / max(1, member.compress_size)
                if member.file_size > _SMALL and ratio > limits.max_ratio:
                    raise Bomb(name)
                is_xml = member.filename.endswith((".xml", ".rels"))
                # without NULs an entity declaration in UTF-16 reads like one in ASCII
                if is_xml and _DTD.search(package.read(member).replace(b"\x00", b"")):
                    raise Bomb(name, detail="it declares XML entities")
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError) as error:
        raise Corrupt(name) from error


def overlapping(members: list[zipfile.ZipInfo]) -> bool:
    """Whether two entries of an archive share bytes, as in a bomb that no single ratio shows."""
    ordered = sorted(members, key=lambda member: member.header_offset)
    return any(
        before.header_offset + _LOCAL_HEADER + before.compress_size > after.header_offset
        for before, after in pairwise(ordered)
    )
