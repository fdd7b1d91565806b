"""The words for the reasons of techniques on one line, a method for each technique."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from puzzles.colors import named_clues
from puzzles.model import BACKGROUND, Line, Puzzle
from puzzles.words import _, clauses, either, forms, listed, plural, worded
from solver.logic.cell_texts import (
    color_text,
    number_parts,
    numbered_cells,
    span_text,
    spans_of,
)
from solver.logic.deduction import Deduction, Trial
from solver.logic.finding import Evidence, Range, Span
from solver.logic.techniques import Technique


def reason_text(deduction: Deduction, puzzle: Puzzle) -> str:
    """Why, as a part of a sentence; for a deduction on one line."""
    assert deduction.line is not None
    texts = _Texts(puzzle, deduction.line, deduction.states)
    write = _WRITERS[deduction.technique]
    evidences = _of_one_block(deduction.evidence)
    reasons = list(dict.fromkeys(write(texts, evidence) for evidence in evidences))
    return clauses(reasons) or _Texts.whole(texts, Evidence())


def failure_text(trial: Trial, puzzle: Puzzle) -> str:
    """Why the line of a trial's contradiction cannot be completed, as a part of a sentence."""
    assert trial.contradiction is not None
    return _Texts(puzzle, trial.contradiction).failure(trial.failure)


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

    def blocks(self, indices: Sequence[int]) -> str:
        """``block 3``, ``blocks 2, 1 and 3`` or, in colour, ``the 3 red block``."""
        numbers = [named_clues((self.clues[j],), self.puzzle.palette) for j in indices]
        one, many = (
            forms("the {numbers} block", "the {numbers} blocks")
            if len(self.puzzle.palette) > 2
            else forms("block {numbers}", "blocks {numbers}")
        )
        return plural(len(numbers), one, many, numbers=listed(numbers))

    def complete_line(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.complete_line`."""
        match evidence.kind:
            case "empty":
                return _("it has no blocks")
            case "full":
                return self._full(evidence)
            case "complete":
                one, many = forms("{blocks} is complete", "{blocks} are complete")
            case _:
                one, many = forms(
                    "{blocks} needs every cell that is left",
                    "{blocks} need every cell that is left",
                )
        return plural(max(1, len(evidence.blocks)), one, many, blocks=self._all_of(evidence))

    def _full(self, evidence: Evidence) -> str:
        assert evidence.gap is not None
        is_all = evidence.gap == Span(0, self.width)
        inner = evidence.blocks[:-1]
        if any(self.clues[j].color == self.clues[j + 1].color for j in inner):
            one, many = (
                forms(
                    "{blocks} with the gaps between them fill it",
                    "{blocks} with the gaps between them fill it",
                )
                if is_all
                else forms(
                    "{blocks} with the gaps between them fill {cells}",
                    "{blocks} with the gaps between them fill {cells}",
                )
            )
        elif is_all:
            one, many = forms("{blocks} fills it", "{blocks} fill it")
        else:
            one, many = forms("{blocks} fills {cells}", "{blocks} fill {cells}")
        blocks, cells = self.blocks(evidence.blocks), span_text(evidence.gap)
        return plural(len(evidence.blocks), one, many, blocks=blocks, cells=cells)

    def _all_of(self, evidence: Evidence) -> str:
        if not evidence.blocks:
            return worded("every {color} block", color=color_text(evidence.color, self.puzzle))
        return self.blocks(evidence.blocks)

    def overlap(self, evidence: Evidence) -> str:
        """A block that covers some cells at both ends of its range."""
        return self._lies(
            evidence,
            _("{block} lies in {room}"),
            _("{block} lies in {room} and always covers {cells}"),
        )

    def forcing(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.forcing`."""
        return self._lies(
            evidence,
            _("{block} fits only into {room}"),
            _("{block} fits only into {room} and always covers {cells}"),
        )

    def _lies(self, evidence: Evidence, always_all: str, always_some: str) -> str:
        """Where the one block lies; ``always_some``: the text if its range is longer than it."""
        (place,) = evidence.ranges
        covered = self._covered(place)
        block, room = self.blocks(evidence.blocks), _range_text(place)
        return worded(always_some if covered else always_all, block=block, room=room, cells=covered)

    def _covered(self, place: Range) -> str:
        """The cells that a block covers wherever it is in its range; empty if that is all of it."""
        length = self.clues[place.block].length
        if place.stop - place.start == length:
            return ""
        return span_text(Span(place.stop - length, place.start + length))

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
        if is_edge:
            text = (
                _("{run} is at the edge and begins {block}")
                if is_after
                else _("{run} is at the edge and ends {block}")
            )
        else:
            text = (
                _("{run} is beside {wall} and begins {block}")
                if is_after
                else _("{run} is beside {wall} and ends {block}")
            )
        run, wall = _run_text(evidence.runs[0]), self._wall(evidence.color)
        return worded(text, run=run, wall=wall, block=self._one_of(evidence))

    def _wall(self, color: int) -> str:
        """A cell that certainly does not have a colour."""
        if len(self.puzzle.palette) == 2:
            return _("a blank cell")
        return worded("a cell that cannot be {color}", color=color_text(color, self.puzzle))

    def _one_of(self, evidence: Evidence) -> str:
        """The block, or what all blocks have in common that it may be."""
        if len(evidence.blocks) == 1:
            return self.blocks(evidence.blocks)
        return worded(
            "a block of at least {length}",
            length=min(self.clues[j].length for j in evidence.blocks),
        )

    def glue(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.glue`."""
        assert evidence.gap is not None
        is_after = evidence.kind == "after"
        start, stop = evidence.gap.start + 1, evidence.gap.stop
        text = (
            _("{run} belongs to {block}, which cannot start before cell {start}")
            if is_after
            else _("{run} belongs to {block}, which cannot end after cell {stop}")
        )
        run, block = _run_text(evidence.runs[0]), self._one_of(evidence)
        return worded(text, run=run, block=block, start=start, stop=stop)

    def end_block(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.end_block`."""
        start, stop = evidence.runs[0]
        is_first = evidence.kind == "first"
        far = [at for at in self.after if (at < start if is_first else at >= stop)]
        if not far:
            return ""
        nearest = (max(far) if is_first else min(far)) + 1
        run, block = _run_text(evidence.runs[0]), self._name(evidence.blocks[0])
        if len(self.clues) == 1:
            text = _("{run} belongs to {block}, which cannot reach cell {cell}")
        elif is_first:
            text = _(
                "{run} belongs to {block}, the first that is not complete, which cannot reach cell"
                " {cell}"
            )
        else:
            text = _(
                "{run} belongs to {block}, the last that is not complete, which cannot reach cell"
                " {cell}"
            )
        return worded(text, run=run, block=block, cell=nearest)

    def gap_too_small(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.gap_too_small`."""
        assert evidence.gap is not None
        return plural(
            evidence.gap.stop - evidence.gap.start,
            "a gap of {count} cell is too small for {blocks}",
            "a gap of {count} cells is too small for {blocks}",
            blocks=self.blocks(evidence.blocks),
        )

    def splitting(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.splitting`."""
        first, second = evidence.runs
        return plural(
            second.start - first.stop,
            "if {cells} were shaded, there would be a run of {length}, longer than its block can"
            " be",
            "if {cells} were shaded, there would be a run of {length}, longer than its block can"
            " be",
            cells=span_text(Span(first.stop, second.start)),
            length=second.stop - first.start,
        )

    def joining(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.joining`."""
        if evidence.kind == "one block":
            cells = listed(number_parts(sorted(evidence.runs)))
            return worded(
                "cells {cells} belong to {blocks}", cells=cells, blocks=self.blocks(evidence.blocks)
            )
        gap = Span(evidence.runs[0].stop, evidence.runs[1].start)
        return plural(
            gap.stop - gap.start,
            "if {gap} were blank, one of the runs beside it would have too little room",
            "if {gap} were blank, one of the runs beside them would have too little room",
            gap=span_text(gap),
        )

    def simple_spaces(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.simple_spaces`."""
        return self._unreached(evidence.ranges)

    def _unreached(self, ranges: Sequence[Range]) -> str:
        """Why no block reaches the cells that become blank: how far those beside them reach."""
        reasons = []
        free = [at for at in sorted(self.after) if not any(r.start <= at < r.stop for r in ranges)]
        for span in spans_of(free) if free else ():
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
            reasons.append(listed(parts))
        return clauses(dict.fromkeys(reasons))

    def _name(self, block: int) -> str:
        """A block by its index; if others are alike, with the number of its clue."""
        name, clue = self.blocks((block,)), self.clues[block]
        if self.clues.count(clue) == 1:
            return name
        return worded("{block} (clue {number})", block=name, number=block + 1)

    def block_ranges(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.block_ranges`."""
        if evidence.kind == "spaces":
            reason = self._unreached(evidence.ranges)
            return reason and worded(
                "{reason}, given the places of the other blocks", reason=reason
            )
        return self._lies(
            evidence,
            _("{block} lies in {room} because of its neighbours"),
            _("{block} lies in {room} because of its neighbours and always covers {cells}"),
        )

    def whole(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.whole_line`."""
        by_blocks: dict[tuple[bool, tuple[Range, ...]], list[int]] = {}
        for at, state in sorted(self.after.items()):
            there = tuple(place for place in evidence.ranges if place.start <= at < place.stop)
            by_blocks.setdefault((state == 1 << BACKGROUND, there), []).append(at)
        reasons = [self._always(*key, cells) for key, cells in by_blocks.items() if key[1]]
        reasons.append(self._unreached(evidence.ranges))
        told = clauses(reasons)
        return told or _("these cells are the same in every placement of the blocks")

    def _always(self, is_blank: bool, there: tuple[Range, ...], cells: list[int]) -> str:
        """What all placements of some blocks have in common."""
        spans = list(spans_of(cells))
        if len(there) == 1:
            text = (
                _("{blocks} lies in {room} and never covers {cells}")
                if is_blank
                else _("{blocks} lies in {room} and always covers {cells}")
            )
        else:
            text = (
                _("in every placement of {blocks} in {room}, none of them covers {cells}")
                if is_blank
                else _("in every placement of {blocks} in {room}, one of them covers {cells}")
            )
        either_of = worded("cell {numbers}", numbers=either(number_parts(spans)))
        return worded(
            text,
            blocks=self.blocks([place.block for place in there]),
            room=span_text(Span(there[0].start, there[-1].stop)),
            cells=either_of
            if is_blank
            else numbered_cells(len(cells), listed(number_parts(spans))),
        )

    def failure(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.failure`."""
        run = _run_text(evidence.runs[0]) if evidence.runs else ""
        match evidence.kind:
            case "empty":
                return plural(
                    evidence.runs[0].stop - evidence.runs[0].start,
                    "it has no blocks, but {cells} is shaded",
                    "it has no blocks, but {cells} are shaded",
                    cells=span_text(evidence.runs[0]),
                )
            case "too long" if not evidence.blocks:
                return worded(
                    "it has no {color} block for {run}",
                    color=color_text(evidence.color, self.puzzle),
                    run=run,
                )
            case "too long":
                if len(evidence.blocks) > 1:
                    return worded("{run} is longer than each of its blocks", run=run)
                return worded(
                    "{run} is longer than {block}", run=run, block=self.blocks(evidence.blocks)
                )
            case "room":
                return self._without_room(evidence)
            case "no block":
                return worded("no block can be where {run} is", run=run)
            case "runs":
                if len(evidence.runs) > 1:
                    run = worded(
                        "the runs in cells {numbers}", numbers=listed(number_parts(evidence.runs))
                    )
                return worded("its blocks cannot cover {runs}", runs=run)
        return plural(
            len(evidence.blocks),
            "{blocks} does not fit",
            "{blocks} do not fit",
            blocks=self.blocks(evidence.blocks),
        )

    def _without_room(self, evidence: Evidence) -> str:
        *before, last = evidence.blocks
        text = (
            _("there is no room for {block} after {blocks}")
            if before
            else _("there is no room for {block} in it")
        )
        return worded(text, block=self.blocks([last]), blocks=self.blocks(before) if before else "")

    def color_gaps(self, evidence: Evidence) -> str:
        """See :mod:`solver.logic.line.colour_gaps`."""
        if evidence.kind == "range":
            color = color_text(evidence.color, self.puzzle)
            if not evidence.ranges:
                return worded("it has no {color} block", color=color)
            return self._unreached(evidence.ranges) or worded(
                "no {color} block can reach these cells", color=color
            )
        return _("no placement of the blocks has another colour there")


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


def _run_text(span: Span) -> str:
    return worded("the run in {span}", span=span_text(span))


def _range_text(place: Range) -> str:
    return span_text(Span(place.start, place.stop))
