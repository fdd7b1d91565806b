"""Short titles: in a sentence, from the name of a file, as one, and those of generated puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from puzzles.difficulty import Difficulty
from puzzles.words import _, capitalized, cut, enumerated, in_context, plural, worded

MAX_LENGTH = 60
"""Length of a title in a sentence or a file's name, in characters."""
_DEVICE = re.compile(
    r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])( *(?:\..*)?)",
    re.IGNORECASE | re.DOTALL,
)
"""A name that Windows takes for a device, whatever follows the first dot."""
_RANDOM, _COLOURS = "Random", "colours"
_GENERATED = re.compile(
    rf"{_RANDOM} (?P<size>\d{{1,4}}x\d{{1,4}})"
    rf"(?:, (?P<difficulty>{'|'.join(each.value for each in Difficulty)}))?"
    rf"(?:, (?P<colors>\d) {_COLOURS})?(?:, No\. (?P<number>\d{{1,9}}))?"
)
"""The title of a generated puzzle: in files it is English, so that a seed makes the same file
everywhere."""

_FIRST = {
    "Heart": in_context("the title of a puzzle", "Heart"),
    "Sailing boat": in_context("the title of a puzzle", "Sailing boat"),
    "Chick": in_context("the title of a puzzle", "Chick"),
    "Teapot": in_context("the title of a puzzle", "Teapot"),
    "Toadstool": in_context("the title of a puzzle", "Toadstool"),
    "Owl": in_context("the title of a puzzle", "Owl"),
    "Lighthouse at night": in_context("the title of a puzzle", "Lighthouse at night"),
    "Cat": in_context("the title of a puzzle", "Cat"),
    "Balloon ride": in_context("the title of a puzzle", "Balloon ride"),
}
"""The titles of the first bundled puzzles, which newcomers solve; the others stay English."""


def generated_title(
    width: int, height: int, difficulty: Difficulty | None, colors: int, number: int = 1
) -> str:
    """The title of a generated puzzle; the first one like that shows no number.

    >>> generated_title(20, 15, Difficulty.HARD, 3, 2)
    'Random 20x15, hard, 3 colours, No. 2'
    """
    parts = [" ".join((_RANDOM, f"{width}x{height}"))]  # not translated: see above
    if difficulty is not None:
        parts.append(difficulty.value)
    if colors > 1:
        parts.append(" ".join((str(colors), _COLOURS)))
    if number > 1:
        parts.append(f"No. {number}")
    return ", ".join(parts)


def told_apart(title: str, others: Iterable[str]) -> str:
    """The title of a generated puzzle with a number that no other one like that has.

    >>> told_apart("Random 5x5", ["Random 5x5", "Random 5x5, No. 3", "Random 5x5, hard"])
    'Random 5x5, No. 4'
    """
    like, number = _split(title)
    taken = {found for other, found in map(_split, others) if other == like}
    return f"{like}, No. {max(taken) + 1}" if number in taken else title


def _split(title: str) -> tuple[str, int]:
    like, _sign, number = title.partition(", No. ")
    return like, int(number) if re.fullmatch("[0-9]{1,9}", number) else 1


def shortened(title: str, max_length: int = MAX_LENGTH) -> str:
    """A title as it is shown: in at most ``max_length`` characters; a shortened one ends in "…".

    Those of generated puzzles and of the first bundled ones are in the language of the program.

    >>> shortened("The cat", 5), shortened("Random 20x15, hard, No. 2")
    ('The…', 'Random 20x15, hard, No. 2')
    """
    found = _GENERATED.fullmatch(title)
    return cut(_FIRST.get(title, title) if found is None else _translated(found), max_length)


def _translated(found: re.Match[str]) -> str:
    """The title of a generated puzzle in the language of the program."""
    parts = [worded("Random {size}", size=found["size"])]
    if found["difficulty"]:
        parts.append(Difficulty(found["difficulty"]).label)
    if found["colors"]:
        parts.append(plural(int(found["colors"]), "{count} colour", "{count} colours"))
    title = enumerated(parts)
    return numbered(title, int(found["number"])) if found["number"] else title


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

    >>> public_title("Random 20x15, hard")
    'Random 20x15, hard'
    >>> public_title("Cat")
    ''
    """
    return title if _GENERATED.fullmatch(title) else ""
