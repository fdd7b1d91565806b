"""Packages of other people that are missing, and how a person gets them.

On some systems there is no wheel of a package; ``pyproject.toml`` leaves it out there, so that the
program can be installed. Others are in extras. What needs one says so in a sentence, and everything
else works. Nothing can be added to a frozen program.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from puzzles.errors import NonogramError
from puzzles.program import IS_FROZEN, short_name
from puzzles.version import DISTRIBUTION, is_checkout
from puzzles.words import capitalized, worded

DISTRIBUTIONS = {
    "PIL": "pillow",
    "PySide6": "PySide6-Essentials",
    "constraint": "python-constraint2",
    "cv2": "opencv-python-headless",
    "multipart": "python-multipart",
    "prometheus_client": "prometheus-client",
}
"""What ``pip`` calls a module, if it does not call it by its name."""


class MissingPackageError(NonogramError):
    """A package is needed that is not installed."""


@cache
def why_missing(module: str) -> str:
    """Why what needs a module cannot be used, as a sentence; empty if the module is installed.

    It is not imported, which would take too long.
    """
    return "" if find_spec(module) is not None else _sentence(module)


def why_no_pictures() -> str:
    """Why no picture and no camera can be read; empty if they can."""
    return why_missing("cv2")


def require(module: str) -> None:
    """Check that a module is installed.

    Raises:
        MissingPackageError: It is not.
    """
    if reason := why_missing(module):
        raise MissingPackageError(reason)


def reason_without(module: str, extra: str = "") -> str:
    """That a module is not installed and how to get it, to follow what cannot be used.

    Args:
        module: The module.
        extra: The extra of this program that has it; by default its package is got by itself.

    Returns:
        A sentence without a full stop.
    """
    package = DISTRIBUTIONS.get(module, module)
    if IS_FROZEN:
        return worded(
            "this build of the program does not have the package {package}; a program that was"
            " installed by pip can have it",
            package=package,
        )
    command = ["pip", "install", package]
    if extra and (Path(sys.prefix) / ".made").exists():  # by the Makefile
        command = ["make", extra]
    elif extra:
        wanted = ["-e", f"'.[{extra}]'"] if is_checkout() else [f"'{DISTRIBUTION}[{extra}]'"]
        command = ["pip", "install", *wanted]
    return worded(
        "the package {package} is not installed; `{command}` installs it",
        package=package,
        command=" ".join(command),
    )


def sentence_of(error: ModuleNotFoundError) -> str:
    """The sentence for an import that failed; empty if a module of this program is missing."""
    module = (error.name or "").partition(".")[0]
    return "" if not module or short_name(error.name or "") else _sentence(module)


def _sentence(module: str) -> str:
    if module == "cv2" and not IS_FROZEN:
        return worded(
            "Pictures and cameras cannot be read: the package {package} is not installed."
            " `pip install {package}` installs it; where there is no wheel for this system, that"
            " takes a C++ compiler and some time.",
            package=DISTRIBUTIONS[module],
        )
    return worded("{text}.", text=capitalized(reason_without(module)))
