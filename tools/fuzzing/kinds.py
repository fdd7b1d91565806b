"""The kinds of text files that the program reads: valid examples, and the function that reads."""

from __future__ import annotations

import json
import tempfile
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QSettings

from helper.application.library_records import Game, GameProgress
from helper.application.settings import APPLICATION, ORGANISATION, Settings
from helper.play.journal import file_to_text, restore
from helper.play.moves import (
    Move,
    Paint,
    Replace,
    SheetState,
    Tick,
    checked_history,
    move_from_text,
    move_to_text,
    state_to_json,
)
from helper.play.session import Session
from helper.play.session_state import FileState
from helper.play.ticks import places_of
from helper.review.draft import Draft
from helper.review.draft_lines import DraftLine, Number, NumberOrigin
from helper.review.draft_text import DraftWriter, draft_from_text
from puzzles import SHADED, Clue, Grid, NonogramError, Puzzle
from puzzles.formats import Document, Format, read
from puzzles.formats.json_puzzle import JSON
from puzzles.formats.non import NON
from puzzles.formats.nonograms_org import NONOGRAMS_ORG
from puzzles.formats.play_link import PLAY_LINK, playable_text
from puzzles.formats.registry import FORMATS
from puzzles.grid import puzzle_of
from puzzles.model import Color
from puzzles.notation import read_clues
from puzzles.option import check_options
from puzzles.packs import packs
from recognizer.lattice import Lattice
from recognizer.values import Candidate, Problem
from solver.options import options_of
from solver.registry import engine_names, get_engine
from solver.study.journal import Record, StudyJournal, records_in
from solver.study.plan import PuzzleKey
from solver.study.study_values import RunOutcome, RunResult
from solver.study.study_values import StudySettings as Asked

DAMAGED = (ValueError, NonogramError)
"""The errors of reading rows of the library."""
_ROOT = Path(__file__).parents[2]
MAX_OF_A_PACK = 2
"""Bundled puzzles of each pack that are damaged; more of them only make the odd files rarer."""


@dataclass(frozen=True)
class Kind:
    """Files of one kind."""

    valid: tuple[bytes, ...]
    read: Callable[[bytes], object]
    errors: tuple[type[Exception], ...]
    """The errors that reading may raise; their text must be a sentence."""
    is_json: bool = False


class WrongAnswerError(Exception):
    """A reader returned an impossible value."""


def kinds() -> Mapping[str, Kind]:
    """All kinds, by name."""
    return {
        "non": Kind(_puzzles(), _read_puzzle, (NonogramError,)),
        "clues": Kind(_clues(), _read_clues, (NonogramError,)),
        "move": Kind(tuple(move_to_text(m).encode() for m in _moves()), _read_move, DAMAGED, True),
        "game": Kind(_games(), _Games().read, DAMAGED, True),
        "review": Kind(_drafts(), _read_draft, DAMAGED, True),
        "runs": Kind(_runs(), _read_runs, (NonogramError,)),
        "settings": Kind(_settings(), _read_settings, ()),
        "engine": Kind(_engines(), _read_engine, (NonogramError,)),
        **{
            known.id: Kind(_examples(known), partial(_read_format, known), (NonogramError,))
            for known in FORMATS
            if known is not NON and known.can_read
        },
    }


# Puzzle files and clues


def _colored() -> Document:
    palette = (Color("0", "#ffffff"), Color("1", "#000000"), Color("a", "#ff0000"))
    rows = ((Clue(1), Clue(1, 2)), (Clue(2, 2),), ())
    columns = ((Clue(1), Clue(1, 2)), (Clue(2, 2),))
    puzzle = Puzzle(rows, columns, palette, "A <cat> & more", "me", "©", "CC0", "7", "1aaa00",
                    (("foo", "bar baz"), ("size", "3")))  # fmt: skip
    marks = Grid.for_puzzle(puzzle)
    marks[0, 0] = SHADED
    marks[1, 1] = 4
    return Document(puzzle, marks, is_drawing=True)


def _puzzles() -> tuple[bytes, ...]:
    files = [entry.path for pack in packs() for entry in pack.puzzles[:MAX_OF_A_PACK]]
    files += sorted((_ROOT / "puzzles" / "study").rglob("*.non"))[::20]
    small = b'title "&#65;&amp;"\ncolor a #ff0000\nheight 2\nwidth 2\nrows\n1a\n1\ncolumns\n1\n1a\n'
    return (*(path.read_bytes() for path in files), NON.write(_colored()), small)


def _read_puzzle(data: bytes) -> object:
    NON.sniff(data)
    document = NON.read(data, "fuzz.non")
    document.puzzle.defects()
    if NON.read(NON.write(document), "again.non") != document:
        raise WrongAnswerError("what was read differs after writing and reading it again")
    return document


_SET = (
    b'{"name": "Nonogram", "count": 1, "data": {"a": {"problem": "2 3\\n2\\n1\\n1\\n1 1\\n2",'
    b' "solution": "2 3\\nx - x\\nx x -"}}}'
)
"""A set of puzzlekit-dataset."""
_PAGE = (
    b"<title>Crossword \xc2\xabCat\xc2\xbb</title><script>\nvar d=[[13, 930, 857, 480],"
    b"[63,147,167,20],[230,106,144,38],[346,267,9,43],[189,468,309,242],[468,189,242,687],"
    b"[682,228,282,795],[7,28,0,3],[320,297,33,310],[323,298,35,311],[322,299,34,312],"
    b"[321,298,34,311]];\n</script>"
)
"""A page of nonograms.org with a picture of 2x3 cells in two colours."""

_SHARED = (
    b"[12:03] Ann: **Rows** (3x2)\n> 1) 1 1\n> 2) -\nColumns: 1, 0, 1",
    b"row_clues = [[1, 1], [], 3]  # three\nlet colClues = ['2', (1), null];",
    "| 横 | 縦 |\n|---|---|\n| 1　1 | ２ |\n| * | ? |\n".encode(),
    b"<p>Rows: A A; A</p>\n<p>Columns: B; -; A</p>",
)
"""Texts as people share them."""


def _examples(known: Format) -> tuple[bytes, ...]:
    """The bundled puzzles of up to 15 columns in a format, or files of one that is only read."""
    if not known.can_write:
        played = f"Try <https://a.example/#p={playable_text(_colored().puzzle)}&m=_1x2_1>.".encode()
        return {NONOGRAMS_ORG.id: (_PAGE,), PLAY_LINK.id: (played,)}.get(known.id, _SHARED)
    few = (entry for pack in packs() for entry in pack.puzzles[:MAX_OF_A_PACK])
    shown = [read(entry.path) for entry in few if entry.width <= 15]
    documents = [*shown, _colored(), _of_a_tournament()]
    written = tuple(known.write_all([each]) for each in documents if not known.problem(each))
    return (*written, _SET) if known is JSON else written


def _of_a_tournament() -> Document:
    picture = Grid.from_text(["#." * 12 + "#", ".#" * 12 + "."] * 12 + ["#" * 25])
    return Document(puzzle_of(picture, Puzzle.empty(25, 25)))


def _read_format(known: Format, data: bytes) -> object:
    known.sniff(data)
    documents = known.read_all(data, "fuzz")
    for document in documents:
        document.puzzle.defects()
        if known.can_write and not known.problem(document):
            (again,) = known.read_all(known.write_all([document]), "again")
            kept = (again.puzzle.rows, again.puzzle.columns)
            if kept != (document.puzzle.rows, document.puzzle.columns):
                raise WrongAnswerError("the clues differ after writing and reading them again")
    return documents


_COLORS = {"1": 1, "a": 2, "B": 3}


def _clues() -> tuple[bytes, ...]:
    return b"1.2.3", b"1 2 3", b"1,2,3", b"3a,1B, 2", b"0", b"", b"10 , 20 . 30a"


def _read_clues(data: bytes) -> object:
    return read_clues(data.decode("utf-8", "replace"), _COLORS)


# The library's rows


def _base() -> SheetState:
    document = _colored()
    return SheetState(document.puzzle, document.marks)


def _moves() -> tuple[Move, ...]:
    base = _base()
    paint = Paint.between(base.marks, {1: 2, 2: 4, 5: 1}, "Shade")
    other = replace(base, marks=Grid.for_puzzle(base.puzzle))
    after = Paint("Clear", array("I", [0]), array("I", [7]), array("I", [2]), "clear")
    puzzle = Puzzle.empty(2, 3)
    empty = SheetState(puzzle, Grid.for_puzzle(puzzle), True)
    tick = Tick("Tick", frozenset(places_of(base.puzzle, base.puzzle.lines[0])), True)
    return paint, tick, Replace("Turn", base, other, "turn"), after, Replace("New", other, empty)


def _read_move(data: bytes) -> object:
    move = move_from_text(data.decode("utf-8", "replace"))
    list(checked_history(_BASE, [move]))
    return move


_BASE = _base()


def _games() -> tuple[bytes, ...]:
    base = _base()
    row = json.dumps(state_to_json(base))
    file = json.loads(file_to_text(FileState(Path("a.non"), base.document)))
    several = {"0": file, "1": file}  # an earlier version had sheets
    moves = [move_to_text(move) for move in _moves()]
    return tuple(
        json.dumps([json.loads(row), kept, [json.loads(m) for m in moves[:k]], k]).encode()
        for k, kept in ((0, file), (2, several), (5, {"0": file}))
    )


class _Games:
    """Restores games, and undoes and redoes their moves."""

    def __init__(self) -> None:
        self._session = Session()

    def read(self, data: bytes) -> object:
        text = data.decode("utf-8", "replace")
        try:
            base, files, moves, position = json.loads(text)
            texts = tuple(map(json.dumps, moves))
            progress = GameProgress(position, True)
            game = Game("g", "o", "", json.dumps(base), json.dumps(files), texts, progress)
        except (ValueError, TypeError, RecursionError):
            game = Game("g", "o", "", text, text, (text,), GameProgress(0, True))
        session = self._session
        restore(session, game)
        for index in (0, len(session.history)):
            session.go_to(index)
            _ = session.is_modified, session.path, session.marks.to_text()
        return session


def _drafts() -> tuple[bytes, ...]:
    quad = ((1.0, 2.0), (3.0, 2.0), (3.0, 5.0), (1.0, 5.0))
    read = Number(2, NumberOrigin.READ, 0.6, (Candidate(2, 0.6), Candidate(7, 0.3)), quad, False)
    line = DraftLine((read, Number(1)), ((Number(21),),), 0.7, False, True)
    corners = np.array([(0, 0), (90, 0), (90, 60), (0, 60)], np.float32)
    lattice = Lattice.from_corners(corners, 2, 3)
    marks = Grid(2, 3)
    marks[0, 1] = SHADED
    problems = (Problem.DOUBTFUL_NUMBERS, Problem.SUMS_DIFFER)
    full = Draft(
        (line, DraftLine()), (line,) * 3, lattice, marks=marks, problems=problems, others=(lattice,)
    )
    plain = Draft((DraftLine(),) * 2, (DraftLine(),) * 3, lattice)
    return tuple(DraftWriter().text(draft).encode() for draft in (full, plain))


def _read_draft(data: bytes) -> object:
    draft = draft_from_text(data.decode("utf-8", "replace"))
    draft.document("title")
    if draft_from_text(DraftWriter().text(draft)).document() != draft.document():
        raise WrongAnswerError("what was read differs after writing and reading it again")
    return draft


# The others


def _runs() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        journal = StudyJournal(Path(folder) / "runs.csv")
        key = PuzzleKey("csp", "chick", "Chick, the “first”", 7, 7, "abc")
        for repeat in range(3):
            for verdict in (RunOutcome.SOLVED, RunOutcome.STUCK):
                answer = RunResult(verdict, note='a "note"')
                record = Record(key, "native", repeat, answer, Asked(), "a machine", "2026-01-01")
                journal.add(record)
        journal.close()
        return (journal.path.read_bytes(),)


def _read_runs(data: bytes) -> object:
    return list(records_in(Path("runs.csv"), data.decode("utf-8", "replace")))


def _settings() -> tuple[bytes, ...]:
    return (
        b"[preferences]\ncell_size=24\nmargin_left=16\nmargin_top=16\nclue_side=left-above\n"
        b"automatic_dots=true\ngrey_clues=false\nhighlight=true\noverwrite=false\ntheme=dark\n"
        b"check_while_creating=true\n\n[General]\nscan_folder=/a\n"
        b'recent="[\\"/a/b.non\\", 5, 5, 1, \\"\\"]", x\n'
        b"\n[camera]\nsource=0\nsize=1280x720\nmirror=true\nmode=HINT\nopacity=70\n"
        b"sources=a.mp4, rtsp://b/c\n\n[window]\ngeometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3)\n",
    )


def _read_settings(data: bytes) -> object:
    with tempfile.TemporaryDirectory() as folder:
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, folder)
        path = Path(folder) / ORGANISATION / f"{APPLICATION}.ini"
        path.parent.mkdir()
        path.write_bytes(data)
        settings = Settings()
        found: tuple[Any, ...] = (
            settings.preferences, settings.recent, settings.scan_folder, settings.camera,
            settings.camera_sources, settings.remembered("geometry"),
        )  # fmt: skip
        check_options(settings.preferences)
        return found


def _engines() -> tuple[bytes, ...]:
    names = engine_names()
    options = {name: options_of(get_engine(name)) for name in names}
    specs = [":".join([name, *(f"{o.name}={_text(o.default)}" for o in options[name])])
             for name in names]  # fmt: skip
    return tuple(spec.encode() for spec in (*names, *specs))


def _text(value: bool | int | float | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _read_engine(data: bytes) -> object:
    return get_engine(data.decode("utf-8", "replace"))
