"""The puzzles of a scan of many: each with its state, in the order in which they are checked."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles import LibraryError, NonogramError, Puzzle
from puzzles.errors import reason_of
from puzzles.formats import Document, write
from puzzles.formats.temporary import TemporaryFolder
from puzzles.titles import file_stem, title_of_file
from puzzles.words import _, capitalized, in_context, paragraph, plural, worded
from recognizer.document import document_of
from recognizer.lattice import Picture
from recognizer.values import Consequence, Reading
from recognizer.wording import without_name

if TYPE_CHECKING:
    from helper.review.draft import Draft
    from helper.review.page_work import PageScan
    from recognizer.source import SourceData


class BoardState(enum.Enum):
    """What is to be done with a puzzle; in the order of the list."""

    TO_CHECK = "to-check"
    """Numbers are in doubt, or there is not exactly one solution."""
    READY = "ready"
    """Nothing is left to check, or a person has checked it."""
    ADDED = "added"
    """It is in the library, or was opened."""
    NONE = "none"
    """There is no puzzle, or the page could not be read."""


@dataclass(eq=False)
class ListedBoard:
    """One row of the list: a puzzle, or a page without one."""

    source: SourceData
    page: int
    """From 1."""
    name: str
    """The file, and the page and number of the puzzle if there are several."""
    title: str
    """The puzzle's title."""
    reading: Reading | None = None
    """``None`` if the page could not be read."""
    thumbnail: Picture | None = None
    problem: str = ""
    """Why the page could not be read."""
    draft: Draft | None = None
    """The draft as the player left it; ``None`` before it was checked."""
    edited: Draft | None = None
    """The draft in an open review, which Done keeps."""
    checked: Document | None = None
    """The puzzle as the player has left it with Done."""
    left: int = 0
    """How many doubts were left then."""
    is_added: bool = False
    is_known: bool = False
    """Whether it was added to no collection, since the library has it already."""
    kept_id: str = ""
    """The name under which it is kept in case of a crash; empty if it is not."""
    place: tuple[int, int, int] = (0, 0, 0)
    """The numbers of its file in the order of choosing, of its page, and of it on the page."""

    @property
    def has_puzzle(self) -> bool:
        """Whether numbers were read."""
        reading = self.reading
        return reading is not None and any(line.numbers for _, line in reading.lines)

    @property
    def to_check(self) -> int:
        """How many doubts a person has to look at."""
        if self.checked is not None:
            return self.left
        if self.reading is None:
            return 0
        return sum(doubt.consequence is not Consequence.QUIET for doubt in self.reading.doubts)

    @property
    def state(self) -> BoardState:
        """What is to be done with it."""
        if not self.has_puzzle and self.checked is None:
            return BoardState.NONE
        if self.is_added:
            return BoardState.ADDED
        if self.checked is not None:
            return BoardState.TO_CHECK if self.left else BoardState.READY
        is_ready = self.reading is not None and _is_ready(self.reading)
        return BoardState.READY if is_ready else BoardState.TO_CHECK

    @property
    def may_be_read_again(self) -> bool:
        """Whether no work of the player on it would be lost."""
        return self.checked is None and self.edited is None and not self.is_added

    @property
    def document(self) -> Document | None:
        """The puzzle with its marks; ``None`` if there is none."""
        if self.checked is not None or self.reading is None or not self.has_puzzle:
            return self.checked
        return document_of(self.reading, self.title)

    @property
    def size_text(self) -> str:
        """Its size, as the program writes sizes; empty without a puzzle."""
        document = self.document
        return "" if document is None else _size_text(document.puzzle)

    @property
    def state_text(self) -> str:
        """Its state for the player."""
        if self.state is BoardState.NONE:
            if self.reading is None:
                return capitalized(self.problem)
            problems = self.reading.problems
            return problems[0].sentence if problems else _("No puzzle was found on this page.")
        if self.state is BoardState.ADDED:
            return (
                _("In the library already")
                if self.is_known
                else in_context("a scanned puzzle", "Added")
            )
        if self.state is BoardState.READY:
            return (
                in_context("a scanned puzzle", "Ready")
                if self.checked is None
                else in_context("a scanned puzzle", "Checked")
            )
        count = self.to_check
        return plural(count, "{count} to check", "{count} to check") if count else _("To check")


def _is_ready(reading: Reading) -> bool:
    from puzzles.contracts import SolutionCount

    return reading.is_certain and reading.solution_count is SolutionCount.ONE


def _size_text(puzzle: Puzzle) -> str:
    return worded("{width} × {height}", width=puzzle.width, height=puzzle.height)


def boards_of_page(
    source: SourceData, scan: PageScan, file: str, file_number: int = 0
) -> list[ListedBoard]:
    """The rows of a page.

    Args:
        source: The file.
        scan: What was read.
        file: The name of the file.
        file_number: The number of the file in the order of choosing.
    """
    title = title_of_file(file)
    if scan.pages > 1:
        file = worded("{file}, page {page}", file=file, page=scan.page)
        title = f"{title} {scan.page}"
    if scan.problem:
        place = file_number, scan.page, 0
        path = source if isinstance(source, Path) else ""
        problem = without_name(path, scan.problem)
        return [ListedBoard(source, scan.page, file, title, problem=problem, place=place)]
    rows = []
    for number, board in enumerate(scan.boards, scan.number):
        is_one_of_several = len(scan.boards) > 1 or scan.number > 1
        name = worded("{file}, puzzle {number}", file=file, number=number)
        rows.append(
            ListedBoard(
                source,
                scan.page,
                name if is_one_of_several else file,
                f"{title}-{number}" if is_one_of_several else title,
                board.reading,
                board.thumbnail,
                place=(file_number, scan.page, number),
            )
        )
    return rows


def puzzle_folder(
    boards: Sequence[ListedBoard],
) -> tuple[TemporaryFolder, dict[str, ListedBoard]]:
    """Write puzzles into a new folder.

    Returns:
        The folder, and the puzzles by the names of their files, which are in the order of pages.

    Raises:
        NonogramError: A file cannot be written.
    """
    try:
        folder = TemporaryFolder("nonogram-scan")
    except OSError as error:
        raise LibraryError(
            worded("The puzzles cannot be collected: {reason}", reason=reason_of(error))
        ) from error
    digits = len(str(len(boards)))
    files: dict[str, ListedBoard] = {}
    try:
        for number, board in enumerate(sorted(boards, key=lambda board: board.place), 1):
            if (document := board.document) is not None:
                name = f"{number:0{digits}} {file_stem(board.title)}.non"
                write(folder.path / name, document)
                files[name] = board
    except NonogramError:
        folder.close()
        raise
    return folder, files


def in_order(boards: Iterable[ListedBoard]) -> list[ListedBoard]:
    """By state, the puzzles to check first; within a state by file, page and place on the page."""
    order = list(BoardState)
    return sorted(boards, key=lambda board: (order.index(board.state), board.place))


def summary(boards: Sequence[ListedBoard]) -> str:
    """How many puzzles there are and what is left to do."""
    puzzles = [board for board in boards if board.state is not BoardState.NONE]
    waiting = sum(board.state is BoardState.TO_CHECK for board in boards)
    failed = sum(board.reading is None for board in boards)
    none = len(boards) - len(puzzles) - failed
    sentences = [
        plural(len(puzzles), "{count} puzzle was read.", "{count} puzzles were read.")
        if puzzles
        else _("No puzzle was read.")
    ]
    if waiting:
        sentences.append(plural(waiting, "{count} is to be checked.", "{count} are to be checked."))
    if none:
        sentences.append(plural(none, "{count} page has none.", "{count} pages have none."))
    if failed:
        text = plural(
            failed,
            "{count} file or page could not be read.",
            "{count} files or pages could not be read.",
        )
        sentences.append(text)
    return paragraph(*sentences)
