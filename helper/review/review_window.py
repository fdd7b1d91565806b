"""The review window: the picture and, beside it, the clues that were read."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from helper.application.icons import icon
from helper.application.theme import Theme, ThemeManager
from helper.application.typeface import strong
from helper.commands.announcer import Announcer
from helper.review.choices import ReviewChoices
from helper.review.clue_panel import CluePanel
from helper.review.color_adding import ColorAdding
from helper.review.cutouts import Cutouts
from helper.review.detail import Detail
from helper.review.draft import Draft
from helper.review.draft_lines import DraftPlace
from helper.review.grid_bar import GridBar
from helper.review.lattices import next_puzzle, straightened, warped
from helper.review.overlay import clue_quad
from helper.review.palette_row import PaletteRow
from helper.review.picture_view import PictureView
from helper.review.rereading import RereadJob
from helper.review.review import Review
from helper.review.scan_work import ReadingWish
from helper.review.verdict import (
    DraftStatus,
    DraftVerdict,
    LiveVerdict,
    advice,
    answer_text,
    color_sums_text,
)
from helper.widgets.banner import Banner, Shape
from helper.widgets.buttons import click_on_enter
from helper.widgets.page_dialog import note, show_kind
from helper.widgets.progress_task import show_share
from helper.widgets.small_screen import SmallScreenArea
from helper.widgets.style import COMPACT, PRIMARY
from puzzles import MAX_SHOWN
from puzzles.formats import Document
from puzzles.titles import title_of_file
from puzzles.words import _, worded
from recognizer.images import turned, turned_on
from recognizer.lattice import Lattice, Picture
from recognizer.values import MIRRORED, Problem, Progress, Side

_MIN_BAR_PX = 640
"""In a narrower window buttons are not beside the text of a message."""
_ICON_PX = 18
"""The side of the verdict's icon."""
_TITLE = _("Check the Scanned Puzzle")
_PURPOSE = _("For a printed puzzle with numbers: compare them with the picture.")
_KEYS_OF_DOUBTS = _(
    "Keys: ↓ ↑ next doubt · Enter confirm · R take the alternative · 0–9 type the number"
    " · Del remove · Ins insert · F2 type the line"
)
_KEYS_OF_ALL = _(
    "Keys: Ctrl with arrows any number · 0–9 type the number · Del remove · Ins insert"
    " · F2 type the line · Ctrl+Enter open the puzzle"
)
_KEYS_OF_LISTED = _(
    "Keys: Ctrl with arrows any number · 0–9 type the number · Del remove · Ins insert"
    " · F2 type the line · Ctrl+Enter keep the numbers, and check the next puzzle"
)


class ReviewWindow(QDialog):
    """Lets the user check and correct a reading, and open it as a puzzle.

    Signals:
        help_requested: The user asks for the help page.
        create_requested: The user wants to make a puzzle from the picture, which shows none.
    """

    help_requested = Signal()
    create_requested = Signal()

    def __init__(
        self,
        picture: Picture,
        draft: Draft,
        themes: ThemeManager,
        accept: Callable[[Document], bool],
        parent: QWidget | None = None,
        is_resumed: bool = False,
        name: str = "",
    ) -> None:
        """Show a draft.

        Args:
            picture: The picture as the file holds it.
            draft: The draft of its reading.
            themes: The colours to follow.
            accept: Opens the puzzle on the board; ``False`` if the player decided not to.
            parent: The window it belongs to.
            is_resumed: Whether the user has worked on the draft before.
            name: The name of the picture's file, which becomes the puzzle's title.
        """
        super().__init__(parent)
        self.setWindowTitle(f"{name} — {_TITLE}" if name else _TITLE)
        self.setWindowFlags(
            Qt.WindowType.Window
            | Qt.WindowType.WindowMinMaxButtonsHint
            | Qt.WindowType.WindowCloseButtonHint
        )
        self._original_picture = picture
        self._picture = picture
        self._turns = 0
        self._lattice: Lattice | None = None
        self._accept = accept
        self._is_listed = False
        self._theme = themes.theme
        self.review = Review(draft, self, is_resumed)
        self.live_verdict = LiveVerdict(self.review)
        self.rereading = RereadJob(self.review)
        cutouts = Cutouts(picture)
        self.banner = Banner()
        self.announcer = Announcer(self)
        self._told: list[str] = []
        """What was said of the puzzle as it is now."""
        self.banner.told.connect(self.announcer.say_shown)
        self.bar = GridBar(self.review, self._theme)
        self.view = PictureView(picture, self._theme)
        self.clues = CluePanel(self.review, cutouts, self._theme)
        self.detail = Detail(self.review, cutouts, self._theme)
        self.palette_row = PaletteRow(self.review, picture)
        self.color_adding = ColorAdding(self.review, self.palette_row, self.view)
        self.choices = ReviewChoices(title_of_file(name))
        self._create_progress()
        self._create_bottom()
        self._lay_out()
        self._connect()
        themes.changed.connect(self._theme_changed)
        self.live_verdict.update()
        self._changed()
        self._moved()
        self._verdict_changed(self.live_verdict.verdict)
        if is_resumed:
            self.show_message(_("Your corrections were restored."))
        elif draft.turns & MIRRORED:
            self.show_message(_("The numbers were mirrored, so the picture was mirrored back."))
        elif draft.turns:
            self.show_message(_("The numbers were not upright, so the picture was turned."))
        self._resize_to_screen()
        self.view.zoom_to_puzzle(draft)
        self.clues.setFocus()

    # Construction

    def _create_progress(self) -> None:
        self.progress = QWidget()
        self.progress_text = QLabel(_("Reading again …"))
        self.progress_text.setWordWrap(True)  # the height of what is in its place follows the width
        self.progress_bar = QProgressBar()
        self.stop = QPushButton(_("Sto&p"))
        self.stop.setProperty(COMPACT, True)
        click_on_enter(self.stop)
        self.stop.setToolTip(_("Stop reading and keep the old clues"))
        self.stop.clicked.connect(self.rereading.cancel)
        layout = QHBoxLayout(self.progress)
        layout.setContentsMargins(0, 2, 10, 0)
        layout.addWidget(self.progress_text, 1)
        layout.addWidget(self.progress_bar, 2)
        layout.addWidget(self.stop)

    def _create_bottom(self) -> None:
        self.sums, self.verdict, self.doubts = QLabel(), QLabel(), QLabel()
        for label in (self.sums, self.verdict):
            label.setWordWrap(True)
        self.verdict.setFont(strong(self.verdict.font()))
        self.go_button, self.answer_button = QPushButton(), QPushButton()
        self.go_button.setToolTip(_("Show the clue of this line"))
        self.answer_button.setToolTip(_("Take these numbers (A)"))
        for button in (self.go_button, self.answer_button):
            button.setProperty(COMPACT, True)
            click_on_enter(button)
        self.message = QLabel()
        self.keys = QLabel()
        self.verdict_icon = QLabel()
        self.verdict_icon.setFixedSize(_ICON_PX, _ICON_PX)
        self.open_button = QPushButton(_("&Open Puzzle"))
        self.open_button.setToolTip(_("Put the puzzle on the board (Ctrl+Return)"))
        self.cancel_button = QPushButton(_("Canc&el"))
        self.cancel_button.setToolTip(_("Close without opening the puzzle (Esc)"))
        self.help_button = QPushButton(_("&Help"))
        self.help_button.setToolTip(_("Explain this window, with its keys (F1)"))
        self.open_button.setProperty(PRIMARY, True)
        for button in (self.open_button, self.cancel_button, self.help_button):
            click_on_enter(button)

    def _lay_out(self) -> None:
        self.splitter = QSplitter()
        self.splitter.addWidget(self.view)
        self.splitter.addWidget(self.clues)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setChildrenCollapsible(False)
        facts = QHBoxLayout()
        facts.setContentsMargins(10, 6, 10, 0)
        facts.addWidget(self.verdict_icon)
        facts.addSpacing(4)
        facts.addWidget(self.verdict)
        facts.addSpacing(8)
        facts.addWidget(self.go_button)
        facts.addSpacing(16)
        facts.addWidget(self.doubts)
        facts.addSpacing(16)
        facts.addWidget(self.sums, 1)
        foot = QFrame()
        foot.setObjectName("foot")
        last = QHBoxLayout(foot)
        last.setContentsMargins(12, 8, 12, 8)
        last.setSpacing(8)
        last.addWidget(self.help_button)
        last.addWidget(note(_PURPOSE), 1)
        last.addWidget(self.cancel_button)
        last.addWidget(self.open_button)
        self.message_stack = QStackedWidget()
        for label in (self.message, self.keys):
            label.setContentsMargins(0, 2, 10, 0)
            label.setWordWrap(True)
            self.message_stack.addWidget(label)
        self.message_stack.addWidget(self.progress)
        # Room for two lines: the picture must not move while a corner is dragged.
        self.message_stack.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 2)
        self.message_stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.splitter, 1)
        inner.addWidget(self.detail)
        inner.addLayout(facts)
        self._said = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._said.setContentsMargins(10, 0, 0, 0)
        self._said.setSpacing(10)
        self._said.addWidget(self.answer_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._said.addWidget(self.message_stack, 1)
        inner.addLayout(self._said)
        inner.addWidget(self.palette_row)
        inner.addWidget(self.choices)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.banner)
        layout.addWidget(SmallScreenArea(content), 1)
        layout.addWidget(foot)

    def _connect(self) -> None:
        self.review.changed.connect(self._changed)
        self.review.moved.connect(self._moved)
        self.review.judged.connect(self._judged)
        self.live_verdict.changed.connect(self._verdict_changed)
        self.live_verdict.changed.connect(self._tell_soon)
        self.rereading.started.connect(self._reading_started)
        self.rereading.progressed.connect(self._reading_progressed)
        self.rereading.ended.connect(self._reading_ended)
        self.choices.bent.connect(self.bend_grid)
        self.palette_row.count_chosen.connect(self.read_in_colors)
        self.palette_row.left.connect(self.clues.setFocus)
        self.rereading.failed.connect(self.show_message)
        self.bar.turned.connect(self.turn)
        self.bar.resized.connect(self.resize_grid)
        self.bar.grown.connect(self.grow_grid)
        self.bar.read_requested.connect(self.read_here)
        self.bar.other_requested.connect(self.read_other)
        self.bar.zoomed.connect(self._zoom)
        self.view.place_chosen.connect(self._choose_place)
        self.view.lattice_changed.connect(self.move_grid)
        self.view.held.connect(self.rereading.hold)
        self.view.spot_chosen.connect(self.read_near)
        self.view.message_requested.connect(self.show_message)
        self.clues.message_requested.connect(self.show_message)
        self.clues.line_requested.connect(self.detail.type_line)
        self.detail.left.connect(self.clues.setFocus)
        self.color_adding.message_requested.connect(self.show_message)
        self.color_adding.left.connect(self.clues.setFocus)
        self.go_button.clicked.connect(self._go_to_wrong_line)
        self.answer_button.clicked.connect(self.review.take_answer)
        self.answer_button.clicked.connect(self.clues.setFocus)
        self.open_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.help_button.clicked.connect(self.help_requested)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.accept)
        QShortcut(QKeySequence("F1"), self, self.help_requested.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        is_wide = event.size().width() >= _MIN_BAR_PX
        self.banner.set_shape(Shape.BAR if is_wide else Shape.BLOCK)
        ways = QBoxLayout.Direction
        self._said.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        if not event.spontaneous():
            self.announcer.say(self.message.text())
            self._tell_soon()

    def _resize_to_screen(self) -> None:
        room = self.screen().availableSize()
        self.resize(min(1180, room.width() * 19 // 20), min(760, room.height() * 9 // 10))
        self.splitter.setSizes([self.width() * 6 // 10, self.width() * 4 // 10])

    def keep_in_list(self) -> None:
        """Say that the puzzle goes back into a list instead of onto the board."""
        self._is_listed = True
        self.open_button.setText(_("&Done"))
        self.open_button.setToolTip(_("Keep the numbers, and check the next puzzle (Ctrl+Return)"))
        self.cancel_button.setToolTip(_("Close without keeping changes (Esc)"))
        self._show_doubts()

    # Showing

    def show_message(self, sentence: str) -> None:
        """Show a message; an empty one shows the keys instead."""
        self.message.setText(sentence)
        if self.isVisible():
            self.announcer.say(sentence)
        self._show_foot()

    def _show_foot(self) -> None:
        """Show a reading, a message, or the keys, all in one place: the picture does not move."""
        shown = self.message if self.message.text() else self.keys
        self.message_stack.setCurrentWidget(self.progress if self.rereading.is_running else shown)

    def _changed(self) -> None:
        draft = self.review.draft
        self._show_turned(draft.turns)
        self._show_puzzle(draft)
        self._show_advice(draft)
        self.sums.setText(color_sums_text(draft))
        self._show_doubts()
        self.choices.show_draft(draft)
        self.show_message("")

    def _show_advice(self, draft: Draft) -> None:
        review = self.review
        text = advice(draft, is_over=review.is_over, may_have_one=review.may_have_one_solution)
        if text == self.banner.text:  # it is told once
            return
        if not text:
            self.banner.clear()
        elif draft.is_found:
            self.banner.show_message(text)
        else:
            buttons: dict[str, Callable[[], object]] = {_("Read Clues"): self.read_here}
            if Problem.NO_GRID in draft.problems:
                buttons[_("Create From Picture…")] = self.create_requested.emit
            self.banner.show_message(text, **buttons)

    def _judged(self) -> None:
        """Show the doubts again, and what is true of the picture now that it was judged."""
        self._show_advice(self.review.draft)
        self._show_doubts()

    def _show_doubts(self) -> None:
        count = len(self.review.to_check)
        if count:
            text = worded("{count} to check", count=count)
        else:
            text = _("Nothing left to check") if self.review.is_over else _("Nothing in doubt")
        self.doubts.setText(text)
        keys = _KEYS_OF_LISTED if self._is_listed else _KEYS_OF_ALL
        self.keys.setText(_KEYS_OF_DOUBTS if count else keys)
        answer = self.review.answer
        self.answer_button.setVisible(answer is not None)
        if answer is not None:
            self.answer_button.setText(answer_text(self.review.draft, answer))
        self.view.set_draft(self.review.draft, self.review.place, self.review.to_check)
        self._tell_soon()

    def _tell_soon(self) -> None:
        """What a key has changed is spoken before the verdict on it."""
        QTimer.singleShot(0, self, self._tell)

    def _tell(self) -> None:
        """Say to a screen reader what has changed below the picture, where no focus is."""
        verdict, answer = self.live_verdict.verdict, self.review.answer
        texts = [] if verdict.kind is DraftStatus.PENDING else [verdict.text]
        if texts and self.review.is_over:
            texts.append(self.doubts.text())
        if texts and answer is not None:
            texts.append(self.answer_button.text())
        if self.isVisible():
            for text in texts:
                if text not in self._told:
                    self.announcer.say(text)
            self._told = texts

    def _moved(self) -> None:
        self.view.set_draft(self.review.draft, self.review.place, self.review.to_check)
        number, draft = self.review.number, self.review.draft
        quad = None if number is None else number.quad
        if quad is None and draft.is_found:
            quad = clue_quad(draft, self.review.place.line)
        if quad is not None:
            self.view.show_quad(quad)

    def _show_turned(self, turns: int) -> None:
        """Turn the picture as the draft says, also after undo."""
        if turns == self._turns:
            return
        self._turns, self._picture = turns, turned(self._original_picture, turns)
        cutouts = Cutouts(self._picture)
        self.view.set_picture(self._picture)
        self.clues.set_cutouts(cutouts)
        self.detail.set_cutouts(cutouts)

    def _show_puzzle(self, draft: Draft) -> None:
        """Bring the puzzle into view if it is another one of the picture."""
        before, self._lattice = self._lattice, draft.lattice
        if before is None or draft.lattice is None or before is draft.lattice:
            return
        if draft.is_found and not before.is_same_grid(draft.lattice):
            self.view.zoom_to_puzzle(draft)

    def _verdict_changed(self, verdict: DraftVerdict) -> None:
        self.verdict.setText(verdict.text)
        self.go_button.setVisible(verdict.line is not None)
        if verdict.line is not None:
            self.go_button.setText(worded("&Go to {line}", line=verdict.line.title))
        bad = verdict.kind is DraftStatus.WRONG
        show_kind(self.verdict, "error" if bad else "")
        picture = icon(verdict.kind.value, self._theme)
        self.verdict_icon.setPixmap(picture.pixmap(_ICON_PX, _ICON_PX))

    def _theme_changed(self, theme: Theme) -> None:
        self._theme = theme
        for part in (self.bar, self.view, self.clues, self.detail):
            part.set_theme(theme)
        self._verdict_changed(self.live_verdict.verdict)

    def _zoom(self, by: int) -> None:
        if by:
            self.view.zoom_by(by)
        else:
            self.view.zoom_to_fit()

    def _go_to_wrong_line(self) -> None:
        line = self.live_verdict.verdict.line
        if line is not None:
            self._choose_place(DraftPlace(line))

    def _choose_place(self, place: DraftPlace) -> None:
        self.review.go(place)
        self.clues.setFocus()

    # Reading again

    def move_grid(self, lattice: Lattice, is_curved: bool | None = None) -> None:
        """Move the grid, see :meth:`Review.set_lattice`."""
        self.review.set_lattice(lattice, is_curved)
        if self.review.draft.is_found:
            self._read_again()

    def bend_grid(self, is_curved: bool) -> None:
        """Bend the grid onto the printed lines, or make its lines straight."""
        lattice, printed = self.review.draft.lattice, self.choices.printed
        if lattice is None:
            return
        if is_curved and printed is not None and printed.points.shape == lattice.points.shape:
            lattice = warped(printed, lattice.corners)
        self.move_grid(lattice if is_curved else straightened(lattice), is_curved)

    def resize_grid(self, rows: int, columns: int) -> None:
        """Change the size between the same corners."""
        self.review.resize(min(rows, MAX_SHOWN), min(columns, MAX_SHOWN))
        if self.review.draft.is_found:
            self._read_again()

    def grow_grid(self, side: Side, by: int) -> None:
        """Add or remove a line at one side."""
        self.review.grow(side, by)
        if self.review.draft.is_found:
            self._read_again()

    def read_here(self) -> None:
        """Read the clues of the grid where it is."""
        self.review.read_here()
        self._read_again()

    def _read_again(self) -> None:
        """Read the grid where it is; one that was not moved is detected again."""
        draft, colors = self.review.draft, self.palette_row.colors
        if draft.is_found and not draft.is_moved and draft.lattice is not None:
            wish = ReadingWish(near=draft.lattice.center, colors=colors)
        else:
            wish = ReadingWish(None, draft.lattice, draft.is_curved, colors)
        self.rereading.start(self._picture, wish)

    def read_in_colors(self) -> None:
        """Read the numbers again, in as many colours as the user has chosen."""
        self.review.read_in_colors(self.palette_row.colors)
        self._read_again()

    def read_near(self, x: float, y: float) -> None:
        """Read the grid at a point of the picture."""
        self.review.choose()
        self.rereading.start(self._picture, ReadingWish(near=(x, y)))

    def read_other(self) -> None:
        """Read another puzzle of the picture."""
        draft = self.review.draft
        if draft.others and draft.lattice is not None:
            self.read_near(*next_puzzle(draft.lattice, draft.others).center)

    def turn(self, by: int) -> None:
        """Turn the picture by a quarter turn and detect the grid again."""
        turns = turned_on(self.review.draft.turns, by % 4)
        self.review.turn(self.review.draft.turned(turned(self._original_picture, turns), turns))
        self.rereading.start(self._picture, ReadingWish(colors=self.palette_row.colors))

    def _reading_started(self) -> None:
        show_share(self.progress_bar, 0)
        self.progress_text.setText(_("Reading again …"))
        self._show_foot()

    def _reading_ended(self) -> None:
        self.choices.show_draft(self.review.draft)
        self._show_foot()

    def _reading_progressed(self, progress: Progress) -> None:
        self.progress_text.setText(f"{progress.stage.capitalize()} …")
        show_share(self.progress_bar, progress.share)

    # Closing

    @property
    def document(self) -> Document:
        """The puzzle as it would be opened."""
        draft = self.review.draft
        return draft.document(self.choices.title.text(), self.choices.marks.isChecked())

    def accept(self) -> None:
        """Open the puzzle; asks first if it has no solution."""
        if self._may_open():
            if self._accept(self.document):
                self._end()
                super().accept()
            else:  # a question has raised the main window
                self.raise_()
                self.activateWindow()

    def _may_open(self) -> bool:
        if self.live_verdict.verdict.kind is not DraftStatus.WRONG:
            return True
        text = (
            _("{verdict}. Keep the puzzle as it is?")
            if self._is_listed
            else _("{verdict}. Open the puzzle as it is?")
        )
        return self._is_confirmed(worded(text, verdict=self.live_verdict.verdict.text))

    def reject(self) -> None:
        """Close; asks first if work would be lost."""
        if self.may_close():
            self._end()
            super().reject()

    def may_close(self) -> bool:
        """Ask before corrections are lost; ``False`` if the user wants to stay."""
        question = _("Forget your changes?") if self._is_listed else _("Forget the scanned puzzle?")
        return not self.review.is_edited or self._is_confirmed(question)

    def close_at_once(self) -> None:
        """Close without a question."""
        self._end()
        super().reject()

    def put_away(self) -> None:
        """Hide it for good and keep its draft: it is not closed, the program ends."""
        self.blockSignals(True)  # `finished` deletes the draft
        self._end()
        self.hide()

    def _is_confirmed(self, question: str) -> bool:
        kinds = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self, self.windowTitle(), question, kinds.Yes | kinds.No, kinds.No
        )
        return answer == kinds.Yes

    def _end(self) -> None:
        self.live_verdict.stop()
        self.rereading.cancel()
