"""The option ``--engine`` of commands: names given several times, or listed with commas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from puzzles.shared_options import SharedOption
from puzzles.words import _, worded
from solver.options import label
from solver.registry import NAMES, get_engine, known_names

_ENGINE_OPTION = SharedOption(
    "--engine",
    "engines",
    metavar="NAME",
    multiple=True,
    text=worded(
        "A solving method: {names}. Several are separated by commas, or the option is repeated. "
        "Options of a method follow colons, NAME:OPTION=VALUE:SWITCH; `nonogram engines` lists "
        "them.",
        names=", ".join(NAMES),
    ),
)
Command = TypeVar("Command", bound=Callable[..., object])


def engine_option(default: str) -> Callable[[Command], Command]:
    """The option; :func:`engine_labels` makes a list of its values.

    Args:
        default: Which engines are taken without it, in words.
    """
    sentence = worded("By default {default}.", default=default)
    return _ENGINE_OPTION.saying(sentence, shell_complete=_completed)


def _completed(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """What a shell offers for the last name of a list."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in known_names() if name.startswith(last)]


def engine_labels(texts: Sequence[str]) -> list[str]:
    """The engines that were chosen, each once, in the form of :func:`solver.options.label`.

    Args:
        texts: The values of the option, each with one or several engines.

    Raises:
        NonogramError: One is not known, cannot be used here, or has no such option.
        click.UsageError: The option was given, but names no engine.

    >>> engine_labels(["python,elimination:queue=fifo", "python"])
    ['python', 'elimination:queue=fifo']
    """
    specs = [spec.strip() for text in texts for spec in text.split(",")]
    labels = list(dict.fromkeys(label(get_engine(spec)) for spec in specs if spec))
    if texts and not labels:
        raise click.UsageError(_("--engine names no engine."))
    return labels
