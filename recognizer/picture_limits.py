"""Limits for untrusted pictures: pixels, memory, processor time. No numpy here.

A file of 400 bytes can demand gigabytes or hours, and neither Ctrl+C nor a thread can stop a
compiled decoder. So pictures, drawings and films are decoded in child processes only
(:mod:`puzzles.child`):

1. **The header.** :func:`check_size` refuses too many pixels, too long sides and extreme
   proportions before any work. Pillow opens the kinds that :mod:`recognizer.images` names, and no
   others. ``helper/images/svg.py`` checks drawings.
2. **Memory and time.** :func:`~puzzles.child.limits.limited` sets the limits in the child.
3. **The parent** kills the child at Ctrl+C or Cancel, or when the time by the clock is over.

Commands call methods of a :class:`~puzzles.child.child.Child` with limits: ``create`` gets its
``Motif`` so (``helper/images/loading.py``), ``scan`` its ``Reading`` (:mod:`recognizer.scanner`),
``ar`` the frames of films (:mod:`recognizer.live.capture.recorded`). The window's workers and the
capture call ``limited`` themselves, around the decoding and then around the reading. Each child
tells its parent which limits hold, so the sentence names the phase in which it died.
Pictures from the clipboard are passed on as bytes and never decoded by Qt.

A test lists all places that decode pictures, and those that read puzzles in them. The one exception
is a PNG with one pixel a cell (:mod:`puzzles.formats.png`): at most 200 x 200 pixels, which Python
decodes with ``zlib`` alone, no further than the header's size.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from puzzles.child.limits import (
    ChildLimits,
    is_out_of_memory,
    limits_in_force,
    too_much_memory,
)
from puzzles.errors import RecognitionError
from puzzles.words import _, worded

MAX_PIXELS = 50_000_000
"""Maximum area of a picture, px; cameras of telephones have up to about 50 megapixels."""
MAX_SIDE_PX = 30_000
"""Maximum side of a picture; A0 at 600 dots per inch has 28,087."""
MAX_PROPORTION = 50
"""Maximum ratio of the sides of a long picture. A page is far from it, and the stages of the reader
work along the shorter side."""
MAX_STRIP_PX = 5_000
"""Any proportion is allowed up to this length, for boards of one line at a few pixels a cell. The
reader takes at most two seconds for it."""
MAX_BYTES = 512 * 1024 * 1024
"""Maximum size of a file; larger ones are not read. 50 megapixels of four 16-bit channels are 400
MB."""
MAX_FILM_PIXELS = 36_000_000
"""Maximum area of a film's frame, px; 8K has 7680 x 4320, that is 33 million."""
NAME_OF_BYTES = _("the picture")
"""The name in error texts of a picture that is no file."""
_ADVICE = _("Make it smaller or simpler, or save it as PNG with another program")
_limits = partial(ChildLimits, advice=_ADVICE, is_alone=True)
DECODING = _limits(1024, 30, _("decoding it"))
"""Limits for decoding or drawing a picture; the slowest legal one, 50 megapixels, takes 5 s."""
READING = _limits(3072, 120, _("reading the puzzle in it"))
"""Limits for reading a puzzle; 50 megapixels full of lines take some 15 s and 0.5 GB."""
READING_PAGE = _limits(3072, 600, _("reading the puzzles in it"))
"""Limits for reading all puzzles of a page: nine of them take some 5 s, and what is no puzzle up to
that time each."""
MAKING = _limits(1024, 30, _("making a board of it"))
"""Limits for making a board of a picture; one of 200 x 200 cells takes up to 0.5 s."""
FILMING = _limits(2048, 30, _("decoding a frame of it"))
"""Limits for opening a film, and for each frame; 8K takes 0.7 GB."""


def check_size(width: int, height: int, name: str) -> None:
    """Refuse a picture by its width and height in px.

    Args:
        width: The width of the picture.
        height: The height of the picture.
        name: The name of the picture in the text.

    Raises:
        RecognitionError: It is too large, or too long; the text names the limit.
    """
    longer, shorter = max(width, height), max(1, min(width, height))
    if width * height > MAX_PIXELS:
        text = _(
            "{name}: the picture has {width} x {height} pixels, that is {size:.1f} megapixels; at"
            " most {most:.0f} are read. Make it smaller, or cut out what is needed"
        )
        most = MAX_PIXELS / 1e6
    elif longer > MAX_SIDE_PX:
        text = _(
            "{name}: the picture has {width} x {height} pixels; at most {most} are read on a side."
            " Make it smaller, or cut out what is needed"
        )
        most = MAX_SIDE_PX
    elif longer > MAX_STRIP_PX and longer > MAX_PROPORTION * shorter:
        text = _(
            "{name}: the picture has {width} x {height} pixels; one that is longer than {most}"
            " pixels may be {times} times as long as wide. Cut out what is needed"
        )
        most = MAX_STRIP_PX
    else:
        return
    facts = {"name": name, "width": width, "height": height, "size": width * height / 1e6}
    raise RecognitionError(worded(text, **facts, most=most, times=MAX_PROPORTION))


def over_memory(name: str) -> RecognitionError:
    """The error for a picture that needs more memory than the limits of this process allow."""
    return RecognitionError(f"{name}: {too_much_memory(limits_in_force() or DECODING)}")


@contextmanager
def bugs_as_sentences() -> Iterator[None]:
    """Turn an unexpected error within into a sentence: one picture's bug must not cost the others.

    Raises:
        RecognitionError: There is an error in this program.
        MemoryError: Memory is exhausted.
    """
    try:
        yield
    except (RecognitionError, MemoryError, ModuleNotFoundError):
        raise  # the caller has sentences for these
    except Exception as error:
        if is_out_of_memory(error):
            raise MemoryError from error
        kind = type(error).__name__
        raise RecognitionError(
            worded("an error in this program: {kind}: {error}", kind=kind, error=error)
        ) from error
