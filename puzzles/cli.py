"""The commands that need only the domain: ``check`` and ``list``."""

from __future__ import annotations

import click

from puzzles.errors import NonogramError
from puzzles.formats import read
from puzzles.grid import Grid, unsatisfied_lines
from puzzles.model import Line, Puzzle
from puzzles.packs import packs
from puzzles.titles import shortened


@click.command
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.pass_context
def check(context: click.Context, paths: tuple[str, ...]) -> None:
    """List all defects of puzzle files.

    The exit code is 0 if no file has a defect, 2 otherwise. Nothing is solved: a puzzle without
    defects may still have no solution, or several; `nonogram solve` finds out.
    """
    all_good = True
    for path in paths:
        is_good, lines = _findings(path)
        all_good &= is_good
        click.echo("\n".join(lines))
    context.exit(0 if all_good else 2)


@click.command("list")
@click.option("--paths", "only_paths", is_flag=True, help="Only the files, one per line.")
def list_packs(only_paths: bool) -> None:
    """List the puzzles that come with the program.

    Each line has the size, the difficulty, the title and the file. The files can be given to
    `nonogram`, `nonogram solve` and `nonogram check`.
    """
    for pack in packs():
        if not only_paths:
            click.echo(f"{pack.title}, in {pack.puzzles[0].path.parent}")
        for puzzle in pack.puzzles:
            size = f"{puzzle.height}x{puzzle.width}"
            difficulty = puzzle.rating.difficulty if puzzle.rating else ""
            click.echo(
                str(puzzle.path)
                if only_paths
                else f"  {size:>7}  {difficulty:<8}  {puzzle.title:<20}  {puzzle.path.name}"
            )


def _findings(path: str) -> tuple[bool, list[str]]:
    """Whether a file is free of defects, and the lines to print."""
    try:
        puzzle = read(path).puzzle
    except NonogramError as error:
        return False, [str(error)]
    if defects := puzzle.defects():
        return False, [f"{path}: {defect}" for defect in defects]
    if wrong := _wrong_in_goal(puzzle):
        return False, [f"{path}: the goal does not satisfy {line}" for line in wrong]
    title = f", {shortened(puzzle.title)}" if puzzle.title else ""
    return True, [f"{path}: ok, {puzzle.height}x{puzzle.width}{title}"]


def _wrong_in_goal(puzzle: Puzzle) -> list[Line]:
    """The lines whose clues the puzzle's goal, if it has one, does not satisfy."""
    if not puzzle.goal:
        return []
    return list(
        unsatisfied_lines(puzzle, Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width))
    )
