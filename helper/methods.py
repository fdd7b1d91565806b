"""The solving methods as the window lists them: names, what they do, their options. No widgets."""

from __future__ import annotations

from collections.abc import Iterable

from puzzles import NonogramError
from solver.options import Option, label, options_of
from solver.registry import engine_names, get_engine, missing_engines

VARIANTS = ("elimination:queue=fifo", "elimination:assume=fewest", "axis:partial")
"""Worth comparing with the methods as they are by default."""


def description(spec: str) -> str:
    """One sentence about a method; empty if it cannot be asked.

    The window's process may fail to load what a child of its own can: two solvers in one process
    may not get along.
    """
    try:
        return get_engine(spec).description
    except NonogramError:
        return ""


def method_options(spec: str) -> tuple[Option, ...]:
    """The options of a method; none if it cannot be asked."""
    try:
        return options_of(get_engine(spec))
    except NonogramError:
        return ()


def values_of(spec: str) -> dict[str, bool | int | float | str]:
    """The value of each option of a configured method, by the option's name.

    >>> values_of("elimination:queue=fifo")["queue"]
    'fifo'
    """
    engine = get_engine(spec)
    return {each.name: getattr(engine, each.name.replace("-", "_")) for each in options_of(engine)}


def spec_of(name: str, texts: Iterable[tuple[str, str]]) -> str:
    """A configured method as it is written, without the options that are as by default.

    Args:
        name: The method.
        texts: ``(option, value)``.

    Raises:
        NonogramError: An option cannot have that value.

    >>> spec_of("elimination", [("queue", "fifo"), ("tracked", "no")])
    'elimination:queue=fifo'
    """
    return label(get_engine(":".join([name, *(f"{option}={text}" for option, text in texts)])))


def known_variants() -> list[str]:
    """Those of :data:`VARIANTS` that there are here."""
    found = []
    for spec in VARIANTS:
        try:
            found.append(label(get_engine(spec)))
        except NonogramError:
            continue
    return found


def mnemonics(names: Iterable[str]) -> list[str]:
    """Texts for a menu: an ampersand before the first letter that no other name has taken.

    >>> mnemonics(["native", "noun", "an"])
    ['&native', 'n&oun', '&an']
    """
    taken: set[str] = set()
    texts = []
    for name in names:
        free = [i for i, letter in enumerate(name) if letter.isalnum() and letter not in taken]
        at = free[0] if free else 0
        taken.add(name[at])
        texts.append(f"{name[:at]}&{name[at:]}")
    return texts


def methods_text() -> str:
    """A list of all methods for a page of the help, in Markdown."""
    missing = missing_engines()
    lines = []
    for name in engine_names():
        lines.append(f"* **{name}**: {description(name)}")
        lines += [
            f"    * *{each.name}* ({_values_text(each)}): {each.sentence}."
            for each in method_options(name)
        ]
    lines += [f"* **{name}** cannot be used here: {reason}." for name, reason in missing.items()]
    return "\n".join(lines)


def _values_text(option: Option) -> str:
    default = option.default
    if option.choices:
        return ", ".join(
            f"{each}, the default" if each == default else each for each in option.choices
        )
    if isinstance(default, bool):
        return f"yes or no, by default {'yes' if default else 'no'}"
    return f"a number, by default {default}"
