"""What the options of all commands share."""

from __future__ import annotations

import math

import click


def finite(context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """A click callback that refuses ``nan``, which passes every range, and ``inf``."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"{value} is not a number to count with.", context, option)
    return value


force_option = click.option("--force", is_flag=True, help="Replace a write-protected file, too.")
"""The option of every command that writes files."""
