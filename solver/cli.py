"""The command ``nonogram solve``.

Importing this module is fast: engines and the progress bar are imported when a file is solved.
Results go to stdout, everything else to stderr.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import click

from puzzles import shared_options as shared
from puzzles.command_line import (
    check_cluster,
    ending,
    files_argument,
    option,
    stoppable,
)
from puzzles.errors import LibraryError, NonogramError
from puzzles.exit_codes import BAD_INPUT, DONE, NO, UNDECIDED, worse
from puzzles.interrupt import StopFlag
from puzzles.json_keys import json_help
from puzzles.json_output import Failure, line_value, puzzle_line, tell
from puzzles.option import Limit, Option, declared_options
from puzzles.standard_input import name_of
from puzzles.words import _, help_text, listed, worded
from solver.engine_choice import engine_labels, engine_option
from solver.values import Limits

if TYPE_CHECKING:
    from puzzles.contracts import ShouldStop
    from puzzles.destination import Destination
    from puzzles.model import Line
    from puzzles.progress import ShareShown
    from solver.puzzle_jobs import PuzzleJob
    from solver.values import Event, OnEvent, SolveResult

TASKS_WORTH_A_PROCESS = 4
"""Starting a process takes as long as solving some puzzles of the usual size."""

HELP = help_text("""Solve puzzle files and print every solution.

A solution is drawn with # for a shaded cell and . for a blank one; further colours
are letters. The command always finds out whether a solution is the only one. On hard
puzzles, finding many solutions takes far longer; --limit 1 avoids that.

In a file of a torn page, ? is a number that is not known, and * stands for any numbers:
3 ? 2, or * 4. If there is one solution, it shows the missing clues.

\b
Examples:
  nonogram solve cat.non              all solutions, at most 10
  nonogram solve -c cat.non           the same with the clues
  nonogram solve cat.non -o done.non  write it solved, for the window
  nonogram solve -u *.non             how many solutions each one has
  nonogram solve -u set.nonpack       of all puzzles in a file
  nonogram solve --json cat.non       one JSON object a line
  nonogram solve -u --json *.non      the same without the solutions
  nonogram solve --timeout 10 big.non
  nonogram solve - < cat.non          the puzzle from standard input
  nonogram solve torn.non             with ? and * for unknown clues
  nonogram solve -i --engine elimination:queue=fifo,native cat.non
  nonogram scan *.jpg -o - | nonogram solve -

\b
Exit codes:
  0  solved
  1  there is no solution
  2  a file cannot be read or its puzzle is defective; wrong options
  3  out of time, or beyond the method; what was found is printed
  130  stopped by Ctrl+C; what was found is printed

With several files the most severe code counts: 130, then 2, 3, 1 and 0.
""") + json_help("solve")


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The options of the command line."""

    style: str
    """``plain``, ``clues``, ``grid``, ``info``, ``unique`` or ``json``."""
    engines: tuple[str, ...]
    output: str | None
    """Where ``grid`` writes."""
    force: bool
    files: tuple[str, ...]
    timeout_s: float | None
    jobs: int | None
    cluster: str | None
    unique: Annotated[bool, Option("Print only the number of solutions.")] = False
    """The JSON then leaves out the solutions."""
    limit: Annotated[int, Limit()] = 10
    threads: Annotated[
        int | None,
        Option(
            "Threads for a hard puzzle, one for each core at most, as a single puzzle has by "
            "default. Another number may find other solutions first.",
            1,
            metavar="N",
        ),
    ] = None

    @property
    def wanted(self) -> int:
        """One solution more than is printed, to know whether the printed ones are all."""
        return self.limit + 1


class _Task(NamedTuple):
    """One puzzle for one engine."""

    job: PuzzleJob
    engine: str


_OPTIONS = declared_options(SolveOptions)


@click.command("solve", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-c", "--clues", is_flag=True, help=_("Print the clues beside each solution."))
@click.option("-i", "--info", is_flag=True, help=_("Print the solutions and then statistics."))
@option(_OPTIONS["unique"], "-u")
@shared.json_option
@option(_OPTIONS["limit"])
@engine_option(_("the first that can be used here"))
@shared.timeout_option
@shared.output_option.saying(
    _("Of each puzzle its first solution, filled in; without it, the solutions are printed.")
)
@option(_OPTIONS["threads"])
@shared.jobs_option.saying(shared.JOBS_DEFAULT)
@shared.cluster_option
@shared.force_option
@files_argument
@click.pass_context
@ending
@stoppable
def solve(
    should_stop: StopFlag,
    context: click.Context,
    /,
    clues: bool,
    info: bool,
    unique: bool,
    as_json: bool,
    engines: tuple[str, ...],
    output: str | None,
    force: bool,
    files: tuple[str, ...],
    **options: Any,
) -> int:
    """The command; its help text is :data:`HELP`."""
    is_written = output is not None
    styles = {"-c": clues, "-o": is_written, "-i": info, "-u": unique, "--json": as_json}
    chosen = [option for option, given in styles.items() if given]
    if len(chosen) > 1 and chosen != ["-u", "--json"]:
        raise click.UsageError(worded("{chosen} exclude each other.", chosen=listed(chosen)))
    if force and not is_written:
        raise click.UsageError(_("--force is for the file that -o writes, and -o is not given."))
    check_cluster(context)
    names = {"-c": "clues", "-o": "grid", "-i": "info", "-u": "unique", "--json": "json"}
    style = names[chosen[-1]] if chosen else "plain"
    labels = tuple(engine_labels(engines))  # a wrong name is reported once
    if is_written and len(labels) > 1:
        raise click.UsageError(_("-o writes one solution, so it takes a single --engine."))
    given = SolveOptions(style, labels, output, force, files, unique=unique, **options)
    return _solve_all(given, should_stop)


commands: list[click.Command] = [solve]
"""What this package adds to the command line."""


def _solve_all(options: SolveOptions, should_stop: StopFlag) -> int:
    """Solve the files; return the exit code."""
    worst = DONE
    results, count = _results(options, should_stop)
    target = None if options.output is None else _Target(options.output, options.force, count)
    done = 0
    for number, (task, result) in enumerate(results):
        if count > 1 and should_stop() and _is_empty(result):
            continue  # the sentence at the end says how many are left
        is_apart = number > 0 and options.style in ("plain", "clues", "info")
        if is_apart and not isinstance(result, Failure):
            click.echo()
        worst = worse(worst, _show(task, result, options, target))
        done += 1
    if count > 1 and should_stop():
        click.echo(
            worded("stopped; {done} of {count} puzzles were solved", done=done, count=count),
            err=True,
        )
    return worst


def _is_empty(result: SolveResult | Failure) -> bool:
    """Whether a solve was stopped before it found anything."""
    from solver.values import Outcome

    return (
        not isinstance(result, Failure)
        and result.outcome is Outcome.STOPPED
        and not result.solutions
    )


class _Target:
    """Where -o writes the solved puzzles.

    Raises:
        LibraryError: There are several, and it is no folder; or the file cannot be written.
    """

    def __init__(self, output: str, force: bool, count: int) -> None:
        from puzzles.destination import Destination
        from puzzles.formats.target import is_folder_name
        from solver.puzzle_jobs import FileStems

        self._output, self._force, self._stems = output, force, FileStems()
        if output and is_folder_name(output):
            return
        if count > 1:
            raise LibraryError(shared.several_puzzles_text(output, count))
        Destination.checked(output, "", [], force)

    def destination(self, job: PuzzleJob) -> Destination:
        """That of the next puzzle."""
        from puzzles.destination import Destination

        return Destination.checked(self._output, self._stems.of(job), [], self._force)


def _results(
    options: SolveOptions, should_stop: StopFlag
) -> tuple[Iterator[tuple[_Task, SolveResult | Failure]], int]:
    """Each task with its result, or with a problem; and how many tasks there are."""
    from puzzles.many import cores
    from puzzles.progress import cluster_at, in_order, with_bar, workers_for
    from solver.many import solve_each
    from solver.puzzle_jobs import puzzle_jobs
    from solver.registry import default_engine

    engines = options.engines or (default_engine(),)
    is_native = set(engines) == {"native"}  # it needs threads only
    jobs, count = puzzle_jobs(options.files, should_stop, may_be_incomplete=True)
    count *= len(engines)
    workers = workers_for(options.jobs, count, 1 if is_native else TASKS_WORTH_A_PROCESS)
    has_bar = workers == 1 and options.cluster is None
    is_single = count == 1 and options.cluster is None
    threads = min(options.threads or (cores() if is_single else 1), cores())
    limits = Limits(options.wanted, options.timeout_s, threads=threads)
    tasks = _tasks(jobs, engines)
    if is_native and workers > 1 and options.cluster is None:
        solved = solve_each(tasks, lambda task: task.job.puzzle, limits, should_stop, workers)
        by_itself = partial(_solved, limits, False)
        results = (
            (task, result) if result else by_itself(task, should_stop) for task, result in solved
        )
        return with_bar(results, count), count
    work = partial(_solved, limits, has_bar)
    cluster = cluster_at(options.cluster, _failed)
    return in_order(work, tasks, count, workers, should_stop, cluster=cluster), count


def _tasks(jobs: Iterable[PuzzleJob], engines: Sequence[str]) -> Iterator[_Task]:
    """Each puzzle for each engine; a problem is told once."""
    for job in jobs:
        yield from (_Task(job, engine) for engine in engines[: 1 if job.failure else None])


def _solved(
    limits: Limits, has_bar: bool, task: _Task, should_stop: ShouldStop
) -> tuple[_Task, SolveResult | Failure]:
    """Do a task, in any process."""
    from solver.api import solve as solve_puzzle

    puzzle = task.job.puzzle
    try:
        with _heard(task.job.name) if has_bar else nullcontext() as on_event:
            if puzzle is None:
                return task, task.job.failed("")
            return task, solve_puzzle(puzzle, limits, on_event, should_stop, task.engine)
    except NonogramError as error:
        return task, Failure.of(error)


def _failed(task: _Task, problem: str) -> tuple[_Task, SolveResult | Failure]:
    """The result of a task that no worker of a cluster survives."""
    return task, task.job.failed(problem)


def _show(
    task: _Task, result: SolveResult | Failure, options: SolveOptions, target: _Target | None
) -> int:
    """Print a result; return its exit code."""
    from solver.values import Outcome

    if isinstance(result, Failure):
        tell(result, task.job.path, task.job.number, as_json=options.style == "json")
        return BAD_INPUT
    is_over = result.complete or len(result.solutions) >= options.wanted
    is_over |= result.outcome is Outcome.FOUND
    if len(result.solutions) > options.limit:
        shown = result.solutions[: options.limit]
        result = replace(result, solutions=shown, complete=False)
    try:
        _print(task, result, options, target)
    except NonogramError as error:
        click.echo(str(error), err=True)
        return BAD_INPUT
    if is_over:
        return DONE if result.solutions else NO
    if result.outcome is Outcome.SEVERAL:
        text = _("{name}: not finished; there may be more solutions")
        click.echo(worded(text, name=task.job.name), err=True)
    return UNDECIDED


def _print(
    task: _Task,
    result: SolveResult,
    options: SolveOptions,
    target: _Target | None,
) -> None:
    from solver import report
    from solver.values import Outcome

    name, puzzle = task.job.name, task.job.puzzle
    assert puzzle is not None
    if len(options.engines) > 1:
        name += f", {task.engine}"
    found: dict[Line, str] = {}
    if puzzle.unknown_lines:
        from solver.completion import found_clues, found_text

        found = found_clues(puzzle, result)
    match options.style:
        case "json":
            click.echo(_json(task.job, result, options, found))
        case "unique":
            is_named = len(options.files) > 1 or name != name_of(task.job.path)
            click.echo((f"{name}: " if is_named else "") + report.count_text(result))
        case "grid":
            assert target is not None
            _write_solved(task.job, result, target.destination(task.job))
            if puzzle.unknown_lines and len(result.solutions) > 1:
                text = _("{name}: the missing clues have several answers; one of them is written")
                click.echo(worded(text, name=name), err=True)
        case _:
            lines = [f"{name}: {report.sentence(result)}"]
            if found:
                lines.append(worded("Found clues: {clues}", clues=found_text(found)))
            for number, grid in enumerate(result.solutions[: options.limit], 1):
                lines += ["", worded("Solution #{number}", number=number)]
                lines += (
                    report.with_clues(task.job.puzzle_of(grid), grid)
                    if options.style == "clues"
                    else grid.to_text(puzzle.palette)
                )
            if options.style == "info":
                lines += ["", *report.statistics_lines(result)]
            click.echo("\n".join(lines))
    is_silent = result.outcome in (Outcome.UNIQUE, Outcome.SEVERAL) and options.style != "grid"
    if options.style in ("json", "unique", "grid") and not is_silent and not result.is_unique:
        click.echo(f"{name}: {report.sentence(result)}", err=True)


def _json(
    job: PuzzleJob, result: SolveResult, options: SolveOptions, clues: Mapping[Line, str]
) -> str:
    from puzzles.formats import Document

    found = result.solutions[: options.limit]
    puzzle = job.puzzle
    assert puzzle is not None
    document = Document(job.puzzle_of(found[0]) if found and clues else puzzle)
    return puzzle_line(
        document,
        job.path,
        {
            "puzzle": job.number,
            "outcome": result.outcome.value,
            "count": len(found),
            "solutions": None
            if options.unique
            else [grid.to_text(puzzle.palette) for grid in found],
            "seconds": round(result.statistics.seconds, 6),
            "engine": result.engine,
            "complete": result.complete,
            "note": result.note,
            "found": [{"line": line_value(line), "text": text} for line, text in clues.items()],
        },
    )


def _write_solved(job: PuzzleJob, result: SolveResult, destination: Destination) -> None:
    """Write the puzzle with its first solution as the player's marks."""
    from puzzles.formats import Document

    if result.solutions:
        solution = result.solutions[0]
        destination.write(Document(job.puzzle_of(solution), solution))
        destination.say_written()


@contextmanager
def _heard(name: str) -> Iterator[OnEvent | None]:
    """What is to be done with the events of a solve: a bar shows how far it is."""
    from puzzles.progress import share_bar

    with share_bar(Path(name).name) as show:
        yield None if show is None else partial(_show_event, show)


def _show_event(show: ShareShown, event: Event) -> None:
    known = event.known / event.total
    sentence = worded("{known} of {total} cells certain", known=event.known, total=event.total)
    show(known + (1 - known) * event.fraction, sentence)
