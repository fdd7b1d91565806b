"""Makes the pictures of the help: ``python tools/help_pictures.py resources/help``.

Needs no screen. They are in the light theme and twice as wide as a page of the help shows them, for
screens with small pixels, and have few bytes, as they are part of each installation: those with a
photo are JPEG files, the others have at most 256 colours.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from PIL import Image
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from helper.board.toolset import Press
from helper.camera.camera_window import CameraWindow
from helper.camera.live_setup import default_setup
from helper.draw.shapes import Mirror
from helper.draw.tools import ToolKind
from helper.picture.picture_window import PictureWindow
from helper.play.ticks import CluePlace
from helper.review.draft import Draft
from helper.review.review_window import ReviewWindow
from helper.widgets.help_dialog import MAX_PICTURE_PX
from puzzles import BLANK, SHADED, Axis, Grid, Line, Puzzle
from puzzles.formats import Document
from recognizer.live.capture.video_sources import Camera
from recognizer.live.scene import LiveState
from tools.printed_page import PrintedPage
from tools.screenshots import HOUSE, SUN, FilmCamera, Studio, save_harbour, studio_puzzle
from tools.videos.scenes import make_film

_SCALE = 2
_PHOTOS = ("camera", "review")


class HelpStudio(Studio):
    """The program's window, of which parts are saved as small pictures."""

    def shoot(self, name: str, widget: QWidget | None = None, part: QRect | None = None) -> None:
        """Save a picture of a widget or of a part of it."""
        self.settle()
        shown = widget or self.window
        rect = part or shown.rect()
        pixmap = QPixmap(rect.size() * _SCALE)
        pixmap.setDevicePixelRatio(_SCALE)
        pixmap.fill(Qt.GlobalColor.transparent)
        shown.render(pixmap, QPoint(), QRegion(rect))
        image = Image.fromqpixmap(pixmap).convert("RGB")
        image.thumbnail((_SCALE * MAX_PICTURE_PX, image.height), Image.Resampling.LANCZOS)
        if name in _PHOTOS:
            path = self.folder / f"{name}.jpg"
            image.save(path, quality=80, optimize=True)
        else:
            path = self.folder / f"{name}.png"
            few = image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            few.save(path, optimize=True)
        print(path, f"{path.stat().st_size:,} bytes")
        self.mark_saved()


def main(folder: Path) -> None:
    """Make all pictures."""
    studio = HelpStudio(folder)
    for make in (signs, drawing, repair, create, review, camera, watching):
        make(studio)
    studio.window.session.open_copy(Document.untouched(Puzzle.empty(5, 5)))
    studio.window.close()


def board_part(studio: Studio) -> QRect:
    """Where the board is in the window, with its clues."""
    board = studio.window.board
    return QRect(board.mapTo(studio.window, QPoint()), board.size())


def signs(studio: HelpStudio) -> None:
    """A board with lights of all states, grey and ticked numbers, a guess and AutoFill's dots."""
    window = studio.window
    studio.settings.change(cell_size=30)
    window.resize(440, 500)
    solution = studio.open("Cat")
    width = window.session.puzzle.width
    done = {
        i: s for i, s in enumerate(solution.cells) if i // width in (0, 1, 4, 9) and s == SHADED
    }
    window.session.paint(done, "Shade")
    blank = next(i for i, s in enumerate(solution.cells) if i // width == 6 and s == SHADED)
    window.session.paint({blank: BLANK}, "Dot")
    window.session.tick([CluePlace(Line(Axis.ROW, 5), 0)], True, "Tick off")
    window.board.hover.set(None, None)
    studio.settle()
    window.board.zoom.fit()
    studio.shoot("signs", window, board_part(studio))


def drawing(studio: HelpStudio) -> None:
    """A drawing in its window, with a line that is being drawn on both sides of the axis."""
    window = studio.window
    studio.settings.change(cell_size=24)
    window.resize(820, 560)
    cells = Grid.from_text([row.replace(".", "?") for row in HOUSE.split()])
    empty = replace(Puzzle.empty(cells.height, cells.width), title="House")
    window.session.open_unsaved(Document(empty, cells), drawing=True)
    studio.wait(lambda: window.authoring.badge.text.startswith(("One", "Several")))
    board, toolbox = window.board, window.drawing.toolbox
    toolbox.choose(ToolKind.LINE)
    toolbox.set_mirror(Mirror.SIDES, True)
    board.strokes.begin((0, 3), Press())
    board.strokes.extend((3, 0))
    studio.shoot("drawing")
    board.strokes.cancel()
    toolbox.set_mirror(Mirror.SIDES, False)


def repair(studio: HelpStudio) -> None:
    """A drawing, and cells to change so that its puzzle has one solution."""
    window = studio.window
    window.resize(640, 640)
    cells = Grid.from_text([row.replace(".", "?") for row in SUN.split()])
    window.session.open_unsaved(Document(Puzzle.empty(20, 20), cells), drawing=True)
    window.commands["repair"].trigger()
    controller = window.repairing.controller
    studio.wait(lambda: controller.selection is not None and not controller.selection.is_searching)
    studio.wait(lambda: window.authoring.badge.text.startswith("Several"))
    studio.shoot("repair")
    window.repairing.end()


def create(studio: HelpStudio) -> None:
    """A puzzle made of a picture."""
    path = Path(os.environ["NONOGRAM_HOME"]) / "harbour.png"
    save_harbour(path)
    shown = PictureWindow(studio.settings, studio.themes, lambda _: True)
    shown.resize(1000, 680)
    shown.show()
    shown.open_picture(path)
    studio.wait(lambda: shown.may_capture and not shown.check.is_busy)
    studio.shoot("create", shown)
    shown.reject()


def review(studio: HelpStudio) -> None:
    """The review of a picture with a doubtful number."""
    page = PrintedPage(studio_puzzle(studio, "Owl"))
    shown = ReviewWindow(
        page.picture(), Draft.of(page.reading(), page.picture()), studio.themes, lambda _: True
    )
    shown.title.setText("Owl")
    shown.resize(960, 640)
    shown.show()
    studio.wait(lambda: shown.verdict.text() != "Solving …")
    studio.shoot("review", shown)
    shown.close_at_once()


def camera(studio: HelpStudio) -> None:
    """The camera window with the solution on the page."""
    film = make_film(1, 0, "still", (1280, 720), board=(15, 15))
    setup = default_setup()._replace(
        capture=lambda source, size: FilmCamera(film), cameras=lambda: [Camera(0, "Webcam")]
    )
    shown = CameraWindow(studio.settings, studio.themes, lambda *_: None, lambda _: None, setup)
    shown.resize(900, 560)
    shown.show()
    shown.start_with("0")
    studio.wait(lambda: shown.state_bar.state is LiveState.SHOWN)
    studio.wait(lambda: shown.panel.source.currentText() == "Webcam")
    shown.rate.clear()  # the frame rate depends on this machine
    studio.shoot("camera", shown)
    shown.close_for_good()


def watching(studio: HelpStudio) -> None:
    """A method during its search."""
    window = studio.window
    window.resize(640, 640)
    studio.open("Owl")
    window.watch_bar.slider.setValue(24)
    window.watching.start("elimination")
    studio.wait(lambda: window.watch_bar.counts.text().startswith("40 steps"))
    studio.shoot("watching")
    window.watching.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the pictures of the help.")
    parser.add_argument("folder", type=Path, help="where they are written")
    main(parser.parse_args().folder)
