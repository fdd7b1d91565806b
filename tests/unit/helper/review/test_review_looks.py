"""How the review window looks: tints, cut-outs, and how near the picture is shown."""

from __future__ import annotations

import time
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import ThemeManager
from helper.review.chips import row_height
from helper.review.cutouts import cut_out, cuts_between, in_pieces, width_of
from helper.review.draft import Draft
from helper.review.draft_lines import DraftLine, DraftPlace
from helper.review.overlay import clue_quad
from helper.review.pyramid import Pyramid
from helper.review.review_window import ReviewWindow
from helper.review.scanning import ScanDialog
from puzzles import Axis, Line
from puzzles.contracts import SolutionCount
from recognizer.values import Candidate, Problem, Quad, Reading, Side
from tests.support import review_samples as samples
from tests.support.review_desk import PARTING, SEVEN, THREE, Opener, key, lengths

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
Keys = Qt.Key


@pytest.fixture
def window(opened: Opener) -> ReviewWindow:
    return opened(samples.doubtful())


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_doubts_are_tinted(window: ReviewWindow, settings: Settings, choice: ThemeChoice) -> None:
    settings.change(theme=choice)
    key(window, Keys.Key_End)
    sure = DraftPlace(Line(Axis.COLUMN, 4), 0)

    def color(place: DraftPlace) -> tuple[int, int, int]:
        box = window.clues.chips.places[place]
        at = box.bottomLeft() - QPoint(-5, 5 + window.clues.verticalScrollBar().value())
        got = window.clues.viewport().grab().toImage().pixelColor(at)
        return got.red(), got.green(), got.blue()

    assert color(THREE) != color(sure)
    window.review.go(THREE)
    window.review.confirm()
    window.review.go(sure)
    window.clues.verticalScrollBar().setValue(window.clues.verticalScrollBar().maximum())
    assert color(THREE)[1] > color(THREE)[0], "confirmed numbers are green"


def test_a_cut_out_is_upright_whatever_way_the_number_lies() -> None:
    picture = np.full((60, 60, 3), 255, np.uint8)
    picture[20:24, 10:40] = 0  # a bar across the upper part of an upright number
    upright = ((10.0, 20.0), (39.0, 20.0), (39.0, 59.0), (10.0, 59.0))
    turned = np.ascontiguousarray(np.rot90(picture, -1))
    lying = tuple((59 - y, x) for x, y in upright)
    a, b = cut_out(picture, upright, 40), cut_out(turned, lying, 40)
    assert a.shape == b.shape
    assert a.shape[0] == 40
    assert np.abs(a.astype(int) - b).mean() < 8
    assert a[: len(a) // 2].mean() < a[len(a) // 2 :].mean() - 20


def wheel(window: ReviewWindow, at: QPointF, delta: int) -> None:
    view = window.view
    event = QWheelEvent(
        at, QPointF(view.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, delta),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
        False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def test_wheel_and_drag_show_the_picture_nearer(window: ReviewWindow) -> None:
    view = window.view
    fitted = view.scale
    at = QPointF(view.rect().center())
    under = view.to_picture(at)
    for _ in range(6):
        wheel(window, at, 120)
    assert view.scale == pytest.approx(fitted * 1.25**6)
    assert view.to_picture(at) == pytest.approx(under, abs=0.2)
    middle = view.rect().center()
    QTest.mousePress(view, Qt.MouseButton.MiddleButton, pos=middle)
    QTest.mouseMove(view, middle + QPoint(10, -10))
    QTest.mouseRelease(view, Qt.MouseButton.MiddleButton, pos=middle + QPoint(10, -10))
    moved = view.to_picture(at + QPointF(10, -10))
    assert moved == pytest.approx(under, abs=0.2)
    key(window, Keys.Key_Down, Keys.Key_Down)
    number = window.review.number
    assert number is not None
    assert number.quad is not None
    assert QRectF(view.rect()).contains(view.polygon(number.quad).boundingRect())
    for _ in range(9):
        wheel(window, at, -120)
    assert view.scale == pytest.approx(fitted), "never smaller than the whole"


def test_the_clue_of_a_whole_line_is_cut_out_too(window: ReviewWindow) -> None:
    draft = window.review.draft
    for place in draft.places:
        if place.index is None:
            strip = clue_quad(draft, place.line)
            assert strip is not None
            area = np.array(strip, np.float32)
            for number in draft.line(place.line).numbers:
                assert number.quad is not None
                for point in number.quad:
                    assert cv2.pointPolygonTest(area, point, measureDist=False) >= 0
    empty = draft.with_line(Line(Axis.ROW, 2), DraftLine())
    beside = clue_quad(empty, Line(Axis.ROW, 2))
    assert beside is not None
    x, y, c = samples.LEFT, samples.TOP, samples.CELL
    corners = [(x - 4 * c, y + 2 * c), (x, y + 2 * c), (x, y + 3 * c), (x - 4 * c, y + 3 * c)]
    assert np.allclose(beside, corners, atol=0.01)
    window.review.go(PARTING)
    assert window.detail.cutout.pixmap().width() > 0


def test_a_small_puzzle_in_a_large_picture_is_shown_near(opened: Opener) -> None:
    small = samples.picture()
    large = np.full((4 * small.shape[0], 5 * small.shape[1], 3), 90, np.uint8)
    large[: small.shape[0], : small.shape[1]] = small
    view = opened(samples.doubtful(), large).view
    whole = min(view.width() / large.shape[1], view.height() / large.shape[0])
    assert view.scale > 2 * whole
    seen = QRectF(view.rect())
    draft = view.draft
    assert draft is not None
    assert draft.lattice is not None
    assert seen.contains(view.polygon(draft.lattice.corners).boundingRect())
    for _, line in draft.lines:
        for number in line.numbers:
            assert number.quad is not None
            assert seen.contains(view.polygon(number.quad).boundingRect())
    QTest.keyClick(view, Keys.Key_0)
    assert view.scale == pytest.approx(whole)
    everything = opened(Reading(problems=(Problem.NO_GRID,)), large).view
    assert everything.scale == pytest.approx(whole, rel=0.2), "where nothing was found"


def test_what_is_hardly_seen_is_not_spoken_of(opened: Opener) -> None:
    reading = samples.doubtful()
    number = replace(
        reading.rows[1].numbers[1],
        candidates=(Candidate(7, 0.6), Candidate(1, 0.397), Candidate(9, 0.003)),
    )
    row = replace(reading.rows[1], numbers=(reading.rows[1].numbers[0], number))
    window = opened(reading.with_line(SEVEN.line, row))
    assert window.detail.text.text() == "Row 2, number 2: 7, or 1?"
    assert [button.text() for button in window.detail.buttons] == ["1  (R)", "9"]


def test_a_large_picture_is_cut_to_what_is_seen(opened: Opener) -> None:
    small = samples.picture()
    large = np.tile(small, (16, 16, 1))
    window = opened(Reading(problems=(Problem.NO_GRID,)), large)
    levels = Pyramid(large).levels
    assert [level.shape[0] for level in levels][:2] == [len(large), (len(large) + 1) // 2]
    for steps in (3, 20):
        window.view.zoom_by(steps)
        window.view.grab()
        cut = window.view.pyramid._cut
        assert cut is not None
        assert cut[2].width() <= 2 * window.view.width() + 8
        assert cut[2].height() <= 2 * window.view.height() + 8


@pytest.mark.clock
def test_a_large_puzzle_opens_without_a_stutter(themes: ThemeManager) -> None:
    """Neither making the window nor painting it takes 100 ms, but for what other programs take."""
    reading = samples.large(50, 50)
    picture = np.full((2000, 2001, 3), 230, np.uint8)
    making, painting = [], []
    for _ in range(4):
        start = time.thread_time()
        made = ReviewWindow(picture, Draft.of(reading, picture), themes, lambda _: True)
        made.show()
        shown = time.thread_time()
        QApplication.processEvents()
        making.append(shown - start)
        painting.append(time.thread_time() - shown)
        made.close_at_once()
        made.deleteLater()
    assert min(making) < 0.1
    assert min(painting) < 0.1


def test_windows_of_scan_picture_say_what_it_is_for(window: ReviewWindow, qtbot: QtBot) -> None:
    progress = ScanDialog("page.png")
    qtbot.addWidget(progress)
    progress.show()
    for each in (window, progress):
        labels = [label.text() for label in each.findChildren(QLabel) if label.isVisible()]
        assert any("a printed puzzle with numbers" in text for text in labels)


@pytest.mark.parametrize(("size", "rows"), [((512, 350), 2), ((640, 400), 2), ((960, 540), 3)])
def test_the_list_shows_neighbours_of_a_line_on_small_screens(
    opened: Opener, size: tuple[int, int], rows: int
) -> None:
    """At a text size of 200 % these are screens of 1024x700, 1280x800 and 1920x1080."""
    window = opened(samples.large(30, 30))
    window.resize(*size)
    QApplication.processEvents()
    for _ in range(7):
        key(window, Keys.Key_Down, modifier=CTRL)
        scroll = window.clues.verticalScrollBar().value()
        seen = window.clues.viewport().visibleRegion().boundingRect().translated(0, scroll)
        assert seen.height() > 2.8 * row_height(window.clues.fontMetrics())
        whole = [p for p, box in window.clues.chips.places.items() if seen.contains(box)]
        assert window.review.place in whole
        assert len({place.line for place in whole if place.index is None}) >= rows


@pytest.mark.parametrize("width_px", [600, 1000, 1180])
def test_all_tools_of_the_review_have_texts_or_none(window: ReviewWindow, width_px: int) -> None:
    window.resize(width_px, 700)
    QApplication.processEvents()
    bar = window.bar
    first = bar.actions().index(bar.undo)
    last = bar.actions().index(bar.other)
    tools = (bar.widgetForAction(action) for action in bar.actions()[first : last + 1])
    styles = {
        tool.toolButtonStyle()
        for tool in tools
        if isinstance(tool, QToolButton) and not tool.icon().isNull()
    }
    kinds = Qt.ToolButtonStyle
    has_room = width_px == 1180
    assert styles == {kinds.ToolButtonTextBesideIcon if has_room else kinds.ToolButtonIconOnly}


def test_a_doubt_that_need_not_be_checked_is_tinted_quietly(opened: Opener) -> None:
    reading = samples.certain()
    line = reading.columns[5]
    line = replace(line, numbers=(replace(line.numbers[0], confidence=0.9),))
    reading = reading.with_line(THREE.line, line)
    tints = []
    for count in (SolutionCount.ONE, SolutionCount.NONE):
        window = opened(replace(reading, solution_count=count))
        key(window, Keys.Key_End)
        box = window.clues.chips.places[THREE]
        at = box.topLeft() + QPoint(2, 8 - window.clues.verticalScrollBar().value())
        tints.append(window.clues.viewport().grab().toImage().pixelColor(at))
        is_quiet = count is SolutionCount.ONE
        assert window.doubts.text() == ("Nothing left to check" if is_quiet else "1 to check")
        assert bool(window.view.to_check) is not is_quiet
    quiet, loud = ((c.red() - c.blue()) for c in tints)
    assert 0 <= quiet < loud


def test_the_cut_out_of_a_clue_includes_the_ink_that_was_not_read() -> None:
    draft = Draft.of(samples.certain(), samples.picture())
    name = Line(Axis.ROW, 2)
    first, last = draft.line(name).numbers
    assert first.quad is not None
    short = replace(draft.line(name), numbers=(last,), unread=(first.quad,))
    assert clue_quad(draft.with_line(name, short), name) == clue_quad(draft, name)


def tall_column(numbers: int) -> tuple[Draft, Line]:
    """The chick with a column of many numbers, ten px high and twenty apart."""
    quads: list[Quad] = [
        ((50.0, y), (58.0, y), (58.0, y + 10), (50.0, y + 10)) for y in range(5, 20 * numbers, 20)
    ]
    sure = samples.certain()
    column = samples.line([1] * numbers, quads)
    reading = replace(sure, columns=(column, *sure.columns[1:]))
    return Draft.of(reading, np.full((20 * numbers, 300, 3), 245, np.uint8)), Line(Axis.COLUMN, 0)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_strip_is_never_cut_within_a_number(count: int) -> None:
    draft, name = tall_column(8)
    strip = clue_quad(draft, name)
    assert strip is not None
    quads = [number.quad for number in draft.line(name).numbers if number.quad is not None]
    top, bottom = strip[0][1], strip[2][1]
    cuts = [top + share * (bottom - top) for share in cuts_between(strip, quads, count)]
    assert len(cuts) == count - 1
    assert cuts == sorted(cuts)
    for cut in cuts:
        assert not any(quad[0][1] <= cut <= quad[2][1] for quad in quads)
    assert cuts_between(strip, [], count) == []


def test_pieces_of_a_strip_are_beside_each_other_from_the_top() -> None:
    strip = QImage(4, 100, QImage.Format.Format_RGB32)
    for y in range(100):
        for x in range(4):
            strip.setPixel(x, y, y)
    folded = in_pieces(strip, [0.4, 0.7], 2)
    assert (folded.width(), folded.height()) == (16, 40)
    assert [folded.pixel(x, 0) & 0xFF for x in (0, 6, 12)] == [0, 40, 70]
    assert folded.pixelColor(4, 0).alpha() == 0


def test_a_column_of_many_numbers_is_shown_larger_than_the_panel_is_high(opened: Opener) -> None:
    draft, name = tall_column(8)
    window = opened(draft.reading(SolutionCount.UNKNOWN), np.full((160, 300, 3), 245, np.uint8))
    window.review.go(DraftPlace(name))
    shown = window.detail.cutout.pixmap()
    strip = clue_quad(window.review.draft, name)
    assert strip is not None
    assert shown.height() <= window.detail.cutout.height() * shown.devicePixelRatio()
    assert shown.width() > 2 * width_of(strip, shown.height())


def test_beside_a_typed_number_the_print_of_its_line_is_shown(window: ReviewWindow) -> None:
    name = Line(Axis.ROW, 2)
    window.review.go(DraftPlace(name))
    whole = window.detail.cutout.pixmap().size()
    window.review.set_line(name, [1, *lengths(window, 2)])
    window.review.go(DraftPlace(name, 0))
    number = window.review.number
    assert number is not None
    assert number.quad is None
    assert window.detail.cutout.pixmap().size() == whole


@pytest.mark.parametrize("side", [Side.LEFT, Side.RIGHT])
def test_the_cut_out_of_a_clue_has_room_for_a_number_that_was_missed(side: Side) -> None:
    """An outer one is in it as a whole, although nothing of it was read."""
    draft = replace(Draft.of(samples.certain(), samples.picture()), rows_side=side)
    name = Line(Axis.ROW, 2)
    whole = draft.line(name)
    missed, read = whole.numbers if side is Side.LEFT else whole.numbers[::-1]
    strip = clue_quad(draft.with_line(name, replace(whole, numbers=(read,))), name)
    assert strip is not None
    assert missed.quad is not None
    xs = [x for x, _ in missed.quad]
    assert min(x for x, _ in strip) <= min(xs)
    assert max(xs) <= max(x for x, _ in strip)
