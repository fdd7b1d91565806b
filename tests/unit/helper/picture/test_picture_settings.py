"""What each setting of the window Create From Picture does to the board, by mouse and keys."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox

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


def test_a_board_in_colours_has_no_invert(desk: Desk, photo: Path) -> None:
    desk.open(photo)
    panel = desk.window.parts.panel
    for count, is_there in ((1, True), (4, False), (1, True)):
        panel.colors.setFocus()
        panel.colors.setCurrentIndex(panel.colors.findData(count))
        panel.colors.activated.emit(panel.colors.currentIndex())
        desk.settle()
        assert panel.invert.isEnabled() is is_there
    assert not panel.invert.isChecked()


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
