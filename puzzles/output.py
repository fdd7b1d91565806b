"""What a command does when what it prints cannot be written any more."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

FAILED = 2
"""The exit code where the output is lost, and of bad input."""


def output_lost(error: OSError, code: int) -> int:
    """End quietly if nobody reads any more; otherwise, as with a full disk, with a sentence.

    Args:
        error: What writing to stdout came to.
        code: The exit code so far, which holds if there is nothing to complain of.

    Returns:
        The exit code.
    """
    if sys.stdout is not None:  # a Windows program without a console has none
        with suppress(OSError, ValueError):
            # Python flushes once more at the end; let that go nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return code
    with suppress(OSError):
        print(f"the output cannot be written: {error.strerror or error}", file=sys.stderr)
    return FAILED
