"""Pictures of each style as fields: a number for each cell, from which shapes are cut.

A field is a list of ``height * width`` numbers, row by row. Cells with the largest numbers become
shaded, so that any density can be had; shapes, figures and lines have their own outline where the
numbers are 0. In colour, the bands of numbers have different colours.
Coordinates go from -1 to 1 along the longer side. Only the basic operations and the square
root are used, so that the pictures are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from math import floor, sqrt

from solver.author.generator.chance import Chance
from solver.author.generator.fields import Field, Function, capsule, extent, sampled
from solver.author.generator.lettering import letters
from solver.author.generator.options import Style


def draw_field(style: Style, height: int, width: int, detail: float, chance: Chance) -> Field:
    """A picture of a style.

    Args:
        style: The kind of picture.
        height: Rows.
        width: Columns.
        detail: 0 for few large shapes, 1 for many small ones.
        chance: Decides all that is left open.
    """
    return _STYLES[style](height, width, detail, chance)


# Islands


def _islands(height: int, width: int, detail: float, chance: Chance) -> Field:
    """Hills and hollows."""
    across, down = extent(height, width)
    hills = []
    for _ in range(4 + int(16 * detail) + chance.below(4)):
        x, y = chance.between(-across, across), chance.between(-down, down)
        radius = chance.between(0.25, 0.7) * (1 - 0.55 * detail)
        hills.append((x, y, 1 / (radius * radius), chance.between(-0.6, 1.0)))

    def level(x: float, y: float) -> float:
        total = 0.0
        for at_x, at_y, steepness, size in hills:
            distance = ((x - at_x) * (x - at_x) + (y - at_y) * (y - at_y)) * steepness
            total += size / (1 + distance * distance)
        return total

    return sampled(height, width, level)


# Shapes


def _disc(x: float, y: float) -> float:
    return 1 - (x * x + y * y)


def _box(x: float, y: float) -> float:
    return 1 - max(abs(x), abs(y))


def _diamond(x: float, y: float) -> float:
    return 1 - (abs(x) + abs(y))


def _triangle(x: float, y: float) -> float:
    return min(1 - y, (1 + y) / 2 - abs(x))


def _ring(x: float, y: float) -> float:
    square = x * x + y * y
    return min(1 - square, 2 * (square - 0.4))


def _cross(x: float, y: float) -> float:
    x, y = abs(x), abs(y)
    return min(1 - max(x, y), 0.36 - min(x, y))


def _star(x: float, y: float) -> float:
    x, y = abs(x), abs(y)
    return 0.6 - (x + y) / 2 - 1.4 * x * y


def _moon(x: float, y: float) -> float:
    return min(1 - (x * x + y * y), 1.4 * ((x - 0.45) * (x - 0.45) + y * y - 0.55))


_FORMS: tuple[Function, ...] = (_disc, _box, _diamond, _triangle, _ring, _cross, _star, _moon)


def _shapes(height: int, width: int, detail: float, chance: Chance) -> Field:
    """Forms of which later ones are cut out of earlier ones where they overlap, or added."""
    across, down = extent(height, width)
    field = [-1.0] * (height * width)
    count = 2 + int(5 * detail) + chance.below(3)
    for number in range(count):
        form = chance.one_of(_FORMS)
        size = chance.between(0.35, 0.85) * (1 - 0.5 * detail) + 0.12
        x, y = chance.between(-across, across) * 0.75, chance.between(-down, down) * 0.75
        cosine, sine = chance.turn() if chance.share() < 0.5 else (1.0, 0.0)
        stretch = chance.one_of((1.0, 1.0, 0.7, 1.4))

        def level(
            px: float, py: float, x: float = x, y: float = y, form: Function = form,
            size: float = size, cosine: float = cosine, sine: float = sine,
            stretch: float = stretch,
        ) -> float:  # fmt: skip
            dx, dy = px - x, py - y
            along, aside = (dx * cosine + dy * sine) / size, (dy * cosine - dx * sine) / size
            return form(along * stretch, aside / stretch)

        added = sampled(height, width, level)
        if number == 0 or chance.share() < 0.55:
            field = [max(a, b) for a, b in zip(field, added, strict=True)]
        else:  # where both are: neither
            field = [max(min(a, -b), min(-a, b)) for a, b in zip(field, added, strict=True)]
    return field


# Ornament


def _wave(value: float) -> float:
    """A zigzag of period 1 from -1 to 1."""
    return 4 * abs(value - floor(value) - 0.5) - 1


def _ornament(height: int, width: int, detail: float, chance: Chance) -> Field:
    """Sums of zigzags in several directions."""
    waves = []
    for _ in range(2 + chance.below(2)):
        cosine, sine = chance.one_of(
            ((1.0, 0.0), (0.0, 1.0), (0.7071, 0.7071), (0.7071, -0.7071), (0.0, 0.0))
        )
        waves.append((cosine, sine, chance.between(1.0, 2.5 + 3 * detail), chance.share()))

    def level(x: float, y: float) -> float:
        total = 0.0
        for cosine, sine, pitch, shift in waves:
            if cosine == sine == 0.0:  # rings
                total += _wave((x * x + y * y) * pitch + shift)
            else:
                total += _wave((x * cosine + y * sine) * pitch / 1.6 + shift)
        return total

    return sampled(height, width, level)


# Figure


def _figure(height: int, width: int, detail: float, chance: Chance) -> Field:
    """A body with head, limbs and eyes, which a mirror completes."""
    across, down = extent(height, width)
    solid: list[Function] = []
    holes: list[Function] = []
    wide, high = chance.between(0.2, 0.42) * across, chance.between(0.14, 0.34) * down
    middle = chance.between(-0.05, 0.25) * down
    form = chance.one_of((_disc, _disc, _box, _diamond))
    solid.append(lambda x, y: 0.2 * form(x / wide / 1.15, (y - middle) / high / 1.15))
    head_y = middle - high - chance.between(0.08, 0.2) * down
    head = chance.between(0.14, 0.27) * min(across, down)
    skull = chance.one_of((_disc, _disc, _box, _triangle))
    solid.append(lambda x, y: 0.2 * skull(x / head, (y - head_y) / head))
    if chance.share() < 0.75:
        eye_x, eye = head * chance.between(0.3, 0.5), head * chance.between(0.18, 0.3)
        holes.append(capsule((-eye_x, head_y, -eye_x, head_y - 0.02), eye))
        holes.append(capsule((eye_x, head_y, eye_x, head_y - 0.02), eye))
    if chance.share() < 0.4:
        holes.append(capsule((0.0, middle, 0.0, middle + high / 3), wide * 0.28))
    for _ in range(3 + int(4 * detail)):
        start_y = middle + chance.between(-0.8, 0.8) * high
        knee_x, knee_y = chance.between(0.35, 0.8) * across, chance.between(-0.8, 0.85) * down
        foot_x = min(across, max(0.1, knee_x + chance.between(-0.25, 0.25) * across))
        foot_y = min(down * 0.95, max(-down * 0.95, knee_y + chance.between(-0.5, 0.5) * down))
        thick = chance.between(0.05, 0.11)
        for side in (-1.0, 1.0):
            inner = (side * wide * 0.5, start_y, side * knee_x, knee_y)
            solid.append(capsule(inner, thick))
            solid.append(capsule((*inner[2:], side * foot_x, foot_y), thick))

    def level(x: float, y: float) -> float:
        best = max(part(x, y) for part in solid)
        return min([best, *(-2 * hole(x, y) for hole in holes)])

    return sampled(height, width, level)


# Lines


def _lines(height: int, width: int, detail: float, chance: Chance) -> Field:
    """Curves that bend and branch; positive on them."""
    longest = max(height, width)
    thick = chance.between(0.65, 1.0 + 0.03 * longest)
    field = [-float(height + width)] * (height * width)
    starts = [(chance.between(0.1, 0.6) * width, chance.between(0.1, 0.9) * height)]
    for number in range(3 + int(6 * detail) + chance.below(3)):
        x, y = starts[chance.below(len(starts))]
        if number % 3 == 2:
            x, y = chance.share() * width, chance.share() * height
        (dx, dy), bend = chance.turn(), chance.between(-0.12, 0.12)
        for step in range(int(longest * chance.between(0.9, 2.0))):
            if not (0 <= x < width and 0 <= y < height):
                break
            _mark(field, height, width, x, y, thick)
            if step % 10 == 9:
                starts.append((x, y))
                bend = chance.between(-0.14, 0.14)
            dx, dy = dx - bend * dy, dy + bend * dx
            length = sqrt(dx * dx + dy * dy)
            dx, dy = dx / length, dy / length
            x, y = x + dx * 0.7, y + dy * 0.7
    return field


def _mark(field: Field, height: int, width: int, x: float, y: float, thick: float) -> None:
    """Raise the field near a point of a curve."""
    reach = int(thick) + 2
    for row in range(max(0, int(y) - reach), min(height, int(y) + reach + 1)):
        for column in range(max(0, int(x) - reach), min(width, int(x) + reach + 1)):
            dx, dy = column + 0.5 - x, row + 0.5 - y
            inside = thick - sqrt(dx * dx + dy * dy)
            cell = row * width + column
            field[cell] = max(field[cell], inside)


# Tiles


def _tiles(height: int, width: int, detail: float, chance: Chance) -> Field:
    """Square tiles with two arcs each, turned one way or the other (after Truchet)."""
    side = max(4.0, max(height, width) * (0.36 - 0.2 * detail))
    across = int(width / side) + 2
    turned = [chance.share() < 0.5 for _ in range(across * (int(height / side) + 2))]
    shift_x, shift_y = chance.share() * side, chance.share() * side

    def level(column: int, row: int) -> float:
        x, y = (column + 0.5 + shift_x) / side, (row + 0.5 + shift_y) / side
        tile = int(y) * across + int(x)
        x, y = x - int(x), y - int(y)
        if turned[tile]:
            x = 1 - x
        near = min(sqrt(x * x + y * y), sqrt((1 - x) * (1 - x) + (1 - y) * (1 - y)))
        return -abs(near - 0.5)

    return [level(column, row) for row in range(height) for column in range(width)]


_STYLES: dict[Style, Callable[[int, int, float, Chance], Field]] = {
    Style.ISLANDS: _islands,
    Style.SHAPES: _shapes,
    Style.ORNAMENT: _ornament,
    Style.FIGURE: _figure,
    Style.LINES: _lines,
    Style.TILES: _tiles,
    Style.LETTERS: letters,
}
