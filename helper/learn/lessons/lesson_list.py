"""The list of lessons, with a tick for each one that is done; in a narrow window a box."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QListView, QWidget

from helper.application.icons import icon
from helper.application.theme import Theme
from helper.application.typeface import body_font, strong
from helper.learn.lessons.catalogue import LESSONS
from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.progress import LessonProgress
from helper.learn.step_panel import lesson_list_style
from helper.widgets.fields import name_box
from puzzles.words import _, worded

_ICON_PX = 16
_LIST_PX = 220
_ROW_PX, _HEADING_PX = 26, 34
_LESSON = Qt.ItemDataRole.UserRole


class LessonModel(QStandardItemModel):
    """The lessons below the names of their tiers."""

    def __init__(self, progress: LessonProgress, theme: Theme) -> None:
        super().__init__()
        self._progress = progress
        self._items: dict[str, QStandardItem] = {}
        tier = None
        for lesson in LESSONS:
            if lesson.technique.tier is not tier:
                tier = lesson.technique.tier
                self.appendRow(_heading(tier.title))
            item = QStandardItem(lesson.title)
            item.setEditable(False)
            item.setSizeHint(QSize(0, _ROW_PX))
            item.setData(lesson.technique.name, _LESSON)
            self._items[lesson.technique.name] = item
            self.appendRow(item)
        self.set_theme(theme)
        progress.changed.connect(self._update)

    def set_theme(self, theme: Theme) -> None:
        """Draw the ticks in a theme's colours."""
        self._tick = icon("right", replace(theme, text=theme.green))
        blank = QPixmap(_ICON_PX, _ICON_PX)
        blank.fill(Qt.GlobalColor.transparent)
        self._none = QIcon(blank)
        self._update()

    def _update(self) -> None:
        for lesson in LESSONS:
            item = self._items[lesson.technique.name]
            solved, count = len(self._progress.solved(lesson)), len(lesson.exercises)
            is_done = solved == count
            item.setIcon(self._tick if is_done else self._none)
            is_begun = 0 < solved < count
            item.setText(f"{lesson.title}  {solved}/{count}" if is_begun else lesson.title)
            said = worded("{solved} of {count} exercises are solved", solved=solved, count=count)
            item.setToolTip(said)
            item.setData(f"{lesson.title}, {said}", Qt.ItemDataRole.AccessibleTextRole)

    def index_of(self, lesson: Lesson) -> QModelIndex:
        """Where a lesson is."""
        return self.indexFromItem(self._items[lesson.technique.name])


def lesson_at(index: QModelIndex) -> Lesson | None:
    """The lesson of an entry; ``None`` for a heading."""
    name = index.data(_LESSON)
    return next((lesson for lesson in LESSONS if lesson.technique.name == name), None)


def _heading(text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    item.setFont(strong(body_font()))
    item.setSizeHint(QSize(0, _HEADING_PX))
    item.setTextAlignment(Qt.AlignmentFlag.AlignBottom)
    return item


class LessonList(QListView):
    """The lessons beside the lesson that is shown.

    Signals:
        chosen: :class:`Lesson`, by mouse or keyboard.
    """

    chosen = Signal(object)
    width_px = _LIST_PX

    def __init__(self, model: LessonModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lessons = model
        self.setObjectName("lessons")
        self.setModel(model)
        self.setFixedWidth(_LIST_PX)
        self.setIconSize(QSize(_ICON_PX, _ICON_PX))
        self.setAccessibleName(_("Lessons"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the mouse leaves the keyboard to the board
        self._is_following = False
        """Whether the window has changed the lesson, not the player."""
        self.selectionModel().currentChanged.connect(self._choose)

    def show_lesson(self, lesson: Lesson) -> None:
        """Select a lesson."""
        self._is_following = True
        self.setCurrentIndex(self._lessons.index_of(lesson))
        self._is_following = False

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self.setStyleSheet(lesson_list_style(theme))

    def _choose(self, index: QModelIndex) -> None:
        lesson = lesson_at(index)
        if lesson is not None and not self._is_following:
            self.chosen.emit(lesson)


class LessonChooser(QComboBox):
    """The lessons above the lesson that is shown, where there is no room for the list.

    Signals:
        chosen: :class:`Lesson`, by mouse or keyboard.
    """

    chosen = Signal(object)

    def __init__(self, model: LessonModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lessons = model
        self.setModel(model)
        name_box(self, _("Lesson"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.activated.connect(self._choose)

    def show_lesson(self, lesson: Lesson) -> None:
        """Show which lesson it is."""
        self.setCurrentIndex(self._lessons.index_of(lesson).row())

    def _choose(self, row: int) -> None:
        lesson = lesson_at(self._lessons.index(row, 0))
        if lesson is not None:
            self.chosen.emit(lesson)
