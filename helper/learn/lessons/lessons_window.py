"""The window of Learn: the list of lessons, and one lesson with its example and exercises."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget

from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.hints.hint_pages import HintPage
from helper.learn.lesson_window import NO_LIMIT, LessonWindow, tool_button
from helper.learn.lessons.catalogue import LESSONS, lesson_of
from helper.learn.lessons.exercise_check import Verdict, check
from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.lesson_list import LessonChooser, LessonList, LessonModel
from helper.learn.lessons.position import Position
from helper.learn.lessons.progress import LessonProgress
from helper.learn.lessons.technique_answers import answer_pages, pages
from helper.learn.step_panel import Sign
from helper.learn.steps import StepProgress
from helper.widgets.small_screen import SMALLEST
from puzzles.formats import Document
from puzzles.words import _, in_context, worded
from solver.logic.techniques import Technique

_MIN_LIST_PX = 760
"""In a narrower window a box replaces the list."""
_MIN_BESIDE_PX, _MIN_BESIDE_LINE_PX = 460, 620
"""With less room than this for both, the panel is below the board; a line is wide."""
_LINE_PX, _SMALL_LINE_PX = 120, 84
"""The height of a line above the panel, in a large and in a small window."""
_MIN_TALL_PX = 440
"""A lower window is small."""
_MIN_BOARD_PX = 96
_OWNER = "lesson"
"""Whose hatched cells on the board are: wrong ones."""
PAGE_MS, WORD_MS = 1500, 250
"""How long a page of an example is shown: at least, and for each word."""
EXAMPLE_KEYS = _("Play shows one step after the other. Next Step goes on by hand.")
LINE_TASK = _("Mark every cell of the line that follows by this technique: shade it, or dot it.")
COLOUR_TASK = _("Rows and columns together decide some cells. Mark them with a colour or a dot.")
TRIAL_TASK = _("Find a cell that this technique decides, and mark it: shade it, or dot it.")
MARK_KEYS = _("Keyboard: arrow keys; Space shades, X dots; Enter checks.")
PRAISE, PRAISE_LAST = _("That is right."), _("That is right. The lesson is done.")


class Given:
    """The guard of a lesson's board: cells that were marked at the start stay so."""

    def __init__(self, cells: frozenset[int]) -> None:
        self._cells = cells

    def may_paint(self, cells: Mapping[int, int]) -> bool:
        """Strokes may cross cells that stay as they are."""
        return True

    def admit(self, cells: Mapping[int, int], label: str) -> tuple[Mapping[int, int], str]:
        """Leave out the cells that stay as they are."""
        return {c: state for c, state in cells.items() if c not in self._cells}, label


class Lessons(LessonWindow):
    """The lessons. Step 0 of a lesson is its example, the others are its exercises.

    Signals:
        practice_requested: :class:`~solver.logic.techniques.Technique`, for a whole puzzle.
    """

    practice_requested = Signal(object)

    def __init__(
        self,
        progress: LessonProgress,
        settings: Settings,
        themes: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        self.check = tool_button(
            in_context("check the marks", "&Check"), _("Say whether the marks are right (Enter)")
        )
        self.show_answer = tool_button(_("S&how"), _("Show the answer and the reasons"))
        self.play = tool_button(
            in_context("play the steps", "&Play"), _("Show one step after the other")
        )
        self.previous = tool_button(_("Step Bac&k"), _("Show the step before"))
        self.following = tool_button(_("&Next Step"), _("Show the next step"))
        self.practise = tool_button(
            _("Pra&ctise"), _("Play a random puzzle that needs this technique")
        )
        super().__init__(_("Learn"), 1, settings, themes, parent, has_low_foot=True)
        self._progress = progress
        self._lesson = LESSONS[0]
        self._index = 0
        self._pages: list[HintPage] = []
        self._page = -1
        """The page of the reasoning that is shown; -1 for none."""
        self._is_helped = False
        """Whether the answer was shown since the exercise began."""
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._play_on)
        self.model = LessonModel(progress, themes.theme)
        self.list, self.chooser = LessonList(self.model), LessonChooser(self.model)
        self.board.look.keeps_numbers = True
        self.session.automatic_dots = False  # dots would answer for the player
        self._lay_out_whole()
        self._connect_lessons()
        self.set_theme(themes.theme)
        self._show_lesson(self._first_open())
        self.fit_screen(QSize(1040, 600))

    def _lay_out_whole(self) -> None:
        self.panel.skip.hide()
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.chooser)
        right.addLayout(self.pair, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        # The arrangement follows the width: what it needs now must not keep the window wide.
        whole.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setMinimumSize(SMALLEST * 0.9)
        whole.addWidget(self.list)
        whole.addLayout(right, 1)

    def _connect_lessons(self) -> None:
        self.list.chosen.connect(self._show_lesson)
        self.chooser.chosen.connect(self._show_lesson)
        self.check.clicked.connect(self.check_marks)
        self.show_answer.clicked.connect(self._answer)
        self.play.clicked.connect(self._play_or_pause)
        self.previous.clicked.connect(lambda: self._show_by_hand(self._page - 1))
        self.following.clicked.connect(lambda: self._show_by_hand(self._page + 1))
        self.practise.clicked.connect(lambda: self.practice_requested.emit(self._lesson.technique))
        self.session.history_changed.connect(self._marks_changed)
        self._progress.changed.connect(self._show_progress)

    def tool_buttons(self) -> tuple[QPushButton, ...]:
        """The buttons below the board."""
        steps = (self.play, self.previous, self.following)
        return (self.check, self.show_answer, *steps, *super().tool_buttons(), self.practise)

    # Which lesson

    @property
    def lesson(self) -> Lesson:
        """The lesson that is shown."""
        return self._lesson

    @property
    def step(self) -> int:
        """0 for the example, then the exercises from 1."""
        return self._index

    @property
    def position(self) -> Position:
        """What the board began with."""
        return self._lesson.exercises[self._index - 1] if self._index else self._lesson.example

    def _first_open(self) -> Lesson:
        open_ones = (lesson for lesson in LESSONS if not self._progress.is_done(lesson))
        return next(open_ones, LESSONS[0])

    def show_technique(self, technique: Technique) -> None:
        """Show the lesson of a technique."""
        self._show_lesson(lesson_of(technique))

    def _show_lesson(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self.list.show_lesson(lesson)
        self.chooser.show_lesson(lesson)
        self.panel.set_count(1 + len(lesson.exercises))
        self._show_step(0)

    def go_back(self) -> None:
        """Show the example or the exercise before."""
        self._show_step(max(0, self._index - 1))

    def go_on(self) -> None:
        """Show the next exercise, or the next lesson."""
        if self._index < len(self._lesson.exercises):
            self._show_step(self._index + 1)
        else:
            at = LESSONS.index(self._lesson) + 1
            self._show_lesson(LESSONS[at % len(LESSONS)])

    def begin_again(self) -> None:
        """Begin the example or the exercise again."""
        self._show_step(self._index)

    def _show_step(self, index: int) -> None:
        """Show the example or an exercise, and give the keyboard to the board."""
        self._stop()
        self._index, self._page, self._is_helped = index, -1, False
        position, is_example = self.position, index == 0
        self._pages = pages(position, self._lesson.technique)
        fixed = frozenset(range(len(position.grid.cells))) if is_example else position.given
        self.session.guard = None
        self.board.look.is_line = position.is_line
        self.session.open_copy(Document(position.shown, position.grid))
        self.session.guard = Given(fixed)
        self._show_texts()
        self._name_next()
        for button in (self.play, self.practise):
            button.setVisible(is_example)
        for button in (self.check, self.show_answer, self.undo, self.again):
            button.setVisible(not is_example)
        self._show_steps_buttons()
        self.panel.back.setEnabled(index > 0)
        self._show_progress()
        self._arrange()
        chooser = next((w for w in (self.list, self.chooser) if w.hasFocus()), None)
        self.begin_on_board()
        if chooser is not None:  # the keyboard goes on choosing
            chooser.setFocus()

    def _show_texts(self) -> None:
        lesson, count = self._lesson, len(self._lesson.exercises)
        if self._index == 0:
            self.panel.show_texts(_("Example"), lesson.title, lesson.rule, EXAMPLE_KEYS)
            return
        task = TRIAL_TASK
        if lesson.technique.is_of_one_line:
            task = LINE_TASK if self.position.is_line else COLOUR_TASK
        place = worded("Exercise {index} of {count}", index=self._index, count=count)
        self.panel.show_texts(place, lesson.title, task, MARK_KEYS)

    def _name_next(self) -> None:
        if self._index == 0:
            self.panel.name_next(_("Ex&ercises"), _("Go to the first exercise"))
        elif self._index < len(self._lesson.exercises):
            self.panel.name_next(_("Next &Exercise"), _("Go to the next exercise"))
        else:
            self.panel.name_next(_("Next L&esson"), _("Go to the next lesson"))

    def _show_progress(self) -> None:
        solved = self._progress.solved(self._lesson)
        self.panel.dots.show_progress(self._index, frozenset(k + 1 for k in solved))
        self.panel.dots.setToolTip(
            worded(
                "{solved} of {exercises} exercises are solved",
                solved=len(solved),
                exercises=len(self._lesson.exercises),
            )
        )

    # The reasoning, page by page

    def _show_page(self, number: int) -> None:
        self._page = min(max(number, 0), len(self._pages) - 1)
        page = self._pages[self._page]
        self.board.overlays.show_hint(page.marks)
        count = len(self._pages)
        head = (
            worded("Step {page} of {count}: ", page=self._page + 1, count=count)
            if count > 1
            else ""
        )
        self.panel.show_card(head + page.text, Sign.TELLS)
        self._show_steps_buttons()

    def _show_by_hand(self, number: int) -> None:
        self._stop()
        self._show_page(number)

    def _show_steps_buttons(self) -> None:
        is_shown = self._index == 0 or (self._page >= 0 and len(self._pages) > 1)
        for button in (self.previous, self.following):
            button.setVisible(is_shown)
        self.previous.setEnabled(self._page > 0)
        self.following.setEnabled(self._page + 1 < len(self._pages))

    def _play_or_pause(self) -> None:
        if self._timer.isActive():
            self._stop()
            return
        is_over = self._page + 1 >= len(self._pages)
        self._show_page(0 if is_over else self._page + 1)
        self._wait()

    def _play_on(self) -> None:
        self._show_page(self._page + 1)
        self._wait()

    def _wait(self) -> None:
        """Show the next page after a while, if there is one."""
        if self._page + 1 < len(self._pages):
            words = len(self._pages[self._page].text.split())
            self._timer.start(PAGE_MS + WORD_MS * words)
        self._name_play()

    def _stop(self) -> None:
        self._timer.stop()
        self._name_play()

    def _name_play(self) -> None:
        is_playing = self._timer.isActive()
        self.play.setText(_("&Pause") if is_playing else in_context("play the steps", "&Play"))
        self.play.setToolTip(_("Stop here") if is_playing else _("Show one step after the other"))

    # Exercises

    def check_marks(self) -> None:
        """Say whether the marks are right."""
        self._tell(check(self.position, self._lesson.technique, self.session.marks))

    def _marks_changed(self) -> None:
        """Tell at once if the exercise is solved; a hint belongs to the marks before."""
        if self._index == 0 or self.session.guard is None:
            return
        self._page = -1
        self.board.overlays.show_hint(None)
        self.board.overlays.show_hatched(frozenset(), _OWNER)
        self.panel.show_card("", Sign.TELLS)
        self._show_steps_buttons()
        verdict = check(self.position, self._lesson.technique, self.session.marks)
        if verdict.progress is StepProgress.DONE:
            self._tell(verdict)

    def _tell(self, verdict: Verdict) -> None:
        self.board.overlays.show_hint(verdict.marks)
        is_wrong = verdict.progress is StepProgress.WRONG
        wrong = () if verdict.cell is None or not is_wrong else (verdict.cell,)
        self.board.overlays.show_hatched(frozenset(wrong), _OWNER)
        if verdict.progress is not StepProgress.DONE:
            self.panel.show_card(verdict.sentence, Sign.WRONG if is_wrong else Sign.TELLS)
            return
        if not self._is_helped:
            self._progress.add(self._lesson, self._index - 1)
        is_done = self._progress.is_done(self._lesson)
        self.panel.show_card(PRAISE_LAST if is_done else PRAISE, Sign.RIGHT)

    def _answer(self) -> None:
        """Show the answer, after which the exercise counts only if it is begun again."""
        self._is_helped = True
        self._pages = answer_pages(self.position, self._lesson.technique)
        self._show_page(len(self._pages) - 1)

    def press_enter(self) -> None:
        """Check the marks of an open exercise; otherwise go on."""
        if self._index > 0 and not self._is_right:
            self.check_marks()
        else:
            super().press_enter()

    @property
    def _is_right(self) -> bool:
        verdict = check(self.position, self._lesson.technique, self.session.marks)
        return verdict.progress is StepProgress.DONE

    # Look

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        super().set_theme(theme)
        self.model.set_theme(theme)
        self.list.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """A list or a box; the panel is beside the board if there is room, as in How to Play."""
        width = self.width()
        has_list = width >= _MIN_LIST_PX
        self.list.setVisible(has_list)
        self.chooser.setVisible(not has_list)
        room = width - (self.list.width_px if has_list else 0)
        is_line = self.position.is_line
        is_below = room < (_MIN_BESIDE_LINE_PX if is_line else _MIN_BESIDE_PX)
        self.place_panel(room, is_below)
        is_small = self.height() < _MIN_TALL_PX
        self.set_compact(is_small)
        line_px = _SMALL_LINE_PX if is_small else _LINE_PX
        is_low = is_line and is_below
        self.board.setMinimumHeight(line_px if is_low else _MIN_BOARD_PX)
        self.board.setMaximumHeight(line_px if is_low else NO_LIMIT)
        self.pair.setStretch(0, 0 if is_low else 1)
