"""Other elements of a page: words, headings, buttons, small pictures."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tools.photographs.fonts import font_of, fonts, plain
from tools.photographs.page import Colour

_SYLLABLES = ["no", "na", "gra", "mu", "ri", "to", "pa", "lo", "ne", "ki", "sta", "ver", "don",
              "mi", "les", "ha", "ter", "pic", "cro", "si", "be", "lu", "en", "or"]  # fmt: skip


def words(rng: np.random.Generator, count: int) -> str:
    """Random words, in no language."""
    made = ["".join(rng.choice(_SYLLABLES, int(rng.integers(1, 5)))) for _ in range(count)]
    return " ".join(made).capitalize()


def any_font(rng: np.random.Generator, among: tuple[str, ...] = ()) -> str:
    """One of the fonts."""
    chosen = among or fonts()
    return chosen[int(rng.integers(len(chosen)))]


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: float,
    colour: Colour,
    font: str = "",
    anchor: str = "la",
) -> None:
    """Write a line of text."""
    draw.text(at, text, fill=colour, font=font_of(font or plain()[0], max(6, round(size))),
              anchor=anchor)  # fmt: skip


def paragraph(
    draw: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    rng: np.random.Generator,
    size: int,
    colour: Colour,
    font: str,
) -> None:
    """Fill a box with small print."""
    left, top, right, bottom = box
    face = font_of(font, max(6, size))
    for y in range(top, bottom - size, round(1.3 * size)):
        text = words(rng, 3)
        while face.getlength(text) < right - left:
            text += " " + words(rng, 1).lower()
        while text and face.getlength(text) > right - left:
            text = text[:-1]
        draw.text((left, y), text, fill=colour, font=face)


def button(
    draw: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    text: str,
    fill: Colour,
    ink: Colour,
    radius: int = 6,
) -> None:
    """A button with a word on it."""
    draw.rounded_rectangle(box, radius=radius, fill=fill)
    left, top, right, bottom = box
    size = min(0.45 * (bottom - top), 1.7 * (right - left) / max(1, len(text)))
    write(draw, ((left + right) / 2, (top + bottom) / 2), text, size, ink, plain()[-1], "mm")


def doodle(
    image: Image.Image, box: tuple[int, int, int, int], rng: np.random.Generator, is_grey: bool
) -> None:
    """A little picture: a few blobs of colour in a frame."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    if min(width, height) < 24:
        return
    noise: NDArray[np.floating[Any]] = rng.standard_normal(
        (height // 4 + 1, width // 4 + 1)
    ).astype(np.float32)
    noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.1 * noise.shape[0] + 1))
    noise = np.asarray(cv2.resize(noise / (noise.std() + 1e-6), (width, height)))
    colours = rng.integers(40, 245, (4, 3))
    if is_grey:
        colours = np.repeat(colours[:, :1], 3, axis=1)
    picture = colours[np.digitize(noise, [-0.6, 0.2, 0.9])].astype(np.uint8)
    image.paste(Image.fromarray(picture), (left, top))
    if rng.random() < 0.6:
        ImageDraw.Draw(image).rectangle((left, top, right, bottom), outline=(30, 30, 30), width=2)


def gradient(size: tuple[int, int], top: Colour, bottom: Colour) -> Image.Image:
    """A page with a colour gradient from the top to the bottom."""
    steps = np.linspace(0, 1, size[1])[:, None, None]
    colours = np.array(top) * (1 - steps) + np.array(bottom) * steps
    full: NDArray[np.uint8] = np.repeat(colours, size[0], axis=1).astype(np.uint8)
    return Image.fromarray(full)
