"""All lessons, the simplest technique first. No Qt."""

from __future__ import annotations

from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.position import TWO_COLOURS, board, line
from puzzles.words import _
from solver.logic.techniques import Technique

_LINE_LESSONS = (
    Lesson(
        Technique.COMPLETE_LINE,
        _(
            "No choice is left in a line if its blocks, with one blank cell between them, are as "
            "long as the line. The same is true if all blocks are there, so that every other cell "
            "is blank, and if there are just as many cells left as the blocks need."
        ),
        line("5 3", "?????????"),
        (
            line("2 1 3", "????????"),
            line("2 1", "???##?#?"),
            line("4 2 1", "????..??.?"),
            line("3 1 2 1", ".??###??#??##?#"),
        ),
    ),
    Lesson(
        Technique.SIMPLE_BOXES,
        _(
            "Push all blocks to one end of the line, then to the other end. What a block covers in"
            " both places is shaded, since it covers these cells wherever it is. A block has such"
            " cells if it is longer than the number of cells that are left over."
        ),
        line("6 3", "????????????"),
        (
            line("7", "??????????"),
            line("3 3", "????????"),
            line("1 2 5", "???????????"),
            line("4 4 1 2", "???????????????"),
        ),
    ),
    Lesson(
        Technique.COMPLETE_BLOCK,
        _(
            "A run is complete if it is as long as the longest block that it can belong to. The "
            "cells before it and after it are blank."
        ),
        line("2 2 1", "????##???????"),
        (
            line("2 1", "???????#?"),
            line("1 1 1", "??#???#???"),
            line("2 2 2 1", "????##???????#?"),
            line("5 2 1", "????#?????##??#"),
        ),
    ),
    Lesson(
        Technique.EDGE,
        _(
            "A wall is the end of the line or a blank cell. A run at a wall is one end of its "
            "block, so the rest of the block follows on the other side of the run. If the run may "
            "belong to several blocks, the shortest of them is certain."
        ),
        line("4 2", "#???.???????"),
        (
            line("4 1", "#???.??????"),
            line("1 4", "???..#???"),
            line("2 1 5", "?#.?????.#??#?"),
            line("1 2 3 2", "???.?#.#??.????"),
        ),
    ),
    Lesson(
        Technique.GLUE,
        _(
            "A run may be so near to a wall that its block does not fit between the wall and the "
            "end of the run. Imagine the block pushed to the wall: it covers the run and some "
            "cells behind it. The block covers these cells wherever it is."
        ),
        line("5 2", "??#??????????"),
        (
            line("3 1", "?#??????"),
            line("6 1", "??#???????????"),
            line("6 2", "????#?.????????"),
            line("2 3 3", ".????.?#?..?#?"),
        ),
    ),
    Lesson(
        Technique.END_BLOCK,
        _(
            "If the first run of a line belongs to the first block, no block lies before that "
            "block. The cells before the run that the block cannot reach are blank. The same is "
            "true behind the last run, if it belongs to the last block. Other texts call this "
            "mercury."
        ),
        line("3 4", "?????#????#????"),
        (
            line("4", "??????#???"),
            line("3 1", "????##???"),
            line("2 3", "????#??##??"),
            line("5 1", "???####?..#.???"),
        ),
    ),
    Lesson(
        Technique.GAP_TOO_SMALL,
        _(
            "Open cells between two walls are a gap. If every block that could reach the gap is "
            "longer than it, all cells of the gap are blank."
        ),
        line("3 2", "??.?????????"),
        (
            line("3", "???????.??"),
            line("3 1 3", "??.????????????"),
            line("2 2", "?.???????.?"),
            line("2 1 1 2", "??????.??????.?"),
        ),
    ),
    Lesson(
        Technique.FORCING,
        _(
            "Blank cells cut a line into parts, and a block fits only into a part that is long "
            "enough. Push all blocks to one end as far as the parts allow, then to the other end. "
            "What a block covers in both places is shaded."
        ),
        line("2 5", "??????.??????"),
        (
            line("1 3", "????.???"),
            line("4 4", "??????.??????"),
            line("1 2 3", "???.???.???"),
            line("3 3 3", "????????.?????"),
        ),
    ),
    Lesson(
        Technique.SPLITTING,
        _(
            "Two runs have one open cell between them. If it were shaded, they would be a single "
            "run. If this run is longer than every block that it could belong to, the cell is "
            "blank."
        ),
        line("2 1 2", "????#?#????"),
        (
            line("2 1 2", "???#?#???"),
            line("3 1 3", "?????#?#?????"),
            line("1 2 1", "?.?.?#?#?.?"),
            line("1 2 1 3", "??????#?#??????"),
        ),
    ),
    Lesson(
        Technique.JOINING,
        _(
            "If only one block is possible for two runs, both belong to it, and the cells between "
            "them are shaded. A single cell between two runs is shaded, too, if one of the runs "
            "would have too little room for its block without it."
        ),
        line("2 4 1", "?#??#?#??????"),
        (
            line("1 4 2", "??????#?#??#?"),
            line("3 5 1", "?##???#?#??????"),
            line("1 5 2", "????##?#???????"),
            line("3 4 2", ".?##??#?#???.??"),
        ),
    ),
    Lesson(
        Technique.SIMPLE_SPACES,
        _(
            "A block that has a run reaches only so far from it. Find out how far each block can "
            "reach to both sides. A cell that no block can reach is blank."
        ),
        line("2 4", "?#???????#???"),
        (
            line("2 2", ".?#?????#?"),
            line("3 2", ".??#??????#?"),
            line("2 1 2", "?#???.#.?#?"),
            line("2 3 3", "?#??????#???#??"),
        ),
    ),
    Lesson(
        Technique.BLOCK_RANGES,
        _(
            "The range of a block is all cells that it can reach. A block starts after the "
            "earliest end of the block before it, and ends before the latest start of the block "
            "after it. In these smaller ranges, what a block covers at both ends is shaded, and "
            "cells in no range are blank."
        ),
        line("3 3 1", "?????##?????"),
        (
            line("2 2 1", "????#????"),
            line("1 3 2", "?????#??.??"),
            line("3 2 3", "??????#??????"),
            line("3 4 1", "????.???#??????"),
        ),
    ),
    Lesson(
        Technique.WHOLE_LINE,
        _(
            "If nothing simpler helps, think of all placements of all blocks that agree with the"
            " marks. A cell that is the same in every placement is certain."
        ),
        line("1 2", "??#??.??"),
        (
            line("1 2", "??#?????"),
            line("1 2 1", "???#??.#???"),
            line("2 2 1", "???#???#??"),
            line("3 3 1", "?????#?#??#???"),
        ),
    ),
)
"""The simplest technique first."""


_BOARD_LESSONS = (
    Lesson(
        Technique.COLOUR_GAPS,
        _(
            "Where blocks have colours, a row may tell that a cell does not have one colour, and "
            "the column that it does not have another one. Neither of them knows what the cell "
            "is, but together they do: if every colour is excluded, the cell is blank."
        ),
        board("...a# #.a#. a##..", "????? ????? ?????", TWO_COLOURS),
        (
            board("a#... .aaa. #..a. ...#a", "??.?. .?aa? ??.?? ??.??", TWO_COLOURS),
            board("..##a .#aa# aaa#. #a...", ".?#?? ??a?? ?aa?? ??.??", TWO_COLOURS),
            board("a#.... .#.a.. #.#a.. .a.#.a", "????.. .#.a.. ????.? ????.?", TWO_COLOURS),
            board("a.#.. #..a. a.#.. ##.a. .aa#.", "?.??. ?.??. ?.??. ?#??. ?a??.", TWO_COLOURS),
        ),
    ),
    Lesson(
        Technique.EDGE_LOGIC,
        _(
            "Assume the state of a cell in an outer line of the board, and see what the line gives"
            " then. Each cell that is shaded at the edge begins a block of a crossing line, whose"
            " length is known. If another line cannot be completed then, the assumption was wrong."
        ),
        board("#.#.. .#.#. ..#.# ##.#.", "????? ????? ?.??? ?#???"),
        (
            board(
                ".##.. ###.. ..### ..#.. ...## ..... .##.#",
                "????? ?##?. ??#?? ..#.. ..?#? ..... .##.#",
            ),
            board("..#.## ..#.#. #.#... ##.#..", "?????? ?.#.?? ?.#.?? ??????"),
            board(
                ".....# .##..# #..##. ...#.. ##...#",
                "????.? ????.# ?????? ?..??? ?#?.??",
            ),
            board(
                ".#.#.. ..##.. ##..## ..#.## .....# ##....",
                ".#.?.? ..???? ?#?.## ?.???? ?.??.? ?#?...",
            ),
        ),
    ),
    Lesson(
        Technique.TWO_WAY,
        _(
            "A cell is shaded or blank; there is nothing else. Follow both cases. A cell that "
            "becomes the same in both of them is certain, although it is still open which case is "
            "true."
        ),
        board("###. ...# ..## .##.", "?##? ?..? .?#? .?#?"),
        (
            board(".... .##. .### #..#", ".... ???? .### ????"),
            board("#...# .###. ##.#. ....#", "#..?? .?##? ##.?? .?..?"),
            board("..## #..# ##.. ..#.", "???? ???? ???? ????"),
            board(".#.# ..#. .#.. ##.. #.#.", "???? ???? ???? ?#?. ????"),
        ),
    ),
    Lesson(
        Technique.CONTRADICTION,
        _(
            "Assume the state of any cell and follow what it gives, line by line. If a line "
            "cannot be completed any more, the assumption was wrong, and the cell has the other "
            "state. Begin with a cell whose lines are nearly full."
        ),
        board(
            ".###. .#.#. ##... ..#.# ##... ..###",
            ".?##? .#.#. ?#?.. ????? ??.?? ??#??",
        ),
        (
            board(
                "#..#.# ..#.## #....# ...#.. #....# .#.##. .####.",
                "#..#.# .??.## ??.?.# ?.??.. ?.?..? ??.##. .?###?",
            ),
            board(
                ".##.. #...# #..## ....# .#.#.",
                "????? ???.? ??.## ???.? ?????",
            ),
            board(
                "....#.# #..##.. .##.#.. ....##. ##...#.",
                "???.??? ????#?. ????#.? ...?#?. ?#?.??.",
            ),
            board(
                "..#.. ##..# ..#.. ##... #.... ..#.# ....#",
                "?.?.. ?#?.# ?.?.. ?#?.. ?.?.? ?.?.# ?.?.?",
            ),
        ),
    ),
    Lesson(
        Technique.DEEP_CONTRADICTION,
        _(
            "Sometimes no trial of a single cell fails. Then follow an assumption as far as it "
            "leads, and try another cell within this trial. What the second trial decides lets "
            "the first one go on, until a line cannot be completed. Look for everything simpler "
            "first."
        ),
        board(
            ".....#..## ...###.... #.###..... .##..#.#.# #.....###. ...#..##.# "
            ".#.#...#.. ##...#.... .#...##...",
            "??...????? ...??#??.. ?????????? ?#??.?.#.? ?????????? ?.??????.? "
            "????.????. ???????..? ???????...",
        ),
        (
            board(
                ".....#.#.. ...####.#. ...#..#... ##.....##. .#....#..# #...##..#. "
                "#..#.##... ..#.#.##.# #...#...## .....###.. .##.....##",
                ".?...????. ??????#??? ...?.??.?. ??.??????? ???..????? ??.?#????? "
                "?????????? ?.??????.? #.?????.?? ..???????? ??????????",
            ),
            board(
                "..##.#..... .#...#.#... ....#...... ##....####. ...###...## .#.....#... "
                ".....#..#.# .##....#..# ..#.#.#.... ......#..## #........##",
                "..??.???.?. .#...?.?.?? ....???..?? ???????##?? ???????..?? .??.????.?? "
                ".?...??.#.? ??????.?..? ?????.??..? .??.????.?? #.??.....??",
            ),
            board(
                "##..#..... ....###... .....###.# #.#.#..##. .###.....# #.##..#... "
                "..#...#.#. ....#...## ...##...#.",
                "?????...?? ..??#??... ?????????? ?.#.?.??#? ?????????? ????????.? "
                "?.?.?.?.?? .?..?????? ??.???????",
            ),
        ),
    ),
)
"""The simplest technique first."""

LESSONS: tuple[Lesson, ...] = (*_LINE_LESSONS, *_BOARD_LESSONS)
"""One for each technique."""


def lesson_of(technique: Technique) -> Lesson:
    """The lesson of a technique."""
    return next(lesson for lesson in LESSONS if lesson.technique is technique)
