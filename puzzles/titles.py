"""Short titles: in a sentence, from the name of a file, and as one."""

from __future__ import annotations

import re
from pathlib import Path

from puzzles.words import _, capitalized, cut, worded

MAX_LENGTH = 60
"""Length of a title in a sentence or a file's name, in characters."""
_DEVICE = re.compile(
    r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])( *(?:\..*)?)",
    re.IGNORECASE | re.DOTALL,
)
"""A name that Windows takes for a device, whatever follows the first dot."""
GENERATED = "Random "
"""How the titles of generated puzzles begin."""
GENERATED_NAME = re.compile(rf"(?:{GENERATED})?(\S+) (\d{{1,4}})[x×](\d{{1,4}})((?: [a-z0-9-]+)*)")
"""Such a title, whose beginning may be left out: seed, columns, rows, and words for options."""


def shortened(title: str, max_length: int = MAX_LENGTH) -> str:
    """A title of at most ``max_length`` characters; a shortened one ends in "…".

    >>> shortened("The cat", 5)
    'The…'
    """
    return cut(title, max_length)


def numbered(shelf: str, number: int) -> str:
    """The name of a puzzle by its shelf and its number.

    >>> numbered("Animals", 7)
    'Animals, No. 7'
    """
    return worded("{shelf}, No. {number}", shelf=shelf, number=number)


def number_of_shelf(name: str) -> str:
    """What follows the shelf in the name of a puzzle, with its sign; empty without a number.

    >>> number_of_shelf("Cats, Animals, No. 7"), number_of_shelf("Cats, dogs")
    (', No. 7', '')
    """
    before, _field, after = re.escape(_("{shelf}, No. {number}")).partition(r"\{shelf\}")
    number = after.replace(r"\{number\}", "[0-9]+")
    found = re.fullmatch(f"{before}.*?({number})", name)
    return found[1] if found else ""


def title_of_file(name: str) -> str:
    """The title of a puzzle made from a picture, from the picture's file name.

    >>> title_of_file("my_black-cat.png")
    'My black cat'
    """
    stem = " ".join(Path(name).stem.replace("_", " ").replace("-", " ").split())
    return capitalized(stem)


def file_stem(title: str) -> str:
    """A title as the stem of a file name that all systems allow.

    >>> file_stem("Cat / dog: who?")
    'Cat dog who'
    >>> file_stem("..."), file_stem("Con"), file_stem("nul.x")
    ('puzzle', 'Con_', 'nul_.x')
    """
    allowed = re.sub(r'[\\/:*?"<>|\x00-\x1f\x7f]+', " ", title[:1000])
    stem = " ".join(allowed.split()).strip(". ")[:MAX_LENGTH].strip(". ") or "puzzle"
    found = _DEVICE.fullmatch(stem)
    return f"{found[1]}_{found[2]}" if found else stem


def public_title(title: str) -> str:
    """A title that does not give the picture away, which is that of a generated puzzle; else "".

    >>> public_title("Random 490169 20x15 hard")
    'Random 490169 20x15 hard'
    >>> public_title("Cat")
    ''
    """
    return title if title.startswith(GENERATED) and GENERATED_NAME.fullmatch(title) else ""
