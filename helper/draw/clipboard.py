"""Regions of a drawing on the clipboard: for this program, as an image, and as text.

An image of another program is decoded by :mod:`helper.draw.region_work`.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage

from helper.application.clipboard import put_on_clipboard
from helper.draw.regions import MIME_TYPE, Region
from helper.images.picture_files import picture_in

_MAX_TEXT = 16_000_000
"""Characters of a region; the largest board has fewer."""


def copy_region(region: Region) -> None:
    """Copy a region: in the program's own form, as an image of one pixel a cell, and as text."""
    data = QMimeData()
    data.setData(MIME_TYPE, region.to_text().encode())
    data.setImageData(_image(region))
    signs = ".#" + "".join(map(chr, range(ord("a"), ord("z") + 1))) + "ABCDEF"
    data.setText("\n".join("".join(signs[k] for k in row) for row in region.rows))
    put_on_clipboard(data)


def own_region() -> Region | None:
    """The region on the clipboard that this program has put there; ``None`` for anything else."""
    data = QGuiApplication.clipboard().mimeData()
    if data is None or not data.hasFormat(MIME_TYPE):
        return None
    text = bytes(data.data(MIME_TYPE).data())
    if len(text) > _MAX_TEXT:
        return None
    try:
        return Region.from_text(text.decode())
    except ValueError:
        return None


def picture_on_clipboard() -> Path | bytes | None:
    """The picture of another program on the clipboard, not decoded; ``None`` if there is none."""
    return picture_in(QGuiApplication.clipboard().mimeData())


def _image(region: Region) -> QImage:
    image = QImage(region.width, region.height, QImage.Format.Format_RGB32)
    pixels = [int(color[1:], 16) | 0xFF000000 for color in region.colors]
    for r, row in enumerate(region.rows):
        for c, index in enumerate(row):
            image.setPixel(c, r, pixels[index])
    return image
