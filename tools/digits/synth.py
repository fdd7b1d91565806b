"""Draws patches for training: a number, nothing or something else, as in a photo or on a screen.

``Maker(faces, seed).patch()`` returns a patch, uint8, shape (32, 32), and its class.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from tools.digits.fonts import HEIGHT, Face, Glyph

SIDE = 32
EMPTY, JUNK = 100, 101
CANVAS = 72
"""Side of a patch before it is downscaled, in pixels."""

Mask = np.ndarray


def compose(glyphs: list[Glyph], tracking: float = 0.0) -> Mask:
    """Glyphs in a line, as one mask. ``tracking`` is added to each gap, in pixels."""
    pen = 0.0
    spots = []
    for glyph in glyphs:
        spots.append((round(pen + glyph.left), round(glyph.top), glyph.mask))
        pen += glyph.advance + tracking
    left, top = min(s[0] for s in spots), min(s[1] for s in spots)
    right = max(x + m.shape[1] for x, _, m in spots)
    bottom = max(y + m.shape[0] for _, y, m in spots)
    line = np.zeros((bottom - top, right - left), np.uint8)
    for x, y, mask in spots:
        part = line[y - top : y - top + mask.shape[0], x - left : x - left + mask.shape[1]]
        np.maximum(part, mask, out=part)
    return line


class Maker:
    """Draws patches from faces; the same seed makes the same patches.

    Args:
        faces: At least one.
        seed: Seed of the random numbers.
        hardness: 0 (clean) to 1 (just legible to most people).
        heights: If given, the range of the digits' height in the picture, in pixels.
    """

    def __init__(
        self, faces: list[Face], seed: int, hardness: float = 1.0,
        heights: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        self.faces = faces
        self.rng = np.random.default_rng(seed)
        self.hard = hardness
        self.heights = heights
        weights = np.array([f.weight for f in faces])
        self.shares = np.cumsum(weights / weights.sum())
        self.symbols = [f for f in faces if f.signs]

    # Chance

    def _maybe(self, chance: float) -> bool:
        return bool(self.rng.random() < chance)

    def _in(self, low: float, high: float) -> float:
        return float(low + (high - low) * self.rng.random())

    def _face(self) -> Face:
        return self.faces[min(int(np.searchsorted(self.shares, self.rng.random())),
                              len(self.faces) - 1)]  # fmt: skip

    def number(self) -> int:
        """A number from 0 to 99: small ones, and those that are easily confused, more often."""
        draw = self.rng.random()
        if draw < 0.38:
            return int(self.rng.integers(0, 10))
        if draw < 0.55:
            return int(self.rng.integers(10, 20))
        if draw < 0.65:
            return int(self.rng.integers(20, 40))
        if draw < 0.75:
            return int(self.rng.choice([1, 7, 4, 11, 6, 8, 9, 0, 17, 14, 71, 77, 41, 44, 10]))
        return int(self.rng.integers(0, 100))

    # Ink

    def _ink(self, number: int) -> tuple[Mask, float]:
        """A number's mask, and the height of its digits in it, in pixels."""
        if number == 0 and self._maybe(0.1):
            return self._square()
        face = self._face()
        digits = [int(d) for d in str(number)]
        if face.small and self._maybe(0.22 if not face.family.startswith("drawn") else 0.6):
            small = face.small[int(self.rng.integers(len(face.small)))]
            glyphs = [small[d] for d in digits]
            gap = float(self.rng.choice([0, 0, 0, 1])) if len(digits) > 1 else 0
            mask = compose(glyphs, gap)
            high = max(glyphs[0].mask.shape[0], 5)
            factor = max(1, round(HEIGHT / high))
            how = cv2.INTER_NEAREST if self._maybe(0.5) else cv2.INTER_LINEAR
            big = cv2.resize(mask, None, fx=factor, fy=factor, interpolation=how)
            return big, float(high * factor)
        tracking = self._in(-0.12, 0.09) * HEIGHT if self._maybe(0.5) else 0.0
        mask = compose([face.large[d] for d in digits], tracking)
        return mask, float(HEIGHT)

    def _square(self) -> tuple[Mask, float]:
        """A small square, hollow or not, as some print for a line without clues."""
        side = int(self._in(24, 44))
        mask = np.full((side, side), 255, np.uint8)
        if self._maybe(0.6):
            bold = max(1, int(side * self._in(0.06, 0.2)))
            mask[bold:-bold, bold:-bold] = 0
        return mask, 44.0

    def _bolder(self, mask: Mask) -> Mask:
        padded = cv2.copyMakeBorder(mask, 3, 3, 3, 3, cv2.BORDER_CONSTANT)
        if self._maybe(0.55):
            size = int(self.rng.integers(2, 5))
            return cv2.dilate(padded, np.ones((size, size), np.uint8))
        # Strokes must be thick enough: eroding thin ones would remove parts of the number.
        if (cv2.erode(padded, np.ones((4, 4), np.uint8)) > 0).sum() < 0.35 * (padded > 0).sum():
            return padded
        return cv2.erode(padded, np.ones((2, 2), np.uint8))

    def _place(
        self, mask: Mask, high: float, scale: float, center: tuple[float, float] | None = None
    ) -> Mask:
        """A mask on the canvas; ``high`` pixels of it become ``scale`` of the canvas's side."""
        squeeze = self._in(0.55, 1.3) if self._maybe(0.45) else self._in(0.85, 1.1)
        fy = scale * CANVAS / high
        fx = fy * squeeze
        room = (1.04 if self._maybe(0.2) else 0.97) * CANVAS
        if mask.shape[1] * fx > room:
            shrink = room / (mask.shape[1] * fx)
            fx *= shrink
            if self._maybe(0.6):
                fy *= max(shrink, 0.45)
        if mask.shape[0] * fy > room:
            fy = room / mask.shape[0]
        angle = math.radians(self._in(-8, 8) * self._in(0, 1) * self.hard)
        shear = self._in(-0.2, 0.2) * self._in(0, 1) * self.hard
        cos, sin = math.cos(angle), math.sin(angle)
        turn = np.array([[cos, -sin], [sin, cos]]) @ np.array([[1, shear], [0, 1]])
        matrix = turn @ np.diag([fx, fy])
        if center is None:
            free_x = max(0.02, (1 - mask.shape[1] * fx / CANVAS) / 2)
            free_y = max(0.02, (1 - mask.shape[0] * fy / CANVAS) / 2)
            # A number too wide for its cell crosses the border, and may be cut off.
            reach = 0.12 * self._in(0, 1)
            wide = free_x < 0.16 and self._maybe(0.4)
            center = (
                0.5 + self._in(-1, 1) * (free_x + 0.09 if wide else min(reach, free_x + 0.08)),
                0.5 + self._in(-1, 1) * min(reach, free_y + 0.05),
            )
        middle = np.array([mask.shape[1] / 2 - 0.5, mask.shape[0] / 2 - 0.5])
        offset = np.array(center) * CANVAS - 0.5 - matrix @ middle
        warp = np.hstack([matrix, offset[:, None]])
        if min(fx, fy) < 0.5:
            # Blur first: linear interpolation alone would skip pixels.
            mask = cv2.blur(mask, (max(1, round(0.7 / fx)), max(1, round(0.7 / fy))))
        return cv2.warpAffine(mask, warp, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR)

    def _bend(self, mask: Mask) -> Mask:
        """A little perspective, or a bent baseline."""
        if self._maybe(0.5):
            corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * CANVAS
            moved = corners + self.rng.normal(0, 0.03 * CANVAS, (4, 2)).astype(np.float32)
            matrix = cv2.getPerspectiveTransform(corners, moved)
            return cv2.warpPerspective(mask, matrix, (CANVAS, CANVAS))
        y, x = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
        bow = self._in(-0.07, 0.07) * CANVAS
        y = y + bow * (((x - CANVAS / 2) / (CANVAS / 2)) ** 2)
        return cv2.remap(mask, x, y, cv2.INTER_LINEAR)

    # Other things on the paper

    def _line(self, mask: Mask, a: np.ndarray, b: np.ndarray, thick: int) -> None:
        p, q = (tuple(int(v) for v in np.rint(end * 8)) for end in (a, b))
        cv2.line(mask, p, q, 255, max(1, thick), cv2.LINE_AA, 3)

    def _borders(self, chance: float = 0.6) -> Mask:
        """Lines of the cell near the edges."""
        mask = np.zeros((CANVAS, CANVAS), np.uint8)
        thick = int(self.rng.choice([1, 2, 2, 3, 4, 6, 8]))
        tilt = self._in(-0.05, 0.05) * self.hard
        near = self._in(-0.03, 0.11)
        for side in range(4):
            if not self._maybe(chance):
                continue
            at = (near + self._in(-0.03, 0.03)) * CANVAS
            own = thick + int(self.rng.integers(0, 4)) * self._maybe(0.25)
            lean = tilt * CANVAS + self._in(-1, 1) * self.hard
            extra = (0, 2 * own + 3) if self._maybe(0.06) else (0,)
            for more in extra:
                ends = np.array([[-4, at - more], [CANVAS + 4, at - more + lean]])
                if side & 1:
                    ends = CANVAS - ends
                start, end = ends[:, ::-1] if side & 2 else ends
                self._line(mask, start, end, own)
        return mask

    def _neighbours(self, scale: float) -> Mask:
        """Parts of other numbers at the edges."""
        mask = np.zeros((CANVAS, CANVAS), np.uint8)
        for _ in range(int(self.rng.integers(1, 4))):
            ink, high = self._ink(self.number())
            fy = scale * CANVAS / high
            w, h = ink.shape[1] * fy / CANVAS, ink.shape[0] * fy / CANVAS
            shown = self._in(0.02, 0.13)
            along = self._in(0.3, 0.7)
            side = int(self.rng.integers(4))
            spot = [
                (shown - w / 2, along), (1 - shown + w / 2, along),
                (along, shown - h / 2), (along, 1 - shown + h / 2),
            ][side]  # fmt: skip
            np.maximum(mask, self._place(ink, high, scale, spot), out=mask)
        return mask

    def _ring(self) -> Mask:
        """A circle, an ellipse or a rounded rectangle around a number."""
        mask: Mask = np.zeros((CANVAS, CANVAS), np.uint8)
        half = CANVAS // 2
        a, b = int(CANVAS * self._in(0.4, 0.49)), int(CANVAS * self._in(0.4, 0.49))
        thick = int(self.rng.integers(1, 5))
        if self._maybe(0.6):
            cv2.ellipse(mask, (half, half), (a, b), 0, 0, 360, 255, thick, cv2.LINE_AA)
        else:
            cv2.rectangle(mask, (half - a, half - b), (half + a, half + b), 255, thick)
            mask = cv2.GaussianBlur(mask, (3, 3), 0)
        return mask

    def _strike(self, scale: float) -> Mask:
        """A player's strokes over a finished number, thin enough to read it."""
        mask = np.zeros((CANVAS, CANVAS), np.uint8)
        thick = int(self.rng.integers(1, 4))
        reach = max(scale, 0.35) * CANVAS * self._in(0.45, 0.75)
        middle = CANVAS / 2 + self.rng.normal(0, 2, 2)
        for angle in [(0.0,), (0.8,), (-0.8,), (0.8, -0.8)][int(self.rng.integers(4))]:
            angle += self._in(-0.25, 0.25)
            step = np.array([math.cos(angle), math.sin(angle)]) * reach
            self._line(mask, middle - step, middle + step, thick)
        return mask

    # Junk

    def _junk(self) -> Mask:
        """Something that is not one whole number."""
        blank = np.zeros((CANVAS, CANVAS), np.uint8)
        kind = int(self.rng.integers(12))
        scale = self._in(0.3, 0.75)
        half = CANVAS / 2
        if kind in (0, 1, 2):
            return self._several(scale)
        if kind == 3:
            reach = CANVAS * self._in(0.2, 0.5)
            for angle in (0.785, -0.785):
                angle += self._in(-0.2, 0.2)
                step = np.array([math.cos(angle), math.sin(angle)]) * reach
                middle = half + self.rng.normal(0, 3, 2)
                self._line(blank, middle - step, middle + step, int(self.rng.integers(1, 9)))
            return blank
        if kind in (4, 5) and self.symbols:
            face = self.symbols[int(self.rng.integers(len(self.symbols)))]
            picked = [face.signs[int(self.rng.integers(len(face.signs)))]
                      for _ in range(int(self.rng.integers(1, 4)))]  # fmt: skip
            return self._place(compose(picked), HEIGHT, scale)
        if kind == 6:
            count = int(self.rng.integers(3, 9))
            turn = np.sort(self.rng.random(count)) * 2 * math.pi
            radius = CANVAS * self.rng.uniform(0.1, 0.45, count)
            shape = half + np.stack([np.cos(turn), np.sin(turn)], 1) * radius[:, None]
            points = [np.rint(shape).astype(np.int32)]
            if self._maybe(0.7):
                cv2.fillPoly(blank, points, 255, cv2.LINE_AA)
            else:
                cv2.polylines(blank, points, True, 255, int(self.rng.integers(1, 5)), cv2.LINE_AA)
            return blank
        if kind == 7:
            axes = (int(CANVAS * self._in(0.06, 0.4)), int(CANVAS * self._in(0.06, 0.4)))
            spot = tuple(int(v) for v in half + self.rng.normal(0, 3, 2))
            cv2.ellipse(blank, spot, axes, self._in(0, 180), 0, 360, 255, -1, cv2.LINE_AA)
            return blank
        if kind == 8:
            low = [int(CANVAS * self._in(0.05, 0.2)) for _ in range(4)]
            blank[low[0] : CANVAS - low[1], low[2] : CANVAS - low[3]] = 255
            return blank
        if kind == 9:
            pace = CANVAS * self._in(0.12, 0.5)
            cells = (self.rng.random((9, 9)) < 0.5).astype(np.uint8) * 255
            shift = self.rng.uniform(0, pace, 2)
            y, x = np.mgrid[0:CANVAS, 0:CANVAS]
            rows = ((y + shift[0]) / pace).astype(int) % 9
            return np.asarray(cells[rows, ((x + shift[1]) / pace).astype(int) % 9])
        if kind == 10:
            tip = half + self.rng.normal(0, 6, 2)
            angle = self._in(0, 2 * math.pi)
            step = np.array([math.cos(angle), math.sin(angle)]) * CANVAS * self._in(0.2, 0.4)
            p, q = (tuple(int(v) for v in end) for end in (tip - step, tip + step))
            thick = int(self.rng.integers(1, 7))
            cv2.arrowedLine(blank, p, q, 255, thick, cv2.LINE_AA, 0, self._in(0.2, 0.6))
            return blank
        ink, high = self._ink(self.number())
        return self._place(ink, high, self._in(0.6, 1.0), self._cut_spot(ink, high))

    def _cut_spot(self, ink: Mask, high: float) -> tuple[float, float]:
        """A place for a number's middle at which the patch cuts it in two."""
        along = self._in(0.35, 0.65)
        off = float(self.rng.choice([-1, 1])) * self._in(0.42, 0.55)
        return (along, 0.5 + off) if self._maybe(0.7) else (0.5 + off, along)

    def _several(self, scale: float) -> Mask:
        """Several numbers side by side, or one of three digits."""
        face = self._face()
        glyphs, shift = [], 0.0
        if self._maybe(0.25):
            number = str(int(self.rng.integers(100, 1000)))
            return self._place(compose([face.large[int(d)] for d in number]), HEIGHT, scale)
        for _ in range(2 if self._maybe(0.7) else 3):
            number = str(self.number() if self._maybe(0.4) else int(self.rng.integers(1, 10)))
            for digit in number:
                g = face.large[int(digit)]
                glyphs.append(Glyph(g.mask, g.left + shift, g.top, g.advance))
            shift += self._in(0.36, 0.8) * HEIGHT
        if self._maybe(0.2):
            rows = [compose(glyphs[:1]), compose(glyphs[1:])]
            wide = max(r.shape[1] for r in rows)
            rows = [np.pad(r, ((0, 8), (0, wide - r.shape[1]))) for r in rows]
            return self._place(np.vstack(rows), 2 * HEIGHT, min(0.95, scale * 1.6))
        return self._place(compose(glyphs), HEIGHT, scale)

    # Light

    def _paper(self) -> np.ndarray:
        """The brightness of the ground: float32, around 0, in units of the contrast."""
        ground = np.zeros((CANVAS, CANVAS), np.float32)
        ramp = np.linspace(-1, 1, CANVAS, dtype=np.float32)
        if self._maybe(0.5):
            ground += ramp[:, None] * self._in(-0.2, 0.2) + ramp * self._in(-0.2, 0.2)
        if self._maybe(0.3 * self.hard):
            size = int(self.rng.choice([4, 8, 16, 36]))
            rough = self.rng.normal(0, self._in(0.01, 0.12), (size, size)).astype(np.float32)
            ground += cv2.resize(rough, (CANVAS, CANVAS), interpolation=cv2.INTER_LINEAR)
        if self._maybe(0.12 * self.hard):
            wave = self._in(0.15, 1.6)
            angle = self._in(0, math.pi)
            across = np.arange(CANVAS, dtype=np.float32)
            phase = across[:, None] * math.sin(angle) + across * math.cos(angle)
            ground += self._in(0.02, 0.15) * np.sin(phase * wave + self._in(0, 6))
        if self._maybe(0.08):
            at = int(self._in(0, CANVAS))
            step = self._in(-0.3, 0.3)
            if self._maybe(0.5):
                ground[at:] += step
            else:
                ground[:, at:] += step
        return ground

    def _expose(self, layers: list[tuple[Mask, float]], side: int) -> np.ndarray:
        """The camera's picture of ground and inks: uint8, shape (side, side)."""
        light = self._paper()
        for mask, strength in layers:
            cover = mask.astype(np.float32) * (1 / 255)
            light = light * (1 - cover) - strength * cover
        if self._maybe(0.5 * self.hard):
            sigma = self._in(0.3, 1.3) * CANVAS / max(side, 20) * self._in(0.4, 1)
            light = cv2.GaussianBlur(light, (0, 0), max(sigma, 0.3))
        if self._maybe(0.08 * self.hard):
            length = int(self.rng.integers(3, 9))
            kernel = np.zeros((length, length), np.float32)
            kernel[length // 2] = 1 / length
            turn = cv2.getRotationMatrix2D((length / 2 - 0.5,) * 2, self._in(0, 180), 1)
            turned = cv2.warpAffine(kernel, turn, (length, length))
            light = cv2.filter2D(light, -1, turned / max(turned.sum(), 1e-3))
        how = cv2.INTER_AREA if side < CANVAS else cv2.INTER_LINEAR
        light = cv2.resize(light, (side, side), interpolation=how)
        contrast = self._in(0.15, 1.0) if self._maybe(0.5) else self._in(0.6, 1.0)
        if self.hard < 0.5:
            contrast = self._in(0.6, 1.0)
        room = 1 - contrast
        picture = contrast + light * contrast + room * self._in(0, 1)
        if self._maybe(0.35):
            picture = 1 - picture
        picture *= 255
        if self._maybe(0.7 * self.hard):
            noise = self._in(0, 8) if self._maybe(0.8) else self._in(5, 14)
            noise *= min(1.0, 0.25 + contrast)
            picture += self.rng.normal(0, noise, picture.shape)
        image: Mask = np.clip(picture, 0, 255).astype(np.uint8)
        if self._maybe(0.25 * self.hard) and side >= 16:
            quality = int(self.rng.integers(35, 95))
            packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
            image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE))
        return image

    def patch(self) -> tuple[np.ndarray, int]:
        """One patch, uint8 (32, 32), and its class."""
        draw = self.rng.random()
        label = EMPTY if draw < 0.06 else JUNK if draw < 0.2 else self.number()
        scale = self._in(0.3, 0.85) if self._maybe(0.85) else self._in(0.85, 0.95)
        strength = self._in(0.55, 1.0) if self._maybe(0.4) else 1.0
        ink = np.zeros((CANVAS, CANVAS), np.uint8)
        if label == JUNK:
            ink = self._junk()
        elif label != EMPTY:
            mask, high = self._ink(label)
            if self._maybe(0.25):
                mask = self._bolder(mask)
            ink = self._place(mask, high, scale)
        if self.hard > 0 and self._maybe(0.2 * self.hard):
            ink = self._bend(ink)
        if label != EMPTY and self._maybe(0.08):
            ink = np.where(ink > 127, 255, 0).astype(np.uint8)
        layers: list[tuple[Mask, float]] = []
        if self._maybe(0.65):
            layers.append((self._borders(self._in(0.2, 1)), self._in(0.2, 1.0)))
            if self._maybe(0.08):
                layers[-1] = (layers[-1][0], self._in(-0.5, -0.1))
        if label != JUNK and self._maybe(0.25 if label != EMPTY else 0.06):
            layers.append((self._neighbours(self._in(0.3, 0.7)), strength))
        if label < EMPTY and label and self._maybe(0.05):
            layers.append((self._ring(), self._in(0.2, 1)))
        if label < EMPTY and self._maybe(0.1):
            away = cv2.dilate(ink, np.ones((5, 5), np.uint8)) if self._maybe(0.5) else ink
            shift = [int(v) for v in self.rng.integers(-4, 5, 2)]
            shade = np.roll(away, shift, (0, 1))
            layers.append((shade, self._in(-0.4, 0.45)))
        layers.append((ink, strength))
        if label < EMPTY and label and self._maybe(0.05):
            layers.append((self._strike(scale), self._in(0.3, 1.0)))
        side = self._side(scale)
        image = self._expose(layers, side)
        how = cv2.INTER_AREA if side > SIDE else cv2.INTER_LINEAR
        return cv2.resize(image, (SIDE, SIDE), interpolation=how), label

    def _side(self, scale: float) -> int:
        """The side of the patch in the picture, in pixels; digits are at least 6 or 7 px high."""
        if self.heights is not None:
            return int(np.clip(round(self._in(*self.heights) / scale), 9, 100))
        least = max(9.0, 6.5 / scale)
        most = 100.0 if self._maybe(0.5) else max(least * 2.2, 30.0)
        return round(math.exp(self._in(math.log(least), math.log(most))))

    def batch(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Patches, uint8 (count, 32, 32), and classes, int64 (count,)."""
        made = [self.patch() for _ in range(count)]
        return np.stack([m[0] for m in made]), np.array([m[1] for m in made], np.int64)
