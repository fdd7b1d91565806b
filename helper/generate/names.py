"""Names of generated puzzles: a name has all that is needed to generate the puzzle again. No Qt."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

from puzzles.difficulty import Difficulty
from puzzles.model import Puzzle
from puzzles.titles import GENERATED, GENERATED_NAME
from solver.author.generator.options import GeneratorOptions, Style
from solver.author.generator.symmetry import Symmetry

_COLORS = re.compile(r"(\d)-colou?rs?")


class NamedPuzzle(NamedTuple):
    """What a name says."""

    options: GeneratorOptions
    seed: str


def name_of(options: GeneratorOptions, seed: str) -> str:
    """The name of a generated puzzle; empty if a name cannot have all the options.

    >>> name_of(GeneratorOptions(15, 20, Difficulty.HARD, colors=3), "490169")
    'Random 490169 20x15 hard 3-colours'
    """
    o = options
    if o.tier or o.score or o.density is not None or o.needs_trial is not None:
        return ""
    if not re.fullmatch(r"\S+", seed):
        return ""
    kinds = (o.difficulty, o.style, o.symmetry)
    words = [kind.value for kind in kinds if kind is not None]
    if o.colors > 1:
        words.append(f"{o.colors}-colours")
    return " ".join((f"{GENERATED}{seed}", f"{o.width}x{o.height}", *words))


def parsed_name(text: str) -> NamedPuzzle | None:
    """What a name says; ``None`` if the text is no such name.

    Raises:
        ValueError: The options that it names are not possible.

    >>> parsed_name("490169 20x15 hard").seed
    '490169'
    """
    found = GENERATED_NAME.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    seed, width, height, rest = found.groups()
    options: dict[str, Any] = {}
    for word in rest.split():
        if colors := _COLORS.fullmatch(word):
            options["colors"] = int(colors[1])
            continue
        for name, kind in (("difficulty", Difficulty), ("style", Style), ("symmetry", Symmetry)):
            if word in [each.value for each in kind] and name not in options:
                options[name] = kind(word)
                break
        else:
            return None
    return NamedPuzzle(GeneratorOptions(int(height), int(width), **options), seed)


def named(puzzle: Puzzle, options: GeneratorOptions, seed: str) -> Puzzle:
    """A generated puzzle with its name as its title."""
    return replace(puzzle, title=name_of(options, seed))
