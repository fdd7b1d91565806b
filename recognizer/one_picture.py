"""One picture, for Python users: a file, bytes, an image of Pillow or an array is read.

The picture is decoded and read in a child process within limits, as for ``nonogram scan``. This
module imports nothing that is large: whoever imports a part of the recognizer imports it, too.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.words import _, worded

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    from puzzles.contracts import CountSolutions
    from recognizer.values import Reading

_NAME = _("the picture")


def read_picture(
    source: str | os.PathLike[str] | bytes | Image.Image | NDArray[np.uint8],
    count_solutions: CountSolutions | None = None,
) -> Reading:
    """Read the printed puzzle in a picture.

    Args:
        source: A file; the bytes of a file; an image of Pillow; or BGR uint8 of shape (height,
            width, 3), as OpenCV has it, or gray uint8 of shape (height, width). Pillow decodes its
            images in this process: give a file or bytes if you do not trust the picture.
        count_solutions: ``solver.solution_count.count_solutions``, or another
            :class:`~puzzles.contracts.CountSolutions` of a module, since it is called in the child
            process; with it misreads are corrected.

    Returns:
        The reading: ``reading.puzzle()``, ``reading.doubtful``, ``reading.problems``. Without a
        grid in the picture its problems are ``Problem.NO_GRID``.

    Raises:
        RecognitionError: It is no picture, is broken or too large, or takes too long; the text says
            which.
        MissingPackageError: OpenCV is not installed.
        TypeError: The picture is of another type.
        ValueError: The array or ``count_solutions`` is not one of those above.
    """
    from puzzles.child.child import Child
    from puzzles.packages import require

    require("cv2")
    from recognizer.picture_limits import DECODING, READING
    from recognizer.scanner import Scanner

    function = "" if count_solutions is None else name_of_function(count_solutions)
    if isinstance(source, str | os.PathLike):
        picture: Path | bytes = Path(source)
    else:
        picture = source if isinstance(source, bytes) else _png_of(source)
    name = str(picture) if isinstance(picture, Path) else _NAME
    with Child(partial(Scanner, function)) as child:
        child.call(DECODING, name, Scanner.load, picture)
        return child.call(READING, name, Scanner.read)


def name_of_function(function: CountSolutions) -> str:
    """``count_solutions`` as ``module:name``, under which a child process finds it.

    Raises:
        ValueError: It is not in a module that can be imported, or only counts.
    """
    module = getattr(function, "__module__", "__main__")
    names = vars(sys.modules[module]) if module != "__main__" else {}
    name = next((name for name, value in names.items() if value is function), "")
    if not name or not hasattr(function, "likeliest"):
        raise ValueError(
            "count_solutions must be nonogram_helper.count_solutions, or an object of a module that"
            " can be imported, with the method likeliest"
        )
    return f"{module}:{name}"


def _png_of(source: Image.Image | NDArray[np.uint8]) -> bytes:
    """The pixels as bytes that the child process reads."""
    import numpy as np
    from PIL import Image, ImageOps

    from puzzles.errors import checked_type
    from recognizer.picture_limits import check_size

    if isinstance(source, Image.Image):
        check_size(*source.size, _NAME)
        image = ImageOps.exif_transpose(source)
        if image.mode not in ("1", "L", "I;16", "RGB", "RGBA"):
            image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    else:
        shape: tuple[int, ...] = getattr(source, "shape", ())
        kind = str(getattr(source, "dtype", ""))
        if kind != "uint8" or not (len(shape) == 2 or shape[2:] == (3,)) or 0 in shape:
            found = worded(
                "{kind} of shape {shape}", kind=kind or type(source).__name__, shape=tuple(shape)
            )
            checked_type(source, np.ndarray, Image.Image, str, os.PathLike, bytes)
            raise ValueError(
                worded(
                    "the array is not uint8 of shape (height, width[, 3]), but {found}", found=found
                )
            )
        check_size(shape[1], shape[0], _NAME)
        image = Image.fromarray(source if len(shape) == 2 else source[:, :, ::-1])
    stream = BytesIO()
    image.save(stream, "PNG", compress_level=1)
    return stream.getvalue()
