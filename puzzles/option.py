"""A choice is declared once: the field of a frozen dataclass says its type, its default, its range
and what it means.

>>> from puzzles.print_options import PrintOptions
>>> declared_options(PrintOptions)["margin_mm"].text
'The margin, 5 to 40 mm.'
>>> PrintOptions(margin_mm=50)
Traceback (most recent call last):
    ...
ValueError: margin: a number from 5 to 40, not 50

The option of a command (:func:`puzzles.command_line.option`), the row of the service
(``network/service/actions.py``) and the field of a dialog (``helper/widgets/option_fields.py``) are
made from it. No click and no Qt here: the start of the window imports neither for it.
"""

from __future__ import annotations

import enum
import types
from collections.abc import Hashable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cached_property, lru_cache, partial
from numbers import Integral, Real
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from puzzles.words import _, either, marked, paragraph, worded


@dataclass(frozen=True, slots=True)
class Option:
    """What is said of a choice beside its type and default."""

    text: str = ""
    """A sentence for the help, a literal; it may name ``{low}`` and ``{high}``."""
    low: float | None = None
    """The smallest number."""
    high: float | None = None
    """The largest number."""
    values: tuple[Any, ...] = ()
    """All that may be chosen; of an enum, its members."""
    flag: str = ""
    """The name in commands and requests; by default that of the field."""
    metavar: str = ""
    """What stands for the value in the help of a command."""
    more: str = ""
    """A second sentence, about this choice only, as :attr:`text`."""


DEFAULT_TIMEOUT_S = 60.0
"""The time that a command spends on a puzzle, unless it is told otherwise."""
COLORS_TEXT = marked("Colours besides the background.")
DIFFICULTY_TEXT = marked("The difficulty for a person.")
Limit = partial(Option, marked("Results to look for, at most."), 1, flag="limit", metavar="N")
"""That of a number of solutions or repairs."""


_TYPES: Mapping[type, tuple[type, str]] = {
    bool: (bool, _("{name}: true or false, not {value!r}")),
    float: (Real, _("{name}: a number, not {value!r}")),
    int: (Integral, _("{name}: a whole number, not {value!r}")),
}


@dataclass(frozen=True)
class DeclaredOption:
    """A field of a dataclass with its :class:`Option`."""

    name: str
    """Of the field."""
    kind: type
    """The type of its values; ``None`` may be possible besides."""
    default: Any
    said: Option

    @cached_property
    def flag(self) -> str:
        """The name in commands, without dashes before it."""
        return self.said.flag or self.name.replace("_", "-")

    @cached_property
    def text(self) -> str:
        """The sentence for people, in the language of the program."""
        said = self.said
        texts = (text for text in (said.text, said.more) if text)
        return paragraph(*(worded(text, low=said.low, high=said.high) for text in texts))

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """All that may be chosen, by the words for it; empty if it is no list.

        The word for a member of an enum is its value, or its own ``word``.
        """
        if issubclass(self.kind, enum.Enum):
            return {getattr(each, "word", each.value): each for each in self.kind}
        return {str(each): each for each in self.said.values}

    def problem(self, value: Any) -> str:
        """Why a value is not possible; empty if it is."""
        low, high = self.said.low, self.said.high
        if value is None:
            return ""
        possible_types, text = _TYPES.get(self.kind, (object, ""))
        if not self.values and not isinstance(value, possible_types):
            return worded(text, name=self.flag, value=value)
        if self.values and value not in self.values.values():
            possible = either(tuple(self.values))
            return worded(
                "{name}: {values}, not {value}", name=self.name, values=possible, value=value
            )
        if low is None or high is None or low <= value <= high:
            return ""
        return worded(
            "{name}: a number from {low:g} to {high:g}, not {value:g}",
            name=self.flag,
            low=low,
            high=high,
            value=value,
        )

    def nearest(self, value: Any) -> Any:
        """The value in the range that is nearest."""
        low, high = self.said.low, self.said.high
        return value if low is None or high is None else type(value)(min(max(value, low), high))


def declared_options(declaring: type) -> Mapping[str, DeclaredOption]:
    """The options that a dataclass declares, by their fields."""
    return _declared(cast(Hashable, declaring))


@lru_cache(maxsize=64)
def _declared(declaring: Any) -> Mapping[str, DeclaredOption]:
    hints = get_type_hints(declaring, include_extras=True)
    found = {}
    for field in fields(declaring):
        said = next(
            (part for part in get_args(hints[field.name]) if isinstance(part, Option)), None
        )
        if said is not None:
            default = None if field.default is MISSING else field.default
            kind = _kind(get_args(hints[field.name])[0])
            found[field.name] = DeclaredOption(field.name, kind, default, said)
    return found


def _kind(hint: Any) -> type:
    """The type of a field, without ``None``."""
    if get_origin(hint) in (types.UnionType, Union):
        hint = next(part for part in get_args(hint) if part is not types.NoneType)
    kind: type = get_origin(hint) or hint
    return kind


def check_options(value: Any) -> None:
    """See that each option of a value is possible, and take members of enums for their words.

    Raises:
        ValueError: One is not; the text says which one and what is possible.
    """
    for declared in declared_options(type(value)).values():
        given = getattr(value, declared.name)
        if isinstance(given, str) and given in declared.values:
            given = declared.values[given]
            object.__setattr__(value, declared.name, given)
        if problem := declared.problem(given):
            raise ValueError(problem)
