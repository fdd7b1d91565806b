"""Standard output of all commands: its name, and errors in writing to it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from puzzles.errors import reason_of
from puzzles.exit_codes import BAD_INPUT
from puzzles.words import _, worded

STANDARD_OUTPUT = "-"
"""The name of standard output; a file of that name is ``./-``."""
EMPTY_NAME = _("the name of the file to write is empty; give one after -o")
"""The sentence about an output without a name."""


def output_lost(error: OSError, code: int) -> int:
    """Report an error in writing to stdout, e.g. a full disk; a closed pipe is not reported.

    Args:
        error: The error in writing to stdout.
        code: The exit code so far, which is kept after a closed pipe.

    Returns:
        The exit code.
    """
    if sys.stdout is not None:  # a Windows program without a console has none
        with suppress(OSError, ValueError):
            # Python flushes once more at the end; redirect that to the null device.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return code
    with suppress(OSError):
        name = _("the output") if error.filename is None else f"{error.filename}:"
        print(
            worded("{name} cannot be written: {reason}", name=name, reason=reason_of(error)),
            file=sys.stderr,
        )
    return BAD_INPUT
