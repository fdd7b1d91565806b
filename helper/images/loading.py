"""Loads an untrusted picture, pixels or SVG, as the :class:`Motif` of a board. Qt is for SVG only.

This happens in a child process within :data:`~recognizer.picture_limits.DECODING`: in that of the
picture window (:func:`load`), or in one of its own for the command line (:func:`load_in_child`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzles.child.limits import limited
from recognizer.picture_limits import DECODING, NAME_OF_BYTES

if TYPE_CHECKING:
    from recognizer.making.motif import Motif


class LoadedPicture(NamedTuple):
    """A picture that was loaded."""

    motif: Motif
    drawn_size: tuple[float, float] | None
    """The width and height that an SVG states; ``None`` for other pictures."""


def load(source: Path | bytes) -> LoadedPicture:
    """Load a picture within the limits; in a child process only.

    Args:
        source: A file, or the bytes of one.

    Raises:
        RecognitionError: It is not a picture, or broken, or too large.
    """
    loader = PictureLoader()
    with limited(DECODING):
        return loader.load(source)


def load_in_child(
    source: Path | bytes, should_stop: Callable[[], bool] | None = None
) -> Motif | None:
    """Load a picture in a child process of its own.

    Args:
        source: A file, or the bytes of one.
        should_stop: Called every 20 ms; the child is killed when it returns ``True``.

    Returns:
        ``None`` if it was stopped.

    Raises:
        RecognitionError: It is not a picture, or broken, or exceeds the limits.
    """
    from puzzles.child.child import Child, StoppedError

    try:
        with Child(PictureLoader) as child:
            child.should_stop = should_stop
            # While the child starts: the caller makes a board of the motif next.
            import recognizer.making.board_making  # noqa: F401

            name = str(source) if isinstance(source, Path) else NAME_OF_BYTES
            return child.call(DECODING, name, PictureLoader.load, source).motif
    except StoppedError:
        return None


class PictureLoader:
    """Loads pictures, without limits of its own."""

    def __init__(self) -> None:
        # Imported here: later the memory would count as the picture's.
        from helper.images import svg
        from recognizer import images
        from recognizer.making.motif import Motif

        self._svg, self._images, self._motif_of = svg, images, Motif.of

    def load(self, source: Path | bytes) -> LoadedPicture:
        """Load a picture: a file, or the bytes of one.

        Raises:
            RecognitionError: See :func:`helper.images.svg.load_picture`.
        """
        if self._svg.is_svg(source):
            drawing = self._svg.draw_svg(source, self._svg.MAX_SIDE_PX)
            return LoadedPicture(self._motif_of(drawing.rgba), (drawing.width, drawing.height))
        rgba = self._svg.load_picture(source)
        return LoadedPicture(self._motif_of(rgba, self._images.frames_in(source)), None)
