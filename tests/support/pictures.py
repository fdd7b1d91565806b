"""Pictures for the tests of boards made from pictures, and boards as arrays."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from recognizer.images import load_rgba
from recognizer.making.board_making import Drawn, PictureCache, board_of
from recognizer.making.motif import Motif
from recognizer.making.settings import PictureSettings

Pixels = NDArray[np.uint8]


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    stream = BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def loaded(image: Image.Image, kind: str = "PNG", **options: Any) -> Motif:
    return Motif.of(load_rgba(encoded(image, kind, **options)))


def opaque(values: NDArray[Any]) -> Pixels:
    """RGBA of gray (height, width) or of RGB (height, width, 3)."""
    rgb = values if values.ndim == 3 else np.repeat(values[:, :, None], 3, axis=2)
    alpha = np.full((*values.shape[:2], 1), 255)
    return np.concatenate([rgb, alpha], axis=2).astype(np.uint8)


def board(
    source: Motif | Pixels,
    settings: PictureSettings | None = None,
    cache: PictureCache | None = None,
    **kinds: Any,
) -> NDArray[np.int64]:
    """For each cell the index of its colour, shape (rows, columns)."""
    made = source if isinstance(source, Motif) else Motif.of(source)
    return cells(board_of(made, settings or PictureSettings(**kinds), cache))


def cells(drawn: Drawn) -> NDArray[np.int64]:
    """Likewise, of a board that was made."""
    states = [state.bit_length() - 1 for state in drawn.grid.cells]
    return np.array(states).reshape(drawn.grid.height, drawn.grid.width)


def noise(seed: int, height: int = 60, width: int = 80, low: int = 0, high: int = 256) -> Pixels:
    """Soft clouds of gray."""
    chance = np.random.default_rng(seed)
    small = chance.integers(low, high, (height // 8 + 1, width // 8 + 1)).astype(np.uint8)
    soft = Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC)
    return opaque(np.asarray(soft).clip(low, high - 1))


def scene() -> Image.Image:
    """A house in front of the sky, in five colours."""
    image = Image.new("RGB", (640, 480), "#87ceeb")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 330, 640, 480), fill="#3a7d2c")
    draw.ellipse((480, 40, 580, 140), fill="#ffe14d")
    draw.polygon([(120, 330), (220, 200), (320, 330)], fill="#b03020")
    draw.rectangle((140, 330, 300, 420), fill="#5a3a1a")
    return image


def line_drawing(side: int = 600, width: int = 5) -> Image.Image:
    """A circle and two lines, black on white, thin."""
    image = Image.new("L", (side, side), 255)
    draw = ImageDraw.Draw(image)
    far = side - side // 7
    draw.ellipse((side // 7, side // 7, far, far), outline=0, width=width)
    draw.line((side // 7, side // 2, far, side // 2), fill=0, width=width)
    draw.line((side // 4, side // 4, 3 * side // 4, 3 * side // 4), fill=0, width=width)
    return image


def outdoors(width: int = 400, height: int = 300, sun_px: float = 20) -> Image.Image:
    """A sky that is lighter below, green, brown, and a yellow sun of that radius; with noise."""
    chance = np.random.default_rng(1)
    down = np.linspace(0, 1, height)[:, None, None]
    sky = np.array([60, 120, 210]) * (1 - down) + np.array([150, 195, 240]) * down
    image = Image.fromarray((sky * np.ones((1, width, 1))).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0.65 * height, width, height), fill=(60, 130, 50))
    draw.rectangle((0.2 * width, 0.5 * height, 0.4 * width, 0.8 * height), fill=(110, 70, 40))
    x, y = 0.7 * width, 0.2 * height
    draw.ellipse((x - sun_px, y - sun_px, x + sun_px, y + sun_px), fill=(250, 225, 60))
    noisy = np.asarray(image) + chance.normal(0, 6, (height, width, 3))
    return Image.fromarray(noisy.clip(0, 255).astype(np.uint8))
