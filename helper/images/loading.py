"""A picture from anybody, pixels or SVG, becomes the :class:`Source` of a board. No Qt but for SVG.

The work is done in a child process within :data:`~recognizer.sandbox.limits.DECODING`: in the one
that the picture window has already (:func:`load`), or for the command line in one of its own
(:func:`load_in_child`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from recognizer.sandbox.limits import DECODING, limited

if TYPE_CHECKING:
    from recognizer.boards.source import Source


class Loaded(NamedTuple):
    """A picture."""

    source: Source
    drawn_size: tuple[float, float] | None
    """The width and height that it gives itself, if it is SVG."""


def load(source: Path | bytes) -> Loaded:
    """Load a picture within the limits; in a child process only.

    Args:
        source: A file, or the bytes of one.

    Raises:
        RecognitionError: It is not a picture, or broken, or too large.
    """
    loader = Loader()
    with limited(DECODING):
        return loader.load(source)


def load_in_child(path: Path, should_stop: Callable[[], bool] | None = None) -> Source | None:
    """Load a picture in a child process that is made for it.

    Args:
        path: The file.
        should_stop: Asked every 20 ms; the child is killed then.

    Returns:
        ``None`` if it was stopped.

    Raises:
        RecognitionError: It is not a picture, or broken, or asks for more than the limits allow.
    """
    from recognizer.sandbox.process import SandboxedObject, StoppedError

    try:
        with SandboxedObject(Loader, should_stop) as child:
            # While the child starts: whoever asks for a source makes a board of it next.
            import recognizer.boards.board_making  # noqa: F401

            return child.call(DECODING, str(path), Loader.load, path).source
    except StoppedError:
        return None


class Loader:
    """Loads pictures, without limits of its own."""

    def __init__(self) -> None:
        # Here: what is imported later would count as the picture's memory.
        from helper.images import svg
        from recognizer import images
        from recognizer.boards.source import Source

        self._svg, self._images, self._source_of = svg, images, Source.of

    def load(self, source: Path | bytes) -> Loaded:
        """Load a picture: a file, or the bytes of one.

        Raises:
            RecognitionError: See :func:`helper.images.svg.load_picture`.
        """
        if self._svg.is_svg(source):
            drawing = self._svg.draw_svg(source, self._svg.LONGEST_PX)
            return Loaded(self._source_of(drawing.rgba), (drawing.width, drawing.height))
        rgba = self._svg.load_picture(source)
        return Loaded(self._source_of(rgba, self._images.frames_in(source)), None)
