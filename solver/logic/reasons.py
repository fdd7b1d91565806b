"""The sentences for the reasons of techniques on one line, a method for each technique."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from puzzles.model import BACKGROUND, Clues, Line, Puzzle
from puzzles.notation import clues_text
from puzzles.words import _, capitalized, either, forms, joined, listed, plural, worded
from solver.logic.cell_texts import (
    block_text,
    blocks_text,
    color_text,
    number_parts,
    numbered_cells,
    span_text,
    spans_of,
    state_text,
)
from solver.logic.deduction import Deduction, Trial
from solver.logic.finding import CellSpan, Evidence, Range
from solver.logic.techniques import Technique

_MOST_NAMED = 6
"""If a line has more blocks in colour, all of them are not named one by one: their names are long,
and they are beside the board."""


def reason_text(deduction: Deduction, puzzle: Puzzle) -> str:
    """Why, as a sentence; for a deduction on one line."""
    assert deduction.line is not None
    texts = _Texts(puzzle, deduction.line, deduction.states)
    write = _WRITERS[deduction.technique]
    reasons = {write(texts, evidence): None for evidence in _told_together(deduction, puzzle)}
    return capitalized(joined(reasons) or texts.whole(Evidence()))


def failure_text(trial: Trial, puzzle: Puzzle) -> str:
    """Why the line of a trial's contradiction cannot be completed, as a sentence."""
    assert trial.contradiction is not None
    return capitalized(_Texts(puzzle, trial.contradiction).failure(trial.failure))


def _told_together(deduction: Deduction, puzzle: Puzzle) -> list[Evidence]:
    """The evidences; those that one clause tells as a single one."""
    assert deduction.line is not None
    if deduction.technique in (Technique.COMPLETE_BLOCK, Technique.GAP_TOO_SMALL):
        return _alike(deduction.evidence, puzzle.clues_of(deduction.line))
    kept: list[Evidence] = []
    for evidence in deduction.evidence:
        last = kept[-1] if kept else Evidence()
        is_one = evidence.kind == last.kind == "one block"
        if is_one and evidence.blocks == last.blocks:
            runs = tuple(dict.fromkeys((*last.runs, *evidence.runs)))
            kept[-1] = evidence._replace(runs=runs)
        elif evidence.kind == "last" and (last.kind, last.runs) == ("first", evidence.runs):
            kept[-1] = evidence._replace(kind="only")
        elif (last.kind, evidence.kind) == ("after", "before") and last.runs == evidence.runs:
            assert last.gap is not None
            assert evidence.gap is not None
            room = CellSpan(last.gap.start, evidence.gap.stop)
            kept[-1] = evidence._replace(kind="both", gap=room)
        elif evidence.kind == last.kind and evidence.kind in ("complete", "needed"):
            kept[-1] = last._replace(blocks=tuple(sorted({*last.blocks, *evidence.blocks})))
        else:
            kept.append(evidence)
    return kept


def _alike(evidences: Iterable[Evidence], clues: Clues) -> list[Evidence]:
    """Complete blocks of one length, or gaps too small for the same blocks, as an evidence each.

    Its runs are the blocks, or the gaps.
    """
    groups: dict[object, Evidence] = {}
    for evidence in evidences:
        runs = (evidence.gap,) if evidence.gap else evidence.runs
        length = 0 if evidence.gap else runs[0].stop - runs[0].start
        key = length or frozenset(clues[j] for j in evidence.blocks)
        before = groups[key].runs if key in groups else ()
        groups[key] = evidence._replace(runs=tuple(sorted({*before, *runs})))
    return list(groups.values())


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

    def block(self, index: int) -> str:
        """One block: ``the 3``; see :func:`block_text`."""
        return block_text(index, self.clues, self.puzzle.palette)

    def blocks(self, indices: Sequence[int]) -> str:
        """Some blocks: ``the 3`` or ``blocks 2, 1 and 3``; see :func:`blocks_text`."""
        if len(indices) == 1:
            return self.block(indices[0])
        is_colored = not self.puzzle.is_black_and_white
        if is_colored and len(indices) == len(self.clues) > _MOST_NAMED:
            return plural(len(indices), "the {count} block", "all {count} blocks")
        return blocks_text([self.clues[j] for j in indices], self.puzzle.palette)

    def complete_line(self, evidence: Evidence) -> str:
        """See ``complete_line`` in ``line_logic.hpp``."""
        match evidence.kind:
            case "empty":
                return _("This line has no blocks.")
            case "full":
                return self._full(evidence)
            case "complete" if not evidence.blocks:
                color = color_text(evidence.color, self.puzzle)
                return worded("this line has no {color} block.", color=color)
            case "complete":
                one, many = forms("{blocks} is already complete.", "{blocks} are already complete.")
            case _:
                one, many = forms(
                    "{blocks} needs every cell that is left.",
                    "{blocks} need every cell that is left.",
                )
        blocks = self.blocks(evidence.blocks)
        return plural(len(evidence.blocks), one, many, blocks=blocks)

    def _full(self, evidence: Evidence) -> str:
        assert evidence.gap is not None
        is_all = evidence.gap == CellSpan(0, self.width)
        blocks, cells = self.blocks(evidence.blocks), span_text(evidence.gap)
        inner = evidence.blocks[:-1]
        gaps = sum(self.clues[j].color == self.clues[j + 1].color for j in inner)
        if gaps:
            in_line, in_part = (
                (
                    _("{blocks} with the gap between them fill the whole line."),
                    _("{blocks} with the gap between them fill {cells}."),
                )
                if gaps == 1
                else (
                    _("{blocks} with the gaps between them fill the whole line."),
                    _("{blocks} with the gaps between them fill {cells}."),
                )
            )
            return worded(in_line if is_all else in_part, blocks=blocks, cells=cells)
        one, many = (
            forms("{blocks} fills the whole line.", "{blocks} fill the whole line.")
            if is_all
            else forms("{blocks} fills {cells}.", "{blocks} fill {cells}.")
        )
        return plural(len(evidence.blocks), one, many, blocks=blocks, cells=cells)

    def overlap(self, evidence: Evidence) -> str:
        """A block that covers some cells at both ends of its range."""
        return self._lies(
            evidence,
            _("{block} fills {room}."),
            _("{block} lies in {room} and always covers {cells}."),
        )

    def forcing(self, evidence: Evidence) -> str:
        """See ``forcing`` in ``line_logic.hpp``."""
        return self._lies(
            evidence,
            _("{block} fits only into {room}."),
            _("{block} fits only into {room} and always covers {cells}."),
        )

    def _lies(self, evidence: Evidence, always_all: str, always_some: str) -> str:
        """Where the first block lies; ``always_some``: if its range is longer than it."""
        place = evidence.ranges[0]
        covered = self._covered(place)
        return worded(
            always_some if covered else always_all,
            block=self.block(place.block),
            room=_range_text(place),
            cells=covered,
        )

    def _covered(self, place: Range) -> str:
        """The cells that a block covers wherever it is in its range; empty if that is all of it."""
        length = self.clues[place.block].length
        if place.stop - place.start == length:
            return ""
        return span_text(CellSpan(place.stop - length, place.start + length))

    def complete_block(self, evidence: Evidence) -> str:
        """See ``complete_block`` in ``line_logic.hpp``."""
        run = evidence.runs[0]
        one, many = (
            forms("{run} is a complete block of {count}.", "{run} is a complete block of {count}.")
            if len(evidence.runs) == 1
            else forms(
                "{run} are complete blocks of {count}.", "{run} are complete blocks of {count}."
            )
        )
        return plural(run.stop - run.start, one, many, run=_runs_text(evidence.runs))

    def edge(self, evidence: Evidence) -> str:
        """See ``grow`` in ``line_logic.hpp``."""
        assert evidence.gap is not None
        is_after = evidence.kind == "after"
        is_edge = evidence.gap.start == 0 if is_after else evidence.gap.stop == self.width
        if is_edge:
            text = (
                _("{run} is at the edge, so {block} begins there.")
                if is_after
                else _("{run} is at the edge, so {block} ends there.")
            )
        else:
            text = (
                _("{run} is beside {wall}, so {block} begins there.")
                if is_after
                else _("{run} is beside {wall}, so {block} ends there.")
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
            return self.block(evidence.blocks[0])
        return worded(
            "a block of at least {length}",
            length=min(self.clues[j].length for j in evidence.blocks),
        )

    def glue(self, evidence: Evidence) -> str:
        """See ``grow`` in ``line_logic.hpp``."""
        assert evidence.gap is not None
        start, stop = evidence.gap.start + 1, evidence.gap.stop
        if evidence.kind == "both":
            text = _(
                "{run} belongs to {block}, which cannot begin before cell {start} or end after cell"
                " {stop}."
            )
        elif evidence.kind == "after":
            text = _("{run} belongs to {block}, which cannot begin before cell {start}.")
        else:
            text = _("{run} belongs to {block}, which cannot end after cell {stop}.")
        run, block = _run_text(evidence.runs[0]), self._one_of(evidence)
        return worded(text, run=run, block=block, start=start, stop=stop)

    def end_block(self, evidence: Evidence) -> str:
        """See ``end_block`` in ``line_logic.hpp``."""
        if len(self.clues) == 1:
            text = _("{run} is {block}: it reaches {cells} at most.")
        elif evidence.kind == "first":
            text = _(
                "{run} is {block}, the first that is not complete: it reaches {cells} at most."
            )
        elif evidence.kind == "last":
            text = _("{run} is {block}, the last that is not complete: it reaches {cells} at most.")
        else:
            text = _(
                "{run} is {block}, the only one that is not complete: it reaches {cells} at most."
            )
        (place,), (run,) = evidence.ranges, evidence.runs
        block, cells = self.block(place.block), _range_text(place)
        return worded(text, run=_run_text(run), block=block, cells=cells)

    def gap_too_small(self, evidence: Evidence) -> str:
        """See ``gap_too_small`` in ``line_logic.hpp``."""
        clues = list(dict.fromkeys(self.clues[j] for j in evidence.blocks))
        blocks, gaps = blocks_text(clues, self.puzzle.palette), evidence.runs
        if len(gaps) == 1:
            cells = span_text(gaps[0])
            return worded(
                "the gap in {cells} is too small for {blocks}.", cells=cells, blocks=blocks
            )
        numbers = listed(number_parts(gaps))
        text = _("the gaps in cells {numbers} are too small for {blocks}.")
        return worded(text, numbers=numbers, blocks=blocks)

    def splitting(self, evidence: Evidence) -> str:
        """See ``splitting`` in ``line_logic.hpp``."""
        first, second = evidence.runs
        gap = CellSpan(first.stop, second.start)
        return plural(
            gap.stop - gap.start,
            "if {cells} were {state}, there would be a run of {length}, longer than its block can"
            " be.",
            "if {cells} were {state}, there would be a run of {length}, longer than its block can"
            " be.",
            cells=span_text(gap),
            state=state_text(1 << evidence.color, self.puzzle),
            length=second.stop - first.start,
        )

    def joining(self, evidence: Evidence) -> str:
        """See ``joining`` in ``line_logic.hpp``."""
        if evidence.kind == "one block":
            cells = listed(number_parts(sorted(evidence.runs)))
            block = self.block(evidence.blocks[0])
            return worded("cells {cells} belong to {block}.", cells=cells, block=block)
        gap = CellSpan(evidence.runs[0].stop, evidence.runs[1].start)
        return plural(
            gap.stop - gap.start,
            "if {gap} were blank, one of the runs beside it would have too little room.",
            "if {gap} were blank, one of the runs beside it would have too little room.",
            gap=span_text(gap),
        )

    def simple_spaces(self, evidence: Evidence) -> str:
        """See ``simple_spaces`` in ``line_logic.hpp``."""
        return self._unreached(evidence.ranges)

    def _unreached(self, ranges: Sequence[Range]) -> str:
        """Why no block reaches the cells that become blank: how far those beside them reach."""
        reasons = []
        free = [at for at in sorted(self.after) if not any(r.start <= at < r.stop for r in ranges)]
        for span in spans_of(free) if free else ():
            before = [place for place in ranges if place.stop <= span.start]
            after = [place for place in ranges if place.start >= span.stop]
            if before and after:
                text = _(
                    "{before} cannot reach beyond cell {stop}, and {after} cannot begin before cell"
                    " {start}."
                )
            elif before:
                text = _("{before} cannot reach beyond cell {stop}.")
            else:
                text = _("{after} cannot begin before cell {start}.")
            reasons.append(
                worded(
                    text,
                    before=self.block(before[-1].block) if before else "",
                    stop=before[-1].stop if before else 0,
                    after=self.block(after[0].block) if after else "",
                    start=after[0].start + 1 if after else 0,
                )
            )
        return joined(dict.fromkeys(reasons))

    def block_ranges(self, evidence: Evidence) -> str:
        """See ``block_ranges`` in ``line_logic.hpp``."""
        if evidence.kind == "spaces":
            reason = self._unreached(evidence.ranges)
            near = _("each block leaves room for its neighbours.") if len(self.clues) > 1 else ""
            return reason and joined([near, reason])
        place, *beside = evidence.ranges
        before = [near for near in beside if near.block < place.block]
        after = [near for near in beside if near.block > place.block]
        covered = self._covered(place)
        if before and after:
            text = (
                _(
                    "{before} ends in cell {end} at the earliest and {after} begins in cell {begin}"
                    " at the latest, so {block} lies in {room} and always covers {cells}."
                )
                if covered
                else _(
                    "{before} ends in cell {end} at the earliest and {after} begins in cell {begin}"
                    " at the latest, so {block} lies in {room}."
                )
            )
        elif before:
            text = (
                _(
                    "{before} ends in cell {end} at the earliest, so {block} lies in {room} and"
                    " always covers {cells}."
                )
                if covered
                else _("{before} ends in cell {end} at the earliest, so {block} lies in {room}.")
            )
        elif after:
            text = (
                _(
                    "{after} begins in cell {begin} at the latest, so {block} lies in {room} and"
                    " always covers {cells}."
                )
                if covered
                else _("{after} begins in cell {begin} at the latest, so {block} lies in {room}.")
            )
        else:
            return self.overlap(evidence)
        return worded(
            text,
            before=self.block(before[0].block) if before else "",
            end=before[0].start + self.clues[before[0].block].length if before else 0,
            after=self.block(after[0].block) if after else "",
            begin=after[0].stop - self.clues[after[0].block].length + 1 if after else 0,
            block=self.block(place.block),
            room=_range_text(place),
            cells=covered,
        )

    def whole(self, evidence: Evidence) -> str:
        """See ``whole_line`` in ``line_logic.hpp``, and :mod:`solver.logic.partial_search`."""
        if evidence.kind == "not known":
            known = clues_text(self.clues, self.puzzle.palette, " ")
            text = _("In every line with the clues {clues}, these cells are the same.")
            return worded(text, clues=known)
        by_blocks: dict[tuple[bool, tuple[Range, ...]], list[int]] = {}
        for at, state in sorted(self.after.items()):
            there = tuple(place for place in evidence.ranges if place.start <= at < place.stop)
            by_blocks.setdefault((state == 1 << BACKGROUND, there), []).append(at)
        reasons = [self._always(*key, cells) for key, cells in by_blocks.items() if key[1]]
        reasons.append(self._unreached(evidence.ranges))
        return joined(reasons) or _("These cells are the same in every placement of the blocks.")

    def _always(self, is_blank: bool, there: tuple[Range, ...], cells: list[int]) -> str:
        """What all placements of some blocks have in common."""
        spans = list(spans_of(cells))
        if len(there) == 1:
            text = (
                _("{blocks} lies in {room} and never covers {cells}.")
                if is_blank
                else _("{blocks} lies in {room} and always covers {cells}.")
            )
        else:
            text = (
                _("in every placement of {blocks} in {room}, none of them covers {cells}.")
                if is_blank
                else _("in every placement of {blocks} in {room}, one of them covers {cells}.")
            )
        either_of = worded("cell {numbers}", numbers=either(number_parts(spans)))
        blocks = [place.block for place in there]
        return worded(
            text,
            blocks=self.blocks(blocks),
            room=span_text(CellSpan(there[0].start, there[-1].stop)),
            cells=either_of
            if is_blank
            else numbered_cells(len(cells), listed(number_parts(spans))),
        )

    def failure(self, evidence: Evidence) -> str:
        """See :func:`solver.logic.line_techniques.why_impossible`."""
        run = _run_text(evidence.runs[0]) if evidence.runs else ""
        match evidence.kind:
            case "empty":
                return plural(
                    evidence.runs[0].stop - evidence.runs[0].start,
                    "This line has no blocks, but {cells} is shaded.",
                    "This line has no blocks, but {cells} are shaded.",
                    cells=span_text(evidence.runs[0]),
                )
            case "too long" if not evidence.blocks:
                return worded(
                    "This line has no {color} block for {run}.",
                    color=color_text(evidence.color, self.puzzle),
                    run=run,
                )
            case "too long":
                if len(evidence.blocks) > 1:
                    return worded("{run} is longer than each of the blocks.", run=run)
                block = self.blocks(evidence.blocks)
                return worded("{run} is longer than {block}.", run=run, block=block)
            case "room":
                return self._without_room(evidence)
            case "no block":
                return worded("No block can be where {run} is.", run=run)
            case "runs":
                return worded("The blocks cannot cover {runs}.", runs=_runs_text(evidence.runs))
        return plural(
            len(evidence.blocks),
            "{blocks} does not fit.",
            "{blocks} do not fit.",
            blocks=self.blocks(evidence.blocks),
        )

    def _without_room(self, evidence: Evidence) -> str:
        *before, last = evidence.blocks
        text = (
            _("There is no room for {block} after {blocks}.")
            if before
            else _("There is no room for {block}.")
        )
        blocks = self.blocks(before) if before else ""
        return worded(text, block=self.block(last), blocks=blocks)

    def color_gaps(self, evidence: Evidence) -> str:
        """See ``colour_gaps`` in ``line_logic.hpp``."""
        if evidence.kind == "range":
            color = color_text(evidence.color, self.puzzle)
            if not evidence.ranges:
                return worded("this line has no {color} block.", color=color)
            return self._unreached(evidence.ranges) or worded(
                "no {color} block can reach these cells.", color=color
            )
        return _("no placement of the blocks gives these cells another colour.")


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


def _run_text(span: CellSpan) -> str:
    return worded("the run in {span}", span=span_text(span))


def _runs_text(spans: Sequence[CellSpan]) -> str:
    if len(spans) == 1:
        return _run_text(spans[0])
    return worded("the runs in cells {numbers}", numbers=listed(number_parts(spans)))


def _range_text(place: Range) -> str:
    return span_text(CellSpan(place.start, place.stop))
