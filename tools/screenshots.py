"""Makes the pictures of the program: ``python tools/screenshots.py docs FOLDER``, or ``help``.

Needs no screen. The pictures show the program itself, with a temporary data folder. Those of the
documents are as large as on a screen. Those of the help are in the light theme and twice as wide as
a page of the help shows them, for screens with small pixels, and have few bytes, as they are part
of each installation: those with a photo are JPEG files, the others have at most 256 colours.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
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
from helper.paper.book import BookPuzzle
from helper.paper.print_dialog import PrintDialog, keep_options
from helper.picture.picture_window import PictureWindow
from helper.play.ticks import CluePlace
from helper.review.draft import Draft
from helper.review.found_boards import FoundBoard, thumbnail_of
from helper.review.list_window import ScanListWindow
from helper.review.page_work import PageScan
from helper.review.review_window import ReviewWindow
from helper.widgets.help_dialog import MAX_PICTURE_PX
from puzzles import BLANK, SHADED, Axis, Grid, Line, Puzzle
from puzzles.contracts import SolutionCount
from puzzles.formats import Document, read
from puzzles.packs import packs
from puzzles.print_options import PrintOptions, Titles
from recognizer import reading as recognizer_reading
from recognizer.lattice import Picture
from recognizer.live.capture.video_sources import Camera
from recognizer.live.scene import Frame, LiveState
from recognizer.making.settings import Method
from recognizer.values import Candidate, Problem, Reading, ReadLine
from solver.api import Limits, solve
from solver.author.generator.making import generate
from solver.author.generator.options import GeneratorOptions, Style
from solver.solution_count import count_solutions
from tools.photographs import prints
from tools.photographs.camera import Pose
from tools.photographs.fonts import fonts
from tools.photographs.page import Sheet
from tools.photographs.page import Style as PageStyle
from tools.photographs.pictures import drawing_of
from tools.videos.film import Film
from tools.videos.scenes import make_film

Scene = Callable[["Studio"], Iterator[QWidget | QImage]]
"""Sets the stage, hands out what is to be seen, and clears the stage."""
_SETTLING_S = 0.6
"""Until the panel beside the board, which follows with a delay, shows the same puzzle."""
_HELP_SCALE = 2
_PRINTED = ("Ice cream", "House", "Fish", "Sunflower")
"""The puzzles in the picture of the print dialog."""


class Studio:
    """The program's window, which is set up for one picture after the other."""

    def __init__(self) -> None:
        self.application = make_application()
        store = os.environ["NONOGRAM_HOME"]
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, store)
        self.settings = Settings()
        self.settings.change(theme=ThemeChoice.LIGHT)
        self.themes = ThemeManager(self.application, self.settings)
        self.window = MainWindow(self.settings, self.themes)
        self.window.show()
        self.paths = {p.title: p.path for pack in packs() for p in pack.puzzles}
        self.size = (0, 0)
        """That of the window that the next picture shows."""

    def open(self, title: str, share: float = 0.0, cell_px: int = 24) -> Grid:
        """Open a bundled puzzle and solve a share of its cells; return its solution."""
        self.settings.change(cell_size=cell_px)
        self.window.resize(*self.size)
        self.window.files.open_bundled(self.paths[title])
        session = self.window.session
        solution = solve(session.puzzle).solutions[0]
        count = int(share * len(solution.cells))
        session.paint(dict(enumerate(solution.cells[:count])), "Shade")
        return solution

    def draw(self, title: str, picture: str) -> None:
        """Open a drawing, and wait until it is checked."""
        self.settings.change(cell_size=24)
        self.window.resize(*self.size)
        cells = Grid.from_text([row.replace(".", "?") for row in picture.split()])
        empty = replace(Puzzle.empty(cells.height, cells.width), title=title)
        self.window.session.open_unsaved(Document(empty, cells), drawing=True)
        badge = self.window.authoring.badge
        self.wait(lambda: badge.text.startswith(("One", "Several")))

    def show(self, widget: QWidget) -> None:
        """Show a window or a dialog in the size of the picture."""
        if self.size != (0, 0):
            widget.resize(*self.size)
        widget.show()

    def wait(self, until: Callable[[], bool]) -> None:
        """Let the program run until a condition is true."""
        while not until():
            QApplication.processEvents()
            time.sleep(0.005)

    def settle(self) -> None:
        """Wait until everything that follows with a delay shows the same puzzle."""
        until = time.monotonic() + _SETTLING_S
        self.wait(lambda: time.monotonic() > until)

    def shoot(self, scene: Scene, path: Path, *, is_help: bool) -> None:
        """Save the picture of a scene, as a document or as the help has it."""
        with contextmanager(scene)(self) as shown:
            self.settle()
            if isinstance(shown, QImage):
                shown.save(str(path))
            elif is_help:
                _save_small(shown, path)
            else:
                shown.grab().save(str(path))
            print(f"{path}: {path.stat().st_size:,} bytes")
        # Marked as saved: closing the puzzle asks no question.
        session = self.window.session
        session.file = type(session.file)(session.file.path, session.state.document)


def _save_small(widget: QWidget, path: Path) -> None:
    pixmap = QPixmap(widget.size() * _HELP_SCALE)
    pixmap.setDevicePixelRatio(_HELP_SCALE)
    pixmap.fill(Qt.GlobalColor.transparent)
    widget.render(pixmap)
    image = Image.fromqpixmap(pixmap).convert("RGB")
    image.thumbnail((_HELP_SCALE * MAX_PICTURE_PX, image.height), Image.Resampling.LANCZOS)
    if path.suffix == ".jpg":
        image.save(path, quality=80, optimize=True)
    else:
        few = image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(path, optimize=True)


# Playing


def home(studio: Studio) -> Iterator[QWidget]:
    """Home with some progress, in a library of its own."""
    window = studio.window
    window.autosave.open()
    for title, share, seconds in (
        ("Heart", 1.0, 41), ("Chick", 1.0, 95), ("Cat", 0.3, 20), ("Owl", 0.6, 300),
    ):  # fmt: skip
        solution = studio.open(title)
        window.autosave.clock.set(seconds)
        count = int(share * len(solution.cells))
        window.session.paint(dict(enumerate(solution.cells[:count])), "Shade")
    window.home.show()
    view = window.home.view
    assert view is not None
    studio.wait(lambda: view.thumbnails.cached_bytes > 0 and view.thumbnails.is_idle)
    yield window
    window.home.show_board()


def board(studio: Studio) -> Iterator[QWidget]:
    """A board that is half solved."""
    window = studio.window
    studio.open("Owl", 0.55)
    window.board.hover.set(11, 7)
    yield window
    window.board.hover.set(None, None)


def other_side(studio: Studio) -> Iterator[QWidget]:
    """The same board with its clues on the other sides."""
    studio.settings.change(clue_side=ClueSide.RIGHT_BELOW)
    yield from board(studio)
    studio.settings.change(clue_side=ClueSide.LEFT_ABOVE)


def hint(studio: Studio) -> Iterator[QWidget]:
    """A hint that says all it knows."""
    window = studio.window
    studio.open("Owl", 0.55)
    window.hinting.press()
    studio.wait(lambda: window.hinting.stage is HintStage.PLACE)
    window.hinting.press()
    window.hinting.press()
    yield window
    window.hinting.end()


def colour(studio: Studio) -> Iterator[QWidget]:
    """A puzzle in colours."""
    window = studio.window
    studio.open("Rainbow", 0.6)
    studio.wait(lambda: window.panel.inks.isVisible() and "7" in window.panel.facts.text())
    yield window


def finish(studio: Studio) -> Iterator[QWidget]:
    """The card of a game that is finished."""
    window = studio.window
    studio.open("Owl", 1.0)
    window.finish.stage.end()
    yield window
    window.finish.close_card()


def solved(studio: Studio) -> Iterator[QWidget]:
    """A solution that was asked for."""
    solution = studio.open("Lighthouse at night")
    studio.window.session.show_solution(solution, is_only=True)
    yield studio.window


def several(studio: Studio) -> Iterator[QWidget]:
    """A puzzle with two solutions."""
    window = studio.window
    puzzle = Puzzle.from_numbers([[1], [2], [2], [1]], [[1], [2], [2], [1]], title="Two ways")
    studio.settings.change(cell_size=36)
    window.resize(*studio.size)
    window.session.open_copy(Document(puzzle))
    window.outcomes.show(solve(puzzle, Limits(solutions=10)))
    yield window


def signs(studio: Studio) -> Iterator[QWidget]:
    """A board with lights of all states, grey and ticked numbers, a guess and automatic dots."""
    window = studio.window
    solution = studio.open("Cat", cell_px=30)
    width = window.session.puzzle.width
    shaded = [divmod(k, width) for k, state in enumerate(solution.cells) if state == SHADED]
    done = {row * width + column: SHADED for row, column in shaded if row in (0, 1, 4, 9)}
    window.session.paint(done, "Shade")
    wrong = next(row * width + column for row, column in shaded if row == 6)
    window.session.paint({wrong: BLANK}, "Dot")
    window.session.tick([CluePlace(Line(Axis.ROW, 5), 0)], True, "Tick off")
    window.board.hover.set(None, None)
    studio.settle()
    window.board.zoom.fit()
    yield window.board


# Solving


def watching(studio: Studio) -> Iterator[QWidget]:
    """A method during its search."""
    window = studio.window
    studio.open("Owl")
    window.watch_bar.slider.setValue(24)
    window.watching.start("elimination")
    studio.wait(lambda: window.watch_bar.counts.text().startswith("40 "))
    yield window
    window.watching.stop()


def comparing(studio: Studio) -> Iterator[QWidget]:
    """A comparison of several methods."""
    studio.window.files.open_bundled(studio.paths["Owl"])
    studio.window.methods.compare_methods()
    dialog = studio.window.methods.compare_dialog
    assert dialog is not None
    studio.wait(dialog.variant.isEnabled)
    dialog.resize(*studio.size)
    dialog.run()
    studio.wait(lambda: sum(run.seconds > 2 for run in dialog.comparison.runs) > 1)
    yield dialog
    dialog.close_at_once()


# Making


def edit_clues(studio: Studio) -> Iterator[QWidget]:
    """The dialog of the clues."""
    puzzle = read(studio.paths["Chick"]).puzzle
    dialog = CluesDialog(puzzle, studio.themes.theme, studio.window)
    next(iter(dialog.fields.values())).setText("4.1.5")
    dialog.show()
    yield dialog
    dialog.accept()  # closing it would ask whether to discard the changes


def paper(studio: Studio) -> Iterator[QWidget]:
    """The print dialog with a page of four puzzles."""
    keep_options(studio.settings, PrintOptions(per_page=4, titles=Titles.PUZZLE))
    puzzles = [BookPuzzle(read(studio.paths[title]).puzzle) for title in _PRINTED]
    dialog = PrintDialog(puzzles, studio.settings, studio.themes, "Nonograms", studio.window)
    dialog.show()
    studio.wait(dialog.save_button.isEnabled)
    dialog.preview.turn(1)
    yield dialog
    dialog.done(0)


def random(studio: Studio) -> Iterator[QWidget]:
    """The dialog of New Random Puzzle."""
    dialog = RandomDialog(RandomChoice(20, 20, "medium"), studio.themes, studio.window)
    dialog.more.button.setChecked(True)
    dialog.show()
    yield dialog
    dialog.done(0)


def generated(studio: Studio) -> Iterator[QImage]:
    """What the generator makes of each style."""
    side, gap, styles = 100, 14, tuple(Style)
    step = side + gap
    sheet = QImage(gap + len(styles) * step, gap + 3 * step, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#f5f6f8"))
    painter = QPainter(sheet)
    for across, style in enumerate(styles):
        for down in range(3):
            options = GeneratorOptions(20, 20, style=style, colors=3 if down == 2 else 1)
            found = generate(options, f"7/{down}")
            assert found is not None
            solution = Grid.from_goal(found.puzzle.goal, found.puzzle.palette, 20)
            board = painted_picture(found.puzzle, solution, studio.themes.theme)
            at = QPoint(gap + across * step, gap + down * step)
            painter.drawImage(at, one_pixel_per_cell(board).scaled(side, side))
    painter.end()
    yield sheet


def create(studio: Studio) -> Iterator[PictureWindow]:
    """A puzzle made of a picture."""
    path = Path(os.environ["NONOGRAM_HOME"]) / "harbour.png"
    _save_harbour(path)
    shown = PictureWindow(studio.settings, studio.themes, lambda _: True)
    studio.show(shown)
    shown.open_picture(path)
    studio.wait(lambda: shown.may_create)
    shown.parts.panel.columns.setValue(40)
    studio.wait(lambda: shown.may_create and not shown.check.is_busy)
    yield shown
    shown.reject()


def create_repair(studio: Studio) -> Iterator[QWidget]:
    """The repair of a puzzle made of a picture's edges."""
    with contextmanager(create)(studio) as shown:
        panel = shown.parts.panel
        panel.colors.setCurrentIndex(0)
        panel.colors.activated.emit(0)
        edges = panel.method.findData(Method.EDGES)
        panel.method.setCurrentIndex(edges)
        panel.method.activated.emit(edges)
        panel.columns.setValue(30)
        studio.wait(lambda: shown.may_create and not shown.check.is_busy)
        shown.repair()
        ways = shown.controller.selection
        assert ways is not None
        studio.wait(lambda: not ways.is_searching)
        yield shown


def repair(studio: Studio) -> Iterator[QWidget]:
    """A drawing, and cells to change so that its puzzle has one solution."""
    window = studio.window
    studio.draw("", _SUN)
    window.methods.repair()
    controller = window.repairing.controller
    studio.wait(lambda: controller.selection is not None and not controller.selection.is_searching)
    yield window
    window.repairing.end()


def drawing(studio: Studio) -> Iterator[QWidget]:
    """A drawing, with a line that is being drawn on both sides of the axis."""
    window = studio.window
    studio.draw("House", _HOUSE)
    strokes, toolbox = window.board.strokes, window.drawing.toolbox
    toolbox.choose(ToolKind.LINE)
    toolbox.set_mirror(Mirror.SIDES, True)
    strokes.begin((0, 3), Press())
    strokes.extend((3, 0))
    yield window
    strokes.cancel()
    toolbox.set_mirror(Mirror.SIDES, False)


# Reading


def review(studio: Studio) -> Iterator[QWidget]:
    """The review of a picture with a wrong number and a doubtful one."""
    picture, reading = _scanned(studio, "Owl")
    height = len(reading.rows)
    lines = [*reading.rows, *reading.columns]
    lines[2] = _with_doubt(lines[2], 7, 0.55)
    lines[height + 1] = _with_doubt(lines[height + 1], None, 0.9)
    doubtful = replace(
        reading, rows=tuple(lines[:height]), columns=tuple(lines[height:]),
        problems=(Problem.DOUBTFUL_NUMBERS,),
    )  # fmt: skip
    draft = Draft.of(doubtful, picture)
    shown = ReviewWindow(picture, draft, studio.themes, lambda _: True)
    shown.choices.title.setText("Owl")
    studio.show(shown)
    studio.wait(lambda: shown.answer_button.isVisible())
    yield shown
    shown.close_at_once()


def scan_list(studio: Studio) -> Iterator[QWidget]:
    """The list of several scanned pages: one to check, some ready, one without a puzzle."""
    shown = ScanListWindow(studio.themes)
    for number, title in enumerate(("Owl", "Chick", "Fish", "Cat", "Heart"), 1):
        picture, reading = _scanned(studio, title)
        if number == 1:
            doubtful = _with_doubt(reading.rows[2], 7, 0.55)
            reading = replace(
                reading, rows=(*reading.rows[:2], doubtful, *reading.rows[3:]),
                problems=(Problem.DOUBTFUL_NUMBERS,), solution_count=SolutionCount.UNKNOWN,
            )  # fmt: skip
        found = FoundBoard(reading, thumbnail_of(picture, reading))
        shown.add_page(Path("Puzzles.pdf"), PageScan(number, 6, (found,)))
    nothing = FoundBoard(Reading(problems=(Problem.NO_GRID,)), None)
    shown.add_page(Path("Cover.jpg"), PageScan(1, 1, (nothing,)))
    shown.show()
    yield shown
    shown.done(0)  # closing it would ask whether to forget the puzzles


def _scanned(studio: Studio, title: str) -> tuple[Picture, Reading]:
    """A photo of a printed puzzle, and what the program reads in it."""
    drawn = drawing_of(read(studio.paths[title]).puzzle)
    serif = next(path for path in fonts() if "Serif" in path)
    style = PageStyle(46, 0.72, serif, 0.42, boxes="open", zero="", thin=2)
    sheet, rng = Sheet(drawn, style), np.random.default_rng(4)
    page, at = prints.print_page(rng, sheet, is_magazine=False)
    pose = Pose(-2, (14, 9), 2.2, 0.01)
    seen, size, _ = prints.shoot(rng, sheet, page, at, pose, 0.9, is_whole=True)
    table = np.full((size[1], size[0], 3), (92, 112, 128), np.uint8)
    light = np.linspace(1.0, 0.72, size[0])[None, :, None] * (0.91, 0.95, 0.96)
    photo = np.asarray(seen.take(prints.pixels(page), size, table) * light, np.uint8)
    return photo, recognizer_reading.read(photo, count_solutions=count_solutions)


def _with_doubt(line: ReadLine, wrong: int | None, confidence: float) -> ReadLine:
    """The line with a doubtful first number, misread as ``wrong`` if that is given."""
    number = line.numbers[0]
    chosen = number.number if wrong is None else wrong
    other = number.number + 5 if wrong is None else number.number
    candidates = Candidate(chosen, confidence), Candidate(other, 0.98 - confidence)
    doubtful = replace(number, number=chosen, confidence=confidence, candidates=candidates)
    return replace(line, numbers=(doubtful, *line.numbers[1:]))


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


def camera(studio: Studio) -> Iterator[QWidget]:
    """The camera window with the solution on the page, read and painted by the program."""
    film = make_film(1, 0, "still", (1280, 720), board=(15, 15))
    setup = default_setup()._replace(
        capture=lambda source, size: FilmCamera(film), cameras=lambda: [Camera(0, "Webcam")]
    )
    shown = CameraWindow(studio.settings, studio.themes, lambda *_: None, lambda _: None, setup)
    studio.show(shown)
    shown.start_with("0")
    studio.wait(lambda: shown.state_bar.state is LiveState.SHOWN)
    studio.wait(lambda: shown.panel.source.currentText() == "Webcam")
    shown.rate.clear()  # the frame rate depends on this machine
    yield shown
    shown.close_for_good()


# What is drawn

_SUN = """
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
_HOUSE = """
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
_HARBOUR_SCALE = 8
_HARBOUR_SIZE = (150, 120)


def _save_harbour(path: Path) -> None:
    """Save a picture of a boat before an evening sky, with soft edges as in a photo."""
    width, height = (_HARBOUR_SCALE * side for side in _HARBOUR_SIZE)
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)
    for y in range(height):
        share = y / height
        sky = (250 - int(70 * share), 214 - int(60 * share), 160 + int(60 * share))
        sea = (96 + int(60 * share), 150 + int(30 * share), 190)
        draw.line((0, y, width, y), fill=sky if share < 0.68 else sea)
    for color, *points in (
        ("#5a2d1f", (24, 82), (126, 82), (112, 100), (40, 100)),
        ("#3a241c", (72, 12), (75, 12), (75, 82), (72, 82)),
        ("#b3402e", (78, 16), (118, 74), (78, 74)),
        ("#7d2a24", (69, 24), (34, 74), (69, 74)),
        ("#2c3d63", (75, 12), (75, 6), (90, 9)),
    ):
        draw.polygon([(x * _HARBOUR_SCALE, y * _HARBOUR_SCALE) for x, y in points], fill=color)
    image.filter(ImageFilter.GaussianBlur(5)).save(path)


class Shot(NamedTuple):
    """A picture that is to be made."""

    name: str
    """Of its file."""
    scene: Scene
    size: tuple[int, int] = (0, 0)
    """Width and height of the window in px; 0 for its own."""
    theme: ThemeChoice = ThemeChoice.LIGHT


SHOTS = {
    "docs": (
        Shot("home.png", home, (1060, 700)),
        Shot("print.png", paper),
        Shot("random.png", random),
        Shot("generated.png", generated),
        Shot("window-light.png", board, (820, 640)),
        Shot("hint.png", hint, (1000, 640)),
        Shot("window-dark.png", other_side, (820, 640), ThemeChoice.DARK),
        Shot("colour.png", colour, (1000, 560)),
        Shot("finish.png", finish, (1000, 640)),
        Shot("solved.png", solved, (820, 660)),
        Shot("several.png", several, (560, 420)),
        Shot("edit-clues.png", edit_clues),
        Shot("watching.png", watching, (720, 700)),
        Shot("comparing.png", comparing, (860, 800)),
        Shot("review-light.png", review),
        Shot("scan-list-light.png", scan_list),
        Shot("camera-light.png", camera, (960, 620)),
        Shot("create-light.png", create, (1000, 680)),
        Shot("create-repair-dark.png", create_repair, (1000, 680), ThemeChoice.DARK),
        Shot("repair.png", repair, (640, 760)),
        Shot("drawing.png", drawing, (820, 640)),
    ),
    "help": (
        Shot("signs.png", signs, (440, 500)),
        Shot("drawing.png", drawing, (820, 560)),
        Shot("repair.png", repair, (640, 640)),
        Shot("create.png", create, (1000, 680)),
        Shot("review.jpg", review, (960, 640)),
        Shot("camera.jpg", camera, (900, 560)),
        Shot("watching.png", watching, (640, 640)),
    ),
}


def main() -> None:
    """Make the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("of", choices=SHOTS, help="those of the documents, or of the help")
    parser.add_argument("folder", type=Path, help="where they are written")
    parser.add_argument("names", nargs="*", help="only these, as drawing.png")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    studio = Studio()
    for shot in SHOTS[options.of]:
        if options.names and shot.name not in options.names:
            continue
        studio.size = shot.size
        studio.settings.change(theme=shot.theme)
        studio.shoot(shot.scene, options.folder / shot.name, is_help=options.of == "help")
    studio.window.session.open_copy(Document(Puzzle.empty(5, 5)))
    studio.window.close()


if __name__ == "__main__":
    main()
