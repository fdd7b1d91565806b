"""What is done beside the video."""

from __future__ import annotations

from puzzles.contracts import NextStep
from puzzles.grid import Grid
from puzzles.model import Puzzle
from recognizer.live.reading.consensus import NumberEvidence
from recognizer.live.reading.tasks import combine, detect, marks_and_hint
from solver.api import solve
from tests.support.films import noisy, seen, solver_hooks
from tests.support.pages import draw_page, puzzle, unique_clues


def test_a_wrong_mark_is_seen_and_leads_to_no_hint() -> None:
    rows, columns = unique_clues(10, 10)
    solution = solve(puzzle((rows, columns))).solutions[0]
    wanted = solution.to_text()
    # All of the board but its last row is filled in, with one fault.
    drawn = [line.replace(".", "x") for line in wanted[:9]] + ["." * 10]
    fault = next(k for k, cell in enumerate(drawn[4]) if cell == "x")
    drawn[4] = drawn[4][:fault] + "#" + drawn[4][fault + 1 :]
    page = seen(draw_page(rows, columns, pitch=40, width=2, boxed=True, marks=drawn, stroke=3))
    frame_reading = detect(noisy(page.picture), True, 30.0)
    assert frame_reading is not None
    combined_reading = combine(
        page.picture, NumberEvidence((frame_reading.reading,)), solver_hooks()
    )
    assert combined_reading.solved is not None
    starts: list[Grid] = []

    def next_step(_: Puzzle, marks: Grid) -> NextStep | None:
        starts.append(marks)
        return solver_hooks().next_step(puzzle((rows, columns)), marks)

    marks, step = marks_and_hint(
        page.picture,
        frame_reading.found,
        combined_reading.reading,
        combined_reading.solved.certain,
        solver_hooks()._replace(next_step=next_step),
    )
    assert marks is not None
    text = marks.to_text()
    assert text[4][fault] == "#"
    (start,) = starts
    assert start.to_text()[4][fault] == "?"
    others = [(r, c) for r in range(9) for c in range(10) if (r, c) != (4, fault)]
    assert all(start.to_text()[r][c] in (wanted[r][c], "?") for r, c in others)
    assert step is not None
    decided = [(r, c) for r in range(10) for c in range(10) if step.cells.to_text()[r][c] != "?"]
    assert decided
    assert all(step.cells.to_text()[r][c] == wanted[r][c] for r, c in decided)
