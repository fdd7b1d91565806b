"""The lessons as a page of the help and as docs/techniques.md, with their pictures. No widgets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from helper.application.theme import LIGHT, Theme
from helper.images.puzzle_picture import painted_colors
from helper.learn.lessons.catalogue import LESSONS
from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.position import Position, is_decided
from helper.learn.lessons.technique_answers import answer, step_texts
from puzzles.board_svg import BoardSvg, SvgLook
from puzzles.words import _, help_text, worded

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


_LONGEST_PX = 10_000
"""No picture is so large: the cells have their largest size."""
_LINES = ("#8d8d95", "#4a4a54")
"""Lines of the grid on paper, and strong ones."""
_FAMILY = "Nonogram Inter, sans-serif"
"""The program's typeface, and what other programs have instead."""


def picture(position: Position, new: Mapping[int, int] | None = None, theme: Theme = LIGHT) -> str:
    """The board with its marks, as SVG.

    Args:
        position: The board.
        new: The cells that follow, with their states; they are framed.
        theme: Its colours.
    """
    puzzle, new = position.shown, new or {}
    states = (new.get(cell, state) for cell, state in enumerate(position.grid.cells))
    cells = [state if is_decided(state) else 0 for state in states]
    look = SvgLook(
        _LONGEST_PX,
        _FAMILY,
        theme.text,
        theme.faint if position.is_line else theme.text,
        theme.dot,
        _LINES,
        theme.base,
        always_clues=True,
    )
    board = BoardSvg(puzzle.picture(cells, painted_colors(puzzle, theme)), look)
    frames = (
        f'<rect x="{column + 0.06:g}" y="{row + 0.06:g}" width=".88" height=".88" fill="none"'
        f' stroke="{theme.mark}" stroke-width=".1"/>'
        for row, column in (divmod(cell, puzzle.width) for cell in new)
    )
    return board.svg([*frames, *board.clues()], _("The example")) + "\n"
