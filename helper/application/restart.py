"""Starts the program anew in the place of the one that runs: another language needs that.

:func:`request` is called before the windows close, and :func:`restart_if_requested` when they are
closed and everything is stored. What was open is opened again (``Settings.keep_resumed``).
:func:`start_in_english` is called before there are windows.
"""

from __future__ import annotations

import logging
import os
import sys

from puzzles.child.process import end_children
from puzzles.language import ENGLISH, VARIABLE, environment_of_start
from puzzles.program import own_command
from puzzles.system import SYSTEM

_log = logging.getLogger(__name__)
_request = {"is_wanted": False}
_WITHOUT_FONT = "NONOGRAM_WITHOUT_FONT"
"""The environment variable of a program that was started in English."""


def request() -> None:
    """Have the program start anew when its windows are closed."""
    _request["is_wanted"] = True


def cancel() -> None:
    """Do not start it anew: a window stays open."""
    _request["is_wanted"] = False


def restart_if_requested() -> None:
    """Run the program again, if that was requested; then never return.

    If that is not possible, the program just ends.
    """
    if not _request["is_wanted"]:
        return
    cancel()
    # Without its files or command: what is open now comes from the settings.
    given = [word for word in sys.argv[1:] if word == "-reverse"]
    end_children()
    try:
        SYSTEM.replace_program([*own_command(), *given], environment_of_start())
    except OSError:
        _log.exception("the program cannot be started again")


def start_in_english() -> None:
    """Run the program again as it was started, but in English, whose letters are always there.

    If that is not possible, this one goes on.
    """
    environment = {**environment_of_start(), VARIABLE: ENGLISH, _WITHOUT_FONT: "1"}
    try:
        SYSTEM.replace_program([*own_command(), *sys.argv[1:]], environment)
    except OSError:
        _log.exception("the program cannot be started in English")
        return
    sys.exit()


def why_english() -> str:
    """Why the program was started in English, as a sentence; empty if it was not."""
    if not os.environ.pop(_WITHOUT_FONT, ""):
        return ""
    return (
        "This computer has no font with Japanese characters, so the program is in English. Install"
        " one, such as fonts-noto-cjk on Debian, or choose a language in Preferences (Ctrl+,)."
    )
