"""What a path is. Where nobody may look, and for a name that is too long, it is nothing.

``Path.is_dir`` and its kin raise ``OSError`` there, long before anything is opened and a sentence
can name the reason.
"""

from __future__ import annotations

import os
from pathlib import PurePath


def is_archive(path: PurePath) -> bool:
    """Whether it is a zip archive, by its name."""
    return path.suffix.lower() == ".zip"


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Whether it is a folder, or a link to one.

    >>> is_folder("."), is_folder("a" * 300), is_folder("no\\0path")
    (True, False, False)
    """
    return os.path.isdir(path)  # noqa: PTH112


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether it is a regular file, or a link to one."""
    return os.path.isfile(path)  # noqa: PTH113


def is_other(path: str | os.PathLike[str]) -> bool:
    """Whether it is there and no file: a folder, a pipe or a device."""
    return os.path.exists(path) and not is_file(path)  # noqa: PTH110
