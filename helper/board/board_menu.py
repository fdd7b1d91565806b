"""The board's context menus: commands for a line, for a number, and for the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from helper.board.headers import BoardHeaders
from helper.board.hits import Hit
from helper.board.stroke_controller import StrokeController
from helper.board.tips import number_text
from helper.board.zoom import BoardZoom
from helper.play.line_commands import (
    can_clear,
    can_fill_with_dots,
    clear_line,
    fill_with_dots,
    is_ticked_off,
    switch_line,
    tick_off,
)
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.play.ticks import CluePlace, places_of
from puzzles import Line
from puzzles.words import _, worded


class BoardMenu:
    """Builds and shows the menus of one board."""

    def __init__(
        self,
        view: QWidget,
        session: Session,
        strokes: StrokeController,
        zoom: BoardZoom,
        headers: BoardHeaders,
        edit: Callable[[Line], None] | None,
    ) -> None:
        """``edit``: lets the author edit a line's clue; ``None`` if it is not offered."""
        self._view = view
        self._session = session
        self._strokes = strokes
        self._zoom = zoom
        self._headers = headers
        self._edit = edit
        self._shown: QMenu | None = None

    def for_hit(self, hit: Hit) -> QMenu:
        """The menu for what lies under the pointer."""
        menu = self._new()
        if hit.line is None:
            self._add_zoom(menu)
        else:
            self._add_line(menu, hit.line, hit.clue)
        return menu

    def for_cell(self, lines: Sequence[Line]) -> QMenu:
        """The menu for the keyboard's cell: its row, its column and the view."""
        menu = self._new()
        for line in lines:
            self._add_line(menu, line, None)
            self._add_numbers(menu, line)
            menu.addSeparator()
        self._add_zoom(menu)
        return menu

    def show(self, menu: QMenu, at: QPoint) -> None:
        """Show a menu, unless one is shown already.

        Args:
            menu: From :meth:`for_hit` or :meth:`for_cell`.
            at: Where, in px of the screen.
        """
        if self._shown is not None:
            menu.deleteLater()
            return
        self._shown = menu
        menu.aboutToHide.connect(self._forget)
        menu.popup(at)

    def _forget(self) -> None:
        menu, self._shown = self._shown, None
        if menu is not None:
            menu.deleteLater()  # after the chosen action, which is triggered next

    def _new(self) -> QMenu:
        return QMenu(self._view)

    def _add_line(self, menu: QMenu, line: Line, clue: CluePlace | None) -> None:
        session, name = self._session, line.title
        menu.addAction(self._headers.light_text(line)).setEnabled(False)
        menu.addSeparator()
        if session.mode is Mode.PLAY:
            if clue is not None:
                self._add_tick(menu, clue)
            self._add_tick_all(menu, line)
            fill = self._add(
                menu,
                worded("&Fill {name} with Dots", name=name),
                lambda: fill_with_dots(session, line),
            )
            fill.setEnabled(fill.isEnabled() and can_fill_with_dots(session, line))
        clear = self._add(
            menu, worded("&Clear {name}", name=name), lambda: clear_line(session, line)
        )
        clear.setEnabled(clear.isEnabled() and not session.is_locked and can_clear(session, line))
        if session.mode is Mode.DRAW and (edit := self._edit) is not None:
            self._add(menu, worded("&Edit Clues of {name}…", name=name), lambda: edit(line))

    def _add_tick(self, menu: QMenu, clue: CluePlace) -> None:
        session, is_on = self._session, clue not in self._session.ticks
        number = number_text(session, clue)
        text = (
            worded("&Tick Off the {number}", number=number)
            if is_on
            else worded("Remove the &Tick of the {number}", number=number)
        )
        self._add(menu, text, lambda: tick_off(session, [clue], is_on))

    def _add_tick_all(self, menu: QMenu, line: Line) -> None:
        session, name = self._session, line.title
        is_all = is_ticked_off(session, line)
        text = (
            worded("Remove &All Ticks of {name}", name=name)
            if is_all
            else worded("Tick Off &All of {name}", name=name)
        )
        self._add(menu, text, lambda: switch_line(session, line))

    def _add_numbers(self, menu: QMenu, line: Line) -> None:
        """Add a submenu with a line's numbers, so that each can be ticked off without a mouse."""
        session = self._session
        places = [] if session.mode is Mode.DRAW else places_of(session.puzzle, line)
        if not places:
            return
        numbers = menu.addMenu(worded("&Numbers of {line}", line=line.title))
        numbers.setEnabled(not self._strokes.is_locked)
        for place in places:
            action = numbers.addAction(number_text(session, place))
            action.setCheckable(True)
            action.setChecked(place in session.ticks)
            action.toggled.connect(partial(tick_off, session, [place]))

    def _add_zoom(self, menu: QMenu) -> None:
        zoom = self._zoom
        for text, command in (
            (_("Fit to &Window"), zoom.fit),
            (_("N&ormal Size"), zoom.to_normal),
            (_("Zoom &In"), lambda: zoom.by(1)),
            (_("Zoom O&ut"), lambda: zoom.by(-1)),
        ):
            menu.addAction(text).triggered.connect(partial(_call, command))

    def _add(self, menu: QMenu, text: str, command: Callable[[], None]) -> QAction:
        """Add a command that changes the board."""
        action = menu.addAction(text)
        action.setEnabled(not self._strokes.is_locked)
        action.triggered.connect(partial(_call, command))
        return action


def _call(command: Callable[[], object], _is_checked: bool = False) -> None:
    command()
