"""Options of engines, and their text form: ``name:option=value:switch``.

An engine's options are the fields of its dataclass: ``bool`` (a switch), ``int``, ``float`` or a
``Literal`` of words. A field is made with :func:`option`, which takes the sentence for the help.

>>> from solver.registry import get_engine
>>> label(get_engine("elimination:queue=fifo:tracked"))
'elimination:queue=fifo:tracked'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from math import isfinite
from typing import Any, Literal, get_args, get_origin, get_type_hints

from puzzles.errors import NonogramError
from puzzles.words import _, either, enumerated, worded
from solver.values import Engine

Value = bool | int | float | str
"""The types of option values."""
_SWITCH = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}


@dataclass(frozen=True, slots=True)
class EngineOption:
    """One option of an engine."""

    name: str
    """Its text form."""
    sentence: str
    """What it does, for the help."""
    default: Value
    """The value if the option is not given."""
    choices: tuple[str, ...] = ()
    """The permitted words; empty for numbers and switches."""

    def parse(self, text: str) -> Value:
        """The value of a text.

        Raises:
            ValueError: The text is no value; the error's text says which ones are.
        """
        if self.choices:
            if text not in self.choices:
                raise ValueError(either(self.choices))
            return text
        if isinstance(self.default, bool):
            if text not in _SWITCH:
                raise ValueError(_("yes or no"))
            return _SWITCH[text]
        if isinstance(self.default, int):
            if not (text.isascii() and text.isdigit() and len(text) < 10):
                raise ValueError(_("a whole number, 0 or more"))
            return int(text)
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not (isfinite(value) and value >= 0):
            raise ValueError(_("a number that is not negative"))
        return value


def option(default: Any, sentence: str) -> Any:
    """A field of an engine's dataclass that is an option."""
    return field(default=default, metadata={"sentence": sentence})


def options_of(engine: Engine) -> tuple[EngineOption, ...]:
    """The options of an engine, in the order of its fields."""
    if not is_dataclass(engine):
        return ()
    hints = get_type_hints(type(engine))
    found = []
    for each in fields(engine):
        choices = get_args(hints[each.name]) if get_origin(hints[each.name]) is Literal else ()
        assert each.default is not MISSING
        found.append(
            EngineOption(_written(each.name), each.metadata["sentence"], each.default, choices)
        )
    return tuple(found)


def configured(engine: Engine, words: Sequence[str]) -> Engine:
    """A copy of an engine with options set.

    Args:
        engine: The engine with its defaults.
        words: ``option=value``, or ``option`` alone for a switch.

    Raises:
        NonogramError: There is no such option, or it cannot have that value.
    """
    values = parse_options(engine.name, options_of(engine), words)
    if not (values and is_dataclass(engine)):
        return engine
    return replace(engine, **{_field(name): value for name, value in values.items()})


def parse_options(
    engine: str, options: Sequence[EngineOption], words: Sequence[str]
) -> dict[str, Value]:
    """The values of the given options, by name.

    Args:
        engine: Name of the engine, for errors.
        options: All options of the engine.
        words: ``option=value``, or ``option`` alone for a switch.

    Raises:
        NonogramError: There is no such option, or it cannot have that value.
    """
    known = {option.name: option for option in options}
    values: dict[str, Value] = {}
    for word in words:
        name, is_given, text = word.partition("=")
        if name not in known:
            raise NonogramError(_unknown_text(engine, name, known))
        if name in values:
            raise NonogramError(
                worded("{engine}: the option {name!r} is given twice", engine=engine, name=name)
            )
        try:
            values[name] = known[name].parse(text if is_given else "yes")
        except ValueError as error:
            raise NonogramError(
                worded(
                    "{engine}: the option {name!r} is {error}, not {text!r}",
                    engine=engine,
                    name=name,
                    error=error,
                    text=text,
                )
            ) from None
    return values


def _unknown_text(engine: str, name: str, known: Mapping[str, EngineOption]) -> str:
    """What is said about an unknown option, with a suggestion."""
    likely = [option.name for option in known.values() if name in option.choices]
    if likely:
        text = _("{engine} has no option {name!r}; {likely}={name} may be meant")
    elif known:
        text = _("{engine} has no option {name!r}; its options are: {known}")
    else:
        text = _("{engine} has no option {name!r}; it has no options")
    return worded(
        text, engine=engine, name=name, likely="".join(likely[:1]), known=enumerated(known)
    )


def label(engine: Engine) -> str:
    """The text form of an engine: its name, and the options that differ from the defaults."""
    options = options_of(engine)
    values = {each.name: getattr(engine, _field(each.name)) for each in options}
    return spec_of(engine.name, options, values)


def spec_of(engine: str, options: Sequence[EngineOption], values: Mapping[str, Value]) -> str:
    """The text form of an engine's name and option values; defaults are left out.

    >>> spec_of("axis", [EngineOption("partial", "", False)], {"partial": True})
    'axis:partial'
    """
    words = [engine]
    for each in options:
        value = values.get(each.name, each.default)
        if value == each.default:
            continue
        if isinstance(value, bool):
            words.append(each.name if value else f"{each.name}=no")
        else:
            words.append(f"{each.name}={value}")
    return ":".join(words)


def _written(name: str) -> str:
    return name.replace("_", "-")


def _field(name: str) -> str:
    return name.replace("-", "_")
