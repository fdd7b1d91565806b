"""The command ``nonogram solve``.

Importing this module is fast: engines and the progress bar are imported when a file is solved.
Results go to stdout, everything else to stderr.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

import click

from puzzles.command_line import finite, force_option
from puzzles.errors import NonogramError
from puzzles.output import output_lost
from solver.interrupt import StopFlag, interruptible
from solver.registry import engine_names, get_engine

if TYPE_CHECKING:
    from puzzles.model import Puzzle
    from solver.values import OnEvent, SolveResult

SOLVED, NO_SOLUTION, BAD_INPUT, STOPPED = 0, 1, 2, 3
SEVERITY = (SOLVED, NO_SOLUTION, STOPPED, BAD_INPUT)
"""The exit codes, the least severe first; with several files the most severe one counts."""

DEFAULT_OUTPUT = "output.non"
BAR_AFTER_S = 0.5
"""Seconds of solving before the progress bar appears."""

HELP = """Solve puzzle files and print every solution.

A solution is drawn with # for a shaded cell and . for a blank one; further colours
are letters. The command always finds out whether a solution is the only one. On hard
puzzles, finding many solutions takes far longer; --limit 1 avoids that.

\b
Examples:
  nonogram solve cat.non              all solutions, at most 10
  nonogram solve -c cat.non           the same with the clues
  nonogram solve -g cat.non           write output.non, solved, for the window
  nonogram solve -u *.non             how many solutions each one has
  nonogram solve --json cat.non       one JSON object a line
  nonogram solve --timeout 10 big.non
  nonogram solve - < cat.non         the puzzle from standard input
  nonogram solve -i --engine elimination:queue=fifo cat.non

\b
Exit codes:
  0  solved
  1  there is no solution
  2  a file cannot be read or its puzzle is defective; wrong options
  3  stopped by Ctrl+C, out of time, or beyond the method; what was found is printed
With several files the most severe code counts: 2, then 3, 1 and 0.
"""


@dataclass(frozen=True, slots=True)
class _SolveOptions:
    """The options of the command line."""

    style: str
    """``plain``, ``clues``, ``grid``, ``info``, ``unique`` or ``json``."""
    limit: int
    engine: str | None
    timeout_s: float | None
    output: str
    force: bool
    named: bool
    """Whether a printed number is preceded by its file's name, because there are several files."""


@click.command("solve", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-c", "--clues", is_flag=True, help="Print the clues beside each solution.")
@click.option(
    "-g",
    "--grid",
    is_flag=True,
    help=f"Write {DEFAULT_OUTPUT} instead: the puzzle with its first solution filled in.",
)
@click.option("-i", "--info", is_flag=True, help="Print the solutions and then statistics.")
@click.option("-u", "--unique", is_flag=True, help="Print only the number of solutions.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each file.")
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    default=10,
    show_default=True,
    help="Solutions to look for.",
)
@click.option(
    "--engine",
    metavar="NAME",
    help=f"The solving method: {', '.join(engine_names())}; the first is the default. Options of "
    "a method follow colons; `nonogram engines` lists them.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, 1e9, min_open=True),
    callback=finite,
    metavar="S",
    help="Seconds to spend on a file, at most.",
)
@click.option("-o", "--output", metavar="PATH", help="With -g: the file to write.")
@force_option
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.pass_context
def solve(
    context: click.Context,
    clues: bool,
    grid: bool,
    info: bool,
    unique: bool,
    as_json: bool,
    limit: int,
    engine: str | None,
    timeout: float | None,
    output: str | None,
    force: bool,
    files: tuple[str, ...],
) -> None:
    """The command; its help text is :data:`HELP`."""
    styles = {"-c": clues, "-g": grid, "-i": info, "-u": unique, "--json": as_json}
    chosen = [option for option, given in styles.items() if given]
    if len(chosen) > 1:
        raise click.UsageError(f"{' and '.join(chosen)} exclude each other.")
    if grid and len(files) > 1:
        raise click.UsageError("-g writes a single file, so it takes a single puzzle.")
    if output is not None and not grid:
        raise click.UsageError("-o is the file that -g writes, and -g is not given.")
    if force and not grid:
        raise click.UsageError("--force is for the file that -g writes, and -g is not given.")
    names = {"-c": "clues", "-g": "grid", "-i": "info", "-u": "unique", "--json": "json"}
    style = names[chosen[0]] if chosen else "plain"
    target = output or DEFAULT_OUTPUT
    options = _SolveOptions(style, limit, engine, timeout, target, force, len(files) > 1)
    context.exit(_solve_all(files, options))


commands: list[click.Command] = [solve]
"""What this package adds to the command line."""


def _solve_all(files: tuple[str, ...], options: _SolveOptions) -> int:
    """Solve the files one after the other; return the exit code."""
    worst = SOLVED
    try:
        with interruptible() as should_stop:
            get_engine(options.engine)  # an unknown engine is reported once, not for each file
            if options.style == "grid":
                from puzzles.formats.target import check_protection

                check_protection(Path(options.output), options.force)
            for number, path in enumerate(files):
                code = _solve_file(path, options, should_stop, is_first=not number)
                worst = max(worst, code, key=SEVERITY.index)
                if should_stop():
                    break
            if sys.stdout is not None:
                sys.stdout.flush()
    except NonogramError as error:
        click.echo(str(error), err=True)
        return BAD_INPUT
    except OSError as error:
        return output_lost(error, worst)
    return worst


def _solve_file(path: str, options: _SolveOptions, should_stop: StopFlag, is_first: bool) -> int:
    """Solve one file and print the result; return its exit code."""
    from puzzles.formats import read
    from solver.api import solve as solve_puzzle
    from solver.values import Limits, Outcome

    try:
        with should_stop.breaking():
            puzzle = read(path).puzzle
        if defects := puzzle.defects():
            for defect in defects:
                click.echo(f"{path}: {defect}", err=True)
            return BAD_INPUT
        # One more than is printed, to know whether the printed ones are all.
        limits = Limits(options.limit + 1, options.timeout_s)
        with _progress_bar(path) as on_event:
            result = solve_puzzle(puzzle, limits, on_event, should_stop, options.engine)
        is_over = result.complete or len(result.solutions) >= limits.wanted
        is_over |= result.outcome is Outcome.FOUND
        if len(result.solutions) > options.limit:
            shown = result.solutions[: options.limit]
            result = replace(result, solutions=shown, complete=False)
        if not is_first and options.style in ("plain", "clues", "info"):
            click.echo()
        _show(path, puzzle, result, options)
    except NonogramError as error:
        click.echo(str(error), err=True)
        return BAD_INPUT
    if not is_over:
        return STOPPED
    return SOLVED if result.solutions else NO_SOLUTION


def _show(path: str, puzzle: Puzzle, result: SolveResult, options: _SolveOptions) -> None:
    from solver import report
    from solver.values import Outcome

    headline = f"{path}: {report.sentence(result)}"
    match options.style:
        case "json":
            click.echo(_json(path, puzzle, result, options.limit))
        case "unique":
            prefix = f"{path}: " if options.named else ""
            click.echo(prefix + report.count_text(result))
        case "grid":
            _write_solved(puzzle, result, options)
        case _:
            click.echo(headline)
            for number, grid in enumerate(result.solutions[: options.limit], 1):
                click.echo(f"\nSolution #{number}")
                has_clues = options.style == "clues"
                rows = (
                    report.with_clues(puzzle, grid) if has_clues else grid.to_text(puzzle.palette)
                )
                click.echo("\n".join(rows))
            if options.style == "info":
                click.echo("\n" + "\n".join(report.statistics_lines(result)))
    is_silent = result.outcome in (Outcome.UNIQUE, Outcome.SEVERAL) and options.style != "grid"
    if options.style in ("json", "unique", "grid") and not is_silent and not result.is_unique:
        click.echo(headline, err=True)


def _json(path: str, puzzle: Puzzle, result: SolveResult, limit: int) -> str:
    return json.dumps(
        {
            "file": path,
            "outcome": result.outcome.value,
            "solutions": [grid.to_text(puzzle.palette) for grid in result.solutions[:limit]],
            "seconds": round(result.statistics.seconds, 6),
            "engine": result.engine,
            "complete": result.complete,
            "note": result.note,
        }
    )


def _write_solved(puzzle: Puzzle, result: SolveResult, options: _SolveOptions) -> None:
    """Write the puzzle with its first solution as the player's marks."""
    from puzzles.formats import Document, write

    if result.solutions:
        write(options.output, Document(puzzle, result.solutions[0]), force=options.force)
        click.echo(f"{options.output}: written")


@contextmanager
def _progress_bar(path: str) -> Iterator[OnEvent | None]:
    """Show a progress bar on the terminal if the solve takes longer than ``BAR_AFTER_S``."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    from solver.values import Event

    started = monotonic()
    bars: list[tqdm[NoReturn]] = []

    def on_event(event: Event) -> None:
        if not bars:
            if monotonic() - started < BAR_AFTER_S:
                return
            form = "{desc} {percentage:3.0f}% |{bar}| {elapsed}{postfix}"
            name = Path(path).name
            bars.append(tqdm(desc=name, total=1.0, leave=False, file=sys.stderr, bar_format=form))
        known = event.known / event.total
        bars[0].n = known + (1 - known) * event.fraction
        bars[0].set_postfix_str(f"{event.known} of {event.total} cells certain")

    try:
        yield on_event
    finally:
        for bar in bars:
            bar.close()
