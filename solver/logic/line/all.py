"""All techniques on one line, the simplest first.

``solver/native/line_logic.hpp`` has the same techniques, with results but without reasons.
"""

from __future__ import annotations

from collections.abc import Callable

from solver.logic.finding import Finding
from solver.logic.line import (
    block_ranges,
    colour_gaps,
    complete_block,
    complete_line,
    edge,
    end_block,
    forcing,
    gap_too_small,
    glue,
    joining,
    simple_boxes,
    simple_spaces,
    splitting,
    whole_line,
)
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique

FINDERS: dict[Technique, Callable[[LineView], list[Finding]]] = {
    Technique.COMPLETE_LINE: complete_line.find,
    Technique.SIMPLE_BOXES: simple_boxes.find,
    Technique.COMPLETE_BLOCK: complete_block.find,
    Technique.EDGE: edge.find,
    Technique.GLUE: glue.find,
    Technique.END_BLOCK: end_block.find,
    Technique.GAP_TOO_SMALL: gap_too_small.find,
    Technique.FORCING: forcing.find,
    Technique.SPLITTING: splitting.find,
    Technique.JOINING: joining.find,
    Technique.SIMPLE_SPACES: simple_spaces.find,
    Technique.BLOCK_RANGES: block_ranges.find,
    Technique.WHOLE_LINE: whole_line.find,
    Technique.COLOUR_GAPS: colour_gaps.find,
}
"""Technique to function."""


def simplest(view: LineView) -> list[Finding]:
    """The findings of the simplest technique that gives something; empty if none does.

    A line without a placement gives none, or what contradicts it: check that first.
    """
    for find in FINDERS.values():
        if findings := find(view):
            return findings
    return []
