"""The boards of a whole source, page by page, for Python users: :func:`read_pictures`.

Pages are decoded and read in a child process within limits, as for ``nonogram scan``. Nothing that
is large is imported here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.errors import NonogramError
from puzzles.inputs import natural_key
from puzzles.paths import is_file, is_folder
from puzzles.words import worded
from recognizer.one_picture import name_of_function
from recognizer.pages.page_board import PageBoard
from recognizer.scanner import Scanner
from recognizer.source import Source

if TYPE_CHECKING:
    from puzzles.contracts import CountSolutions


def read_pictures(
    source: str | os.PathLike[str] | bytes,
    count_solutions: CountSolutions | None = None,
    *,
    on_error: Callable[[NonogramError], object] | None = None,
) -> Iterator[PageBoard]:
    """Read all puzzles on all pages, each when it is asked for.

    Args:
        source: A picture, a PDF file, a TIFF of several pages, an animation, the bytes of one, or a
            folder, which stands for the files in it, by name: 9.png comes before 10.png.
        count_solutions: As for :func:`recognizer.one_picture.read_picture`.
        on_error: Called with the error of a picture or page that cannot be read; the others are
            read. Without it the error is raised.

    Yields:
        The puzzles in the order of files, pages and reading. A page without a puzzle has none.
        Parts of a board are joined, so those of a file of several pages come once the next page
        with a puzzle is read.

    Raises:
        RecognitionError: A picture cannot be read, or there is none in the folder.
        MissingPackageError: OpenCV is not installed.
        TypeError: The source is of another type.
        ValueError: ``count_solutions`` is none of :func:`recognizer.one_picture.read_picture`.
    """
    from puzzles.errors import RecognitionError, checked_type
    from puzzles.packages import require

    require("cv2")
    function = "" if count_solutions is None else name_of_function(count_solutions)
    checked_type(source, str, os.PathLike, bytes)
    data = source if isinstance(source, bytes) else Path(source)
    sources = [Source(data, has_frames_as_pages=True)]
    if isinstance(sources[0].data, Path) and is_folder(sources[0].data):
        sources = [replace(sources[0], data=path) for path in pictures_in(sources[0].data)]
        if not sources:
            raise RecognitionError(empty_folder_problem(os.fspath(str(source))))
    return _boards(sources, function, on_error)


def _boards(
    sources: list[Source],
    count_solutions: str,
    on_error: Callable[[NonogramError], object] | None,
) -> Iterator[PageBoard]:
    from puzzles.child.child import Child

    def tell(error: NonogramError) -> None:
        if on_error is None:
            raise error
        on_error(error)

    with Child(partial(Scanner, count_solutions)) as child:
        for source in sources:
            yield from source.boards(child, tell)


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder by name, numbers in names as numbers; hidden ones are left out.

    Raises:
        OSError: The folder cannot be opened.
    """
    from recognizer.images import PICTURE_EXTENSIONS

    found = [
        path
        for path in folder.iterdir()
        if path.suffix.lower() in (*PICTURE_EXTENSIONS, ".pdf")
        and not path.name.startswith(".")
        and is_file(path)
    ]
    return sorted(found, key=lambda path: natural_key(path.name))


def empty_folder_problem(path: str) -> str:
    """The sentence about a folder in which there is no picture."""
    return worded("{path}: there is no picture in this folder", path=path)
