"""Damaged pictures of all kinds, through the function that decodes what anybody sends.

``python -m tests.support.picture_fuzz COUNT [SEED]`` tries so many in a child process with limits;
what breaks it is printed, and can be made again with :func:`mutated`.
"""

from __future__ import annotations

import base64
import gzip
import sys
import zlib
from functools import cache
from io import BytesIO

import numpy as np
from PIL import Image

from helper.images.svg import load_picture
from puzzles.errors import RecognitionError
from recognizer.images import frames_in, load
from tests.support.fuzzing import damaged, fuzz

TOKENS = [
    b"\0" * 4, b"\xff" * 4, b"\x7f\xff\xff\xff", b"\0\0\xff\xff", b"IDAT", b"IEND", b"acTL",
    b"fcTL", b"iCCP", b"ANMF", b"VP8X", b"\xff\xd8", b"\xff\xda", b"\xff\xe1", b"\x21\xf9\x04",
    b"<use href='#a'/>", b"url(#a)", b"1e38", b"-1", b"NaN", b"<filter id='a'>", b"</g>", b"<g>",
    b"<image href='data:,'/>", b"stroke-width='1e9'", b"<mask id='a'/>", b"%", b"&a;",
]  # fmt: skip
SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
viewBox="0 0 20 20"><defs><linearGradient id="a"><stop offset="0"/></linearGradient>
<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><pattern id="p" width="3" height="3">
<rect width="1" height="1"/></pattern><clipPath id="c"><circle r="5"/></clipPath></defs>
<g id="g" transform="rotate(9) scale(0.5)"><path d="M0 0C1 2 3 4 5 6A2 3 0 1 0 9 9Z" fill="url(#a)"
stroke="#00f" stroke-dasharray="1 2"/><text x="3" y="9" font-size="4">ab</text></g>
<use xlink:href="#g" x="4" filter="url(#f)"/><rect width="9" height="9" fill="url(#p)"
clip-path="url(#c)" opacity="0.5"/>
<image width="5" height="5" xlink:href="data:image/png;base64,%s"/>
</svg>"""


@cache
def samples() -> list[bytes]:
    """Small pictures of every kind that is read, whole."""
    rng = np.random.default_rng(0)
    rgba = Image.fromarray(rng.integers(0, 256, (13, 17, 4), np.uint8), "RGBA")
    others = [rgba.rotate(90), rgba.rotate(180)]
    exif = Image.Exif()
    exif[274] = 6

    def packed(mode: str, kind: str, **options: object) -> bytes:
        stream = BytesIO()
        rgba.convert(mode).save(stream, kind, **options)
        return stream.getvalue()

    found = [packed(mode, "PNG", exif=exif) for mode in ("1", "L", "LA", "P", "RGB", "RGBA")]
    found += [packed(mode, "JPEG", exif=exif) for mode in ("L", "RGB", "CMYK")]
    found += [packed("RGB", "JPEG", progressive=True), packed("RGBA", "WEBP", lossless=True)]
    found += [packed("RGB", "WEBP"), packed("P", "GIF"), packed("1", "BMP"), packed("RGB", "BMP")]
    found += [packed("P", "BMP"), packed("RGBA", "BMP")]
    for kind in ("GIF", "WEBP", "PNG", "TIFF"):
        found.append(packed("RGBA", kind, save_all=True, append_images=others))
    for packing in ("raw", "tiff_lzw", "tiff_deflate", "packbits", "jpeg", "group4"):
        found.append(packed("1" if packing == "group4" else "RGB", "TIFF", compression=packing))
    found += [packed("F", "TIFF"), packed("I", "TIFF"), packed("CMYK", "TIFF")]
    svg = SVG % base64.b64encode(found[4])
    return [*found, *[svg] * 8, gzip.compress(svg)]


def mutated(seed: int) -> bytes:
    """One of the samples, damaged in a few places."""
    rng = np.random.default_rng(seed)
    sample = samples()[rng.integers(len(samples()))]
    data = damaged(sample, rng, TOKENS, header=64)  # headers matter most
    return _with_sums(data) if data.startswith(b"\x89PNG") and rng.random() < 0.8 else bytes(data)


def _with_sums(data: bytearray) -> bytes:
    """A PNG whose check sums are right: otherwise nothing behind them is looked at."""
    at = 8
    while at + 12 <= len(data):
        end = at + 8 + int.from_bytes(data[at : at + 4])
        if end + 4 > len(data):
            break
        data[end : end + 4] = zlib.crc32(data[at + 4 : end]).to_bytes(4)
        at = end + 4
    return bytes(data)


def tried(data: bytes) -> str:
    """What came of a picture, by both functions: ``read``, or ``refused``.

    Raises:
        AssertionError: It is not what the functions promise.
        Exception: Anything, if there is an error in the program.
    """
    ends = []
    for read, channels in ((load_picture, 4), (load, 3)):
        try:
            picture = read(data)
            assert picture.dtype == np.uint8
            assert picture.ndim == 3
            assert picture.shape[2] == channels
            assert picture.size
            ends.append("read")
        except RecognitionError as error:
            ends.append("refused" if str(error).startswith("the picture: ") else str(error))
    try:
        assert frames_in(data) >= 1
    except RecognitionError:
        assert "refused" in ends
    return " ".join(ends)


if __name__ == "__main__":
    from tests.support import picture_fuzz  # the child knows it by this name

    sys.exit(fuzz(picture_fuzz.mutated, picture_fuzz.tried, *map(int, sys.argv[1:])))
