"""Texts in lines, and the numbers of a board on paper."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helper.paper.lettering import printed_picture, width_of, wrapped
from puzzles.model import BLACK, WHITE, Clue, Color, Puzzle

WORDS = st.lists(st.text("abcWMi😀ß漢", min_size=1, max_size=30), min_size=1, max_size=12)


@given(WORDS, st.floats(3, 40))
def test_lines_have_all_characters_and_fit(words: list[str], width: float) -> None:
    text = " ".join(words)
    lines = wrapped(text, width, 500)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width_of(line) <= width + 1e-6 for line in lines)


def test_lines_end_between_words() -> None:
    assert wrapped("one two three", width_of("one two t"), 5) == ["one two", "three"]


def test_what_is_too_much_is_shortened() -> None:
    first, second = wrapped("one two three four five", width_of("one two t"), 2)
    assert first == "one two"
    assert second.startswith("thr")
    assert second.endswith("…")


def test_letters_stand_for_colours_in_grey() -> None:
    palette = WHITE, Color("r", "#ff0000"), Color("b", "#0000ff")
    puzzle = Puzzle(((Clue(1), Clue(2, 2)), ()), ((Clue(1),),) * 3, palette)
    for is_grey, texts in ((False, ["1", "2", "0"]), (True, ["1r", "2b", "0"])):
        picture = printed_picture(puzzle, is_grey)
        assert [picture.text(clue) for line in picture.rows for clue in line] == texts
        assert picture.has_tiles is not is_grey
        assert all(len({rgb[1:3], rgb[3:5], rgb[5:]}) == 1 for rgb in picture.colors) is is_grey


def test_one_ink_has_no_letter_and_no_tile() -> None:
    for ink in (BLACK, Color("r", "#ff0000")):
        puzzle = Puzzle(((Clue(1),),), ((Clue(1),),), (WHITE, ink))
        for is_grey in (False, True):
            picture = printed_picture(puzzle, is_grey)
            assert not picture.letters
            assert not picture.has_tiles
