"""Loads the fonts for training: finds files, groups them by family, renders and caches digits.

A :class:`Face` has the ten digits (and some letters and signs) as coverage masks. Faces come from
font files and from :mod:`drawn`, which draws digits that no font has.
"""

from __future__ import annotations

import hashlib
import pickle
import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

HEIGHT = 44
"""Height of a large digit, in pixels."""

SAME_DRAWINGS = {
    "arimo": "helvetica", "liberation": "helvetica", "freesans": "helvetica",
    "nimbus": "helvetica", "texgyreheros": "helvetica", "bitstream": "vera", "dejavu": "vera",
    "arev": "vera", "aerial": "helvetica", "cousine": "courier", "freemono": "courier",
    "tinos": "times", "freeserif": "times", "texgyretermes": "times", "takao": "ipa",
    "takaopgothic": "ipa", "takaogothic": "ipa", "ipaexgothic": "ipa", "carlito": "lato",
    "bwht": "vera", "open": "noto", "droid": "noto", "umpush": "tlwg",
}  # fmt: skip
"""Families of different names with the same drawings."""

SIGNS = "ABCDEFGHJKLMNPQRTUVWXYabdefhkmnrtuxy?!#&@%=+*><"
"""Letters and signs that do not look like a digit."""


@dataclass
class Glyph:
    """One character: its coverage, and its position in a line."""

    mask: np.ndarray
    """uint8, the bounding box of the ink."""
    left: float
    """From the pen to the ink, in pixels."""
    top: float
    """From the top of the digits to the ink, in pixels."""
    advance: float
    """From this pen to the next, in pixels."""


@dataclass
class Face:
    """Masks of one font."""

    name: str
    family: str
    large: list[Glyph]
    """The ten digits, HEIGHT pixels high."""
    small: list[list[Glyph]] = field(default_factory=list)
    """The ten digits rendered as on a screen: 6 to 16 pixels high, some without gray."""
    signs: list[Glyph] = field(default_factory=list)
    """Letters and signs at the scale of the large digits."""
    weight: float = 1.0
    """Relative frequency in the training patches."""


def family_of(name: str) -> str:
    """The part of a font's name that is common to its family.

    >>> family_of("Liberation Sans Narrow"), family_of("Oswald")
    ('helvetica', 'oswald')
    """
    words = re.findall(r"[a-z0-9]+", name.lower())
    if not words:
        return "?"
    first = words[0]
    if first in ("tex", "adf", "new", "the", "gfs", "pt", "urw", "sil", "rs", "fonts"):
        first = "".join(words[:3] if first == "tex" else words[:2])
    return str(SAME_DRAWINGS.get(first, first))


def is_held_out(face: Face) -> bool:
    """Whether a face is held out from training, as one family in eight is."""
    return hashlib.md5(face.family.encode()).digest()[0] % 8 == 5


def _glyph(font: ImageFont.FreeTypeFont, text: str, mono: bool) -> Glyph | None:
    """One character, its top measured from the ascender."""
    left, top, right, bottom = font.getbbox(text)
    width, height = int(right - left), int(bottom - top)
    if width < 1 or height < 2 or width > 400 or height > 400:
        return None
    picture = Image.new("1" if mono else "L", (width + 4, height + 4))
    ImageDraw.Draw(picture).text((2 - left, 2 - top), text, 255, font=font)
    mask = np.asarray(picture.convert("L"))
    ys, xs = np.nonzero(mask > 40)
    if not len(ys):
        return None
    cut = mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].copy()
    return Glyph(cut, left + xs.min() - 2, top + ys.min() - 2, font.getlength(text))


def _digits(path: Path, height: float, mono: bool = False) -> list[Glyph] | None:
    """The ten digits of a font file, about ``height`` pixels high."""
    probe = ImageFont.truetype(str(path), 64)
    boxes = [probe.getbbox(d) for d in "0123456789"]
    tallest = float(np.median([b[3] - b[1] for b in boxes]))
    if tallest < 8:
        return None
    font = ImageFont.truetype(str(path), max(4, round(64 * height / tallest)))
    made = [_glyph(font, d, mono) for d in "0123456789"]
    glyphs = [g for g in made if g is not None]
    if len(glyphs) < 10:
        return None
    start = min(g.top for g in glyphs)
    for glyph in glyphs:
        glyph.top -= start
    return glyphs


def _shape(glyph: Glyph) -> np.ndarray:
    """A digit as a unit vector, independent of its width; shape (384,)."""
    picture = Image.fromarray(glyph.mask).resize((16, 24), Image.Resampling.BOX)
    values = np.asarray(picture, np.float32).ravel()
    values -= values.mean()
    return values / (np.linalg.norm(values) + 1e-6)


def _is_legible(glyphs: list[Glyph], models: np.ndarray) -> bool:
    """Whether nearly all digits look more like themselves than like others.

    Args:
        glyphs: The ten digits.
        models: Shape (fonts, 10, 384).
    """
    likeness = np.einsum("fdk,ek->fde", models, np.array([_shape(g) for g in glyphs]))
    best = likeness.max(axis=0)
    return int((best.argmax(axis=0) == np.arange(10)).sum()) >= 9 and np.diag(best).mean() > 0.6


MODELS = (
    "LiberationSans-Regular", "LiberationSerif-Regular", "DejaVuSans-Bold", "Roboto-Regular",
    "LiberationMono-Regular", "DejaVuSansCondensed", "LiberationSansNarrow-Bold", "PTN57F",
    "DSEG7Classic-Regular", "unifont", "Caladea-Regular", "EBGaramond", "Dosis-Regular",
    "ComicNeue-Regular", "BebasNeue-Regular", "silkscreen-latin-400-normal",
    "press-start-2p-latin-400-normal", "vt323-latin-400-normal", "caveat-latin-400-normal",
)  # fmt: skip
"""Fonts with typical digits, as models for checking others."""


def _load(path: Path, models: np.ndarray | None) -> Face | None:
    """A font file as a face; ``None`` if it has no legible digits."""
    try:
        large = _digits(path, HEIGHT)
        if large is None or (models is not None and not _is_legible(large, models)):
            return None
        name = " ".join(str(n) for n in ImageFont.truetype(str(path), 20).getname())
        face = Face(name, family_of(name), large)
        for height in (6.5, 8, 10, 12, 15):
            for mono in (False, True):
                small = _digits(path, height, mono)
                if small and (height > 7 or models is None or "ixel" in name):
                    face.small.append(small)
        font = ImageFont.truetype(str(path), 48)
        face.signs = [g for g in (_glyph(font, s, False) for s in SIGNS) if g is not None]
        return face
    except (OSError, ValueError):
        return None


def font_files(folder: Path) -> list[Path]:
    """All usable font files below a folder, in a fixed order."""
    files = [p for p in folder.rglob("*") if p.suffix.lower() in (".ttf", ".otf", ".t1", ".otb")]
    files += [
        p for p in folder.rglob("*-latin-*.woff2")
        if re.search(r"/[a-z0-9-]+-latin-(300|400|500|700|900)-normal", str(p))
    ]  # fmt: skip
    skipped = r"Italic|Oblique|Symbol|Icon|Math|Emoji|Braille|Powerline"
    by_name = {p.stem: p for p in sorted(files)}
    return [p for name, p in sorted(by_name.items()) if not re.search(skipped, name)]


def load_faces(folder: Path, cache: Path) -> list[Face]:
    """All faces of the font files below ``folder``; from ``cache`` if that file exists."""
    if cache.exists():
        faces: list[Face] = pickle.loads(cache.read_bytes())
        return faces
    files = font_files(folder)
    models = [d for p in files if p.stem in MODELS and (d := _digits(p, HEIGHT)) is not None]
    shapes = np.array([[_shape(g) for g in digits] for digits in models])
    faces = [face for p in files if (face := _load(p, shapes)) is not None]
    count: dict[str, int] = {}
    for face in faces:
        count[face.family] = count.get(face.family, 0) + 1
    for face in faces:
        # A family of fifty fonts is not used fifty times as often as one of a single font.
        face.weight = count[face.family] ** -0.6
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_bytes(pickle.dumps(faces))
    return faces
