"""What a command says about a bug: one sentence. The log has the details, and a report is kept.

No Qt: a command of an installation without a display can use this, too.
"""

from __future__ import annotations

import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

from helper.application.library import data_folder
from helper.application.private import open_regular, private_file, private_folder
from helper.reports.problem_report import MAX_LOG_BYTES, report_text
from helper.reports.public import place_of, public_traceback
from helper.reports.system import system_facts
from puzzles.errors import NonogramError
from puzzles.exit_codes import BAD_INPUT, UNEXPECTED
from puzzles.version import version_number
from puzzles.words import _, worded

_MAX_KEPT = 200_000
"""Bytes of the kept report that are printed."""


def say_unexpected(error: BaseException) -> int:
    """Say on stderr that an error was not foreseen, and keep the report about it.

    Args:
        error: Any exception; one that the program raised on purpose is just said.

    Returns:
        The exit code.
    """
    if isinstance(error, NonogramError):
        print(error, file=sys.stderr)
        return BAD_INPUT
    if isinstance(error, MemoryError):
        print(_("there is not enough memory for this"), file=sys.stderr)
        return BAD_INPUT
    problem = public_traceback(error)
    log = data_folder() / "log.txt"
    try:
        private_folder(log.parent)
        details = "".join(traceback.format_exception(error))
        moment = time.strftime("%Y-%m-%d %H:%M:%S")
        is_large = log.exists() and log.stat().st_size > MAX_LOG_BYTES
        entry = " ".join([moment, "CRITICAL", "main:", details])
        _write(log, entry, "w" if is_large else "a")
        _write(_kept(), f"{moment}, {version_number()}\n{problem}", "w")
    except OSError:
        template = _("unexpected error {error}; what to send with a report of it follows")
        print(worded(template, error=place_of(error)), file=sys.stderr)
        print(report_text(system_facts(), problem), file=sys.stderr)
        return UNEXPECTED
    template = _(
        "unexpected error {error}; {log_file} has the details, and `nonogram --report` prints what"
        " to send with a report of it"
    )
    print(worded(template, error=place_of(error), log_file=log), file=sys.stderr)
    return UNEXPECTED


def report() -> str:
    """The versions, and what is public of the last unexpected error of a command."""
    problem = ""
    with suppress(OSError), open_regular(_kept()) as file:
        problem = file.read(_MAX_KEPT).decode("utf-8", "replace")
    return report_text(system_facts(), problem)


def _kept() -> Path:
    return data_folder() / "report.txt"


def _write(path: Path, text: str, mode: str) -> None:
    private_file(path)
    with path.open(mode, encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
