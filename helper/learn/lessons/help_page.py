"""The lessons as a page of the help and as docs/techniques.md, with their pictures. No widgets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from helper.application.theme import LIGHT, Theme
from helper.learn.lessons.catalogue import LESSONS
from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.pages import answer, step_texts
from helper.learn.lessons.position import Position, is_decided
from puzzles import BLANK, Clue, Puzzle
from puzzles.words import help_text, worded

_INTRODUCTION = help_text("""\
# Solving techniques

These are the techniques by which people solve, the simplest first. **Hint** uses them, and so does
the difficulty of a puzzle. **Help > Learn** has a lesson for each of them, with exercises.

A *block* is the cells that belong to one number, a *run* is shaded cells side by side, and a *wall*
is a blank cell or the end of the line. In the pictures, the framed cells follow from the others.
""")


def page_text(folder: str = "") -> str:
    """The page as Markdown.

    Args:
        folder: Where the pictures are, with a slash at its end.
    """
    return "\n".join([_INTRODUCTION, *_sections(folder)])


def _sections(folder: str) -> Iterator[str]:
    tier = None
    for lesson in LESSONS:
        if lesson.technique.tier is not tier:
            tier = lesson.technique.tier
            yield f"## {tier.title}\n"
        yield f"### {lesson.title}\n"
        yield f"{lesson.rule}\n"
        yield worded(
            "![The example of {title}]({folder}{picture_name})\n",
            title=lesson.title,
            folder=folder,
            picture_name=picture_name(lesson),
        )
        yield from (f"- {text}" for text in step_texts(lesson.example, lesson.technique))
        yield ""


def picture_name(lesson: Lesson) -> str:
    """The file name of a lesson's picture."""
    return f"{lesson.technique.name.lower().replace('_', '-')}.svg"


def lesson_picture(lesson: Lesson, theme: Theme = LIGHT) -> str:
    """The example with the cells that follow, as SVG."""
    given = answer(lesson.example, lesson.technique)
    new = given.cells if given.needs_all else dict(given.steps[0].decided)
    return picture(lesson.example, new, theme)


def pictures(theme: Theme) -> dict[str, bytes]:
    """The pictures of the page in the colours of a theme, by file name."""
    return {picture_name(k): lesson_picture(k, theme).encode() for k in LESSONS}


CELL_PX = 26
_THIN, _STRONG = "#8d8d95", "#4a4a54"
"""Lines of the grid on paper."""
_FAMILY = "Nonogram Inter, sans-serif"
"""The program's typeface, and what other programs have instead."""
_DIGIT_PX = 9
_PAD_PX = 6


def picture(position: Position, new: Mapping[int, int] | None = None, theme: Theme = LIGHT) -> str:
    """The board with its marks.

    Args:
        position: The board.
        new: The cells that follow, with their states; they are framed.
        theme: Its colours.
    """
    puzzle, grid, new = position.puzzle, position.grid, new or {}
    left, top = _room(position)
    width, height = puzzle.width * CELL_PX, puzzle.height * CELL_PX
    whole = left + width + _PAD_PX, top + height + _PAD_PX
    start = f'x="{left}" y="{top}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole[0]}" height="{whole[1]}"'
        f' viewBox="0 0 {whole[0]} {whole[1]}" font-family="{_FAMILY}" font-size="14">',
        f'<rect width="{whole[0]}" height="{whole[1]}" fill="{theme.base}"/>',
        f'<rect {start} width="{width}" height="{height}" fill="{theme.paper}"/>',
    ]
    for cell, state in enumerate(grid.cells):
        state = new.get(cell, state)
        if is_decided(state):
            parts.append(_cell(puzzle, cell, state, (left, top), theme))
    parts += _lines(puzzle, (left, top), theme)
    for cell in new:
        x, y = _place(puzzle, cell, (left, top))
        parts.append(
            f'<rect x="{x + 1.5}" y="{y + 1.5}" width="{CELL_PX - 3}" height="{CELL_PX - 3}"'
            f' fill="none" stroke="{theme.mark}" stroke-width="2.5"/>'
        )
    parts += _clues(position, (left, top), theme)
    return "\n".join([*parts, "</svg>", ""])


def _room(position: Position) -> tuple[int, int]:
    """The room left of the board and above it, in px."""
    puzzle = position.shown
    rows = max(_row_px(clues) for clues in puzzle.rows)
    return rows + 2 * _PAD_PX, max(len(clues) for clues in puzzle.columns) * 18 + _PAD_PX


def _row_px(clues: tuple[Clue, ...]) -> int:
    return sum(len(str(clue.length)) * _DIGIT_PX + 9 for clue in clues)


def _place(puzzle: Puzzle, cell: int, origin: tuple[int, int]) -> tuple[int, int]:
    row, column = divmod(cell, puzzle.width)
    return origin[0] + column * CELL_PX, origin[1] + row * CELL_PX


def _cell(puzzle: Puzzle, cell: int, state: int, origin: tuple[int, int], theme: Theme) -> str:
    x, y = _place(puzzle, cell, origin)
    if state == BLANK:
        half = CELL_PX / 2
        return f'<circle cx="{x + half}" cy="{y + half}" r="2.5" fill="{theme.dot}"/>'
    fill = theme.ink
    if len(puzzle.palette) > 2:
        fill = puzzle.palette[state.bit_length() - 1].rgb
    return f'<rect x="{x}" y="{y}" width="{CELL_PX}" height="{CELL_PX}" fill="{fill}"/>'


def _lines(puzzle: Puzzle, origin: tuple[int, int], theme: Theme) -> list[str]:
    left, top = origin
    right, foot = left + puzzle.width * CELL_PX, top + puzzle.height * CELL_PX
    thin: list[str] = []
    strong: list[str] = []
    for k in range(puzzle.width + 1):
        x = left + k * CELL_PX
        (strong if k % 5 == 0 or k == puzzle.width else thin).append(f"M{x} {top}V{foot}")
    for k in range(puzzle.height + 1):
        y = top + k * CELL_PX
        (strong if k % 5 == 0 or k == puzzle.height else thin).append(f"M{left} {y}H{right}")
    return [
        f'<path d="{"".join(path)}" stroke="{color}" fill="none"/>'
        for path, color in ((thin, _THIN), (strong, _STRONG))
        if path
    ]


def _clues(position: Position, origin: tuple[int, int], theme: Theme) -> list[str]:
    puzzle, (left, top) = position.shown, origin
    parts = []
    for row, clues in enumerate(puzzle.rows):
        end = left - _PAD_PX
        y = top + row * CELL_PX + CELL_PX // 2
        for clue in reversed(clues):
            wide = len(str(clue.length)) * _DIGIT_PX + 9
            parts.append(_number(puzzle, clue, (end - wide / 2, y), theme.text))
            end -= wide
    above = theme.faint if position.is_line else theme.text
    for column, clues in enumerate(puzzle.columns):
        x = left + column * CELL_PX + CELL_PX / 2
        for k, clue in enumerate(reversed(clues)):
            parts.append(_number(puzzle, clue, (x, top - 10 - 18 * k), above))
    return parts


def _number(puzzle: Puzzle, clue: Clue, at: tuple[float, float], color: str) -> str:
    """A number with its middle at a place; that of a colour on a tile."""
    x, y = at
    tile = ""
    if len(puzzle.palette) > 2:
        rgb, color = puzzle.palette[clue.color].rgb, "#ffffff"
        tile = f'<rect x="{x - 7:g}" y="{y - 8:g}" width="14" height="16" fill="{rgb}"/>'
    return (
        f'{tile}<text x="{x:g}" y="{y + 5:g}" text-anchor="middle" fill="{color}">'
        f"{clue.length}</text>"
    )
