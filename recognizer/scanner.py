"""The child process of ``nonogram scan``, ``read_picture`` and ``read_pictures``.

It decodes a page and reads its boards.

An untrusted picture may crash a decoder or keep it busy forever, so a :class:`Scanner` runs in a
:class:`~recognizer.sandbox.process.SandboxedObject`. The picture stays in the child; the
:class:`Reading` is sent back.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from puzzles.errors import RecognitionError
from puzzles.words import worded
from recognizer.sandbox.limits import is_out_of_memory

if TYPE_CHECKING:
    from puzzles.contracts import CountSolutions
    from recognizer.values import Picture, Reading


T = TypeVar("T")


class Scanner:
    """Reads pictures, one at a time.

    Args:
        count_solutions: A :data:`~puzzles.contracts.CountSolutions` as ``module:name``; empty to
            read without a solver.
    """

    def __init__(self, count_solutions: str = "") -> None:
        # Imported here: the parent starts without OpenCV, and a later import would count as the
        # memory of the picture.
        from recognizer.images import load, pages_in
        from recognizer.pages.boards import read_boards
        from recognizer.reading import read

        self._load = load
        self._pages_in = pages_in
        self._read = read
        self._read_boards = read_boards
        self._count_solutions: CountSolutions | None = None
        self._picture: Picture | None = None
        if count_solutions:
            module, _, name = count_solutions.partition(":")
            self._count_solutions = getattr(import_module(module), name)

    def load(self, source: Path | bytes, page: int = 1) -> None:
        """Decode the picture that is read next: a file, or the bytes of one.

        Raises:
            RecognitionError: See :func:`recognizer.images.load`.
        """
        self._picture = None
        self._picture = self._load(source, page)

    @property
    def picture(self) -> Picture:
        """The loaded picture, as it was decoded: BGR uint8."""
        assert self._picture is not None
        return self._picture

    def pages(self, source: Path | bytes) -> int:
        """The number of pages; see :func:`recognizer.images.pages_in`."""
        return self._pages_in(source)

    def read(self) -> Reading:
        """Read the puzzle in the loaded picture. Without a grid the result is an empty reading.

        Raises:
            RecognitionError: There is an error in this program.
        """
        return self._guarded(self._read)

    def read_all(self) -> tuple[Reading, ...]:
        """Read all puzzles in the loaded picture; see :func:`recognizer.pages.boards.read_boards`.

        Raises:
            RecognitionError: There is an error in this program.
        """
        found = self._guarded(self._read_boards)
        return found if isinstance(found, tuple) else (found,)

    def _guarded(self, read: Callable[..., T]) -> T | Reading:
        from recognizer.values import Problem, Reading

        assert self._picture is not None
        try:
            return read(self._picture, count_solutions=self._count_solutions)
        except RecognitionError:
            return Reading(problems=(Problem.NO_GRID,))
        except (MemoryError, ModuleNotFoundError):
            raise  # the caller has sentences for these
        except Exception as error:  # one picture's bug must not cost the others
            if is_out_of_memory(error):
                raise MemoryError from error
            kind = type(error).__name__
            raise RecognitionError(
                worded("an error in this program: {kind}: {error}", kind=kind, error=error)
            ) from error

    def draw(self, reading: Reading, folder: Path, name: str) -> None:
        """Draw the stages; see :func:`recognizer.debugging.report.draw`."""
        from recognizer.debugging.report import draw
        from recognizer.images import turned

        assert self._picture is not None
        draw(turned(self._picture, reading.turns), reading, folder, name)
