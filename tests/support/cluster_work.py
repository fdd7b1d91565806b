"""Functions that workers of a cluster call in tests; an item is a number."""

from __future__ import annotations

import os
import time
from pathlib import Path

from puzzles.contracts import ShouldStop
from puzzles.errors import PuzzleError

KILLER, WRONG = 100, 130


def doubled(item: int, should_stop: ShouldStop) -> int:
    return 2 * item


def sometimes_slow(item: int, should_stop: ShouldStop) -> int:
    """Some items are stragglers, which are stopped in their bundle."""
    end = time.monotonic() + (0.3 if item % 100 == 7 else 0)
    while time.monotonic() < end:
        if should_stop():
            return -1
        time.sleep(0.005)
    return 2 * item


def held(folder: Path, item: int, should_stop: ShouldStop) -> int:
    """Item 7 is not done before there is a file ``go``."""
    while item == 7 and not (folder / "go").exists() and not should_stop():
        time.sleep(0.005)
    return 2 * item


def deadly(item: int, should_stop: ShouldStop) -> int:
    if item == KILLER:
        os._exit(3)
    return 2 * item


def deadly_once(flag: Path, item: int, should_stop: ShouldStop) -> int:
    """The worker dies of one item the first time."""
    if item == KILLER and not flag.exists():
        flag.touch()
        os._exit(3)
    return 2 * item


def failed_before(flag: Path) -> bool:
    """Raise the first time, as Dask does now and then when a worker dies."""
    if not flag.exists():
        flag.touch()
        raise ValueError("not enough values to unpack")
    return True


def faulty(item: int, should_stop: ShouldStop) -> int:
    if item == WRONG:
        raise PuzzleError("item 130 is wrong")
    return 2 * item


def endless(folder: Path, item: int, should_stop: ShouldStop) -> int:
    """Write when it begins and when it is told to stop."""
    (folder / f"began-{item}").touch()
    while not should_stop():
        time.sleep(0.005)
    (folder / f"stopped-{item}").touch()
    return item
