"""Options and services that the commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import click

from puzzles.contracts import SolverHooks, no_solver


@dataclass(frozen=True)
class Services:
    """Functions of other packages, for commands that may not import them.

    It is the ``obj`` of the commands' :class:`click.Context`.
    """

    solver_hooks: Callable[[], SolverHooks] = no_solver
    """Imports the solver when it is called."""
    count_solutions: str = ""
    """A :data:`puzzles.contracts.CountSolutions` as ``module:name``, for child processes."""
    show_live: Callable[[str | None], int] | None = None
    """Opens the window with a camera, file or stream, and returns the exit code."""


def services_of(context: click.Context) -> Services:
    """The services of a command; the defaults if it runs without the program."""
    return context.obj if isinstance(context.obj, Services) else Services()


def finite(context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """A click callback that rejects ``inf`` and ``nan``, which click's ranges accept."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"{value} is not a finite number.", context, option)
    return value


force_option = click.option("--force", is_flag=True, help="Replace a write-protected file, too.")
"""The option of every command that writes files."""
