"""Standard input as a file: commands read it if a file is called ``-``."""

from __future__ import annotations

import sys

from puzzles.errors import LibraryError, reason_of
from puzzles.words import _, without_controls, worded

STANDARD_INPUT = "-"
"""The name of standard input; a file of that name is ``./-``."""


def name_of(path: str) -> str:
    """The name of an input in a sentence.

    >>> name_of("-"), name_of("cat.non")
    ('standard input', 'cat.non')
    """
    return _("standard input") if path == STANDARD_INPUT else without_controls(path)


def read_standard_input(max_bytes: int) -> bytes:
    """Read standard input to its end; one byte more than ``max_bytes`` if it is longer than that.

    Raises:
        LibraryError: There is none, or it cannot be read.
    """
    if sys.stdin is None:  # it is closed, or this is a program without a console
        raise LibraryError(_("there is no standard input; name a file"))
    try:
        return sys.stdin.buffer.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise LibraryError(
            worded("standard input cannot be read: {reason}", reason=reason)
        ) from error
