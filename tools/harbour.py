"""Draws the picture of a boat that the README's screenshots make a puzzle of."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

_SCALE = 8
_SIZE = (150, 120)


def save_harbour(path: Path) -> None:
    """Save a picture of a boat before an evening sky, with soft edges as in a photo."""
    width, height = (_SCALE * side for side in _SIZE)
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)
    for y in range(height):
        share = y / height
        sky = (250 - int(70 * share), 214 - int(60 * share), 160 + int(60 * share))
        sea = (96 + int(60 * share), 150 + int(30 * share), 190)
        draw.line((0, y, width, y), fill=sky if share < 0.68 else sea)

    def shape(color: str, *points: tuple[int, int]) -> None:
        draw.polygon([(x * _SCALE, y * _SCALE) for x, y in points], fill=color)

    shape("#5a2d1f", (24, 82), (126, 82), (112, 100), (40, 100))
    shape("#3a241c", (72, 12), (75, 12), (75, 82), (72, 82))
    shape("#b3402e", (78, 16), (118, 74), (78, 74))
    shape("#7d2a24", (69, 24), (34, 74), (69, 74))
    shape("#2c3d63", (75, 12), (75, 6), (90, 9))
    image.filter(ImageFilter.GaussianBlur(5)).save(path)
