"""Qt's own texts in the language of the program: standard buttons, fields, files and colours.

Qt brings catalogues for most languages (``qtbase_*.qm``), but none for Lithuanian: what they do not
have is looked up in our catalogue, with the context "Qt".
"""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from puzzles.language import ENGLISH, LANGUAGE, LANGUAGES, catalogue
from puzzles.words import in_context

_CONTEXT = "Qt"


def use_language(application: QApplication) -> None:
    """Have Qt's texts, numbers and the direction of layouts follow the language of the program.

    The direction is not changed if the program was started with Qt's option ``-reverse``.
    """
    locale = QLocale(LANGUAGE if LANGUAGE in LANGUAGES else ENGLISH)
    QLocale.setDefault(locale)
    if application.isLeftToRight():
        application.setLayoutDirection(locale.textDirection())
    if LANGUAGE == ENGLISH:
        return
    application.installTranslator(CatalogueTranslator(application))
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    of_qt = QTranslator(application)
    if of_qt.load(f"qtbase_{LANGUAGE}", folder):
        application.installTranslator(of_qt)
    # What is installed last is asked first: Qt's names of keys differ from those of our texts.
    application.installTranslator(CatalogueTranslator(application, "QShortcut"))


class CatalogueTranslator(QTranslator):
    """Answers with the texts of our catalogue.

    Args:
        parent: The application.
        only: The one context of Qt for which it answers; empty for all.
    """

    def __init__(self, parent: QApplication, only: str = "") -> None:
        super().__init__(parent)
        self._only = only

    def isEmpty(self) -> bool:  # Qt override
        return False

    def translate(  # Qt override
        self, context: str, source: str, disambiguation: str | None = None, count: int = -1
    ) -> str | None:
        if self._only and context != self._only:
            return None
        text = catalogue.pgettext(_CONTEXT, source)
        # A key that keeps its name is one, too.
        return None if text == source and not self._only else text


_STANDARD_BUTTONS = (
    in_context("Qt", "OK"),
    in_context("Qt", "Save"),
    in_context("Qt", "Save All"),
    in_context("Qt", "Open"),
    in_context("Qt", "&Yes"),
    in_context("Qt", "Yes to &All"),
    in_context("Qt", "&No"),
    in_context("Qt", "N&o to All"),
    in_context("Qt", "Abort"),
    in_context("Qt", "Retry"),
    in_context("Qt", "Ignore"),
    in_context("Qt", "Close"),
    in_context("Qt", "Cancel"),
    in_context("Qt", "Discard"),
    in_context("Qt", "Help"),
    in_context("Qt", "Apply"),
    in_context("Qt", "Reset"),
    in_context("Qt", "Restore Defaults"),
)
_FIELDS = (
    in_context("Qt", "&Undo"),
    in_context("Qt", "&Redo"),
    in_context("Qt", "Cu&t"),
    in_context("Qt", "&Copy"),
    in_context("Qt", "&Paste"),
    in_context("Qt", "Delete"),
    in_context("Qt", "Select All"),
    in_context("Qt", "Clear"),
    in_context("Qt", "&Step up"),
    in_context("Qt", "Step &down"),
    in_context("Qt", "&Select All"),
    in_context("Qt", "Copy &Link Location"),
)
_FILES = (
    in_context("Qt", "&Look in:"),
    in_context("Qt", "File &name:"),
    in_context("Qt", "Files of &type:"),
    in_context("Qt", "Directory:"),
    in_context("Qt", "&Open"),
    in_context("Qt", "&Save"),
    in_context("Qt", "&Choose"),
    in_context("Qt", "Back"),
    in_context("Qt", "Forward"),
    in_context("Qt", "Parent Directory"),
    in_context("Qt", "Create New Folder"),
    in_context("Qt", "List View"),
    in_context("Qt", "Detail View"),
    in_context("Qt", "Sidebar"),
    in_context("Qt", "Computer"),
    in_context("Qt", "Name"),
    in_context("Qt", "Size"),
    in_context("Qt", "Type"),
    in_context("Qt", "Date Modified"),
    in_context("Qt", "File"),
    in_context("Qt", "Folder"),
    in_context("Qt", "New Folder"),
    in_context("Qt", "&New Folder"),
    in_context("Qt", "&Rename"),
    in_context("Qt", "&Delete"),
    in_context("Qt", "Show &hidden files"),
    in_context("Qt", "Save As"),
    in_context("Qt", "Find Directory"),
    in_context("Qt", "All Files (*)"),
    in_context("Qt", "Remove"),
    in_context("Qt", "%1 already exists.\nDo you want to replace it?"),
    in_context("Qt", "%1\nFile not found.\nPlease verify the correct file name was given."),
    in_context(
        "Qt", "%1\nDirectory not found.\nPlease verify the correct directory name was given."
    ),
)
_COLOURS = (
    in_context("Qt", "Select Color"),
    in_context("Qt", "&Basic colors"),
    in_context("Qt", "&Custom colors"),
    in_context("Qt", "&Add to Custom Colors"),
    in_context("Qt", "&Pick Screen Color"),
    in_context("Qt", "Hu&e:"),
    in_context("Qt", "&Sat:"),
    in_context("Qt", "&Val:"),
    in_context("Qt", "&Red:"),
    in_context("Qt", "&Green:"),
    in_context("Qt", "Bl&ue:"),
    in_context("Qt", "A&lpha channel:"),
    in_context("Qt", "&HTML:"),
)
_KEYS = (
    in_context("Qt", "Ctrl"),
    in_context("Qt", "Shift"),
    in_context("Qt", "Alt"),
    in_context("Qt", "Del"),
    in_context("Qt", "Ins"),
    in_context("Qt", "Home"),
    in_context("Qt", "End"),
    in_context("Qt", "PgUp"),
    in_context("Qt", "PgDown"),
    in_context("Qt", "Esc"),
    in_context("Qt", "Return"),
    in_context("Qt", "Enter"),
    in_context("Qt", "Backspace"),
    in_context("Qt", "Space"),
    in_context("Qt", "Tab"),
    in_context("Qt", "Left"),
    in_context("Qt", "Right"),
    in_context("Qt", "Up"),
    in_context("Qt", "Down"),
    in_context("Qt", "Menu"),
    in_context("Qt", "Pause"),
)
