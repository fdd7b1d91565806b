"""The files that ``nonogram scan`` writes: their names, pages and folders."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from puzzles import Puzzle
from puzzles.contracts import CountSolutions
from puzzles.formats import Document, write
from puzzles.formats import read as read_puzzle
from puzzles.formats.non import NON
from puzzles.grid import Grid
from recognizer.lattice import Picture
from recognizer.values import Reading
from tests.support.scan_command import NOTHING, PUZZLE, Reader, doubtful, good, other, run


def test_the_puzzle_is_written_with_the_marks(reader: Reader) -> None:
    marks = Grid.from_text(["#.?", "???", "..."])
    reader(replace(good(), marks=marks))
    result = run("a.png", "-o", "out.non")
    assert result.exit_code == 0
    assert result.stdout == "out.non: written\n"
    assert "5 cells are marked already" in result.stderr
    document = read_puzzle("out.non")
    assert document.puzzle.rows == PUZZLE.rows
    assert document.marks == marks


def frames(name: str, *grays: int) -> None:
    pages = [Image.new("L", (8, 8), gray) for gray in grays]
    pages[0].save(name, save_all=True, append_images=pages[1:])


@pytest.mark.parametrize("kind", ["gif", "webp", "png"])
def test_of_an_animation_the_first_picture_is_read_and_all_on_request(
    reader: Reader, kind: str
) -> None:
    frames(f"film.{kind}", 0, 120, 240)
    said = "This is an animation: its first picture was read. --all reads all of them."
    reader(good())
    result = run("--json", f"film.{kind}")
    assert result.exit_code == 0
    (read,) = map(json.loads, result.stdout.splitlines())
    assert (read["page"], read["problems"]) == (None, [said])
    assert said in run(f"film.{kind}", "-o", "one.non").stderr
    result = run("--json", "--all", f"film.{kind}")
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["page"], each["problems"]) for each in objects] == [(k, []) for k in (1, 2, 3)]


def test_each_page_of_a_picture_is_read(reader: Reader) -> None:
    grays = (0, 120, 240)
    frames("book.tif", *grays)
    seen: list[float] = []

    def answer(picture: Picture, _: CountSolutions | None) -> Reading:
        seen.append(float(picture.mean()))
        return NOTHING if picture.mean() > 200 else good()

    reader(answer)
    result = run("--json", "book.tif")
    assert result.exit_code == 4
    assert seen == list(grays)
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["file"], each["page"]) for each in objects] == [
        ("book.tif", page) for page in (1, 2, 3)
    ]
    result = run("book.tif", "-o", "out")
    assert "book.tif, page 3: " in result.stderr
    assert sorted(path.name for path in Path("out").iterdir()) == ["book-1.non", "book-2.non"]
    refused = run("book.tif", "-o", "one.non")
    assert refused.exit_code == 2
    assert "has several pages; name a folder for their puzzles" in refused.stderr
    assert len(NON.read_all(run("book.tif").stdout.encode(), "")) == 2


def test_several_pictures_go_into_a_folder_under_their_names(reader: Reader) -> None:
    assert run("a.png", "b.png", "-o", "out.non").exit_code == 2
    assert not Path("out.non").exists()
    Path("out").mkdir()
    assert run("a.png", "b.png", "a.bmp", "-o", "out").exit_code == 0
    assert sorted(p.name for p in Path("out").iterdir()) == ["a-bmp.non", "a-png.non", "b.non"]
    assert run("b.png", "-o", "out").exit_code == 0


def test_where_nothing_can_be_written_one_line_says_so(reader: Reader) -> None:
    result = run("a.png", "-o", "nowhere/out.non")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "nowhere" in result.stderr
    result = run("a.png", "--debug", "b.png")
    assert result.exit_code == 2
    assert "b.png" in result.stderr


@pytest.mark.parametrize("target", ["a.png", "b.png", "./b.png", "text.png", "notes"])
def test_a_file_that_is_no_puzzle_is_not_overwritten(reader: Reader, target: str) -> None:
    Path("notes").write_text("to be kept")
    before = Path(target).read_bytes()
    result = run("a.png", "-o", target)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "not overwritten" in result.stderr or "a puzzle is not a picture" in result.stderr
    assert result.stderr.count("\n") == 1
    assert Path(target).read_bytes() == before


def test_a_picture_that_is_called_like_a_puzzle_is_not_overwritten(reader: Reader) -> None:
    Path("a.bmp").rename("a.non")
    before = Path("a.non").read_bytes()
    assert run("a.non", "-o", "a.non").exit_code == 2
    assert run("a.non", "b.png", "-o", ".").exit_code == 2
    assert Path("a.non").read_bytes() == before
    assert Path("b.non").exists()


def test_a_puzzle_file_is_replaced(reader: Reader) -> None:
    write("out.non", Document(Puzzle.empty(2, 2)))
    assert run("a.png", "-o", "out.non").exit_code == 0
    assert read_puzzle("out.non").puzzle.rows == PUZZLE.rows


def test_all_puzzles_of_a_page_are_written_in_their_order(reader: Reader) -> None:
    reader(good(), other(), doubtful())
    result = run("a.png", "b.png", "--all", "-o", "out")
    assert result.exit_code == 1
    names = [f"{stem}-{number}.non" for stem in "ab" for number in (1, 2, 3)]
    assert sorted(path.name for path in Path("out").iterdir()) == names
    assert result.stdout.splitlines() == [f"{Path('out') / name}: written" for name in names]
    assert read_puzzle("out/a-1.non").puzzle.rows == PUZZLE.rows
    assert read_puzzle("out/a-2.non").puzzle.rows == PUZZLE.rows[::-1]
    assert "a.png, puzzle 2: 3x3, one solution\n" in result.stderr
    assert len(NON.read_all(run("a.png", "--all").stdout.encode(), "")) == 3


def test_one_puzzle_of_a_page_is_chosen_by_its_number(reader: Reader) -> None:
    reader(good(), other())
    found = json.loads(run("--json", "--grid", "2", "a.png").stdout)
    assert (found["grid"], found["rows"]) == (2, [[], [3], [1, 1]])
    assert run("--grid", "2", "a.png", "-o", "cat.non").exit_code == 0
    assert read_puzzle("cat.non").puzzle.rows == PUZZLE.rows[::-1]
    missing = run("--json", "--grid", "3", "a.png")
    assert missing.exit_code == 4
    assert missing.stderr == "a.png: There are only 2 puzzles, and no number 3.\n"
    assert json.loads(missing.stdout)["grid"] == 3
    assert run("--grid", "0", "a.png").exit_code == 2
    both = run("--grid", "1", "--all", "a.png")
    assert both.exit_code == 2
    assert "choose one" in both.stderr


def test_all_puzzles_need_a_folder(reader: Reader) -> None:
    result = run("--all", "a.png", "-o", "out.non")
    assert result.exit_code == 2
    assert "needs a folder" in result.stderr


def test_files_of_pages_and_puzzles_never_replace_each_other(reader: Reader) -> None:
    reader(good(), other())
    Image.new("RGB", (100, 100), "white").save("a-1.png")
    pages = [Image.new("L", (8, 8), gray) for gray in (0, 240)]
    pages[0].save("A.tif", save_all=True, append_images=pages[1:])
    assert run("--all", "a.png", "a-1.png", "A.tif", "-o", "out").exit_code == 0
    assert len({path.name.lower() for path in Path("out").iterdir()}) == 8


def test_a_folder_stands_for_its_pictures_in_their_order(reader: Reader) -> None:
    Path("photos/more").mkdir(parents=True)
    for name in ("p10.png", "p9.JPG", ".hidden.png", "more/p1.png"):
        Image.new("RGB", (9, 9)).save(f"photos/{name}")
    Path("photos/notes.txt").write_text("no picture")
    result = run("--json", "photos", "a.png")
    assert result.exit_code == 0
    names = [json.loads(line)["file"] for line in result.stdout.splitlines()]
    assert names == [str(Path("photos") / "p9.JPG"), str(Path("photos") / "p10.png"), "a.png"]
    assert run("photos", "-o", "one.non").exit_code == 2
    Path("empty").mkdir()
    empty = run("empty")
    assert (empty.exit_code, empty.stderr) == (2, "empty: there is no picture in this folder\n")
    assert run("--json", "empty", "a.png").exit_code == 2


def test_pictures_of_one_name_are_told_apart_by_what_differs(reader: Reader) -> None:
    for folder in ("x", "y"):
        Path(folder).mkdir()
        Image.new("RGB", (9, 9)).save(f"{folder}/p.png")
    Image.new("RGB", (9, 9)).save("a-png.png")
    names = ["a.png", "a.bmp", "a-png.png", "x/p.png", "y/p.png"]
    assert run(*names, "-o", "out").exit_code == 0
    found = {path.name for path in Path("out").iterdir()}
    assert found == {"a-png.non", "a-bmp.non", "a-png-2.non", "x-p.non", "y-p.non"}


def test_a_drawing_that_cannot_be_written_does_not_cost_the_puzzle(reader: Reader) -> None:
    result = run("a.png", "-o", "out.non", "--debug", "b.png")
    assert result.exit_code == 2
    assert read_puzzle("out.non").puzzle.rows == PUZZLE.rows
    assert "a.png: 3x3, one solution" in result.stderr
    assert "b.png" in result.stderr
