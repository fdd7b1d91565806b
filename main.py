"""The entry point: one command line made of each package's ``cli.py``, and the window.

``nonogram`` without arguments, or with files, opens the window; with a command it runs that.
Nothing is imported before it is needed: the window starts without the command line's modules.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import BufferedIOBase, TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

    from puzzles.contracts import SolverHooks

COMMANDS = {
    "ar": "recognizer.live.command.cli:ar",
    "check": "puzzles.cli:check",
    "convert": "puzzles.convert_cli:convert",
    "create": "helper.picture.cli:create",
    "engines": "solver.study.cli:engines",
    "explain": "solver.logic.cli:explain",
    "formats": "puzzles.convert_cli:formats",
    "generate": "helper.generate.cli:generate",
    "hint": "solver.logic.cli:hint",
    "list": "puzzles.cli:list_packs",
    "print": "helper.paper.cli:print_command",
    "rate": "solver.logic.cli:rate",
    "repair": "solver.author.repair_cli:repair",
    "scan": "recognizer.cli:scan",
    "serve": "network.service.cli:serve",
    "solve": "solver.cli:solve",
    "study": "solver.study.cli:study",
}
"""Each command's name, and the module and attribute that hold it."""

ACTIONS = ("--scan", "--random")
"""What the window does first, if it is told to; the desktop entry below ``share`` has an action for
each."""
VERSION_OPTIONS = ("-V", "--version")
HELP_OPTIONS = ("-h", "--help")
COMPLETION = "_NONOGRAM_COMPLETE"
"""Set by a shell that wants to complete a command line."""
BAD_INPUT, INTERRUPTED = 2, 130
"""As in ``puzzles.exit_codes``, which the window does not wait for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The program ``nonogram``.

    Args:
        arguments: The words after the program's name; ``None`` for those it was started with.

    Returns:
        The exit code.
    """
    _begin()
    words = sys.argv[1:] if arguments is None else list(arguments)
    code = _guarded(lambda: _main(words))
    if arguments is None and (outside := sys.modules.get("solver.engines.outside")):
        outside.leave(code)
    return code


def window(arguments: Sequence[str] | None = None) -> int:
    """The program ``nonogram-helper``: the window, nothing else; see :func:`main`."""
    _begin()
    words = sys.argv[1:] if arguments is None else list(arguments)
    return _guarded(lambda: _window(words))


def _begin() -> None:
    """Set up the process; in a frozen program that is asked to, be a child and never return."""
    # For its small matrices a pool of threads costs a fifth of the time of a small picture; child
    # processes inherit it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if getattr(sys, "frozen", False) and not set(sys.argv[1:2]) & set(VERSION_OPTIONS):
        import signal

        from puzzles.program import run_as_child

        run_as_child()
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # tools/package/interrupts.py
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _main(words: list[str]) -> int:
    if os.environ.get(COMPLETION):
        return _run_command(_words_to_complete())
    if not words:
        return _open_window([])
    if words[0] in VERSION_OPTIONS:  # before anything is imported for it
        return _show_version("nonogram")
    if words[0] in COMMANDS or (words[0].startswith("-") and words[0] != "-reverse"):
        return _run_command(words)
    if words[0] == "-reverse" or os.path.isfile(words[0]):  # noqa: PTH113 - Path raises if a name is too long
        return _window(words)
    from difflib import get_close_matches

    from puzzles.words import _, worded

    if os.path.isdir(words[0]):  # noqa: PTH112 - as above
        text = _(
            "{word!r} is a folder; name a file in it, or read its pictures with `nonogram scan"
            " --all`"
        )
        return _fail(worded(text, word=words[0]))
    similar = get_close_matches(words[0][:100].lower(), COMMANDS, 1)
    text = (
        _("{word!r} is neither a command nor a file; did you mean `nonogram {similar}`?")
        if similar
        else _("{word!r} is neither a command nor a file; `nonogram --help` lists both")
    )
    return _fail(worded(text, word=words[0], similar="".join(similar)))


def _words_to_complete() -> list[str]:
    """The command that a shell completes, if it is there already; else what lists all of them."""
    typed = os.environ.get("COMP_WORDS", "").split()
    return typed[1:2] if len(typed) > 1 and typed[1] in COMMANDS else [HELP_OPTIONS[0]]


def _window(words: list[str]) -> int:
    if set(HELP_OPTIONS) & set(words):
        print(window_help())
        return 0
    if set(VERSION_OPTIONS) & set(words):
        return _show_version("nonogram-helper")
    from puzzles.words import worded

    words = [word for word in words if word != "-reverse"]  # Qt's own option
    if action := next((word for word in words if word in ACTIONS), ""):
        if len(words) > 1:
            return _fail(
                worded("{word!r} cannot be combined with files or other options", word=action)
            )
        return _open_window([], action)
    for word in words:
        if word.startswith("-"):
            return _fail(
                worded(
                    "there is no option {word!r}; `nonogram-helper --help` lists them", word=word
                )
            )
        if not os.path.isfile(word):  # noqa: PTH113
            return _fail(worded("there is no file {word!r}", word=word))
    return _open_window(words)


def window_help() -> str:
    """The help of ``nonogram-helper``: usage, a sentence, and a line for each option."""
    from puzzles.words import help_text

    return help_text("""Usage: nonogram-helper [OPTION | FILE...]

  Open the window, with the puzzles in the files given.

Options:
  --scan         Ask for a picture, and read the puzzle that is printed in it.
  --random       Open a random puzzle of the size and difficulty that were chosen last.
  -V, --version  Show the version and exit.
  -h, --help     Show this message and exit.""")


@contextmanager
def _interrupts_end_it() -> Iterator[None]:
    """Let Ctrl+C end the process while a window is made, until that has an event loop.

    Qt would call into Python while the interrupt is raised, which swallows it or crashes.
    """
    import signal

    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _open_window(paths: list[str], action: str = "") -> int:
    from helper.application.display import why_no_display

    if (reason := why_no_display()) is not None:
        return _fail(reason)
    with _interrupts_end_it():
        from helper.application.quick_imports import import_quickly

        import_quickly()
        from helper.app import run

        return run(paths, action)


def _run_command(words: list[str]) -> int:
    from io import StringIO

    import click

    from puzzles.command_line import Services
    from puzzles.errors import NonogramError
    from puzzles.words import without_controls

    count = "solver.solution_count:count_solutions"
    services = Services(_solver_hooks, count, _show_live, "main:main")
    try:
        # Not standalone: click would turn Ctrl+C into exit code 1.
        group = command_line(words[0] if words else "")
        code = group.main(words, "nonogram", standalone_mode=False, obj=services)
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        shown = StringIO()
        error.show(shown)
        click.echo(without_controls(shown.getvalue()), nl=False, err=True)
        return error.exit_code
    except NonogramError as error:
        return _fail(str(error))
    return code if isinstance(code, int) else 0


def command_line(first: str = "") -> click.Group:
    """The command line.

    Args:
        first: The first word. A command is the only one that is imported; with a help option none
            is, as all that is shown of them is their sentences.
    """
    import click

    from puzzles.command_line import Program
    from puzzles.words import _

    def show_version(context: click.Context, __: click.Parameter, wanted: bool) -> None:
        if wanted:
            context.exit(_show_version("nonogram"))

    def print_report(context: click.Context, __: click.Parameter, wanted: bool) -> None:
        if wanted:
            from helper.application.unexpected import report

            click.echo(report(), nl=False)
            context.exit()

    version = click.Option(
        VERSION_OPTIONS,
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show_version,
        help=_("Show the version and exit."),
    )
    report = click.Option(
        ["--report"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=print_report,
        help=_("Print versions and the last unexpected error, to report a problem, and exit."),
    )
    group = Program(
        "nonogram",
        params=[version, report],
        help=_(
            "Solve, draw and check nonograms. Without a command the window opens, "
            "with the puzzles in the FILES given, if any."
        ),
        subcommand_metavar="[COMMAND [ARGS]... | FILE...]",
        context_settings={"help_option_names": [*HELP_OPTIONS]},
    )
    if first in HELP_OPTIONS:
        for name, text in command_texts().items():
            group.add_command(click.Command(name, short_help=text))
        return group
    for name in [first] if first in COMMANDS else COMMANDS:
        module, __, attribute = COMMANDS[name].partition(":")
        group.add_command(getattr(import_module(module), attribute), name)
    return group


def command_texts() -> dict[str, str]:
    """A sentence about each command, as its own module has it."""
    from puzzles.words import _

    return {
        "ar": _("Show the solution of a printed puzzle through a camera."),
        "check": _("List all defects of puzzle files."),
        "convert": _("Write puzzle files in another format."),
        "create": _("Make a puzzle of a picture."),
        "engines": _("List the methods of solving and their options."),
        "explain": _("Print the whole solution of puzzles as numbered steps."),
        "formats": _("List the file formats, and what they can hold besides clues."),
        "generate": _("Generate puzzles, each with exactly one solution."),
        "hint": _("Print the next step of a puzzle in words."),
        "list": _("List the puzzles that come with the program."),
        "print": _("Write puzzles for printing, or as pictures."),
        "rate": _("Say how difficult puzzles are for a person."),
        "repair": _("Change a few cells so that there is one solution."),
        "scan": _("Read printed puzzles from photos, scans and PDF files."),
        "serve": _("Do the work of the commands for other programs, over HTTP."),
        "solve": _("Solve puzzle files and print every solution."),
        "study": _("Compare methods of solving on sets of puzzles."),
    }


def _solver_hooks() -> SolverHooks:
    """The solver functions that `ar` needs, imported only when it asks for them."""
    from solver.advice import HOOKS

    return HOOKS


def _show_live(source: str | None) -> int:
    """Open the window with the camera, file or stream that `ar` was given."""
    from helper.application.display import why_no_display
    from puzzles.packages import why_missing

    if reason := why_no_display() or why_missing("cv2"):
        return _fail(reason)
    with _interrupts_end_it():
        from helper.application.quick_imports import import_quickly

        import_quickly()
        from helper.app import run_camera

        return run_camera(source)


def _show_version(program: str) -> int:
    from puzzles.version import version_number

    print(program, version_number())
    return 0


def _guarded(run: Callable[[], int]) -> int:
    """Run, and end with a sentence, not with a traceback, whatever happens."""
    if sys.stdout is None and sys.platform != "win32":  # there the window has none
        sys.stdout = TextIOWrapper(_ClosedOutput(), "utf-8", write_through=True)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # titles and file names may hold anything
            # The same bytes on all systems; a console of Windows has an encoding of its own.
            is_redirected = sys.platform == "win32" and not stream.isatty()
            encoding = "utf-8" if is_redirected else None
            stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")
    try:
        code = run()
        if sys.stdout is not None:  # a Windows program without a console has none
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        from puzzles.output import output_lost

        return output_lost(error, BAD_INPUT)
    except ModuleNotFoundError as error:
        from puzzles.packages import sentence_of

        sentence = sentence_of(error)
        return _fail(sentence) if sentence else _unexpected(error)
    except ImportError as error:
        from helper.application.display import missing_libraries

        libraries = missing_libraries(error)
        return _fail(libraries) if libraries else _unexpected(error)
    except Exception as error:
        return _unexpected(error)
    return code


def _unexpected(error: Exception) -> int:
    if sys.flags.dev_mode:  # a developer wants the traceback
        raise error
    from helper.application.unexpected import say_unexpected

    return say_unexpected(error)


class _ClosedOutput(BufferedIOBase):
    """The standard output of a program that was started without one."""

    def writable(self) -> bool:
        return True

    def write(self, _: object) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
