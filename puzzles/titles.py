"""Titles where there is little room: in a sentence, and as the name of a file."""

from __future__ import annotations

import re
from pathlib import Path

LONGEST = 60
"""Characters of a title that are shown in a sentence; a file may hold a million."""


def shortened(title: str, longest: int = LONGEST) -> str:
    """A title of at most ``longest`` characters; one that is cut ends in "…".

    >>> shortened("The cat", 5)
    'The…'
    """
    if len(title) <= longest:
        return title
    return title[: longest - 1].rstrip() + "…"


def title_of_file(name: str) -> str:
    """What a puzzle is called after the picture that it comes from.

    >>> title_of_file("my_black-cat.png")
    'My black cat'
    """
    stem = " ".join(Path(name).stem.replace("_", " ").replace("-", " ").split())
    return stem[:1].upper() + stem[1:]


def file_stem(title: str) -> str:
    """A title as the name of a file, without what some systems do not allow in one.

    >>> file_stem("Cat / dog: who?")
    'Cat dog who'
    >>> file_stem("...")
    'puzzle'
    """
    allowed = re.sub(r'[\\/:*?"<>|]+', " ", title[:1000])
    return " ".join(allowed.split()).strip(". ")[:LONGEST].strip(". ") or "puzzle"
