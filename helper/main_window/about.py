"""Help > About Nonogram Helper: the program, and the licences of all that it consists of."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QFontDatabase, QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.reports.system import system_facts
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note
from helper.widgets.text_dialog import deleted_on_close
from puzzles.language import ENGLISH, LANGUAGE
from puzzles.version import version_number
from puzzles.words import _, worded

_ICON_PX = 64
_WIDTH_PX = 460
_TEXT_PX = 860
"""The width of the texts: 100 characters, the longest lines that most of them have."""
FROZEN_FOLDER = "notices"
"""What tools/package/notices.py has written for a frozen program."""
_OF_CHECKOUT = (
    "LICENSE",
    "LICENSES/*.txt",
    "puzzles/packs/licenses.txt",
    "resources/fonts/OFL.txt",
)


def licence_texts() -> dict[str, Path]:
    """The texts of the licences, by name; empty if this copy of the program has none.

    A frozen program has those of all that is in it, first the notices that name each part. An
    installation has those of the program itself: other packages brought theirs along.
    """
    return {name.as_posix(): path for name, path in _texts() if path.is_file()}


def _texts() -> Iterator[tuple[Path, Path]]:
    """Each text with its name, the one that explains the others first."""
    if getattr(sys, "frozen", False):
        program = Path(sys.executable).resolve().parent
        usr = program.parent.parent
        # Beside the program, in a bundle of macOS, and in a Debian package.
        for above in (program, program.parent / "Resources", usr / "share/doc/nonogram-helper"):
            folder = above / FROZEN_FOLDER
            found = (path for path in folder.rglob("*") if path.is_file())
            for path in sorted(found, key=lambda path: (path.parent != folder, str(path).lower())):
                yield path.relative_to(folder), path
        return
    root = Path(__file__).resolve().parents[2]
    if (root / _OF_CHECKOUT[0]).is_file():
        for pattern in _OF_CHECKOUT:
            for path in sorted(root.glob(pattern)):
                yield path.relative_to(root), path
        return
    try:
        installed = distribution("nonogram-helper").files or []
    except PackageNotFoundError:
        return
    for each in sorted(installed):
        if "licenses" in each.parts[:-1] and each.parts[0].endswith(".dist-info"):
            parts = each.parts[each.parts.index("licenses") + 1 :]
            yield Path(*parts), Path(str(each.locate()))


UNREAD_TRANSLATION = _(
    "A machine made this translation, and no person has read all of it yet. Help > Report a Problem"
    " tells us what sounds wrong."
)
"""Is shown in all languages but English."""


class AboutDialog(PageDialog):
    """Name, version and licence, and the versions to quote in a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("About Nonogram Helper"), parent, _WIDTH_PX)
        icon = QLabel()
        drawn = QIcon(str(files("resources") / "icons" / "app.svg"))
        icon.setPixmap(drawn.pixmap(QSize(_ICON_PX, _ICON_PX), self.devicePixelRatioF()))
        title = QLabel(worded("Nonogram Helper {version}", version=version_number()))
        title.setProperty("kind", "heading")
        sentences = (
            _("Solve, draw and check nonograms by hand and by machine."),
            _("Free software under the MIT licence."),
            _("It contains the work of others, under licences of their own."),
            *([UNREAD_TRANSLATION] if LANGUAGE != ENGLISH else ()),
        )
        self.system = note(
            worded(
                "Python {python_version}, Qt {qt_version}, {system}",
                python_version=platform.python_version(),
                qt_version=qVersion(),
                system=system_facts()["System"],
            )
        )
        flags = Qt.TextInteractionFlag
        self.system.setTextInteractionFlags(
            flags.TextSelectableByMouse | flags.TextSelectableByKeyboard
        )
        column = QVBoxLayout()
        column.setSpacing(GAP_PX)
        column.addWidget(title)
        for sentence in sentences:
            label = QLabel(sentence)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addWidget(self.system)
        column.addStretch(1)
        row = QHBoxLayout(self.page)
        row.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        row.setSpacing(MARGIN_PX)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        self.buttons = self.add_buttons(QDialogButtonBox.StandardButton.Close)
        self.licences_button = QPushButton(_("&Licences…"))
        self.licences_button.setToolTip(_("The texts of all licences"))
        self.licences_button.clicked.connect(self._show_licences)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.buttons.addButton(self.licences_button, role)
        self.licences_button.setVisible(bool(licence_texts()))  # addButton() shows it
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setDefault(True)
        close.setFocus()
        self.fit_screen()

    def _show_licences(self) -> None:
        deleted_on_close(LicencesDialog(licence_texts(), self)).show()


class LicencesDialog(QDialog):
    """The names of licence texts, and the one that is chosen."""

    def __init__(self, texts: dict[str, Path], parent: QWidget | None = None) -> None:
        """``texts``: at least one text, by name; the first one is shown."""
        super().__init__(parent)
        self.setWindowTitle(_("Licences"))
        self._texts = texts
        self.names = QComboBox()
        label = QLabel(_("&Text"))
        label.setBuddy(self.names)
        self.names.addItems(list(texts))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(_("Text of the licence"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.accept)
        layout = QVBoxLayout(self)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self.names, 1)
        layout.addLayout(row)
        layout.addWidget(self.text, 1)
        layout.addWidget(buttons)
        room = self.screen().availableSize()
        self.resize(min(_TEXT_PX, room.width() * 9 // 10), min(620, room.height() * 9 // 10))
        self.names.currentTextChanged.connect(self._show)
        self._show(self.names.currentText())

    def _show(self, name: str) -> None:
        try:
            text = self._texts[name].read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            text = worded(
                "{path}: cannot be read: {reason}", path=name, reason=error.strerror or ""
            )
        self.text.setPlainText(text)
