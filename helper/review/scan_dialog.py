"""The dialog of File > Scan: where the picture of a puzzle comes from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QVBoxLayout, QWidget

from helper.images.picture_files import has_picture, local_files
from helper.widgets.choices import Choices, run_later
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note
from puzzles.words import _

_WIDTH_PX = 520


class ScanSourceDialog(PageDialog):
    """Lists the sources; takes pictures that are dropped or pasted.

    Signals:
        chosen: ``str``, the id of the command of a source.
        dropped: :class:`QMimeData` with files or a picture; valid only during the signal.
        pasted: There is a picture on the clipboard.
    """

    chosen = Signal(str)
    dropped = Signal(object)
    pasted = Signal()

    def __init__(self, sources: Sequence[QAction], last: str, parent: QWidget) -> None:
        """Initialize.

        Args:
            sources: What can be chosen.
            last: The id of the command that was chosen last; it has the focus.
            parent: The main window.
        """
        super().__init__(_("Scan"), parent, _WIDTH_PX)
        self.choices = Choices(sources)
        self.choices.chosen.connect(self._choose)
        column = QVBoxLayout(self.page)
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        column.setSpacing(GAP_PX)
        column.addWidget(
            note(_("Printed puzzles with numbers are read. Or drop or paste a picture here."))
        )
        column.addWidget(self.choices, 1)
        self.add_buttons(QDialogButtonBox.StandardButton.Cancel)
        self.setAcceptDrops(True)
        first = next(iter(self.choices.buttons.values()))
        button = self.choices.buttons.get(last, first)
        (button if button.isEnabled() else first).setFocus()
        self.fit_screen()

    def _choose(self, action: QAction) -> None:
        self.chosen.emit(action.objectName())
        self.accept()
        run_later(action)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if not event.matches(QKeySequence.StandardKey.Paste):
            super().keyPressEvent(event)
        elif has_picture(QApplication.clipboard().mimeData()):
            self.accept()
            self.pasted.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # Qt override
        if local_files(event.mimeData()) or has_picture(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # Qt override
        event.acceptProposedAction()
        self.accept()
        self.dropped.emit(event.mimeData())
