"""Limits of memory and time, which a child process sets for itself around its work."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from puzzles.errors import NonogramError
from puzzles.system import SYSTEM
from puzzles.words import worded

_MEMORY_ERROR_TEXTS = ("insufficient memory", "out of memory", "failed to allocate")
"""Parts of the texts with which libraries report that memory is exhausted."""


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """The resources that a piece of work in a child process may use."""

    memory_mb: int
    """Memory beyond that of the process at the beginning, in 2**20 bytes."""
    seconds: float
    """Processor time."""
    doing: str
    """The name of the work in error texts."""
    advice: str = ""
    """What the user can do; a sentence without a full stop, or empty."""
    wall_clock_factor: float = 2.0
    """The limit of wall-clock time, as a multiple of the processor time."""
    is_alone: bool = False
    """Whether the work starts no further process. Windows does not let it, then."""

    @property
    def wall_clock_s(self) -> float:
        """Seconds by the clock after which the parent kills the child; may be infinite."""
        return self.wall_clock_factor * self.seconds


_active: list[tuple[ChildLimits, float]] = []
"""The limits that hold in this process and since when, the innermost last."""
_tell: Callable[[ChildLimits | None, float], object] | None = None
"""See :func:`tell_limits`."""


class OverMemoryError(MemoryError):
    """The work within :func:`limited` needs more memory than the limits allow.

    The text is that of :func:`too_much_memory`.
    """


@contextmanager
def limited(limits: ChildLimits) -> Iterator[None]:
    """Limit this process during a context; for child processes only.

    Too much memory raises an error or, in compiled code, ends the process. Too much time ends it,
    also in compiled code that does not return to Python. :func:`why_it_ended` gives the text; the
    parent knows the limits from :func:`tell_limits`.
    :mod:`puzzles.system` says what holds the process to them on each system.

    Args:
        limits: The memory counts from now, so import everything that the work needs before.

    Raises:
        OverMemoryError: An error within means exhausted memory.
    """
    _active.append((limits, time.monotonic()))
    _tell_parent()
    try:
        memory = limits.memory_mb * 2**20
        with SYSTEM.limited(memory, limits.seconds, is_alone=limits.is_alone):
            yield
    except Exception as error:
        is_told = isinstance(error, NonogramError | OverMemoryError)
        if is_out_of_memory(error) and not is_told:
            raise OverMemoryError(too_much_memory(limits)) from error
        raise
    finally:
        _active.pop()
        _tell_parent()


def limits_in_force() -> ChildLimits | None:
    """The limits that hold in this process, the innermost; ``None`` for none."""
    return _active[-1][0] if _active else None


def tell_limits(tell: Callable[[ChildLimits | None, float], object]) -> None:
    """In a child process: have the parent told which limits hold, and how long by the clock, s.

    Only the child knows what it is doing when it dies, and the parent makes the sentence.
    """
    global _tell
    _tell = tell


def _tell_parent() -> None:
    if _tell is None:
        return
    if not _active:
        _tell(None, math.inf)
        return
    limits, since_s = _active[-1]
    _tell(limits, since_s + limits.wall_clock_s - time.monotonic())


def why_it_ended(limits: ChildLimits, is_overtime: bool) -> str:
    """Why a child process died within limits: a sentence without a full stop.

    Args:
        limits: Its limits.
        is_overtime: Whether it took too long.
    """
    if not is_overtime:
        return too_much_memory(limits)
    text = worded(
        "{doing} takes longer than {seconds:g} s, which is the limit",
        doing=limits.doing,
        seconds=limits.seconds,
    )
    return _advised(text, limits)


def ended_from_outside(limits: ChildLimits) -> str:
    """The text for a child that was killed, but not for its limits, without a full stop."""
    return worded(
        "{doing} was ended by the system, mostly because the memory of this computer is used up."
        " Close other programs, and try again",
        doing=limits.doing,
    )


def too_much_memory(limits: ChildLimits) -> str:
    """The text for exhausted memory: a sentence without a full stop."""
    return _advised(
        worded(
            "{doing} needs more than {memory_mb} MB of memory, which is the limit, or it is broken",
            doing=limits.doing,
            memory_mb=limits.memory_mb,
        ),
        limits,
    )


def _advised(sentence: str, limits: ChildLimits) -> str:
    return f"{sentence}. {limits.advice}" if limits.advice else sentence


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error means exhausted memory; some libraries have their own exceptions."""
    text = str(error).lower()
    return isinstance(error, MemoryError) or any(part in text for part in _MEMORY_ERROR_TEXTS)
