"""Bounds that a process puts on itself before it looks at a file nobody knows."""

from __future__ import annotations

import ctypes
import math
import os
import resource
import signal
import struct
import sys
from pathlib import Path

from engine.corpus.limits import Limits

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_NO_NEW_PRIVILEGES, _PATH_BENEATH = 38, 1
# write, remove folder or file, make a device, folder, file, socket, pipe, block device or link
_CHANGES = 0x2 | sum(1 << bit for bit in range(4, 13))
_SLACK = 5


def bind(limits: Limits, *, largest_file: int) -> None:
    """Bound memory, processor time, the size of any file written, and life itself."""
    memory = limits.memory_bytes
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    # outlive the parent by a little at most, should it be killed
    signal.alarm(math.ceil(limits.wall_seconds) + _SLACK)


def write_only_in(folder: Path) -> bool:
    """Have the kernel refuse every write outside ``folder``; False where it cannot (not Linux)."""
    if not sys.platform.startswith("linux"):
        return False
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.restype = ctypes.c_long
    handled = struct.pack("=Q", _CHANGES)
    rules = call(_CREATE, handled, ctypes.c_size_t(len(handled)), 0)
    if rules < 0:
        return False
    place = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        rule = struct.pack("=Qi", _CHANGES, place)
        if call(_ADD_RULE, rules, _PATH_BENEATH, rule, 0) < 0:
            return False
        ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return bool(call(_RESTRICT, rules, 0) == 0)
    finally:
        os.close(place)
        os.close(rules)
