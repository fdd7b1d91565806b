"""Synthetic number cells: what a camera or a screen makes of a printed number.

Each sample is a square of :data:`PATCH` px around one number, or around nothing, or around
something that is no number. The recipe stands here and nowhere else.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from fonts import SIZE
from PIL import ImageFont

PATCH, EMPTY, JUNK = 32, 100, 101
BIG = 2 * PATCH
"""Everything is drawn at twice the size, and made small at the end."""

SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc",
    "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip


class Cells:
    """Draws samples, the same ones for the same seed and fonts."""

    def __init__(self, families: dict[str, list[Path]], seed: int) -> None:
        self.families = list(families.values())
        self.random = np.random.default_rng(seed)
        self._fonts: dict[Path, ImageFont.FreeTypeFont] = {}

    def sample(self) -> tuple[np.ndarray, int]:
        """A patch, uint8 (32, 32), and its class."""
        r = self.random
        kind = r.random()
        if kind < 0.06:
            return self._photo(np.zeros((BIG, BIG), np.float32)), EMPTY
        if kind < 0.13:
            return self._photo(self._junk()), JUNK
        number = self._number()
        if number == 0 and r.random() < 0.35:
            return self._photo(self._square()), 0
        return self._photo(self._text(str(number))), number

    def _number(self) -> int:
        r = self.random
        kind = r.random()
        if kind < 0.45:
            return int(r.integers(0, 100))
        if kind < 0.75:
            return int(r.integers(0, 10))
        return int(r.integers(10, 41))

    # What is printed

    def _font(self) -> ImageFont.FreeTypeFont:
        family = self.families[self.random.integers(len(self.families))]
        path = family[self.random.integers(len(family))]
        if path not in self._fonts:
            self._fonts[path] = ImageFont.truetype(str(path), SIZE)
        return self._fonts[path]

    def _glyph_maker(self):
        r = self.random
        kind = r.random()
        if kind < 0.07:
            shape = int(r.integers(8, 18)), int(r.integers(14, 22)), int(r.integers(2, 5))
            return lambda c: _seven_segment(c, *shape)
        font = self._font()
        if kind < 0.14:  # a coarse raster, enlarged without smoothing
            rows = int(r.integers(7, 11))

            def coarse(c: str) -> np.ndarray:
                g = _glyph(font, c)
                width = max(2, round(g.shape[1] * rows / g.shape[0]))
                small = cv2.resize(g, (width, rows), interpolation=cv2.INTER_AREA)
                return cv2.resize(
                    np.where(small > 90, 255, 0).astype(np.uint8), None, fx=4, fy=4,
                    interpolation=cv2.INTER_NEAREST,
                )  # fmt: skip

            return coarse
        return lambda c: _glyph(font, c)

    def _line(self, text: str, make) -> np.ndarray:
        """A number, set tightly or loosely; float32, 0 to 1."""
        r = self.random
        glyphs = [make(c) for c in text]
        height = max(g.shape[0] for g in glyphs)
        gap = round(height * r.uniform(-0.02, 0.22))
        width = sum(g.shape[1] for g in glyphs) + gap * (len(glyphs) - 1)
        line = np.zeros((height, max(width, 2)), np.float32)
        x = 0
        for glyph in glyphs:
            part = line[height - glyph.shape[0] :, x : x + glyph.shape[1]]
            np.maximum(part, glyph[:, : part.shape[1]] / 255, out=part)
            x += glyph.shape[1] + gap
        return line

    def _placed(self, line: np.ndarray, height: float, x: float, y: float, squeeze: float):
        """A number in the big square, its middle at (x, y), turned a little."""
        r = self.random
        scale = height / line.shape[0]
        angle, shear = np.radians(r.normal(0, 3)), r.normal(0, 0.06)
        cos, sin = np.cos(angle), np.sin(angle)
        matrix = scale * np.array([[cos * squeeze, -sin + shear], [sin * squeeze, cos]])
        middle = np.array([line.shape[1] / 2, line.shape[0] / 2])
        shift = np.array([x, y]) - matrix @ middle
        method = cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR
        if scale < 0.6:
            line = cv2.GaussianBlur(line, (0, 0), 0.4 / scale)
        return cv2.warpAffine(line, np.c_[matrix, shift], (BIG, BIG), flags=method & 1)

    def _text(self, text: str) -> np.ndarray:
        r = self.random
        make = self._glyph_maker()
        line = self._line(text, make)
        if r.random() < 0.25:
            k = np.ones((2, 2) if r.random() < 0.5 else (3, 3), np.uint8)
            line = cv2.dilate(line, k) if r.random() < 0.6 else cv2.erode(line, k[:2, :2])
        is_open = r.random() < 0.5
        height = BIG * (r.uniform(0.55, 0.72) if is_open else r.uniform(0.33, 0.88))
        squeeze = r.uniform(0.6, 1.25)
        width = line.shape[1] * height / line.shape[0] * squeeze
        widest = BIG * (0.9 if is_open else 1.02)
        if width > widest:
            if r.random() < 0.5:
                squeeze *= widest / width
            else:
                height *= widest / width
        x, y = BIG / 2 + r.normal(0, 0.05, 2) * BIG
        mask = self._placed(line, height, x, y, squeeze)
        if r.random() < (0.5 if is_open else 0.15):
            mask = np.maximum(mask, self._neighbours(make, line, height, squeeze))
        if r.random() < 0.04:
            mask = np.maximum(mask, self._strike())
        return mask

    def _neighbours(self, make, line: np.ndarray, height: float, squeeze: float) -> np.ndarray:
        """Numbers beside this one, of which only the rim is in the square."""
        r = self.random
        mask = np.zeros((BIG, BIG), np.float32)
        width = line.shape[1] * height / line.shape[0] * squeeze
        for side in range(4):
            if r.random() < 0.5:
                continue
            other = self._line(str(int(r.integers(1, 20))), make)
            other_width = other.shape[1] * height / other.shape[0] * squeeze
            x = y = BIG / 2
            if side < 2:
                away = (width + other_width) / 2 + height * r.uniform(0.4, 1.2)
                away = max(away, BIG / 2 + other_width / 2 - 0.12 * BIG)
                x += away if side else -away
            else:
                away = max(height * r.uniform(1.2, 1.7), BIG / 2 + height / 2 - 0.12 * BIG)
                y += away if side == 2 else -away
            mask = np.maximum(mask, self._placed(other, height, x, y, squeeze))
        return mask

    def _strike(self) -> np.ndarray:
        r = self.random
        mask = np.zeros((BIG, BIG), np.uint8)
        for _ in range(int(r.integers(1, 3))):
            a, b = r.integers(4, BIG - 4, 2), r.integers(4, BIG - 4, 2)
            cv2.line(mask, (4, int(a[0])), (BIG - 5, int(b[0])), 255, int(r.integers(1, 4)))
        return cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32) / 255 * r.uniform(0.4, 0.9)

    def _square(self) -> np.ndarray:
        """How some games write a zero."""
        r = self.random
        mask = np.zeros((BIG, BIG), np.uint8)
        half = int(BIG * r.uniform(0.12, 0.3))
        x, y = (BIG // 2 + r.integers(-4, 5, 2)).tolist()
        thick = int(r.integers(3, 9))
        cv2.rectangle(mask, (x - half, y - half), (x + half, y + half), 255, thick)
        return mask.astype(np.float32) / 255

    def _junk(self) -> np.ndarray:
        r = self.random
        kind = r.random()
        mask = np.zeros((BIG, BIG), np.uint8)
        ink, thick = 255, int(r.integers(2, 9))
        if kind < 0.25:  # letters
            font, letter = (
                self._font(),
                r.choice(list("ABCDEFGHKLMNPRTUVWXYabdefhkmnprtuvwxy%&@#?")),
            )
            line = self._line(str(letter), lambda c: _glyph(font, c))
            height = BIG * r.uniform(0.4, 0.85)
            return self._placed(line, height, BIG / 2, BIG / 2, 1.0)
        if kind < 0.45:  # a number cut in two, or two numbers
            make = self._glyph_maker()
            mask2 = np.zeros((BIG, BIG), np.float32)
            height = BIG * r.uniform(0.5, 0.75)
            line = self._line(str(int(r.integers(0, 10))), make)
            if r.random() < 0.5:
                away = BIG * r.uniform(0.4, 0.52)
                for sign in (-1, 1):
                    other = self._line(str(int(r.integers(1, 10))), make)
                    mask2 = np.maximum(
                        mask2, self._placed(other, height, BIG / 2 + sign * away, BIG / 2, 1.0)
                    )
            else:
                y = BIG / 2 + BIG * r.uniform(0.42, 0.55) * r.choice([-1, 1])
                mask2 = self._placed(line, height, BIG / 2, y, 1.0)
            return mask2
        if kind < 0.62:  # crosses
            m = int(BIG * r.uniform(0.1, 0.3))
            cv2.line(mask, (m, m), (BIG - m, BIG - m), ink, thick)
            cv2.line(mask, (BIG - m, m), (m, BIG - m), ink, thick)
        elif kind < 0.72:  # dots and discs
            cv2.circle(mask, (BIG // 2, BIG // 2), int(BIG * r.uniform(0.08, 0.35)), ink, -1)
        elif kind < 0.82:  # shaded cells
            m = int(BIG * r.uniform(0.0, 0.18))
            cv2.rectangle(mask, (m, m), (BIG - m, BIG - m), ink, -1)
        else:  # parts of pictures
            for _ in range(int(r.integers(1, 4))):
                points = r.integers(-8, BIG + 8, (int(r.integers(3, 6)), 2)).astype(np.int32)
                cv2.fillPoly(mask, [points], int(r.integers(90, 256)))
        return mask.astype(np.float32) / 255

    # What becomes of it

    def _borders(self) -> np.ndarray:
        """Lines of the cell's box, some of them doubled or thick."""
        r = self.random
        mask = np.zeros((BIG, BIG), np.float32)
        if r.random() < 0.45:
            return mask
        thick = r.uniform(0.8, 4.5)
        slant = r.normal(0, 0.02)
        for side in range(4):
            if r.random() < 0.25:
                continue
            at = min(r.normal(0.03, 0.055), 0.13) * BIG
            t = thick * (r.uniform(1.5, 3) if r.random() < 0.2 else 1)
            along = np.arange(BIG)
            place = at + slant * (along - BIG / 2)
            depth = np.arange(BIG)[:, None]
            line = np.clip(t / 2 + 0.5 - np.abs(depth - place[None]), 0, 1).astype(np.float32)
            line = line if side < 2 else line.T
            line = line[::-1] if side == 1 else line[:, ::-1] if side == 3 else line
            mask = np.maximum(mask, line)
        return mask

    def _paper(self) -> np.ndarray:
        r = self.random
        y, x = np.mgrid[0:BIG, 0:BIG].astype(np.float32) / BIG - 0.5
        paper = x * r.normal(0, 12) + y * r.normal(0, 12)
        if r.random() < 0.35:
            grain = r.normal(0, 1, (BIG, BIG)).astype(np.float32)
            paper += cv2.GaussianBlur(grain, (0, 0), r.uniform(1, 4)) * r.uniform(4, 25)
        if r.random() < 0.12:
            wave = r.uniform(0.15, 1.2) * (x * BIG) + r.uniform(-1.2, 1.2) * (y * BIG)
            paper += np.sin(wave + r.uniform(0, 6)) * r.uniform(2, 12)
        if r.random() < 0.1:  # two backgrounds meet
            paper += (x > r.uniform(-0.5, 0.5)) * r.normal(0, 15)
        return paper

    def _photo(self, mask: np.ndarray) -> np.ndarray:
        r = self.random
        paper_level = r.uniform(60, 255)
        contrast = r.uniform(0.15, 1.0) if r.random() < 0.4 else r.uniform(0.5, 1.0)
        ink_level = paper_level * (1 - contrast)
        if r.random() < 0.3:
            paper_level, ink_level = ink_level, paper_level
        paper = paper_level + self._paper() * abs(paper_level - ink_level) / 120
        line_level = paper_level + (ink_level - paper_level) * r.uniform(0.2, 1.2)
        picture = paper + (line_level - paper) * self._borders()
        if r.random() < 0.1:  # a shadow, or an outline of the other polarity
            around = cv2.dilate(mask, np.ones((5, 5), np.uint8))
            around = np.roll(around, r.integers(-3, 4, 2), (0, 1))
            other = paper_level + (paper_level - ink_level) * r.uniform(-0.4, 0.5)
            picture = picture + (other - picture) * around * r.uniform(0.3, 1)
        picture = picture + (ink_level - picture) * np.clip(mask, 0, 1)
        if r.random() < 0.55:
            picture = cv2.GaussianBlur(picture, (0, 0), r.uniform(0.4, 2.0))
        if r.random() < 0.08:
            kernel = np.zeros((7, 7), np.float32)
            kernel[3] = 1 / 7
            picture = cv2.filter2D(picture, -1, kernel if r.random() < 0.5 else kernel.T.copy())
        side = int(r.integers(13, 33)) if r.random() < 0.5 else PATCH
        small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
        small = small + r.normal(0, 1, small.shape) * r.exponential(2.5)
        if side != PATCH:
            method = cv2.INTER_LINEAR if r.random() < 0.7 else cv2.INTER_CUBIC
            small = cv2.resize(small, (PATCH, PATCH), interpolation=method)
        patch = np.clip(small, 0, 255).astype(np.uint8)
        if r.random() < 0.15:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(r.integers(35, 95))]
            patch = cv2.imdecode(cv2.imencode(".jpg", patch, quality)[1], cv2.IMREAD_GRAYSCALE)
        return patch


def _glyph(font: ImageFont.FreeTypeFont, text: str) -> np.ndarray:
    mask = font.getmask(text, mode="L")
    picture = np.array(mask, np.uint8).reshape(mask.size[1], mask.size[0])
    if not picture.any():  # the font has no such character
        return np.zeros((SIZE // 2, SIZE // 3), np.uint8)
    rows, columns = np.flatnonzero(picture.max(axis=1)), np.flatnonzero(picture.max(axis=0))
    return picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _seven_segment(text: str, width: int, height: int, thick: int) -> np.ndarray:
    """A digit of bars on a raster, as handheld consoles draw them."""
    glyph = np.zeros((height * 2, width * 2), np.uint8)
    h, w, t, m = height * 2, width * 2, thick * 2, height
    bars = {
        "a": (0, t, 0, w), "g": (m - thick, m + thick, 0, w), "d": (h - t, h, 0, w),
        "f": (0, m, 0, t), "b": (0, m, w - t, w), "e": (m, h, 0, t), "c": (m, h, w - t, w),
    }  # fmt: skip
    for bar in SEGMENTS[text]:
        top, bottom, left, right = bars[bar]
        glyph[top:bottom, left:right] = 255
    if text == "1":
        glyph = glyph[:, w - t :] if width % 2 else glyph[:, max(0, w - 2 * t) :]
        if width % 2 == 0:
            glyph[:t] = 255
    return glyph
