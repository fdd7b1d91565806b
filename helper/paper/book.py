"""Puzzles in the order of pages: which board is where. Nothing is painted here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from statistics import fmean
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSizeF

from helper.paper.board_plan import AxisPart, BoardPlanner, BoardSizes
from helper.paper.legend import legend, legend_height
from helper.paper.lettering import printed_picture
from puzzles.difficulty import Difficulty
from puzzles.formats import Document
from puzzles.formats.boards import picture_of
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.print_options import MM, PER_PAGE, Orientation, PrintOptions, Solutions, Titles
from puzzles.prints import PartLabel
from puzzles.titles import shortened
from puzzles.words import _, listed, paragraph, plural

FOOT_PT = 20.0
"""The height of the page number with its distance from the page."""
CREDITS_PT = 11.0
"""The height of the line with author and licence, below a board."""
_GAP_PT = 14.0
"""The gap between two puzzles, and between the caption of a page and the solutions."""
_NAMED = 5
"""How many puzzles a note names; it only counts the others."""
_LANDSCAPE_GAIN = 1.05
"""A page is turned on its side if that makes the cells larger by this factor."""
SOLUTION_COLUMNS, SOLUTION_ROWS = 3, 4
"""Solutions beside and below one another on an upright page."""
SOLUTION_CAPTION_PT = 12.0


@dataclass(frozen=True, slots=True)
class BookPuzzle:
    """A puzzle to be printed."""

    puzzle: Puzzle
    difficulty: Difficulty | None = None
    """``None`` if it is not known."""
    solution: Grid | None = None
    marks: Grid | None = None
    """The player's marks, for those who wish them printed."""
    is_cover: bool = False
    """Whether its picture is on the title page."""

    @property
    def picture(self) -> Grid | None:
        """Its solution, or the picture that the author intended; ``None`` if neither is known."""
        return self.solution or picture_of(Document(self.puzzle))


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board, or a part of it, on a page."""

    number: int
    """The number of the puzzle in the book, 0-based."""
    room: QRectF
    """The place of caption, board, colours and credits."""
    sizes: BoardSizes
    columns: AxisPart
    rows: AxisPart
    part: str = ""
    """Which part it is, in words; empty for a whole board."""


@dataclass(frozen=True, slots=True)
class PlacedSolution:
    """A small solution on a page."""

    number: int
    room: QRectF
    """The place of the solution and its caption."""


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page of the book; all boxes are in points from its top left corner."""

    size: QSizeF
    boards: tuple[PlacedBoard, ...] = ()
    solutions: tuple[PlacedSolution, ...] = ()
    is_title: bool = False
    is_upside_down: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """All pages."""

    puzzles: tuple[BookPuzzle, ...]
    options: PrintOptions
    pages: tuple[BookPage, ...]
    notes: tuple[str, ...]
    """Sentences on puzzles that did not fit as wished."""


def caption_height(options: PrintOptions) -> float:
    """The height of a puzzle's caption with its distance from the board, in points."""
    return 26.0 if options.per_page == 1 or options.is_large else 19.0


def name_of(number: int, puzzle: Puzzle, has_title: bool = True) -> str:
    """The name of a puzzle in messages; ``has_title``: whether its title may be shown."""
    title = f" {shortened(puzzle.title, 40)}" if puzzle.title and has_title else ""
    return f"{number + 1}{title} ({puzzle.width}×{puzzle.height})"


def plan_book(puzzles: Sequence[BookPuzzle], options: PrintOptions) -> Book:
    """Put puzzles on pages, in their order.

    Raises:
        ValueError: There are no puzzles, or one has no rows or no columns.
    """
    if not puzzles:
        raise ValueError(_("there is no puzzle to be printed"))
    planner = _Planner(puzzles, options)
    boards = list(planner.puzzle_pages())
    planner.note_alone()
    sizes = [page.size for page in boards]
    # Pages without boards lie as those with boards do, upright if these differ.
    size = sizes[0] if all(each == sizes[0] for each in sizes) else planner.sizes[0]
    pages = [*planner.title_pages(size), *boards, *planner.solution_pages(size)]
    return Book(tuple(puzzles), options, tuple(pages), tuple(planner.notes))


def document_title(book: Book) -> str:
    """The title of a file with the book: that of a single puzzle if it may be shown."""
    puzzles, options = book.puzzles, book.options
    is_known = len(puzzles) == 1 and options.titles is Titles.PUZZLE
    return options.title or (puzzles[0].puzzle.title if is_known else "") or _("Nonograms")


class _Split(NamedTuple):
    """A board in parts, on pages of a size."""

    size: QSizeF
    sizes: BoardSizes
    pairs: list[tuple[AxisPart, AxisPart]]
    """The parts: columns and rows."""
    rooms: list[QRectF]
    """The places for parts on a page."""

    @property
    def pages(self) -> int:
        """How many pages the parts need."""
        return ceil(len(self.pairs) / len(self.rooms))


class _Planner:
    def __init__(self, puzzles: Sequence[BookPuzzle], options: PrintOptions) -> None:
        self._puzzles = puzzles
        self._options = options
        upright = QSizeF(*options.page_size.size)
        on_side = upright.transposed()
        self.sizes: tuple[QSizeF, ...] = {
            Orientation.AUTO: (upright, on_side),
            Orientation.PORTRAIT: (upright,),
            Orientation.LANDSCAPE: (on_side,),
        }[options.orientation]
        """The pages that are possible, the preferred one first."""
        self.notes: list[str] = []
        self._alone: list[int] = []
        """Puzzles that have a page of their own because of their numbers."""

    def title_pages(self, size: QSizeF) -> Iterator[BookPage]:
        """The title page, if the book has a title."""
        if self._options.title:
            yield BookPage(size, is_title=True)

    def puzzle_pages(self) -> Iterator[BookPage]:
        """The pages with boards."""
        boards: list[PlacedBoard] = []
        planners = [self._planner(each) for each in self._puzzles]
        size, shared = self._shared_size(planners)
        rooms = self._rooms(size)
        for number, (each, planner, sizes) in enumerate(
            zip(self._puzzles, planners, shared, strict=True)
        ):
            if sizes is None:
                if boards:
                    yield BookPage(size, tuple(boards))
                    boards = []
                yield from self._own_pages(number, each.puzzle, planner, len(rooms) > 1)
                continue
            room = rooms[len(boards)]
            boards.append(PlacedBoard(number, room, sizes, sizes.columns, sizes.rows))
            if len(boards) == len(rooms):
                yield BookPage(size, tuple(boards))
                boards = []
        if boards:
            yield BookPage(size, tuple(boards))

    def _shared_size(
        self, planners: Sequence[BoardPlanner]
    ) -> tuple[QSizeF, list[BoardSizes | None]]:
        """The size of the pages that puzzles share, and how large the boards are there.

        All lie the same way: that in which more puzzles fit, and their cells are larger.
        """
        best: tuple[QSizeF, list[BoardSizes | None]] | None = None
        most, largest = 0, 0.0
        for size in self.sizes:
            room = self._rooms(size)[0]
            found: list[BoardSizes | None] = [None] * len(planners)
            if self._options.per_page > 1:
                inner = (self._board_room(each.puzzle, room) for each in self._puzzles)
                found = [
                    planner.fitting(each.width(), each.height())
                    for planner, each in zip(planners, inner, strict=True)
                ]
            cells = [each.cell for each in found if each is not None]
            mean = fmean(cells) if cells else 0.0
            if best is None or (len(cells), mean) > (most, largest * _LANDSCAPE_GAIN):
                best, most, largest = (size, found), len(cells), mean
        assert best is not None
        return best

    def _own_pages(
        self, number: int, puzzle: Puzzle, planner: BoardPlanner, is_told: bool
    ) -> Iterator[BookPage]:
        """The pages of a puzzle that shares none; ``is_told``: a note says so."""
        best: tuple[float, QSizeF, BoardSizes] | None = None
        for size in self.sizes:
            inner = self._board_room(puzzle, self._body(size))
            sizes = planner.fitting(inner.width(), inner.height())
            least = best[0] * _LANDSCAPE_GAIN if best else 0.0
            if sizes is not None and sizes.cell >= least:
                best = sizes.cell, size, sizes
        if best is not None:
            _, size, sizes = best
            board = PlacedBoard(number, self._body(size), sizes, sizes.columns, sizes.rows)
            if is_told:
                self._alone.append(number)
            yield BookPage(size, (board,))
            return
        yield from self._parts(number, puzzle, planner)

    def note_alone(self) -> None:
        """Add the one sentence on all puzzles that have a page of their own."""
        alone = self._alone
        names = [self._name(number) for number in alone[:_NAMED]]
        if len(alone) > _NAMED:
            names.append(plural(len(alone) - _NAMED, "{count} other", "{count} others"))
        if alone:
            note = plural(
                len(alone),
                "{names} is on a page of its own: its numbers would be too small beside others.",
                "{names} are on pages of their own: their numbers would be too small beside"
                " others.",
                names=listed(names),
            )
            self.notes.insert(0, note)

    def _parts(self, number: int, puzzle: Puzzle, planner: BoardPlanner) -> Iterator[BookPage]:
        """A board in parts, on as few pages as possible; flat parts are below one another."""
        splits = []
        for size in self.sizes:
            inner = self._board_room(puzzle, self._body(size))
            sizes, columns, rows = planner.split(inner.width(), inner.height())
            pairs = [(c, r) for r in rows for c in columns if c.cells or r.cells]
            tallest = max(sizes.height(part) for part in rows)
            rooms = self._stacked(size, self._body(size).height() - inner.height() + tallest)
            splits.append(_Split(size, sizes, pairs, rooms))
        split = min(splits, key=lambda split: (split.pages, len(split.pairs)))
        pages, count, rooms = split.pages, len(split.pairs), split.rooms
        alone = any(not (c.cells and r.cells) for c, r in split.pairs)
        if pages == count:
            text = plural(
                pages,
                "{name} is split over {count} page: on one page its numbers would be too small.",
                "{name} is split over {count} pages: on one page its numbers would be too small.",
                name=self._name(number),
            )
        elif pages == 1:
            text = plural(
                count,
                "{name} is split into {count} part: on one page its numbers would be too small.",
                "{name} is split into {count} parts: on one page its numbers would be too small.",
                name=self._name(number),
            )
        else:
            text = plural(
                count,
                "{name} is split into {count} part on {pages}: on one page its numbers would be too"
                " small.",
                "{name} is split into {count} parts on {pages}: on one page its numbers would be"
                " too small.",
                name=self._name(number),
                pages=plural(pages, "{count} page", "{count} pages"),
            )
        self.notes.append(
            paragraph(text, _("Its clues are on pages of their own.") if alone else "")
        )
        boards = []
        for k, (columns_part, rows_part) in enumerate(split.pairs):
            spans = (range(p.first_cell, p.cell_end) for p in (columns_part, rows_part))
            text = PartLabel(k + 1, count, *spans).text
            room = rooms[k % len(rooms)]
            boards.append(PlacedBoard(number, room, split.sizes, columns_part, rows_part, text))
        for first in range(0, count, len(rooms)):
            yield BookPage(split.size, tuple(boards[first : first + len(rooms)]))

    def _stacked(self, size: QSizeF, height: float) -> list[QRectF]:
        """Rooms of at least a height, as wide as the page, as many as it has."""
        body = self._body(size)
        return _divided(body, 1, max(1, floor((body.height() + _GAP_PT) / (height + _GAP_PT))))

    def solution_pages(self, size: QSizeF) -> Iterator[BookPage]:
        """The pages with solutions, for the puzzles that have one."""
        if self._options.solutions is Solutions.NONE:
            return
        numbers = [k for k, each in enumerate(self._puzzles) if each.solution is not None]
        body = self._body(size).adjusted(0, caption_height(self._options), 0, 0)
        rooms = _divided(body, *_lying((SOLUTION_COLUMNS, SOLUTION_ROWS), size))
        for first in range(0, len(numbers), len(rooms)):
            placed = tuple(
                PlacedSolution(number, room)
                for number, room in zip(numbers[first : first + len(rooms)], rooms, strict=False)
            )
            is_upside_down = self._options.solutions is Solutions.UPSIDE_DOWN
            yield BookPage(size, solutions=placed, is_upside_down=is_upside_down)

    def _name(self, number: int) -> str:
        has_title = self._options.titles is Titles.PUZZLE
        return name_of(number, self._puzzles[number].puzzle, has_title)

    def _planner(self, each: BookPuzzle) -> BoardPlanner:
        puzzle = each.puzzle
        if not (puzzle.width and puzzle.height):
            raise ValueError(_("a puzzle without rows or columns cannot be printed"))
        picture = printed_picture(puzzle, self._options.is_grey)
        return BoardPlanner(picture, self._options.is_large)

    def _body(self, size: QSizeF) -> QRectF:
        """The page without margins and page number."""
        margin = self._options.margin_mm * MM
        foot = FOOT_PT if self._options.has_page_numbers else 0.0
        return QRectF(margin, margin, size.width() - 2 * margin, size.height() - 2 * margin - foot)

    def _rooms(self, size: QSizeF) -> list[QRectF]:
        return _divided(self._body(size), *_lying(PER_PAGE[self._options.per_page], size))

    def _board_room(self, puzzle: Puzzle, room: QRectF) -> QRectF:
        """What a room has for the board, without caption, colours and credits."""
        colors = legend(puzzle, self._options.is_grey, room.width())
        below = legend_height(colors) + CREDITS_PT * bool(puzzle.credits)
        return room.adjusted(0, caption_height(self._options), 0, -below)


def _lying(counts: tuple[int, int], size: QSizeF) -> tuple[int, int]:
    """Columns and rows of places on a page, given those of an upright one."""
    columns, rows = counts
    return (rows, columns) if size.width() > size.height() else counts


def _divided(room: QRectF, columns: int, rows: int) -> list[QRectF]:
    """Equal rooms, row by row, with gaps between them."""
    width = (room.width() - (columns - 1) * _GAP_PT) / columns
    height = (room.height() - (rows - 1) * _GAP_PT) / rows
    return [
        QRectF(
            room.left() + column * (width + _GAP_PT),
            room.top() + row * (height + _GAP_PT),
            width,
            height,
        )
        for row in range(rows)
        for column in range(columns)
    ]
