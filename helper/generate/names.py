"""What the player chose for random puzzles, and texts that generate a puzzle again. No Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

from puzzles.difficulty import Difficulty
from puzzles.model import Puzzle
from puzzles.option import Option, check_options
from puzzles.titles import generated_title
from solver.author.generator.chance import Chance
from solver.author.generator.options import MAX_COLORS, MAX_SIDE, MIN_SIDE, GeneratorOptions, Style
from solver.author.generator.symmetry import Symmetry
from solver.logic.techniques import Technique, Tier, technique_of

_COLORS = re.compile(r"(\d)-colou?rs?")
_BEGINNING = "Random "
_ORIGIN = re.compile(rf"(?:{_BEGINNING})?(\S+) (\d{{1,4}})[x×](\d{{1,4}})((?: [a-z0-9-]+)*)")
"""An origin, whose beginning may be left out: seed, columns, rows, and words for options."""
_FORMER_WORDS = {"trial": Difficulty.EXTREME.value}
"""Words in origins of earlier versions, with those that have replaced them."""


class RandomOrigin(NamedTuple):
    """What a generated puzzle was made of: the same makes the same puzzle."""

    options: GeneratorOptions
    seed: str


def origin_of(options: GeneratorOptions, seed: str) -> str:
    """The origin of a generated puzzle; empty if the text cannot have all the options.

    >>> origin_of(GeneratorOptions(15, 20, Difficulty.HARD, colors=3), "490169")
    'Random 490169 20x15 hard 3-colours'
    """
    o = options
    if o.tier or o.score or o.technique or o.density is not None or o.trial is not None:
        return ""
    if not re.fullmatch(r"\S+", seed):
        return ""
    kinds = (o.difficulty, o.style, o.symmetry)
    words = [kind.value for kind in kinds if kind is not None]
    if o.colors > 1:
        words.append(f"{o.colors}-colours")
    return " ".join((f"{_BEGINNING}{seed}", f"{o.columns}x{o.rows}", *words))


def parsed_origin(text: str) -> RandomOrigin | None:
    """What an origin says; ``None`` if the text is none.

    Raises:
        ValueError: The options that it names are not possible.

    >>> parsed_origin("490169 20x15 hard").seed
    '490169'
    """
    found = _ORIGIN.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    seed, width, height, rest = found.groups()
    options: dict[str, Any] = {}
    for word in (_FORMER_WORDS.get(each, each) for each in rest.split()):
        if colors := _COLORS.fullmatch(word):
            options["colors"] = int(colors[1])
            continue
        for name, kind in (("difficulty", Difficulty), ("style", Style), ("symmetry", Symmetry)):
            if word in [each.value for each in kind] and name not in options:
                options[name] = kind(word)
                break
        else:
            return None
    return RandomOrigin(GeneratorOptions(int(height), int(width), **options), seed)


def named(puzzle: Puzzle, options: GeneratorOptions, seed: str) -> Puzzle:
    """A generated puzzle with a title to read, and its origin as its place in a catalogue.

    A seed such as 7/2 is that of the second one of several.
    """
    number = seed.rpartition("/")[2] if "/" in seed else ""
    title = generated_title(
        options.columns,
        options.rows,
        options.difficulty,
        options.colors,
        int(number) if re.fullmatch("[0-9]{1,6}", number) else 1,
    )
    return replace(puzzle, title=title, catalogue=origin_of(options, seed) or puzzle.catalogue)


SIDES = (5, 10, 15, 20, 25, 30, 40, 50)
"""The sides of square boards that are offered."""
_COLORS_FOR_TECHNIQUE = 3
"""Where a technique is about colours."""
_SURPRISING_SIDES = (10, 12, 15, 15, 18, 20, 20, 25)


@dataclass(frozen=True, slots=True)
class RandomChoice:
    """What is chosen, as settings keep it; an empty text leaves the choice open.

    Raises:
        ValueError: A value is not possible.
    """

    rows: Annotated[int, Option("", MIN_SIDE, MAX_SIDE)] = 15
    columns: Annotated[int, Option("", MIN_SIDE, MAX_SIDE)] = 15
    difficulty: str = "easy"
    colors: Annotated[int, Option("", 1, MAX_COLORS)] = 1
    style: str = ""
    symmetry: str = ""
    technique: str = ""
    """The word of one that solving needs."""

    def __post_init__(self) -> None:
        check_options(self)
        if self.technique:
            technique_of(self.technique)
        for text, kind in (
            (self.difficulty, Difficulty),
            (self.style, Style),
            (self.symmetry, Symmetry),
        ):
            if text:
                kind(text)

    @classmethod
    def of(cls, options: GeneratorOptions) -> RandomChoice:
        """The choice of these options, as far as it has them."""
        kinds = (options.difficulty, options.style, options.symmetry)
        difficulty, style, symmetry = ("" if kind is None else kind.value for kind in kinds)
        return cls(options.rows, options.columns, difficulty, options.colors, style, symmetry)

    @property
    def has_more(self) -> bool:
        """Whether more than a square size and a difficulty is chosen."""
        is_offered = self.rows == self.columns and self.rows in SIDES
        words = (self.style, self.symmetry, self.technique)
        return not is_offered or self.colors > 1 or any(words)

    def practising(self, technique: Technique) -> RandomChoice:
        """The same for puzzles that need a technique, as hard as that makes them."""
        colors = max(self.colors, _COLORS_FOR_TECHNIQUE) if technique.tier is Tier.COLOUR else 1
        return replace(self, technique=technique.word, difficulty="", colors=colors)

    def options(self) -> GeneratorOptions:
        """The options of the generator.

        Raises:
            ValueError: Two choices contradict each other.
        """
        return GeneratorOptions(
            self.rows,
            self.columns,
            Difficulty(self.difficulty) if self.difficulty else None,
            style=Style(self.style) if self.style else None,
            symmetry=Symmetry(self.symmetry) if self.symmetry else None,
            technique=technique_of(self.technique) if self.technique else None,
            colors=self.colors,
        )


def surprise(seed: str) -> RandomChoice:
    """A choice by chance: a size that is played in one sitting, sometimes in colour."""
    chance = Chance(f"surprise {seed}")
    side = chance.one_of(_SURPRISING_SIDES)
    words = [each.value for each in Difficulty][:5]
    colors = chance.one_of((1, 1, 1, 3))
    return RandomChoice(side, side, chance.one_of(words), colors)
