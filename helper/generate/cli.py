"""The command ``nonogram generate``."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from helper.generate.names import RandomOrigin, named, parsed_origin
from puzzles import shared_options as shared
from puzzles.command_line import (
    ANY_PATH,
    check_cluster,
    ending,
    option,
    stoppable,
)
from puzzles.contracts import ShouldStop, within
from puzzles.errors import LibraryError, NonogramError
from puzzles.exit_codes import DONE, INTERRUPTED, NO, UNDECIDED, worse
from puzzles.grid import Grid
from puzzles.interrupt import StopFlag
from puzzles.json_keys import json_help
from puzzles.json_output import Failure, failure_line, puzzle_line, tell
from puzzles.option import declared_options
from puzzles.words import _, help_text, plural, worded
from solver.author.generator.options import MAX_SIDE, GeneratorOptions

if TYPE_CHECKING:
    from solver.author.generator.making import Generated

MAX_COUNT = 10_000
_SEEDS = 1_000_000
"""A seed that is not given is below this."""
_ENDING = ".non"
_NOT_FOUND = Failure(
    _("no puzzle with these wishes was found; try another size, difficulty or seed"), "no_puzzle"
)
_OUT_OF_TIME = Failure(_("out of time; --timeout gives it more"), "timeout")
_BESIDE_NAME = ("name", "as_json", "jobs", "cluster", "output", "force", "timeout_s")
"""Options that the text of --name does not contain."""
_OPTIONS = declared_options(GeneratorOptions)
_OF_DRAWN_PICTURES = ("style", "symmetry", "density")
"""Options for pictures that the program draws."""

HELP = help_text("""Generate puzzles, each with exactly one solution.

Pictures of several styles are drawn and changed until they have one solution and the wished
difficulty. With the same options and seed, the puzzles are the same on every machine. Without -o
the puzzles are printed; into a folder, each goes into a file of its own, as soon as it is made.

\b
Examples:
  nonogram generate --size 20x20
  nonogram generate --difficulty hard --count 100 --seed 7 -o folder
  nonogram generate --size 15x15 --colors 3 --style figure -o creature.non
  nonogram generate --technique joining --count 10 -o practice
  nonogram generate --size 30x30 --from pictures --count 20 -o folder
  nonogram generate --count 9 --difficulty easy | nonogram print - -o a.pdf
  nonogram generate --name "Random 7/1 25x20 hard"

\b
Exit codes:
  0  all were generated
  1  some were not: no puzzle with these wishes was found
  2  wrong options, or a file cannot be written
  3  some were not made in time
  130  stopped by Ctrl+C; what was made by then is kept
""") + json_help("generate")


class _Wanted(NamedTuple):
    """What the options ask for."""

    options: GeneratorOptions
    total: int
    seed: str
    jobs: int | None
    as_json: bool
    pictures: str | None
    cluster: str | None
    """The address of a cluster; ``None`` for this machine."""
    timeout_s: float | None
    """Seconds for each puzzle; ``None`` for no limit."""

    def seed_of(self, number: int) -> str:
        """The seed of a puzzle, by its number from 1; the first one has that of the command."""
        return self.seed if number == 1 else f"{self.seed}/{number}"


def _size(_: click.Context, __: click.Parameter, text: str) -> shared.BoardSize:
    size = shared.size_in(text)
    if size is None:
        raise click.BadParameter(worded("width x height, such as 20x15, not {text!r}.", text=text))
    return size


def _score(_: click.Context, __: click.Parameter, text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", text.strip())
    if not match:
        raise click.BadParameter(
            worded("the lowest and the highest score, such as 100-200, not {text!r}.", text=text)
        )
    return float(match[1]), float(match[2])


@click.command("generate", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@shared.size_option.saying(
    worded("At most {limit} each.", limit=MAX_SIDE),
    default="20x20",
    show_default=True,
    callback=_size,
)
@option(_OPTIONS["difficulty"])
@click.option(
    "--score", callback=_score, metavar="LOW-HIGH", help=_("The range of the score of `rate`.")
)
@option(_OPTIONS["trial"])
@option(_OPTIONS["technique"])
@option(_OPTIONS["density"])
@option(_OPTIONS["symmetry"])
@option(_OPTIONS["style"])
@option(_OPTIONS["colors"])
@click.option(
    "--from",
    "pictures",
    type=ANY_PATH,
    metavar="FOLDER",
    help=_("Make them of the pictures in a folder, as `nonogram create` does."),
)
@click.option(
    "--count",
    type=click.IntRange(1, MAX_COUNT),
    default=1,
    show_default=True,
    metavar="N",
    help=_("Puzzles to make."),
)
@click.option(
    "--seed", metavar="TEXT", help=_("Decides all that is left open; by default by chance.")
)
@click.option(
    "--name",
    metavar="NAME",
    help=_("Make a generated puzzle again: what its file has as catalogue, with all the options."),
)
@shared.timeout_option
@shared.json_option
@shared.jobs_option.saying(shared.JOBS_DEFAULT)
@shared.cluster_option
@shared.output_option.saying(_("A file has all puzzles."))
@shared.force_option
@click.pass_context
@ending
@stoppable
def generate(
    should_stop: StopFlag,
    context: click.Context,
    /,
    output: str | None,
    force: bool,
    count: int,
    seed: str | None,
    jobs: int | None,
    as_json: bool,
    pictures: str | None,
    cluster: str | None,
    timeout_s: float | None,
    name: str | None,
    **chosen_options: Any,
) -> int:
    """The command; its help text is :data:`HELP`."""
    check_cluster(context)
    if pictures is not None and any(
        chosen_options[name] is not None for name in _OF_DRAWN_PICTURES
    ):
        raise click.UsageError(_("--style, --symmetry and --density are not for --from."))
    try:
        size = chosen_options.pop("size")
        options = GeneratorOptions(size.height, size.width, **chosen_options)
        if name is not None:
            _refuse_beside_name(context)
            options, seed = _parsed(name)
    except ValueError as error:
        raise click.UsageError(worded("{sentence}.", sentence=error)) from None
    chosen = str(randbelow(_SEEDS)) if seed is None else seed
    wanted = _Wanted(options, count, chosen, jobs, as_json, pictures, cluster, timeout_s)
    return _generate(wanted, output, force, should_stop)


commands: list[click.Command] = [generate]
"""The commands of this package."""


def _refuse_beside_name(context: click.Context) -> None:
    """See that nothing contradicts a name.

    Raises:
        UsageError: An option says what the name says.
    """
    for parameter in context.command.params:
        source = context.get_parameter_source(str(parameter.name))
        if source is not ParameterSource.DEFAULT and parameter.name not in _BESIDE_NAME:
            raise click.UsageError(
                worded("{option} does not go with --name.", option=max(parameter.opts, key=len))
            )


def _parsed(name: str) -> RandomOrigin:
    found = parsed_origin(name)
    if found is None:
        raise ValueError(
            worded(
                "{name!r} does not say how a puzzle was made, as Random 7 20x20 hard does",
                name=name,
            )
        )
    return found


def _generate(wanted: _Wanted, output: str | None, force: bool, should_stop: StopFlag) -> int:
    """Generate, and hand each puzzle on; return the exit code."""
    from puzzles.progress import cluster_at, in_order, workers_for

    target = _Target(output, force, wanted)
    boards = _boards(wanted, should_stop) if wanted.pictures else ()
    jobs = (
        GenerateJob(
            wanted.options, wanted.seed_of(number), _turn_of(boards, number), wanted.timeout_s
        )
        for number in range(1, wanted.total + 1)
    )
    workers = workers_for(wanted.jobs, wanted.total)
    worst = DONE
    machines = cluster_at(wanted.cluster, _failed, bundle=1)
    found = in_order(generated, jobs, wanted.total, workers, should_stop, cluster=machines)
    for number, each in enumerate(found, 1):
        if not isinstance(each, Failure):
            target.take(number, _named(wanted, number, each))
        elif not should_stop():
            worst = worse(worst, UNDECIDED if each == _OUT_OF_TIME else NO)
            target.tell_missing(number, each)
    target.close()
    if should_stop():
        click.echo(
            worded(
                "stopped; {count} of {total} puzzles were made",
                count=target.count,
                total=wanted.total,
            ),
            err=True,
        )
        return INTERRUPTED
    return worst


def _named(wanted: _Wanted, number: int, each: Generated) -> Generated:
    """The puzzle with its title and origin, unless pictures are needed to make it again."""
    from dataclasses import replace

    if wanted.pictures:
        return each
    return replace(each, puzzle=named(each.puzzle, wanted.options, wanted.seed_of(number)))


def _turn_of(boards: Sequence[Grid], number: int) -> tuple[Grid, ...]:
    """The board for a puzzle: each in its turn."""
    return (boards[(number - 1) % len(boards)],) if boards else ()


def _failed(_: GenerateJob, problem: str) -> Generated | Failure:
    """The result of a puzzle that no worker of a cluster survives."""
    return Failure(problem)


def _boards(wanted: _Wanted, should_stop: StopFlag) -> tuple[Grid, ...]:
    """The pictures of a folder as boards of the wished size and number of colours."""
    from dataclasses import replace

    from helper.images.loading import load_in_child
    from recognizer.making.board_making import board_of
    from recognizer.making.motif import suggested

    folder = Path(str(wanted.pictures))
    if not folder.is_dir():
        raise LibraryError(worded("{folder}: there is no such folder", folder=folder))
    options, found = wanted.options, []
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        if should_stop():
            break
        try:
            source = load_in_child(path, should_stop)
        except NonogramError as error:
            click.echo(str(error), err=True)
            continue
        if source is None:
            break
        is_colored = options.colors > 1
        fitting = suggested(source, is_black_and_white=not is_colored)
        settings = replace(
            fitting,
            columns=options.columns,
            rows=options.rows,
            colors=options.colors,
            palette=(),
            invert=fitting.invert and not is_colored,
        )
        board = board_of(source, settings)
        if board.grid.colors == options.colors + 1:
            found.append(board.grid)
        else:
            click.echo(
                worded(
                    "{path}: the picture has fewer than {colors} colours",
                    path=path,
                    colors=options.colors,
                ),
                err=True,
            )
    if not found and not should_stop():
        raise LibraryError(
            worded("{folder}: there is no picture of which a puzzle can be made", folder=folder)
        )
    return tuple(found)


class _Target:
    """Where the puzzles go: standard output, a file, or files in a folder."""

    def __init__(self, output: str | None, force: bool, wanted: _Wanted) -> None:
        from puzzles.formats import STANDARD_INPUT
        from puzzles.formats.target import check_puzzle_target, output_folder

        self._force, self._wanted = force, wanted
        self._made: list[Generated] = []
        self.count = 0
        """Puzzles so far."""
        self._path = None if output in (None, STANDARD_INPUT) else Path(str(output))
        self._is_folder = self._path is not None and output_folder(str(output)) is not None
        if self._path is not None and not self._is_folder:
            check_puzzle_target(self._path, (), force)

    def tell_missing(self, number: int, failure: Failure) -> None:
        """Say why there is no puzzle."""
        if self._wanted.as_json:
            click.echo(failure_line(failure, None, number))
        text = worded("puzzle {number}: {problem}", number=number, problem=failure.message)
        tell(failure._replace(message=text))

    def take(self, number: int, each: Generated) -> None:
        """Write a puzzle into its folder, or keep it for the end."""
        from puzzles.formats import Document, write
        from puzzles.formats.target import check_puzzle_target

        self.count += 1
        where = None
        if self._is_folder and self._path is not None:
            digits = len(str(self._wanted.total))
            stem = re.sub(r"[^\w.-]+", "-", self._wanted.seed)[:40] or "puzzle"
            where = self._path / f"{stem}-{number:0{digits}}{_ENDING}"
            check_puzzle_target(where, (), self._force)
            write(where, Document(each.puzzle), force=self._force)
        else:
            self._made.append(each)
        if self._wanted.as_json:
            seed = self._wanted.seed_of(number)
            click.echo(_json(number, each, seed, where or self._path))
        elif where is not None:
            click.echo(f"{os.fspath(where)}: {_text(each)}")

    def close(self) -> None:
        """Write what goes into one file."""
        from puzzles.formats import Document, write_all, written
        from puzzles.formats.non import NON

        if self._is_folder or not self._made:
            return
        documents = [Document(each.puzzle) for each in self._made]
        if self._path is not None:
            write_all(self._path, documents, force=self._force)
            if not self._wanted.as_json:
                described = (
                    _text(self._made[0])
                    if len(self._made) == 1
                    else plural(self.count, "{count} puzzle", "{count} puzzles")
                )
                click.echo(f"{os.fspath(self._path)}: {described}")
        elif not self._wanted.as_json:
            click.echo(written(NON, documents, _("standard output")).decode(), nl=False)


def _text(each: Generated) -> str:
    """BoardSize, difficulty and style."""
    puzzle, rating = each.puzzle, each.rating
    return f"{puzzle.width}x{puzzle.height}, {rating.text}"


def _json(number: int, each: Generated, seed: str, path: Path | None) -> str:
    from puzzles.formats import Document

    rating = each.rating
    return puzzle_line(
        Document(each.puzzle),
        None,
        {
            "puzzle": number,
            "seed": seed,
            "difficulty": rating.difficulty.value,
            "level": rating.level,
            "score": rating.score,
            "hardest": rating.hardest.id,
            "style": None if each.style is None else each.style.value,
            "written": None if path is None else os.fspath(path),
        },
    )


class GenerateJob(NamedTuple):
    """A puzzle to be generated."""

    options: GeneratorOptions
    seed: str
    pictures: tuple[Grid, ...] = ()
    """Boards to begin with; empty for drawn ones."""
    timeout_s: float | None = None


def generated(job: GenerateJob, should_stop: ShouldStop) -> Generated | Failure:
    """Generate a puzzle; see :func:`solver.author.generator.making.generate`."""
    from solver.author.generator.making import generate

    is_over = within(job.timeout_s, should_stop)
    made = generate(job.options, job.seed, is_over, job.pictures)
    return made or (_OUT_OF_TIME if is_over() else _NOT_FOUND)
