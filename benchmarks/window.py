"""How fast the window is: the board, opening puzzles, and Create From Picture. Needs no screen."""

from __future__ import annotations

import math
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import cv2
import numpy as np
from PySide6.QtCore import QEvent, QObject, QSettings
from PySide6.QtWidgets import QApplication

from benchmarks.harness import Case, Items, Times, benchmark, measure, repeated
from helper.app import make_application
from helper.application.settings import ColorSigns, Settings
from helper.application.theme import ThemeManager
from helper.main_window.main_window import MainWindow
from helper.picture.picture_choices import PictureChoices
from helper.picture.picture_window import PictureWindow
from puzzles import BLANK, Grid, Puzzle, puzzle_of
from puzzles.formats import Document
from puzzles.model import BLACK, WHITE, Color
from puzzles.packs import packs
from recognizer.making.settings import Crop, Method

WINDOW = (1600, 1000)
"""Width and height in px."""
COLORS = ("#ffffff", "#000000", "#d62728", "#1f77b4", "#2ca02c", "#ff7f0e", "#9467bd", "#ffe000")
"""The background first."""
PHOTO = (4000, 3000)
"""Width and height in px."""
COLUMNS = 50
STEP_S = 0.016
"""Between two moves of a slider that is dragged."""


@cache
def store() -> str:
    """A folder for settings and library of this process and its children."""
    os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
    return os.environ["NONOGRAM_HOME"]


def started() -> tuple[Settings, ThemeManager]:
    """The settings and the theme of an application."""
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, store())
    application = make_application()
    settings = Settings()
    return settings, ThemeManager(application, settings)


def with_events(action: Callable[[], object]) -> Callable[[], None]:
    """An action and the events that follow."""

    def call() -> None:
        action()
        QApplication.processEvents()

    return call


def wait(until: Callable[[], bool]) -> None:
    """Handle events until something is so."""
    while not until():
        QApplication.processEvents()
        time.sleep(0.0005)


def _random_document(size: int, colors: int = 2) -> Document:
    """A board with random clues and random marks, half of it shaded."""
    chance = random.Random(size)
    inks = [1 << k for k in range(1, colors)]
    states = [*inks, *(BLANK,) * len(inks)]
    clear = [(1 << colors) - 1] * len(inks)
    count = size * size
    picture = Grid(size, size, colors, [chance.choice(states) for _ in range(count)])
    marks = Grid(size, size, colors, [chance.choice([*states, *clear]) for _ in range(count)])
    palette = (WHITE, BLACK) if colors == 2 else (*map(Color, "01abcdefgh"[:colors], COLORS),)
    empty = replace(Puzzle.empty(size, size), palette=palette)
    return Document(puzzle_of(picture, empty), marks)


def _drawn_document(size: int) -> Document:
    """A drawing with areas of seven colours and the background."""
    waves = [(0.11, 0.05), (0.04, 0.13), (0.09, -0.08)]
    cells = []
    for row, column in product(range(size), repeat=2):
        height = sum(math.sin(a * row + b * column) for a, b in waves)
        color = int((height + 3) / 6 * 7.99)
        cells.append(1 << color if color else 255)
    return replace(_random_document(size, 8), marks=Grid(size, size, 8, cells))


def _shown(window: MainWindow, size: int, cell: int, colors: int = 2) -> None:
    window.session.open_copy(_random_document(size, colors))
    window.board.zoom.to(cell)
    QApplication.processEvents()


def _actions(window: MainWindow, size: int, cell: int) -> dict[str, Case]:
    """What is timed of the board that is shown."""
    board, session = window.board, window.session
    viewport, bar = board.viewport(), board.verticalScrollBar()
    middle = board.area.geometry.nearest_cell(WINDOW[0] * 0.8, WINDOW[1] * 0.8)
    index = middle[0] * size + middle[1]

    def scroll() -> None:
        bar.setValue(bar.value() + (cell if bar.value() < bar.maximum() // 2 else -cell))

    def change() -> None:
        session.paint({index: session.next_state(session.marks.cells[index])}, "Change")

    return {
        "repaint": viewport.repaint,
        "one cell": lambda: viewport.repaint(board.area.cell_rect(*middle)),
        "scroll": with_events(scroll),
        "change": with_events(change),
    }


@benchmark(sizes=(30,))
def board(sizes: tuple[int, ...] = (10, 30, 100, 300, 1000), repeats: int = 9) -> Items:
    """The time to paint and to change the board, for random boards half shaded.

    Then the repaint in seven colours, without and with patterns, for boards of up to 300x300, and
    the exchange of two colours of a drawing and of noise.

    Args:
        sizes: Rows and columns.
        repeats: Runs of each action.
    """
    settings, themes = started()
    window = MainWindow(settings, themes)
    window.resize(*WINDOW)
    window.show()
    QApplication.processEvents()
    for size, cell in product(sizes, (24, 14, 6)):
        _shown(window, size, cell)
        for action, times in measure(_actions(window, size, cell), repeats).items():
            yield {"board": f"{size}x{size}, {cell} px, {action}", "time": times}
    viewport, ways = window.board.viewport(), {"2 colours": (2, ColorSigns.NEVER)}
    ways |= {"8 colours": (8, ColorSigns.NEVER), "with patterns": (8, ColorSigns.ALWAYS)}
    colored = [size for size in sizes if 10 < size <= 300]
    for size, cell in product(colored, (24, 14, 6)):
        found = {way: Times() for way in ways}
        for _ in range(repeats):  # side by side, since the machine may be busy
            for way, (colors, signs) in ways.items():
                settings.change(color_signs=signs)
                _shown(window, size, cell, colors)
                viewport.repaint()
                found[way].take(viewport.repaint)
        for way, times in found.items():
            ratio = times.median_s / found["2 colours"].median_s
            yield {
                "repaint": f"{size}x{size}, {cell} px, {way}",
                "to 2 colours": ratio,
                "time": times,
            }
    for size in (size for size in colored if size >= 100):
        for name, document in (
            ("drawing", _drawn_document(size)),
            ("noise", _random_document(size, 8)),
        ):
            window.session.open_unsaved(document, drawing=True)
            QApplication.processEvents()
            times = Times()
            for _ in range(repeats):
                times.take(with_events(partial(window.palette_editing.swap, 2, 3)))
                with_events(window.session.undo)()
            yield {"exchange": f"two colours, {size}x{size}, {name}", "time": times}


@benchmark(limit=10)
def opening(limit: int | None = None, repeats: int = 7) -> Items:
    """The time from a tile of Home to its painted board.

    Every bundled puzzle is opened from Home in turn, with a library of its own.

    Args:
        limit: So many puzzles only, from the first.
        repeats: Rounds through all puzzles.
    """
    window = MainWindow(*started())
    window.resize(1100, 720)
    window.show()
    window.autosave.open()

    def home() -> None:
        window.home.show()
        for _ in range(5):
            QApplication.processEvents()

    def opened(path: Path) -> None:
        window.files.open_bundled(path)
        window.home.show_board()
        QApplication.processEvents()
        window.board.viewport().repaint()

    puzzles = [puzzle for pack in packs() for puzzle in pack.puzzles][:limit]
    cases: dict[str, Case] = {
        f"{puzzle.title}, {puzzle.width}x{puzzle.height}": partial(opened, puzzle.path)
        for puzzle in puzzles
    }
    for name, times in measure(cases, repeats, home).items():
        yield {"puzzle": name, "time": times}
    window.close()


def _photo(path: Path) -> None:
    """Write a picture like a photo: smooth light, a face, and the noise of a camera."""
    width, height = PHOTO
    rng = np.random.default_rng(1)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 150 + 60 * np.sin(x / 900) + 30 * np.cos(y / 500)
    image = np.stack([light, light * 0.9 + 20, 250 - light * 0.5], axis=2)
    middle = (width // 2, height // 2)
    cv2.circle(image, middle, 1000, (60, 70, 110), -1)
    for side in (-1, 1):
        eye = (middle[0] + side * 350, middle[1] - 200)
        cv2.ellipse(image, eye, (150, 250), 0, 0, 360, (230, 230, 215), -1)
    cv2.ellipse(image, (middle[0], middle[1] + 350), (450, 220), 0, 0, 180, (90, 60, 200), -1)
    image = cv2.GaussianBlur(image, (0, 0), 6) + rng.normal(0, 9, (height, width, 1))
    cv2.imwrite(str(path), image.clip(0, 255).astype(np.uint8))


class _Painted(QObject):
    """Counts the paint events of a widget."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Count an event."""
        self.count += event.type() == QEvent.Type.Paint
        return False


@benchmark(repeats=2)
def picture(repeats: int = 40) -> Items:
    """How fast the board follows a slider of Create From Picture.

    A photo of 12 megapixels is opened in the window with its child processes, and one setting after
    the other is changed. The time is from the change of the slider until the new board is painted.
    It includes sending the settings to the child process, receiving the board, and updating facts
    and palette. *Dragged* is the delay of each board that is shown while the slider moves every
    16 ms.

    Args:
        repeats: Changes of each setting.
    """
    path = Path(store()) / "photo.jpg"
    _photo(path)
    window = PictureWindow(*started(), lambda _: True)
    window.show()
    ready: Callable[[], bool] = lambda: window.may_create  # noqa: E731

    def opened() -> None:
        window.open_picture(path)
        wait(ready)

    yield {"change": "open a photo of 12 megapixels", "time": repeated(opened, 1)}
    painted, panel, parts = _Painted(), window.parts.panel, window.parts
    viewport = parts.board.viewport()
    viewport.installEventFilter(painted)

    def method(which: Method, colors: int = 1) -> None:
        chosen = {"method": which, "colors": colors, "palette": ()}
        changed(lambda: window._settings_chosen(chosen))

    def changed(change: Callable[[], object], is_checked: bool = False) -> None:
        change()
        wait(ready)
        if is_checked:
            wait(lambda: not window.check.is_busy)
        before = painted.count
        viewport.update()
        wait(lambda: painted.count > before)

    def slides(slider: QObject, low: int, high: int) -> Iterator[Callable[[], object]]:
        for k in range(repeats):
            value = low + (high - low) * (k + 1) // repeats
            yield partial(slider.setValue, value)  # type: ignore[attr-defined]

    def crops() -> Iterator[Callable[[], object]]:
        for k in range(repeats):
            crop = Crop(0.002 * (k + 1), 0, 1 - 0.002 * k, 1)
            yield partial(window._choose, PictureChoices.set_crop, crop)

    def turns() -> Iterator[Callable[[], object]]:
        return (partial(parts.tilt_slider.setValue, 10 * k + 5) for k in range(repeats))

    window._choose(PictureChoices.keep_proportion, False)
    window._choose(lambda choice: choice.change(columns=COLUMNS, rows=COLUMNS))
    wait(ready)
    brightness = partial(slides, panel.brightness.slider, -30, 30)
    kinds: list[tuple[str, Method, int, Callable[[], Iterator[Callable[[], object]]]]] = [
        *((f"{each.value}, brightness", each, 1, brightness) for each in Method),
        ("threshold", Method.THRESHOLD, 1, partial(slides, panel.threshold.slider, 60, 200)),
        ("crop", Method.THRESHOLD, 1, crops),
        ("rotation", Method.THRESHOLD, 1, turns),
        (
            "5 colours, contrast",
            Method.THRESHOLD,
            5,
            partial(slides, panel.contrast.slider, -30, 30),
        ),
        ("brightness, and the check", Method.THRESHOLD, 1, brightness),
    ]
    for name, which, colors, changes in kinds:
        method(which, colors)
        if name == "threshold":
            panel.automatic.setChecked(False)
        times = Times()
        for change in changes():
            times.take(changed, change, name.endswith("check"))
        yield {"change": name, "time": times}
    for name, changes in (("brightness", partial(slides, panel.brightness.slider, -60, 60)),
                          ("rotation", turns)):  # fmt: skip
        at: dict[object, float] = {}
        behind = Times()
        assert window.work is not None

        def arrived(board: object, at: dict[object, float] = at, behind: Times = behind) -> None:
            behind.wall_s.append(time.perf_counter() - at[board.settings])  # type: ignore[attr-defined]

        window.work.drawn.connect(arrived)
        for change in changes():
            begun = time.perf_counter()
            assert window.choice is not None
            change()
            at.setdefault(window.choice.settings, begun)
            wait(lambda begun=begun: time.perf_counter() - begun > STEP_S)  # type: ignore[misc]
        wait(ready)
        window.work.drawn.disconnect(arrived)
        yield {"dragged": name, "shown": len(behind.wall_s), "of": repeats, "behind": behind}
    window.reject()
