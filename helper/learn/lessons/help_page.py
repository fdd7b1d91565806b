"""The lessons as a page of the help and as docs/techniques.md, with their pictures. No widgets."""

from __future__ import annotations

from collections.abc import Iterator

from helper.application.theme import LIGHT, Theme
from helper.learn.lessons.answers import answer
from helper.learn.lessons.catalogue import LESSONS
from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.pages import step_texts
from helper.learn.lessons.pictures import picture
from puzzles.words import capitalized, worded

_INTRODUCTION = """\
# Solving techniques

These are the techniques by which people solve, the simplest first. **Hint** uses them, and so does
the difficulty of a puzzle. **Help > Learn** has a lesson for each of them, with exercises.

A *block* is the cells that belong to one number, a *run* is shaded cells side by side, and a *wall*
is a blank cell or the end of the line. In the pictures, the framed cells follow from the others.
"""


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
            yield f"## {capitalized(tier.title)}\n"
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
