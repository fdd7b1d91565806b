"""What can be opened in the window Create From Picture, and what is said of what cannot."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import (
    QApplication,
    QWidget,
)

from tests.support.picture_desk import FACE, Desk


def drop(desk: Desk, mime: QMimeData) -> bool:
    """Drop something on the window; whether it is taken."""
    actions, buttons = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    keys, place = Qt.KeyboardModifier.NoModifier, QPoint(50, 50)
    entering = QDragEnterEvent(place, actions, mime, buttons, keys)
    QApplication.sendEvent(desk.window, entering)
    if entering.isAccepted():
        dropping = QDropEvent(QPointF(place), actions, mime, buttons, keys)
        QApplication.sendEvent(desk.window, dropping)
        desk.qtbot.wait(10)  # it is opened once the drop is over
        desk.qtbot.waitUntil(lambda: not desk.is_opening)
    return entering.isAccepted()


def of_file(path: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    return mime


def test_the_file_of_a_picture_is_dropped(desk: Desk, face: Path) -> None:
    assert drop(desk, of_file(face))
    desk.settle()
    assert desk.rows == FACE
    assert desk.window.parts.title.text() == "Smiling face"


def test_a_picture_without_a_file_is_dropped(desk: Desk, face: Path) -> None:
    mime = QMimeData()
    mime.setImageData(QImage(str(face)))
    assert drop(desk, mime)
    desk.settle()
    assert desk.rows == FACE


def test_what_is_no_picture_is_not_taken_or_gets_a_sentence(desk: Desk, tmp_path: Path) -> None:
    text = QMimeData()
    text.setText("hello")
    assert not drop(desk, text)
    assert drop(desk, of_file(tmp_path))
    assert "this is a folder" in desk.window.parts.banner.text


def test_wherever_a_picture_is_dropped_the_window_gets_it(desk: Desk, face: Path) -> None:
    """A field for text would take a file's name."""
    desk.open(face)
    for widget in desk.window.findChildren(QWidget):
        assert not (widget.acceptDrops() and widget.isVisible()), widget


def test_a_picture_in_the_clipboard_is_offered_and_pasted(desk: Desk, face: Path) -> None:
    QApplication.clipboard().setImage(QImage(str(face)))
    desk.window.offer_clipboard()
    assert "clipboard" in desk.window.parts.banner.text
    desk.click(desk.window.parts.banner.button("Use It"))
    desk.qtbot.waitUntil(lambda: desk.window.may_create)
    assert desk.rows == FACE
    QApplication.clipboard().clear()


def test_a_clipboard_whose_data_is_gone_is_neither_offered_nor_pasted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard = SimpleNamespace(mimeData=lambda: None)
    monkeypatch.setattr(QApplication, "clipboard", lambda: clipboard)
    desk.window.offer_clipboard()
    assert "clipboard" not in desk.window.parts.banner.text
    desk.window.paste()
    assert desk.window.parts.banner.text == "There is no picture in the clipboard."


def test_svg_is_drawn(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "square.svg"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 6">'
        '<rect x="2" y="2" width="2" height="2"/></svg>'
    )
    desk.open(path)
    assert desk.window.parts.picture_facts.text() == "A drawing in SVG, 6 × 6."
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


def make_folder(path: Path) -> None:
    path.mkdir()


def make_pipe(path: Path) -> None:
    if hasattr(os, "mkfifo"):  # otherwise there is no file at all
        os.mkfifo(path)


def test_what_is_no_picture_gets_a_sentence_and_changes_nothing(
    desk: Desk, face: Path, tmp_path: Path
) -> None:
    bad = [tmp_path / "missing.png"]
    for write in (write_text, write_half, write_bomb, write_nothing, make_folder, make_pipe):
        bad.append(tmp_path / f"{write.__name__}.png")
        write(bad[-1])
    for path in bad:
        said = desk.refused(path)
        assert said.startswith("The picture cannot be used: ")
        assert said.endswith(".")
        assert not said.endswith("stays.")
        assert desk.window.isVisible()
    desk.open(face)
    desk.window.parts.panel.brightness.show_value(0)
    for path in bad:
        assert desk.refused(path).endswith("The picture that was open stays."), path
        assert "One pixel is one cell." in desk.window.parts.picture_facts.text()
        desk.settle()
        assert desk.rows == FACE
        assert desk.window.may_create


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
