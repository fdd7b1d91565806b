"""The words for deductions. All texts about techniques are here, so that they can be translated.

Rows, columns and cells are counted from 1. A cell of a row is counted from the left, a cell of a
column from the top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from puzzles.colors import color_names, named_clues
from puzzles.model import BACKGROUND, Line, Puzzle
from puzzles.notation import counted
from puzzles.phrases import capitalized, listed, uncapitalized
from solver.logic.deduction import Deduction, Trial
from solver.logic.finding import Evidence, Range, Span
from solver.logic.techniques import Technique


def sentence(deduction: Deduction, puzzle: Puzzle, most_parts: int | None = None) -> str:
    """Why and what, as one or more sentences.

    Args:
        deduction: What is told.
        puzzle: The puzzle.
        most_parts: Cells that would need more numbers than this are only counted.

    >>> from solver.logic.steps import Reasoner
    >>> puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    >>> sentence(Reasoner(puzzle).next(), puzzle)
    'Row 1: block 3 fills it. Cells 1 to 3 are shaded.'
    """
    if deduction.line is None:
        return _trial_text(deduction, puzzle)
    name, reason = capitalized(str(deduction.line)), reason_text(deduction, puzzle)
    result = result_text(deduction.states, puzzle, deduction.line, most_parts)
    return f"{name}: {reason}. {result}"


def reason_text(deduction: Deduction, puzzle: Puzzle) -> str:
    """Why, as a part of a sentence; for a deduction on one line."""
    assert deduction.line is not None
    texts = _Texts(puzzle, deduction.line)
    write = _WRITERS[deduction.technique]
    reasons = list(dict.fromkeys(write(texts, evidence) for evidence in deduction.evidence))
    return "; ".join(filter(None, reasons)) or _Texts.whole(texts, Evidence())


def place_text(deduction: Deduction, puzzle: Puzzle) -> str:
    """Where to look, without the reason: the first stage of a hint."""
    if deduction.line is not None:
        return f"Look at {deduction.line}."
    ((cell, _),) = deduction.states
    return f"No line helps by itself. Look at {cell_text(cell, puzzle)}."


def result_text(
    states: Sequence[tuple[int, int]],
    puzzle: Puzzle,
    line: Line | None,
    most_parts: int | None = None,
) -> str:
    """What becomes of cells.

    Args:
        states: For each cell its number and its colours, as a bit set.
        puzzle: The puzzle.
        line: The line that they are in; ``None``: each is named by row and column.
        most_parts: Cells of a line that would need more numbers than this are only counted.
    """
    by_state: dict[int, list[int]] = {}
    for cell, state in states:
        by_state.setdefault(state, []).append(cell)
    parts = []
    for state in sorted(by_state, key=lambda s: (s == 1 << BACKGROUND, s)):
        cells = by_state[state]
        text = _cells_text(cells, puzzle, line)
        if line is not None and most_parts is not None and text.count(",") >= most_parts - 1:
            text = f"{len(cells)} cells"
        parts.append(f"{text} {_becomes(state, len(cells), puzzle)}")
    return capitalized(" and ".join(parts)) + "."


def state_text(state: int, puzzle: Puzzle) -> str:
    """A state in a word or two: ``shaded``, ``blank``, ``red``, ``red or blank``."""
    names = [_color_text(k, puzzle) for k in range(len(puzzle.palette)) if state >> k & 1]
    return " or ".join([*names[1:], names[0]] if len(names) > 1 and state & 1 else names)


class _Texts:
    """The reasons on one line."""

    def __init__(self, puzzle: Puzzle, line: Line) -> None:
        self.puzzle = puzzle
        self.line = line
        self.clues = puzzle.clues_of(line)
        self.width = puzzle.height if line.is_column else puzzle.width

    def blocks(self, indices: Sequence[int], word: str = "block") -> str:
        """``block 3``, ``blocks 2, 1 and 3`` or, in colour, ``the 3 red block``."""
        numbers = [named_clues((self.clues[j],), self.puzzle.palette) for j in indices]
        words = word if len(numbers) == 1 else f"{word}s"
        if len(self.puzzle.palette) > 2:
            return f"the {listed(numbers)} {words}"
        return f"{words} {listed(numbers)}"

    def complete_line(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.complete_line`."""
        many = len(evidence.blocks) > 1
        match evidence.kind:
            case "empty":
                return "it has no blocks"
            case "full":
                inner = evidence.blocks[:-1]
                has_gaps = any(self.clues[j].color == self.clues[j + 1].color for j in inner)
                gaps = " with the gaps between them" if has_gaps else ""
                assert evidence.gap is not None
                is_all = evidence.gap == Span(0, self.width)
                rest = "it" if is_all else span_text(evidence.gap)
                return f"{self.blocks(evidence.blocks)}{gaps} {'fill' if many else 'fills'} {rest}"
            case "complete":
                return f"{self._all_of(evidence)} {'are' if many else 'is'} complete"
        return f"{self._all_of(evidence)} {'need' if many else 'needs'} every cell that is left"

    def _all_of(self, evidence: Evidence) -> str:
        if not evidence.blocks:
            return f"every {_color_text(evidence.color, self.puzzle)} block"
        return self.blocks(evidence.blocks)

    def overlap(self, evidence: Evidence) -> str:
        """A block that covers some cells at both ends of its range."""
        (place,) = evidence.ranges
        return f"{self.blocks(evidence.blocks)} lies in {_range_text(place)}{self._covered(place)}"

    def forcing(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.forcing`."""
        (place,) = evidence.ranges
        block, room = self.blocks(evidence.blocks), _range_text(place)
        return f"{block} fits only into {room}{self._covered(place)}"

    def _covered(self, place: Range) -> str:
        """What a block covers wherever it is in its range."""
        length = self.clues[place.block].length
        if place.stop - place.start == length:
            return ""
        common = Span(place.stop - length, place.start + length)
        return f" and always covers {span_text(common)}"

    def complete_block(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.complete_block`."""
        return f"{_run_text(evidence.runs[0])} is a whole {self.blocks(evidence.blocks[:1])}"

    def edge(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.edge`."""
        assert evidence.gap is not None
        is_after = evidence.kind == "after"
        is_edge = evidence.gap.start == 0 if is_after else evidence.gap.stop == self.width
        place = "at the edge" if is_edge else f"beside {self._wall(evidence.color)}"
        verb = "begins" if is_after else "ends"
        return f"{_run_text(evidence.runs[0])} is {place} and {verb} {self._one_of(evidence)}"

    def _wall(self, color: int) -> str:
        """A cell that certainly does not have a colour."""
        if len(self.puzzle.palette) == 2:
            return "a blank cell"
        return f"a cell that cannot be {_color_text(color, self.puzzle)}"

    def _one_of(self, evidence: Evidence) -> str:
        """The block, or what all blocks have in common that it may be."""
        if len(evidence.blocks) == 1:
            return self.blocks(evidence.blocks)
        return f"a block of at least {min(self.clues[j].length for j in evidence.blocks)}"

    def glue(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.glue`."""
        assert evidence.gap is not None
        is_after = evidence.kind == "after"
        start, stop = evidence.gap.start + 1, evidence.gap.stop
        limit = f"start before cell {start}" if is_after else f"end after cell {stop}"
        run = _run_text(evidence.runs[0])
        return f"{run} belongs to {self._one_of(evidence)}, which cannot {limit}"

    def mercury(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.mercury`."""
        run = _run_text(evidence.runs[0])
        block = self.blocks(evidence.blocks)
        side = "first" if evidence.kind == "first" else "last"
        return f"{run} belongs to the {side} {block}, which cannot reach so far"

    def gap_too_small(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.gap_too_small`."""
        assert evidence.gap is not None
        cells = counted(evidence.gap.stop - evidence.gap.start, "cell")
        return f"a gap of {cells} is too small for {self.blocks(evidence.blocks)}"

    def splitting(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.splitting`."""
        first, second = evidence.runs
        length = second.stop - first.start
        reason = f"there would be a run of {length}, longer than its block can be"
        return f"if {span_text(Span(first.stop, second.start))} were shaded, {reason}"

    def joining(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.joining`."""
        if evidence.kind == "one block":
            both = f"the runs in {span_text(evidence.runs[0])} and {span_text(evidence.runs[1])}"
            return f"{both} both belong to {self.blocks(evidence.blocks)}"
        gap = span_text(Span(evidence.runs[0].stop, evidence.runs[1].start))
        return f"if {gap} were blank, one of the runs beside it would have too little room"

    def simple_spaces(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.simple_spaces`."""
        return "there are cells that no block can reach"

    def block_ranges(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.block_ranges`."""
        if evidence.kind == "spaces":
            return "there are cells that no block can reach, given the places of their neighbours"
        (place,) = evidence.ranges
        block = self.blocks(evidence.blocks)
        reason = "because of its neighbours"
        return f"{block} lies in {_range_text(place)} {reason}{self._covered(place)}"

    def whole(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.whole_line`."""
        return "these cells are the same in every placement of the blocks"

    def color_gaps(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.colour_gaps`."""
        if evidence.kind == "range":
            color = _color_text(evidence.color, self.puzzle)
            return f"no {color} block can reach these cells"
        return "no placement of the blocks has another colour there"


_WRITERS: dict[Technique, Callable[[_Texts, Evidence], str]] = {
    Technique.COMPLETE_LINE: _Texts.complete_line,
    Technique.SIMPLE_BOXES: _Texts.overlap,
    Technique.COMPLETE_BLOCK: _Texts.complete_block,
    Technique.EDGE: _Texts.edge,
    Technique.GLUE: _Texts.glue,
    Technique.MERCURY: _Texts.mercury,
    Technique.GAP_TOO_SMALL: _Texts.gap_too_small,
    Technique.FORCING: _Texts.forcing,
    Technique.SPLITTING: _Texts.splitting,
    Technique.JOINING: _Texts.joining,
    Technique.SIMPLE_SPACES: _Texts.simple_spaces,
    Technique.BLOCK_RANGES: _Texts.block_ranges,
    Technique.WHOLE_LINE: _Texts.whole,
    Technique.COLOUR_GAPS: _Texts.color_gaps,
}


def _trial_text(deduction: Deduction, puzzle: Puzzle) -> str:
    ((cell, state),) = deduction.states
    result = f"{capitalized(cell_text(cell, puzzle))} {_becomes(state, 1, puzzle)}."
    if deduction.technique is Technique.TWO_WAY:
        tried = deduction.trials[0].cell
        states = [state_text(trial.state, puzzle) for trial in deduction.trials]
        return (
            f"Whether {cell_text(tried, puzzle)} is {listed(states, 'or')}: {uncapitalized(result)}"
        )
    (trial,) = deduction.trials
    start = f"If {cell_text(trial.cell, puzzle)} were {state_text(trial.state, puzzle)}"
    tries = counted(trial.trials, "further trial")
    if trial.contradiction is None:
        return f"{start}, no way to go on would succeed ({tries}). {result}"
    more = f" after {tries}" if trial.trials else ""
    return f"{start}, {trial.contradiction} could not be completed{more}. {result}"


def trial_sentences(trial: Trial, puzzle: Puzzle) -> list[str]:
    """The steps of a trial, one sentence or more each, with the assumption and the end."""
    texts = [trial_start_text(trial, puzzle)]
    texts += [sentence(step, puzzle) for step in trial.steps]
    if trial.contradiction is not None:
        texts.append(trial_end_text(trial))
    return texts


def trial_start_text(trial: Trial, puzzle: Puzzle) -> str:
    """The assumption of a trial."""
    return f"Assume that {cell_text(trial.cell, puzzle)} is {state_text(trial.state, puzzle)}."


def trial_end_text(trial: Trial) -> str:
    """The contradiction of a trial."""
    return f"{capitalized(str(trial.contradiction))} cannot be completed."


def _becomes(state: int, count: int, puzzle: Puzzle) -> str:
    if state & (state - 1):
        if not state & 1:
            return f"{'is' if count == 1 else 'are'} not blank"
        gone = [k for k in range(1, len(puzzle.palette)) if not state >> k & 1]
        return f"cannot be {listed([_color_text(k, puzzle) for k in gone], 'or')}"
    return f"{'is' if count == 1 else 'are'} {state_text(state, puzzle)}"


def _color_text(color: int, puzzle: Puzzle) -> str:
    if color == BACKGROUND:
        return "blank"
    if len(puzzle.palette) == 2:
        return "shaded"
    return color_names(puzzle.palette)[color]


def cell_text(cell: int, puzzle: Puzzle) -> str:
    """A cell of a board in words."""
    row, column = divmod(cell, puzzle.width)
    return f"the cell in row {row + 1} and column {column + 1}"


def _cells_text(cells: Sequence[int], puzzle: Puzzle, line: Line | None) -> str:
    if line is None:
        return listed([cell_text(cell, puzzle) for cell in cells])
    places = [cell // puzzle.width if line.is_column else cell % puzzle.width for cell in cells]
    spans = list(_spans(sorted(places)))
    word = "cell" if len(places) == 1 else "cells"
    return f"{word} {listed(_parts(spans))}"


def _spans(places: Sequence[int]) -> Iterable[Span]:
    start = places[0]
    for at, after in pairwise([*places, -1]):
        if after != at + 1:
            yield Span(start, at + 1)
            start = after


def _parts(spans: Iterable[Span]) -> list[str]:
    """The numbers of spans for a list; two neighbours are two parts of it."""
    parts = []
    for span in spans:
        both = range(span.start, span.stop) if span.stop - span.start == 2 else ()
        parts += [str(at + 1) for at in both] or [_numbers(span)]
    return parts


def _numbers(span: Span) -> str:
    """``3`` or ``3 to 5``, counted from 1."""
    if span.stop - span.start == 1:
        return str(span.stop)
    joint = "and" if span.stop - span.start == 2 else "to"
    return f"{span.start + 1} {joint} {span.stop}"


def span_text(span: Span) -> str:
    """Neighbouring cells of a line: ``cell 3``, ``cells 3 and 4``, ``cells 3 to 5``."""
    word = "cell" if span.stop - span.start == 1 else "cells"
    return f"{word} {_numbers(span)}"


def _run_text(span: Span) -> str:
    return f"the run in {span_text(span)}"


def _range_text(place: Range) -> str:
    return span_text(Span(place.start, place.stop))
