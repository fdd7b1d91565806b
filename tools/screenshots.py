"""Makes the pictures in the README: ``python tools/screenshots.py docs/images``.

Needs no screen. The pictures show the program itself, with a temporary data folder.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
sys.path.insert(0, str(Path(__file__).parents[1]))

from PIL import Image, ImageDraw, ImageFilter
from PySide6.QtCore import QPoint, QSettings
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from helper.app import make_application
from helper.application.settings import ClueSide, Settings, ThemeChoice
from helper.application.theme import ThemeManager
from helper.author.clues_dialog import CluesDialog
from helper.board.toolset import Press
from helper.camera.camera_window import CameraWindow
from helper.camera.live_setup import default_setup
from helper.draw.shapes import Mirror
from helper.draw.tools import ToolKind
from helper.generate.names import RandomChoice
from helper.generate.random_dialog import RandomDialog
from helper.hints.hinting import HintStage
from helper.images.puzzle_picture import one_pixel_per_cell, painted_picture
from helper.main_window.main_window import MainWindow
from helper.methods.solving import SolveDialog
from helper.paper.book import BookPuzzle
from helper.paper.print_dialog import PrintDialog, keep_options
from helper.picture.picture_window import PictureWindow
from helper.preferences.dialog import PreferencesDialog
from helper.review.draft import Draft
from helper.review.found_boards import FoundBoard, thumbnail_of
from helper.review.list_window import ScanListWindow
from helper.review.page_work import PageScan
from helper.review.review_window import ReviewWindow
from puzzles import Grid, Puzzle
from puzzles.contracts import SolutionCount
from puzzles.formats import Document, read
from puzzles.packs import packs
from puzzles.print_options import PrintOptions, Titles
from puzzles.words import _
from recognizer.live.capture.video_sources import Camera
from recognizer.live.scene import Frame, LiveState
from recognizer.making.settings import Method
from recognizer.values import Problem, Reading, ReadLine
from solver.api import Event, Limits, solve
from solver.author.generator.making import generate
from solver.author.generator.options import GeneratorOptions, Style
from tools.printed_page import PrintedPage
from tools.videos.film import Film
from tools.videos.scenes import make_film

_SETTLING_S = 0.6
"""Until the panel beside the board, which follows with a delay, shows the same puzzle."""

_PRINTED = ("Ice cream", "House", "Fish", "Sunflower")
"""The puzzles in the picture of the print dialog."""


class Studio:
    """The program's window, which is set up for one picture after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.application = make_application()
        store = os.environ["NONOGRAM_HOME"]
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, store)
        self.settings = Settings()
        self.settings.change(theme=ThemeChoice.LIGHT)
        self.themes = ThemeManager(self.application, self.settings)
        self.window = MainWindow(self.settings, self.themes)
        self.window.show()
        self.puzzles = {p.title: p.path for pack in packs() for p in pack.puzzles}

    def open(self, title: str, share: float = 0.0) -> Grid:
        """Open a bundled puzzle and solve a share of its cells; return its solution."""
        self.window.files.open_bundled(self.puzzles[title])
        session = self.window.session
        solution = solve(session.puzzle).solutions[0]
        count = int(share * len(solution.cells))
        session.paint(dict(enumerate(solution.cells[:count])), "Shade")
        return solution

    def mark_saved(self) -> None:
        """Mark the puzzle as saved, so that closing them asks no question."""
        session = self.window.session
        session.file = type(session.file)(session.file.path, session.state.document)

    def wait(self, until: Callable[[], bool]) -> None:
        """Let the program run until a condition is true."""
        while not until():
            QApplication.processEvents()
            time.sleep(0.005)

    def settle(self) -> None:
        """Wait until everything that follows with a delay shows the same puzzle."""
        until = time.monotonic() + _SETTLING_S
        self.wait(lambda: time.monotonic() > until)

    def shoot(self, name: str, widget: QWidget | None = None) -> None:
        """Save a picture of the window or of a dialog."""
        self.settle()
        path = self.folder / f"{name}.png"
        (widget or self.window).grab().save(str(path))
        print(path)
        self.mark_saved()


def _shoot_home(studio: Studio) -> None:
    """Show Home with some progress, in a library of its own."""
    window = studio.window
    autosave = window.autosave
    autosave.open()
    window.resize(1060, 700)
    for title, share, seconds in (
        ("Heart", 1.0, 41), ("Chick", 1.0, 95), ("Cat", 0.3, 20), ("Owl", 0.6, 300),
    ):  # fmt: skip
        solution = studio.open(title)
        autosave.clock.set(seconds)
        count = int(share * len(solution.cells))
        window.session.paint(dict(enumerate(solution.cells[:count])), "Shade")
    window.home.show()
    view = window.home.view
    assert view is not None
    studio.wait(lambda: view.thumbnails.cached_bytes > 0 and view.thumbnails.is_idle)
    studio.shoot("home")
    window.home.show_board()


def _shoot_paper(studio: Studio) -> None:
    """The print dialog with a page of four puzzles."""
    options = PrintOptions(per_page=4, titles=Titles.PUZZLE)
    keep_options(studio.settings, options)
    colored = [path for title, path in studio.puzzles.items() if title in _PRINTED]
    puzzles = [BookPuzzle(read(path).puzzle) for path in colored]
    dialog = PrintDialog(puzzles, studio.settings, studio.themes, "Nonograms", studio.window)
    dialog.show()
    studio.wait(dialog.save_button.isEnabled)
    dialog.preview.turn(1)
    studio.shoot("print", dialog)
    dialog.done(0)


def _shoot_random(studio: Studio) -> None:
    """The dialog of New Random Puzzle, and what the generator makes of each style."""
    dialog = RandomDialog(RandomChoice(20, 20, "medium"), studio.themes, studio.window)
    dialog.more.button.setChecked(True)
    dialog.show()
    studio.shoot("random", dialog)
    dialog.done(0)
    side, gap, styles = 100, 14, tuple(Style)
    sheet = QImage(
        gap + len(styles) * (side + gap), gap + 3 * (side + gap), QImage.Format.Format_RGB32
    )
    sheet.fill(QColor("#f5f6f8"))
    painter = QPainter(sheet)
    for across, style in enumerate(styles):
        for down in range(3):
            options = GeneratorOptions(20, 20, style=style, colors=3 if down == 2 else 1)
            found = generate(options, f"7/{down}")
            assert found is not None
            board = Grid.from_goal(found.puzzle.goal, found.puzzle.palette, 20)
            picture = painted_picture(found.puzzle, board, studio.themes.theme)
            at = QPoint(gap + across * (side + gap), gap + down * (side + gap))
            painter.drawImage(at, one_pixel_per_cell(picture).scaled(side, side))
    painter.end()
    path = studio.folder / "generated.png"
    sheet.save(str(path))
    print(path)


def main(folder: Path) -> None:
    """Make all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(folder)
    window, settings = studio.window, studio.settings
    _shoot_home(studio)
    _shoot_paper(studio)
    _shoot_random(studio)
    window.resize(560, 470)
    settings.change(cell_size=36)
    solution = studio.open("Chick")
    window.session.paint({i: s for i, s in enumerate(solution.cells) if 14 <= i < 35}, "Shade")
    window.board.hover.set(4, 3)
    studio.shoot("chick")
    settings.change(cell_size=24)
    window.resize(820, 640)
    studio.open("Owl", 0.55)
    window.board.hover.set(11, 7)
    studio.shoot("window-light")
    window.board.hover.set(None, None)
    window.hinting.press()
    studio.wait(lambda: window.hinting.stage is HintStage.PLACE)
    window.hinting.press()
    window.hinting.press()
    window.resize(1000, 640)
    studio.shoot("hint")
    window.hinting.end()
    window.resize(820, 640)
    settings.change(theme=ThemeChoice.DARK, clue_side=ClueSide.RIGHT_BELOW)
    studio.shoot("window-dark")
    settings.change(theme=ThemeChoice.LIGHT, clue_side=ClueSide.LEFT_ABOVE)
    window.resize(820, 660)
    studio.open("Rainbow", 0.6)
    window.resize(1000, 560)
    studio.wait(lambda: window.panel.inks.isVisible() and "7" in window.panel.facts.text())
    studio.shoot("colour")
    window.resize(1000, 640)
    studio.open("Owl", 1.0)
    window.finish.stage.end()
    studio.shoot("finish")
    window.finish.close_card()
    window.resize(820, 660)
    solution = studio.open("Lighthouse at night")
    window.session.show_solution(solution, is_only=True)
    studio.shoot("solved")
    puzzle = Puzzle.from_numbers([[1], [2], [2], [1]], [[1], [2], [2], [1]], title="Two ways")
    settings.change(cell_size=36)
    window.resize(560, 420)
    window.session.open_copy(Document.untouched(puzzle))
    window.outcomes.show(solve(puzzle, Limits(solutions=10)))
    studio.shoot("several")
    chick = Document.untouched(window.session.puzzle)
    dialog = CluesDialog(studio_puzzle(studio, "Chick"), studio.themes.theme, window)
    field = next(iter(dialog.fields.values()))
    field.setText("4.1.5")
    dialog.show()
    studio.shoot("edit-clues", dialog)
    dialog.accept()  # closing it would ask whether to discard the changes
    preferences = PreferencesDialog(settings, studio.themes, window)
    preferences.show()
    studio.shoot("preferences", preferences)
    preferences.close()
    progress = SolveDialog("Owl", window)
    progress.show_progress(Event(120, 400, 0.4, Grid(1, 1)))
    progress.show()
    studio.shoot("solving", progress)
    progress.close()
    watch_and_compare(studio)
    review(studio)
    scan_list(studio)
    camera(studio)
    create(studio)
    show_repair(studio)
    draw(studio)
    window.session.open_copy(chick)
    window.close()


def watch_and_compare(studio: Studio) -> None:
    """A method during its search, and a comparison of several."""
    window = studio.window
    studio.settings.change(cell_size=24)
    window.resize(720, 700)
    studio.open("Owl")
    window.watch_bar.slider.setValue(24)
    window.watching.start("elimination")
    studio.wait(lambda: window.watch_bar.counts.text().startswith("40 "))
    studio.shoot("watching")
    window.watching.stop()
    window.methods.compare_methods()
    dialog = window.methods.compare_dialog
    assert dialog is not None
    studio.wait(dialog.variant.isEnabled)
    dialog.resize(860, 800)
    dialog.run()
    runs = dialog.comparison.runs
    studio.wait(lambda: sum(run.seconds > 2 for run in runs) > 1)
    studio.shoot("comparing", dialog)
    dialog.close_at_once()


def review(studio: Studio) -> None:
    """The review of a picture with a doubtful number."""
    page = PrintedPage(studio_puzzle(studio, "Owl"))
    for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        studio.settings.change(theme=theme)
        draft = Draft.of(page.reading(), page.picture())
        shown = ReviewWindow(page.picture(), draft, studio.themes, lambda _: True)
        shown.title.setText("Owl")
        shown.show()
        studio.wait(lambda shown=shown: shown.verdict.text() != _("Solving …"))
        studio.shoot(f"review-{theme.value}", shown)
        shown.close_at_once()


def scan_list(studio: Studio) -> None:
    """The list of several scanned pages: one to check, some ready, one without a puzzle."""
    for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        studio.settings.change(theme=theme)
        shown = ScanListWindow(studio.themes)
        for number, title in enumerate(("Owl", "Chick", "Fish", "House", "Sunflower"), 1):
            page = PrintedPage(studio_puzzle(studio, title))
            reading = page.reading()
            if number > 1:
                sure = {"solution_count": SolutionCount.ONE, "problems": ()}
                reading = replace(reading, rows=_certain(reading.rows), **sure)
                reading = replace(reading, columns=_certain(reading.columns))
            board = FoundBoard(reading, thumbnail_of(page.picture(), reading))
            shown.add_page(Path("Puzzles.pdf"), PageScan(number, 6, (board,)))
        nothing = FoundBoard(Reading(problems=(Problem.NO_GRID,)), None)
        shown.add_page(Path("Cover.jpg"), PageScan(1, 1, (nothing,)))
        shown.show()
        studio.shoot(f"scan-list-{theme.value}", shown)
        shown.done(0)  # closing it would ask whether to forget the puzzles


def _certain(lines: tuple[ReadLine, ...]) -> tuple[ReadLine, ...]:
    return tuple(
        replace(
            line, confidence=1.0, numbers=tuple(replace(n, confidence=1.0) for n in line.numbers)
        )
        for line in lines
    )


class FilmCamera:
    """A camera that plays a generated film of a page in an endless loop."""

    problem = None
    is_over = False

    def __init__(self, film: Film) -> None:
        self._film = film

    def start(self) -> None:
        """See :class:`helper.camera.live_setup.CaptureProtocol`."""

    def wait(self, after: int, timeout_s: float) -> Frame | None:
        """See :class:`helper.camera.live_setup.CaptureProtocol`."""
        time.sleep(1 / 30)
        number = after + 1
        return Frame(self._film.picture(number % len(self._film)), number, number / 30)

    def close(self) -> None:
        """See :class:`helper.camera.live_setup.CaptureProtocol`."""


def camera(studio: Studio) -> None:
    """The camera window with the solution on the page, read and painted by the program."""
    film = make_film(1, 0, "still", (1280, 720), board=(15, 15))
    setup = default_setup()._replace(
        capture=lambda source, size: FilmCamera(film),
        cameras=lambda: [Camera(0, "Webcam")],
    )
    for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        studio.settings.change(theme=theme)
        shown = CameraWindow(studio.settings, studio.themes, lambda *_: None, lambda _: None, setup)
        shown.resize(960, 620)
        shown.show()
        shown.start_with("0")
        studio.wait(lambda shown=shown: shown.state_bar.state is LiveState.SHOWN)
        studio.wait(lambda shown=shown: shown.panel.source.currentText() == "Webcam")
        shown.rate.clear()  # the frame rate depends on this machine
        studio.shoot(f"camera-{theme.value}", shown)
        shown.close_for_good()


def create(studio: Studio) -> None:
    """A puzzle made of a picture, and its repair."""
    path = Path(os.environ["NONOGRAM_HOME"]) / "harbour.png"
    save_harbour(path)
    shown = PictureWindow(studio.settings, studio.themes, lambda _: True)
    shown.resize(1000, 680)
    shown.show()
    shown.open_picture(path)
    studio.wait(lambda: shown.may_capture)
    shown.parts.panel.columns.setValue(40)
    studio.wait(lambda: shown.may_capture and not shown.check.is_busy)
    studio.shoot("create-light", shown)
    studio.settings.change(theme=ThemeChoice.DARK)
    edges = shown.parts.panel.method.findData(Method.EDGES)
    shown.parts.panel.method.setCurrentIndex(edges)
    shown.parts.panel.method.activated.emit(edges)
    shown.parts.panel.columns.setValue(30)
    studio.wait(lambda: shown.may_capture and not shown.check.is_busy)
    shown.repair()
    ways = shown.controller.selection
    assert ways is not None
    studio.wait(lambda: not ways.is_searching)
    studio.shoot("create-repair-dark", shown)
    shown.reject()
    studio.settings.change(theme=ThemeChoice.LIGHT)


SUN = """
....................
....................
....................
....................
..........#.........
.........##.........
......#..##..#......
.......#..#.#.......
........####........
....###.####.###....
.....#..####.##.....
........####........
.......#....#.......
......#..##..#......
.........##.........
..........#.........
....................
....................
....................
....................
"""


def show_repair(studio: Studio) -> None:
    """A drawing, and cells to change so that its puzzle has one solution."""
    window = studio.window
    window.resize(640, 760)
    drawing = Grid.from_text([row.replace(".", "?") for row in SUN.split()])
    empty = Document(Puzzle.empty(drawing.height, drawing.width), drawing)
    window.session.open_unsaved(empty, drawing=True)
    window.methods.repair()
    controller = window.repairing.controller
    studio.wait(lambda: controller.selection is not None and not controller.selection.is_searching)
    studio.wait(lambda: window.authoring.badge.text not in ("", _("Checking …")))
    studio.shoot("repair")
    window.repairing.end()


HOUSE = """
....................
....................
.........##.........
........####........
.......######.......
......########......
.....##########.....
....############....
...##############...
....................
.....#........#.....
.....#........#.....
.....#.##..##.#.....
.....#.##..##.#.....
.....#........#.....
.....#...##...#.....
.....#...##...#.....
.....#...##...#.....
....................
....................
"""


def draw(studio: Studio) -> None:
    """A drawing, with a line that is being drawn on both sides of the axis."""
    window = studio.window
    window.resize(820, 640)
    drawing = Grid.from_text([row.replace(".", "?") for row in HOUSE.split()])
    empty = replace(Puzzle.empty(drawing.height, drawing.width), title="House")
    window.session.open_unsaved(Document(empty, drawing), drawing=True)
    studio.wait(lambda: window.authoring.badge.text not in ("", _("Checking …")))
    board, toolbox = window.board, window.drawing.toolbox
    toolbox.choose(ToolKind.LINE)
    toolbox.set_mirror(Mirror.SIDES, True)
    board.strokes.begin((0, 3), Press())
    board.strokes.extend((3, 0))
    studio.shoot("drawing")
    board.strokes.cancel()
    toolbox.set_mirror(Mirror.SIDES, False)


def studio_puzzle(studio: Studio, title: str) -> Puzzle:
    """A bundled puzzle by its title."""
    studio.open(title)
    return studio.window.session.puzzle


_HARBOUR_SCALE = 8
_HARBOUR_SIZE = (150, 120)


def save_harbour(path: Path) -> None:
    """Save a picture of a boat before an evening sky, with soft edges as in a photo."""
    width, height = (_HARBOUR_SCALE * side for side in _HARBOUR_SIZE)
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)
    for y in range(height):
        share = y / height
        sky = (250 - int(70 * share), 214 - int(60 * share), 160 + int(60 * share))
        sea = (96 + int(60 * share), 150 + int(30 * share), 190)
        draw.line((0, y, width, y), fill=sky if share < 0.68 else sea)

    def shape(color: str, *points: tuple[int, int]) -> None:
        draw.polygon([(x * _HARBOUR_SCALE, y * _HARBOUR_SCALE) for x, y in points], fill=color)

    shape("#5a2d1f", (24, 82), (126, 82), (112, 100), (40, 100))
    shape("#3a241c", (72, 12), (75, 12), (75, 82), (72, 82))
    shape("#b3402e", (78, 16), (118, 74), (78, 74))
    shape("#7d2a24", (69, 24), (34, 74), (69, 74))
    shape("#2c3d63", (75, 12), (75, 6), (90, 9))
    image.filter(ImageFilter.GaussianBlur(5)).save(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the pictures of the documents.")
    parser.add_argument("folder", type=Path, help="where they are written")
    main(parser.parse_args().folder)
