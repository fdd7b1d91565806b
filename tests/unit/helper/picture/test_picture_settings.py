"""What each setting of the window Create From Picture does to the board, by mouse and keys."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from tests.support.picture_desk import FACE, Desk


def tick(desk: Desk, box: QCheckBox) -> None:
    """Click a box that may have to be scrolled to."""
    desk.window.parts.panel.ensureWidgetVisible(box)
    desk.click(box, QPoint(8, box.height() // 2))


def shaded(desk: Desk) -> int:
    return sum(row.count("#") for row in desk.rows)


def test_contrast_is_typed_and_parts_light_from_dark(desk: Desk, tmp_path: Path) -> None:
    image = Image.linear_gradient("L").rotate(90).resize((240, 160))
    path = tmp_path / "gradient.png"
    image.save(path)
    desk.open(path)
    panel = desk.window.parts.panel
    tick(desk, panel.automatic)
    panel.threshold.slider.setValue(100)
    counts = []
    for contrast in (0, 90):
        desk.type_over(panel.contrast.spin, str(contrast))
        desk.settle()
        assert panel.contrast.slider.value() == contrast
        counts.append(shaded(desk))
    assert counts[0] < counts[1]  # the dark half goes below the threshold as a whole
    desk.type_over(panel.contrast.spin, "-100")
    desk.settle()
    assert "All cells are" in desk.window.parts.notes.text() or not shaded(desk)


def test_holes_under_a_size_are_filled_and_larger_ones_stay(desk: Desk, tmp_path: Path) -> None:
    image = Image.new("L", (300, 300), 255)
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, 299, 299), fill=0)
    draw.rectangle((100, 100, 119, 119), fill=255)
    draw.rectangle((170, 150, 199, 179), fill=255)
    path = tmp_path / "disc.png"
    image.save(path)
    desk.open(path)
    desk.type_over(desk.window.parts.panel.columns, "30")
    desk.settle()
    holes = desk.window.parts.panel.holes
    counts = []
    for typed, text in (("1", "keep all"), ("4", "under 4 cells"), ("5", "under 5 cells")):
        desk.type_over(holes, typed)
        desk.settle()
        assert holes.text() == text
        counts.append(shaded(desk))
    desk.type_over(holes, "10")
    desk.settle()
    counts.append(shaded(desk))
    assert [count - counts[0] for count in counts] == [0, 0, 4, 13]


def test_a_free_proportion_leaves_the_size_whatever_is_cropped(desk: Desk, photo: Path) -> None:
    desk.open(photo)
    panel, view = desk.window.parts.panel, desk.window.parts.view
    tick(desk, panel.proportion)
    desk.type_over(panel.columns, "20")
    desk.type_over(panel.rows, "7")
    right = QPointF(view.frame.right(), view.frame.center().y())
    desk.drag(right, right - QPointF(view.area.width() / 3, 0))
    desk.settle()
    assert view.crop.right < 0.8
    assert (len(desk.rows[0]), len(desk.rows)) == (20, 7)


def test_invert_is_clicked_and_clicked_again(desk: Desk, face: Path) -> None:
    desk.open(face)
    invert = desk.window.parts.panel.invert
    for rows in ([row.translate(str.maketrans("#.", ".#")) for row in FACE], FACE):
        tick(desk, invert)
        desk.settle()
        assert desk.rows == rows


def choose_colors(desk: Desk, count: int) -> None:
    """Choose a number of colours with the keyboard, as a player does."""
    colors = desk.window.parts.panel.colors
    colors.setFocus()
    while colors.currentData() != count:
        key = Qt.Key.Key_Down if colors.currentData() < count else Qt.Key.Key_Up
        QTest.keyClick(colors, key)
        desk.settle()


def test_only_controls_that_act_are_shown_and_what_is_above_a_change_stays(
    desk: Desk, photo: Path
) -> None:
    desk.open(photo)
    panel = desk.window.parts.panel
    black_and_white = {panel.method, panel.automatic, panel.threshold, panel.invert}
    above = (panel.columns, panel.rows, panel.proportion, panel.colors)
    choose_colors(desk, 1)
    width = panel.width()
    places = [widget.mapToGlobal(QPoint()) for widget in above]
    for count in (4, 1, 2):
        choose_colors(desk, count)
        assert {w for w in black_and_white if w.isVisible()} == (
            black_and_white if count == 1 else set()
        )
        assert panel.outlines.isVisible() is (count > 1)
        labels = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
        assert ("&Method:" in labels) is ("&Threshold:" in labels) is (count == 1)
        assert "To&lerance:" not in labels
        shown = [w for w in panel.findChildren(QWidget) if w.isVisible()]
        assert all(widget.isEnabled() for widget in shown)
        assert panel.width() == width
        assert [widget.mapToGlobal(QPoint()) for widget in above] == places
    assert not panel.invert.isChecked()


def test_the_tolerance_is_shown_while_a_colour_is_removed(desk: Desk, photo: Path) -> None:
    desk.open(photo)
    panel = desk.window.parts.panel
    assert not panel.tolerance.isVisible()
    panel.ensureWidgetVisible(panel.pick)
    desk.click(panel.pick, QPoint(8, 8))
    view = desk.window.parts.view
    desk.click(view, QPoint(view.width() // 2, view.height() // 2))
    desk.settle()
    place = panel.remove.mapToGlobal(QPoint())
    assert panel.tolerance.isVisible()
    tick(desk, panel.remove)
    assert not panel.tolerance.isVisible()
    assert panel.remove.mapToGlobal(QPoint()) == place


def test_a_setting_while_another_picture_is_opened_is_of_the_one_that_is_shown(
    desk: Desk, face: Path, photo: Path
) -> None:
    desk.open(face)
    desk.window.open_picture(photo)
    QTest.keyClick(desk.window.parts.panel.invert, Qt.Key.Key_Space)
    desk.qtbot.waitUntil(lambda: not desk.is_opening)
    desk.settle()
    assert desk.window.choice is not None
    assert desk.window.choice.settings == desk.window.choice.seen.suggested
    assert desk.window.parts.panel.invert.isChecked() == desk.window.choice.settings.invert
