"""Writes a draft as text and reads it back, so that a review survives a crash."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from helper.review.draft import Draft
from helper.review.draft_lines import DraftLine, Number, NumberOrigin
from puzzles import Grid
from puzzles.json_text import read_json
from puzzles.model import BLACK_AND_WHITE, MAX_SHOWN, Color
from puzzles.words import worded
from recognizer.lattice import Lattice
from recognizer.values import MAX_NUMBER, Candidate, ColorCandidate, Problem, Quad, Side

_OLD_NUMBER_FIELDS = 6
"""Number of a number's fields in drafts of older versions, which have no colours."""
_OLD_FIELDS = 5
"""Number of a line's fields in drafts of older versions, which lack the last two."""
_MAX_COORDINATE_PX = 1e6
"""A larger coordinate of a crossing means that the text is damaged."""


class DraftWriter:
    """Writes one draft after the other; unchanged lines are taken from a cache."""

    def __init__(self) -> None:
        self._cache: dict[int, tuple[DraftLine, str]] = {}

    def text(self, draft: Draft) -> str:
        """The draft as one line of JSON; see :func:`draft_from_text`."""
        # By identity: comparing a line takes longer than writing it.
        cached = self._cache
        self._cache = {
            id(line): cached.get(id(line)) or (line, _json(_line_to_json(line)))
            for line in (*draft.rows, *draft.columns)
        }
        rows, columns = (
            f"[{','.join(self._cache[id(line)][1] for line in lines)}]"
            for lines in (draft.rows, draft.columns)
        )
        return f'{{"rows":{rows},"columns":{columns},{_json(_rest_to_json(draft))[1:]}'


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _rest_to_json(draft: Draft) -> dict[str, Any]:
    marks = draft.marks
    return {
        "lattice": None if draft.lattice is None else _lattice_to_json(draft.lattice),
        "is_found": draft.is_found,
        "is_moved": draft.is_moved,
        "is_curved": draft.is_curved,
        "marks": marks and [marks.height, marks.width, marks.colors, list(marks.cells)],
        "problems": [problem.name for problem in draft.problems],
        "others": [_lattice_to_json(other) for other in draft.others],
        "turns": draft.turns,
        "sides": [draft.rows_side.value, draft.columns_side.value],
        "palette": [[color.symbol, color.rgb, color.name] for color in draft.palette],
    }


def draft_from_text(text: str) -> Draft:
    """Parse a draft.

    Raises:
        ValueError: The text is damaged.
    """
    try:
        fields = read_json(text)
        lattice, marks = fields["lattice"], fields["marks"]
        rows_side, columns_side = map(Side, fields["sides"])
        draft = Draft(
            _lines_from_json(fields["rows"]),
            _lines_from_json(fields["columns"]),
            None if lattice is None else _lattice_from_json(lattice),
            bool(fields["is_found"]),
            bool(fields["is_moved"]),
            bool(fields.get("is_curved")),
            None if marks is None else _marks_from_json(*marks),
            tuple(Problem[name] for name in fields["problems"]),
            tuple(map(_lattice_from_json, fields["others"])),
            int(fields["turns"]),
            rows_side,
            columns_side,
            palette=(
                tuple(Color(*map(str, color)) for color in fields["palette"])
                if "palette" in fields
                else BLACK_AND_WHITE
            ),
        )
        draft.document()  # checks that its marks have its size and colours
    except (LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(worded("a damaged review: {error}", error=error)) from error
    size = len(draft.rows), len(draft.columns)
    if draft.lattice is None or (draft.lattice.rows, draft.lattice.columns) != size:
        raise ValueError("a damaged review: its grid has another size")
    return draft


def _marks_from_json(height: int, width: int, colors: int, cells: list[int]) -> Grid:
    if not (0 <= height <= MAX_SHOWN and 0 <= width <= MAX_SHOWN and 2 <= colors <= 32):
        raise ValueError("a damaged review: its marks are invalid")
    marks = Grid(height, width, colors, cells)
    if not all(1 <= state <= marks.clear for state in set(marks.cells)):
        raise ValueError("a damaged review: a cell has an invalid state")
    return marks


def _line_to_json(line: DraftLine) -> list[Any]:
    return [
        [_number_to_json(number) for number in line.numbers],
        [
            [_number_to_json(number) for number in segmentation]
            for segmentation in line.segmentations
        ],
        line.confidence,
        line.is_settled,
        line.is_touched,
        line.is_repaired,
        line.unread,
    ]


def _lines_from_json(lines: list[list[Any]]) -> tuple[DraftLine, ...]:
    return tuple(
        DraftLine(
            tuple(map(_number_from_json, numbers)),
            tuple(tuple(map(_number_from_json, segmentation)) for segmentation in segmentations),
            float(confidence),
            bool(is_settled),
            bool(is_touched),
            bool(is_repaired),
            tuple(map(_quad, unread)),
        )
        for (
            numbers,
            segmentations,
            confidence,
            is_settled,
            is_touched,
            is_repaired,
            unread,
        ) in (line if len(line) > _OLD_FIELDS else [*line, False, ()] for line in lines)
    )


def _number_to_json(number: Number) -> list[Any]:
    return [
        number.value,
        number.origin.name,
        number.confidence,
        number.candidates,
        number.quad,
        number.is_settled,
        number.color,
        number.color_confidence,
        number.color_candidates,
    ]


def _number_from_json(fields: list[Any]) -> Number:
    colors = fields[_OLD_NUMBER_FIELDS:] or [1, 1.0, ()]
    value, origin, confidence, candidates, quad, is_settled = fields[:_OLD_NUMBER_FIELDS]
    color, color_confidence, color_candidates = colors
    return Number(
        _number(value),
        NumberOrigin[origin],
        float(confidence),
        tuple(Candidate(_number(n), float(p)) for n, p in candidates),
        None if quad is None else _quad(quad),
        bool(is_settled),
        int(color),
        float(color_confidence),
        tuple(ColorCandidate(int(c), float(p)) for c, p in color_candidates),
    )


def _number(value: Any) -> int:
    if not 0 <= int(value) <= MAX_NUMBER:
        raise ValueError(worded("a damaged review: {value} is no number of a clue", value=value))
    return int(value)


def _quad(points: list[Any]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _lattice_to_json(lattice: Lattice) -> list[Any]:
    points: list[Any] = lattice.points.astype(float).round(3).tolist()
    return points


def _lattice_from_json(points: list[Any]) -> Lattice:
    array = np.array(points, np.float64)
    is_sane = bool((np.abs(array) < _MAX_COORDINATE_PX).all())  # and neither infinite nor NaN
    if array.ndim != 3 or array.shape[2] != 2 or min(array.shape) < 2 or not is_sane:
        raise ValueError("a damaged review: its grid is invalid")
    return Lattice(array.astype(np.float32))
