"""The commands that read lines, and lead to the next open or impossible one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from helper.commands.command import Command, Feature, MenuEntry, MenuPlace, Submenu, Where
from helper.main_window.desk import Desk
from helper.play.clock import time_text
from helper.play.lights import Light
from helper.play.play_controls import PlayControls
from helper.play.session_state import Mode
from puzzles import Axis, Line
from puzzles.words import _, paragraph, plural, worded

_FINDS = ("next_open", "next_impossible")
"""Commands on lights."""


class ReadAloud(Feature):
    """Reads lines of the board in a message, which screen readers are told as all messages."""

    def __init__(self, desk: Desk, left: Callable[[], str], controls: PlayControls) -> None:
        """``left``: the size of the board, and what is left of it; ``controls``: time and lives."""
        super().__init__(desk.window)
        self._messages, self._session, self._board = desk.messages, desk.session, desk.board
        self._left, self._controls = left, controls
        self._why_not = controls.why_not
        self._told: tuple[Line, tuple[int, int]] | None = None
        """The line that was found last, and the cell to which that has led."""

    def commands(self) -> tuple[MenuEntry, ...]:
        """View > Read Aloud."""
        rows: tuple[tuple[str, str, Callable[[], None], str, str], ...] = (
            (
                "read_row",
                _("&Row"),
                partial(self.read, Axis.ROW),
                _("The clues of the cell's row, what is done, and its runs"),
                "F3",
            ),
            (
                "read_column",
                _("&Column"),
                partial(self.read, Axis.COLUMN),
                _("The clues of the cell's column, what is done, and its runs"),
                "Shift+F3",
            ),
            (
                "next_open",
                _("Next &Open Line"),
                partial(self.find, Light.OPEN),
                _("Go to the next line that is not done, and read it"),
                "F4",
            ),
            (
                "next_impossible",
                _("Next &Impossible Line"),
                partial(self.find, Light.IMPOSSIBLE),
                _("Go to the next line that cannot be completed, and read it"),
                "Shift+F4",
            ),
            (
                "next_told",
                _("Next Cell of the &Message"),
                self.find_told,
                _("Go to the next cell that the hint is about, or that is hatched after a check"),
                "Shift+F7",
            ),
            (
                "read_progress",
                _("&Progress and Time"),
                self.read_progress,
                _("How many cells and lines are left, and the time"),
                "F7",
            ),
        )
        submenu = Submenu("read_aloud", _("Read &Aloud"), MenuPlace("view", 500), Where.BOARD)
        return submenu, *(
            Command(
                name,
                text,
                call,
                MenuPlace("read_aloud", 100 + number),
                tip,
                (key,),
                shown=Where.BOARD,
                why_not=self._why_not_find if name in _FINDS else self._why_not,
            )
            for number, (name, text, call, tip, key) in enumerate(rows)
        )

    def _why_not_find(self) -> str:
        if self._session.mode is Mode.DRAW:
            return _("A drawing has no lights.")
        return self._why_not()

    def read(self, axis: Axis) -> None:
        """View > Read Aloud > Row, Column: read the line of the keyboard's cell."""
        row, column = self._board.keyboard.cell
        line = Line(axis, row if axis is Axis.ROW else column)
        self._messages.info(self._board.speech.cells.line(line))

    def find(self, light: Light) -> None:
        """View > Read Aloud > Next Open Line, Next Impossible Line: go there and read it.

        Rows come first, then columns, from the line of the keyboard's cell or the one found last.
        """
        session, cell = self._session, self._board.keyboard.cell
        height = session.marks.height
        count = height + session.marks.width
        start = cell[0]
        if self._told is not None and self._told[1] == cell:
            line = self._told[0]
            start = line.index + (height if line.is_column else 0)
        for number in (*range(start + 1, count), *range(start + 1)):
            line = Line.numbered(number, height)
            if session.light(line) is light:
                self._go_to(line)
                self._messages.info(self._board.speech.cells.line(line))
                return
        is_open = light is Light.OPEN
        self._messages.info(_("No line is open.") if is_open else _("No line is impossible."))

    def _go_to(self, line: Line) -> None:
        """Move the keyboard's cell to the first clear cell of a line, or along its own one."""
        session, cell = self._session, self._board.keyboard.cell
        states = session.marks.line(line)
        along = next((k for k, state in enumerate(states) if state == session.marks.clear), None)
        if along is None:
            along = cell[0] if line.is_column else cell[1]
        cell = (along, line.index) if line.is_column else (line.index, along)
        self._board.speech.go_to(*cell, is_brief=True)
        self._told = line, cell

    def find_told(self) -> None:
        """View > Read Aloud > Next Cell of the Message."""
        board, width = self._board, self._session.marks.width
        cells, (row, column) = board.speech.cells.told, board.keyboard.cell
        if not cells:
            self._messages.info(_("No message is about cells."))
            return
        here = row * width + column
        board.speech.go_to(*divmod(next((i for i in cells if i > here), cells[0]), width))

    def read_progress(self) -> None:
        """View > Read Aloud > Progress and Time: what is left, lines, time and lives."""
        session, pause = self._session, self._controls.pause
        sentences = [worded("{text}.", text=self._left())]
        if session.mode is Mode.PLAY:
            height = session.puzzle.height
            lines = [Line.numbered(k, height) for k in range(height + session.puzzle.width)]
            sentences.append(
                plural(
                    len(lines),
                    "{done} of {count} line is done.",
                    "{done} of {count} lines are done.",
                    done=sum(map(session.is_satisfied, lines)),
                )
            )
        if pause.is_timed:
            sentences.append(worded("Time: {time}.", time=time_text(pause.clock.seconds)))
        if lives := self._controls.lives_view.text:
            sentences.append(worded("{text}.", text=lives))
        self._messages.info(paragraph(*sentences))
