"""Generating one puzzle, in any process. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid
from solver.author.generator.options import GeneratorOptions

if TYPE_CHECKING:
    from solver.author.generator.making import Generated


class GenerateJob(NamedTuple):
    """A puzzle to be generated."""

    options: GeneratorOptions
    seed: str
    pictures: tuple[Grid, ...] = ()
    """Boards to begin with; empty for drawn ones."""


def generated(job: GenerateJob, should_stop: ShouldStop) -> Generated | None:
    """Generate a puzzle; see :func:`solver.author.generator.making.generate`."""
    from solver.author.generator.making import generate

    return generate(job.options, job.seed, should_stop, job.pictures)
