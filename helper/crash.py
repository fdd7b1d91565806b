"""What happens when the program itself is wrong: a log entry and a dialog, not a silent death."""

from __future__ import annotations

import logging
import logging.handlers
import sys
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtWidgets import QApplication, QMessageBox

from puzzles import NonogramError
from puzzles.library import data_folder

_log = logging.getLogger(__name__)


def log_file() -> Path:
    """Where the log is written."""
    return data_folder() / "log.txt"


def start_log() -> None:
    """Write warnings and faults to the log file; without one if the disk refuses."""
    handler: logging.Handler
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            log_file(), maxBytes=500_000, backupCount=1, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)


def install() -> None:
    """From now on exceptions that nobody caught reach :func:`handle`."""
    sys.excepthook = handle


def handle(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an exception that nobody caught, and tell the player; the program goes on."""
    if issubclass(kind, KeyboardInterrupt):
        QApplication.exit(130)
        return
    details = "".join(traceback.format_exception(kind, error, trace))
    _log.critical("a fault of the program:\n%s", details)
    box = QMessageBox(QApplication.activeWindow())
    box.setIcon(QMessageBox.Icon.Critical)
    box.setWindowTitle("Nonogram Helper")
    if isinstance(error, NonogramError):
        box.setText(str(error))
    else:
        box.setText(
            "Something went wrong in the program. Your moves are kept; it is best to save the"
            " puzzle and start the program again."
        )
        box.setInformativeText(f"The details are in {log_file()}")
        box.setDetailedText(details)
    box.exec()
