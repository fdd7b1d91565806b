"""File > Properties: title, author and licence of a puzzle, and a few facts about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from helper.application.rating_store import KeptRating
from helper.author.check_result import unknown_note
from helper.play.moves import SheetState
from helper.play.timeline import Timeline
from helper.widgets.fields import license_box
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note
from puzzles import BLANK, Grid, Puzzle
from puzzles.words import _, enumerated, forms, plural, worded

_WIDTH_PX = 480


class PropertiesDialog(PageDialog):
    """Title, author, copyright, licence and catalogue number."""

    def __init__(
        self,
        puzzle: Puzzle,
        marks: Grid,
        parent: QWidget | None = None,
        rating: KeptRating | None = None,
        is_secret: bool = False,
    ) -> None:
        """Show a puzzle.

        Args:
            puzzle: The puzzle.
            marks: The marks on the board, which the dialog counts.
            parent: The window.
            rating: Its difficulty; ``None`` if that is not known.
            is_secret: Whether the title is not shown, since it tells the solution.
        """
        super().__init__(_("Properties"), parent, _WIDTH_PX)
        self._puzzle = puzzle
        self._is_secret = is_secret
        self.title = QLineEdit("" if is_secret else puzzle.title)
        self.title.setEnabled(not is_secret)
        self.title.setPlaceholderText(_("told when the puzzle is solved") if is_secret else "")
        self.author = QLineEdit(puzzle.author)
        self.copyright = QLineEdit(puzzle.copyright)
        self.license = license_box()
        self.license.setCurrentText(puzzle.license)
        self.catalogue = QLineEdit(puzzle.catalogue)
        self.catalogue.setPlaceholderText(_("where it was printed, or its number"))
        facts = facts_text(puzzle), rating_text(rating), marks_text(puzzle, marks)
        self.facts = note("\n".join(filter(None, facts)))
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setSpacing(GAP_PX)
        form.addRow(_("&Title"), self.title)
        form.addRow(_("&Author"), self.author)
        form.addRow(_("Co&pyright"), self.copyright)
        form.addRow(_("&Licence"), self.license)
        form.addRow(_("&Catalogue"), self.catalogue)
        column = QVBoxLayout(self.page)
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        column.setSpacing(MARGIN_PX)
        column.addLayout(form)
        column.addWidget(self.facts)
        column.addStretch()
        kinds = QDialogButtonBox.StandardButton
        self.add_buttons(kinds.Ok | kinds.Cancel)
        self.fit_screen()
        (self.author if is_secret else self.title).setFocus()
        self.title.selectAll()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with the typed properties."""
        return replace(
            self._puzzle,
            title=self._puzzle.title if self._is_secret else self.title.text(),
            author=self.author.text(),
            copyright=self.copyright.text(),
            license=self.license.currentText(),
            catalogue=self.catalogue.text(),
        )


def facts_text(puzzle: Puzzle) -> str:
    """Size, number of clues, shaded share and palette, one line each.

    >>> print(facts_text(Puzzle.from_numbers([[1], [2]], [[2], [1]])))
    2 columns, 2 rows
    4 clues
    3 of 4 cells shaded in the solution, 75 %
    Black and white
    """
    cells = puzzle.height * puzzle.width
    lines = Counter(line.axis for line in puzzle.unknown_lines)
    clues = sum(clue.length >= 0 for line in (*puzzle.rows, *puzzle.columns) for clue in line)
    shaded = sum(map(max, puzzle.color_totals()))
    colors = len(puzzle.palette) - 1
    columns = plural(puzzle.width, "{count} column", "{count} columns")
    rows = plural(puzzle.height, "{count} row", "{count} rows")
    of_cells = (
        forms(
            "At least {shaded} of {count} cell shaded in the solution, {share:.0f} %",
            "At least {shaded} of {count} cells shaded in the solution, {share:.0f} %",
        )
        if len(lines) > 1
        else forms(
            "{shaded} of {count} cell shaded in the solution, {share:.0f} %",
            "{shaded} of {count} cells shaded in the solution, {share:.0f} %",
        )
    )
    return "\n".join(
        (
            enumerated([columns, rows]),
            plural(clues, "{count} clue", "{count} clues"),
            *([unknown_note(lines.total())] if lines else ()),
            plural(cells, *of_cells, shaded=shaded, share=100 * shaded / max(cells, 1)),
            _("Black and white")
            if puzzle.is_black_and_white
            else plural(
                colors, "{count} colour and a background", "{count} colours and a background"
            ),
        )
    )


def rating_text(rating: KeptRating | None) -> str:
    """The difficulty and what makes it; empty if it is not known.

    >>> rating_text(KeptRating("easy", 94.2, "edge"))
    'Difficulty: easy, 2.3; hardest technique: edge'
    """
    if rating is None:
        return ""
    if not rating.is_rated:
        return worded("Difficulty: {title}", title=rating.text)
    return worded(
        "Difficulty: {title}; hardest technique: {hardest}",
        title=rating.text,
        hardest=rating.hardest_text,
    )


def marks_text(puzzle: Puzzle, marks: Grid) -> str:
    """The number of cells in each state on the board, and of lines that are right.

    >>> puzzle = Puzzle.from_numbers([[1], [2]], [[2], [1]])
    >>> print(marks_text(puzzle, Grid.from_text(["#.", "??"])))
    On the board: 1 cell shaded, 1 dotted, 2 clear
    1 of 4 lines right
    """
    shaded, blank = marks.count_shaded(), marks.count(BLANK)
    clear = len(marks.cells) - shaded - blank
    lines, sheet = len(puzzle.lines), Timeline(SheetState(puzzle, marks))
    right = sum(map(sheet.is_satisfied, puzzle.lines))
    cells = plural(
        shaded,
        "On the board: {count} cell shaded, {blank} dotted, {clear} clear",
        "On the board: {count} cells shaded, {blank} dotted, {clear} clear",
        blank=blank,
        clear=clear,
    )
    of = plural(
        lines, "{right} of {count} line right", "{right} of {count} lines right", right=right
    )
    return f"{cells}\n{of}"
