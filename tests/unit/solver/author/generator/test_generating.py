"""Generated puzzles: one solution, as wished, and the same for the same seed."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.difficulty import Difficulty
from puzzles.grid import Grid, clues_of_picture, puzzle_of
from puzzles.model import Puzzle
from solver.api import solve
from solver.author.generator.chance import Chance
from solver.author.generator.climbing import Climb
from solver.author.generator.judging import Judge
from solver.author.generator.making import Generated, generate
from solver.author.generator.options import GeneratorOptions, Style
from solver.author.generator.pictures import sketch, sketch_of, styles_of
from solver.author.generator.rating_target import RatingTarget
from solver.author.generator.symmetry import Symmetry, orbits
from solver.logic.rate import rate
from solver.logic.techniques import Technique, Tier
from solver.values import Limits, Outcome
from tests.support.cases import few, further


def made(options: GeneratorOptions, seed: str) -> Generated:
    found = generate(options, seed)
    assert found is not None
    return found


@cache
def pictures() -> list[Grid]:
    """Pictures of 9x9 of which some have each difficulty."""
    return [picture_of(made(GeneratorOptions(9, 9, word), "1").puzzle) for word in Difficulty]


def picture_of(puzzle: Puzzle) -> Grid:
    return Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)


@given(
    st.integers(1, 12), st.integers(1, 12), st.integers(1, 4),
    st.sampled_from([None, *Style]), st.integers(0, 9999),
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_each_puzzle_has_its_goal_as_its_only_solution(
    height: int, width: int, colors: int, style: Style | None, seed: int
) -> None:
    colors = min(colors, height * width)
    found = generate(GeneratorOptions(height, width, colors=colors, style=style), f"{seed}")
    if found is None:
        assert height * width < 36, "tiny boards have few pictures"
        return
    puzzle = found.puzzle
    assert (puzzle.height, puzzle.width, len(puzzle.palette)) == (height, width, colors + 1)
    assert clues_of_picture(picture_of(puzzle)) == (puzzle.rows, puzzle.columns)
    other_engine = solve(puzzle, Limits(2, 20), engine="python")
    assert other_engine.outcome is Outcome.UNIQUE
    assert other_engine.solutions[0] == picture_of(puzzle)


@pytest.mark.parametrize("difficulty", few(3, Difficulty))
def test_the_difficulty_is_the_wished_one(difficulty: Difficulty) -> None:
    for seed in range(2):
        found = made(GeneratorOptions(12, 14, difficulty), f"{seed}")
        rating = rate(found.puzzle)
        assert rating.difficulty is difficulty
        assert rating == found.rating


@pytest.mark.parametrize(
    ("height", "width", "difficulty"),
    [
        (3, 20, Difficulty.EASY),
        (20, 3, Difficulty.EXPERT),
        (50, 50, Difficulty.EXPERT),
        *further((100, 100, Difficulty.EASY)),
    ],
    ids=str,
)
def test_narrow_and_large_boards_are_no_special_case(
    height: int, width: int, difficulty: Difficulty
) -> None:
    puzzle = made(GeneratorOptions(height, width, difficulty), "k").puzzle
    assert solve(puzzle, Limits(2, 20)).outcome is Outcome.UNIQUE
    assert rate(puzzle).difficulty is difficulty


@pytest.mark.parametrize("difficulty", Difficulty)
def test_the_judge_knows_without_a_rating_whether_the_target_is_reached(
    difficulty: Difficulty,
) -> None:
    target, verdicts = RatingTarget(GeneratorOptions(9, 9, difficulty)), []
    for picture in pictures():
        judge = Judge(target, sketch_of(picture, Chance("")), lambda: False)
        state = judge.state(picture)
        if not state.is_unique:
            continue
        rating = rate(puzzle_of(picture, Puzzle.empty(9, 9)))
        assert state.distance.is_reached is target.distance(rating).is_reached
        if not state.distance.is_reached:
            assert state.is_too_hard is target.is_too_hard(rating)
        verdicts.append((state.distance.is_reached, judge.rated))
    assert any(is_reached for is_reached, _ in verdicts)
    assert not all(is_reached for is_reached, _ in verdicts)
    if difficulty in (Difficulty.EXPERT, Difficulty.EXTREME):
        assert not any(rated for _, rated in verdicts), "these need no rating"


def test_smoothing_keeps_the_target_and_leaves_no_more_rough_cells() -> None:
    options, chance = GeneratorOptions(15, 15, Difficulty.HARD), Chance("l")
    climb = Climb(
        sketch(options, 0.6, Style.SHAPES, chance), RatingTarget(options), chance, lambda: False
    )
    assert climb.run(300, 1200)
    before = alone(climb.state.grid)
    climb.smooth(40, 200)
    assert climb.state.distance.is_reached
    assert alone(climb.state.grid) <= before
    rating = rate(puzzle_of(climb.state.grid, climb.like))
    assert rating.difficulty is Difficulty.HARD


@pytest.mark.parametrize(
    "target",
    [
        {"tier": Tier.WHOLE_LINE},
        {"tier": Tier.LOOKAHEAD},
        {"trial": True},
        {"trial": False},
        {"score": (150.0, 200.0)},
    ],
    ids=str,
)
def test_other_targets_are_reached(target: dict[str, Any]) -> None:
    rating = rate(made(GeneratorOptions(12, 12, **target), "a").puzzle)
    if tier := target.get("tier"):
        assert rating.tier is tier
    if (trial := target.get("trial")) is not None:
        assert (rating.tier >= Tier.LOOKAHEAD) is trial
    if score := target.get("score"):
        assert score[0] <= rating.score <= score[1]


@pytest.mark.parametrize("technique", few(6, Technique))
def test_a_puzzle_to_practise_a_technique_needs_it_and_nothing_harder(
    technique: Technique,
) -> None:
    colors = 3 if technique.tier is Tier.COLOUR else 1
    found = made(GeneratorOptions(10, 10, technique=technique.word, colors=colors), "1")
    rating = rate(found.puzzle)
    assert rating.cells[technique] > 0
    assert rating.tier is technique.tier


def test_a_technique_goes_with_a_harder_difficulty_and_not_with_an_easier_one() -> None:
    found = made(GeneratorOptions(10, 10, "hard", technique=Technique.GLUE), "1")
    assert found.rating.cells[Technique.GLUE] > 0
    assert found.rating.difficulty is Difficulty.HARD
    with pytest.raises(ValueError, match="do not need the technique joining"):
        GeneratorOptions(10, 10, "easy", technique="joining")
    with pytest.raises(ValueError, match="only puzzles in several colours"):
        GeneratorOptions(10, 10, technique="one-colour-gaps")
    with pytest.raises(ValueError, match=r"technique: complete-line, .*, not magic"):
        GeneratorOptions(10, 10, technique="magic")


def test_a_seed_gives_the_same_puzzle_on_every_machine() -> None:
    puzzles = [made(GeneratorOptions(15, 15, style=style), "seed").puzzle.goal for style in Style]
    digest = sha256("".join(puzzles).encode()).hexdigest()
    assert digest[:16] == "942dd01d3d6c8a95"


@pytest.mark.parametrize(
    ("height", "width", "colors", "seeds"),
    [(5, 5, 1, 30), (4, 4, 1, 40), (1, 1, 1, 8), (1, 7, 1, 12), (6, 6, 3, 20), (2, 2, 4, 8)],
)
def test_a_puzzle_has_every_colour_and_blocks_in_its_lines(
    height: int, width: int, colors: int, seeds: int
) -> None:
    """Some of these seeds drew an empty picture, or one without a colour, at first."""
    options = GeneratorOptions(height, width, colors=colors)
    for seed in range(1, seeds + 1):
        puzzle = made(options, f"zz/{seed}").puzzle
        lines = [*puzzle.rows, *puzzle.columns]
        assert sum(map(bool, lines)) * 3 >= len(lines), seed
        assert {clue.color for line in lines for clue in line} == set(range(1, colors + 1)), seed
        assert solve(puzzle, Limits(2)).outcome is Outcome.UNIQUE


def test_other_seeds_give_other_puzzles() -> None:
    goals = {made(GeneratorOptions(10, 10), f"{seed}").puzzle.goal for seed in range(20)}
    assert len(goals) == 20


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_picture_keeps_its_symmetry(symmetry: Symmetry) -> None:
    options = GeneratorOptions(12, 12, Difficulty.MEDIUM, symmetry=symmetry)
    cells = picture_of(made(options, "b").puzzle).cells
    for images in orbits(symmetry, 12, 12):
        assert len({cells[cell] for cell in images}) == 1


@pytest.mark.parametrize("density", [0.3, 0.5, 0.7])
def test_the_density_is_the_wished_one(density: float) -> None:
    shares = []
    for seed in range(4):
        grid = picture_of(made(GeneratorOptions(16, 16, density=density), f"{seed}").puzzle)
        shares.append(grid.count_shaded() / 256)
    assert all(abs(share - density) < 0.15 for share in shares), shares


@pytest.mark.parametrize("colors", [2, 4, 6])
def test_all_colours_are_used_and_differ(colors: int) -> None:
    puzzle = made(GeneratorOptions(16, 16, colors=colors), "c").puzzle
    assert len({color.rgb for color in puzzle.palette}) == colors + 1
    assert all(picture_of(puzzle).color_counts()[1:])


def test_a_picture_that_is_given_becomes_the_puzzle() -> None:
    drawn = picture_of(made(GeneratorOptions(15, 15), "d").puzzle)
    found = generate(GeneratorOptions(15, 15), "e", pictures=[drawn])
    assert found is not None
    assert found.style is None
    assert picture_of(found.puzzle) == drawn


def test_a_stop_ends_it() -> None:
    calls = 0

    def should_stop() -> bool:
        nonlocal calls
        calls += 1
        return calls > 20

    options = GeneratorOptions(40, 40, Difficulty.EXTREME)
    assert generate(options, "f", should_stop) is None
    assert calls < 200


def test_what_cannot_be_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.author.generator.making.MAX_PICTURES", 2)
    assert generate(GeneratorOptions(1, 2, Difficulty.EASY, colors=2), "g") is None


def test_a_climb_never_goes_away_from_the_target() -> None:
    options = GeneratorOptions(12, 12, Difficulty.EXPERT)
    chance = Chance("h")
    drawn = sketch(options, 0.5, Style.SHAPES, chance)
    climb = Climb(drawn, RatingTarget(options), chance, lambda: False)
    distances, specks = [climb.state.distance], [alone(climb.state.grid)]
    for limit in range(5, 100, 5):
        climb.run(limit, 10 * limit)
        distances.append(climb.state.distance)
        specks.append(alone(climb.state.grid))
    assert distances == sorted(distances, reverse=True)
    assert specks == sorted(specks, reverse=True), "no cell is left alone in its colour"


def alone(grid: Grid) -> int:
    """The number of cells without a neighbour of their colour; beyond the border is background."""
    rows = ["." * (grid.width + 2), *(f".{row}." for row in grid.to_text()), "." * (grid.width + 2)]
    return sum(
        rows[y][x] not in (rows[y - 1][x], rows[y + 1][x], rows[y][x - 1], rows[y][x + 1])
        for y in range(1, grid.height + 1)
        for x in range(1, grid.width + 1)
    )


@pytest.mark.parametrize(
    ("rows", "is_dull"),
    [
        (["########"] * 8, True),
        (["........"] * 7 + ["###....."], True),
        (["########", "........"] * 4, True),
        (["...##...", "..####..", ".######.", "###..###"] * 2, False),
    ],
    ids=["full", "nearly empty", "stripes", "arrows"],
)
def test_a_dull_picture_is_no_puzzle(rows: list[str], is_dull: bool) -> None:
    options, chance = GeneratorOptions(8, 8), Chance("i")
    climb = Climb(
        sketch_of(Grid.from_text(rows), chance), RatingTarget(options), chance, lambda: False
    )
    assert climb.state.is_unique is not is_dull


@pytest.mark.parametrize("difficulty", Difficulty)
def test_a_difficulty_is_given_by_its_word_too(difficulty: Difficulty) -> None:
    word: Any = difficulty.value
    options = GeneratorOptions(20, 20, word)
    assert options == GeneratorOptions(20, 20, difficulty)
    assert options.difficulty is difficulty


def test_a_seed_is_a_text_or_a_number() -> None:
    assert generate(GeneratorOptions(6, 5), 7) == generate(GeneratorOptions(6, 5), "7")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rows": 0}, "rows: a number from 1 to 150, not 0"),
        ({"columns": 151}, "columns: a number from 1 to 150, not 151"),
        ({"colors": 7}, "colors: a number from 1 to 6, not 7"),
        ({"rows": 1, "columns": 2, "colors": 3}, "2x1 has room for 2 colours"),
        (
            {"rows": 2, "columns": 2, "colors": 2, "symmetry": Symmetry.BOTH},
            "with this symmetry has room for 1 colour",
        ),
        ({"tier": "hard"}, "tier: a member of Tier, not 'hard'"),
        ({"difficulty": "harsh"}, "difficulty: beginner, easy, .* or extreme, not harsh"),
        ({"density": 0.99}, "density: a number from 0.05 to 0.95, not 0.99"),
        ({"score": (5, 1)}, "the lowest score is larger"),
        ({"difficulty": Difficulty.EASY, "tier": Tier.OVERLAP}, "not both"),
        ({"difficulty": Difficulty.EASY, "trial": True}, "do not need a trial"),
        ({"tier": Tier.LOOKAHEAD, "trial": False}, "wished difficulty need a trial"),
        (
            {"technique": Technique.TWO_WAY, "trial": False},
            "practise the technique .* need a trial",
        ),
        ({"technique": Technique.JOINING, "trial": True}, "joining do not need a trial"),
        ({"columns": 5, "symmetry": Symmetry.QUARTER_TURN}, "not square"),
        (
            {"rows": 5, "columns": 5, "difficulty": Difficulty.EXTREME},
            "no puzzle of 5x5 in black and white has the difficulty extreme",
        ),
        ({"rows": 8, "columns": 3, "tier": Tier.DEEP_CONTRADICTION}, "no puzzle of 3x8"),
        ({"rows": 1, "columns": 40, "trial": True}, "no puzzle of 40x1"),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        GeneratorOptions(**{"rows": 10, "columns": 10, **changes})


@given(st.text(max_size=5), st.integers(1, 50))
def test_chance_stays_in_its_range(seed: str, count: int) -> None:
    chance = Chance(seed)
    assert all(0 <= chance.below(count) < count for _ in range(20))
    cosine, sine = chance.turn()
    assert abs(cosine * cosine + sine * sine - 1) < 1e-9


@pytest.mark.parametrize(
    ("height", "width"), [(12, 12), (12, 40), (40, 12), *further((20, 20), (60, 60))]
)
def test_letters_fill_the_board_and_the_border_is_even(height: int, width: int) -> None:
    for seed in range(5):
        drawn = sketch(GeneratorOptions(height, width), 0.4, Style.LETTERS, Chance(f"{seed}"))
        rows = drawn.grid.to_text()
        inner = [row[width // 6 : width - width // 6] for row in rows[height // 6 : -height // 6]]
        lively = sum(len(set(row)) == 2 for row in inner) / len(inner)
        lively_columns = sum(len(set(column)) == 2 for column in zip(*inner, strict=True))
        assert max(lively, lively_columns / len(inner[0])) >= 0.5
        assert len({rows[0], rows[0][::-1], rows[-1]}) == 1, "no letter is cut off"


def test_small_boards_have_letters_only_if_they_are_wished() -> None:
    assert Style.LETTERS in styles_of(8, 8)
    assert Style.LETTERS not in styles_of(7, 20)
    found = made(GeneratorOptions(7, 7, style=Style.LETTERS), "m")
    assert found.style is Style.LETTERS
