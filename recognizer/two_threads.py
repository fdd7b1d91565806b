"""Do two independent parts of the work at once, on two cores.

OpenCV and numpy release the interpreter's lock for whole arrays. Most of their functions use one
core only.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from threading import current_thread
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")
_NAME = "recognizer-second"


def both(one: Callable[[], One], other: Callable[[], Other]) -> tuple[One, Other]:
    """The results of two functions, which may not change the same things.

    The second one runs in another thread. What it divides in turn is done one after the other.
    """
    if current_thread().name.startswith(_NAME):
        return one(), other()
    running = _second_thread().submit(other)
    try:
        first = one()
    finally:
        wait([running])  # it is not left running if the first one fails
    return first, running.result()


@cache
def _second_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, _NAME)
