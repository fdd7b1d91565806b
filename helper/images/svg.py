"""Render SVG drawings, with or without a window, a display or a running application.

A small SVG file can demand much work, and other files. So the file is checked before Qt gets it: it
must not refer to other files, expand to far more elements than it contains, or embed more pixels
than a picture may have. Time and memory are limited by the process, see
:mod:`helper.images.loading`. Every error is a :class:`~puzzles.errors.RecognitionError`.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat

import numpy as np

from puzzles.errors import RecognitionError
from puzzles.words import worded
from recognizer.images import NotAPictureError, Rgba, bytes_of, load_rgba, size_of
from recognizer.picture_limits import MAX_PIXELS, NAME_OF_BYTES, over_memory

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

SVG_EXTENSIONS = (".svg", ".svgz")
"""The endings of the files that :func:`render_svg` reads, lower case, with the dot."""
MAX_SIDE_PX = 2048
"""The longer side of a drawing that :func:`load_picture` renders."""
MAX_BYTES = 16 * 1024 * 1024
"""Larger drawings are refused, before and after unpacking."""
MAX_ELEMENTS = 200_000
"""Drawings with more elements are refused, each counted as often as it is drawn."""
MAX_DEPTH = 200
"""Drawings with deeper nesting are refused."""

_HEAD_BYTES = 64 * 1024
"""The first element of a drawing has to be within so many bytes."""
_GZIP_START = b"\x1f\x8b"
_IMAGES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM")
"""The first bytes of pictures that may be embedded; drawings may not, as they are not checked."""
_LOCAL_REFERENCE = re.compile(r"url\(\s*[\"']?#([^)\"']+)")
_MAX_SHOWN_CHARACTERS = 60
"""Characters of a reference that an error shows."""


class SvgDrawing(NamedTuple):
    """A rendered SVG."""

    rgba: Rgba
    """RGBA uint8, shape (height, width, 4), contiguous, not premultiplied; transparent where
    nothing is drawn."""
    width: float
    """The width that the SVG states, in its own units."""
    height: float
    """The height that the SVG states."""


def load_picture(source: Path | bytes) -> Rgba:
    """Read a picture of any kind, drawings included, with its transparency.

    Args:
        source: A file, or the bytes of one.

    Returns:
        RGBA uint8, shape (height, width, 4), contiguous, not premultiplied, upright.

    Raises:
        RecognitionError: It is no picture, broken, too large, or cannot be opened.
    """
    if is_svg(source):
        return render_svg(source, MAX_SIDE_PX)
    try:
        return load_rgba(source)
    except NotAPictureError as error:  # which names the kinds that it knows itself
        raise RecognitionError(worded("{kinds}, SVG", kinds=error)) from None


def is_svg(source: Path | bytes) -> bool:
    """Whether a source is a drawing in SVG, packed or not, by its first bytes.

    A file with the ending of one that begins like no other kind counts, too, so that an error can
    describe what is wrong with it.
    """
    head = source[:_HEAD_BYTES] if isinstance(source, bytes) else _head_of(source)
    if head.startswith(_GZIP_START):
        try:
            head = zlib.decompressobj(31).decompress(head, _HEAD_BYTES)
        except zlib.error:
            return False
    if _first_element(head) == "svg":
        return True
    if isinstance(source, bytes) or source.suffix.lower() not in SVG_EXTENSIONS:
        return False
    return bool(head) and not head.startswith(_IMAGES)


def render_svg(source: Path | bytes, longest_px: int) -> Rgba:
    """Draw an SVG.

    Args:
        source: A file, or the bytes of one; packed (``.svgz``) or not.
        longest_px: The longer side of the picture.

    Returns:
        RGBA uint8, shape (height, width, 4), contiguous, not premultiplied; transparent where
        nothing is drawn.

    Raises:
        RecognitionError: It is no SVG, broken, has no size, is too large, or refers to other
            files, none of which is read; the text names the file.
    """
    return draw_svg(source, longest_px).rgba


def draw_svg(source: Path | bytes, longest_px: int) -> SvgDrawing:
    """Draw an SVG as :func:`render_svg` does, with its own width and height."""
    data, name = _inspect(source)
    with _silent_qt():
        return _draw(data, longest_px, name)


def _inspect(source: Path | bytes) -> tuple[bytes, str]:
    """Check a drawing; returns its bytes and its name for errors."""
    name = NAME_OF_BYTES if isinstance(source, bytes) else str(source)
    data = _unpack(source if isinstance(source, bytes) else bytes_of(source), name)
    _Inspection(name).inspect(data)
    return data, name


def _renderer(data: bytes, name: str) -> tuple[QSvgRenderer, float, float]:
    """Make a renderer; returns it with the drawing's own width and height."""
    from PySide6.QtCore import QByteArray
    from PySide6.QtSvg import QSvgRenderer

    from helper.application.offscreen import ensure_application

    ensure_application()
    renderer = QSvgRenderer(QByteArray(data))
    if not renderer.isValid():
        raise RecognitionError(
            worded("{name}: the SVG is broken, or uses what this program cannot draw", name=name)
        )
    box = renderer.viewBoxF()
    size = renderer.defaultSize()
    width, height = (
        (float(size.width()), float(size.height()))
        if size.width() > 0 and size.height() > 0
        else (box.width(), box.height())
    )
    if not (math.isfinite(width * height) and width > 0 and height > 0):
        raise RecognitionError(
            worded(
                "{name}: the SVG has no size, or nothing in it; give it a width and a height",
                name=name,
            )
        )
    return renderer, width, height


def _draw(data: bytes, longest_px: int, name: str) -> SvgDrawing:
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QImage, QPainter

    renderer, width, height = _renderer(data, name)
    scale = longest_px / max(width, height)
    across, down = (max(1, round(side * scale)) for side in (width, height))
    image = QImage(across, down, QImage.Format.Format_RGBA8888_Premultiplied)
    if image.isNull():
        raise over_memory(name)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, across, down))
    painter.end()
    image.convertTo(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(down, image.bytesPerLine())
    return SvgDrawing(rows[:, : across * 4].reshape(down, across, 4).copy(), width, height)


class _Inspection:
    """Checks a drawing before it is drawn."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open: list[int] = []
        self._children: list[list[int]] = []
        """For each element, the elements inside it."""
        self._refers_to: list[list[str]] = []
        """For each element, the names of the elements that it refers to."""
        self._pixels: list[int] = []
        """For each element, the pixels of the pictures that it embeds."""
        self._named: dict[str, int] = {}

    def inspect(self, data: bytes) -> None:
        """Check every element.

        Raises:
            RecognitionError: It may not be drawn; the text says why.
        """
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._entity
        parser.ProcessingInstructionHandler = self._instruction
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            if not self._children:
                raise RecognitionError(worded("{name}: this is no SVG", name=self._name)) from None
            raise RecognitionError(
                worded(
                    "{name}: the SVG is broken in line {line}: {problem}",
                    name=self._name,
                    line=error.lineno,
                    problem=expat.ErrorString(error.code),
                )
            ) from None
        except (ValueError, LookupError) as error:  # an encoding that Python does not know
            raise RecognitionError(worded("{name}: the SVG is broken", name=self._name)) from error
        self._count_drawn()

    def _start(self, full_name: str, attributes: dict[str, str]) -> None:
        tag = _local_name(full_name)
        number = len(self._children)
        if not number and tag != "svg":
            raise RecognitionError(worded("{name}: this is no SVG", name=self._name))
        if number >= MAX_ELEMENTS or len(self._open) >= MAX_DEPTH:
            raise self._too_much()
        if self._open:
            self._children[self._open[-1]].append(number)
        self._open.append(number)
        self._children.append([])
        self._pixels.append(0)
        references = []
        for full, value in attributes.items():
            attribute = _local_name(full)
            if attribute == "id":
                self._named.setdefault(value, number)
            elif attribute == "href" and tag != "a":
                references += self._reference(value.strip())
            else:
                references += _LOCAL_REFERENCE.findall(value)
        self._refers_to.append(references)

    def _end(self, _: str) -> None:
        self._open.pop()

    def _reference(self, target: str) -> list[str]:
        """The names that a link refers to, in the same file."""
        if target.startswith("#"):
            return [target[1:]]
        if target:
            data = _embedded(target)
            if data is None:
                raise self._outside(target)
            width, height = size_of(data, worded("{name}: a picture in the SVG", name=self._name))
            self._pixels[-1] += width * height
        return []

    def _entity(
        self,
        name: str,
        is_parameter: bool,
        value: str | None,
        base: str | None,
        system: str | None,
        public: str | None,
        notation: str | None,
    ) -> None:
        if value is None:
            raise self._outside(system or name)
        if "&" in value or "%" in value:
            raise self._too_much()

    def _instruction(self, target: str, text: str) -> None:
        if target == "xml-stylesheet":
            raise self._outside(text)

    def _count_drawn(self) -> None:
        """Count elements and pixels as often as they are drawn; refuse circular references."""
        counts: dict[int, int] = {}
        pixels: dict[int, int] = {}
        unfinished: set[int] = set()
        stack = [0]
        while stack:
            number = stack[-1]
            named = (self._named.get(name) for name in self._refers_to[number])
            drawn = self._children[number] + [n for n in named if n is not None]
            if number in unfinished:
                counts[number] = 1 + sum(counts[n] for n in drawn)
                pixels[number] = self._pixels[number] + sum(pixels[n] for n in drawn)
                if counts[number] > MAX_ELEMENTS:
                    raise self._too_much()
                if pixels[number] > MAX_PIXELS:
                    raise RecognitionError(
                        worded(
                            "{name}: the pictures in the SVG have {pixels:.1f} megapixels "
                            "together, each counted as often as it is drawn; at most "
                            "{limit:.0f} are drawn. Make them smaller, or save the drawing as "
                            "PNG",
                            name=self._name,
                            pixels=pixels[number] / 1e6,
                            limit=MAX_PIXELS / 1e6,
                        )
                    )
                unfinished.discard(number)
                stack.pop()
            elif number in counts:
                stack.pop()
            else:
                unfinished.add(number)
                if any(n in unfinished for n in drawn):
                    raise RecognitionError(
                        worded("{name}: the SVG refers to itself", name=self._name)
                    )
                stack += [n for n in drawn if n not in counts]

    def _outside(self, target: str) -> RecognitionError:
        shown = "".join(c if c.isprintable() else " " for c in target[:_MAX_SHOWN_CHARACTERS])
        shown += "…" * (len(target) > _MAX_SHOWN_CHARACTERS)
        return RecognitionError(
            worded(
                "{name}: the SVG refers to something outside of itself, which is "
                "not read: {target}. Embed it, or save the drawing as PNG",
                name=self._name,
                target=shown,
            )
        )

    def _too_much(self) -> RecognitionError:
        return RecognitionError(
            worded(
                "{name}: the SVG is too large or expands to far more than its "
                "size; save the drawing as PNG",
                name=self._name,
            )
        )


def _local_name(full_name: str) -> str:
    """A name without its namespace or prefix."""
    return full_name.rpartition(" ")[2].rpartition(":")[2]


def _embedded(target: str) -> bytes | None:
    """The picture that a link embeds; ``None`` for a drawing, which would not be checked."""
    if not target.startswith("data:"):
        return None
    try:
        data = base64.b64decode(target.partition(",")[2], validate=False)
    except (binascii.Error, ValueError):
        return None
    return data if data.startswith(_IMAGES) else None


def _first_element(head: bytes) -> str:
    """The name of the first element of a file in XML, or nothing."""
    found: list[str] = []
    parser = expat.ParserCreate(namespace_separator=" ")

    def start(name: str, _: dict[str, str]) -> None:
        found.append(_local_name(name))
        parser.StartElementHandler = None

    parser.StartElementHandler = start
    with suppress(expat.ExpatError, ValueError, LookupError):  # the rest is checked later
        parser.Parse(head, False)
    return found[0] if found else ""


def _head_of(path: Path) -> bytes:
    """The first bytes of a file; empty if it cannot be read, which is reported elsewhere."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(_HEAD_BYTES)
    except (OSError, ValueError):
        return b""


def _unpack(data: bytes, name: str) -> bytes:
    if not data:
        raise RecognitionError(worded("{name}: the file is empty", name=name))
    if data.startswith(_GZIP_START):
        unpacker = zlib.decompressobj(31)
        with suppress(zlib.error):
            data = unpacker.decompress(data, MAX_BYTES + 1)
        if not unpacker.eof and len(data) <= MAX_BYTES:
            raise RecognitionError(
                worded("{name}: the packed SVG is broken or not complete", name=name)
            )
    if len(data) > MAX_BYTES:
        raise RecognitionError(
            worded(
                "{name}: the SVG is larger than {limit} MB; save the drawing as PNG",
                name=name,
                limit=MAX_BYTES // 2**20,
            )
        )
    return data


@contextmanager
def _silent_qt() -> Iterator[None]:
    """Keep Qt from printing messages about a drawing."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

    def ignore(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        """Discard a message."""

    before = qInstallMessageHandler(ignore)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
