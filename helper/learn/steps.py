"""The steps of How to Play, as values. No Qt.

A step has a small puzzle with exactly one solution, the marks on its board at the start, and a
task. The task looks at the player's attempt and says whether the step is open, done or wrong.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from helper.play.moves import Move, Paint
from puzzles import BLANK, SHADED, Grid, Puzzle
from puzzles.grid import puzzle_of
from puzzles.words import _

_MIN_RUN = 3
"""The least cells of a stroke that counts as a drag: the first click may have shaded one or two."""


class StepProgress(enum.Enum):
    """How far a player is in a step."""

    OPEN = "open"
    DONE = "done"
    WRONG = "wrong"
    """The player did something else than the step asks for, and can take it back."""


@dataclass(frozen=True, slots=True)
class StepAttempt:
    """What the player has done in a step."""

    marks: Grid
    """The marks on the board now; treat as read-only."""
    moves: tuple[Move, ...] = ()
    """The moves that led there, with the step's :attr:`Step.mistake` but without undone moves."""


Task = Callable[["LearnStep", StepAttempt], StepProgress]


@dataclass(frozen=True, slots=True)
class LearnStep:
    """One step. Boards are written as the text of a :class:`puzzles.grid.Grid`."""

    title: str
    text: str
    """What is new and what to do, in two or three sentences."""
    keys: str
    """How to do it with the keyboard. ``{undo}``, ``{hint}`` and ``{check_now}`` stand for the keys
    of the commands, here and in the praise; names of :func:`click_texts` for what it says, in the
    text and in the advice."""
    solution: tuple[str, ...]
    start: tuple[str, ...]
    task: Task
    praise: str
    """Shown when the step is done."""
    advice: str
    """Shown when the attempt is wrong."""
    name: str = ""
    """What the picture shows; the board's title when it is solved."""
    mistake: tuple[int, int] | None = None
    """(row, column) of a cell that is shaded by a first move, which the player is to undo."""
    keeps_numbers: bool = False
    """Whether numbers and lights stay in view when the board is solved."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of which :attr:`solution` is the only solution."""
        picture = Grid.from_text(self.solution)
        puzzle = puzzle_of(picture, Puzzle.empty(picture.height, picture.width))
        return replace(puzzle, title=self.name)

    def with_clicks(self, second_click_clears: bool) -> LearnStep:
        """The step with what it says about clicks, for a player with this preference."""
        text, advice = self.text, self.advice
        for name, said in click_texts(second_click_clears).items():
            text, advice = (each.replace(f"{{{name}}}", said) for each in (text, advice))
        return replace(self, text=text, advice=advice)

    def progress(self, attempt: StepAttempt) -> StepProgress:
        """The state of an attempt."""
        return self.task(self, attempt)


# Tasks


def shade_blocks(step: LearnStep, attempt: StepAttempt) -> StepProgress:
    """Shade all blocks; dots are optional."""
    if _contradicts(step, attempt):
        return StepProgress.WRONG
    wanted = Grid.from_text(step.solution).count_shaded()
    return StepProgress.DONE if attempt.marks.count_shaded() == wanted else StepProgress.OPEN


def dot_cells(*cells: tuple[int, int]) -> Task:
    """Dot these cells, each (row, column)."""

    def task(step: LearnStep, attempt: StepAttempt) -> StepProgress:
        if _contradicts(step, attempt):
            return StepProgress.WRONG
        is_done = all(attempt.marks[cell] == BLANK for cell in cells)
        return StepProgress.DONE if is_done else StepProgress.OPEN

    return task


def drag_row(row: int) -> Task:
    """Shade a whole row, most of it in one stroke."""

    def task(step: LearnStep, attempt: StepAttempt) -> StepProgress:
        if _contradicts(step, attempt):
            return StepProgress.WRONG
        if any(state != SHADED for state in attempt.marks.row(row)):
            return StepProgress.OPEN
        longest = max((_shaded_by(move) for move in attempt.moves), default=0)
        return StepProgress.DONE if longest >= _MIN_RUN else StepProgress.WRONG

    return task


def undo_mistake(_: LearnStep, attempt: StepAttempt) -> StepProgress:
    """Undo all moves; changing the wrong cell by another move is not enough."""
    if not attempt.moves:
        return StepProgress.DONE
    return StepProgress.WRONG if len(attempt.moves) > 1 else StepProgress.OPEN


def _contradicts(step: LearnStep, attempt: StepAttempt) -> bool:
    """Whether a mark differs from the solution."""
    right = Grid.from_text(step.solution).cells
    return any(not mark & state for mark, state in zip(attempt.marks.cells, right, strict=True))


def _shaded_by(move: Move) -> int:
    """The number of cells that a move shaded."""
    return list(move.after).count(SHADED) if isinstance(move, Paint) else 0


def click_texts(second_click_clears: bool) -> Mapping[str, str]:
    """What is taught about clicks, by the names that stand for it in texts, as ``{left_click}``.

    Args:
        second_click_clears: Whether the player prefers that.
    """
    if second_click_clears:
        return {
            "left_click": _("clear → shaded → clear"),
            "dot_both": _("Right-click both of them."),
            "does_not_fit": _(
                "This mark does not fit. A click changes a cell from clear to shaded and back to"
                " clear, a right click from clear to a dot."
            ),
        }
    return {
        "left_click": _("clear → shaded → blank → clear"),
        "dot_both": _("Right-click both of them, or click each one twice."),
        "does_not_fit": _(
            "This mark does not fit. A click changes a cell from clear to shaded, to a dot, and"
            " back to clear."
        ),
    }


STEPS = (
    LearnStep(
        title=_("What the numbers mean"),
        text=_(
            "A number is the length of a block of shaded cells. This row has a block of 5, and"
            " each column a block of 1. One cell is missing: click it."
        ),
        keys=_("Keyboard: go to the cell with the arrow keys and press Space."),
        solution=("#####",),
        start=("##?##",),
        task=shade_blocks,
        praise=_("The block is complete. The light beside the row shows a tick."),
        advice=_("A dot says that the cell is not shaded. Click the cell until it is shaded."),
        keeps_numbers=True,
    ),
    LearnStep(
        title=_("Shade the blocks"),
        text=_(
            "Two numbers are two blocks, in this order, with at least one blank cell between them."
            " In a row of five cells, 2 2 fits in one way only. Click four cells of the top row to"
            " shade them."
        ),
        keys=_("Keyboard: arrow keys and Space."),
        solution=("##.##", "#####"),
        start=("?????", "#####"),
        task=shade_blocks,
        praise=_(
            "Both blocks fit. A number turns grey when its block is certain; a click on a number"
            " ticks it off."
        ),
        advice="{does_not_fit}",
        keeps_numbers=True,
    ),
    LearnStep(
        title=_("Dot what stays blank"),
        text=_(
            "A dot marks a cell that is certainly blank. The block of 2 in the top row has one "
            "cell already, so it cannot reach the last two cells. {dot_both}"
        ),
        keys=_("Keyboard: arrow keys and X."),
        solution=(".##..", "#..##"),
        start=("?#???", "?.???"),
        task=dot_cells((0, 3), (0, 4)),
        praise=_("No block can be there. Dots make it easier to see where the other blocks are."),
        advice="{does_not_fit}",
    ),
    LearnStep(
        title=_("Rows and columns together"),
        text=_(
            "Each cell belongs to a row and to a column, and must fit both. The top row is done."
            " Look at the numbers of each column, and shade the cells that are missing."
        ),
        keys=_("Keyboard: arrow keys and Space."),
        solution=("###", ".#.", "#.#"),
        start=("###", "???", "???"),
        task=shade_blocks,
        praise=_("All lines fit: the puzzle is solved. It is a stool."),
        advice=_(
            "A light with a cross marks a line that cannot fit any more. Change the wrong cell"
            " in this line."
        ),
        name=_("Stool"),
    ),
    LearnStep(
        title=_("Drag a run"),
        text=_(
            "A run of cells needs one stroke only. Press on the first cell of the row of 5, drag"
            " to its last cell and release."
        ),
        keys=_("Keyboard: hold Shift, press the arrow keys and release Shift."),
        solution=("..#..", ".###.", "#####", ".#.#.", ".###."),
        start=("..#..", ".###.", "?????", ".#.#.", ".###."),
        task=drag_row(2),
        praise=_("Five cells in one stroke. The picture is a house."),
        advice=_("That was not one stroke along the row of 5. Choose Try Again."),
        name=_("House"),
    ),
    LearnStep(
        title=_("Undo a mistake"),
        text=_(
            "A light with a cross shows that a line cannot fit any more. Here the last move shaded"
            " a wrong cell, where the row and the column with a cross meet. Choose Undo below the"
            " board."
        ),
        keys=_("Keyboard: {undo}."),
        solution=("###..", "#####", "###.#", "#####", "###.."),
        start=("###..", "#####", "###??", "?????", "?????"),
        task=undo_mistake,
        praise=_(
            "Undo goes back as far as you like. Hint ({hint}) shows the next step, and Check Now"
            " ({check_now}) finds mistakes."
        ),
        advice=_("There are more moves now. Choose Undo until all of them are taken back."),
        name=_("Mug"),
        mistake=(2, 3),
    ),
)
"""All steps, in order."""
