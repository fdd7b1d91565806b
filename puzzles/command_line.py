"""Options, services and endings that the commands share."""

from __future__ import annotations

import functools
import math
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Concatenate, ParamSpec

import click
from click.core import ParameterSource
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    add_completion_class,
    split_arg_string,
)

from puzzles.errors import NonogramError, reason_of
from puzzles.exit_codes import BAD_INPUT, DONE, INTERRUPTED, worse
from puzzles.interrupt import StopFlag, interruptible
from puzzles.output import output_lost
from puzzles.paths import is_file, is_folder
from puzzles.standard_input import STANDARD_INPUT
from puzzles.words import _, enumerated, plural, worded

if TYPE_CHECKING:
    from puzzles.contracts import SolverHooks
    from puzzles.option import DeclaredOption

P = ParamSpec("P")
_MAX_ENDINGS = 6
"""Kinds of files that a sentence counts."""
ANY_PATH = click.Path(readable=False)
"""The type of a file or folder that the command opens itself: it says what is wrong with it, in one
sentence, also if nobody may read it. A shell completes it."""


def ending(command: Callable[P, int | Iterable[int]]) -> Callable[P, None]:
    """Let a command end with its exit code, and with a sentence instead of a traceback.

    A decorator below those of click. What the user's input or the machine did wrong is BAD_INPUT.

    Args:
        command: Returns its exit code; or yields those of its parts, of which the most severe one
            counts, also if the reader of the output leaves before the end.
    """

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        code = DONE
        try:
            result = command(*args, **kwargs)
            for part in () if isinstance(result, int) else result:
                code = worse(code, part)
            if sys.stdout is not None:  # a Windows program without a console has none
                sys.stdout.flush()
            code = result if isinstance(result, int) else code
        except NonogramError as error:
            from puzzles.json_output import Failure, tell  # imports the formats

            tell(Failure.of(error))
            code = BAD_INPUT
        except OSError as error:
            code = output_lost(error, code)
        click.get_current_context().exit(code)

    return run


def stoppable(command: Callable[Concatenate[StopFlag, P], int]) -> Callable[P, int]:
    """Give a command the flag that Ctrl+C raises, after which it ends with INTERRUPTED.

    A decorator below :func:`ending`.
    """

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        with interruptible() as should_stop:
            code = command(should_stop, *args, **kwargs)
        return INTERRUPTED if should_stop() else code

    return run


def _no_solver() -> SolverHooks:
    from puzzles.contracts import no_solver

    return no_solver()


@dataclass(frozen=True)
class Services:
    """Functions of other packages, for commands that may not import them.

    It is the ``obj`` of the commands' :class:`click.Context`.
    """

    solver_hooks: Callable[[], SolverHooks] = _no_solver
    """Imports the solver when it is called."""
    count_solutions: str = ""
    """A :data:`puzzles.contracts.CountSolutions` as ``module:name``, for child processes."""
    show_live: Callable[[str | None], int] | None = None
    """Opens the window with a camera, file or stream, and returns the exit code."""
    run_program: str = ""
    """A function that runs the program with the words of a command and returns the exit code, as
    ``module:name``, for child processes."""


def services_of(context: click.Context) -> Services:
    """The services of a command; the defaults if it runs without the program."""
    return context.obj if isinstance(context.obj, Services) else Services()


def finite(context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """A click callback that rejects ``inf`` and ``nan``, which click's ranges accept."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(
            worded("{value} is not a finite number.", value=value), context, option
        )
    return value


def option(declared: DeclaredOption, *short: str, **changes: Any) -> Callable[[Any], Any]:
    """The option of a command that a dataclass declares; the command gets it by the field's name.

    Args:
        declared: From :func:`puzzles.option.declared_options`.
        *short: A name with one dash.
        **changes: ``default=None`` if the command has to know whether the option is given.
    """
    flag, kind, said = f"--{declared.flag}", declared.kind, declared.said
    default = changes.get("default", declared.default)
    given: dict[str, Any] = {"help": declared.text or None, "default": default}
    if kind is bool:
        flags = flag if default is False else f"{flag}/--no-{declared.flag}"
        return click.option(*short, flags, declared.name, is_flag=True, **given)
    if declared.values:
        given["type"] = Word(declared.values)
        given["default"] = next((w for w, v in declared.values.items() if v == default), None)
    elif kind is int:
        # The bounds of whole numbers are whole.
        given["type"] = click.IntRange(said.low, said.high)  # type: ignore[arg-type]
    else:
        given |= {"type": float, "callback": finite}
    given |= {"show_default": bool(default), "metavar": said.metavar or None}
    return click.option(*short, flag, declared.name, **given)


class Word(click.Choice[str]):
    """The words for the values of an option, in capitals, too; the command gets the value."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(list(values), case_sensitive=False)
        self._values = values

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value for a word; a default may be a value already."""
        return self._values[super().convert(value, param, ctx)]


def check_cluster(context: click.Context) -> None:
    """Refuse ``--jobs`` beside ``--cluster``."""
    is_given = {
        name: context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        for name in ("jobs", "cluster")
    }
    if all(is_given.values()):
        raise click.UsageError(_("-j counts processes of this machine, so it excludes --cluster."))


@add_completion_class
class BashWords(BashComplete):
    """Completion in bash, which takes the colons and equal signs of a word for its end.

    The program gets the line instead of such pieces, and the script cuts off what is before the
    last piece, which is all that bash replaces.
    """

    source_template = """\
%(complete_func)s() {
    local IFS=$'\\n' type value
    local line="${COMP_LINE:0:COMP_POINT}"
    local before="${line##*[[:space:]]}"
    before="${before%%"$2"}"
    before="${before#--*=}"
    for completion in $(COMP_WORDS="$line" %(complete_var)s=bash_complete "$1"); do
        IFS=',' read -r type value <<< "$completion"
        case $type in
            dir) COMPREPLY=() && compopt -o dirnames ;;
            file) COMPREPLY=() && compopt -o default ;;
            plain) [[ $value == "$before" ]] || COMPREPLY+=("${value#"$before"}") ;;
        esac
    done
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace
    fi
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is completed, and what is typed of it."""
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)
        incomplete = words.pop() if line and not line[-1].isspace() else ""
        return words[1:], incomplete


@add_completion_class
class FishWords(FishComplete):
    """Completion in fish; click's script cuts a word or its description off at a comma."""

    source_template = FishComplete.source_template.replace("split", "split --max 1", 1)


class Program(click.Group):
    """The commands; in the place of their name there may be a file, which the window opens."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so; if there is none, the shell offers files."""
        offered = super().shell_complete(ctx, incomplete)
        return offered or [CompletionItem(incomplete, type="file")]


def read_once(
    context: click.Context, argument: click.Parameter, paths: tuple[str, ...]
) -> tuple[str, ...]:
    """A click callback for files that rejects a second ``-``: nothing is left to read then."""
    if paths.count(STANDARD_INPUT) > 1:
        raise click.UsageError(_("Standard input can be read only once: give - once."), context)
    return paths


class FolderError(click.ClickException):
    """A folder has no puzzles; it is told as a file that cannot be read."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the sentence alone, without the usage."""
        click.echo(self.format_message(), file=file, err=file is None)


def puzzle_files(
    context: click.Context, argument: click.Parameter, paths: tuple[str, ...]
) -> tuple[str, ...]:
    """A click callback for puzzle files: a folder stands for the puzzle files in it, by name.

    Pictures in a folder are left out, as most are no puzzles, and so are files that are not named
    like puzzles; how many of which kind is said on stderr.
    """
    from puzzles.inputs import empty_folder_problem

    def inside(folder: Path) -> list[Path]:
        visible = [each for each in sorted(folder.iterdir()) if not each.name.startswith(".")]
        found = [each for each in visible if _is_puzzle_file(each)]
        left_out = [each for each in visible if is_file(each) and not _is_puzzle_file(each)]
        if left_out:
            click.echo(_left_out_text(folder, left_out), err=True)
        return found

    return with_folders(read_once(context, argument, paths), inside, empty_folder_problem)


def with_folders(
    paths: Sequence[str],
    inside: Callable[[Path], list[Path]],
    empty_problem: Callable[[str], str],
) -> tuple[str, ...]:
    """Paths of a command line, with the files of a folder in its place.

    Args:
        paths: Files, folders, and perhaps standard input.
        inside: The files of a folder that are wanted, in their order.
        empty_problem: The sentence about a folder without such files.

    Raises:
        FolderError: The only path is such a folder, or one that cannot be opened.
    """
    found: list[str] = []
    for path in paths:
        if path == STANDARD_INPUT or not is_folder(path):
            found.append(path)
            continue
        try:
            _tell_subfolders(Path(path))
            files = inside(Path(path))
            problem = empty_problem(path)
        except OSError as error:
            files = []
            problem = worded(
                "{path}: cannot be opened: {reason}", path=path, reason=reason_of(error)
            )
        if not files and len(paths) == 1:
            raise FolderError(problem)
        if not files:  # it is told when it is its turn, and does not stop the others
            files = [Path(path)]
        found += map(os.fspath, files)
    return tuple(found)


def _tell_subfolders(folder: Path) -> None:
    """Say on stderr that the folders in a folder are not searched, if there are any."""
    inside = [each for each in folder.iterdir() if each.is_dir() and not each.name.startswith(".")]
    if inside:
        text = plural(
            len(inside),
            "{folder}: {count} folder in it is not searched; name it to have its files: {example}",
            "{folder}: {count} folders in it are not searched; name them to have their files:"
            " {example}",
            folder=folder,
            example=min(inside),
        )
        click.echo(text, err=True)


def _left_out_text(folder: Path, files: Sequence[Path]) -> str:
    """The sentence about the files of a folder that are not taken."""
    from puzzles.formats import format_for

    endings = Counter(file.suffix.lower() for file in files).most_common()
    kinds = [f"{count} {ending or '?'}" for ending, count in endings[:_MAX_ENDINGS]]
    rest = sum(count for _ending, count in endings[_MAX_ENDINGS:])
    # A picture may be a puzzle, a text is seldom one.
    known = (ending for ending, _count in endings if format_for(f"x{ending}") and ending != ".txt")
    most = next(known, endings[0][0])
    return plural(
        len(files),
        "{folder}: {count} file is left out, since it is a picture or not named like a puzzle"
        " ({kinds}); name it to have it: {example}",
        "{folder}: {count} files are left out, since they are pictures or not named like puzzles"
        " ({kinds}); name them to have them: {example}",
        folder=folder,
        kinds=enumerated([*kinds, f"{rest} …"] if rest else kinds),
        example=folder / f"*{most}" if most else files[0],
    )


def _is_puzzle_file(path: Path) -> bool:
    from puzzles.formats import format_for

    is_seldom = path.suffix.lower() in (".png", ".txt")
    return not is_seldom and is_file(path) and format_for(path) is not None


files_argument = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=ANY_PATH, callback=puzzle_files
)
"""The files of a command; ``-`` is standard input, and a folder the puzzle files in it."""
