"""Limits for untrusted pictures: pixels, memory, processor time. No numpy here.

The size is checked in the file's header, before any work. The limits of memory and time cover
everything else: :func:`limited` sets them in a child process, which may be killed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from puzzles.errors import NonogramError, RecognitionError
from puzzles.system import SYSTEM
from puzzles.words import _, worded

MAX_PIXELS = 50_000_000
"""Maximum area of a picture, px; cameras of telephones have up to about 50 megapixels."""
MAX_SIDE_PX = 30_000
"""Maximum side of a picture; A0 at 600 dots per inch has 28,087."""
MAX_PROPORTION = 50
"""Maximum ratio of the sides of a long picture. A page is far from it, and the stages of the reader
work along the shorter side."""
MAX_STRIP_PX = 5_000
"""Any proportion is allowed up to this length, for boards of one line at a few pixels a cell. The
reader takes at most two seconds for it."""
MAX_BYTES = 512 * 1024 * 1024
"""Maximum size of a file; larger ones are not read. 50 megapixels of four 16-bit channels are 400
MB."""
MAX_FILM_PIXELS = 36_000_000
"""Maximum area of a film's frame, px; 8K has 7680 x 4320, that is 33 million."""
NAME_OF_BYTES = _("the picture")
"""The name in error texts of a picture that is no file."""
_MEMORY_ERROR_TEXTS = ("insufficient memory", "out of memory", "failed to allocate")
"""Parts of the texts with which libraries report that memory is exhausted."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The resources that one call in a child process may use."""

    memory_mb: int
    """Memory beyond that of the process at the beginning, in 2**20 bytes."""
    seconds: float
    """Processor time."""
    doing: str = _("decoding it")
    """The name of the work in error texts."""
    advice: str = _("Make it smaller or simpler, or save it as PNG with another program")
    """What the user can do; a sentence without a full stop, or empty."""
    wall_clock_factor: float = 2.0
    """The limit of wall-clock time, as a multiple of the processor time."""
    is_alone: bool = False
    """Whether the work starts no further process. Windows does not let it, then."""

    @property
    def wall_clock_s(self) -> float:
        """Seconds by the clock after which the parent kills the child; may be infinite."""
        return self.wall_clock_factor * self.seconds


DECODING = Limits(1024, 30, is_alone=True)
"""Limits for decoding or drawing a picture; the slowest legal one, 50 megapixels, takes 5 s."""
READING = Limits(3072, 120, _("reading the puzzle in it"), is_alone=True)
"""Limits for reading a puzzle; 50 megapixels full of lines take some 15 s and 0.5 GB."""
READING_PAGE = Limits(3072, 600, _("reading the puzzles in it"), is_alone=True)
"""Limits for reading all puzzles of a page: nine of them take some 5 s, and what is no puzzle up to
that time each."""
MAKING = Limits(1024, 30, _("making a board of it"), is_alone=True)
"""Limits for making a board of a picture; one of 200 x 200 cells takes up to 0.5 s."""
FILMING = Limits(2048, 30, _("decoding a frame of it"), is_alone=True)
"""Limits for opening a film, and for each frame; 8K takes 0.7 GB."""
_active: list[Limits] = []
"""The limits that hold in this process, the innermost last."""
_tell: Callable[[Limits | None], object] | None = None
"""See :func:`tell_limits`."""


class OverMemoryError(MemoryError):
    """The work within :func:`limited` needs more memory than the limits allow.

    Args:
        limits: The limits. The text is that of :func:`too_much_memory`.
    """

    def __init__(self, limits: Limits) -> None:
        super().__init__(too_much_memory(limits))


def check_size(width: int, height: int, name: str) -> None:
    """Refuse a picture by its width and height in px.

    Args:
        width: The width of the picture.
        height: The height of the picture.
        name: The name of the picture in the text.

    Raises:
        RecognitionError: It is too large, or too long; the text names the limit.
    """
    longer, shorter = max(width, height), max(1, min(width, height))
    if width * height > MAX_PIXELS:
        text = _(
            "{name}: the picture has {width} x {height} pixels, that is {size:.1f} megapixels; at"
            " most {most:.0f} are read. Make it smaller, or cut out what is needed"
        )
        most = MAX_PIXELS / 1e6
    elif longer > MAX_SIDE_PX:
        text = _(
            "{name}: the picture has {width} x {height} pixels; at most {most} are read on a side."
            " Make it smaller, or cut out what is needed"
        )
        most = MAX_SIDE_PX
    elif longer > MAX_STRIP_PX and longer > MAX_PROPORTION * shorter:
        text = _(
            "{name}: the picture has {width} x {height} pixels; one that is longer than {most}"
            " pixels may be {times} times as long as wide. Cut out what is needed"
        )
        most = MAX_STRIP_PX
    else:
        return
    facts = {"name": name, "width": width, "height": height, "size": width * height / 1e6}
    raise RecognitionError(worded(text, **facts, most=most, times=MAX_PROPORTION))


@contextmanager
def limited(limits: Limits) -> Iterator[None]:
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
    _active.append(limits)
    _tell_parent()
    try:
        memory = limits.memory_mb * 2**20
        with SYSTEM.limited(memory, limits.seconds, is_alone=limits.is_alone):
            yield
    except Exception as error:
        is_told = isinstance(error, NonogramError | OverMemoryError)
        if is_out_of_memory(error) and not is_told:
            raise OverMemoryError(limits) from error
        raise
    finally:
        _active.pop()
        _tell_parent()


def limits_in_force() -> Limits | None:
    """The limits that hold in this process, the innermost; ``None`` for none."""
    return _active[-1] if _active else None


def tell_limits(tell: Callable[[Limits | None], object]) -> None:
    """In a child process: have the parent told which limits hold, whenever they change.

    Only the child knows what it is doing when it dies, and the parent makes the sentence.
    """
    global _tell
    _tell = tell


def _tell_parent() -> None:
    if _tell is not None:
        _tell(limits_in_force())


def why_it_ended(exit_code: int | None, limits: Limits) -> str:
    """Why a child process died within limits: a sentence without a full stop.

    Args:
        exit_code: The exit code; negative for a signal. ``None`` if it was killed because it took
            too long.
        limits: Its limits.
    """
    if is_overtime(exit_code):
        return _advised(
            worded(
                "{doing} takes longer than {seconds:g} s, which is the limit",
                doing=limits.doing,
                seconds=limits.seconds,
            ),
            limits,
        )
    return too_much_memory(limits)


def is_overtime(exit_code: int | None) -> bool:
    """Whether an exit code, as for :func:`why_it_ended`, means that the time was over."""
    return exit_code is None or SYSTEM.is_overtime(exit_code)


def too_much_memory(limits: Limits | None = None) -> str:
    """The text for exhausted memory: a sentence without a full stop.

    Args:
        limits: The limits; ``None`` for those of this process.
    """
    limits = limits or limits_in_force() or DECODING
    return _advised(
        worded(
            "{doing} needs more than {memory_mb} MB of memory, which is the limit, or it is broken",
            doing=limits.doing,
            memory_mb=limits.memory_mb,
        ),
        limits,
    )


def _advised(sentence: str, limits: Limits) -> str:
    return f"{sentence}. {limits.advice}" if limits.advice else sentence


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error means exhausted memory; some libraries have their own exceptions."""
    text = str(error).lower()
    return isinstance(error, MemoryError) or any(part in text for part in _MEMORY_ERROR_TEXTS)


@contextmanager
def bugs_as_sentences() -> Iterator[None]:
    """Turn an unexpected error within into a sentence: one picture's bug must not cost the others.

    Raises:
        RecognitionError: There is an error in this program.
        MemoryError: Memory is exhausted.
    """
    try:
        yield
    except (RecognitionError, MemoryError, ModuleNotFoundError):
        raise  # the caller has sentences for these
    except Exception as error:
        if is_out_of_memory(error):
            raise MemoryError from error
        kind = type(error).__name__
        raise RecognitionError(
            worded("an error in this program: {kind}: {error}", kind=kind, error=error)
        ) from error
