"""Pattern of Simon Tatham's Portable Puzzle Collection: game IDs and saved games.

A game ID is ``5x3:1/2/1.1/0/3/…``: width, height, the clues of the columns and then of the rows,
``/`` between lines, ``.`` between numbers, nothing for a line without numbers. Behind a comma the
given cells may follow, row by row: a letter says how many unknown cells stand before the next given
cell (``a``: none), in upper case if that is shaded, in lower case if it is blank; ``z`` stands for
25 unknown cells alone. Given cells are read and written as marks. A file has one ID a line. An ID
may stand in brackets, or behind ``#`` in the address of the web page, with words around it. With
``#`` instead of the colon it is a random seed.

A saved game has lines ``KEY:LENGTH:VALUE``. ``DESC`` is the part of the ID behind the colon. Moves
``F2,0,1,4`` shade, ``E`` blank and ``U`` clear the rectangle at x 2 and y 0, 1 wide and 4 high;
``SOLVE`` has ``S`` and a digit for each cell. The moves up to ``STATEPOS`` make the marks.

Source: pattern.c and midend.c of the collection.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget, fit_problem, plain_clues
from puzzles.formats.clue_lists import TextLine, color_problem, only, text_lines, without_brackets
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.grid import BLANK, SHADED, Grid
from puzzles.model import Clues, Puzzle
from puzzles.words import _, plural, worded

_ID = re.compile(r"(?:pattern[:\s]\s*)?(\d+)(?:x(\d+))?:(.*)", re.IGNORECASE)
_LINK = re.compile(r"pattern\.html[^\s#]{0,40}#([^\s<>()\[\]{}\"'|`]+)", re.IGNORECASE)
_SNIFFED = re.compile(
    rb"[\s<(\[{\"'`]*(pattern[:\s]\s*)?(\d+(x\d+)?:[\d./]*[/.,\n]|\d+x\d+#\S|#\d{3,}\W*\Z)",
    re.IGNORECASE,
)
_SEED = re.compile(r"(?:pattern[:\s]\s*)?(?:\d+(?:x\d+)?)?#.*", re.IGNORECASE)
_LOOKS_LIKE_ID = re.compile(r"\d{1,9}x\d{1,9}[:#]|pattern\.html", re.IGNORECASE)
_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_ENTRY = re.compile(rb"[\r\n]*([A-Z ]{8}):([0-9]{1,9}):")
_MOVE = re.compile(r"([FEU])(\d{1,4}),(\d{1,4}),(\d{1,4}),(\d{1,4})")
_STATES = {"F": SHADED, "E": BLANK, "U": BLANK | SHADED}
_MAX_MOVES = 100_000
_MAX_MOVED_CELLS = 50_000_000
_LONGEST_GAP = 25


class PatternFormat:
    """Reads and writes game IDs; see the module."""

    id = "pattern"
    name = _("Pattern game IDs (.pattern)")
    extensions: tuple[str, ...] = (".pattern",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether it begins with a game ID or a seed, or has an address with one."""
        head = data[:65536]
        return bool(_SNIFFED.match(head)) or _LINK.search(head.decode("latin-1")) is not None

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        lines = list(_ids(text_lines(data, path)))
        if len(lines) > MAX_PUZZLES:
            raise FormatError(
                worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
            )
        if not lines:
            raise FormatError(_("there is no game ID in it"), path)
        budget = CellBudget(path)
        return [_read_id(line.text, budget, line.number) for line in lines]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return color_problem(document) or fit_problem(document.puzzle)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        texts = (
            f"{_size(each.puzzle)}:{_description(each.puzzle)}{_given_text(each.marks)}\n"
            for each in documents
        )
        return "".join(texts).encode()


class PatternSaveFormat:
    """Reads and writes saved games; see the module."""

    id = "sgt-save"
    name = _("Pattern saved game (.sav)")
    extensions: tuple[str, ...] = (".sav", ".sgtpuzzle")
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether it begins like a saved game of the collection."""
        return data.lstrip()[:9] == b"SAVEFILE:"

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        return [_SavedGame(data, path).read()]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return PATTERN.problem(document)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        document = only(documents, self.name)
        puzzle, moves = document.puzzle, list(_moves(document.marks))
        given = ""
        if len(moves) >= _MAX_MOVES:
            moves, given = [], _given_text(document.marks)
        states = str(len(moves) + 1)
        entries = [
            ("SAVEFILE", _MAGIC), ("VERSION", "1"), ("GAME", "Pattern"), ("PARAMS", _size(puzzle)),
            ("CPARAMS", _size(puzzle)), ("DESC", _description(puzzle) + given),
            ("NSTATES", states), ("STATEPOS", states), *(("MOVE", move) for move in moves),
        ]  # fmt: skip
        return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in entries).encode()


PATTERN, PATTERN_SAVE = PatternFormat(), PatternSaveFormat()


def _size(puzzle: Puzzle) -> str:
    return f"{puzzle.width}x{puzzle.height}"


def _description(puzzle: Puzzle) -> str:
    lines = (*puzzle.columns, *puzzle.rows)
    return "/".join(".".join(str(clue.length) for clue in line) for line in lines)


def _given_text(marks: Grid) -> str:
    """The part of an ID behind the clues; empty if there are no marks."""
    if marks.is_untouched:
        return ""
    text, gap = [","], 0
    for state in marks.cells:
        if state not in (BLANK, SHADED):
            gap += 1
            continue
        text.append("z" * (gap // _LONGEST_GAP))
        letter = chr(ord("a") + gap % _LONGEST_GAP)
        text.append(letter.upper() if state == SHADED else letter)
        gap = 0
    text.append("z" * (gap // _LONGEST_GAP))
    if gap % _LONGEST_GAP:
        text.append(chr(ord("a") + gap % _LONGEST_GAP))
    return "".join(text)


def _ids(lines: Sequence[TextLine]) -> Iterator[TextLine]:
    """The lines with nothing but an ID; where there are addresses, other lines are words."""
    has_links = any(_LINK.search(line.text) for line in lines)
    for line in lines:
        found = [unquote(link) for link in _LINK.findall(line.text)]
        if not found and line.text and (not has_links or _LOOKS_LIKE_ID.search(line.text)):
            found = [line.text]
        for text in found:
            yield TextLine(line.number, without_brackets(text))


def _read_id(text: str, budget: CellBudget, line: int | None) -> Document:
    if _SEED.fullmatch(text):
        raise FormatError(
            _(
                "this is a random seed, from which only Pattern makes a puzzle; copy the ID from"
                " Game > Specific… there"
            ),
            budget.path,
            line,
        )
    match = _ID.fullmatch(text)
    if match is None:
        raise FormatError(
            worded("expected a game ID like 5x5:1/2/…, found '{text}'", text=text[:20]),
            budget.path,
            line,
        )
    return _read_description(match[1], match[2] or match[1], match[3], budget, line)


def _read_description(
    columns: str, rows: str, description: str, budget: CellBudget, line: int | None
) -> Document:
    width, height = budget.size(columns, "columns", line), budget.size(rows, "rows", line)
    text, comma, given = description.partition(",")
    count = text.count("/") + 1
    if count != width + height:
        raise FormatError(
            plural(
                count,
                "there is {count} line of clues; a board of {width} x {height} needs {needed:,}",
                "there are {count} lines of clues; a board of {width} x {height} needs {needed:,}",
                width=width,
                height=height,
                needed=width + height,
            ),
            budget.path,
            line,
        )
    budget.take(height, width, line)
    lines: list[Clues] = []
    for at, numbers in enumerate(text.split("/")):
        where = (
            worded("column {number}", number=at + 1)
            if at < width
            else worded("row {number}", number=at - width + 1)
        )
        if wrong := re.search(r"[^0-9.]", numbers):
            raise FormatError(
                worded("{where}: '{wrong}' is no number", where=where, wrong=wrong[0]),
                budget.path,
                line,
            )
        lines.append(plain_clues(numbers, budget.path, line, where))
    puzzle = Puzzle(tuple(lines[width:]), tuple(lines[:width]))
    marks = Grid.for_puzzle(puzzle)
    if comma:
        _read_given(given, marks, budget.path, line)
    return Document(puzzle, marks)


def _read_given(text: str, marks: Grid, path: str, line: int | None) -> None:
    at, size = 0, len(marks.cells)
    for letter in text:
        if not ("a" <= letter.lower() <= "z" and letter.isascii()):
            raise FormatError(
                worded("'{letter}' is no letter of the given cells", letter=letter), path, line
            )
        gap = ord(letter.lower()) - ord("a")
        at += gap
        if gap < _LONGEST_GAP and at < size:
            marks.cells[at] = SHADED if letter.isupper() else BLANK
            at += 1
        elif at > size or not gap:
            raise FormatError(_("there are more given cells than the board has"), path, line)
    if at < size:
        raise FormatError(
            worded("the given cells end at {at:,}, the board has {size:,} cells", at=at, size=size),
            path,
            line,
        )


class _Entry(NamedTuple):
    line: int
    """From 1."""
    value: str


class _SavedGame:
    """Reads one saved game."""

    def __init__(self, data: bytes, path: str) -> None:
        self.path = path
        self.values: dict[str, _Entry] = {}
        self.moves: list[tuple[str, _Entry]] = []
        for key, entry in self._entries(data.strip()):
            if key in ("MOVE", "SOLVE", "RESTART"):
                if len(self.moves) == _MAX_MOVES:
                    raise self._error(
                        worded("more than {limit:,} moves", limit=_MAX_MOVES), entry.line
                    )
                self.moves.append((key, entry))
            else:
                self.values.setdefault(key, entry)

    def read(self) -> Document:
        """The puzzle with the marks that the moves make."""
        if self._value("SAVEFILE").value != _MAGIC:
            raise self._error(_("this is no saved game of the collection"), 1)
        game = self._value("GAME")
        if game.value != "Pattern":
            raise self._error(
                worded(
                    "the saved game is of '{game}'; only Pattern has nonograms",
                    game=game.value[:20],
                ),
                game.line,
            )
        params = self.values.get("CPARAMS") or self._value("PARAMS")
        size = re.fullmatch(r"(\d+)(?:x(\d+))?", params.value)
        if size is None:
            raise self._error(
                worded("expected a size like 10x10, found '{params}'", params=params.value[:20]),
                params.line,
            )
        description = self._value("DESC")
        given = _read_description(
            size[1], size[2] or size[1], description.value, CellBudget(self.path), description.line
        )
        return Document(given.puzzle, self._played(given.marks))

    def _error(self, problem: str, line: int | None = None) -> FormatError:
        return FormatError(problem, self.path, line)

    def _value(self, key: str) -> _Entry:
        if key not in self.values:
            raise self._error(
                worded("there is no line '{key}'; the file is damaged or cut off", key=key)
            )
        return self.values[key]

    def _entries(self, data: bytes) -> Iterator[tuple[str, _Entry]]:
        at, line = 0, 1
        while at < len(data):
            match = _ENTRY.match(data, at)
            if match is None:
                raise self._error(
                    _("expected a key, a length and a text, like GAME    :7:Pattern"), line
                )
            line += data.count(b"\n", at, match.start(1))
            end = match.end() + int(match[2])
            if end > len(data):
                raise self._error(
                    _("the text is shorter than its length; the file is cut off"), line
                )
            text = data[match.end() : end].decode("latin-1")
            yield match[1].decode().rstrip(), _Entry(line, text)
            line += text.count("\n")
            at = end

    def _played(self, given: Grid) -> Grid:
        """The board after the moves."""
        position = self.values.get("STATEPOS")
        count = len(self.moves)
        if position is not None and re.fullmatch("[0-9]{1,9}", position.value):
            count = min(count, max(int(position.value) - 1, 0))
        grid, moved = given.copy(), 0
        for key, entry in self.moves[:count]:
            cost = self._play(grid, key, entry) if key != "RESTART" else len(grid.cells)
            if key == "RESTART":
                grid = given.copy()
            moved += cost
            if moved > _MAX_MOVED_CELLS:
                raise self._error(_("the moves change too many cells; make a new game"), entry.line)
        for at, state in enumerate(given.cells):
            if state in (BLANK, SHADED):
                grid.cells[at] = state
        return grid

    def _play(self, grid: Grid, key: str, entry: _Entry) -> int:
        """Make a move; the number of cells that it sets."""
        text = entry.value
        if text[:1] == "S" and len(text) == len(grid.cells) + 1:
            states = {"1": SHADED}
            grid.cells = array("I", (states.get(digit, BLANK) for digit in text[1:]))
            return len(grid.cells)
        match = _MOVE.fullmatch(text)
        if match is None:
            raise self._error(
                worded("expected a move like F2,0,1,4, found '{text}'", text=text[:20]), entry.line
            )
        x, y, width, height = map(int, match.groups()[1:])
        if x + width > grid.width or y + height > grid.height:
            raise self._error(worded("the move '{text}' leaves the board", text=text), entry.line)
        _fill(grid, x, y, width, height, _STATES[match[1]])
        return width * height


def _fill(grid: Grid, x: int, y: int, width: int, height: int, state: int) -> None:
    """Set a rectangle, by its shorter side."""
    if width >= height:
        for row in range(y, y + height):
            start = row * grid.width + x
            grid.cells[start : start + width] = array("I", [state]) * width
    elif height:
        for column in range(x, x + width):
            start = y * grid.width + column
            stop = start + (height - 1) * grid.width + 1
            grid.cells[start : stop : grid.width] = array("I", [state]) * height


def _moves(marks: Grid) -> Iterator[str]:
    """Moves that make the marks: the runs of equal cells of each row."""
    letters = {SHADED: "F", BLANK: "E"}
    for row in range(marks.height):
        text = "".join(letters.get(state, "-") for state in marks.row(row))
        for run in re.finditer(r"F+|E+", text):
            yield f"{run[0][0]}{run.start()},{row},{len(run[0])},1"
