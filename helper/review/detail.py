"""The details of the number under the cursor: a cut-out, its candidates, its line as text."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.application.theme import Theme
from helper.review.chips import describe
from helper.review.cutouts import Cutouts, cuts_between, in_pieces, width_of
from helper.review.overlay import clue_ink, clue_quad
from helper.review.review import Review
from helper.widgets.buttons import click_on_enter
from helper.widgets.style import COMPACT
from puzzles import PuzzleError
from puzzles.model import BLACK, Clue, Clues
from puzzles.notation import clues_text, read_clues
from puzzles.words import _, capitalized, worded
from recognizer.values import MAX_NUMBER, Quad

_CUTOUT_PX = 72
"""The height of the cut-out."""
_MAX_CLUE_WIDTH_PX = 190
"""The largest width of a line's clue."""
_MIN_COLUMN_WIDTH_PX = 36
"""A column's clue that is narrower in one piece is shown in several: its digits would be tiny."""
_PIECE_GAP_PX = 6
"""The space between two pieces of a column's clue."""
_MIN_WIDE_PX = 720
"""In a narrower window the tools are below what is seen."""
_EXAMPLE_NUMBERS = 3
"""How many numbers an example of a clue has."""
_MAX_CHOICES = 4
"""How many alternatives have a button, at most."""


class Detail(QFrame):
    """Shows the place under the cursor, and the commands for it.

    Signals:
        left: A button was pressed or the field was left, so the clues should get the focus.
    """

    left = Signal()

    def __init__(
        self, review: Review, cutouts: Cutouts, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.review = review
        self.cutouts = cutouts
        self.cutout = QLabel()
        self.cutout.setFixedHeight(_CUTOUT_PX)
        self.cutout.setMinimumWidth(_CUTOUT_PX + 20)
        self.cutout.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.choices = QHBoxLayout()
        self.choices.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.buttons: list[QPushButton] = []
        self.confirm = self._button(
            _("Con&firm"), _("Confirm this one and go to the next doubt (Enter)")
        )
        self.confirm.clicked.connect(review.confirm)
        self.insert = self._button(_("I&nsert"), _("Insert a number before this one (Insert)"))
        self.insert.clicked.connect(review.insert)
        self.remove = self._button(_("Re&move"), _("Remove this number from its line (Delete)"))
        self.remove.clicked.connect(review.remove)
        self.caption = QLabel()
        self.field = _LineField()
        self.field.setPlaceholderText("0")
        self.caption.setBuddy(self.field)
        self.field.textEdited.connect(self._check)
        self.field.editingFinished.connect(self._take)
        self.field.finished.connect(self._finish)
        self.field.stepped.connect(self._step)
        self.field.escaped.connect(self._escape)
        edits = QHBoxLayout()
        for button in (self.confirm, self.insert, self.remove):
            edits.addWidget(button)
        edits.addStretch(1)
        typed = QHBoxLayout()
        typed.addWidget(self.caption)
        typed.addWidget(self.field, 1)
        beside = QVBoxLayout()
        beside.addWidget(self.text, 1)
        beside.addLayout(self.choices)
        seen = QHBoxLayout()
        seen.addWidget(self.cutout)
        seen.addLayout(beside, 1)
        self._tools = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._tools.addLayout(edits)
        self._tools.addLayout(typed, 1)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(8, 6, 8, 6)
        self._layout.addLayout(seen, 1)
        self._layout.addLayout(self._tools)
        review.changed.connect(self.refresh)
        review.moved.connect(self.refresh)
        review.judged.connect(self._show_judged)
        self.refresh()

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        click_on_enter(button)
        button.setToolTip(tip)
        button.clicked.connect(self.left)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        """Beside what is seen the tools are in two rows, below it in one."""
        super().resizeEvent(event)
        ways, is_wide = QBoxLayout.Direction, event.size().width() >= _MIN_WIDE_PX
        self._layout.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)
        self._tools.setDirection(ways.TopToBottom if is_wide else ways.LeftToRight)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.theme = theme
        self.refresh()

    def set_cutouts(self, cutouts: Cutouts) -> None:
        """Show another picture."""
        self.cutouts = cutouts
        self.refresh()

    def refresh(self) -> None:
        """Show the place under the cursor."""
        review = self.review
        place, number = review.place, review.number
        self.text.setText(describe(review.draft, place))
        self._show_cutout()
        self._show_choices()
        self.remove.setEnabled(number is not None)
        self.confirm.setEnabled(place in review.doubts)
        self.caption.setText(worded("&Clue of {line}:", line=place.line))
        self.field.setAccessibleName(worded("Clue of {line}", line=place.line))
        text = review.draft.clue_text(place.line)
        self._check(text)
        if self.field.text() != text:
            self.field.setText(text)

    def _show_judged(self) -> None:
        """Show what the rules say of the line, but leave what is typed."""
        self.confirm.setEnabled(self.review.place in self.review.doubts)
        if self.review.number is None:
            self._show_choices()

    def _show_choices(self) -> None:
        """Show what may be taken instead, the likeliest first."""
        review, number = self.review, self.review.number
        for button in self.buttons:
            self.choices.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        if number is not None:
            for candidate in number.alternatives[:_MAX_CHOICES]:
                button = self._choice(
                    str(candidate.number), worded("Take {number} instead", number=candidate.number)
                )
                button.clicked.connect(lambda _=False, n=candidate.number: review.take(n))
        else:
            for k, segmentation in enumerate(review.choices[:_MAX_CHOICES]):
                text = " ".join(str(n.value) for n in segmentation) or _("no numbers")
                button = self._choice(text, _("Take these numbers instead"))
                button.clicked.connect(lambda _=False, k=k: review.take_segmentation(k))

    def _choice(self, text: str, tip: str) -> QPushButton:
        if not self.buttons:  # the first one has a key
            text, tip = f"{text}  (R)", f"{tip} (R)"
        button = self._button(text, tip)
        button.setAccessibleName(tip)
        button.setProperty(COMPACT, True)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.choices.addWidget(button)
        self.buttons.append(button)
        return button

    def _show_cutout(self) -> None:
        """Show the cut-out of the number, or of the line's whole clue: a typed number has none."""
        review, number = self.review, self.review.number
        self.cutout.setPixmap(QPixmap())
        own = None if number is None else number.quad
        quad = own or clue_quad(review.draft, review.place.line)
        is_whole = own is None
        if quad is None:
            self.cutout.setText("" if number is None else _("not found in\nthe picture"))
            return
        ratio = self.devicePixelRatioF()
        if is_whole and review.place.line.is_column:
            pixmap = QPixmap.fromImage(self._column_strip(quad, ratio))
        else:
            pixmap = QPixmap.fromImage(self.cutouts.get(quad, round(_CUTOUT_PX * ratio)))
        room = round((_MAX_CLUE_WIDTH_PX if is_whole else _CUTOUT_PX) * ratio)
        if pixmap.width() > room:
            pixmap = pixmap.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        pixmap.setDevicePixelRatio(ratio)
        self.cutout.setPixmap(pixmap)

    def _column_strip(self, quad: Quad, ratio: float) -> QImage:
        """The cut-out of a column's clue; a long one is in pieces beside each other, top first."""
        height, gap = round(_CUTOUT_PX * ratio), round(_PIECE_GAP_PX * ratio)
        count = 1
        while count * width_of(quad, height) < _MIN_COLUMN_WIDTH_PX * ratio:
            count += 1
        cuts = cuts_between(quad, clue_ink(self.review.draft, self.review.place.line), count)
        ends = [0.0, *cuts, 1.0]
        longest = max(b - a for a, b in pairwise(ends))
        return in_pieces(self.cutouts.get(quad, round(height / longest)), cuts, gap)

    # The line as text

    def type_line(self) -> None:
        """Focus the field in which the line is typed."""
        self.field.setFocus()
        self.field.selectAll()

    def _clues(self, text: str) -> Clues:
        """The clues in the field; the colour of a number without a letter may be 0: any.

        Raises:
            PuzzleError: It is not a clue.
        """
        palette = self.review.draft.palette
        symbols = {color.symbol: k for k, color in enumerate(palette) if k}
        clues = read_clues(text, {BLACK.symbol: 0} | symbols)
        for length, _color in clues:
            if length > MAX_NUMBER:
                raise PuzzleError(
                    worded("{length} is more than {limit}", length=length, limit=MAX_NUMBER)
                )
        return clues

    def _check(self, text: str) -> None:
        try:
            self._clues(text)
            problem = ""
        except PuzzleError as error:
            problem = str(error)
        self.field.setToolTip(problem)
        self.field.setStyleSheet(f"border: 2px solid {self.theme.red};" if problem else "")
        if problem:
            inks = range(1, min(len(self.review.draft.palette), _EXAMPLE_NUMBERS + 1))
            clues = [Clue(k + 1, inks[k % len(inks)]) for k in range(_EXAMPLE_NUMBERS)]
            self.text.setText(
                worded(
                    "{problem}. Write it like this: {example}",
                    problem=capitalized(problem),
                    example=clues_text(clues, self.review.draft.palette, " "),
                )
            )

    def _take(self) -> None:
        """Set the line to the text of the field, if that is a clue."""
        try:
            clues = self._clues(self.field.text())
        except PuzzleError:
            return
        lengths, colors = [clue.length for clue in clues], [clue.color for clue in clues]
        self.review.set_line(self.review.place.line, lengths, colors)

    def _finish(self) -> None:
        """Take the typed line, or confirm what was read, and go to the next doubt."""
        if self.field.toolTip():
            return
        review, draft = self.review, self.review.draft
        following = review.following
        self._take()
        is_left = review.confirm() if review.draft is draft else review.go_on(following)
        if not is_left and not draft.is_found:  # all lines are typed
            is_left = review.step_line(1)
        if is_left and not review.line.numbers:  # nothing is to be compared there, only typed
            self.field.selectAll()
        else:
            self.left.emit()

    def _step(self, by: int) -> None:
        """Take the typed line and go to the next (1) or previous (-1) one."""
        if self.field.toolTip():
            return
        self._take()
        self.review.step_line(by)
        self.field.selectAll()

    def _escape(self) -> None:
        self.field.setText(self.review.draft.clue_text(self.review.place.line))
        self.refresh()
        self.left.emit()


class _LineField(QLineEdit):
    """A field where Enter goes to the next doubt, arrow keys from line to line.

    Signals:
        finished: Enter was pressed.
        stepped: 1 or -1.
        escaped: Esc was pressed: the text is discarded.
    """

    finished = Signal()
    stepped = Signal(int)
    escaped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.finished.emit()
        elif key == Qt.Key.Key_Down:
            self.stepped.emit(1)
        elif key == Qt.Key.Key_Up:
            self.stepped.emit(-1)
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)
