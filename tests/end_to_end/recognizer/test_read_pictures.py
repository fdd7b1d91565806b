"""``read_pictures`` gives Python users the puzzles of files and folders, one after the other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from puzzles.contracts import SolutionCount
from puzzles.errors import NonogramError, RecognitionError
from recognizer import read_pictures
from solver.solution_count import count_solutions
from tests.support.judges import Judge
from tests.support.pages import clues_read, draw_page, unique_clues

ONE, TWO = unique_clues(6, 6, 1), unique_clues(7, 7, 2)
FIRST, SECOND = draw_page(*ONE), draw_page(*TWO)
BOTH = Image.fromarray(FIRST.beside(SECOND).picture)


def test_all_puzzles_of_all_pages_come_with_their_places(tmp_path: Path) -> None:
    path = tmp_path / "book.tif"
    empty = Image.new("RGB", BOTH.size, "white")
    BOTH.save(path, save_all=True, append_images=[empty, Image.fromarray(SECOND.picture)])
    found = list(read_pictures(path, count_solutions))
    assert [(board.page, board.grid, board.parts) for board in found] == [
        (1, 1, 1),
        (1, 2, 1),
        (3, 1, 1),
    ]
    assert [clues_read(board.reading) for board in found] == [ONE, TWO, TWO]
    assert {board.reading.solution_count for board in found} == {SolutionCount.ONE}
    assert {board.path for board in found} == {path}
    assert found[0]._repr_html_() == found[0].reading._repr_html_()


def test_a_folder_is_read_by_name_and_only_as_far_as_asked(tmp_path: Path) -> None:
    Image.fromarray(SECOND.picture).save(tmp_path / "p10.png")
    Image.fromarray(FIRST.picture).save(tmp_path / "p9.png")
    (tmp_path / "p11.png").write_text("no picture")
    boards = read_pictures(str(tmp_path))
    read = [next(boards), next(boards)]
    assert [board.path and board.path.name for board in read] == ["p9.png", "p10.png"]
    assert [clues_read(board.reading) for board in read] == [ONE, TWO]
    assert read[0].page is None
    with pytest.raises(RecognitionError, match=r"p11\.png: this file is not a picture"):
        next(boards)


def test_errors_of_single_pictures_can_be_told_instead(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_text("no picture")
    Image.fromarray(FIRST.picture).save(tmp_path / "b.png")
    errors: list[NonogramError] = []
    (board,) = read_pictures(tmp_path, on_error=errors.append)
    assert clues_read(board.reading) == ONE
    assert [str(error).startswith(str(tmp_path / "a.png")) for error in errors] == [True]


def test_bytes_have_no_path(tmp_path: Path) -> None:
    path = tmp_path / "one.png"
    Image.fromarray(FIRST.picture).save(path)
    (board,) = read_pictures(path.read_bytes())
    assert (board.path, board.page, board.grid) == (None, None, 1)


def test_what_cannot_be_read_is_refused_when_it_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(RecognitionError, match="there is no picture in this folder"):
        read_pictures(tmp_path)
    with pytest.raises(ValueError, match="count_solutions must be"):
        read_pictures(tmp_path, Judge(lambda _: SolutionCount.ONE))
    blank = tmp_path / "blank.png"
    Image.fromarray(np.full((99, 99, 3), 255, np.uint8)).save(blank)
    assert list(read_pictures(blank)) == []
