"""Pictures for puzzles: a field cut at a density, made symmetric, tidied and coloured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzles.grid import Grid
from puzzles.model import BLACK_AND_WHITE, Color, Puzzle
from solver.author.generator.chance import Chance
from solver.author.generator.field_drawing import draw_field
from solver.author.generator.fields import Field, FieldSpan, part_of
from solver.author.generator.looks import MAX_MARGIN, box_of
from solver.author.generator.options import GeneratorOptions, Style
from solver.author.generator.symmetry import Orbits, Symmetry, orbits

INKS = ("#1c1c28", "#d03434", "#2f6fd0", "#2e9a4b", "#f0b429", "#8a4fc0", "#e0762c", "#29a3a3")
"""Colours that are told apart easily on white; a palette takes the first ones after a shuffle."""

_SYMMETRIES = {
    Style.ISLANDS: (Symmetry.NONE, Symmetry.NONE, Symmetry.MIRROR),
    Style.SHAPES: (Symmetry.MIRROR, Symmetry.BOTH, Symmetry.HALF_TURN, Symmetry.NONE),
    Style.ORNAMENT: (Symmetry.BOTH, Symmetry.QUARTER_TURN, Symmetry.BOTH, Symmetry.HALF_TURN),
    Style.FIGURE: (Symmetry.MIRROR,),
    Style.LINES: (Symmetry.NONE, Symmetry.MIRROR, Symmetry.BOTH),
    Style.TILES: (Symmetry.NONE, Symmetry.BOTH, Symmetry.QUARTER_TURN),
    Style.LETTERS: (Symmetry.NONE,),
}
"""The symmetries that suit a style, if none is wished; a frequent one stands there twice."""
_DENSITIES = {
    Style.ISLANDS: (0.35, 0.6), Style.ORNAMENT: (0.4, 0.6), Style.TILES: (0.35, 0.6),
}  # fmt: skip
"""The densities that suit a style, if none is wished; the others have an outline of their own."""


_ENLARGEMENTS = 2
"""How often a picture is enlarged; with a wished density it shrinks a little each time."""
_MAX_ENLARGEMENT = 2.5
"""How much wider or higher a picture may become: what is smaller gets coarse."""
_DEPTH = 2.0
"""How far the numbers around a shape go down before it is enlarged: the numbers of lines fall to a
large negative one, which would make enlarged lines thin."""

MIN_USED_LINES = 1 / 3
"""The share of lines of a puzzle that have blocks; with fewer there is hardly anything to solve."""

MIN_LETTERS_SIDE = 8
"""On smaller boards letters are hardly recognized: they are drawn there only if they are wished."""


def styles_of(height: int, width: int) -> tuple[Style, ...]:
    """The styles that suit a size."""
    is_small = min(height, width) < MIN_LETTERS_SIDE
    return tuple(style for style in Style if style is not Style.LETTERS or not is_small)


def palette_of(colors: int, chance: Chance) -> tuple[Color, ...]:
    """A palette; in black and white that of every puzzle."""
    if colors == 1:
        return BLACK_AND_WHITE
    left = list(INKS)
    chosen = [left.pop(chance.below(len(left))) for _ in range(colors)]
    symbols = "abcdefgh"
    inks = (Color(symbol, rgb) for symbol, rgb in zip(symbols, chosen, strict=False))
    return (BLACK_AND_WHITE[0], *inks)


class Sketch:
    """A picture with what belongs to it: symmetry and palette."""

    def __init__(
        self,
        grid: Grid,
        orbit_of: Orbits,
        palette: tuple[Color, ...],
        must_fill: bool = True,
    ) -> None:
        self.grid = grid
        self.must_fill = must_fill
        """Whether wide margins are refused."""
        self.orbit_of = orbit_of
        """For each cell, the cells that change with it."""
        self.like = Puzzle(((),) * grid.height, ((),) * grid.width, palette)
        """An empty puzzle of this size and palette."""


def sketch(options: GeneratorOptions, detail: float, style: Style, chance: Chance) -> Sketch:
    """A new picture.

    Args:
        options: What is wished.
        detail: 0 for few large shapes, 1 for many small ones.
        style: The kind of picture.
        chance: Decides all that is left open.
    """
    height, width, colors = options.rows, options.columns, options.colors
    symmetry = options.symmetry or chance.one_of(_SYMMETRIES[style])
    orbit_of = orbits(symmetry, height, width)
    density = options.density
    if density is None and style in _DENSITIES:
        density = chance.between(*_DENSITIES[style])
    field = draw_field(style, height, width, detail, chance)
    has_margin = style is Style.LETTERS and min(height, width) >= MIN_LETTERS_SIDE
    margin = MAX_MARGIN if has_margin else 0
    field, shaded = _filling(field, density, options, orbit_of, margin)
    _tidy(shaded, height, width, orbit_of)
    states = [1 + is_shaded for is_shaded in shaded]
    if colors > 1:
        bands = draw_field(chance.one_of((Style.ISLANDS, style)), height, width, 0.3, chance)
        bands = [bands[cells[0]] for cells in orbit_of]
        states = _colored(shaded, field if chance.share() < 0.5 else bands, colors)
    grid, palette = Grid(height, width, colors + 1, states), palette_of(colors, chance)
    return Sketch(grid, orbit_of, palette)


def lacks(grid: Grid, *, needs_lines: bool = True, needs_colors: bool = True) -> bool:
    """Whether a picture is empty, lacks one of its colours, or has blocks in few of its lines."""
    inks = {state for state in grid.cells if state != 1}
    if not inks or (needs_colors and len(inks) < grid.colors - 1):
        return True
    shaded = [divmod(cell, grid.width) for cell, state in enumerate(grid.cells) if state != 1]
    used = len({row for row, _ in shaded}) + len({column for _, column in shaded})
    return needs_lines and used < MIN_USED_LINES * (grid.height + grid.width)


def completed(drawn: Sketch, options: GeneratorOptions, chance: Chance) -> Sketch:
    """A picture with the colours and the blocks that it lacks, at places by chance.

    It keeps its symmetry if that is wished.
    """
    grid, orbit_of = drawn.grid.copy(), drawn.orbit_of
    if not lacks(grid, needs_lines=options.density is None):
        return drawn
    if options.symmetry is None:
        orbit_of = orbits(Symmetry.NONE, grid.height, grid.width)
    inks = [1 << k for k in range(1, grid.colors)]
    order = sorted({cells[0] for cells in orbit_of})
    while lacks(grid, needs_lines=options.density is None):
        missing = [ink for ink in inks if ink not in grid.cells]
        spare = [
            k for k in order if grid.cells[k] == 1 or (missing and _is_spare(grid, orbit_of[k]))
        ]
        if not spare:
            break
        cell, ink = chance.one_of(spare), missing[0] if missing else chance.one_of(inks)
        for image in orbit_of[cell]:
            grid.cells[image] = ink
    return Sketch(grid, orbit_of, drawn.like.palette, drawn.must_fill)


def _is_spare(grid: Grid, cells: Sequence[int]) -> bool:
    """Whether the colour of some cells is also elsewhere."""
    return grid.cells.count(grid.cells[cells[0]]) > len(cells)


def sketch_of(picture: Grid, chance: Chance) -> Sketch:
    """A picture that is there already; it need not stay symmetric, and may have wide margins."""
    orbit_of = orbits(Symmetry.NONE, picture.height, picture.width)
    return Sketch(picture, orbit_of, palette_of(picture.colors - 1, chance), must_fill=False)


def _filling(
    field: Field,
    density: float | None,
    options: GeneratorOptions,
    orbit_of: Orbits,
    margin: int,
) -> tuple[Field, list[bool]]:
    """A field and its shaded cells, which are enlarged where they leave the border empty."""
    height, width = options.rows, options.columns
    field = [field[cells[0]] for cells in orbit_of]
    limit = _limit(field, density)
    for _ in range(_ENLARGEMENTS):
        shaded = [value >= limit for value in field]
        if not any(shaded):
            break
        top, bottom, left, right = box_of(shaded, width)
        if max(top, height - 1 - bottom, left, width - 1 - right) <= MAX_MARGIN:
            break
        if (bottom - top + 1) * _MAX_ENLARGEMENT < height:
            break
        if (right - left + 1) * _MAX_ENLARGEMENT < width:
            break
        floor = [max(value, limit - _DEPTH) for value in field]
        rows = _with_margin(top, bottom, height, margin)
        columns = _with_margin(left, right, width, margin)
        field = part_of(floor, rows, columns)
        for cell in range(height * width) if margin else ():  # shapes go beyond their cells
            row, column = divmod(cell, width)
            if min(row, height - 1 - row, column, width - 1 - column) < margin:
                field[cell] = limit - _DEPTH
        field = [field[cells[0]] for cells in orbit_of]
        if options.density is not None:
            limit = _limit(field, density)
    return field, [value >= limit for value in field]


def _with_margin(first: int, last: int, count: int, margin: int) -> FieldSpan:
    """Where the shown part begins, how long it is, and how many lines show it."""
    inner = max(1, count - 2 * margin)
    length = (last - first + 1) * count / inner
    return FieldSpan((first + last + 1 - length) / 2, length, count)


def _limit(field: Field, density: float | None) -> float:
    """Cells with at least this number are shaded; without a density those that are not negative."""
    if density is None:
        return 0.0
    order = sorted(field)
    limit = order[min(len(order) - 1, int((1 - density) * len(order)))]
    if limit == order[0] < order[-1]:  # all that is far from a curve
        limit = next(value for value in order if value > limit)
    return limit


def _tidy(shaded: list[bool], height: int, width: int, orbit_of: Orbits) -> None:
    """Remove specks and pinholes: cells of which no neighbour, or only one, is alike."""
    for _ in range(2):
        for cell in range(height * width):
            around = [shaded[other] for other in neighbors(cell, height, width)]
            if len(around) == 8 and around.count(shaded[cell]) <= 1:
                for image in orbit_of[cell]:
                    shaded[image] = not shaded[image]


def _colored(shaded: list[bool], field: Field, colors: int) -> list[int]:
    """The states of cells: bands of the field have different colours, about equally many cells."""
    values = sorted(value for value, is_shaded in zip(field, shaded, strict=True) if is_shaded)
    limits = [values[len(values) * k // colors] for k in range(1, colors)] if values else []
    return [
        1 << (1 + sum(value >= limit for limit in limits)) if is_shaded else 1
        for value, is_shaded in zip(field, shaded, strict=True)
    ]


def neighbors(cell: int, height: int, width: int) -> Iterator[int]:
    """The up to eight cells around a cell."""
    row, column = divmod(cell, width)
    for r in range(max(0, row - 1), min(height, row + 2)):
        for c in range(max(0, column - 1), min(width, column + 2)):
            if (r, c) != (row, column):
                yield r * width + c
