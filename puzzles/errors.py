"""The exceptions that this project raises on purpose.

::

    NonogramError            raised on purpose; the text is fit to show the user
     ├ PuzzleError           the puzzle is at fault
     │  ├ NoSolutionError    its clues contradict each other
     │  ├ SeveralSolutionsError   it has no difficulty, since it has not exactly one solution
     │  └ FormatError        carries path and line:  cat.non:7: expected a number, found 'x'
     │     ├ SeveralPuzzlesError   one puzzle is wanted, the file has more; it can be imported
     │     └ IncompletePuzzleError   clues are not known (puzzles.formats); they can be found
     ├ BeyondMethodError     the method does not decide the puzzle; another one may
     ├ LibraryError          the machine is at fault: disk full, written by a newer version
     │  └ LibraryBusyError   another program is writing; a later attempt may succeed
     ├ ClusterError          no such cluster, it goes away, or has another version of the program
     ├ OverLimitError, ChildEndedError   of work in a child process (puzzles.child)
     ├ RecognitionError      no grid in the picture at all
     └ CameraError           no device, no permission, unplugged

Anything else that escapes is a bug.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from numbers import Integral, Real
from types import NoneType

from puzzles.words import _, cut, either, plural, without_controls, worded

_REASONS = {
    errno.EACCES: _("Permission denied"),
    errno.EADDRINUSE: _("Address already in use"),
    errno.EADDRNOTAVAIL: _("Cannot assign requested address"),
    errno.ECONNREFUSED: _("Connection refused"),
    errno.EEXIST: _("File exists"),
    errno.EFBIG: _("File too large"),
    errno.EIO: _("Input/output error"),
    errno.EISDIR: _("Is a directory"),
    errno.EMFILE: _("Too many open files"),
    errno.ENAMETOOLONG: _("File name too long"),
    errno.ENOENT: _("No such file or directory"),
    errno.ENOSPC: _("No space left on device"),
    errno.ENOTDIR: _("Not a directory"),
    errno.ENOTEMPTY: _("Directory not empty"),
    errno.EPERM: _("Operation not permitted"),
    errno.EROFS: _("Read-only file system"),
}
"""The common reasons of the system in the program's language: Python has them in English."""


def reason_of(error: BaseException) -> str:
    """Why something failed, as the end of a sentence: the system's reason, or the error's text.

    >>> reason_of(FileNotFoundError(errno.ENOENT, "No such file or directory", "cat.non"))
    'No such file or directory'
    """
    if not isinstance(error, OSError):
        return str(error)
    code = error.errno
    if code in _REASONS and error.strerror == os.strerror(code):
        return _REASONS[code]
    return error.strerror or str(error)


_NUMBERS: Mapping[type, type] = {int: Integral, float: Real}
"""What counts as a number: also those of numpy."""
_MAX_VALUE = 200
"""Characters of a value that is shown in an error."""


def checked_type(value: object, *kinds: type) -> None:
    """See that a value that a caller gave is of one of some types.

    Raises:
        TypeError: It is not; the sentence says how it is got, if that is known.
    """
    if isinstance(value, kinds):  # mostly: the rest takes longer
        return
    if isinstance(value, tuple(map(_NUMBERS.get, kinds, kinds))):
        return
    names = ["None" if kind is NoneType else kind.__name__ for kind in kinds]
    wanted, shown, part = either(names), cut(repr(value), _MAX_VALUE), names[0].lower()
    if isinstance(getattr(value, part, None), kinds[0]):
        text = _("{wanted} is needed, not {value}; its attribute {part} is one")
    else:
        text = _("{wanted} is needed, not {value}")
    raise TypeError(worded(text, wanted=wanted, value=shown, part=part))


_MAX_PROBLEM = 2000
"""Characters of a sentence about a file: two long fields; more is a value that nobody has cut."""


class NonogramError(Exception):
    """Raised on purpose; its text can be shown to the user unchanged."""


class PuzzleError(NonogramError):
    """The puzzle is at fault."""


class NoSolutionError(PuzzleError):
    """The clues of a puzzle contradict each other."""


class SeveralSolutionsError(PuzzleError):
    """What is asked is only known of puzzles with exactly one solution."""


class BeyondMethodError(NonogramError):
    """The method does not decide this puzzle; another one may."""


class FormatError(PuzzleError):
    """A file violates its format.

    Args:
        problem: The error, as the end of a sentence.
        path: The file, as the user named it; empty if the text is not from a file.
        line: 1-based number of the wrong line; ``None`` if the error is not in a single line.

    >>> print(FormatError("expected a number, found 'x'", "cat.non", 7))
    cat.non:7: expected a number, found 'x'
    """

    def __init__(self, problem: str, path: str = "", line: int | None = None) -> None:
        problem = "".join(c if c.isprintable() else "�" for c in cut(problem, _MAX_PROBLEM))
        self.problem = problem
        self.path = path
        self.line = line
        where = without_controls(path)
        if line is not None:
            where = f"{where}:{line}" if path else worded("line {number}", number=line)
        super().__init__(f"{where}: {problem}" if where else problem)


class SeveralPuzzlesError(FormatError):
    """A file has several puzzles where one is wanted; it can be imported as a collection."""

    def __init__(self, count: int, path: str) -> None:
        self.count = count
        super().__init__(
            plural(
                count,
                "the file has {count} puzzle; import it as a collection, or convert it into a"
                " folder, where each puzzle gets a file of its own",
                "the file has {count} puzzles; import it as a collection, or convert it into a"
                " folder, where each puzzle gets a file of its own",
            ),
            path,
        )

    def __reduce__(self) -> tuple[type[SeveralPuzzlesError], tuple[int, str]]:
        """Pickled for another process: by what it was made of."""
        return SeveralPuzzlesError, (self.count, self.path)


class LibraryError(NonogramError):
    """The machine is at fault: disk full, file missing or locked, written by a newer version."""


class LibraryBusyError(LibraryError):
    """Another program is writing into the library; a later attempt may succeed."""


class ClusterError(NonogramError):
    """The cluster of ``--cluster`` is missing, goes away, or has another version of the program."""


class RecognitionError(NonogramError):
    """There is no grid in the picture at all."""


class CameraError(NonogramError):
    """No camera, no permission, or it was unplugged."""
