"""Where everything is in the window Create From Picture: small, and while something is said."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helper.application.theme import LIGHT
from helper.author.badge import Badge
from helper.author.check_result import result_of
from helper.picture.crop_view import CropView
from helper.picture.picture_board import PictureBoard
from solver.api import Outcome
from solver.author.solution_check import SolutionCheck
from tests.support.picture_desk import FACE, Desk

SMALL = (680, 460)
"""A window on a screen of 1400 x 1000 px that is enlarged by two."""
SCALED = (608, 427)
"""A window on a screen of 1280 x 900 px that is enlarged by two."""


def places(desk: Desk) -> dict[QWidget, QRect]:
    """Whatever is seen and has no parts of its own, and where it is in the window."""
    QApplication.processEvents()
    window, parts = desk.window, desk.window.parts
    kinds = (
        QAbstractButton,
        QAbstractSlider,
        QAbstractSpinBox,
        QLabel,
        Badge,
        CropView,
        PictureBoard,
    )
    outside = (parts.panel, parts.banner)
    return {
        widget: QRect(widget.mapTo(window, QPoint()), widget.size())
        for kind in kinds
        for widget in window.findChildren(kind)
        if widget.isVisible()
        and not isinstance(widget, QScrollBar)
        and not any(part.isAncestorOf(widget) for part in outside)
    } | {parts.panel: QRect(parts.panel.mapTo(window, QPoint()), parts.panel.size())}


def assert_tidy(desk: Desk, size: tuple[int, int]) -> None:
    """Everything is within the window, whole, and nothing is over anything else."""
    found = places(desk)
    assert desk.window.size().toTuple() == size
    everything = list(found.items())
    for i, (one, place) in enumerate(everything):
        assert desk.window.rect().contains(place), one
        if one.hasHeightForWidth():
            assert place.height() >= one.heightForWidth(place.width()), one
        for other, its_place in everything[i + 1 :]:
            assert not place.intersects(its_place), (one, other)


@pytest.mark.parametrize("size", [SMALL, (800, 600), (1400, 900)])
def test_nothing_overlaps_in_a_window_of_any_size_while_a_repair_is_shown(
    desk: Desk, two_ways: Path, size: tuple[int, int]
) -> None:
    desk.window.resize(*size)
    desk.open(two_ways)
    assert_tidy(desk, size)
    bar = desk.window.parts.repair_bar
    desk.click(desk.window.parts.repair_button)
    desk.qtbot.waitUntil(lambda: bar.all.isVisible() and not bar.stop.isVisible())
    assert_tidy(desk, size)
    desk.click(bar.all)
    desk.settle()
    assert "kept" in desk.window.parts.notes.text()
    assert_tidy(desk, size)
    for part in (desk.window.parts.view, desk.window.parts.board):
        assert part.width() >= size[0] // 4
        assert part.height() >= size[1] // 4


def test_in_a_small_window_the_settings_are_scrolled_to(desk: Desk, face: Path) -> None:
    desk.window.resize(*SMALL)
    desk.open(face)
    parts = desk.window.parts
    assert_tidy(desk, SMALL)
    assert parts.panel.verticalScrollBar().maximum() > 0
    assert parts.panel.reset.geometry().right() <= parts.panel.viewport().width()
    parts.panel.reset.setFocus()
    parts.panel.ensureWidgetVisible(parts.panel.reset)
    assert parts.panel.reset.visibleRegion().boundingRect() == parts.panel.reset.rect()


def test_nothing_moves_when_something_is_said(desk: Desk, face: Path, tmp_path: Path) -> None:
    bad = tmp_path / "a_long_name_of_a_file_that_is_no_picture.png"
    bad.write_text("this is no picture")
    before = places(desk)
    QApplication.clipboard().setImage(QImage(str(face)))
    desk.window.offer_clipboard()
    assert desk.window.parts.banner.isVisible()
    assert places(desk) == before
    QApplication.clipboard().clear()
    for size in ((1000, 680), SMALL):
        desk.window.resize(*size)
        desk.open(face)
        before = places(desk)
        desk.refused(bad)
        assert places(desk) == before
        banner = desk.window.parts.banner
        QApplication.processEvents()
        assert desk.window.rect().contains(banner.geometry())
        assert banner.label.height() >= banner.label.heightForWidth(banner.label.width())
        for button in (desk.window.parts.open_button, desk.window.parts.paste_button):
            assert not banner.geometry().intersects(places(desk)[button])
        desk.click(banner.button("OK"))
        assert desk.rows == FACE


def test_the_words_of_a_badge_stand_in_lines_where_there_is_little_room(qtbot: QtBot) -> None:
    many = SolutionCheck(Outcome.SEVERAL, frozenset(range(1234)), is_exact=False)
    for may_wrap in (False, True):
        badge = Badge(LIGHT, may_wrap=may_wrap)
        qtbot.addWidget(badge)
        badge.show_result(result_of(many, is_final=True))
        whole = badge.sizeHint()
        assert badge.heightForWidth(whole.width()) <= whole.height() + 1
        if may_wrap:
            assert badge.minimumSizeHint().width() < whole.width() // 2
            assert badge.heightForWidth(whole.width() // 2) > whole.height()
        else:
            assert badge.minimumSizeHint() == whole


def text_beside(desk: Desk, widget: QWidget) -> str:
    """The text of the labels in the row of a widget."""
    found = places(desk)
    middle = found[widget].center().y()
    return " ".join(
        label.text()
        for label, place in found.items()
        if isinstance(label, QLabel) and place.top() <= middle <= place.bottom()
    )


@pytest.mark.parametrize("size", [SCALED, (1216, 780)])
def test_the_window_says_what_it_is_for_and_what_create_does(
    desk: Desk, face: Path, size: tuple[int, int]
) -> None:
    desk.window.resize(*size)
    desk.open(face)
    parts = desk.window.parts
    assert "any photo or drawing" in text_beside(desk, parts.open_button)
    assert "puzzle to draw on and play" in text_beside(desk, parts.create_button)


def test_the_rotation_slider_keeps_its_length_at_200_percent(desk: Desk, face: Path) -> None:
    lengths = {}
    for size, scale in (((1216, 780), 1), (SCALED, 2)):
        desk.window.resize(*size)
        desk.open(face)
        QApplication.processEvents()
        lengths[scale] = desk.window.parts.tilt_slider.width() * scale
    assert lengths[2] >= 0.9 * lengths[1]


def test_the_background_stands_apart_with_its_name(desk: Desk, flag: Path) -> None:
    desk.open(flag)
    strip = desk.window.parts.panel.palette_strip
    QApplication.processEvents()
    background, *colors = (swatch.geometry() for swatch in strip.swatches)
    (name,) = strip.findChildren(QLabel)
    assert name.text() == "Background"
    assert name.geometry().left() > background.right()
    assert background.top() <= name.geometry().center().y() <= background.bottom()
    assert len(colors) > 1
    assert all(color.top() > background.bottom() for color in colors)
    inks = [swatch.geometry() for swatch in desk.window.parts.inks.swatches]
    gaps = [after.left() - before.right() for before, after in pairwise(inks)]
    assert gaps[0] > gaps[1]
