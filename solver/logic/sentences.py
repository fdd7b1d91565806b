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
from puzzles.words import capitalized, listed, ordinal, uncapitalized, worded
from solver.logic.deduction import Deduction, Trial
from solver.logic.finding import Evidence, Range, Span
from solver.logic.techniques import Technique


def sentence(deduction: Deduction, puzzle: Puzzle, most_parts: int | None = None) -> str:
    """Why and what, as one or more sentences.

    Args:
        deduction: What is told.
        puzzle: The puzzle.
        most_parts: Cells that would need more numbers than this are only counted, where a board
            beside the text marks them.

    >>> from solver.logic.steps import Reasoner
    >>> puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    >>> sentence(Reasoner(puzzle).next(), puzzle)
    'Row 1: block 3 fills it. Cells 1 to 3 are shaded.'
    """
    if deduction.line is None:
        return _trial_text(deduction, puzzle, most_parts)
    name, reason = capitalized(str(deduction.line)), reason_text(deduction, puzzle)
    states = [*deduction.states, *_joined_states(deduction, puzzle)]
    result = result_text(states, puzzle, deduction.line, most_parts)
    return f"{name}: {reason}. {result}"


def reason_text(deduction: Deduction, puzzle: Puzzle) -> str:
    """Why, as a part of a sentence; for a deduction on one line."""
    assert deduction.line is not None
    texts = _Texts(puzzle, deduction.line, deduction.states)
    write = _WRITERS[deduction.technique]
    evidences = _of_one_block(deduction.evidence)
    reasons = list(dict.fromkeys(write(texts, evidence) for evidence in evidences))
    return "; ".join(filter(None, reasons)) or _Texts.whole(texts, Evidence())


def _of_one_block(evidences: Iterable[Evidence]) -> list[Evidence]:
    """The evidences, those of several pairs of runs of one block as a single one."""
    kept: list[Evidence] = []
    for evidence in evidences:
        last = kept[-1] if kept else Evidence()
        is_one = evidence.kind == last.kind == "one block"
        if is_one and evidence.blocks == last.blocks:
            runs = tuple(dict.fromkeys((*last.runs, *evidence.runs)))
            kept[-1] = evidence._replace(runs=runs)
        else:
            kept.append(evidence)
    return kept


def _joined_states(deduction: Deduction, puzzle: Puzzle) -> list[tuple[int, int]]:
    """The cells of runs that are joined to one: what becomes of them is told as one run."""
    line, cells = deduction.line, []
    for evidence in deduction.evidence:
        if line is None or evidence.kind != "one block":
            continue
        for at in {at for run in evidence.runs for at in range(*run)}:
            row, column = (at, line.index) if line.is_column else (line.index, at)
            cells.append((row * puzzle.width + column, 1 << evidence.color))
    return list(dict.fromkeys(cells))


def place_text(deduction: Deduction, puzzle: Puzzle) -> str:
    """Where to look, without the reason: the first stage of a hint."""
    if deduction.line is not None:
        return worded("Look at {line}.", line=deduction.line)
    return worded(
        "No line helps by itself. Look at {cell}.", cell=cell_text(deduction.trials[0].cell, puzzle)
    )


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
        most_parts: Cells that would need more numbers than this are only counted.
    """
    by_state: dict[int, list[int]] = {}
    for cell, state in states:
        by_state.setdefault(state, []).append(cell)
    parts = []
    for state in sorted(by_state, key=lambda s: (s == 1 << BACKGROUND, s)):
        cells = by_state[state]
        text = _cells_text(cells, puzzle, line)
        parts_of = text.count(",") + 1 if line is not None else len(cells)
        if most_parts is not None and parts_of >= most_parts:
            text = worded("{cells} marked cells", cells=len(cells))
        parts.append(f"{text} {_becomes(state, len(cells), puzzle)}")
    return capitalized(" and ".join(parts)) + "."


def state_text(state: int, puzzle: Puzzle) -> str:
    """A state in a word or two: ``shaded``, ``blank``, ``red``, ``red or blank``."""
    names = [_color_text(k, puzzle) for k in range(len(puzzle.palette)) if state >> k & 1]
    return " or ".join([*names[1:], names[0]] if len(names) > 1 and state & 1 else names)


class _Texts:
    """The reasons on one line."""

    def __init__(self, puzzle: Puzzle, line: Line, states: Sequence[tuple[int, int]] = ()) -> None:
        """``states``: what becomes of cells of the line, see :class:`Deduction`."""
        self.puzzle = puzzle
        self.line = line
        width = puzzle.width
        self.after = {(c // width if line.is_column else c % width): s for c, s in states}
        """The new states of cells by their place in the line."""
        self.clues = puzzle.clues_of(line)
        self.width = puzzle.height if line.is_column else puzzle.width

    def blocks(self, indices: Sequence[int], word: str = "block") -> str:
        """``block 3``, ``blocks 2, 1 and 3`` or, in colour, ``the 3 red block``."""
        numbers = [named_clues((self.clues[j],), self.puzzle.palette) for j in indices]
        words = word if len(numbers) == 1 else f"{word}s"
        if len(self.puzzle.palette) > 2:
            return worded("the {numbers} {words}", numbers=listed(numbers), words=words)
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
            return worded("every {color} block", color=_color_text(evidence.color, self.puzzle))
        return self.blocks(evidence.blocks)

    def overlap(self, evidence: Evidence) -> str:
        """A block that covers some cells at both ends of its range."""
        (place,) = evidence.ranges
        return worded(
            "{blocks} lies in {range}{covered}",
            blocks=self.blocks(evidence.blocks),
            range=_range_text(place),
            covered=self._covered(place),
        )

    def forcing(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.forcing`."""
        (place,) = evidence.ranges
        block, room = self.blocks(evidence.blocks), _range_text(place)
        return worded(
            "{block} fits only into {room}{covered}",
            block=block,
            room=room,
            covered=self._covered(place),
        )

    def _covered(self, place: Range) -> str:
        """What a block covers wherever it is in its range."""
        length = self.clues[place.block].length
        if place.stop - place.start == length:
            return ""
        common = Span(place.stop - length, place.start + length)
        return f" and always covers {span_text(common)}"

    def complete_block(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.complete_block`."""
        return worded(
            "{run} is a whole {blocks}",
            run=_run_text(evidence.runs[0]),
            blocks=self.blocks(evidence.blocks[:1]),
        )

    def edge(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.edge`."""
        assert evidence.gap is not None
        is_after = evidence.kind == "after"
        is_edge = evidence.gap.start == 0 if is_after else evidence.gap.stop == self.width
        place = (
            "at the edge" if is_edge else worded("beside {wall}", wall=self._wall(evidence.color))
        )
        verb = "begins" if is_after else "ends"
        return worded(
            "{run} is {place} and {verb} {one}",
            run=_run_text(evidence.runs[0]),
            place=place,
            verb=verb,
            one=self._one_of(evidence),
        )

    def _wall(self, color: int) -> str:
        """A cell that certainly does not have a colour."""
        if len(self.puzzle.palette) == 2:
            return "a blank cell"
        return worded("a cell that cannot be {color}", color=_color_text(color, self.puzzle))

    def _one_of(self, evidence: Evidence) -> str:
        """The block, or what all blocks have in common that it may be."""
        if len(evidence.blocks) == 1:
            return self.blocks(evidence.blocks)
        return worded(
            "a block of at least {blocks}",
            blocks=min(self.clues[j].length for j in evidence.blocks),
        )

    def glue(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.glue`."""
        assert evidence.gap is not None
        is_after = evidence.kind == "after"
        start, stop = evidence.gap.start + 1, evidence.gap.stop
        limit = (
            worded("start before cell {start}", start=start)
            if is_after
            else worded("end after cell {stop}", stop=stop)
        )
        run = _run_text(evidence.runs[0])
        return worded(
            "{run} belongs to {one}, which cannot {limit}",
            run=run,
            one=self._one_of(evidence),
            limit=limit,
        )

    def end_block(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.end_block`."""
        start, stop = evidence.runs[0]
        is_first = evidence.kind == "first"
        far = [at for at in self.after if (at < start if is_first else at >= stop)]
        if not far:
            return ""
        nearest = (max(far) if is_first else min(far)) + 1
        run, block = _run_text(evidence.runs[0]), self._name(evidence.blocks[0])
        place = f", the {evidence.kind} that is not complete" if len(self.clues) > 1 else ""
        return worded(
            "{run} belongs to {block}{place}, which cannot reach cell {nearest}",
            run=run,
            block=block,
            place=place,
            nearest=nearest,
        )

    def gap_too_small(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.gap_too_small`."""
        assert evidence.gap is not None
        cells = counted(evidence.gap.stop - evidence.gap.start, "cell")
        return worded(
            "a gap of {cells} is too small for {blocks}",
            cells=cells,
            blocks=self.blocks(evidence.blocks),
        )

    def splitting(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.splitting`."""
        first, second = evidence.runs
        length = second.stop - first.start
        reason = worded(
            "there would be a run of {length}, longer than its block can be", length=length
        )
        return worded(
            "if {span} were shaded, {reason}",
            span=span_text(Span(first.stop, second.start)),
            reason=reason,
        )

    def joining(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.joining`."""
        if evidence.kind == "one block":
            cells = listed(_parts(sorted(evidence.runs)))
            return worded(
                "cells {cells} belong to {blocks}", cells=cells, blocks=self.blocks(evidence.blocks)
            )
        gap = span_text(Span(evidence.runs[0].stop, evidence.runs[1].start))
        return worded(
            "if {gap} were blank, one of the runs beside it would have too little room", gap=gap
        )

    def simple_spaces(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.simple_spaces`."""
        return self._unreached(evidence.ranges)

    def _unreached(self, ranges: Sequence[Range]) -> str:
        """Why no block reaches the cells that become blank: how far those beside them reach."""
        reasons = []
        free = [at for at in sorted(self.after) if not any(r.start <= at < r.stop for r in ranges)]
        for span in _spans(free) if free else ():
            before = [place for place in ranges if place.stop <= span.start]
            after = [place for place in ranges if place.start >= span.stop]
            parts = []
            if before:
                parts.append(
                    worded(
                        "{name} cannot reach beyond cell {stop}",
                        name=self._name(before[-1].block),
                        stop=before[-1].stop,
                    )
                )
            if after:
                parts.append(
                    worded(
                        "{name} cannot begin before cell {start}",
                        name=self._name(after[0].block),
                        start=after[0].start + 1,
                    )
                )
            reasons.append(" and ".join(parts))
        return "; ".join(dict.fromkeys(filter(None, reasons)))

    def _name(self, block: int) -> str:
        """A block by its index; if others are alike, with its place among them."""
        name, clue = self.blocks((block,)), self.clues[block]
        if self.clues.count(clue) == 1:
            return name
        place = sum(other == clue for other in self.clues[: block + 1])
        return worded("the {place} {name}", place=ordinal(place), name=name.removeprefix("the "))

    def block_ranges(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.block_ranges`."""
        if evidence.kind == "spaces":
            reason = self._unreached(evidence.ranges)
            return reason and worded(
                "{reason}, given the places of the other blocks", reason=reason
            )
        (place,) = evidence.ranges
        block = self.blocks(evidence.blocks)
        reason = "because of its neighbours"
        return worded(
            "{block} lies in {range} {reason}{covered}",
            block=block,
            range=_range_text(place),
            reason=reason,
            covered=self._covered(place),
        )

    def whole(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.whole_line`."""
        by_blocks: dict[tuple[bool, tuple[Range, ...]], list[int]] = {}
        for at, state in sorted(self.after.items()):
            there = tuple(place for place in evidence.ranges if place.start <= at < place.stop)
            by_blocks.setdefault((state == 1 << BACKGROUND, there), []).append(at)
        reasons = [self._always(*key, cells) for key, cells in by_blocks.items() if key[1]]
        reasons.append(self._unreached(evidence.ranges))
        told = "; ".join(filter(None, reasons))
        return told or "these cells are the same in every placement of the blocks"

    def _always(self, is_blank: bool, there: tuple[Range, ...], cells: list[int]) -> str:
        """What all placements of some blocks have in common."""
        spans = list(_spans(cells))
        what = worded("cell {parts}", parts=listed(_parts(spans), "or"))
        room = span_text(Span(there[0].start, there[-1].stop))
        blocks = self.blocks([place.block for place in there])
        whole = f"{'cell' if len(cells) == 1 else 'cells'} {listed(_parts(spans))}"
        if len(there) == 1:
            covers = (
                worded("never covers {what}", what=what)
                if is_blank
                else worded("always covers {whole}", whole=whole)
            )
            return worded(
                "{blocks} lies in {room} and {covers}", blocks=blocks, room=room, covers=covers
            )
        cover = (
            worded("none of them covers {what}", what=what)
            if is_blank
            else worded("one of them covers {whole}", whole=whole)
        )
        return worded(
            "in every placement of {blocks} in {room}, {cover}",
            blocks=blocks,
            room=room,
            cover=cover,
        )

    def failure(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.failure`."""
        run = _run_text(evidence.runs[0]) if evidence.runs else ""
        match evidence.kind:
            case "empty":
                verb = "is" if evidence.runs[0].stop - evidence.runs[0].start == 1 else "are"
                return worded(
                    "it has no blocks, but {span} {verb} shaded",
                    span=span_text(evidence.runs[0]),
                    verb=verb,
                )
            case "too long" if not evidence.blocks:
                return worded(
                    "it has no {color} block for {run}",
                    color=_color_text(evidence.color, self.puzzle),
                    run=run,
                )
            case "too long":
                return worded(
                    "{run} is longer than {each}", run=run, each=self._each_of(evidence.blocks)
                )
            case "room":
                return self._without_room(evidence)
            case "no block":
                return worded("no block can be where {run} is", run=run)
            case "runs":
                shaded = worded("the runs in cells {parts}", parts=listed(_parts(evidence.runs)))
                return worded(
                    "its blocks cannot cover {shaded}",
                    shaded=shaded if len(evidence.runs) > 1 else run,
                )
        return worded("{blocks} fit in no way", blocks=self.blocks(evidence.blocks))

    def _each_of(self, blocks: Sequence[int]) -> str:
        return self.blocks(blocks) if len(blocks) == 1 else "each of its blocks"

    def _without_room(self, evidence: Evidence) -> str:
        *before, last = evidence.blocks
        place = "in it" if not before else worded("after {blocks}", blocks=self.blocks(before))
        return worded(
            "there is no room for {blocks} {place}", blocks=self.blocks([last]), place=place
        )

    def color_gaps(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.colour_gaps`."""
        if evidence.kind == "range":
            color = _color_text(evidence.color, self.puzzle)
            if not evidence.ranges:
                return worded("it has no {color} block", color=color)
            return self._unreached(evidence.ranges) or worded(
                "no {color} block can reach these cells", color=color
            )
        return "no placement of the blocks has another colour there"


_WRITERS: dict[Technique, Callable[[_Texts, Evidence], str]] = {
    Technique.COMPLETE_LINE: _Texts.complete_line,
    Technique.SIMPLE_BOXES: _Texts.overlap,
    Technique.COMPLETE_BLOCK: _Texts.complete_block,
    Technique.EDGE: _Texts.edge,
    Technique.GLUE: _Texts.glue,
    Technique.END_BLOCK: _Texts.end_block,
    Technique.GAP_TOO_SMALL: _Texts.gap_too_small,
    Technique.FORCING: _Texts.forcing,
    Technique.SPLITTING: _Texts.splitting,
    Technique.JOINING: _Texts.joining,
    Technique.SIMPLE_SPACES: _Texts.simple_spaces,
    Technique.BLOCK_RANGES: _Texts.block_ranges,
    Technique.WHOLE_LINE: _Texts.whole,
    Technique.COLOUR_GAPS: _Texts.color_gaps,
}


def _trial_text(deduction: Deduction, puzzle: Puzzle, most_parts: int | None) -> str:
    result = result_text(deduction.states, puzzle, None, most_parts)
    if deduction.technique is Technique.TWO_WAY:
        tried = capitalized(cell_text(deduction.trials[0].cell, puzzle))
        states = [state_text(trial.state, puzzle) for trial in deduction.trials]
        ways = "Either way" if len(states) == 2 else "In each case"
        return worded(
            "{tried} is {states}. {ways}, {result}",
            tried=tried,
            states=listed(states, "or"),
            ways=ways,
            result=uncapitalized(result),
        )
    (trial,) = deduction.trials
    start = worded(
        "If {cell} were {state}",
        cell=cell_text(trial.cell, puzzle),
        state=state_text(trial.state, puzzle),
    )
    tries = counted(trial.trials, "further assumption")
    if trial.contradiction is None:
        return worded(
            "{start}, no way to go on would succeed ({tries}). {result}",
            start=start,
            tries=tries,
            result=result,
        )
    more = f" after {tries}" if trial.trials else ""
    return worded(
        "{start}, {contradiction} could not be completed{more}. {result}",
        start=start,
        contradiction=trial.contradiction,
        more=more,
        result=result,
    )


def trial_sentences(trial: Trial, puzzle: Puzzle) -> list[str]:
    """The steps of a trial, one sentence or more each, with the assumption and the end."""
    texts = [trial_start_text(trial, puzzle)]
    texts += [sentence(step, puzzle) for step in trial.steps]
    if trial.contradiction is not None:
        texts.append(trial_end_text(trial, puzzle))
    return texts


def trial_start_text(trial: Trial, puzzle: Puzzle) -> str:
    """The assumption of a trial."""
    return worded(
        "Assume that {cell} is {state}.",
        cell=cell_text(trial.cell, puzzle),
        state=state_text(trial.state, puzzle),
    )


def trial_end_text(trial: Trial, puzzle: Puzzle) -> str:
    """The contradiction of a trial, and why it is one."""
    assert trial.contradiction is not None
    why = _Texts(puzzle, trial.contradiction).failure(trial.failure)
    return worded(
        "{contradiction} cannot be completed: {why}.",
        contradiction=capitalized(str(trial.contradiction)),
        why=why,
    )


def _becomes(state: int, count: int, puzzle: Puzzle) -> str:
    if state & (state - 1):
        if not state & 1:
            return f"{'is' if count == 1 else 'are'} not blank"
        gone = [k for k in range(1, len(puzzle.palette)) if not state >> k & 1]
        return worded("cannot be {gone}", gone=listed([_color_text(k, puzzle) for k in gone], "or"))
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
    return worded("the cell in row {row} and column {column}", row=row + 1, column=column + 1)


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
    return worded("the run in {span}", span=span_text(span))


def _range_text(place: Range) -> str:
    return span_text(Span(place.start, place.stop))
