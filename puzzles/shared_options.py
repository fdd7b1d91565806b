"""The options that several commands have, each declared once: one name, one meaning.

A command says what the option means there besides: ``@output_option.saying(_("A folder …"))``.
``docs/options.md`` has the table of all options, and ``tests/unit/test_options.py`` its laws.
Options of values that the library has, too, are declared by their dataclasses
(``puzzles/option.py``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import click

from puzzles.command_line import ANY_PATH, Word, finite
from puzzles.difficulty import Difficulty
from puzzles.option import COLORS_TEXT, DEFAULT_TIMEOUT_S, DIFFICULTY_TEXT
from puzzles.words import _, paragraph, plural


class SharedOption:
    """An option of several commands, a decorator as of click.

    Args:
        *names: As for :class:`click.Option`.
        text: What it means in every command: a sentence.
        **attributes: As for :class:`click.Option`.
    """

    def __init__(self, *names: str, text: str, **attributes: Any) -> None:
        self._names, self._text, self._attributes = names, text, attributes

    def __call__(self, command: Any) -> Any:
        """Give a command the option."""
        return self.saying()(command)

    def saying(self, *more: str, **changes: Any) -> Callable[[Any], Any]:
        """The option with further sentences about this command, or with other attributes."""
        given: Mapping[str, Any] = self._attributes | changes
        return click.option(*self._names, help=paragraph(self._text, *more), **given)


class BoardSize(NamedTuple):
    """The size of a board, in cells."""

    width: int
    height: int


def size_in(text: str) -> BoardSize | None:
    """The size that a text such as ``20x15`` says.

    >>> size_in("20x15"), size_in("20")
    (BoardSize(width=20, height=15), None)
    """
    match = re.fullmatch(r"(\d{1,4})\s*[x×*]\s*(\d{1,4})", text.strip().lower())
    return BoardSize(int(match[1]), int(match[2])) if match else None


def several_puzzles_text(output: str, count: int) -> str:
    """The sentence about a file in which several puzzles have no place."""
    return plural(
        count,
        "{output}: there is {count} puzzle; name a folder for it",
        "{output}: there are {count} puzzles; name a folder for them",
        output=output,
    )


def _limit(context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """The seconds; ``None`` for no limit."""
    return finite(context, option, value) or None


cluster_option = SharedOption(
    "--cluster",
    metavar="ADDRESS",
    text=_(
        "Work on the machines of a Dask cluster; the address of its scheduler, "
        "e.g. tcp://host:8786. Its network must be trusted."
    ),
)
"""Of commands with much work; see :class:`puzzles.cluster.Cluster`."""

colors_option = SharedOption("--colors", type=click.IntRange(1), metavar="K", text=_(COLORS_TEXT))

difficulty_option = SharedOption(
    "--difficulty",
    type=Word({each.value: each for each in Difficulty}),
    text=_(DIFFICULTY_TEXT),
)

force_option = SharedOption(
    "--force",
    is_flag=True,
    text=_("Replace a file that is write-protected, or that is not from this program, too."),
)
"""Of every command that writes files."""

jobs_option = SharedOption(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    text=_("Work on N at a time."),
)
"""Of commands that work on many things; see :func:`puzzles.progress.workers_for`."""
JOBS_DEFAULT = _("By default as many as there are cores, if it is worth it.")

json_option = SharedOption(
    "--json",
    "as_json",
    is_flag=True,
    text=_("Print JSON, one object a line."),
)
"""``docs/json.md`` has the keys."""

output_option = SharedOption(
    "-o",
    "--output",
    type=ANY_PATH,
    metavar="PATH",
    text=_("Where to write: a file, a folder, or - for standard output."),
)
"""Of every command that writes files."""

size_option = SharedOption(
    "--size", metavar="WxH", text=_("Width and height in cells, such as 20x15.")
)

solve_option = SharedOption("--solve", is_flag=True, text=_("Fill in the solution."))

to_option = SharedOption(
    "--to",
    metavar="FORMAT",
    text=_("The format to write, if the name does not tell it."),
)

timeout_option = SharedOption(
    "--timeout",
    "timeout_s",
    type=click.FloatRange(0, 1e9),
    callback=_limit,
    default=DEFAULT_TIMEOUT_S,
    show_default=True,
    metavar="S",
    text=_("Seconds for each puzzle, at most; 0 for no limit."),
)
"""Of commands whose work may take for ever; ``None`` is no limit."""
