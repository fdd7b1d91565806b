"""Pictures of openly licensed icons and emoji, drawn as large as they are wanted.

A picture is named SET:NAME, as in ``phosphor:cat`` or ``twemoji:1f422``; a letter of Noto Sans has
the script before its code, as in ``notosans:Khmer/1781``, and an icon of game-icons.net its author
before its name, as in ``gameicons:lorc/dragon-head``. The sets are read
from unpacked packages below one folder; docs/packs.md says where they come from.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from tools.packs.maps import map_picture

Pixels = NDArray[np.uint8]
SVG_PX = 1152
"""Side of a drawn SVG picture."""


@dataclass(frozen=True, slots=True)
class PictureSet:
    """A set of pictures by the same authors."""

    title: str
    author: str
    """Empty if each picture has its own, see :data:`CONTRIBUTORS`."""
    license: str
    """The SPDX name."""
    path: str
    """Of a picture, below the folder of the sets; ``{}`` is its name."""
    version: str
    """Empty if it is not known."""


SETS = {
    "fluent": PictureSet(
        "Fluent Emoji", "Microsoft Corporation", "MIT", "fluent/icons.json", ""
    ),
    "fontawesome": PictureSet(
        "Font Awesome Free", "Fonticons, Inc.", "CC-BY-4.0", "font_awesome/solid/{}.svg", "6.7.2"
    ),
    "gameicons": PictureSet(
        "game-icons.net", "", "CC-BY-3.0",
        "game_icons/icons.json", "",
    ),
    "mdi": PictureSet(
        "Material Design Icons", "Pictogrammers", "Apache-2.0", "mdi/{}.svg", "7.4.47"
    ),
    "naturalearth": PictureSet(
        "Natural Earth", "Natural Earth", "CC0-1.0", "world_atlas/countries-10m.json", "4.1"
    ),
    "noto": PictureSet(
        "Noto Emoji", "Google LLC", "OFL-1.1", "noto/NotoEmoji[wght].ttf", "3.002"
    ),
    "notosans": PictureSet(
        "Noto Sans", "The Noto Project Authors", "OFL-1.1", "noto/NotoSans{}[wght].ttf", ""
    ),
    "phosphor": PictureSet(
        "Phosphor Icons", "Phosphor Icons", "MIT", "phosphor/fill/{}-fill.svg", "2.0.8"
    ),
    "twemoji": PictureSet(
        "Twemoji", "Twitter, Inc and other contributors", "CC-BY-4.0", "twemoji/{}.svg", ""
    ),
}  # fmt: skip


CONTRIBUTORS = {
    "carl-olsen": "Carl Olsen",
    "caro-asercion": "Caro Asercion",
    "cathelineau": "Cathelineau",
    "delapouite": "Delapouite",
    "faithtoken": "Faithtoken",
    "lorc": "Lorc",
    "sbed": "Sbed",
    "skoll": "Skoll",
}
"""The authors of game-icons.net by their folders there."""


def author_of(key: str) -> str:
    """The author of the picture SET:NAME.

    >>> author_of("gameicons:lorc/dragon-head"), author_of("phosphor:cat")
    ('Lorc', 'Phosphor Icons')
    """
    name, _, which = key.partition(":")
    return SETS[name].author or CONTRIBUTORS[which.partition("/")[0]]


def picture(key: str, folder: Path) -> Pixels:
    """The picture without its transparent margins.

    Args:
        key: SET:NAME.
        folder: The folder of all sets.

    Returns:
        RGBA uint8, shape (height, width, 4).

    Raises:
        OSError: There is no such picture.
    """
    name, _, which = key.partition(":")
    path = folder / SETS[name].path.format(which.partition("/")[0])
    drawn = _drawn(name, path, which)
    is_inside = drawn[:, :, 3] >= 128
    if not is_inside.any():
        raise OSError(f"{key}: the picture is empty")
    left, top, width, height = cv2.boundingRect(is_inside.astype(np.uint8))
    return np.ascontiguousarray(drawn[top : top + height, left : left + width])


def _drawn(name: str, path: Path, which: str) -> Pixels:
    if name == "naturalearth":
        return map_picture(path, which)
    if path.suffix == ".ttf":
        return _letter(path, which.rpartition("/")[2])
    if path.suffix == ".json":
        return _svg(f"{path}: {which}", _body(path, which))
    return _svg(str(path), path.read_bytes())


def _body(path: Path, which: str) -> bytes:
    """An icon of a collection in the JSON format of Iconify, as SVG."""
    collection = _collection(path)
    if (icon := collection["icons"].get(which.rpartition("/")[2])) is None:
        raise OSError(f"{path}: no icon {which}")
    width, height = (icon.get(side, collection.get(side, 16)) for side in ("width", "height"))
    body = icon["body"].replace("currentColor", "#000")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return f"{head}{body}</svg>".encode()


@cache
def _collection(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def _svg(name: str, content: bytes) -> Pixels:
    renderer = QSvgRenderer(QByteArray(content))
    if not renderer.isValid():
        raise OSError(f"{name}: no SVG picture")
    image = QImage(SVG_PX, SVG_PX, QImage.Format.Format_RGBA8888)
    image.fill(0)
    box = renderer.viewBoxF()
    scale = SVG_PX / max(box.width(), box.height())
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, box.width() * scale, box.height() * scale))
    painter.end()
    found = np.frombuffer(image.constBits(), np.uint8)
    return found.reshape(SVG_PX, SVG_PX, 4).copy()


def _letter(path: Path, letter: str) -> Pixels:
    font = ImageFont.truetype(str(path), SVG_PX * 3 // 4)
    font.set_variation_by_axes([700])
    text = "".join(chr(int(code, 16)) for code in letter.split("-"))
    image = Image.new("L", (SVG_PX * 5 // 4, SVG_PX * 5 // 4), 0)
    ImageDraw.Draw(image).text((SVG_PX // 8, SVG_PX // 8), text, 255, font)
    ink = np.zeros((image.height, image.width, 4), np.uint8)
    ink[:, :, 3] = np.asarray(image)
    return ink
