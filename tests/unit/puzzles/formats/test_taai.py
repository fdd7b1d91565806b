"""The lists of the TAAI tournaments."""

from __future__ import annotations

import random

import pytest

from puzzles import Puzzle
from puzzles.errors import FormatError
from puzzles.formats import Document, read_bytes
from puzzles.formats.taai import SIZE, TAAI


def tournament(count: int) -> list[Puzzle]:
    chance = random.Random(count)

    def lines() -> list[list[int]]:
        return [[chance.randrange(1, 9) for _ in range(chance.randrange(4))] for _ in range(SIZE)]

    return [Puzzle.from_numbers(lines(), lines()) for _ in range(count)]


def text_of(puzzles: list[Puzzle], empty: str) -> str:
    lines = []
    for number, puzzle in enumerate(puzzles, 1):
        lines.append(f"${number}")
        for clues in (*puzzle.columns, *puzzle.rows):
            lines.append("\t".join(str(clue.length) for clue in clues) or empty)
    return "\n".join(lines)


@pytest.mark.parametrize("empty", ["", "0", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n\r\n"])
def test_columns_come_before_rows_and_blank_lines_are_clues(empty: str, end: str) -> None:
    puzzles = tournament(3)
    data = (text_of(puzzles, empty) + end).encode()
    assert TAAI.sniff(data)
    assert [document.puzzle for document in TAAI.read_all(data, "")] == puzzles


def test_blank_lines_between_puzzles_are_no_clues() -> None:
    puzzles = tournament(2)
    data = text_of(puzzles, "0").replace("\n$2", "\n\n$2\n").encode()
    assert [document.puzzle for document in TAAI.read_all(data, "")] == puzzles


def test_a_file_of_any_name_is_told_by_its_contents() -> None:
    (puzzle,) = tournament(1)
    data = TAAI.write_all([Document(puzzle)])
    assert data.startswith(b"$1\n")
    assert read_bytes(data, "question.txt").puzzle == puzzle


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("$1\n", "", "a: there is no line '$1', which begins the first puzzle"),
        ("$2\n", "", "a:52: the rows have 7"),
        ("\n$2", "x\n$2", "a:51: there is no colour 'x'"),
        ("\n$2", "\n1\n$2", "a:52: the rows have 26 clues, the size asks for 25"),
    ],
)
def test_the_sentence_names_the_line_and_the_cause(old: str, new: str, sentence: str) -> None:
    text = text_of(tournament(2), "0").replace(old, new, 1)
    with pytest.raises(FormatError) as caught:
        TAAI.read_all(text.encode(), "a")
    assert str(caught.value).startswith(sentence)


def test_boards_of_other_sizes_are_not_written() -> None:
    assert TAAI.problem(Document(Puzzle.empty(25, 24))).endswith("boards of 25 x 25")
    assert TAAI.problem(Document(Puzzle.empty(25, 25))) == ""
