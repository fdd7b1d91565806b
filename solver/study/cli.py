"""The commands ``nonogram study`` and ``nonogram engines``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from textwrap import fill
from time import monotonic
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from puzzles import shared_options as shared
from puzzles.command_line import (
    ANY_PATH,
    check_cluster,
    ending,
    option,
    puzzle_files,
)
from puzzles.exit_codes import BAD_INPUT, DONE, INTERRUPTED, NO
from puzzles.json_keys import json_help
from puzzles.option import declared_options
from puzzles.output import STANDARD_OUTPUT
from puzzles.words import _, help_text, worded
from solver.engine_choice import engine_labels, engine_option
from solver.study.experiments import EXPERIMENTS
from solver.study.study_values import StudySettings

if TYPE_CHECKING:
    from solver.options import EngineOption
    from solver.study.journal import StudyJournal
    from solver.study.plan import StudyTask, Subject
    from solver.study.summary import Study


HELP = help_text("""Compare methods of solving on sets of puzzles.

Every engine solves every puzzle five times (--repeats), each time in a process of
its own, which measures time and memory. With three times or more, the best and the
worst are dropped; the table shows the mean of the others. If an engine exceeds the
time on a puzzle, or cannot solve it, its further runs are skipped. Solutions are
checked against the clues.

Without -o the comparison is quick: one run of each engine on each puzzle, of 10 s at most,
unless --repeats and --timeout say more; the table of times is printed.

With -o, PATH is a folder, which then has runs.csv (every run, written as soon as it has
ended), summary.csv, tables.md, charts as SVG and PNG (if matplotlib is installed), and
study.html, a page with all of them. The table of times is printed as well.

After Ctrl+C the same command with -o continues where it was stopped. With other engines
or puzzles and the same folder it adds to the existing runs.

\b
Examples:
  nonogram study cat.non
  nonogram study --set csp -o first
  nonogram study --experiment mac -o mac
  nonogram study --set shapes --engine axis,axis:partial -o axes
  nonogram study --engine elimination:queue=fifo,native -o mine cat.non
  nonogram study --set sparse --proof --timeout 60 --repeats 3 -o unique

`nonogram engines` lists the engines and their options.

\b
Experiments:
{experiments}

\b
Exit codes:
  0  done; an engine that fails or is too slow is a result like others
  1  done, and an engine gave a wrong answer
  2  a file cannot be read, a puzzle is defective, the folder cannot be
     used; wrong options
  130  stopped by Ctrl+C; the tables show the finished runs
""").format(
    experiments="\n".join(
        fill(each.sentence, 76, initial_indent=f"  {name:<14}", subsequent_indent=" " * 16)
        for name, each in EXPERIMENTS.items()
    )
)


@dataclass(frozen=True, slots=True)
class _StudyOptions:
    """The options of the command line."""

    subjects: list[Subject]
    engines: list[str]
    repeats: int
    settings: StudySettings
    jobs: int
    cluster: str | None
    folder: Path | None
    """Where the results go; ``None`` if they are printed only."""
    force: bool


_SETTINGS = declared_options(StudySettings)
MAX_TIMEOUT_S = 1e6
"""That of ``--timeout 0``: eleven days."""
QUICK_TIMEOUT_S = 10.0
"""That of a study without -o."""


def _sets(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The sets that a shell offers."""
    from solver.study.plan import sets

    return [name for name in sets() if name.startswith(incomplete)]


@click.command("study", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--set",
    "set_names",
    metavar="NAME",
    multiple=True,
    shell_complete=_sets,
    help=_(
        "A set of puzzles that comes with the program: shapes, sizes, csp, sparse, or the name "
        "of a pack, first-steps. May be given several times."
    ),
)
@click.option(
    "--experiment",
    metavar="NAME",
    type=click.Choice(tuple(EXPERIMENTS)),
    help=_("The puzzles and methods of a publication; --set and --engine override them."),
)
@engine_option(_("all that can be used here"))
@click.option(
    "--repeats",
    type=click.IntRange(1, 1000),
    metavar="N",
    default=5,
    show_default=True,
    help=_("Timed runs of each engine on each puzzle; one more measures Python's memory."),
)
@shared.timeout_option
@option(_SETTINGS["memory_mb"])
@option(_SETTINGS["proof"])
@shared.jobs_option.saying(
    _("More than one run is faster, but runs disturb each other."),
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
)
@shared.cluster_option
@shared.output_option.saying(_("Always a folder; without it, the table of times is printed."))
@shared.force_option
@click.argument("files", metavar="[FILE]...", nargs=-1, type=ANY_PATH, callback=puzzle_files)
@click.pass_context
@ending
def study(
    context: click.Context,
    /,
    set_names: tuple[str, ...],
    experiment: str | None,
    engines: tuple[str, ...],
    repeats: int,
    jobs: int,
    cluster: str | None,
    output: str | None,
    force: bool,
    timeout_s: float | None,
    files: tuple[str, ...],
    **settings: Any,
) -> int:
    """The command; its help text is :data:`HELP`."""
    from solver.registry import engine_names
    from solver.study.plan import sets, subjects_of

    check_cluster(context)
    if output in ("", STANDARD_OUTPUT):
        raise click.UsageError(_("-o needs the name of a folder."))
    if force and output is None:
        raise click.UsageError(_("--force is for the file that -o writes, and -o is not given."))
    if output is None:
        if _is_default(context, "repeats"):
            repeats = 1
        if _is_default(context, "timeout_s"):
            timeout_s = QUICK_TIMEOUT_S
    if experiment is not None:
        if not set_names and not files:
            set_names = (EXPERIMENTS[experiment].set_name,)
        engines = engines or tuple(EXPERIMENTS[experiment].engines)
    if not set_names and not files:
        raise click.UsageError(
            worded(
                "Which puzzles? Give files, --experiment, or --set with {sets}.",
                sets=", ".join(sets()),
            )
        )
    names = engine_labels(engines) or list(engine_names())
    subjects, problems = subjects_of(set_names, files)
    if problems:
        click.echo("\n".join(problems), err=True)
        return BAD_INPUT
    chosen = StudySettings(timeout_s=timeout_s or MAX_TIMEOUT_S, **settings)
    folder = None if output is None else Path(output)
    options = _StudyOptions(subjects, names, repeats, chosen, jobs, cluster, folder, force)
    if output is not None:
        return _study(options)
    from puzzles.formats.temporary import TemporaryFolder

    with TemporaryFolder("nonogram-study") as journal_folder:
        return _study(options, journal_folder)


def _is_default(context: click.Context, name: str) -> bool:
    """Whether an option is not given."""
    return context.get_parameter_source(name) is ParameterSource.DEFAULT


ENGINES_HELP = help_text("""List the methods of solving and their options.

An engine with options is written NAME:OPTION=VALUE:SWITCH, for `nonogram solve --engine`
and `nonogram study --engine`.""") + json_help("engines")


@click.command(
    "engines", help=ENGINES_HELP, context_settings={"help_option_names": ["-h", "--help"]}
)
@shared.json_option
@ending
def engines(as_json: bool) -> int:
    """The command; its help text is :data:`ENGINES_HELP`."""
    from solver.options import options_of
    from solver.registry import engine_names, get_engine, missing_engines

    if as_json:
        for name in engine_names():
            click.echo(json.dumps(_engine_value(name)))
        for name, reason in missing_engines().items():
            nothing = dict.fromkeys(("description", "is_exact"))
            click.echo(json.dumps({"engine": name, **nothing, "options": [], "missing": reason}))
        return DONE
    for name in engine_names():
        engine = get_engine(name)
        click.echo(_entry(name, engine.description))
        for each in options_of(engine):
            click.echo(_entry(f"  {_written(each)}", each.sentence))
    if missing := missing_engines():
        click.echo(_("\nNot available here:"))
        for name, reason in missing.items():
            click.echo(_entry(name, reason))
    return DONE


def _engine_value(name: str) -> dict[str, object]:
    """An engine for ``--json``."""
    from solver.options import options_of
    from solver.registry import get_engine

    engine = get_engine(name)
    options = [
        {
            "name": option.name,
            "description": option.sentence,
            "default": option.default,
            "choices": list(option.choices),
        }
        for option in options_of(engine)
    ]
    return {
        "engine": name,
        "description": engine.description,
        "is_exact": engine.is_exact,
        "options": options,
        "missing": None,
    }


WIDTH, INDENT = 80, 16


def _entry(name: str, sentence: str) -> str:
    """A name, and a sentence beside it, or below it if the name is long."""
    if len(name) + 2 > INDENT:
        margin = " " * INDENT
        return f"{name}\n{_wrapped(sentence, margin, margin)}"
    return _wrapped(sentence, f"{name:<{INDENT}}", " " * INDENT)


def _wrapped(sentence: str, first: str, margin: str, width: int = WIDTH) -> str:
    return fill(
        sentence, width, initial_indent=first, subsequent_indent=margin, break_on_hyphens=False
    )


def _written(option: EngineOption) -> str:
    """An option with its possible values, the default in brackets."""
    if isinstance(option.default, bool):
        return f"{option.name}={'[yes]|no' if option.default else 'yes|[no]'}"
    choices = (f"[{word}]" if word == option.default else word for word in option.choices)
    return f"{option.name}={'|'.join(choices) or f'[{option.default}]'}"


_STOPPED = _("stopped; the same command continues from here")
_STOPPED_QUICK = _("stopped; the runs are not kept without -o")


def _study(options: _StudyOptions, journal_folder: Path | None = None) -> int:
    """Run the runs that are not done, and write the report; return the exit code.

    Args:
        options: Those of the command line.
        journal_folder: Where the runs are kept meanwhile, if there is no folder for the results.
    """
    from puzzles.interrupt import interruptible
    from solver.study.journal import check_settings, opened
    from solver.study.study_report import check_report
    from solver.study.summary import summary

    if options.folder is not None:
        check_report(options.folder, options.force)
    folder = options.folder or journal_folder
    stopped = _STOPPED_QUICK if options.folder is None else _STOPPED
    assert folder is not None
    with interruptible() as should_stop, opened(folder) as journal:
        check_settings(journal, options.settings)
        is_done = _run(options, journal, should_stop)
        if journal.records:
            result = summary(journal.records, options.settings)
            if not is_done:
                click.echo(stopped, err=True)
            _report(result, options.folder, options.force, not is_done)
            if is_done and result.wrong:
                return NO
        elif not is_done:
            click.echo(stopped, err=True)
    return DONE if is_done else INTERRUPTED


def _run(options: _StudyOptions, journal: StudyJournal, should_stop: Callable[[], bool]) -> bool:
    """Run all runs that are left; false if stopped."""
    from tqdm import tqdm

    from solver.study.journal import Record
    from solver.study.machine import machine
    from solver.study.plan import tasks
    from solver.study.runner import measured
    from solver.study.summary import still_to_run

    here = machine()
    is_here = options.cluster is None
    if is_here and any(record.machine != here for record in journal.records):
        click.echo(
            worded(
                "{path} has runs from another machine; this is {here}", path=journal.path, here=here
            ),
            err=True,
        )
    plan = list(tasks(options.subjects, options.engines, options.repeats, options.settings))
    left = len(list(still_to_run(plan, journal.records)))
    if not left:
        click.echo(_("all of these runs are done already"), err=True)
        return True
    bar = tqdm(total=left, unit="run", file=sys.stderr, disable=None, leave=False, smoothing=0)

    def described(task: StudyTask) -> StudyTask:
        bar.set_description(f"{task.subject.key.name[:20]}, {task.engine}")
        return task

    refreshed = monotonic()

    def refresh_and_check() -> bool:
        nonlocal refreshed
        if monotonic() - refreshed > 1:  # the bar shows the time also during a long run
            refreshed = monotonic()
            bar.refresh()
        return should_stop()

    waiting = map(described, still_to_run(plan, journal.records))
    runs = measured(waiting, refresh_and_check, options.jobs, options.cluster)
    with bar, closing(runs) as ended:
        for task, answer, machine_name in ended:
            now = datetime.now().astimezone().isoformat(timespec="seconds")
            journal.add(
                Record(
                    task.subject.key,
                    task.engine,
                    task.repeat,
                    answer,
                    options.settings,
                    machine_name,
                    now,
                )
            )
            bar.update()
            if not answer.verdict.is_decided:  # its repeats are not run
                bar.total = bar.n + len(list(still_to_run(plan, journal.records)))
    return not should_stop()


def _report(study: Study, folder: Path | None, force: bool, is_stopped: bool) -> None:
    """Write the files, if there is a folder, and print the table of times."""
    from solver.study.study_report import why_no_charts, write_report
    from solver.study.tables import markdown, time_tables

    click.echo("\n\n".join(map(markdown, time_tables(study))))
    if folder is None:
        return
    if reason := why_no_charts(is_stopped):
        click.echo(reason, err=True)
    written = write_report(study, folder, force, is_stopped)
    click.echo(worded("written: {map}", map=", ".join(map(str, written))), err=True)
