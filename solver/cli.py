"""The command ``nonogram solve``.

Only the command line itself is read here; engines and the progress bar are imported when a file
is solved. Results go to stdout; whatever is not a result goes to stderr.
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
"""The exit codes; of several files the one counts that stands furthest right."""

DEFAULT_OUTPUT = "output.non"
BAR_AFTER_S = 0.5

HELP = """Solve puzzle files and print every solution.

A solution is drawn with # for a shaded cell and . for a blank one; further colours
are letters. Whether a solution is the only one is always found out. On hard puzzles
looking for many solutions takes far longer than that: --limit 1 asks for no more.

\b
Examples:
  nonogram solve cat.non              all solutions, at most 10
  nonogram solve -c cat.non           the same with the clues beside
  nonogram solve -g cat.non           write output.non, solved, for the window
  nonogram solve -u *.non             how many solutions each one has
  nonogram solve --json cat.non       one JSON object a line
  nonogram solve --timeout 10 big.non
  nonogram solve -i --engine elimination:queue=fifo cat.non

\b
Exit codes:
  0  solved
  1  there is no solution
  2  a file cannot be read or its puzzle is defective; wrong options
  3  stopped by Ctrl+C, out of time, or beyond the method; what was found is printed
With several files every one is tried; 2 beats 3, 3 beats 1, 1 beats 0.
"""


@dataclass(frozen=True, slots=True)
class _SolveOptions:
    """What the command line asks for."""

    style: str
    """``plain``, ``clues``, ``grid``, ``info``, ``unique`` or ``json``."""
    limit: int
    engine: str | None
    timeout_s: float | None
    output: str
    force: bool
    named: bool
    """Whether a bare number needs its file's name because there are several."""


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
        raise click.UsageError("-o says where -g writes, and -g is not given.")
    if force and not grid:
        raise click.UsageError("--force is for the file that -g writes, and -g is not given.")
    names = {"-c": "clues", "-g": "grid", "-i": "info", "-u": "unique", "--json": "json"}
    style = names[chosen[0]] if chosen else "plain"
    target = output or DEFAULT_OUTPUT
    wish = _SolveOptions(style, limit, engine, timeout, target, force, len(files) > 1)
    context.exit(_solve_all(files, wish))


commands: list[click.Command] = [solve]
"""What this package adds to the command line."""


def _solve_all(files: tuple[str, ...], wish: _SolveOptions) -> int:
    """Solve file after file; the exit code."""
    worst = SOLVED
    try:
        with interruptible() as should_stop:
            get_engine(wish.engine)  # an unknown one is said once, not for each file
            if wish.style == "grid":
                from puzzles.formats.target import check_protection

                check_protection(Path(wish.output), wish.force)
            for number, path in enumerate(files):
                code = _solve_file(path, wish, should_stop, is_first=not number)
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


def _solve_file(path: str, wish: _SolveOptions, should_stop: StopFlag, is_first: bool) -> int:
    """Solve one file and print what was asked for; its exit code."""
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
        limits = Limits(wish.limit + 1, wish.timeout_s)  # one more tells whether those are all
        with _progress_bar(path) as on_event:
            result = solve_puzzle(puzzle, limits, on_event, should_stop, wish.engine)
        is_over = result.complete or len(result.solutions) >= limits.wanted
        is_over |= result.outcome is Outcome.FOUND
        if len(result.solutions) > wish.limit:
            shown = result.solutions[: wish.limit]
            result = replace(result, solutions=shown, complete=False)
        if not is_first and wish.style in ("plain", "clues", "info"):
            click.echo()
        _show(path, puzzle, result, wish)
    except NonogramError as error:
        click.echo(str(error), err=True)
        return BAD_INPUT
    if not is_over:
        return STOPPED
    return SOLVED if result.solutions else NO_SOLUTION


def _show(path: str, puzzle: Puzzle, result: SolveResult, wish: _SolveOptions) -> None:
    from solver import report
    from solver.values import Outcome

    headline = f"{path}: {report.sentence(result)}"
    match wish.style:
        case "json":
            click.echo(_json(path, puzzle, result, wish.limit))
        case "unique":
            prefix = f"{path}: " if wish.named else ""
            click.echo(prefix + report.count_text(result))
        case "grid":
            _write_solved(puzzle, result, wish)
        case _:
            click.echo(headline)
            for number, grid in enumerate(result.solutions[: wish.limit], 1):
                click.echo(f"\nSolution #{number}")
                beside = wish.style == "clues"
                rows = report.with_clues(puzzle, grid) if beside else grid.to_text(puzzle.palette)
                click.echo("\n".join(rows))
            if wish.style == "info":
                click.echo("\n" + "\n".join(report.statistics_lines(result)))
    is_silent = result.outcome in (Outcome.UNIQUE, Outcome.SEVERAL) and wish.style != "grid"
    if wish.style in ("json", "unique", "grid") and not is_silent and not result.is_unique:
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


def _write_solved(puzzle: Puzzle, result: SolveResult, wish: _SolveOptions) -> None:
    """Write the puzzle with its first solution as the player's marks."""
    from puzzles.formats import Document, write

    if result.solutions:
        write(wish.output, Document(puzzle, result.solutions[0]), force=wish.force)
        click.echo(f"{wish.output}: written")


@contextmanager
def _progress_bar(path: str) -> Iterator[OnEvent | None]:
    """A progress bar on the terminal, once a solve is worth one."""
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
