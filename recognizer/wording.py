"""Problems and doubts of a reading, as sentences and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from puzzles.colors import color_names, color_words
from puzzles.json_output import line_value
from puzzles.standard_input import name_of
from puzzles.words import (
    _,
    either,
    forms,
    in_context,
    paragraph,
    plural,
    without_controls,
    worded,
)
from recognizer.picture_limits import NAME_OF_BYTES

if TYPE_CHECKING:
    from puzzles.model import Line
    from recognizer.values import Doubt, Problem, Quad, Reading, ReadLine, ReadNumber


MAY_DIFFER = _("there may be one number more or fewer")
"""The doubt about a line whose numbers may not be all, or not be numbers."""
MAX_LISTED_DOUBTS = 12
"""Maximum number of doubts that are listed; more do not fit a screen beside the puzzle."""
CERTAIN_SHOWN = 0.98
"""The value of :data:`recognizer.values.CERTAIN`, which is not imported without need."""
_QUIET = "quiet"
"""The value of :attr:`recognizer.values.Consequence.QUIET`, which is not imported without need."""


def sentences_of(reading: Reading, more_puzzles: str = "") -> list[str]:
    """All problems, lines that cannot be right, and doubts as sentences.

    Quiet doubts are not listed: one sentence says that nothing is left to check. Of many doubts the
    most urgent are listed, and the others are counted.

    Args:
        reading: The reading.
        more_puzzles: See :func:`problems_of`.
    """
    from recognizer.values import Problem

    pairs = zip(reading.doubts, doubts_of(reading), strict=True)
    doubts = [(d, entry) for d, entry in pairs if not is_on_missing_side(reading, d.line)]
    defects = () if Problem.PART in reading.problems else reading.puzzle().defects()
    impossible = [str(d) for d in defects if d.line is not None]
    listed = [_doubt_text(reading, *each) for each in doubts if each[1]["consequence"] != _QUIET]
    rest = listed[MAX_LISTED_DOUBTS:]
    sentences = [*problems_of(reading, more_puzzles), *impossible, *listed[:MAX_LISTED_DOUBTS]]
    if rest:
        text = plural(len(rest), "{count} more doubt (--json lists all)",
                      "{count} more doubts (--json lists all)")  # fmt: skip
        sentences.append(text)
    if doubts and not listed:
        text = plural(
            len(doubts),
            "Nothing left to check: {count} doubtful number fits the one solution.",
            "Nothing left to check: {count} doubtful numbers fit the one solution.",
        )
        sentences.append(text)
    return sentences


def with_name(path: str, sentence: str, name: str = "") -> str:
    """A sentence about a picture with its name once, as it was given on the command line.

    Args:
        path: The file.
        sentence: It may begin with the file, or with a page of it.
        name: The name in the sentence; by default that of the file.

    >>> with_name("cat.png", "no"), with_name("-", "the picture: the file is empty")
    ('cat.png: no', 'standard input: the file is empty')
    >>> with_name("a.pdf", "a.pdf: it is broken", "a.pdf, page 2")
    'a.pdf, page 2: it is broken'
    """
    name = name or name_of(path)
    rest = without_name(path, sentence)
    is_named = rest == sentence and name_of(path) in sentence
    return sentence if is_named else f"{name}: {rest}"


def without_name(path: str | Path, sentence: str) -> str:
    """A sentence about a picture, or about a page of it, without the name at its beginning.

    >>> without_name("x/a.pdf", "x/a.pdf, page 2: it is broken")
    'it is broken'
    """
    # A path may be written shorter than it was given: http:/x for http://x.
    for known in (NAME_OF_BYTES, without_controls(str(Path(path)))):
        begins = re.match(rf"{re.escape(known)}(, page [0-9]+)?: ", sentence)
        if begins is not None:
            return sentence[begins.end() :]
    return sentence


def problems_of(reading: Reading, more_puzzles: str = "") -> list[str]:
    """The problems of a reading as sentences, as exact as possible.

    Args:
        reading: The reading.
        more_puzzles: A sentence on how the other puzzles of the picture or animation are read.
    """
    from recognizer.values import Problem

    exact: dict[Problem, str] = {}
    read = [any(line.numbers for line in lines) for lines in (reading.rows, reading.columns)]
    if any(read):
        exact[Problem.NO_CLUES] = (
            _(
                "No column clues were found over the grid; the rows were read. All clues of the "
                "columns are missing in the puzzle."
            )
            if read[0]
            else _(
                "No row clues were found beside the grid; the columns were read. All clues of the"
                " rows are missing in the puzzle."
            )
        )
    if reading.others:
        exact[Problem.SEVERAL_GRIDS] = paragraph(_choice_text(reading), more_puzzles)
    exact[Problem.FIRST_FRAME] = paragraph(Problem.FIRST_FRAME.sentence, more_puzzles)
    if Problem.TOO_SMALL in reading.problems and reading.lattice is not None:
        exact[Problem.TOO_SMALL] = size_text(reading)
    return [exact.get(problem, problem.sentence) for problem in reading.problems]


def size_text(reading: Reading) -> str:
    """How small the digits or the cells are, and how large they have to be."""
    from recognizer.values import MIN_CELL_PX, MIN_COLORED_CELL_PX, MIN_DIGIT_PX

    assert reading.lattice is not None
    heights = [_height(number.quad) for _, line in reading.lines for number in line.numbers]
    digit_px = round(median(heights)) if heights else MIN_DIGIT_PX
    if digit_px < MIN_DIGIT_PX:
        found, least = digit_px, MIN_DIGIT_PX
        text = _(
            "The picture is too small: its digits are {found} pixels high and need {least}. Come"
            " closer, or scan it larger."
        )
    else:
        found = int(reading.lattice.pitch_px)
        is_of_colors = reading.is_colored or found >= MIN_CELL_PX
        least = MIN_COLORED_CELL_PX if is_of_colors else MIN_CELL_PX
        text = (
            _(
                "The picture is too small for its colours: its cells are {found} pixels wide and"
                " need {least}. Come closer, or scan it larger."
            )
            if is_of_colors
            else _(
                "The picture is too small: its cells are {found} pixels wide and need {least}. Come"
                " closer, or scan it larger."
            )
        )
    return worded(text, found=found, least=round(least))


def _height(quad: Quad) -> float:
    return max(y for _, y in quad) - min(y for _, y in quad)


def _choice_text(reading: Reading) -> str:
    """How many puzzles were seen in the picture, and which was read."""
    import cv2

    assert reading.lattice is not None
    own = cv2.contourArea(reading.lattice.corners)
    is_largest = all(cv2.contourArea(other.corners) <= own for other in reading.others)
    one, many = (
        forms(
            "There is at least {count} puzzle in this picture; only the largest was read.",
            "There are at least {count} puzzles in this picture; only the largest was read.",
        )
        if is_largest
        else forms(
            "There is at least {count} puzzle in this picture; only one was read, not the largest.",
            "There are at least {count} puzzles in this picture; only one was read, not the"
            " largest.",
        )
    )
    return plural(len(reading.others) + 1, one, many)


def turned_text(reading: Reading) -> str:
    """How the picture was turned before it was read; empty if it was not."""
    if reading.is_mirrored:
        return _("read mirrored from left to right")
    if not reading.degrees:
        return ""
    return worded("read turned clockwise by {angle} degrees", angle=reading.degrees)


def is_on_missing_side(reading: Reading, line: Line) -> bool:
    """Whether no line of that side was read; one sentence covers them all."""
    lines = reading.columns if line.is_column else reading.rows
    return not any(line.numbers for line in lines)


def seen_text(read: str, others: Sequence[str]) -> str:
    """What was seen, as the question that a person answers with the picture.

    >>> seen_text("16", ["15"]), seen_text("16", [])
    ('16, or 15?', '16?')
    """
    text = _("{read}, or {others}?") if others else _("{read}?")
    return worded(text, read=read, others=either(others))


def color_text(number: str, color: str, others: Sequence[str]) -> str:
    """The question which colour a number has.

    >>> color_text("4", "red", ["brown"]), color_text("4", "red", [])
    ('4 in red, or in brown?', '4 in red?')
    """
    text = _("{number} in {color}, or in {others}?") if others else _("{number} in {color}?")
    return worded(text, number=number, color=color, others=either(others))


def colored_text(
    number: str, others: Sequence[str], color: str, other_colors: Sequence[str]
) -> str:
    """What was seen of a number whose colour is in doubt: each question once.

    >>> colored_text("1", ["7"], "grey", ["black"]), colored_text("1", [], "grey", [])
    ('1, or 7? 1 in grey, or in black?', '1 in grey?')
    >>> colored_text("1", ["7"], "grey", []), colored_text("1", [], "grey", ["black"])
    ('1, or 7?', '1 in grey, or in black?')
    """
    seen = seen_text(number, others) if others else ""
    is_asked = other_colors or not seen
    return paragraph(seen, color_text(number, color, other_colors) if is_asked else "")


def line_text(
    numbers: str, others: Sequence[str], unread: str = "", *, is_corrected: bool = False
) -> str:
    """What was seen of a line as a whole.

    Args:
        numbers: The numbers that were read; empty if there are none.
        others: Other readings, the likeliest from the picture first.
        unread: See :func:`unread_text`.
        is_corrected: Whether the rules gave the numbers, and the first other one was read.
    """
    if unread:
        return worded("{numbers}; {what}", numbers=numbers, what=unread) if numbers else unread
    if others and is_corrected:
        return worded(
            "{numbers} follows from the other clues; {read} was read",
            numbers=numbers or no_clue(),
            read=others[0],
        )
    if others:
        return seen_text(numbers or no_clue(), others)
    if not numbers:
        return _("no number was found, but there may be one")
    return worded("{numbers}; {what}", numbers=numbers, what=MAY_DIFFER)


def unread_text(line: ReadLine, is_column: bool) -> str:
    """Where ink of a line was not read; empty if there is none."""
    if not line.unread:
        return ""
    if not line.numbers:
        return _("there is ink, but no number was read")
    axis = 1 if is_column else 0

    def middle(quad: Quad) -> float:
        return sum(point[axis] for point in quad) / len(quad)

    at = middle(line.unread[0])
    before = [n.number for n in line.numbers if middle(n.quad) < at]
    after = [n.number for n in line.numbers if middle(n.quad) >= at]
    if before and after:
        text = _("ink between {first} and {last} was not read")
    elif after:
        text = (
            _("ink above {last} was not read")
            if is_column
            else _("ink left of {last} was not read")
        )
    else:
        text = (
            _("ink below {first} was not read")
            if is_column
            else _("ink right of {first} was not read")
        )
    return worded(text, first=before[-1] if before else "", last=after[0] if after else "")


def _doubt_text(reading: Reading, doubt: Doubt, entry: dict[str, Any]) -> str:
    """A doubt as a sentence; ``entry``: of :func:`doubts_of`."""
    line, read, number = doubt.line, _numbers_text(entry["read"]), entry["number"]
    others = [] if entry["or"] is None else [_numbers_text(entry["or"]) or no_clue()]
    if number is None:
        return worded(
            "{line}: {seen}",
            line=line,
            seen=line_text(
                read,
                others,
                entry["unread"] or "",
                is_corrected=dict(reading.lines)[line].is_corrected,
            ),
        )
    seen = seen_text(read, others)
    if entry.get("color"):
        assert doubt.number is not None
        seen_number = dict(reading.lines)[line].numbers[doubt.number]
        names, other = color_names(reading.palette), seen_number.other_color
        is_surely_read = entry["confidence"] >= CERTAIN_SHOWN
        seen = colored_text(
            read,
            [] if is_surely_read else others,
            names[seen_number.color],
            [] if other is None else [names[other]],
        )
    return worded("{line}, number {number}: {seen}", line=line, number=number, seen=seen)


def no_clue() -> str:
    """The clue of a line without numbers, in a sentence."""
    return in_context("the clue of a line", "nothing")


def _numbers_text(value: int | list[int]) -> str:
    if isinstance(value, int):
        return str(value)
    return " ".join(map(str, value))


def doubts_of(reading: Reading) -> Iterator[dict[str, Any]]:
    """Yield the doubts, the most urgent first: place, what was read, what else is possible."""
    lines = dict(reading.lines)
    for name, index, consequence in reading.doubts:
        line: ReadLine = lines[name]
        entry: dict[str, Any] = {
            "line": line_value(name),
            "number": None if index is None else index + 1,
            "consequence": consequence.value,
        }
        if index is None:
            segmentations = (
                [n.number for n in segmentation.numbers] for segmentation in line.others
            )
            other = next(
                (
                    segmentation
                    for segmentation in segmentations
                    if runs_of(segmentation) != runs_of(line.lengths)
                ),
                None,
            )
            yield entry | {
                "read": list(line.lengths), "or": other, "confidence": round(line.confidence, 4),
                "unread": unread_text(line, name.is_column) or None,
            }  # fmt: skip
        else:
            number = line.numbers[index]
            yield (
                entry
                | {
                    "read": number.number,
                    "or": number.runner_up,
                    "confidence": round(number.confidence, 4),
                    "unread": None,
                }
                | _color_of(reading, number)
            )


def _color_of(reading: Reading, number: ReadNumber) -> dict[str, Any]:
    """The colour of a number if that is in doubt, and the likeliest other one."""
    from recognizer.values import CERTAIN

    if number.color_confidence >= CERTAIN:
        return {}
    names = color_words(reading.palette)
    other = number.other_color
    return {
        "color": names[number.color],
        "or_color": None if other is None else names[other],
        "color_confidence": round(number.color_confidence, 4),
    }


def runs_of(lengths: Sequence[int]) -> list[int]:
    """The clue without a 0 that is printed for an empty line."""
    return [length for length in lengths if length]
