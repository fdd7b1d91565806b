"""The version of the program, which ``pyproject.toml`` says once for all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

DISTRIBUTION = "nonogram-helper"
UNKNOWN = "0"
"""The version of a copy that was neither installed nor checked out."""
_CHECKOUT = Path(__file__).resolve().parents[1] / "pyproject.toml"
"""Beside the packages in a checkout; an installation has none."""


def version_number() -> str:
    """The version, as in ``1.0.0``.

    A checkout reads it from its own ``pyproject.toml``: what was installed from it may be older.
    An installation has it in the name of a folder; ``importlib.metadata`` is slow to import.
    """
    return _from_checkout() or _from_folder_name() or _from_metadata() or UNKNOWN


def is_checkout() -> bool:
    """Whether this program runs from its sources, as checked out."""
    return _CHECKOUT.is_file()


def _from_checkout() -> str:
    try:
        with _CHECKOUT.open(encoding="utf-8") as file:
            line = next(line for line in file if line.startswith("version ="))
    except (OSError, StopIteration):
        return ""
    return line.partition("=")[2].strip().strip('"')


def _from_folder_name() -> str:
    begin, end = DISTRIBUTION.replace("-", "_") + "-", ".dist-info"
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208
        except OSError:  # an archive, or it is not there
            continue
        for name in names:
            if name.startswith(begin) and name.endswith(end):
                return name[len(begin) : -len(end)]
    return ""


def _from_metadata() -> str:
    """Also finds it in a wheel that is not unpacked."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return ""
