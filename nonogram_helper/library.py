"""The functions that most users need; each imports what it is made of when it is called.

They are the functions of the same names that their docstrings name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    from puzzles.contracts import CountSolutions, ShouldStop
    from puzzles.errors import NonogramError
    from puzzles.formats import Document
    from puzzles.grid import Grid
    from puzzles.model import Puzzle
    from recognizer.pages.page_board import PageBoard
    from recognizer.values import Reading
    from solver.author.generator.making import Generated
    from solver.author.generator.options import GeneratorOptions
    from solver.logic.rate import Rating
    from solver.logic.techniques import Tier
    from solver.values import Limits, OnEvent, OnStep, SolveResult


def read(path: str | os.PathLike[str]) -> Document:
    """Read a puzzle file in any known format; see :func:`puzzles.formats.read`."""
    from puzzles import formats

    return formats.read(path)


def read_picture(
    source: str | os.PathLike[str] | bytes | Image.Image | NDArray[np.uint8],
    count_solutions: CountSolutions | None = None,
) -> Reading:
    """Read the printed puzzle in a picture; see :func:`recognizer.one_picture.read_picture`."""
    from recognizer import one_picture

    return one_picture.read_picture(source, count_solutions)


def read_pictures(
    source: str | os.PathLike[str] | bytes,
    count_solutions: CountSolutions | None = None,
    *,
    on_error: Callable[[NonogramError], object] | None = None,
) -> Iterator[PageBoard]:
    """Read all puzzles on all pages of a file, or of the pictures in a folder.

    See :func:`recognizer.many_pictures.read_pictures`.
    """
    from recognizer import many_pictures

    return many_pictures.read_pictures(source, count_solutions, on_error=on_error)


def solve(
    puzzle: Puzzle,
    limits: Limits | None = None,
    on_event: OnEvent | None = None,
    should_stop: ShouldStop | None = None,
    engine: str | None = None,
    on_step: OnStep | None = None,
) -> SolveResult:
    """Find the solutions of a puzzle; see :func:`solver.api.solve`."""
    from solver import api

    return api.solve(puzzle, limits, on_event, should_stop, engine, on_step)


def rate(
    puzzle: Puzzle,
    should_stop: ShouldStop | None = None,
    limit: Tier | None = None,
) -> Rating:
    """Rate how difficult a puzzle is for a person; see :func:`solver.logic.rate.rate`."""
    from solver.logic import rate as rating

    return rating.rate(puzzle, should_stop, limit)


def generate(
    options: GeneratorOptions,
    seed: str | int,
    should_stop: ShouldStop = lambda: False,
    pictures: Sequence[Grid] = (),
) -> Generated | None:
    """Generate a puzzle; see :func:`solver.author.generator.making.generate`."""
    from solver.author.generator import making

    return making.generate(options, seed, should_stop, pictures)
