"""The commands ``nonogram rate``, ``nonogram hint`` and ``nonogram explain``.

Importing this module is fast. Results go to stdout, everything else to stderr.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzles import shared_options as shared
from puzzles.command_line import (
    ANY_PATH,
    check_cluster,
    ending,
    files_argument,
    stoppable,
)
from puzzles.contracts import ShouldStop, within
from puzzles.errors import LibraryError, NonogramError
from puzzles.exit_codes import BAD_INPUT, DONE, NO, UNDECIDED, worse
from puzzles.interrupt import StopFlag
from puzzles.json_keys import json_help
from puzzles.json_output import Failure, line_value, puzzle_line, tell
from puzzles.output import STANDARD_OUTPUT
from puzzles.standard_input import name_of
from puzzles.words import _, help_text, listed, plural, worded

if TYPE_CHECKING:
    from puzzles.formats import Document
    from puzzles.model import Puzzle
    from solver.logic.explain import ExplainedStep
    from solver.logic.rate import Rating
    from solver.puzzle_jobs import NamedDocument, PuzzleJob

    _Rated = tuple[PuzzleJob, Rating | None, Failure | None, int]

_HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}

RATE_HELP = help_text("""Say how difficult puzzles are for a person.

The difficulty is that of the hardest technique without which a puzzle cannot be solved: beginner,
easy, medium, hard, expert, or extreme (a guess is needed). The level is the difficulty as a number
and behind the point the work: 2.3 is an easy puzzle with some work. The work comes from the score,
which sums the costs of all steps, each times the square root of the scarcity of places that offer
progress; it grows with the size of the puzzle. The costs are times that people take. The steps
are made in rounds, on all lines at once, so `nonogram explain` may need a few less.

\b
Examples:
  nonogram rate *.non
  nonogram rate --json *.non

\b
Exit codes:
  0  rated
  1  there is no solution, or not exactly one
  2  a file cannot be read or its puzzle is defective; wrong options
  3  out of time, or the board is too large
  130  stopped by Ctrl+C

With several files the most severe code counts: 130, then 2, 3, 1 and 0.
""") + json_help("rate")

HINT_HELP = help_text("""Print the next step of a puzzle in words.

The step is the simplest one that the marks in the file allow. Marks that are wrong are told
instead. With --json, the step is an object as that of `nonogram explain`.

\b
Exit codes:
  0  a step, or the puzzle is solved
  1  a mark is wrong, there is no solution, or no step is certain (several
     solutions)
  2  the file cannot be read or its puzzle is defective; wrong options
  3  out of time, or the board is too large for the next step
  130  stopped by Ctrl+C
""")

EXPLAIN_HELP = help_text("""Print the whole solution of puzzles as numbered steps.

The steps begin with an empty board. Rows, columns and cells are counted from 1.

\b
Examples:
  nonogram explain cat.non
  nonogram explain --to markdown cat.non > cat.md
  nonogram explain -o cat.html cat.non          a page with pictures
  nonogram explain --to html -o pages *.non     a page for each
  nonogram explain --json cat.non               one JSON object a step

\b
Exit codes:
  0  solved to the end
  1  there is no solution, or not exactly one; the steps so far are printed
  2  a file cannot be read or written, or its puzzle is defective; wrong
     options
  3  out of time, or the board is too large for the next step; the steps so
     far are printed
  130  stopped by Ctrl+C; the steps so far are printed

With several files the most severe code counts: 130, then 2, 3, 1 and 0.
""")


@click.command("rate", help=RATE_HELP, context_settings=_HELP_OPTIONS)
@shared.json_option
@shared.jobs_option.saying(shared.JOBS_DEFAULT)
@shared.cluster_option
@shared.timeout_option
@files_argument
@click.pass_context
@ending
@stoppable
def rate(
    should_stop: StopFlag,
    context: click.Context,
    as_json: bool,
    jobs: int | None,
    cluster: str | None,
    timeout_s: float | None,
    files: tuple[str, ...],
) -> int:
    """The command; its help text is :data:`RATE_HELP`."""
    check_cluster(context)
    return _rate_all(files, as_json, jobs, cluster, timeout_s, should_stop)


@click.command("hint", help=HINT_HELP, context_settings=_HELP_OPTIONS)
@shared.json_option
@shared.timeout_option
@click.argument("file", metavar="FILE", type=ANY_PATH)
@ending
@stoppable
def hint(should_stop: StopFlag, as_json: bool, timeout_s: float | None, file: str) -> int:
    """The command; its help text is :data:`HINT_HELP`."""
    return _hint(file, as_json, timeout_s, should_stop)


@click.command("explain", help=EXPLAIN_HELP, context_settings=_HELP_OPTIONS)
@shared.json_option
@shared.to_option.saying(type=click.Choice(("text", "markdown", "html")), metavar=None)
@shared.output_option.saying(_("A folder for several puzzles."))
@shared.timeout_option
@shared.force_option
@files_argument
@ending
@stoppable
def explain(
    should_stop: StopFlag,
    as_json: bool,
    to: str | None,
    output: str | None,
    timeout_s: float | None,
    force: bool,
    files: tuple[str, ...],
) -> int:
    """The command; its help text is :data:`EXPLAIN_HELP`."""
    if as_json and to is not None:
        raise click.UsageError(
            worded("{chosen} exclude each other.", chosen=listed(["--json", "--to"]))
        )
    if force and output is None:
        raise click.UsageError(_("--force is for the file that -o writes, and -o is not given."))
    style = "json" if as_json else to or _style_of(output)
    return _explain_all(files, style, output, force, timeout_s, should_stop)


def _read(path: str, should_stop: StopFlag) -> tuple[Document | None, Failure | None, int]:
    """Read a file: its puzzle, or why there is nothing to do, with the exit code."""
    from puzzles.formats import read
    from solver.puzzle_jobs import NamedDocument

    try:
        with should_stop.breaking():
            document = read(path, may_be_incomplete=True)
    except NonogramError as error:
        return None, Failure.of(error), BAD_INPUT
    return document, *_obstacle(NamedDocument(path, document))


def _obstacle(named: NamedDocument) -> tuple[Failure | None, int]:
    """Why a puzzle has no steps at all, if that is so, with the exit code."""
    from solver.puzzle_jobs import wrong_line

    if (failure := named.why_not) is not None:
        return failure, BAD_INPUT
    if named.contradiction:
        assert named.document is not None
        line = wrong_line(named.document.puzzle)
        return Failure(named.contradiction, "no_solution", line), NO
    return None, DONE


# rate


def _rate_all(
    files: tuple[str, ...],
    as_json: bool,
    jobs: int | None,
    cluster: str | None,
    timeout_s: float | None,
    should_stop: StopFlag,
) -> int:
    from functools import partial

    from puzzles.many import run_in_threads, run_many
    from puzzles.progress import FILES_WORTH_A_WORKER, cluster_at, in_order, workers_for
    from solver.puzzle_jobs import puzzle_jobs

    worst = DONE
    work = partial(rate_job, timeout_s)
    puzzles, count = puzzle_jobs(files, should_stop)
    workers = workers_for(jobs, count)
    machines = cluster_at(cluster, _failed_rating)
    # Hard puzzles are rated in the core, without the interpreter's lock. Easy ones are not, but it
    # takes many of them until processes have made up for their start.
    run = run_many if count >= FILES_WORTH_A_WORKER * workers else run_in_threads
    rated = in_order(work, puzzles, count, workers, should_stop, run, cluster=machines)
    done = 0
    for job, rating, failure, code in rated:
        if failure is not None and failure.code == _STOPPED and count > 1:
            continue  # the sentence at the end says how many are left
        done += 1
        if rating is None:
            assert failure is not None
            tell(failure, job.path, job.number, as_json=as_json)
        elif as_json:
            click.echo(_rating_json(job, rating))
        else:
            click.echo(f"{job.name}: {_rating_text(rating)}")
        worst = worse(worst, code)
    if count > 1 and should_stop():
        click.echo(
            worded("stopped; {done} of {count} puzzles were rated", done=done, count=count),
            err=True,
        )
    return worst


_STOPPED = "stopped"


def rate_job(timeout_s: float | None, job: PuzzleJob, should_stop: ShouldStop) -> _Rated:
    """Rate one puzzle, in any process.

    Returns:
        The job, the rating if it is complete, why there is none, and the exit code.
    """
    from solver.logic.rate import rate as rate_puzzle
    from solver.puzzle_jobs import wrong_line

    if job.puzzle is None:
        return job, None, job.failed(""), BAD_INPUT
    try:
        rating = rate_puzzle(job.puzzle, within(timeout_s, should_stop))
    except NonogramError as error:
        failure = Failure.of(error, f"{job.name}: {error}")
        return job, None, failure._replace(line=wrong_line(job.puzzle)), _code_of(error)
    if rating.is_complete:
        return job, rating, None, DONE
    if should_stop():
        return job, None, job.failed("stopped", _STOPPED), UNDECIDED
    return job, None, job.failed(_("out of time"), "timeout"), UNDECIDED


def _code_of(error: NonogramError) -> int:
    """The exit code of a puzzle for which there is no answer."""
    from puzzles.errors import BeyondMethodError, NoSolutionError, SeveralSolutionsError

    if isinstance(error, NoSolutionError | SeveralSolutionsError):
        return NO
    return UNDECIDED if isinstance(error, BeyondMethodError) else BAD_INPUT


def _failed_rating(job: PuzzleJob, problem: str) -> _Rated:
    """The result of a puzzle that no worker of a cluster survives."""
    return job, None, job.failed(problem), BAD_INPUT


def _rating_text(rating: Rating) -> str:
    return plural(
        rating.steps,
        "{rating} (needs {technique} in {times} of {count} step)",
        "{rating} (needs {technique} in {times} of {count} steps)",
        rating=rating.text,
        technique=rating.hardest.label,
        times=rating.times,
    )


def _rating_json(job: PuzzleJob, rating: Rating) -> str:
    ordered = sorted(rating.cells.items(), key=lambda item: item[0].rank)
    from puzzles.formats import Document

    assert job.puzzle is not None
    return puzzle_line(
        Document(job.puzzle),
        job.path,
        {
            "puzzle": job.number,
            "difficulty": rating.difficulty.value,
            "level": rating.level,
            "score": rating.score,
            "steps": rating.steps,
            "hardest": rating.hardest.id,
            "techniques": {technique.id: cells for technique, cells in ordered},
        },
    )


# hint


def _hint(path: str, as_json: bool, timeout_s: float | None, should_stop: StopFlag) -> int:
    from puzzles.errors import BeyondMethodError
    from solver.logic.explain import explain as steps_of
    from solver.logic.explanation_pages import as_text
    from solver.logic.marks import check_marks, wrong_marks_text

    file, path = path, name_of(path)

    def failed(failure: Failure, code: int) -> int:
        tell(failure, file, as_json=as_json)
        return code

    document, failure, code = _read(file, should_stop)
    if failure is not None or document is None:
        return failed(failure or Failure(path), code)
    puzzle, marks = document.puzzle, document.marks
    is_over = within(timeout_s, should_stop)
    check = check_marks(puzzle, marks, is_over)
    wrong = wrong_marks_text(check, puzzle.width)
    if wrong and as_json:
        kind = "wrong_marks" if check.has_solution else "no_solution"
        return failed(Failure(f"{path}: {wrong}", kind), NO)
    if wrong:
        click.echo(f"{path}: {wrong}")
        return NO
    found: list[ExplainedStep] = []
    try:
        for step in steps_of(puzzle, marks, is_over):
            found.append(step)
            if step.deduction.decided:
                break
    except BeyondMethodError as error:
        return failed(Failure.of(error, f"{path}: {error}"), UNDECIDED)
    is_decided = bool(found) and found[-1].deduction.decided
    if not is_decided and (early := _ended_early(path, is_over, should_stop)):
        return failed(early, UNDECIDED)
    if not found and any(state & (state - 1) for state in marks.cells):
        if puzzle.unknown_lines:
            return failed(Failure(f"{path}: {_NO_LINE}", "incomplete"), NO)
        return failed(Failure(f"{path}: {_NO_STEP}", "several_solutions"), NO)
    if not found:
        click.echo(f"{path}: {_('the puzzle is solved')}", err=True)
    for text in _json_lines(file, None, puzzle, found) if as_json else as_text(found):
        click.echo(text)
    return DONE


def _ended_early(name: str, is_over: ShouldStop, should_stop: ShouldStop) -> Failure | None:
    """Why the steps ended before the time; ``None`` if they did not."""
    if should_stop():
        return Failure(worded("{file}: stopped", file=name), _STOPPED)
    return Failure(f"{name}: {_('out of time')}", "timeout") if is_over() else None


_NO_STEP = _("no further cell is certain: the puzzle has several solutions")
_NO_LINE = _(
    "no further cell follows from one line with the clues that are known; 'nonogram solve' tries"
    " what the others may be"
)


# explain


_ENDINGS = {
    "text": (".txt",),
    "markdown": (".md", ".markdown"),
    "html": (".html", ".htm"),
    "json": (".jsonl",),
}
"""Of the files, by style; the first one is that of files in a folder."""


def _style_of(output: str | None) -> str:
    """The style that the ending of a name tells."""
    ending = "" if output is None else Path(output).suffix.lower()
    return next((style for style, endings in _ENDINGS.items() if ending in endings), "text")


def _endings(target: Path, style: str) -> tuple[str, ...]:
    """The endings of a file with steps: those of its style, or of all if it has a strange one."""
    is_known = any(target.suffix.lower() in endings for endings in _ENDINGS.values())
    return _ENDINGS[style] if is_known else tuple(endings[0] for endings in _ENDINGS.values())


def _is_text_of_steps(data: bytes) -> bool:
    """Whether a text without a mark has the steps of a solution."""
    first = data.partition(b"\n")[0].decode("utf-8", "replace")
    if first.startswith('{"file": ') and '"technique": ' in first:
        return True
    from solver.logic.techniques import Technique

    return any(first.startswith(f"1. {technique.label}: ") for technique in Technique)


def _explain_all(
    files: Sequence[str],
    style: str,
    output: str | None,
    force: bool,
    timeout_s: float | None,
    should_stop: StopFlag,
) -> int:
    from puzzles.formats.target import check_text_target, output_folder
    from solver.puzzle_jobs import file_stems, named_documents

    if output == STANDARD_OUTPUT:
        output = None
    found = list(named_documents(files, should_stop))
    folder = None if output is None else output_folder(output)
    if len(found) > 1 and folder is None and (output is not None or style == "html"):
        raise LibraryError(shared.several_puzzles_text(output or "-o", len(found)))
    worst, done = DONE, 0
    for each, stem in zip(found, file_stems(found), strict=True):
        if should_stop():
            break
        failure, code = _obstacle(each)
        if failure is None:
            target = None
            if output is not None:
                target = Path(output) if folder is None else folder / f"{stem}{_ENDINGS[style][0]}"
                check_text_target(target, _endings(target, style), files, force, _is_text_of_steps)
            elif len(found) > 1 and style != "json":
                click.echo(f"{chr(10) if done else ''}{each.name}\n")
            failure, code = _explain(each, style, target, force, timeout_s, should_stop)
            if len(found) > 1 and failure is not None and failure.code == _STOPPED:
                break
        if failure is not None:
            tell(failure, each.path, each.number, as_json=style == "json")
        worst, done = worse(worst, code), done + 1
    if len(found) > 1 and should_stop():
        text = _("stopped; {done} of {count} puzzles were explained")
        click.echo(worded(text, done=done, count=len(found)), err=True)
    return worst


def _explain(
    named: NamedDocument,
    style: str,
    target: Path | None,
    force: bool,
    timeout_s: float | None,
    should_stop: StopFlag,
) -> tuple[Failure | None, int]:
    """Explain one puzzle; return why the steps do not lead to the end, and the exit code."""
    from puzzles.errors import BeyondMethodError
    from puzzles.formats.atomic import write_atomically
    from solver.logic.explain import explain as steps_of
    from solver.logic.explanation_pages import as_html, as_markdown, as_text
    from solver.logic.rate import rating_if_any
    from solver.logic.steps import ContradictionError
    from solver.puzzle_jobs import no_solution_text

    assert named.document is not None
    puzzle = named.document.puzzle
    is_over = within(timeout_s, should_stop)
    last: list[ExplainedStep] = []
    failure: list[tuple[Failure, int]] = []

    def steps() -> Iterator[ExplainedStep]:
        try:
            for step in steps_of(puzzle, None, is_over):
                last[:] = [step]
                yield step
        except ContradictionError as error:
            text = no_solution_text(named.name, str(error))
            failure.append((Failure(text, "no_solution", error.line), NO))
        except BeyondMethodError as error:
            failure.append((Failure.of(error, f"{named.name}: {error}"), UNDECIDED))

    is_page = style in ("html", "markdown")
    rating = rating_if_any(puzzle, is_over) if is_page else None  # the steps tell why not
    if style == "html":
        texts: Iterable[str] = as_html(puzzle, rating, steps())
    elif style == "markdown":
        texts = (f"{line}\n" for line in as_markdown(puzzle, rating, steps()))
    elif style == "json":
        texts = (f"{line}\n" for line in _json_lines(named.path, named.number, puzzle, steps()))
    else:
        texts = (f"{line}\n" for line in as_text(steps()))
    if target is None:
        for text in texts:
            click.echo(text, nl=False)
    else:
        write_atomically(target, "".join(texts).encode(), force=force)
        click.echo(worded("{file}: written", file=target))
    if failure:
        return failure[0]
    states = last[0].grid.cells if last else ()
    if (last or not any(puzzle.rows)) and all(state & (state - 1) == 0 for state in states):
        return None, DONE
    if early := _ended_early(named.name, is_over, should_stop):
        return early, UNDECIDED
    return Failure(f"{named.name}: {_NO_STEP}", "several_solutions"), NO


def _json_lines(
    path: str, place: int | None, puzzle: Puzzle, steps: Iterable[ExplainedStep]
) -> Iterator[str]:
    from puzzles.formats.json_puzzle import palette_value

    for step in steps:
        fields: dict[str, object] = {
            "file": path,
            "puzzle": place,
            "number": step.number,
            "technique": step.deduction.technique.id,
            "lines": [line_value(line) for line in step.lines],
            "cells": step.cells(puzzle),
            "text": step.text,
            "palette": palette_value(puzzle),
        }
        if step.trials:
            fields["trials"] = [list(sentences) for sentences in step.trials]
        yield json.dumps(fields)
