"""Solves and counts as values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helper.application.library_records import GameCounts, Solve, best_solves

solves = st.builds(
    Solve,
    puzzle=st.sampled_from("ab"),
    title=st.just(""),
    height=st.just(5),
    width=st.just(5),
    colors=st.just(1),
    seconds=st.integers(0, 50),
    counts=st.builds(GameCounts, hints=st.integers(0, 2), checks=st.integers(0, 1)),
)


@given(st.lists(solves))
def test_the_best_solve_is_the_fastest_without_help_or_else_the_fastest(made: list[Solve]) -> None:
    best = best_solves(made)
    made = [solve for solve in made if not solve.is_forgotten]
    assert best.keys() == {solve.puzzle for solve in made}
    for puzzle, found in best.items():
        mine = [solve for solve in made if solve.puzzle == puzzle]
        alone = [solve for solve in mine if not solve.counts.hints + solve.counts.checks]
        assert found in mine
        assert found.seconds == min(solve.seconds for solve in alone or mine)
        assert not alone or found in alone


def test_lives_never_fall_below_none() -> None:
    assert [GameCounts(mistakes=n, lives=3).lives_left for n in range(5)] == [3, 2, 1, 0, 0]
