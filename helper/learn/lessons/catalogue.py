"""All lessons, the simplest technique first. No Qt."""

from __future__ import annotations

from helper.learn.lessons.board_lessons import BOARD_LESSONS
from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.line_lessons import LINE_LESSONS
from solver.logic.techniques import Technique

LESSONS: tuple[Lesson, ...] = (*LINE_LESSONS, *BOARD_LESSONS)
"""One for each technique."""


def lesson_of(technique: Technique) -> Lesson:
    """The lesson of a technique."""
    return next(lesson for lesson in LESSONS if lesson.technique is technique)
