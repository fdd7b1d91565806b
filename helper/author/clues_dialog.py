"""Puzzle > Edit Clues: all lines' clues as text, checked while typing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from helper.application.theme import Theme
from helper.author.author_check import AuthorCheck
from helper.author.badge import Badge
from helper.author.check_result import CheckResult, CheckStatus, unknown_note
from helper.palette.swatch import paint_swatch, swatch_icon
from helper.widgets.flow import FlowLayout
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note, show_kind
from puzzles import Axis, Clue, Clues, Color, Line, Puzzle, PuzzleError, cells_needed
from puzzles.colors import color_names, named_clues
from puzzles.model import is_known
from puzzles.notation import clues_text
from puzzles.partial_clues import read_partial_clues
from puzzles.words import _, capitalized, plural, worded

_FIELD_PX, _ROW_PX = 32, 38
"""The height of a field, and from one field to the next."""
_AROUND_PX = 200
"""The height of what is above and below the fields, without the note and the colours."""


class CluesDialog(PageDialog):
    """One field for each line, rows first. OK does not close it while a clue is wrong."""

    def __init__(
        self,
        puzzle: Puzzle,
        theme: Theme,
        parent: QWidget | None = None,
        check: AuthorCheck | None = None,
        line: Line | None = None,
    ) -> None:
        """Make the dialog.

        Args:
            puzzle: Whose clues are edited.
            theme: The colours.
            parent: The window.
            check: Its result is shown while clues are typed; its owner closes it.
            line: The line to begin with; the first row if there is no such line.
        """
        super().__init__(_("Edit Clues"), parent)
        self._puzzle = puzzle
        self._theme = theme
        self._colors = {color.symbol: k for k, color in enumerate(puzzle.palette) if k}
        self.fields: dict[Line, QLineEdit] = {}
        self._clues: dict[Line, Clues] = {}
        self._problems: dict[Line, str] = {}
        self._shown: dict[Line, ClueColors] = {}
        """In colour: the colours of the numbers beside each field."""
        self._sums = [0, 0]
        self.sums = QLabel()
        self.message = QLabel()
        self.message.setWordWrap(True)
        # The fields must not move when a message comes.
        self.message.setMinimumHeight(self.message.fontMetrics().lineSpacing())
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.badge = Badge(theme)
        self._checker = check
        self._lay_out()
        if check is not None:
            check.changed.connect(self._show_result)
        for each in puzzle.lines:
            self._check(each)
        self._show_state()
        self._untouched = self.clues
        self._resize_to_clues()
        first = self.fields[line if line in self.fields else puzzle.lines[0]]
        first.setFocus()
        first.selectAll()

    def _lay_out(self) -> None:
        groups = QHBoxLayout()
        groups.setSpacing(GAP_PX)
        for axis, title in ((Axis.ROW, _("Rows")), (Axis.COLUMN, _("Columns"))):
            groups.addWidget(self._group(axis, title))
        below = QHBoxLayout()
        self.sums.setWordWrap(True)  # a narrow dialog shows it in two lines
        below.addWidget(self.sums, 1)
        if self._checker is not None:
            below.addWidget(self.badge)
        page = QVBoxLayout(self.page)
        page.setContentsMargins(MARGIN_PX, GAP_PX, MARGIN_PX, GAP_PX)
        page.setSpacing(8)
        self._note = note(self._how_to_type())
        page.addWidget(self._note)
        self.inks = self._ink_row()
        if self.inks is not None:
            page.addWidget(self.inks)
        page.addLayout(groups, 1)
        page.addLayout(below)
        page.addWidget(self.message)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = self.add_buttons(kinds.Ok | kinds.Cancel, accept=self._accept_if_valid)

    def _how_to_type(self) -> str:
        if self._puzzle.is_black_and_white:
            return _(
                "Separate numbers by a dot, a comma or a space: 1.2.3. Type ? for a number that"
                " you cannot read, * for any numbers."
            )
        example = clues_text([Clue(2, 1), Clue(1, len(self._colors))], self._puzzle.palette, ".")
        return worded(
            "Separate numbers by a dot, a comma or a space: 1.2.3. The letter of its colour follows"
            " a number: {example}. Or put the cursor at a number and click its colour. Type ? for a"
            " number that you cannot read, * for any numbers.",
            example=example,
        )

    def _ink_row(self) -> ClueInks | None:
        """The colours to click on; ``None`` in black and white."""
        if self._puzzle.is_black_and_white:
            return None
        inks = ClueInks(self._puzzle.palette)
        inks.chosen.connect(self._give_color)
        return inks

    def _give_color(self, index: int) -> None:
        """Give the number at the cursor a colour, in the field that has the focus."""
        field = self.focusWidget()
        if isinstance(field, QLineEdit):
            symbol = self._puzzle.palette[index].symbol
            text, at = with_color(field.text(), field.cursorPosition(), symbol)
            field.setText(text)
            field.setCursorPosition(at)

    def _show_result(self, result: CheckResult | None) -> None:
        self.badge.show_result(result)
        if result is not None and not self.problem:
            self.message.setText(
                result.advice if result.kind is CheckStatus.NONE else self._unknown_note()
            )

    def _resize_to_clues(self) -> None:
        """Resize for the longest clues and all lines, limited by the screen."""
        room = self.screen().availableSize()
        longest = max(len(field.text()) for field in self.fields.values())
        letter = self.fontMetrics().horizontalAdvance("0")
        width = max(520, 2 * (longest * letter + 130))
        height = _AROUND_PX + _ROW_PX * max(self._puzzle.height, self._puzzle.width)
        height += self._note.heightForWidth(width - 2 * MARGIN_PX)
        if self.inks is not None:
            height += self.inks.sizeHint().height() + GAP_PX
        self.resize(min(width, room.width() * 9 // 10), min(height, room.height() * 9 // 10))

    def reject(self) -> None:
        """Close without changing the puzzle; asks if something was typed."""
        kinds = QMessageBox.StandardButton
        is_typed = self.clues != self._untouched or bool(self._problems)
        question = _("Forget the clues you have typed?")
        if not is_typed or kinds.Yes == QMessageBox.question(
            self, _("Edit Clues"), question, kinds.Yes | kinds.No, kinds.No
        ):
            super().reject()

    def _group(self, axis: Axis, title: str) -> QWidget:
        form = QFormLayout()
        for line in self._puzzle.lines:
            if line.axis is axis:
                form.addRow(str(line.index + 1), self._field(line))
        form.setContentsMargins(0, 0, GAP_PX, 0)
        form.setVerticalSpacing(_ROW_PX - _FIELD_PX)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignVCenter)
        inner = QWidget()
        inner.setLayout(form)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inner)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setMinimumHeight(2 * _ROW_PX)
        heading = QLabel(title)
        heading.setProperty("kind", "heading")
        group = QWidget()
        column = QVBoxLayout(group)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(area, 1)
        self._areas = {**getattr(self, "_areas", {}), axis: area}
        return group

    def _field(self, line: Line) -> QWidget:
        clues = self._puzzle.clues_of(line)
        field = _ClueField(clues_text(clues, self._puzzle.palette, ".") if clues else "")
        field.setAccessibleName(worded("Clues of {line}", line=line))
        field.setPlaceholderText("0")
        field.textChanged.connect(lambda _: self._field_changed(line))
        field.entered = lambda: self._areas[line.axis].ensureWidgetVisible(field)
        self.fields[line] = field
        if self._puzzle.is_black_and_white:
            return field
        beside = QWidget()
        row = QHBoxLayout(beside)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(field, 1)
        self._shown[line] = ClueColors(self._puzzle.palette)
        row.addWidget(self._shown[line])
        return beside

    def _field_changed(self, line: Line) -> None:
        self._check(line)
        self._show_state(line)

    def _check(self, line: Line) -> None:
        """Read a field; store its clues, or why they are wrong."""
        before = self._sum_of(line)
        text, problem = self.fields[line].text(), ""
        clues: Clues = ()
        try:
            clues = read_partial_clues(text, self._colors)
            problem = self._problem_of(line, clues)
        except PuzzleError as error:
            problem = str(error)
        self._clues[line] = clues
        if line in self._shown:
            self._shown[line].show_clues(clues)
        self._problems.pop(line, None)
        if problem:
            self._problems[line] = problem
        self._sums[line.is_column] += self._sum_of(line) - before
        self._mark(line)

    def _sum_of(self, line: Line) -> int:
        return sum(max(0, clue.length) for clue in self._clues.get(line, ()))

    def _problem_of(self, line: Line, clues: Clues) -> str:
        if any(clue.length == 0 for clue in clues):
            return _("a 0 cannot be combined with other numbers")
        needed = cells_needed(clues)
        size = self._puzzle.height if line.is_column else self._puzzle.width
        return (
            plural(
                needed,
                "needs {count} cell, there are {size}",
                "needs {count} cells, there are {size}",
                size=size,
            )
            if needed > size
            else ""
        )

    def _mark(self, line: Line) -> None:
        field = self.fields[line]
        wrong = line in self._problems
        field.setStyleSheet(f"border: 2px solid {self._theme.red};" if wrong else "")
        field.setToolTip(self._problems.get(line, ""))

    def _show_state(self, preferred: Line | None = None) -> None:
        rows, columns = self._sums
        are_equal = rows == columns and not self._unknown_note()  # the message says how they differ
        self.sums.setText(
            plural(
                rows, "Rows and columns: {count} cell each", "Rows and columns: {count} cells each"
            )
            if are_equal
            else ""
        )
        line = preferred if preferred in self._problems else self._first_problem()
        text = self.problem
        if line is not None:
            others = len(self._problems) - 1
            text = worded("{line}: {problem}", line=line.title, problem=self._problems[line])
            if others:
                text = worded("{problem}  (and {others} more)", problem=text, others=others)
        show_kind(self.message, "error" if text else "")
        self.message.setText(text or self._unknown_note())
        if self._checker is not None and self._problems:
            self._checker.drop()
        elif self._checker is not None:
            self._checker.examine(self._puzzle.with_clues(*self.clues))

    def _unknown_note(self) -> str:
        """The sentence about clues that are not known; empty if all are known."""
        unknown = sum(not is_known(clues) for clues in self._clues.values())
        return unknown_note(unknown) if unknown else ""

    def _first_problem(self) -> Line | None:
        return next((line for line in self._puzzle.lines if line in self._problems), None)

    @property
    def problem(self) -> str:
        """The first problem, as a sentence; empty if there is none."""
        line = self._first_problem()
        if line is not None:
            return worded("{line}: {problem}", line=line.title, problem=self._problems[line])
        rows, columns = self.clues
        puzzle = self._puzzle.with_clues(rows, columns)
        defects = puzzle.known_defects()
        return capitalized(str(defects[0])) if defects else ""

    @property
    def clues(self) -> tuple[tuple[Clues, ...], tuple[Clues, ...]]:
        """The clues in the fields: (rows, columns)."""
        found: Mapping[Line, Clues] = self._clues
        lines = self._puzzle.lines
        return (
            tuple(found[line] for line in lines if not line.is_column),
            tuple(found[line] for line in lines if line.is_column),
        )

    def _accept_if_valid(self) -> None:
        problem = self.problem
        if not problem:
            self.accept()
            return
        self.message.setText(problem)
        show_kind(self.message, "error")
        line = self._first_problem()
        if line is not None:
            self.fields[line].setFocus()
            self.fields[line].selectAll()


class _ClueField(QLineEdit):
    """Scrolls itself into view when it gets the focus; Enter moves to the next field."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.entered: Callable[[], object] = lambda: None

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:  # it stays under the pointer
            self.entered()

    def keyPressEvent(self, event: object) -> None:  # Qt override
        key = event.key()  # type: ignore[attr-defined]
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.focusNextChild()
        elif key == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)  # type: ignore[arg-type]


_CHIP_PX = 12
_STEP_PX = 14
_MAX_CHIPS = 6
"""More clues are not shown beside a field; their number is in the tooltip."""
_NUMBER = re.compile(r"([0-9]+|[?])[A-Za-z]?")


def with_color(text: str, cursor: int, symbol: str) -> tuple[str, int]:
    """A field's text in which the number at the cursor has a colour.

    Args:
        text: Clues as typed.
        cursor: The place of the cursor, 0 to ``len(text)``.
        symbol: The colour's symbol; ``1`` for a number without a letter.

    Returns:
        The new text, and the place of the cursor behind the number. Without a number at the cursor
        the last one before it gets the colour; without any, nothing changes.

    >>> with_color("3a.12", 4, "b")
    ('3a.12b', 6)
    >>> with_color("3a.12", 1, "b")
    ('3b.12', 2)
    """
    letter = "" if symbol == "1" else symbol
    numbers = [match for match in _NUMBER.finditer(text) if match.start() <= cursor]
    if not numbers:
        return text, cursor
    number = numbers[-1]
    end = number.end(1) + len(letter)
    return f"{text[: number.end(1)]}{letter}{text[number.end() :]}", end


class ClueInks(QWidget):
    """A row of buttons, one for each colour.

    Signals:
        chosen: ``int``, the palette index of the colour that was clicked on.
    """

    chosen = Signal(int)

    def __init__(self, palette: Sequence[Color]) -> None:
        super().__init__()
        self.buttons: list[QToolButton] = []
        row = FlowLayout(4, self)
        row.setContentsMargins(0, 0, 0, 0)
        for k, (color, name) in enumerate(zip(palette, color_names(palette), strict=True)):
            if k == 0:
                continue
            button = QToolButton()
            button.setIcon(swatch_icon(color.rgb))
            letter = "" if color.symbol == "1" else f"  {color.symbol}"
            button.setText(f"{capitalized(name)}{letter}".replace("&", "&&"))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setToolTip(
                worded("Give the number at the cursor this colour: {name}", name=name)
            )
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, index=k: self.chosen.emit(index))
            row.addWidget(button)
            self.buttons.append(button)


class ClueColors(QWidget):
    """The colours of a line's clues, in their order."""

    def __init__(self, palette: Sequence[Color]) -> None:
        super().__init__()
        self._palette = palette
        self._clues: Clues = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(_MAX_CHIPS * _STEP_PX, _CHIP_PX)

    def show_clues(self, clues: Clues) -> None:
        """Show other clues."""
        self._clues = clues
        self.setToolTip(named_clues(clues, self._palette) if clues else "")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            top = (self.height() - _CHIP_PX) // 2
            for k, clue in enumerate(self._clues[:_MAX_CHIPS]):
                chip = QRect(QPoint(k * _STEP_PX, top), QSize(_CHIP_PX, _CHIP_PX))
                paint_swatch(painter, QRectF(chip), self._palette[clue.color].rgb)
        finally:
            painter.end()
