"""The commands that need only the domain: ``check`` and ``list``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import click

from puzzles import shared_options as shared
from puzzles.command_line import ending, files_argument, stoppable
from puzzles.contracts import ShouldStop
from puzzles.difficulty import Difficulty, difficulty_level, difficulty_text
from puzzles.errors import NonogramError
from puzzles.exit_codes import BAD_INPUT, DONE
from puzzles.formats import Document, read
from puzzles.grid import Grid, unsatisfied_lines
from puzzles.inputs import Input, inputs, puzzle_name
from puzzles.interrupt import StopFlag
from puzzles.json_keys import json_help
from puzzles.json_output import Failure, failure_line, puzzle_line
from puzzles.model import Line, Puzzle
from puzzles.packs import Pack, PackPuzzle, packs
from puzzles.progress import BATCH, FILES_WORTH_A_WORKER, in_order, workers_for
from puzzles.titles import shortened
from puzzles.words import _, enumerated, help_text, worded

CHECK_HELP = help_text("""List all defects of puzzle files.

The exit code is 0 if no file has a defect, 2 otherwise, and 130 after Ctrl+C. Nothing is
solved: a puzzle without defects may still have no solution, or several; `nonogram solve` finds
out.""") + json_help("check")


@click.command(help=CHECK_HELP)
@files_argument
@shared.json_option
@shared.jobs_option.saying(shared.JOBS_DEFAULT)
@ending
@stoppable
def check(should_stop: StopFlag, files: tuple[str, ...], as_json: bool, jobs: int | None) -> int:
    """The command; its help text is :data:`CHECK_HELP`."""
    all_good = True
    done, count = 0, len(files)
    workers = workers_for(jobs, count, FILES_WORTH_A_WORKER)
    try:
        with should_stop.breaking():
            check_one = partial(_checked, as_json)
            for path, findings in in_order(check_one, inputs(files), count, workers, batch=BATCH):
                all_good &= all(found.is_good for found in findings)
                _show(path, findings, as_json)
                done += 1
    except KeyboardInterrupt:
        text = worded("stopped; {done} of {count} files were checked", done=done, count=count)
        click.echo(text, err=True)
    return DONE if all_good else BAD_INPUT


def _show(path: str, findings: Sequence[_Findings], as_json: bool) -> None:
    """Print what was found in a file."""
    for found in findings:
        if as_json:
            click.echo(found.json_line(path))
        else:
            click.echo("\n".join(found.lines(path)))


def _is_within(puzzle: PackPuzzle, smallest: shared.BoardSize, largest: shared.BoardSize) -> bool:
    """Whether both sides are between those of two sizes."""
    return (
        smallest.width <= puzzle.width <= largest.width
        and smallest.height <= puzzle.height <= largest.height
    )


def _sizes(
    context: click.Context, option: click.Parameter, text: str | None
) -> tuple[shared.BoardSize, shared.BoardSize] | None:
    """The smallest and the largest size."""
    if text is None:
        return None
    smallest, dash, largest = text.partition("-")
    found = shared.size_in(smallest), shared.size_in(largest if dash else smallest)
    if found[0] is None or found[1] is None:
        raise click.BadParameter(
            worded("{text!r} is not a size such as 20x15, or 10x10-20x20.", text=text)
        )
    return found[0], found[1]


def _is_wanted(
    puzzle: PackPuzzle,
    difficulties: Sequence[Difficulty],
    sizes: tuple[shared.BoardSize, shared.BoardSize] | None,
    colors: int | None,
) -> bool:
    """Whether a bundled puzzle passes the filters."""
    difficulty = puzzle.rating.difficulty if puzzle.rating else None
    return (
        (not difficulties or difficulty in difficulties)
        and (sizes is None or _is_within(puzzle, *sizes))
        and colors in (None, puzzle.colors)
    )


LIST_PACKS_HELP = help_text("""List the puzzles that come with the program.

Each line has the size, the difficulty, the title and the file. The files can
be given to `nonogram`, `nonogram solve` and `nonogram check`.

\b
Examples:
  nonogram list --difficulty easy --size 10x10-20x20
  nonogram list --colors 3 --paths""") + json_help("list")


@click.command("list", help=LIST_PACKS_HELP)
@click.option("--paths", "only_paths", is_flag=True, help=_("Only the files, one per line."))
@shared.json_option
@shared.difficulty_option.saying(_("May be repeated."), multiple=True)
@shared.size_option.saying(_("Or from one to another: 10x10-20x20."), callback=_sizes)
@shared.colors_option
@ending
def list_packs(
    only_paths: bool,
    as_json: bool,
    difficulty: tuple[Difficulty, ...],
    size: tuple[shared.BoardSize, shared.BoardSize] | None,
    colors: int | None,
) -> int:
    """The command; its help text is :data:`LIST_PACKS_HELP`."""
    lines = []
    room = max(len(_difficulty(puzzle)) for pack in packs() for puzzle in pack.puzzles)
    for pack in packs():
        wanted = [each for each in pack.puzzles if _is_wanted(each, difficulty, size, colors)]
        if as_json:
            lines += [_listed(pack, puzzle) for puzzle in wanted]
            continue
        if wanted and not only_paths:
            parent = wanted[0].path.parent
            lines.append(worded("{title}, in {parent}", title=pack.title, parent=parent))
        for puzzle in wanted:
            measure, rating = f"{puzzle.width}x{puzzle.height}", _difficulty(puzzle)
            lines.append(
                str(puzzle.path)
                if only_paths
                else f"  {measure:>7}  {rating:<{room}}  {puzzle.title:<20}  {puzzle.path.name}"
            )
    if lines:
        click.echo("\n".join(lines))  # at once: each call flushes
    return DONE


def _listed(pack: Pack, puzzle: PackPuzzle) -> str:
    """A bundled puzzle for ``--json``."""
    rating = puzzle.rating
    values = {
        "pack": pack.name,
        "title": puzzle.title,
        "colors": puzzle.colors,
        "difficulty": rating.difficulty if rating else None,
        "level": difficulty_level(rating.difficulty, rating.score) if rating else None,
        "score": rating.score if rating else None,
    }
    return puzzle_line(read(puzzle.path), str(puzzle.path), values)


def _difficulty(puzzle: PackPuzzle) -> str:
    rating = puzzle.rating
    return difficulty_text(rating.difficulty, rating.score) if rating else ""


class _Findings(NamedTuple):
    """What was found in a file."""

    problems: list[str]
    """Sentences without the file's name; empty if there is no defect."""
    height: int = 0
    width: int = 0
    title: str = ""
    failure: Failure | None = None
    """Why the file cannot be read."""
    number: int | None = None
    """Its number in a file of several, from 1."""
    document: Document | None = None
    """The puzzle, if JSON is printed."""

    @property
    def is_good(self) -> bool:
        """Whether there is no defect."""
        return not self.problems and self.failure is None

    def json_line(self, path: str) -> str:
        """What is printed with ``--json``."""
        if self.failure is not None or self.document is None:
            return failure_line(self.failure or Failure(""), path)
        values = {"puzzle": self.number, "problems": self.problems}
        return puzzle_line(self.document, path, values)

    def lines(self, path: str) -> list[str]:
        """What is printed for people."""
        name = puzzle_name(path, self.number)
        if self.failure is not None:
            return [self.failure.message]
        if self.problems:
            return [f"{name}: {problem}" for problem in self.problems]
        facts = ["ok", f"{self.width}x{self.height}"]
        if self.title:
            facts.append(shortened(self.title))
        return [f"{name}: {enumerated(facts)}"]


def _checked(as_json: bool, file: Input, _: ShouldStop) -> tuple[str, list[_Findings]]:
    """The file's name on the command line, and what was found in its puzzles."""
    try:
        documents = file.documents()
    except NonogramError as error:
        return file.path, [_Findings([], failure=Failure.of(error))]
    is_single = len(documents) == 1
    return file.path, [
        _findings(each.puzzle)._replace(
            number=None if is_single else number, document=each if as_json else None
        )
        for number, each in enumerate(documents, 1)
    ]


def _findings(puzzle: Puzzle) -> _Findings:
    problems = [str(defect) for defect in puzzle.defects()] or [
        worded("the goal does not satisfy {line}", line=line) for line in _wrong_in_goal(puzzle)
    ]
    return _Findings(problems, puzzle.height, puzzle.width, puzzle.title)


def _wrong_in_goal(puzzle: Puzzle) -> list[Line]:
    """The lines whose clues the puzzle's goal, if it has one, does not satisfy."""
    if not puzzle.goal:
        return []
    return list(
        unsatisfied_lines(puzzle, Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width))
    )
