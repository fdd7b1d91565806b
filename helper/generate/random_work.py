"""Generating a puzzle in a child process of the window. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzles.model import Puzzle
from puzzles.system import SYSTEM

if TYPE_CHECKING:
    from solver.author.generator.options import GeneratorOptions


def random_work(
    options: GeneratorOptions,
    seed: str,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Puzzle | None:
    """A puzzle as wished; ``None`` if no picture led to one."""
    from solver.author.generator.making import generate

    SYSTEM.run_when_idle()
    found = generate(options, seed, should_stop)
    return None if found is None else found.puzzle
