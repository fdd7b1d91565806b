"""The actions of the walk. To add one, write a function here and put it into ``ACTIONS``.

Those on the board are in ``board_actions.py``.

An action takes the :class:`stage.Stage` and returns a text for the log, empty if it did nothing.
Its random numbers come from ``stage.rng`` only, so that a log can be replayed. An action may open a
modal dialog, in which the walk continues.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.request import Request, urlopen

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QScrollBar,
    QTabBar,
    QWidget,
)

from helper.application.settings import ClueSide, ThemeChoice
from helper.phone.networks import Network
from puzzles.formats import Document, read
from puzzles.formats.play_link import playable_text
from solver.logic.techniques import Technique
from solver.registry import engine_names
from tools.soak import board_actions as board
from tools.soak.stage import Stage, stripes

Keys = Qt.Key
_NONE = Qt.KeyboardModifier.NoModifier
_NEVER = {"quit", "close", "close window", "stay on top"}
_FAST_ENGINES = (
    "native",
    "python",
    "elimination",
    "mac",
    "intersection",
    "backtracking",
    "genetic",
)


class Action(NamedTuple):
    """An action with its relative frequency."""

    do: Callable[[Stage], str]
    weight: float
    needs_free: bool = True
    """Whether it can run only while no modal dialog is open."""

    @property
    def name(self) -> str:
        """Its name in the log."""
        return self.do.__name__.strip("_")


# Sheets


def _open_puzzle(stage: Stage) -> str:
    path = stage.rng.choice(stage.files.puzzles)
    stage.window.files.open_any(path)
    return path.name


def _scan(stage: Stage) -> str:
    path = stage.rng.choice(stage.files.pictures)
    stage.window.files.open_any(path)
    return path.name


def _scan_many(stage: Stage) -> str:
    """Read pictures into the list, or press a button of it; it is closed now and then."""
    scanning = stage.window.scanning
    shown = scanning.list.window
    if shown is None or stage.rng.random() < 0.3:
        paths = [stage.rng.choice(stage.files.pictures) for _ in range(stage.rng.randint(2, 4))]
        scanning.start_all(paths)
        return f"scan {', '.join(path.name for path in paths)}"
    buttons = shown.stop_button, shown.check_button, shown.open_button, shown.collect_button
    button = stage.rng.choice((*buttons, shown.close_button))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    return f"list: {_plain(button.text())}"


def _phone(stage: Stage) -> str:
    """Open the dialog for a phone, send a picture to it as a phone does, or close it."""
    phone = stage.window.phone_scan
    if phone.dialog is None:
        phone.show([Network("127.0.0.1", "home", 0)])
        return "open"
    if not phone.dialog.address or stage.rng.random() < 0.2:
        phone.dialog.close()
        return "close"
    path = stage.rng.choice(stage.files.pictures)
    part = f'Content-Disposition: form-data; name="pictures"; filename="{path.name}"'
    body = f"--e\r\n{part}\r\n\r\n".encode() + path.read_bytes() + b"\r\n--e--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=e"}
    _send(Request(f"{phone.dialog.address}pictures", body, kind))
    return f"send {path.name}"


def _send(request: Request) -> None:
    def send() -> None:
        with suppress(OSError), urlopen(request, timeout=5):
            pass  # the dialog may be closed meanwhile

    threading.Thread(target=send, daemon=True).start()


def _share(stage: Stage) -> str:
    """Open the dialog, send a board to it as a phone does, take it over, or close it."""
    share, puzzle = stage.window.share, stage.window.session.puzzle
    if share.dialog is None:
        stage.window.commands["share"].trigger()
        return "open"
    if share.dialog.take_over.isVisible() and stage.rng.random() < 0.5:
        share.dialog.take_over.click()
        return "take over"
    if not share.dialog.address or stage.rng.random() < 0.3:
        share.dialog.close()
        return "close"
    cells = stage.rng.choices((-1, 0, 1), k=puzzle.height * puzzle.width)
    body = json.dumps({"p": playable_text(puzzle), "c": cells}).encode()
    _send(Request(f"{share.dialog.address}board", body))
    return "send a board"


def _paste(stage: Stage) -> str:
    path = stage.rng.choice(stage.files.pictures)
    QGuiApplication.clipboard().setImage(QImage(str(path)))
    stage.window.commands["paste"].trigger()
    return path.name


def _drop(stage: Stage) -> str:
    path = stage.rng.choice([*stage.files.pictures, *stage.files.puzzles])
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(9, 9), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, _NONE
    )
    stage.window.dropEvent(event)
    return path.name


def _open_unsaved(stage: Stage) -> str:
    """Open a puzzle as after a review, which is faster than a scan, so sheets change more often."""
    path = stage.rng.choice(stage.files.puzzles)
    stage.window.take_scanned(read(path), path.read_bytes())
    return path.name


def _open_large(stage: Stage) -> str:
    """Open an unsolved board of up to 200 x 200 cells."""
    height, width = stage.rng.choice([(60, 60), (50, 120), (150, 100), (200, 200)])
    stage.window.session.open_copy(Document(stripes(height, width)))
    return f"{width} x {height}"


def _home(stage: Stage) -> str:
    """Show Home or the board; in Home, sometimes open the current tile."""
    home = stage.window.home
    home.toggle()
    if home.view is None or not home.is_shown or stage.rng.random() < 0.5:
        return "shown" if home.is_shown else "board"
    tiles = home.view.tiles
    for _ in range(stage.rng.randrange(9)):
        QTest.keyClick(tiles, Keys.Key_Right)
    QTest.keyClick(tiles, Keys.Key_Return)
    return "opened"


def _print(stage: Stage) -> str:
    """Open the print dialog; mostly save the pages as PDF, for which a file dialog opens."""
    window = stage.window
    window.commands["print"].trigger()
    dialog = window.paper.printing.dialog
    if dialog is None:
        return "still printing"
    if stage.rng.random() < 0.3:
        return "dialog"
    QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    return "saved"


def _export(stage: Stage) -> str:
    """Export the puzzle; the file dialog asks for its name and kind."""
    stage.window.commands["export"].trigger()
    return "asked"


# The solver


def _solve_with(stage: Stage) -> str:
    names = [name for name in engine_names() if name in _FAST_ENGINES]
    name = stage.rng.choice(names)
    stage.window.methods.solve_with(name)
    return name


def _compare(stage: Stage) -> str:
    stage.window.methods.compare_methods()
    dialog = stage.window.methods.compare_dialog
    if dialog is None or stage.window.session.marks.height > 10:
        return "shown"
    for row in dialog.model.rows:
        row.is_chosen = row.spec in _FAST_ENGINES[:4]
    dialog.limit.setValue(2)
    dialog.run()
    return "run"


# Windows


def _camera(stage: Stage) -> str:
    film = stage.rng.choice(stage.files.films)
    stage.window.others.show_camera().start_with(str(film))
    return film.name


def _create_from_picture(stage: Stage) -> str:
    path = stage.rng.choice(stage.files.pictures)
    stage.window.creating.show(path)
    return path.name


def _how_to_play(stage: Stage) -> str:
    """Open How to Play, click a random cell of its board, and sometimes skip the step."""
    stage.window.helping.show_how_to_play()
    shown = stage.window.helping.how_to_play
    assert shown is not None
    puzzle, rng = shown.step.puzzle, stage.rng
    cell = rng.randrange(puzzle.height), rng.randrange(puzzle.width)
    place = shown.board.area.cell_rect(*cell).center()
    QTest.mouseClick(shown.board.viewport(), Qt.MouseButton.LeftButton, pos=place)
    if rng.random() < 0.5:
        shown.panel.skip.click()
    return str(cell)


def _learn(stage: Stage) -> str:
    """Open a lesson, click a random cell of its board, and a random button."""
    stage.window.helping.show_lessons()
    shown, rng = stage.window.helping.lessons, stage.rng
    assert shown is not None
    technique = rng.choice(list(Technique))
    if rng.random() < 0.3:
        shown.show_technique(technique)
    puzzle = shown.session.puzzle
    cell = rng.randrange(puzzle.height), rng.randrange(puzzle.width)
    place = shown.board.area.cell_rect(*cell).center()
    QTest.mouseClick(shown.board.viewport(), Qt.MouseButton.LeftButton, pos=place)
    buttons = [*shown.tool_buttons(), shown.panel.next, shown.panel.back]
    button = rng.choice([b for b in buttons if b.isVisible()])
    button.click()
    return f"{shown.lesson.title} {shown.step}: {cell}, {button.text()}"


def _statistics(stage: Stage) -> str:
    """Show the statistics with another period."""
    stage.window.others.show_statistics()
    shown = stage.window.others.statistics
    if shown is None:
        return ""
    shown.period.setCurrentIndex(stage.rng.randrange(shown.period.count()))
    return shown.period.currentText()


def _theme(stage: Stage) -> str:
    choice = stage.rng.choice(list(ThemeChoice))
    side = stage.rng.choice(list(ClueSide))
    stage.window.settings.change(theme=choice, clue_side=side)
    return f"{choice.name} {side.name}"


def _resize(stage: Stage) -> str:
    window = stage.rng.choice(stage.windows)
    size = stage.rng.randrange(200, 1300), stage.rng.randrange(200, 900)
    window.resize(*size)
    return f"{_name(window)} {size}"


def _close_window(stage: Stage) -> str:
    others = stage.windows[1:]
    if not others:
        return ""
    window = stage.rng.choice(others)
    name = _name(window)
    window.close()
    return name


def _menu_command(stage: Stage) -> str:
    """Run a random command of the menus; all have the same probability."""
    menus = stage.window.menuBar().findChildren(QMenu)
    actions = [
        action for menu in menus for action in menu.actions()
        if action.isEnabled() and not action.isSeparator() and action.menu() is None
        and _plain(action.text()) not in _NEVER
    ]  # fmt: skip
    action = stage.rng.choice(actions)
    name = _plain(action.text())
    action.trigger()
    return name


def _open_menu(stage: Stage) -> str:
    menus = [a.menu() for a in stage.window.menuBar().actions()]
    menu = stage.rng.choice([m for m in menus if isinstance(m, QMenu)])
    for each in (menu, *menu.findChildren(QMenu)):
        each.aboutToShow.emit()
    return menu.title()


# Whatever is in front


def _click_button(stage: Stage) -> str:
    front = stage.front
    button = stage.some(QAbstractButton, front, lambda b: _plain(b.text()) not in _NEVER)
    if button is None:
        return ""
    name = f"{_name(front)}: {button.text() or button.toolTip() or type(button).__name__}"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    return name


def _click_anything(stage: Stage) -> str:
    front = stage.front
    widget = stage.some(QWidget, front, lambda w: not w.children())
    if widget is None or isinstance(widget, QAbstractButton):
        return ""
    name = f"{_name(front)}: {type(widget).__name__}"
    place = stage.any_place(widget)
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseMove(widget, stage.any_place(widget))
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=place)
    return name


def _change_field(stage: Stage) -> str:
    front = stage.front
    number = stage.some(QAbstractSpinBox, front, lambda _: True)
    text = stage.some(QLineEdit, front, lambda e: not isinstance(e.parent(), QAbstractSpinBox))
    box = stage.some(QComboBox, front, lambda _: True)
    slider = stage.some(QAbstractSlider, front, lambda s: not isinstance(s, QScrollBar))
    tabs = stage.some(QTabBar, front, lambda _: True)
    fields = [each for each in (number, text, box, slider, tabs) if each is not None]
    if not fields:
        return ""
    chosen = stage.rng.choice(fields)
    if chosen is text and text is not None:
        text.selectAll()
        QTest.keyClicks(text, stage.rng.choice(["1", "2.1", "1 1", "cat", "x", ""]))
    else:
        key = stage.rng.choice([Keys.Key_Up, Keys.Key_Down])
        for _ in range(stage.rng.randrange(1, 4)):
            QTest.keyClick(chosen, key)
    return f"{_name(front)}: {type(chosen).__name__}"


def _any_key(stage: Stage) -> str:
    front = stage.front
    names = [
        "Escape", "Return", "Tab", "Down", "Up", "Left", "Right", "R", "Delete", "Insert", "F2",
        "1", "2", "3", "Space", "F1", "Ctrl+Z", "Ctrl+Y", "Ctrl+Return", "F5", "M", "Ctrl+V",
        "PgDown", "Home",
    ]  # fmt: skip
    name = stage.rng.choice(names)
    QTest.keySequence(front.focusWidget() or front, QKeySequence(name))
    return f"{_name(front)}: {name}"


def _answer_dialog(stage: Stage) -> str:
    """Close a dialog by Escape or a random button."""
    modal = QApplication.activePopupWidget() or QApplication.activeModalWidget()
    if modal is None:
        return ""
    name = _name(modal)
    button = stage.some(QAbstractButton, modal, lambda b: bool(b.text()))
    if button is None or stage.rng.random() < 0.3:
        QTest.keyClick(modal, Keys.Key_Escape)
        return f"{name}: Escape"
    text = button.text()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    return f"{name}: {text}"


def answer_file_dialog(stage: Stage) -> str:
    """Choose a file in a file dialog, or none; the only action for such dialogs."""
    dialog = QApplication.activeModalWidget()
    if not isinstance(dialog, QFileDialog):
        return ""
    dialog.setOption(QFileDialog.Option.ReadOnly)
    edit = dialog.findChild(QLineEdit)
    if edit is None or stage.rng.random() < 0.3:
        QTest.keyClick(dialog, Keys.Key_Escape)
        return f"{_name(dialog)}: Escape"
    files = stage.files
    if dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave:
        suffix = stage.rng.choice(["", "", ".pdf", ".svg", ".png", ".html"])
        path = stage.folder / f"saved{stage.rng.randrange(5)}{suffix}"
    else:
        path = stage.rng.choice([*files.puzzles, *files.pictures, Path("/none.non")])
    edit.setText(str(path))
    QTest.keyClick(edit, Keys.Key_Return)
    return f"{_name(dialog)}: {path.name}"


def _plain(text: str) -> str:
    return text.replace("&", "").rstrip("…").lower()


def _name(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{widget.windowTitle()}”"


ACTIONS = [
    Action(board.click_cell, 12), Action(board.drag, 12), Action(board.hover, 4),
    Action(board.wheel, 4), Action(board.draw_with_tool, 12), Action(board.palette, 6),
    Action(board.board_keys, 6),
    Action(board.undo, 6), Action(board.redo, 4), Action(board.tick, 4), Action(board.mode, 1),
    Action(board.pause, 1), Action(board.board_map, 2), Action(board.guess, 4),
    Action(board.check_marks, 2), Action(board.hint, 1), Action(board.checkpoint, 1),
    Action(_open_puzzle, 3),
    Action(_print, 0.7), Action(_export, 0.7),
    Action(_open_large, 0.5), Action(_home, 2), Action(_statistics, 0.7),
    Action(_scan, 1.5), Action(_scan_many, 1), Action(_phone, 1), Action(_share, 1),
    Action(_paste, 0.7), Action(_drop, 1),
    Action(_open_unsaved, 2),
    Action(_solve_with, 1.5), Action(_compare, 0.5), Action(_camera, 0.6),
    Action(_create_from_picture, 1), Action(_how_to_play, 1), Action(_learn, 1), Action(_theme, 1),
    Action(_resize, 1.5), Action(_close_window, 3), Action(_menu_command, 10),
    Action(_open_menu, 2),
    Action(_click_button, 14, False), Action(_click_anything, 6, False),
    Action(_change_field, 12, False), Action(_any_key, 8, False), Action(_answer_dialog, 25, False),
]  # fmt: skip
