"""The repairs that were found: which one is shown, what is left of it, and what is said."""

from __future__ import annotations

import pytest

from helper.author.repair_selection import RepairSelection
from puzzles import BLANK, SHADED, Grid, Puzzle
from solver.api import Outcome
from solver.author.repair import Change, Repair, Repairs, repairs

PICTURE = Grid.from_text(["#..", ".#.", "..#"])
ONE = Repair((Change(1, BLANK, SHADED),), 1.0)
TWO = Repair((Change(4, SHADED, BLANK), Change(5, BLANK, SHADED)), 2.0)
THREE = Repair((Change(8, SHADED, BLANK),), 3.0)


def found(*ways: Repair) -> Repairs:
    return Repairs(ways, Outcome.SEVERAL)


def heard(*ways: Repair) -> RepairSelection:
    made = RepairSelection(PICTURE)
    made.update(found(*ways), is_over=True)
    return made


def changed(*changes: Change) -> Grid:
    return Repair(changes, 0).onto(PICTURE)


def test_steps_go_round() -> None:
    ways = heard(ONE, TWO, THREE)
    seen = []
    for _ in range(4):
        seen.append(ways.shown)
        ways.step(1)
    assert seen == [ONE, TWO, THREE, ONE]
    ways.step(-1)
    ways.step(-1)
    assert ways.shown == THREE
    assert ways.title == "Change 1 cell (3 of 3)"


def test_the_best_way_is_shown_until_somebody_chooses() -> None:
    ways = RepairSelection(PICTURE)
    ways.update(found(TWO))
    ways.update(found(ONE, TWO))
    assert ways.shown == ONE
    ways.step(1)
    ways.update(found(ONE, THREE, TWO))
    assert ways.shown == TWO


def test_what_is_done_of_a_way_is_not_left_and_holds_it_fast() -> None:
    ways = heard(ONE, TWO)
    ways.step(1)
    assert ways.follow(changed(TWO.changes[0]))
    assert ways.remaining == TWO.changes[1:]
    assert ways.ghosts == {5: SHADED}
    assert ways.title == "1 of 2 cells left to change"
    assert not ways.may_step
    ways.step(1)
    assert ways.shown == TWO
    assert ways.follow(PICTURE)
    assert ways.may_step


def test_a_way_is_done_when_all_its_cells_are_changed() -> None:
    ways = heard(TWO)
    assert not ways.is_done
    assert ways.follow(changed(*TWO.changes))
    assert ways.is_done
    assert ways.ghosts == {}
    assert (ways.title, ways.sentence) == ("2 cells changed", "The puzzle has one solution now.")


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(changed(Change(0, SHADED, BLANK)), id="another cell"),
        pytest.param(Grid.from_text(["#.", ".#"]), id="another size"),
    ],
)
def test_a_picture_changed_elsewhere_is_not_followed(picture: Grid) -> None:
    assert not heard(TWO).follow(picture)


def test_the_picture_may_change_later_without_harm() -> None:
    picture = PICTURE.copy()
    ways = RepairSelection(picture)
    picture[0, 0] = BLANK
    ways.update(found(TWO), is_over=True)
    assert ways.follow(PICTURE)


def test_what_is_said_while_it_searches_and_when_nothing_is_found() -> None:
    ways = RepairSelection(PICTURE)
    assert ways.sentence == "Searching for a few cells to change …"
    ways.update(found(), is_over=True)
    assert ways.sentence.startswith("No repair was found: no change")
    nearest = Repairs((), Outcome.SEVERAL, is_complete=False, nearest=TWO, left_open=7)
    ways.update(nearest, is_over=True)
    assert "in the time there was" in ways.sentence
    assert "changes 2 cells and still leaves 7 cells open" in ways.sentence
    ways.update(Repairs((), Outcome.UNIQUE), is_over=True)
    assert "nothing to repair" in ways.sentence
    ways.update(Repairs((), Outcome.LIMIT), is_over=True)
    assert "too hard" in ways.sentence


def test_a_stopped_search_says_so() -> None:
    ways = RepairSelection(PICTURE)
    ways.stop()
    assert ways.sentence == "The search was stopped before a repair was found."


def test_a_real_repair_is_followed_cell_by_cell_to_its_end() -> None:
    ways = RepairSelection(PICTURE)
    ways.update(repairs(PICTURE, Puzzle.empty(3, 3)), is_over=True)
    picture = PICTURE.copy()
    while ways.remaining:
        change = ways.remaining[0]
        picture.cells[change.cell] = change.after
        assert ways.follow(picture)
    assert ways.is_done
