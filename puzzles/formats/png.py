"""PNG pictures with one pixel a cell, in colour or black and white: the picture is the goal.

Transparent pixels are blank. Without them the background is the colour that the file names as such
(``bKGD``), else white, else the lightest colour. Larger pictures, and those with many colours, are
no puzzles but photos and scans, for ``nonogram scan`` and ``nonogram create``. Title, author and
copyright are kept as texts, in the words of the PNG specification; ``Symbols`` has those of the
palette.

Nothing but ``zlib`` decodes the file, to the size that its header states and no further.

Source: the PNG specification (W3C, second edition).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from puzzles.color_values import luminance
from puzzles.errors import FormatError
from puzzles.formats.boards import picture_of, solution_problem
from puzzles.formats.clue_lists import only
from puzzles.formats.document import Document
from puzzles.grid import Grid, puzzle_of
from puzzles.model import BLACK, WHITE, Color, Puzzle
from puzzles.own_files import PNG_MARK
from puzzles.words import _, plural, worded

MAX_SIDE = 200
"""Pixels on a side; a picture of a printed puzzle is larger."""
MAX_COLORS = 31
"""The background included."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""By colour type: gray, RGB, palette, gray with alpha, RGB with alpha."""
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_GRAY, _PALETTE = 0, 3
_OPAQUE = 128
"""From this alpha on a pixel is shaded."""
_TITLE, _AUTHOR, _COPYRIGHT, _SYMBOLS = "Title", "Author", "Copyright", "Symbols"
_MAX_TEXT = 1000
_LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_PAPER = "#c4c4c4"
"""The background of a picture that has white and transparent pixels."""

_Pixel = tuple[int, ...]
"""Its samples of 8 bits or less, or its index in the palette."""


class PngFormat:
    """Reads and writes the format; see the module."""

    id = "png"
    name = _("PNG picture, one pixel a cell (.png)")
    extensions: tuple[str, ...] = (".png",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether it begins like a small picture."""
        if not data.startswith(_SIGNATURE) or data[12:16] != b"IHDR" or len(data) < 26:
            return False
        width, height = struct.unpack(">II", data[16:24])
        return bool(width <= MAX_SIDE and height <= MAX_SIDE)

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        return [Document(_puzzle(_file_in(data, path), path))]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it needs the solution."""
        if problem := solution_problem(document):
            return problem
        puzzle = document.puzzle
        if max(puzzle.height, puzzle.width) > MAX_SIDE:
            return worded("it has more than {limit} rows or columns", limit=MAX_SIDE)
        if len(puzzle.palette) > MAX_COLORS:
            return plural(
                len(puzzle.palette),
                "it has {count} colour, {limit} are possible",
                "it has {count} colours, {limit} are possible",
                limit=MAX_COLORS,
            )
        return ""

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        document = only(documents, self.name)
        puzzle, grid = document.puzzle, picture_of(document)
        assert grid is not None
        depth = next(d for d in (1, 2, 4, 8) if len(puzzle.palette) <= 1 << d)
        head = struct.pack(">IIBBBBB", puzzle.width, puzzle.height, depth, _PALETTE, 0, 0, 0)
        palette = b"".join(bytes.fromhex(color.rgb[1:]) for color in puzzle.palette)
        texts = {_TITLE: puzzle.title, _AUTHOR: puzzle.author, _COPYRIGHT: puzzle.copyright}
        if not puzzle.is_black_and_white or puzzle.palette[1].symbol != "1":
            texts[_SYMBOLS] = "".join(color.symbol for color in puzzle.palette)
        rows = (_packed(grid.row(row), depth) for row in range(grid.height))
        pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        return b"".join(
            [
                _SIGNATURE,
                _chunk(b"IHDR", head),
                _chunk(b"tEXt", PNG_MARK),
                *(_chunk(b"iTXt", _text(word, text)) for word, text in texts.items() if text),
                _chunk(b"PLTE", palette),
                _chunk(b"bKGD", b"\0"),
                _chunk(b"IDAT", pixels),
                _chunk(b"IEND", b""),
            ]
        )


class _Head(NamedTuple):
    """What the picture's header says."""

    width: int
    height: int
    depth: int
    kind: int


@dataclass
class _File:
    """The parts of a file."""

    head: _Head
    parts: dict[bytes, bytes] = field(default_factory=dict)
    """The chunks of which there is one."""
    pixels: bytes = b""
    """Compressed."""
    texts: dict[str, str] = field(default_factory=dict)


def _file_in(data: bytes, path: str) -> _File:
    if not data.startswith(_SIGNATURE):
        raise FormatError(_("this is not a PNG picture"), path)
    chunks = _chunks(data, path)
    kind, head = next(chunks, (b"", b""))
    if kind != b"IHDR" or len(head) != 13:
        raise FormatError(_("the picture is damaged: it has no header"), path)
    file = _File(_head(head, path))
    pixels = []
    for kind, content in chunks:
        if kind == b"IDAT":
            pixels.append(content)
        elif kind in (b"tEXt", b"iTXt"):
            word, text = _read_text(kind, content)
            file.texts.setdefault(word, text[:_MAX_TEXT])
        else:
            file.parts.setdefault(kind, content)
    file.pixels = b"".join(pixels)
    return file


def _chunks(data: bytes, path: str) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        check = data[at + 8 + length : at + 12 + length]
        if check != struct.pack(">I", zlib.crc32(kind + content)):
            break
        if kind == b"IEND":
            return
        yield kind, content
        at += 12 + length
    raise FormatError(_("the picture is damaged or cut off"), path)


def _head(data: bytes, path: str) -> _Head:
    width, height, depth, kind, compression, filtering, interlace = struct.unpack(">IIBBBBB", data)
    if not 1 <= width <= MAX_SIDE or not 1 <= height <= MAX_SIDE:
        raise FormatError(
            worded(
                "the picture has {width} × {height} pixels; with one pixel a cell "
                "up to {limit} are read on a side. Scan it if it shows a printed puzzle, or "
                "create a puzzle from it",
                width=width,
                height=height,
                limit=MAX_SIDE,
            ),
            path,
        )
    if kind not in _CHANNELS or depth not in _DEPTHS[kind] or compression or filtering:
        raise FormatError(_("the picture is damaged: its header is wrong"), path)
    if interlace:
        raise FormatError(_("the picture is interlaced; save it without that"), path)
    return _Head(width, height, depth, kind)


def _puzzle(file: _File, path: str) -> Puzzle:
    head = file.head
    pixels = list(_pixels(file, path))
    shown = dict.fromkeys(pixels)
    if len(shown) > 4 * MAX_COLORS:
        raise _too_many(len(shown), path)
    named = _named_background(file)
    size = len(file.parts.get(b"PLTE", b"")) // 3
    is_exact = named is not None and head.kind == _PALETTE and size <= MAX_COLORS
    if is_exact:  # as this program writes it: all colours count, in their order
        shown = dict.fromkeys((index,) for index in range(size)) | shown
    background, inks = _divided({pixel: _rgb(file, pixel, path) for pixel in shown}, named)
    groups: dict[object, list[_Pixel]] = {}
    for pixel, rgb in inks.items():
        groups.setdefault(pixel if is_exact else rgb, []).append(pixel)
    if len(groups) >= MAX_COLORS:
        raise _too_many(len(groups) + 1, path)
    values = [inks[group[0]] for group in groups.values()]
    palette = _palette(background, values, file.texts.get(_SYMBOLS, ""))
    states = {pixel: 1 << k for k, group in enumerate(groups.values(), 1) for pixel in group}
    grid = Grid(head.height, head.width, len(palette), [states.get(one, 1) for one in pixels])
    like = replace(
        Puzzle.empty(head.height, head.width),
        palette=palette,
        title=file.texts.get(_TITLE, ""),
        author=file.texts.get(_AUTHOR, ""),
        copyright=file.texts.get(_COPYRIGHT, ""),
    )
    return puzzle_of(grid, like)


def _divided(colors: Mapping[_Pixel, str], named: _Pixel | None) -> tuple[str, dict[_Pixel, str]]:
    """The background, and the colours of the pixels that are shaded.

    Args:
        colors: The colour of each pixel; empty for a transparent one.
        named: The background that the file names.
    """
    opaque = {pixel: rgb for pixel, rgb in colors.items() if rgb}
    if named in opaque:
        background = opaque[named]
        return background, {pixel: rgb for pixel, rgb in opaque.items() if pixel != named}
    if len(opaque) < len(colors):
        return (_PAPER if WHITE.rgb in opaque.values() else WHITE.rgb), opaque
    values = set(opaque.values())
    if WHITE.rgb in values or len(values) == 1:
        background = WHITE.rgb
    else:
        background = max(values, key=luminance)
    return background, {pixel: rgb for pixel, rgb in opaque.items() if rgb != background}


def _palette(background: str, values: Sequence[str], symbols: str) -> tuple[Color, ...]:
    if len(symbols) == len(values) + 1 and len(set(symbols)) == len(symbols):
        try:
            given = [Color(symbol, rgb) for symbol, rgb in zip(symbols[1:], values, strict=True)]
        except ValueError:
            given = []
        if len(given) == len(values) and symbols[0] == "0":
            return Color("0", background), *given
    if len(values) <= 1:
        return Color("0", background), Color("1", values[0] if values else BLACK.rgb)
    letters = iter(_LETTERS)
    has_black = values.count(BLACK.rgb) == 1
    inks = [Color("1" if has_black and rgb == BLACK.rgb else next(letters), rgb) for rgb in values]
    return Color("0", background), *inks


def _pixels(file: _File, path: str) -> Iterator[_Pixel]:
    """The pixels, from the top left."""
    width, height, depth, kind = file.head
    channels = _CHANNELS[kind]
    stride = (width * channels * depth + 7) // 8
    size = (1 + stride) * height
    try:
        plain = zlib.decompressobj().decompress(file.pixels, size)
    except zlib.error:
        plain = b""
    if len(plain) != size:
        raise FormatError(_("the picture is damaged or cut off"), path)
    distance = max(1, channels * depth // 8)
    above = bytes(stride)
    for row in range(height):
        begin = row * (1 + stride)
        above = _unfiltered(plain[begin], plain[begin + 1 : begin + 1 + stride], above, distance)
        samples = _samples(above, depth)[: width * channels]
        for at in range(0, len(samples), channels):
            yield tuple(samples[at : at + channels])


def _unfiltered(method: int, line: bytes, above: bytes, distance: int) -> bytes:
    """A line of bytes from their differences; an unknown method counts as none."""
    found = bytearray(line)
    for at, value in enumerate(line):
        left = found[at - distance] if at >= distance else 0
        up = above[at]
        if method == 1:
            value += left
        elif method == 2:
            value += up
        elif method == 3:
            value += (left + up) // 2
        elif method == 4:
            value += _paeth(left, up, above[at - distance] if at >= distance else 0)
        found[at] = value & 255
    return bytes(found)


def _paeth(left: int, up: int, corner: int) -> int:
    """The one of three neighbours that is nearest to ``left + up - corner``."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def _samples(line: bytes, depth: int) -> Sequence[int]:
    """The samples of a line; of 16 bits the upper 8."""
    if depth >= 8:
        return line[:: depth // 8]
    mask = (1 << depth) - 1
    return [byte >> shift & mask for byte in line for shift in range(8 - depth, -1, -depth)]


def _rgb(file: _File, pixel: _Pixel, path: str) -> str:
    """The colour of a pixel; empty if it is transparent."""
    kind, depth, transparent = file.head.kind, file.head.depth, file.parts.get(b"tRNS", b"")
    if kind == _PALETTE:
        entry = file.parts.get(b"PLTE", b"")[3 * pixel[0] : 3 * pixel[0] + 3]
        if len(entry) < 3:
            raise FormatError(_("the picture is damaged: it has a pixel of no colour"), path)
        alpha = transparent[pixel[0]] if pixel[0] < len(transparent) else 255
        return f"#{entry.hex()}" if alpha >= _OPAQUE else ""
    color = _scaled(pixel[:1] if kind in (_GRAY, 4) else pixel[:3], depth)
    if kind in (4, 6):
        return color if pixel[-1] >= _OPAQUE else ""
    return "" if pixel == _key(transparent, file.head) else color


def _scaled(samples: Sequence[int], depth: int) -> str:
    most = (1 << min(depth, 8)) - 1
    values = [sample * 255 // most for sample in samples]
    return "#" + bytes(values * 3 if len(values) == 1 else values).hex()


def _named_background(file: _File) -> _Pixel | None:
    """The pixel that the file names as its background."""
    given = file.parts.get(b"bKGD", b"")
    if file.head.kind == _PALETTE:
        return (given[0],) if given else None
    pixel = _key(given, file.head)
    return pixel if file.head.kind in (0, 2) else None


def _key(given: bytes, head: _Head) -> _Pixel | None:
    """A pixel that is written with 16 bits a sample; ``None`` if it is not."""
    count = {0: 1, 2: 3}.get(head.kind, 0)
    if not count or len(given) != 2 * count:
        return None
    shift = 8 if head.depth == 16 else 0
    return tuple(value >> shift for value in struct.unpack(f">{count}H", given))


def _read_text(kind: bytes, content: bytes) -> tuple[str, str]:
    """A word and its text; empty if they are compressed."""
    word, _, rest = content.partition(b"\0")
    if kind == b"tEXt":
        return word.decode("latin-1"), rest.decode("latin-1")
    if rest[:1] != b"\0":
        return "", ""
    text = rest[2:].partition(b"\0")[2].partition(b"\0")[2]
    return word.decode("latin-1"), text.decode("utf-8", "replace")


def _text(word: str, text: str) -> bytes:
    return word.encode() + b"\0\0\0\0\0" + text.encode()


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def _packed(states: Sequence[int], depth: int) -> bytes:
    """The indices of the colours of a row, some in a byte."""
    many = 8 // depth
    indices = [state.bit_length() - 1 if state & (state - 1) == 0 else 0 for state in states]
    indices += [0] * (-len(indices) % many)
    return bytes(
        sum(indices[at + k] << 8 - depth * (k + 1) for k in range(many))
        for at in range(0, len(indices), many)
    )


def _too_many(count: int, path: str) -> FormatError:
    return FormatError(
        plural(
            count,
            "the picture has {count} colour or more, a puzzle up to {limit}; create a puzzle from"
            " it, which needs fewer",
            "the picture has {count} colours or more, a puzzle up to {limit}; create a puzzle from"
            " it, which needs fewer",
            limit=MAX_COLORS,
        ),
        path,
    )


PNG = PngFormat()
