"""The exit codes of all commands; ``docs/command-line.md`` tells users what they mean."""

from __future__ import annotations

DONE = 0
"""Everything was done, and the answer is yes."""
NO = 1
"""The answer is no: no solution, several, a doubt, or not all that was wished."""
BAD_INPUT = 2
"""A file cannot be read or written, its puzzle is defective, or an option is wrong."""
UNDECIDED = 3
"""Out of time, or beyond the method."""
NO_PUZZLE = 4
"""There is no puzzle in the picture."""
UNEXPECTED = 70
"""A bug of the program; as ``sysexits.h`` defines it. ``nonogram --report`` has what to send."""
INTERRUPTED = 130
"""Ctrl+C, or the end of the session; as shells define it."""

SEVERITY = (DONE, NO, NO_PUZZLE, UNDECIDED, BAD_INPUT, UNEXPECTED, INTERRUPTED)
"""The least severe first; with several files the most severe one counts."""


def worse(first: int, second: int) -> int:
    """The more severe of two exit codes.

    >>> worse(UNDECIDED, BAD_INPUT)
    2
    """
    return max(first, second, key=SEVERITY.index)
