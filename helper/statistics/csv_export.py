"""The player's solves as a CSV file for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from helper.application.library_records import Solve
from puzzles.formats.atomic import write_atomically
from puzzles.formats.csv_clues import harmless

COLUMNS = (
    "solved_at_utc",
    "title",
    "width",
    "height",
    "colors",
    "seconds",
    "hints",
    "checks",
    "mistakes",
    "lives",
    "puzzle",
)


def csv_text(solves: Iterable[Solve]) -> str:
    """A header, and a line for each solve in the order in which they were made.

    A title comes from a puzzle's file, which may be anybody's. If a spreadsheet could take it for
    a formula, it gets an apostrophe in front.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for solve in solves:
        writer.writerow(
            (
                solve.solved_at,
                harmless(solve.title),
                solve.width,
                solve.height,
                solve.colors,
                solve.seconds,
                *solve.counts,
                solve.puzzle,
            )
        )
    return text.getvalue()


def write_csv(path: Path, solves: Iterable[Solve]) -> None:
    """Write the file completely or not at all, in UTF-8 with the mark that Excel needs.

    Raises:
        LibraryError: It cannot be written; the text is fit to be shown.
    """
    write_atomically(path, csv_text(solves).encode("utf-8-sig"))
