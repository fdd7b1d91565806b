"""Writes a puzzle of the list as text and reads it back, so that a list survives a crash."""

from __future__ import annotations

import base64
import json
import logging
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from helper.application.library_records import KeptReview
from helper.review.draft import Draft
from helper.review.draft_text import DraftWriter, draft_from_text
from helper.review.found_boards import THUMBNAIL_PX
from helper.review.listed_boards import ListedBoard
from helper.review.photos import photo_path
from puzzles.contracts import SolutionCount
from puzzles.json_text import read_json
from puzzles.words import worded
from recognizer.lattice import Picture
from recognizer.source import SourceData
from recognizer.values import Problem, Reading

_log = logging.getLogger(__name__)


def text_of_board(board: ListedBoard, writer: DraftWriter) -> str:
    """A row of the list as one line of JSON, without the bytes of its picture.

    Args:
        board: The row.
        writer: Wrote the row before, if its puzzle is being edited.
    """
    reading, draft = board.reading, board.edited or board.draft
    if draft is None and reading is not None and reading.lattice is not None:
        alone = replace(reading, others=())
        draft = Draft.of(alone, np.zeros((1, 1, 3), np.uint8))  # it proposes no grid
    checked = board.checked
    fields: dict[str, Any] = {
        "path": str(board.source) if isinstance(board.source, Path) else None,
        "page": board.page,
        "name": board.name,
        "title": board.title,
        "place": board.place,
        "problem": board.problem,
        "problems": None if reading is None else [each.name for each in reading.problems],
        "solutions": None if reading is None else reading.solution_count.name,
        "checked": None
        if checked is None
        else [checked.puzzle.title, not checked.marks.is_untouched],
        "left": board.left,
        "thumbnail": _thumbnail_text(board.thumbnail),
        "draft": None if draft is None else writer.text(draft),
    }
    return json.dumps(fields, separators=(",", ":"))


def board_from_text(text: str, source: SourceData) -> ListedBoard:
    """Parse a row of the list.

    Args:
        text: See :func:`text_of_board`.
        source: The picture if it is no file.

    Raises:
        ValueError: The text is damaged.
    """
    try:
        fields = read_json(text)
        path, draft_text, problems = fields["path"], fields["draft"], fields["problems"]
        draft = None if draft_text is None else draft_from_text(draft_text)
        file, page, number = map(int, fields["place"])
        board = ListedBoard(
            source if path is None else Path(path),
            int(fields["page"]),
            str(fields["name"]),
            str(fields["title"]),
            thumbnail=_thumbnail(fields["thumbnail"]),
            problem=str(fields["problem"]),
            draft=draft,
            left=int(fields["left"]),
            place=(file, page, number),
        )
        if draft is not None:
            count = SolutionCount[fields["solutions"]]
            board.draft = replace(draft, solution_count=count)
            board.reading = _reading_of(board.draft, count)
            if fields["checked"] is not None:
                title, has_marks = fields["checked"]
                board.checked = draft.document(str(title), bool(has_marks))
        elif problems is not None:
            board.reading = Reading(problems=tuple(Problem[name] for name in problems))
    except (LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(worded("a damaged list: {error}", error=error)) from error
    return board


def kept_boards(kept: Iterable[KeptReview]) -> Iterator[ListedBoard | KeptReview]:
    """Yield the rows that were kept; what is damaged as it is."""
    for row in kept:
        source = b""
        if row.photo:
            with suppress(OSError):  # then its puzzle is there without its picture
                source = photo_path(row.photo).read_bytes()
        try:
            board = board_from_text(row.draft, source)
        except ValueError as error:
            _log.warning("a row of the list cannot be resumed: %s", error)
            yield row
        else:
            board.kept_id = row.id
            yield board


def _reading_of(draft: Draft, count: SolutionCount) -> Reading:
    """A reading with what the list shows of it; the draft has the rest."""
    return Reading(
        lattice=draft.lattice,
        rows=tuple(line.read for line in draft.rows),
        columns=tuple(line.read for line in draft.columns),
        marks=draft.marks,
        problems=draft.problems,
        turns=draft.turns,
        solution_count=count,
        palette=draft.palette,
    )


def _thumbnail_text(picture: Picture | None) -> list[Any] | None:
    """A small picture as its height and width, and its packed pixels: nothing is decoded later."""
    if picture is None:
        return None
    height, width = picture.shape[:2]
    packed = zlib.compress(np.ascontiguousarray(picture).tobytes(), 1)
    return [height, width, base64.b64encode(packed).decode("ascii")]


def _thumbnail(fields: list[Any] | None) -> Picture | None:
    if fields is None:
        return None
    height, width = int(fields[0]), int(fields[1])
    if not (0 < height <= THUMBNAIL_PX and 0 < width <= THUMBNAIL_PX):
        raise ValueError("a damaged list: its small picture is too large")
    size = height * width * 3
    try:
        pixels = zlib.decompressobj().decompress(base64.b64decode(fields[2]), size)
    except zlib.error as error:
        raise ValueError(worded("a damaged list: {error}", error=error)) from error
    if len(pixels) != size:
        raise ValueError("a damaged list: its small picture is not whole")
    return np.frombuffer(pixels, np.uint8).reshape(height, width, 3)
