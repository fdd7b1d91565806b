"""What a picture from anybody may ask for: pixels, memory, processor time. No numpy here.

The size is looked at in the file's header, before any work. Memory and time hold for whatever
the header does not tell: :func:`limited` sets them in a child process, which may be killed.
"""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from puzzles.errors import RecognitionError

MAX_PIXELS = 50_000_000
"""Larger pictures are refused; cameras of telephones end at some 50 megapixels."""
MAX_SIDE_PX = 30_000
"""Longer pictures are refused: A0 at 600 dots per inch has 28,087."""
MAX_PROPORTION = 50
"""Pictures that are more times as long as wide are refused, unless they are short: a puzzle's
page is far from it, and the stages of the reader work along the shorter side."""
LONGEST_STRIP_PX = 5_000
"""Up to here any proportion is fine: boards of one line, a pixel or some a cell, and rulers. The
reader takes at most two seconds."""
MAX_BYTES = 512 * 1024 * 1024
"""Larger files are refused unread: 50 megapixels of four channels of 16 bits are 400 MB."""
MAX_FILM_PIXELS = 36_000_000
"""Of a film's frame; 8K has 7680 x 4320, that is 33 million."""


_OUT_OF_MEMORY = ("insufficient memory", "out of memory", "failed to allocate")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one piece of work in a child process may use."""

    memory_mb: int
    """More than what the process has when it begins, in 2**20 bytes."""
    seconds: float
    """Of the processor's time; when others use the processor, twice as much by the clock."""
    doing: str = "decoding it"
    """How sentences call the work."""


DECODING = Limits(1024, 30)
"""To decode or draw a picture; the slowest that is legal, 50 megapixels, takes some 5 s."""
READING = Limits(3072, 120, "reading the puzzle in it")
"""To find and read a puzzle; 50 megapixels full of lines take some 15 s and 0.5 GB."""
FILMING = Limits(2048, 30, "decoding a frame of it")
"""To open a film, and for each frame; 8K takes 0.7 GB."""
_set: list[Limits] = []
"""Those that hold in this process, the innermost last."""


def check_size(width: int, height: int, name: str) -> None:
    """Refuse a picture by its width and height in px.

    Args:
        width: Of the picture.
        height: Of the picture.
        name: What the sentence calls it.

    Raises:
        RecognitionError: It is too large, or too long; the text names the limit.
    """
    longer, shorter = max(width, height), max(1, min(width, height))
    has = f"{name}: the picture has {width} x {height} pixels"
    if width * height > MAX_PIXELS:
        raise RecognitionError(
            f"{has}, that is {width * height / 1e6:.1f} megapixels; at most"
            f" {MAX_PIXELS / 1e6:.0f} are read. Make it smaller, or cut out what is needed"
        )
    if longer > MAX_SIDE_PX:
        raise RecognitionError(
            f"{has}; at most {MAX_SIDE_PX} are read on a side."
            " Make it smaller, or cut out what is needed"
        )
    if longer > LONGEST_STRIP_PX and longer > MAX_PROPORTION * shorter:
        raise RecognitionError(
            f"{has}; one that is longer than {LONGEST_STRIP_PX} pixels may be"
            f" {MAX_PROPORTION} times as long as wide. Cut out what is needed"
        )


@contextmanager
def limited(limits: Limits) -> Iterator[None]:
    """Limit this process while the work goes on; for child processes only.

    More memory is a ``MemoryError`` or, in compiled code, the end of the process; more time is
    its end, also where compiled code never gives Python a turn. :func:`why_it_ended` has the
    sentence. Linux has both limits, macOS the one of time, Windows none.

    Args:
        limits: The memory counts from now, so import what the work needs before.
    """
    try:
        import resource  # not on Windows
    except ImportError:
        yield
        return
    wanted = {resource.RLIMIT_CORE: 0}
    if math.isfinite(limits.seconds):
        usage = resource.getrusage(resource.RUSAGE_SELF)
        until_s = usage.ru_utime + usage.ru_stime + limits.seconds
        wanted[resource.RLIMIT_CPU] = math.ceil(until_s)
    data = _data_bytes()
    if data is not None:
        # Data, not addresses: threads and allocators reserve many more of those than they use.
        wanted[resource.RLIMIT_DATA] = data + limits.memory_mb * 2**20
    _set.append(limits)
    before = {kind: resource.getrlimit(kind) for kind in wanted}
    for kind, value in wanted.items():
        soft, hard = before[kind]
        bounds = [n for n in (value, soft, hard) if n != resource.RLIM_INFINITY]
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (min(bounds), hard))
    try:
        yield
    finally:
        _set.pop()
        for kind, pair in before.items():
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, pair)


def why_it_ended(exit_code: int | None, limits: Limits) -> str:
    """Why a child process died while it worked within limits: a sentence without an end.

    Args:
        exit_code: Of the process; negative for a signal. ``None`` if it took too long and was
            killed for it.
        limits: Within which it worked.
    """
    overtime = -int(getattr(signal, "SIGXCPU", 0))
    if exit_code is None or (overtime and exit_code == overtime):
        return (
            f"{limits.doing} takes longer than {limits.seconds:g} s, which is the limit."
            " Make it smaller or simpler, or save it as PNG with another program"
        )
    return too_much_memory(limits)


def too_much_memory(limits: Limits | None = None) -> str:
    """What is said where memory ran out: a sentence without an end.

    Args:
        limits: Within which it did; ``None`` for those of this process.
    """
    limits = limits or (_set[-1] if _set else DECODING)
    return (
        f"{limits.doing} needs more than {limits.memory_mb} MB of memory, which is the limit,"
        " or it is broken. Make it smaller or simpler, or save it as PNG with another program"
    )


def is_out_of_memory(error: Exception) -> bool:
    """Whether an error is of that kind; libraries have exceptions of their own for it."""
    said = str(error).lower()
    return isinstance(error, MemoryError) or any(words in said for words in _OUT_OF_MEMORY)


def die_with_parent() -> None:
    """Let the system kill this process when its parent has died, where it can."""
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))
    if os.getppid() == 1:  # it has died already
        os._exit(1)


def _data_bytes() -> int | None:
    """The data that this process has, as RLIMIT_DATA counts it; ``None`` but on Linux."""
    try:
        status = Path("/proc/self/status").read_text()
        return int(status.split("VmData:")[1].split()[0]) * 1024
    except (OSError, IndexError, ValueError):
        return None
