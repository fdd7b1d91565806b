"""The commands ``nonogram study`` and ``nonogram engines``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from textwrap import fill
from time import monotonic
from typing import TYPE_CHECKING

import click

from puzzles.command_line import finite, force_option
from puzzles.errors import NonogramError
from solver.study.experiments import EXPERIMENTS

if TYPE_CHECKING:
    from solver.options import Option
    from solver.study.journal import Journal
    from solver.study.plan import Subject, Task
    from solver.study.summary import Study
    from solver.study.values import StudySettings

DONE, WRONG_ANSWER, BAD_INPUT, STOPPED = 0, 1, 2, 3

HELP = """Compare methods of solving on sets of puzzles.

Every engine solves every puzzle five times (--repeats), each time in a process of
its own, where time and memory are measured. Of three times and more the best and the
worst are dropped, and the mean of the others stands in the table. An engine that is
over its time on a puzzle, or cannot solve it, is not asked again. What an engine
gives as a solution is held against the clues.

DIR then has runs.csv (every run, written as soon as it has ended), summary.csv,
tables.md, charts as SVG and PNG (if matplotlib is installed), and study.html, a
page with all of it. The table of times is printed as well.

Ctrl+C keeps what is done; the same command goes on where it was stopped. With
other engines or puzzles and the same DIR it adds to what is there.

\b
Examples:
  nonogram study --set csp --out first
  nonogram study --experiment mac --out mac
  nonogram study --set shapes --engines axis,axis:partial,elimination --out axes
  nonogram study --engines elimination:queue=fifo,native --out mine cat.non dog.non
  nonogram study --set sparse --proof --timeout 60 --repeats 3 --out unique

`nonogram engines` lists the engines and their options.

\b
Experiments:
{experiments}

\b
Exit codes:
  0  done; an engine that fails or is too slow is a result like others
  1  done, and an engine gave a wrong answer
  2  a file cannot be read, a puzzle is defective, DIR cannot be used; wrong options
  3  stopped by Ctrl+C; the tables show what was done
""".format(
    experiments="\n".join(f"  {name:<14}{each.sentence}" for name, each in EXPERIMENTS.items())
)


@dataclass(frozen=True, slots=True)
class _StudyOptions:
    """What the command line asks for."""

    subjects: list[Subject]
    engines: list[str]
    repeats: int
    settings: StudySettings
    jobs: int
    folder: Path
    force: bool


@click.command("study", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--set",
    "set_names",
    metavar="NAME",
    multiple=True,
    help="A set of puzzles that comes with the program: shapes, sizes, csp, sparse, or the name "
    "of a pack, first-steps. May be given several times.",
)
@click.option(
    "--experiment",
    metavar="NAME",
    type=click.Choice(tuple(EXPERIMENTS)),
    help="The puzzles and the methods of a text, unless --set and --engines say otherwise.",
)
@click.option(
    "--engines",
    "engines_text",
    metavar="LIST",
    help="The methods, with commas between: NAME, or NAME:OPTION=VALUE:SWITCH. "
    "By default all that can be used here.",
)
@click.option(
    "--repeats",
    type=click.IntRange(1, 1000),
    metavar="N",
    default=5,
    show_default=True,
    help="Timed runs of each engine on each puzzle; one more measures Python's memory.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, 1e6, min_open=True),
    callback=finite,
    metavar="S",
    default=300.0,
    show_default=True,
    help="Seconds that a run may take.",
)
@click.option(
    "--memory",
    type=click.IntRange(64, 2**24),
    metavar="MB",
    help="Memory that a run may have, the interpreter's included (Linux).",
)
@click.option(
    "--proof",
    is_flag=True,
    help="Solve until it is clear whether there is just one solution, not only the first one.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="Runs at a time. More than one is sooner done, but runs disturb each other.",
)
@click.option("--out", metavar="DIR", required=True, help="The folder for what is found out.")
@force_option
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path())
@click.pass_context
def study(
    context: click.Context,
    set_names: tuple[str, ...],
    experiment: str | None,
    engines_text: str | None,
    repeats: int,
    timeout: float,
    memory: int | None,
    proof: bool,
    jobs: int,
    out: str,
    force: bool,
    files: tuple[str, ...],
) -> None:
    """The command; its help text is :data:`HELP`."""
    from solver.study.plan import engine_labels, sets, subjects_of
    from solver.study.values import StudySettings

    if not out:
        raise click.UsageError("--out needs the name of a folder.")
    if experiment is not None:
        if not set_names and not files:
            set_names = (EXPERIMENTS[experiment].set_name,)
        engines_text = engines_text or ",".join(EXPERIMENTS[experiment].engines)
    if not set_names and not files:
        raise click.UsageError(
            f"Which puzzles? Give files, --experiment, or --set with {', '.join(sets())}."
        )
    try:
        names = engine_labels(engines_text)
        if not names:
            raise click.UsageError("--engines names no engine.")
        subjects, problems = subjects_of(set_names, files)
        if problems:
            click.echo("\n".join(problems), err=True)
            context.exit(BAD_INPUT)
        settings = StudySettings(timeout, proof, memory)
        context.exit(
            _study(_StudyOptions(subjects, names, repeats, settings, jobs, Path(out), force))
        )
    except NonogramError as error:
        click.echo(str(error), err=True)
        context.exit(BAD_INPUT)


@click.command("engines", context_settings={"help_option_names": ["-h", "--help"]})
def engines() -> None:
    """List the methods of solving and their options.

    An engine with options is written NAME:OPTION=VALUE:SWITCH, for `nonogram solve --engine`
    and `nonogram study --engines`.
    """
    from solver.options import options_of
    from solver.registry import engine_names, get_engine, missing_engines

    for name in engine_names():
        engine = get_engine(name)
        click.echo(_entry(name, engine.description))
        for option in options_of(engine):
            click.echo(_entry(f"  {_written(option)}", option.sentence))
    if missing := missing_engines():
        click.echo("\nNot available here:")
        for name, reason in missing.items():
            click.echo(_entry(name, reason))


WIDTH, INDENT = 100, 16


def _entry(name: str, sentence: str) -> str:
    """A name, and a sentence beside it, or below it if the name is long."""
    if len(name) + 2 > INDENT:
        margin = " " * INDENT
        return f"{name}\n" + fill(sentence, WIDTH, initial_indent=margin, subsequent_indent=margin)
    first = f"{name:<{INDENT}}"
    return fill(sentence, WIDTH, initial_indent=first, subsequent_indent=" " * INDENT)


def _written(option: Option) -> str:
    """An option as it is written, with what it may be and what it is by default."""
    if isinstance(option.default, bool):
        return f"{option.name}={'[yes]|no' if option.default else 'yes|[no]'}"
    choices = (f"[{word}]" if word == option.default else word for word in option.choices)
    return f"{option.name}={'|'.join(choices) or f'[{option.default}]'}"


def _study(wish: _StudyOptions) -> int:
    """Run what is left to run, and write the report; the exit code."""
    from solver.interrupt import interruptible
    from solver.study.journal import check_settings, opened
    from solver.study.summary import summary

    with interruptible() as should_stop, opened(wish.folder) as journal:
        check_settings(journal, wish.settings)
        is_done = _run(wish, journal, should_stop)
        if journal.records:
            result = summary(journal.records, wish.settings)
            _report(result, wish.folder, wish.force)
            if is_done and result.wrong:
                return WRONG_ANSWER
    if is_done:
        return DONE
    click.echo("stopped; the same command goes on from here", err=True)
    return STOPPED


def _run(wish: _StudyOptions, journal: Journal, should_stop: Callable[[], bool]) -> bool:
    """Whether all runs were done that have a point."""
    from tqdm import tqdm

    from solver.study.journal import Record
    from solver.study.machine import machine
    from solver.study.plan import tasks
    from solver.study.runner import answers
    from solver.study.summary import still_to_run

    here = machine()
    if any(record.machine != here for record in journal.records):
        click.echo(f"{journal.path} has runs of another machine; this is {here}", err=True)
    plan = list(tasks(wish.subjects, wish.engines, wish.repeats, wish.settings))
    left = len(list(still_to_run(plan, journal.records)))
    if not left:
        click.echo("all of these runs are done already", err=True)
        return True
    bar = tqdm(total=left, unit="run", file=sys.stderr, disable=None, leave=False, smoothing=0)

    def taken(task: Task) -> Task:
        bar.set_description(f"{task.subject.key.name[:20]}, {task.engine}")
        return task

    shown = monotonic()

    def look() -> bool:
        nonlocal shown
        if monotonic() - shown > 1:  # the bar's clock goes on during a long run
            shown = monotonic()
            bar.refresh()
        return should_stop()

    waiting = map(taken, still_to_run(plan, journal.records))
    with bar, closing(answers(waiting, look, wish.jobs)) as ended:
        for task, answer in ended:
            now = datetime.now().astimezone().isoformat(timespec="seconds")
            journal.add(
                Record(task.subject.key, task.engine, task.repeat, answer, wish.settings, here, now)
            )
            bar.update()
            if not answer.verdict.is_decided:  # its repeats are not run
                bar.total = bar.n + len(list(still_to_run(plan, journal.records)))
    return not should_stop()


def _report(study: Study, folder: Path, force: bool) -> None:
    """Write the files, and print the table of times."""
    from solver.study.report import NO_CHARTS, can_draw, write_report
    from solver.study.tables import markdown, time_tables

    click.echo("\n\n".join(map(markdown, time_tables(study))))
    if not can_draw():
        click.echo(NO_CHARTS, err=True)
    written = write_report(study, folder, force)
    click.echo(f"written: {', '.join(map(str, written))}", err=True)
