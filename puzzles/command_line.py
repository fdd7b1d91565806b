"""What all commands share: options, and what the program hands to them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import click

from puzzles.contracts import SolverHooks, no_solver


@dataclass(frozen=True)
class Services:
    """What the program hands to commands whose package may not import it.

    It is the object of the commands' context, see :class:`click.Context`.
    """

    solver_hooks: Callable[[], SolverHooks] = no_solver
    """Imports the solver when it is called."""
    count_solutions: str = ""
    """A :data:`puzzles.contracts.CountSolutions` as ``module:name``: a child process imports it."""
    show_live: Callable[[str | None], int] | None = None
    """Opens the window with a camera, file or stream, and returns the exit code."""


def services_of(context: click.Context) -> Services:
    """What the program handed to this command; nothing if it runs by itself."""
    return context.obj if isinstance(context.obj, Services) else Services()


def finite(context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """A click callback that refuses ``nan``, which passes every range, and ``inf``."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"{value} is not a number to count with.", context, option)
    return value


force_option = click.option("--force", is_flag=True, help="Replace a write-protected file, too.")
"""The option of every command that writes files."""
