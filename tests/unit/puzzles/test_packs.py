"""The bundled puzzles: each is what a player may expect of it."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from puzzles import Color, Grid, Puzzle, unsatisfied_lines
from puzzles import packs as packs_module
from puzzles.cli import check, list_packs
from puzzles.color_values import distance, needs_signs
from puzzles.difficulty import DIFFICULTIES, Difficulty
from puzzles.formats import Document, read, write
from puzzles.packs import packs
from puzzles.turning import Turn, turned_puzzle
from solver.logic.techniques import Technique
from tools.packs.check import (
    bundled,
    color_problems,
    difficulty_problems,
    equal_problems,
    figures,
    size_problems,
    solution_problems,
    text_problems,
)
from tools.packs.order import place_in
from tools.packs.sheets import PAGE, source_table

ALL = [puzzle for pack in packs() for puzzle in pack.puzzles]


@pytest.fixture(scope="module")
def files() -> dict[str, Puzzle]:
    """All bundled puzzles as their files have them, by folder and file."""
    return {name: read(entry.path).puzzle for name, entry in bundled().items()}


def test_there_are_puzzles_of_many_sizes() -> None:
    assert not list(size_problems(bundled()))
    assert {5, 10, 15, 20, 30, 40, 50} <= {entry.height for entry in ALL}
    assert len({entry.title for entry in ALL}) == len(ALL) >= 600


def test_the_entry_says_what_the_file_says(files: dict[str, Puzzle]) -> None:
    for name, entry in bundled().items():
        puzzle = files[name]
        found = (entry.title, entry.height, entry.width, entry.colors)
        expected = (puzzle.title, puzzle.height, puzzle.width, len(puzzle.palette) - 1)
        assert found == expected, "run tools/pack_ratings.py"
        codes = [color.rgb for color in puzzle.palette]
        apart = min(distance(one, other) for one, other in combinations(codes, 2))
        assert entry.color_distance == pytest.approx(apart, abs=0.001), "run tools/pack_ratings.py"
        assert not puzzle.defects()


def test_lists_read_no_puzzle_files(monkeypatch: pytest.MonkeyPatch) -> None:
    before = packs()
    monkeypatch.setattr(packs_module, "read", pytest.fail)
    assert packs_module._packs_in.__wrapped__("packs") == before


def test_without_an_index_the_files_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    before = packs()
    for damaged in ("nowhere.json", "ratings.json"):
        monkeypatch.setattr(packs_module, "INDEX", damaged)
        titles = {"first-steps": "First steps", "in-colour": "In colour"}
        monkeypatch.setattr(packs_module, "TITLES", titles)
        first, second, *_ = packs_module._packs_in.__wrapped__("packs")
        by_name = {pack.name: pack for pack in before}
        assert (first, second) == (by_name["first-steps"], by_name["in-colour"])


def test_every_puzzle_has_title_author_licence_and_source(files: dict[str, Puzzle]) -> None:
    found = {name: list(text_problems(puzzle)) for name, puzzle in files.items()}
    assert not {name: problems for name, problems in found.items() if problems}


def test_a_picture_of_others_names_its_source() -> None:
    good = next(p for p in map(read, (e.path for e in ALL)) if p.puzzle.license == "MIT").puzzle
    assert not list(text_problems(good))
    for bad in (
        replace(good, title=""),
        replace(good, author=""),
        replace(good, license="CC-BY-SA-4.0"),
        replace(good, copyright=""),
    ):
        assert len(list(text_problems(bad))) == 1


def test_no_two_puzzles_are_equal_turned_or_mirrored(files: dict[str, Puzzle]) -> None:
    assert not list(equal_problems(files))
    name, puzzle = next(iter(files.items()))
    twin = {"twin": replace(turned_puzzle(puzzle, Turn.ROTATE_RIGHT), title="Twin")}
    assert list(equal_problems(files | twin)) == [f"twin: it is {name}, turned or mirrored"]


def test_the_only_solution_is_the_goal(files: dict[str, Puzzle]) -> None:
    for name, puzzle in files.items():
        goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
        assert not list(unsatisfied_lines(puzzle, goal)), name
        assert not list(solution_problems(puzzle)), name


def test_the_puzzles_of_a_pack_become_harder() -> None:
    assert not list(difficulty_problems(bundled()))
    for pack in packs():
        rated = [(entry.rating, entry.height * entry.width) for entry in pack.puzzles]
        places = [
            place_in(pack.name, Difficulty(each.difficulty), each.hardest, size, each.score)
            for each, size in rated
            if each is not None
        ]
        assert places == sorted(places), "run tools/packs/order.py"


def test_few_hard_puzzles_and_falling_difficulty_are_problems() -> None:
    """Of a few puzzles: two medium ones, an easy one, and an expert one in an easy pack."""
    by_word = {word: next(e for e in ALL if e.rating and e.rating.difficulty == word)
               for word in ("easy", "medium", "expert")}  # fmt: skip
    few = {"a/1": by_word["medium"], "a/2": by_word["easy"], "b/1": by_word["medium"]}
    few["tiny-pictures/1"] = by_word["expert"]
    found = "\n".join(difficulty_problems(few))
    assert "0 puzzles of 10x10 to 30x30 are extreme, not 30" in found
    assert "a/2: it is easy, and the puzzle before it is medium" in found
    assert "b/1" not in found
    assert "tiny-pictures/1: it is expert" in found


def test_colours_without_signs_have_names_of_their_own(files: dict[str, Puzzle]) -> None:
    found = {name: list(color_problems(puzzle)) for name, puzzle in files.items()}
    assert not {name: problems for name, problems in found.items() if problems}
    puzzle = next(puzzle for puzzle in files.values() if len(puzzle.palette) == 3)
    paper, *_ = puzzle.palette
    puzzle = replace(puzzle, goal="")
    clear = (paper, Color("a", "#1f4fa8", "ink"), Color("b", "#d42a2a", "ink"))
    assert list(color_problems(replace(puzzle, palette=clear))) == [
        "two colours that have no signs are called ink"
    ]
    alike = (paper, Color("a", "#8b0000", "ink"), Color("b", "#701010", "ink"))
    assert not list(color_problems(replace(puzzle, palette=alike))), "they have signs"


def test_most_puzzles_in_colour_need_no_signs(files: dict[str, Puzzle]) -> None:
    colored = [p for p in files.values() if not p.is_black_and_white]
    signs = sum(needs_signs([color.rgb for color in puzzle.palette]) for puzzle in colored)
    assert signs < len(colored) / 10


def test_the_figures_count_every_puzzle_once() -> None:
    lines = figures().splitlines()
    table = {line.split()[0]: line.split()[1:] for line in lines[1:8]}
    for counts in table.values():
        assert sum(map(int, counts[:4])) == int(counts[4])
    for column in range(7):
        words = [int(table[word][column]) for word in DIFFICULTIES]
        assert sum(words) == int(table["all"][column])
    assert int(table["all"][4]) == len(ALL)
    named = [line.split(":")[0] for line in lines if " puzzles, " in line and ": " in line]
    assert named == [pack.title for pack in packs()]


def test_the_page_has_the_source_and_the_licence_of_every_puzzle() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert "\n".join(source_table()) in page, "run tools/packs/sheets.py"
    counts = [int(row.split("|")[1]) for row in source_table()[2:]]
    assert sum(counts) == len(ALL)


def test_each_lesson_puzzle_needs_one_technique_more() -> None:
    """Its hardest technique comes later in the order than those of the puzzles before it."""
    order = [technique.id for technique in Technique]
    (pack,) = (pack for pack in packs() if pack.name == "one-technique-more")
    ranks = [order.index(entry.rating.hardest) for entry in pack.puzzles if entry.rating]
    assert len(ranks) == len(pack.puzzles) >= 16
    assert ranks == sorted(set(ranks))


def test_list_paths_can_be_checked() -> None:
    paths = CliRunner().invoke(list_packs, ["--paths"]).output.splitlines()
    assert [Path(path) for path in paths] == [entry.path for entry in ALL]
    checked = CliRunner().invoke(check, paths[::10])
    assert checked.exit_code == 0
    assert checked.output.count(": ok, ") == len(paths[::10])


def test_list_names_every_puzzle() -> None:
    output = CliRunner().invoke(list_packs, []).output
    assert "First steps" in output
    for entry in ALL:
        assert entry.title in output
        assert entry.path.name in output


def test_check_tells_every_defect_and_goes_on(tmp_path: Path) -> None:
    bad, good = str(tmp_path / "bad.non"), str(ALL[0].path)
    puzzle = Puzzle.from_numbers([[4, 1, 5], [11]], [[1]] * 10)
    write(bad, Document(puzzle))
    run = CliRunner().invoke(check, [bad, str(tmp_path / "nowhere.non"), good])
    assert run.exit_code == 2
    lines = run.output.splitlines()
    assert lines[:-2] == [f"{bad}: {defect}" for defect in puzzle.defects()]
    assert len(puzzle.defects()) == 3
    assert "nowhere.non" in lines[-2]
    assert lines[-1] == f"{good}: ok, 5x5, Heart"


def listed(*words: str) -> list[dict[str, Any]]:
    output = CliRunner().invoke(list_packs, ["--json", *words]).output
    return [json.loads(line) for line in output.splitlines()]


def test_the_list_is_filtered_by_difficulty_size_and_colours() -> None:
    everything = listed()
    assert listed("--difficulty", "easy", "--difficulty", "hard") == [
        each for each in everything if each["difficulty"] in ("easy", "hard")
    ]
    assert listed("--size", "10x10-20x15") == [
        each for each in everything if 10 <= each["width"] <= 20 and 10 <= each["height"] <= 15
    ]
    assert 0 < len(listed("--colors", "3", "--size", "1x1-20x20")) < len(listed("--colors", "3"))
    refused = CliRunner().invoke(list_packs, ["--size", "big"])
    assert refused.exit_code == 2
    assert "'big' is not a size such as 20x15" in refused.output
