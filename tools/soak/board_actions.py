"""The actions of the walk on the board, and on the game around it; see ``actions.py``."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helper.application.settings import CheckShows
from tools.soak.stage import Stage

Keys = Qt.Key
_NONE = Qt.KeyboardModifier.NoModifier
_LEFT, _RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def click_cell(stage: Stage) -> str:
    """Click a cell with the left or the right button."""
    button = stage.rng.choice([_LEFT, _RIGHT])
    place = _cell(stage)
    QTest.mouseClick(stage.window.board.viewport(), button, pos=place)
    return f"{button.name} {place.toTuple()}"


def drag(stage: Stage) -> str:
    """Drag over cells; sometimes Escape is pressed during it."""
    port = stage.window.board.viewport()
    button = stage.rng.choice([_LEFT, _RIGHT])
    start, end = _cell(stage), _cell(stage)
    QTest.mousePress(port, button, pos=start)
    for k in range(1, 5):
        QTest.mouseMove(port, start + (end - start) * k / 4)
    if stage.rng.random() < 0.1:
        QTest.keyClick(stage.window.board, Keys.Key_Escape)
    QTest.mouseRelease(port, button, pos=end)
    return f"{button.name} {start.toTuple()} to {end.toTuple()}"


def hover(stage: Stage) -> str:
    """Move the pointer to a cell."""
    place = _cell(stage)
    QTest.mouseMove(stage.window.board.viewport(), place)
    return str(place.toTuple())


def wheel(stage: Stage) -> str:
    """Turn the wheel: scroll, or zoom with Ctrl."""
    board, delta = stage.window.board, stage.rng.choice([-120, 120])
    keys = stage.rng.choice(
        [_NONE, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier]
    )
    place = QPointF(_cell(stage))
    event = QWheelEvent(
        place,
        board.viewport().mapToGlobal(place),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(board.viewport(), event)
    return f"{delta} {keys.name}"


def board_keys(stage: Stage) -> str:
    """Press six keys of the board."""
    board = stage.window.board
    board.setFocus()
    keys = stage.rng.choices(
        [Keys.Key_Left, Keys.Key_Right, Keys.Key_Up, Keys.Key_Down, Keys.Key_Space, Keys.Key_X,
         Keys.Key_Home, Keys.Key_End, Keys.Key_Delete, Keys.Key_Return],
        k=6,
    )  # fmt: skip
    for key in keys:
        shift = Qt.KeyboardModifier.ShiftModifier
        QTest.keyClick(board, key, shift if stage.rng.random() < 0.2 else _NONE)
    return " ".join(key.name for key in keys)


def draw_with_tool(stage: Stage) -> str:
    """In Draw: choose a tool, an option or a colour and drag; sometimes type, or copy and paste."""
    board, rng = stage.window.board, stage.rng
    if board.strokes.tools is None:
        return ""
    board.setFocus()
    key = rng.choice("PELROFTSSSIAVH12")
    QTest.keyClick(board, Keys(ord(key)))
    done = drag(stage)
    if key == "S":
        drag(stage)
        for letter in rng.choices("CXVA", k=3):
            QTest.keyClick(board, Keys(ord(letter)), Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(board, "".join(rng.choices("ag W?5", k=4)) if key == "T" else "")
    last = rng.choice([Keys.Key_Return, Keys.Key_Escape, Keys.Key_Delete, Keys.Key_Left])
    QTest.keyClick(board, last)
    return f"{key}, {done}, {last.name}"


def palette(stage: Stage) -> str:
    """Choose a colour; in a drawing also change the palette."""
    window, rng = stage.window, stage.rng
    colors = len(window.session.puzzle.palette) - 1
    window.board.setFocus()
    key = rng.choice("123456789[]")
    QTest.keyClick(window.board, Keys(ord(key)))
    editing = window.palette_editing
    if not editing.is_possible:
        return f"key {key}"
    one, other = rng.randint(1, colors), rng.randint(1, colors)
    name = rng.choice(["add", "merge", "swap", "move", "recolor", "reduce", "black and white"])
    if name == "add":
        editing.add()
    elif name == "merge" and colors > 1 and one != other:
        editing.merge(one, rng.choice([0, other]))
    elif name == "swap":
        editing.swap(one, other)
    elif name == "move":
        editing.move(one, other)
    elif name == "recolor":
        editing.recolor(one, f"#{rng.randrange(1 << 24):06x}")
    elif name == "reduce":
        editing.reduce(rng.randint(1, colors))
    elif name == "black and white":
        editing.make_black_and_white()
    return f"key {key}, {name} {one} {other} of {colors}"


def undo(stage: Stage) -> str:
    """Undo up to 20 moves."""
    count = stage.rng.choice([1, 1, 1, 5, 20])
    for _ in range(count):
        stage.window.commands["undo"].trigger()
    return str(count)


def redo(stage: Stage) -> str:
    """Redo up to five moves."""
    count = stage.rng.choice([1, 1, 5])
    for _ in range(count):
        stage.window.commands["redo"].trigger()
    return str(count)


def tick(stage: Stage) -> str:
    """Drag beside the cells, over the clues and lights of a few lines."""
    board, rng = stage.window.board, stage.rng
    cell, place = _cell(stage), stage.any_place(board.viewport())
    start = QPoint(place.x(), cell.y()) if rng.random() < 0.5 else QPoint(cell.x(), place.y())
    button = rng.choice([_LEFT, _LEFT, _RIGHT])
    QTest.mousePress(board.viewport(), button, pos=start)
    QTest.mouseMove(board.viewport(), start + QPoint(rng.randrange(60), rng.randrange(60)))
    QTest.mouseRelease(board.viewport(), button, pos=start)
    return f"{button.name} {start.toTuple()}"


def mode(stage: Stage) -> str:
    """Choose Draw or Play."""
    action = stage.rng.choice([stage.window.commands["draw"], stage.window.commands["play"]])
    action.trigger()
    return action.text()


def pause(stage: Stage) -> str:
    """Pause the game, or go on."""
    stage.window.commands["pause"].trigger()
    return ""


def guess(stage: Stage) -> str:
    """Begin a guess, or end the innermost or another one."""
    actions, session, rng = stage.window.commands, stage.window.session, stage.rng
    end = rng.choice([session.keep_guess, session.take_back_guess])
    if len(session.guesses) > 1 and rng.random() < 0.3:
        level = rng.randint(1, len(session.guesses))
        end(level)
        return f"{end.__name__} {level}"
    begin = actions["try_guess"]
    action = rng.choice([begin, begin, actions["keep_guess"], actions["take_back_guess"]])
    action.trigger()
    return action.text()


def check_marks(stage: Stage) -> str:
    """Check the marks now, or change when they are checked and what is shown."""
    window = stage.window
    if stage.rng.random() < 0.7:
        window.commands["check_now"].trigger()
        return "now"
    always, shows = stage.rng.random() < 0.5, stage.rng.choice(list(CheckShows))
    window.settings.change(check_always=always, check_shows=shows)
    return f"{always} {shows.name}"


def hint(stage: Stage) -> str:
    """Press Hint up to three times."""
    count = stage.rng.choice([1, 2, 3])
    for _ in range(count):
        stage.window.commands["hint"].trigger()
    return str(count)


def checkpoint(stage: Stage) -> str:
    """Set a checkpoint, go to one, or forget all."""
    session, rng = stage.window.session, stage.rng
    if rng.random() < 0.1:
        session.forget_checkpoints()
        return "forget"
    name = rng.choice("abcd")
    if session.checkpoints and rng.random() < 0.6:
        session.go_to_checkpoint(name)
        return f"to {name}"
    session.set_checkpoint(name)
    return f"set {name}"


def board_map(stage: Stage) -> str:
    """Move the view with the map of a board that does not fit, after zooming in."""
    small_map = stage.window.board.map
    if not small_map.isVisible():
        stage.window.commands["zoom_in"].trigger()
        return "zoomed"
    place = stage.any_place(small_map)
    QTest.mouseClick(small_map, _LEFT, pos=place)
    return str(place.toTuple())


def _cell(stage: Stage) -> QPoint:
    board, marks = stage.window.board, stage.window.session.marks
    rng = stage.rng
    return board.area.cell_rect(rng.randrange(marks.height), rng.randrange(marks.width)).center()
