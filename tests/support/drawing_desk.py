"""Drawing on a board by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from helper.board.board_view import BoardView
from helper.draw.shapes import Cell
from helper.main_window.main_window import MainWindow
from helper.play.session import Session
from puzzles import Color, Grid, Puzzle, clues_of
from puzzles.formats import Document

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
PALETTE = (Color("0", "#ffffff"), Color("a", "#d62728"), Color("b", "#2050e0"))
PICTURE = [
    "??????????",
    "?####???a?",
    "?#??#??aa?",
    "?#??#??aa?",
    "?####?????",
    "??????????",
    "??aaa?????",
    "??????????",
]


def choose(board: BoardView, key: str) -> None:
    QTest.keyClick(board, Qt.Key(ord(key)))


def drag(
    board: BoardView,
    *cells: Cell,
    button: Qt.MouseButton = LEFT,
    modifier: Qt.KeyboardModifier = NONE,
) -> None:
    port, places = board.viewport(), [board.area.cell_rect(*cell).center() for cell in cells]
    QTest.mousePress(port, button, modifier, places[0])
    for place in places[1:]:
        QTest.mouseMove(port, place)
    QTest.mouseRelease(port, button, modifier, places[-1])


def hover(board: BoardView, cell: Cell) -> None:
    QTest.mouseMove(board.viewport(), board.area.cell_rect(*cell).center())


def changed(before: Grid, after: Grid) -> set[Cell]:
    pairs = zip(before.cells, after.cells, strict=True)
    return {divmod(i, before.width) for i, (a, b) in enumerate(pairs) if a != b}


def assert_one_step(session: Session, before: Grid, label: str) -> None:
    """One step of undo leads back, one step of redo on again; the clues follow the drawing."""
    after = session.marks.copy()
    assert after != before
    assert [move.label for move in session.history] == [label]
    assert session.puzzle.rows == tuple(clues_of(after.row(r)) for r in range(after.height))
    session.undo()
    assert session.marks == before
    session.redo()
    assert session.marks == after


def open_drawing(session: Session) -> None:
    """Open a drawing in two colours, which has no history."""
    grid = Grid.from_text(PICTURE, colors=3)
    puzzle = Puzzle(((),) * grid.height, ((),) * grid.width, PALETTE)
    session.open_unsaved(Document(puzzle, grid), drawing=True)


def cells_of(grid: Grid, state: int) -> set[Cell]:
    return {divmod(i, grid.width) for i, each in enumerate(grid.cells) if each == state}


def command(window: MainWindow, *path: str) -> QAction:
    menu: QMenu | None = None
    actions = window.menuBar().actions()
    for name in path:
        (found,) = [
            each for each in actions if each.text().replace("&", "").removesuffix("…") == name
        ]
        menu = found.menu()  # type: ignore[assignment]
        actions = menu.actions() if isinstance(menu, QMenu) else []
    return found
