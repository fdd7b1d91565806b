"""Measures the program's memory, file descriptors, threads, children and Qt objects."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

_SELF = Path("/proc/self")


class Sample(NamedTuple):
    """One measurement."""

    seconds: float
    actions: int
    memory_mb: float
    """Resident memory of the process itself."""
    used_mb: float
    """Memory allocated by malloc and not freed; 0 without glibc."""
    blocks: int
    """Allocated blocks of Python's own allocator."""
    children_mb: float
    children: int
    descriptors: int
    threads: int
    widgets: int
    objects: int
    """Qt objects, below the windows and the application."""


HEAD = "  time  actions   RSS MB  used MB   blocks  children MB (n)  fds  threads  widgets  objects"


def text_of(sample: Sample) -> str:
    """A line of the table below :data:`HEAD`."""
    minutes, seconds = divmod(round(sample.seconds), 60)
    return (
        f"{minutes:3d}:{seconds:02d} {sample.actions:8d} {sample.memory_mb:8.1f}"
        f" {sample.used_mb:8.1f} {sample.blocks:8d}"
        f" {sample.children_mb:12.1f} ({sample.children}) {sample.descriptors:4d}"
        f" {sample.threads:8d} {sample.widgets:8d} {sample.objects:8d}"
    )


def sample(seconds: float, actions: int) -> Sample:
    """Measure now."""
    gc.collect()
    children = children_of("self")
    return Sample(
        seconds,
        actions,
        memory_mb("self"),
        used_mb(),
        sys.getallocatedblocks(),
        sum(map(memory_mb, children)),
        len(children),
        len(list((_SELF / "fd").iterdir())),
        len(list((_SELF / "task").iterdir())),
        len(QApplication.allWidgets()),
        _count_objects(),
    )


def memory_mb(process: str) -> float:
    """Resident memory of a process; 0 if it has ended."""
    try:
        pages = int((Path("/proc") / process / "statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * 4096 / 1e6


class _MallInfo(ctypes.Structure):
    """``struct mallinfo2`` of glibc's ``malloc.h``."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
            "fordblks", "keepcost",
        )
    ]  # fmt: skip


def used_mb() -> float:
    """Memory allocated by malloc and not freed; 0 without glibc."""
    function = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if function is None:
        return 0.0
    function.restype = _MallInfo
    info = function()
    return float(info.uordblks + info.hblkhd) / 1e6


def children_of(process: str) -> list[str]:
    """The ids of all descendants of a process."""
    found: list[str] = []
    for task in (Path("/proc") / process / "task").glob("*/children"):
        try:
            found += task.read_text().split()
        except OSError:
            continue
    return found + [child for each in found for child in children_of(each)]


def _count_objects() -> int:
    tops: Sequence[QObject] = [*QApplication.topLevelWidgets(), QApplication.instance()]  # type: ignore[list-item]
    return sum(_count_below(top) for top in tops if top.parent() is None)


def _count_below(thing: QObject) -> int:
    """The number of objects from an object down; recursive, for the reason in ``widgets_below``."""
    return 1 + sum(map(_count_below, thing.children()))
