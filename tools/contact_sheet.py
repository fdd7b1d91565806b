"""Shows every window at several sizes, scales and themes: ``python tools/contact_sheet.py FOLDER``.

For each screen, scale and theme it saves one picture with all windows side by side, and prints the
windows that are larger than that screen. Needs no display.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

SCREENS = ((1024, 700), (1600, 1000))
"""Width and height, in device px."""
SCALES = (1, 2)
THEMES = ("light", "dark")
_TILE_PX = 480
_COLUMNS = 4
_GAP_PX = 12


def main(folder: Path) -> int:
    """Make all sheets, each in a process of its own; the scale is that of a whole process."""
    folder.mkdir(parents=True, exist_ok=True)
    code = 0
    for (width, height), scale, theme in itertools.product(SCREENS, SCALES, THEMES):
        target = folder / f"{width}x{height}-{scale * 100}-{theme}.png"
        size = f"{width // scale}x{height // scale}"
        screen = target.with_suffix(".json")
        screen.write_text(_screen(width, height))
        platform = f"offscreen:configfile={screen}"
        environment = {**os.environ, "QT_SCALE_FACTOR": str(scale), "QT_QPA_PLATFORM": platform}
        command = [sys.executable, __file__, "--one", str(target), size, theme]
        code |= subprocess.run(command, env=environment, check=False).returncode
        screen.unlink()
        print(target, flush=True)
    return code


def _screen(width: int, height: int) -> str:
    """Qt's description of a screen that is not there."""
    screen = {
        "name": "screen", "x": 0, "y": 0, "width": width, "height": height,
        "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1,
    }  # fmt: skip
    return json.dumps({"synchronousWindowSystemEvents": True, "screens": [screen]})


def make_sheet(target: Path, size: tuple[int, int], theme: str) -> None:
    """Grab all windows on one screen.

    Args:
        target: The picture of all.
        size: Of the screen, in logical px.
        theme: ``light`` or ``dark``.
    """
    os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from PIL import Image, ImageDraw

    tiles = []
    for name, widget in _windows(size, theme):
        path = target.with_suffix(".tile.png")
        grabbed = widget.grab()
        grabbed.save(str(path))
        shown = grabbed.deviceIndependentSize().toSize()
        if shown.width() > size[0] or shown.height() > size[1]:
            print(f"{target.stem}: {name} is {shown.width()}x{shown.height()}", flush=True)
        with Image.open(path) as image:
            image.load()
            image.thumbnail((_TILE_PX, _TILE_PX * 3 // 4))
            tiles.append((name, image.convert("RGB")))
        path.unlink()
    high = max(image.height for _, image in tiles) + 2 * _GAP_PX
    rows = -(-len(tiles) // _COLUMNS)
    sheet = Image.new("RGB", (_COLUMNS * (_TILE_PX + _GAP_PX), rows * high), "#808080")
    draw = ImageDraw.Draw(sheet)
    for k, (name, image) in enumerate(tiles):
        x, y = k % _COLUMNS * (_TILE_PX + _GAP_PX), k // _COLUMNS * high
        draw.text((x + 4, y + 2), name, "white")
        sheet.paste(image, (x, y + 2 * _GAP_PX - 8))
    sheet.save(target)


def _windows(size: tuple[int, int], theme: str) -> Iterator[tuple[str, QWidget]]:
    """The program's windows, one after the other, as large as the screen or smaller."""
    from PySide6.QtCore import QSettings
    from PySide6.QtTest import QTest

    from helper.app import make_application
    from helper.application.library import Library, data_folder
    from helper.application.settings import Settings, ThemeChoice
    from helper.application.theme import ThemeManager
    from helper.main_window.window import MainWindow
    from helper.play.autosave import Autosave
    from puzzles.packs import packs
    from solver.api import solve

    application = make_application()
    store = os.environ["NONOGRAM_HOME"]
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, store)
    settings = Settings()
    settings.change(theme=ThemeChoice(theme))
    window = MainWindow(settings, ThemeManager(application, settings))
    window.keep_moves(
        Autosave(window.session, Library(data_folder() / "library.sqlite3"), window, window.writes)
    )
    window.resize(*size)
    window.show()

    def settled(widget: QWidget) -> QWidget:
        widget.show()
        QTest.qWait(300)
        return widget

    puzzles = {puzzle.title: puzzle.path for pack in packs() for puzzle in pack.puzzles}
    window.home.show()
    yield "Home, new", settled(window)
    window.files.open_bundled(puzzles["Owl"])
    window.home.show_board()
    (solution,) = solve(window.session.puzzle).solutions
    cells = dict(enumerate(solution.cells))
    window.session.paint({i: cells[i] for i in list(cells)[: len(cells) * 3 // 5]}, "Shade")
    window.board.set_hover(11, 7)
    yield "Play", settled(window)
    window.modes.draw()
    yield "Draw, clues", settled(window)
    window.modes.play()
    window.controls.pause.pause()
    yield "Paused", settled(window)
    window.controls.pause.go_on()
    window.session.paint(cells, "Shade")
    yield "Solved", settled(window)
    window.modes.draw()
    yield "Draw", settled(window)
    window.home.show()
    yield "Home, with progress", settled(window)
    yield from _dialogs(window, settings, settled)


def _dialogs(window: object, settings: object, settled: object) -> Iterator[tuple[str, QWidget]]:
    from helper.author.clues_dialog import CluesDialog
    from helper.author.new_dialog import NewDialog
    from helper.author.properties_dialog import PropertiesDialog
    from helper.author.size_dialog import SizeDialog
    from helper.learn.how_to_play import HowToPlay
    from helper.learn.lessons.progress import LessonProgress
    from helper.learn.lessons.window import Lessons
    from helper.main_window.window import MainWindow
    from helper.picture.window import PictureWindow
    from helper.preferences.dialog import PreferencesDialog
    from helper.widgets.help_dialog import HelpDialog

    assert isinstance(window, MainWindow)
    assert callable(settled)
    themes, session = window.themes, window.session
    window.show_statistics()
    assert window.statistics is not None
    yield "Statistics", settled(window.statistics)
    yield "Preferences", settled(PreferencesDialog(window.settings, themes, window))
    yield "New", settled(NewDialog(20, 20, window))
    yield "Edit Clues", settled(CluesDialog(session.puzzle, themes.theme, window))
    yield "Properties", settled(PropertiesDialog(session.puzzle, session.marks, window))
    palette = session.puzzle.palette
    yield "Change Size", settled(SizeDialog(session.marks, palette, themes.theme, window))
    yield "Keyboard and Mouse", settled(HelpDialog("keyboard-and-mouse", "Keyboard and Mouse"))
    yield "How to Play", settled(HowToPlay(window.settings, themes))
    learn = Lessons(LessonProgress(), window.settings, themes)
    learn.following.click()
    yield "Learn", settled(learn)
    yield "Create From Picture", settled(PictureWindow(window.settings, themes, lambda _: True))
    window.methods.compare_methods()
    assert window.methods.compare_dialog is not None
    yield "Compare Methods", settled(window.methods.compare_dialog)
    yield "Camera", settled(window.show_camera())


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        wide, high = map(int, sys.argv[3].split("x"))
        make_sheet(Path(sys.argv[2]), (wide, high), sys.argv[4])
        sys.stdout.flush()
        os._exit(0)  # without closing windows, which would ask questions
    raise SystemExit(main(Path(sys.argv[1])))
