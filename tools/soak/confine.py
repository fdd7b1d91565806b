"""Restricts a process to writing into some folders, with Linux's Landlock.

A random walk may press Delete in file dialogs. The kernel enforces the restriction for Qt and
Python, all threads and children, and it cannot be lifted. Reading is not restricted.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION = 1
_BENEATH = 1
_NO_NEW_PRIVILEGES = 38
_WRITE, _TRUNCATE, _REFER = 1 << 1, 1 << 14, 1 << 13
_MAKE_AND_REMOVE = sum(1 << bit for bit in range(4, 13))


class _Ruleset(ctypes.Structure):
    _fields_ = [("handled", ctypes.c_uint64)]


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def confine(folders: Iterable[Path]) -> None:
    """Restrict this process and its children to writing into these folders.

    Must be called before other threads start.

    Raises:
        OSError: The system does not support it.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE, None, 0, _VERSION)
    _check(version)
    rights = _WRITE | _MAKE_AND_REMOVE
    if version >= 2:
        rights |= _REFER
    if version >= 3:
        rights |= _TRUNCATE
    attributes = _Ruleset(rights)
    ruleset = libc.syscall(_CREATE, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
    _check(ruleset)
    for folder in folders:
        opened = os.open(folder, os.O_PATH | os.O_CLOEXEC)
        rule = _Rule(rights, opened)
        _check(libc.syscall(_ADD, ruleset, _BENEATH, ctypes.byref(rule), 0))
        os.close(opened)
    _check(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _check(libc.syscall(_RESTRICT, ruleset, 0))
    os.close(ruleset)


def _check(result: int) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"writing cannot be confined: {os.strerror(number)}")
