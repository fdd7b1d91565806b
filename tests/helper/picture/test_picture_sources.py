"""What can be opened in the window Create From Picture, and what is said of what cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import (
    QApplication,
)

from tests.helper.picture.desk import FACE, Desk


def test_a_picture_is_dropped(desk: Desk, face: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(face))])
    actions, buttons = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    keys, place = Qt.KeyboardModifier.NoModifier, QPoint(50, 50)
    entering = QDragEnterEvent(place, actions, mime, buttons, keys)
    QApplication.sendEvent(desk.window, entering)
    assert entering.isAccepted()
    dropping = QDropEvent(QPointF(place), actions, mime, buttons, keys)
    QApplication.sendEvent(desk.window, dropping)
    desk.qtbot.waitUntil(lambda: desk.window.may_capture)
    assert desk.rows == FACE


def test_a_picture_in_the_clipboard_is_offered_and_pasted(desk: Desk, face: Path) -> None:
    QApplication.clipboard().setImage(QImage(str(face)))
    desk.window.offer_clipboard()
    assert "clipboard" in desk.window.parts.banner.text
    desk.click(desk.window.parts.banner.button("Use It"))
    desk.qtbot.waitUntil(lambda: desk.window.may_capture)
    assert desk.rows == FACE
    QApplication.clipboard().clear()


def test_svg_is_drawn(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "square.svg"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 6">'
        '<rect x="2" y="2" width="2" height="2"/></svg>'
    )
    desk.open(path)
    assert desk.window.parts.said.text() == "A drawing in SVG, 6 × 6."
    desk.type_over(desk.window.parts.panel.columns, "6")
    desk.settle()
    assert desk.rows == ["......"] * 2 + ["..##.."] * 2 + ["......"] * 2


# What cannot be used


def write_text(path: Path) -> None:
    path.write_text("this is no picture")


def write_half(path: Path) -> None:
    whole = path.with_suffix(".whole.png")
    Image.effect_noise((200, 200), 90).save(whole)
    path.write_bytes(whole.read_bytes()[:9000])


def write_bomb(path: Path) -> None:
    Image.new("1", (12_000, 12_000)).save(path)


def write_nothing(path: Path) -> None:
    path.touch()


@pytest.mark.parametrize(
    "write",
    [write_text, write_half, write_bomb, write_nothing, lambda path: None],
    ids=["text", "half", "bomb", "empty", "missing"],
)
def test_what_is_no_picture_gets_a_sentence_and_changes_nothing(
    desk: Desk, face: Path, tmp_path: Path, write: Callable[[Path], None]
) -> None:
    bad = tmp_path / "bad.png"
    write(bad)
    said = desk.refused(bad)
    assert said.startswith("The picture cannot be used: ")
    assert said.endswith(".")
    assert desk.window.isVisible()
    desk.open(face)
    desk.window.parts.panel.brightness.show_value(0)
    assert desk.refused(bad).endswith("What was there before stays.")
    assert "One pixel is one cell." in desk.window.parts.said.text()
    desk.settle()
    assert desk.rows == FACE
    assert desk.window.may_capture


def test_odd_pictures_are_boards_with_a_note(desk: Desk, tmp_path: Path) -> None:
    notes = []
    for number, image in enumerate(
        (
            Image.new("RGB", (1, 1), "red"),
            Image.new("RGBA", (20, 20), (0, 0, 0, 0)),
            Image.new("RGB", (20, 20), "blue"),
        )
    ):
        path = tmp_path / f"{number}.png"
        image.save(path)
        desk.open(path)
        notes.append(desk.window.parts.notes.text())
    assert "single pixel" in notes[0]
    assert "transparent" in notes[1]
    assert "single colour" in notes[2]


def test_of_an_animation_the_first_frame_is_used_and_that_is_said(
    desk: Desk, tmp_path: Path
) -> None:
    frames = [Image.new("1", (8, 8), 1) for _ in range(3)]
    for k, frame in enumerate(frames):
        frame.putpixel((k, k), 0)
    path = tmp_path / "film.gif"
    frames[0].save(path, save_all=True, append_images=frames[1:])
    desk.open(path)
    assert desk.rows[0] == "#......."
    assert "first of 3 frames is used" in desk.window.parts.notes.text()
