"""What happens when the program itself is wrong: a log entry and a dialog, not a silent death."""

from __future__ import annotations

import logging
import logging.handlers
import sys
import traceback
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMessageBox

from helper.application.library import data_folder
from helper.application.private import private_file, private_folder
from puzzles import NonogramError

_log = logging.getLogger(__name__)


class LogTrouble(QObject):
    """Tells of a log that cannot be written, from whatever thread.

    Signals:
        failed: ``str``, the sentence; said once.
    """

    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.sentence = ""
        """What was said."""

    def say(self, error: BaseException | None) -> None:
        """The log cannot be written."""
        if not self.sentence:
            reason = getattr(error, "strerror", None) or error
            self.sentence = f"The log cannot be written: {log_file()}: {reason}"
            self.failed.emit(self.sentence)


trouble = LogTrouble()


class LogFile(logging.handlers.RotatingFileHandler):
    """The log, which only the player may read. Where it fails, no traceback goes to stderr."""

    def _open(self) -> TextIOWrapper:
        private_file(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Say once that there is no log; see :class:`logging.Handler`."""
        trouble.say(sys.exc_info()[1])

    def close(self) -> None:
        """Close the file; what a full disk did not take is lost."""
        with suppress(OSError):
            super().close()


def log_file() -> Path:
    """Where the log is written."""
    return data_folder() / "log.txt"


def start_log() -> None:
    """Write warnings and faults to the log file; without one if the disk refuses."""
    handler: logging.Handler
    try:
        private_folder(data_folder())
        handler = LogFile(log_file(), maxBytes=500_000, backupCount=1, encoding="utf-8", delay=True)
    except OSError as error:
        handler = logging.NullHandler()
        trouble.say(error)
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
        box.setInformativeText(trouble.sentence or f"The details are in {log_file()}")
        box.setDetailedText(details)
    box.exec()
