"""The dialog of File > Print: options beside a preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from helper.application.icons import icon
from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.paper.book import Book, BookPuzzle, plan_book
from helper.paper.page_painter import PagePainter
from helper.paper.preparing import Preparation, prepare
from helper.widgets.cards import Rows
from helper.widgets.option_fields import OptionFields
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note
from helper.widgets.small_screen import NO_LIMIT_PX
from helper.widgets.style import PRIMARY
from helper.workers.jobs import Job
from puzzles.formats import Document
from puzzles.model import Puzzle, clean_text
from puzzles.print_options import (
    PER_PAGE,
    Orientation,
    PageSize,
    PrintOptions,
    Solutions,
    Titles,
)
from puzzles.words import _, capitalized, in_context, plural, worded

_WIDTH_PX = 840
_OPTIONS_PX = 330
_BESIDE_PX = 600
"""In a narrower dialog the preview is below the options."""
_FIELD_PX = 190
_SECTION = "print"
"""The section of the settings."""
_DEFAULTS = PrintOptions()
"""A title is secret until the puzzle is solved."""
_SHOWN_NOTES = 3
"""Sentences on puzzles that did not fit; the others are counted."""
_REPLAN_MS = 60
"""How long the options must not change before the pages are made again."""


class PrintDialog(PageDialog):
    """Asks how puzzles are printed; the caller connects its two buttons.

    The solutions and the difficulties come from a child process, which runs while the player
    chooses.
    """

    def __init__(
        self,
        puzzles: Sequence[BookPuzzle],
        settings: Settings,
        themes: ThemeManager,
        title: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Make the dialog.

        Args:
            puzzles: At least one, each with rows and columns; solutions are found here.
            settings: Keeps the choices.
            themes: The colours.
            title: The proposed title of the book; empty for none.
            parent: The window behind the dialog.
        """
        super().__init__(_("Print"), parent, _WIDTH_PX)
        self._puzzles = list(puzzles)
        self._settings = settings
        self._job: Job | None = None
        self._is_solved = self._is_rated = False
        self.book: Book | None = None
        """The pages as they are chosen now."""
        self.options = kept_options(settings, title)
        self.preview = PagePreview()
        self.progress = note()
        self.notes = note()
        self._make_options()
        self._make_buttons()
        self._lay_out()
        self._planning = QTimer(self, singleShot=True, interval=_REPLAN_MS)
        self._planning.timeout.connect(self._plan)
        themes.changed.connect(self._set_theme)
        self._set_theme(themes.theme)
        self._follow()
        self._plan()
        self.fit_screen()
        self._order()
        first = self.page_size if len(self._puzzles) == 1 else self.title
        (self.preview.sheet if self._is_wide else first).setFocus()

    # Controls

    def _make_options(self) -> None:
        controls = OptionFields(self.options, lambda name, value: self._change(**{name: value}))
        self.title = QLineEdit(self.options.title)
        self.title.setPlaceholderText(_("No title page"))
        self.title.setMaxLength(200)
        self.title.textChanged.connect(lambda text: self._change(title=clean_text(text)))
        self.page_size = controls.choice(
            "page_size",
            {PageSize.A4: "A4", PageSize.LETTER: in_context("a size of paper", "Letter")},
        )
        self.orientation = controls.choice(
            "orientation",
            {
                Orientation.AUTO: in_context("how the paper lies", "Automatic"),
                Orientation.PORTRAIT: in_context("how the paper lies", "Portrait"),
                Orientation.LANDSCAPE: in_context("how the paper lies", "Landscape"),
            },
        )
        self.orientation.setToolTip(_("Automatic: as the cells are larger"))
        self.margin = controls.number("margin_mm", " mm")
        self.per_page = controls.choice("per_page", {count: f"{count}" for count in PER_PAGE})
        self.solutions = controls.choice(
            "solutions",
            {
                Solutions.END: _("At the end"),
                Solutions.UPSIDE_DOWN: _("At the end, upside down"),
                Solutions.NONE: in_context("no solutions", "None"),
            },
        )
        self.titles = controls.choice(
            "titles",
            {Titles.SOLUTION: _("With the solutions"), Titles.PUZZLE: _("Above the puzzles")},
        )
        self.difficulty = controls.switch("has_difficulty", _("&Difficulty above each puzzle"))
        self.page_numbers = controls.switch("has_page_numbers", _("Page &numbers"))
        self.large = controls.switch("is_large", _("&Large cells and numbers"))
        self.grey = controls.switch("is_grey", _("&Grey, with letters for colours"))
        self.marks = controls.switch("has_marks", _("With my &marks"))

    def _make_buttons(self) -> None:
        kinds = QDialogButtonBox.StandardButton
        self.buttons = self.add_buttons(kinds.Cancel)
        roles = QDialogButtonBox.ButtonRole
        self.save_button = QPushButton(_("Save as PDF…"))
        self.print_button = QPushButton(_("&Print…"))
        self.print_button.setProperty(PRIMARY, True)
        for button in (self.save_button, self.print_button):
            self.buttons.addButton(button, roles.ActionRole)
        self.print_button.setDefault(True)

    def _lay_out(self) -> None:
        column = self._column = QWidget()
        outer = QVBoxLayout(column)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(GAP_PX)
        content = QWidget()
        rows = Rows(content)
        if len(self._puzzles) > 1:
            rows.add_field(_("&Title"), self.title)
        rows.add_field(_("Pa&per"), self.page_size)
        rows.add_field(_("&Orientation"), self.orientation)
        rows.add_field(_("Ma&rgin"), self.margin)
        if len(self._puzzles) > 1:
            rows.add_field(_("Puzzles on a pag&e"), self.per_page)
        rows.add_field(_("&Solutions"), self.solutions)
        rows.add_field(_("T&itles"), self.titles)
        fields = (
            self.title,
            self.page_size,
            self.orientation,
            self.margin,
            self.per_page,
            self.solutions,
            self.titles,
        )
        width = max(_FIELD_PX, *(field.sizeHint().width() for field in fields))
        for field in fields:
            field.setFixedWidth(width)
        switches = [self.difficulty, self.page_numbers, self.large]
        if any(not each.puzzle.is_black_and_white for each in self._puzzles):
            switches.append(self.grey)
        if any(each.marks is not None for each in self._puzzles):
            switches.append(self.marks)
        for switch in switches:
            rows.add_switch(switch)
        for control in (self.title, self.per_page, self.grey, self.marks):
            if control.parent() is None:  # it is not offered here
                control.setParent(self.page)
                control.hide()
        outer.addWidget(content)
        outer.addWidget(self.progress)
        outer.addWidget(self.notes)
        outer.addStretch(1)
        self._page_layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.page)
        margin = MARGIN_PX
        self._page_layout.setContentsMargins(margin, margin, margin, margin)
        self._page_layout.setSpacing(MARGIN_PX)
        self._page_layout.addWidget(self.preview, 1)
        self._page_layout.addWidget(column)
        self._order()

    def _order(self) -> None:
        """Put the preview beside the options, or below them where there is little room."""
        kinds = QBoxLayout.Direction
        is_wide = self._is_wide
        self._page_layout.setDirection(kinds.LeftToRight if is_wide else kinds.BottomToTop)
        width = max(_OPTIONS_PX, self._column.minimumSizeHint().width())
        self._column.setMinimumWidth(width if is_wide else 0)
        self._column.setMaximumWidth(width if is_wide else NO_LIMIT_PX)

    @property
    def _is_wide(self) -> bool:
        return self.width() >= _BESIDE_PX

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._order()

    def _set_theme(self, theme: Theme) -> None:
        self.preview.set_theme(theme)

    # What follows the options

    def _change(self, **changes: Any) -> None:
        self.options = replace(self.options, **changes)
        keep_options(self._settings, self.options)
        self._planning.start()
        self._follow()

    def _follow(self) -> None:
        """Solve and rate what is wanted and not known yet; offer the buttons when it is done."""
        wants_rating = self.options.has_difficulty and not self._is_rated
        wants_solutions = self.options.solutions is not Solutions.NONE and not self._is_solved
        is_needed = wants_rating or wants_solutions
        if is_needed and self._job is None:
            self._start(self.options.has_difficulty)
        for button in (self.save_button, self.print_button):
            button.setEnabled(not is_needed)
        self.progress.setVisible(is_needed or bool(self._missing))
        if not is_needed:
            self.progress.setText(self._missing)

    def _start(self, has_difficulty: bool) -> None:
        work = partial(_prepare_work, [each.puzzle for each in self._puzzles], has_difficulty)
        self._job = Job(work, self)
        self._job.reported.connect(self._show_progress)
        self._job.finished.connect(partial(self._take, has_difficulty))
        self._job.failed.connect(self._fail)
        self._show_progress(0)
        self._job.start()

    def _show_progress(self, done: object) -> None:
        total = len(self._puzzles)
        self.progress.setText(
            worded("Solving {done} of {total:,} …", done=done, total=total)
            if total > 1
            else _("Solving …")
        )

    def _take(self, has_difficulty: bool, found: list[Preparation]) -> None:
        self._end_job()
        self._puzzles = [
            replace(each, solution=known.solution, difficulty=known.difficulty)
            for each, known in zip(self._puzzles, found, strict=True)
        ]
        self._is_solved, self._is_rated = True, has_difficulty
        self._follow()
        self._plan()

    def _fail(self, sentence: str) -> None:
        """Print without what could not be found."""
        self._end_job()
        self._is_solved = self._is_rated = True
        self._follow()
        self.progress.setText(worded("There are no solutions: {sentence}.", sentence=sentence))
        self.progress.show()
        self._plan()

    def _end_job(self) -> None:
        if self._job is not None:
            self._job.kill()
            self._job.deleteLater()
            self._job = None

    @property
    def _missing(self) -> str:
        """A sentence on puzzles without a solution, once that is known."""
        if not self._is_solved or self.options.solutions is Solutions.NONE:
            return ""
        count = sum(each.solution is None for each in self._puzzles)
        if not count:
            return ""
        if len(self._puzzles) == 1:
            return _("No solution was found.")
        return plural(
            count,
            "For {count} puzzle no solution was found.",
            "For {count} puzzles no solution was found.",
        )

    def _plan(self) -> None:
        self._planning.stop()
        marks = self.options.has_marks
        puzzles = [each if marks else replace(each, marks=None) for each in self._puzzles]
        options = self.options
        if len(puzzles) == 1:  # the choice for several puzzles is kept, and means nothing here
            options = replace(options, per_page=1, title="")
        self.book = plan_book(puzzles, options)
        self.preview.show_book(self.book)
        notes = list(self.book.notes)
        if len(notes) > _SHOWN_NOTES:
            notes[_SHOWN_NOTES:] = [
                plural(
                    len(notes) - _SHOWN_NOTES,
                    "The same applies to {count} other.",
                    "The same applies to {count} others.",
                )
            ]
        self.notes.setText("\n".join(map(capitalized, notes)))
        self.notes.setVisible(bool(notes))

    def planned(self) -> Book:
        """The book with the latest options."""
        if self._planning.isActive() or self.book is None:
            self._plan()
        assert self.book is not None
        return self.book

    def done(self, result: int) -> None:  # Qt override
        self._end_job()
        super().done(result)


def kept_options(settings: Settings, title: str = "") -> PrintOptions:
    """The latest choices of the player; the title and the marks belong to what is printed."""
    kept = settings.kept_choice(_SECTION, _DEFAULTS)
    return replace(kept, title=title, has_marks=False)


def keep_options(settings: Settings, options: PrintOptions) -> None:
    """Keep choices for the next time."""
    settings.keep_choice(_SECTION, replace(options, title="", has_marks=False))


def _prepare_work(
    puzzles: Sequence[Puzzle],
    has_difficulty: bool,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> list[Preparation]:
    return prepare([*map(Document, puzzles)], has_difficulty, report, should_stop, is_child=True)


_MARGIN_PX = 12
_ICON_PX = 16
_WHEEL_STEP = 120


class _Sheet(QWidget):
    """One page as it will be printed.

    Signals:
        turned: ``int``, how many pages on the player asks to go.
    """

    turned = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._book: Book | None = None
        self._page = 0
        self._picture: QPixmap | None = None
        self._border = self._accent = QColor("#808080")
        self._wheel = 0
        self.setMinimumSize(220, 280)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Preview"))

    def show_page(self, book: Book | None, page: int) -> None:
        """Show a page; none if there is no book."""
        self._book, self._page, self._picture = book, page, None
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw the border in a theme's colour."""
        self._border, self._accent = QColor(theme.faint), QColor(theme.accent)
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(380, 520)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        if self._book is None:
            return
        place = self._place()
        if self._picture is None or self._picture.deviceIndependentSize() != place.size():
            self._picture = self._painted(place.size())
        painter = QPainter(self)
        painter.drawPixmap(place.topLeft(), self._picture)
        painter.setPen(QPen(self._border, 1))
        painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5))
        if self.hasFocus():
            painter.setPen(QPen(self._accent, 2))
            painter.drawRect(place.adjusted(-4, -4, 4, 4))
        painter.end()

    def _place(self) -> QRectF:
        """Where the page is, with whole pixels."""
        assert self._book is not None
        size = self._book.pages[self._page].size
        room = QSizeF(self.width() - 2 * _MARGIN_PX, self.height() - 2 * _MARGIN_PX)
        fitted = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        width, height = max(1, int(fitted.width())), max(1, int(fitted.height()))
        return QRectF((self.width() - width) // 2, (self.height() - height) // 2, width, height)

    def _painted(self, size: QSizeF) -> QPixmap:
        assert self._book is not None
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap((size * ratio).toSize())
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(QColor("#ffffff"))
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = size.width() / self._book.pages[self._page].size.width()
        painter.scale(scale, scale)
        PagePainter(self._book).paint(painter, self._page)
        painter.end()
        return pixmap

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        keys = Qt.Key
        steps = {
            keys.Key_PageDown: 1,
            keys.Key_Right: 1,
            keys.Key_Down: 1,
            keys.Key_PageUp: -1,
            keys.Key_Left: -1,
            keys.Key_Up: -1,
            keys.Key_Home: -1_000_000,
            keys.Key_End: 1_000_000,
        }
        if (step := steps.get(Qt.Key(event.key()))) is None:
            super().keyPressEvent(event)
        else:
            self.turned.emit(step)

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt override
        self._wheel -= event.angleDelta().y()
        steps = int(self._wheel / _WHEEL_STEP)
        self._wheel -= steps * _WHEEL_STEP
        last = len(self._book.pages) - 1 if self._book else 0
        is_end = self._page == (last if event.angleDelta().y() < 0 else 0)
        event.setAccepted(not is_end)  # the options scroll instead
        if steps:
            self.turned.emit(steps)


class PagePreview(QWidget):
    """A page with the buttons to turn pages."""

    def __init__(self) -> None:
        super().__init__()
        self._book: Book | None = None
        self.page = 0
        """The page that is shown, 0-based."""
        self.sheet = _Sheet()
        self.sheet.turned.connect(self.turn)
        self.previous = self._button(_("Previous page"), -1)
        self.next = self._button(_("Next page"), 1)
        self.label = QLabel()
        self.label.setProperty("kind", "faint")
        foot = QHBoxLayout()
        foot.addStretch(1)
        for widget in (self.previous, self.label, self.next):
            foot.addWidget(widget)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.sheet, 1)
        column.addLayout(foot)

    def _button(self, name: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setAutoRaise(True)
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        button.clicked.connect(lambda: self.turn(step))
        return button

    def set_theme(self, theme: Theme) -> None:
        """Draw the buttons and the page's border in a theme's colours."""
        self.previous.setIcon(icon("previous", theme))
        self.next.setIcon(icon("next", theme))
        self.sheet.set_theme(theme)

    def show_book(self, book: Book | None) -> None:
        """Show a book at the same page, if it has that many."""
        self._book = book
        self.turn(0)

    def turn(self, pages: int) -> None:
        """Turn some pages on, or back if negative, as far as the book has pages."""
        count = len(self._book.pages) if self._book else 0
        self.page = max(0, min(count - 1, self.page + pages))
        self.previous.setEnabled(self.page > 0)
        self.next.setEnabled(self.page < count - 1)
        self.label.setText(
            worded("Page {page} of {count}", page=self.page + 1, count=count) if count else ""
        )
        self.sheet.show_page(self._book, self.page)
