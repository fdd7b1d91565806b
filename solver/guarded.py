"""Runs a command so that neither bad input nor Ctrl+C ends in a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from puzzles.errors import NonogramError
from puzzles.exit_codes import BAD_INPUT, DONE, INTERRUPTED
from puzzles.output import output_lost
from solver.interrupt import StopFlag, interruptible


def guarded(work: Callable[[StopFlag], int]) -> int:
    """Run a command, and report what the user's input or the machine did wrong.

    Args:
        work: Gets the flag that Ctrl+C raises; returns the exit code.

    Returns:
        The exit code; after Ctrl+C always the same one.
    """
    try:
        with interruptible() as should_stop:
            code = work(should_stop)
        if sys.stdout is not None:
            sys.stdout.flush()
    except NonogramError as error:
        click.echo(str(error), err=True)
        return BAD_INPUT
    except OSError as error:
        return output_lost(error, DONE)
    return INTERRUPTED if should_stop() else code
