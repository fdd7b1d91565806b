"""The option ``--engine`` of commands: names given several times, or listed with commas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from puzzles.shared_options import SharedOption
from puzzles.words import _, worded
from solver.options import EngineOption, label, options_of
from solver.registry import NAMES, get_engine, known_names, why_missing

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
    """What a shell offers for the last name of a list, or for an option after it."""
    before, comma, last = incomplete.rpartition(",")
    head, colon, _word = last.rpartition(":")
    offered = known_names() if not colon else tuple(f"{head}:{each}" for each in _options(head))
    return [f"{before}{comma}{each}" for each in offered if each.startswith(last)]


def _options(head: str) -> list[str]:
    """The options of an engine that are not given yet, each with its values."""
    name, *given = head.split(":")
    if name not in known_names() or why_missing(name):
        return []
    known = {word.partition("=")[0] for word in given}
    return [
        word
        for each in options_of(get_engine(name))
        if each.name not in known
        for word in _words(each)
    ]


def _words(option: EngineOption) -> list[str]:
    """An option as it may be written."""
    if isinstance(option.default, bool):
        return [f"{option.name}=no" if option.default else option.name]
    return [f"{option.name}={word}" for word in option.choices] or [f"{option.name}="]


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
