"""What a window says: every feature speaks through the one :class:`Messages` of its window."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from puzzles.words import cut

NAME = "Nonogram Helper"
MAX_SHOWN = 3000
"""Characters of a message, about a page: Qt lays out a longer text for minutes."""


class Messages(QObject):
    """Says something to the user; the window decides where it is shown.

    Signals:
        info_given: ``str``, what was done; it goes by in the status bar.
        notice_given: ``str``, why a command is not possible; it stays until the board changes.
        trouble_given: ``str``, what does not work; it stays until it is over, or is closed.
        trouble_ended: ``str``, that sentence, when it works again.
    """

    info_given = Signal(str)
    notice_given = Signal(str)
    trouble_given = Signal(str)
    trouble_ended = Signal(str)

    def __init__(self, window: QWidget | None = None) -> None:
        super().__init__(window)
        self._window = window

    def info(self, sentence: str) -> None:
        """Say what was done, or what happens."""
        self.info_given.emit(cut(sentence, MAX_SHOWN))

    def clear(self) -> None:
        """Take the last message away, since it is not true any more."""
        self.info_given.emit("")

    def notice(self, sentence: str) -> None:
        """Say beside the board why a command is not possible."""
        self.notice_given.emit(cut(sentence, MAX_SHOWN))

    def trouble(self, sentence: str) -> None:
        """Say what does not work any more."""
        self.trouble_given.emit(cut(sentence, MAX_SHOWN))

    def trouble_is_over(self, sentence: str) -> None:
        """Take a sentence of :meth:`trouble` away: it works again."""
        self.trouble_ended.emit(cut(sentence, MAX_SHOWN))

    def warning(self, sentence: str, title: str = NAME) -> None:
        """Say what failed; the user has to confirm that it was read."""
        QMessageBox.warning(self._window, title, cut(sentence, MAX_SHOWN))

    def ask(self, question: str, title: str = NAME, *, is_yes_likely: bool = False) -> bool:
        """Ask a question that is answered with Yes or No.

        Args:
            question: The question, after what has to be known for the answer.
            title: Of the box.
            is_yes_likely: Whether Enter means Yes.
        """
        kinds = QMessageBox.StandardButton
        likely = kinds.Yes if is_yes_likely else kinds.No
        text = cut(question, MAX_SHOWN)
        answer = QMessageBox.question(self._window, title, text, kinds.Yes | kinds.No, likely)
        return answer == kinds.Yes
