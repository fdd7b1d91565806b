"""The lessons about one line. What is right is nowhere written: the technique itself says it."""

from __future__ import annotations

from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.position import line
from solver.logic.techniques import Technique

LINE_LESSONS = (
    Lesson(
        Technique.COMPLETE_LINE,
        "No choice is left in a line if its blocks, with one blank cell between them, are as long"
        " as the line. The same is true if all blocks are there, so that every other cell is"
        " blank, and if there are just as many cells left as the blocks need.",
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
        "Push all blocks to one end of the line, then to the other end. What a block covers in"
        " both places is shaded, since it covers these cells wherever it is. A block has such"
        " cells if it is longer than the number of cells that are left over.",
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
        "A run is complete if it is as long as the longest block that it can belong to. The cells"
        " before it and after it are blank.",
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
        "A wall is the end of the line or a blank cell. A run at a wall is one end of its block,"
        " so the rest of the block follows on the other side of the run. If the run may belong to"
        " several blocks, the shortest of them is certain.",
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
        "A run may be so near to a wall that its block does not fit between the wall and the end"
        " of the run. Imagine the block pushed to the wall: it covers the run and some cells"
        " behind it. The block covers these cells wherever it is.",
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
        "If the first run of a line belongs to the first block, no block lies before that block."
        " The cells before the run that the block cannot reach are blank. The same is true behind"
        " the last run, if it belongs to the last block. Other texts call this mercury.",
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
        "Open cells between two walls are a gap. If every block that could reach the gap is longer"
        " than it, all cells of the gap are blank.",
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
        "Blank cells cut a line into parts, and a block fits only into a part that is long enough."
        " Push all blocks to one end as far as the parts allow, then to the other end. What a"
        " block covers in both places is shaded.",
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
        "Two runs have one open cell between them. If it were shaded, they would be a single run."
        " If this run is longer than every block that it could belong to, the cell is blank.",
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
        "If only one block is possible for two runs, both belong to it, and the cells between them"
        " are shaded. A single cell between two runs is shaded, too, if one of the runs would have"
        " too little room for its block without it.",
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
        "A block that has a run reaches only so far from it. Find out how far each block can reach"
        " to both sides. A cell that no block can reach is blank.",
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
        "The range of a block is all cells that it can reach. A block starts after the earliest"
        " end of the block before it, and ends before the latest start of the block after it. In"
        " these smaller ranges, what a block covers at both ends is shaded, and cells in no range"
        " are blank.",
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
        "If nothing simpler helps, think of all placements of all blocks that agree with the"
        " marks. A cell that is the same in every placement is certain.",
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
