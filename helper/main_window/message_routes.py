"""Where each message of the window goes: shown in a place, and said to screen readers."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer

from helper.draw.drawing_commands import DrawingCommands
from helper.main_window.bars import Status
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
from helper.main_window.messages import MessageFoot, MessagePlace, Notices, TroubleMessages
from helper.main_window.modes import Modes
from helper.main_window.side_panel import SidePanel
from helper.play.guess_controller import GuessController
from helper.play.play_controls import PlayControls
from helper.widgets.banner import Shape
from puzzles.words import _, worded

MIN_BAR_PX = 640
"""In a narrower window the buttons of messages go below their texts."""


class SpeakingWindow(Protocol):
    """The part of the main window that gives messages, and that has places for them."""

    desk: Desk
    controls: PlayControls
    drawing: DrawingCommands
    foot: MessageFoot
    guessing: GuessController
    home: HomeController
    message_place: MessagePlace
    modes: Modes
    notices: Notices
    panel: SidePanel
    status: Status
    troubles: TroubleMessages

    def width(self) -> int: ...


class MessageRoutes(QObject):
    """Connects what gives messages with where they are shown and said."""

    def __init__(self, window: SpeakingWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._of_game: list[str] = []
        """The sentences about the open game."""
        self._connect_shown()
        self._connect_said()

    def _connect_shown(self) -> None:
        window, desk = self._window, self._window.desk
        messages = desk.messages
        messages.info_given.connect(self._show_info)
        messages.notice_given.connect(window.notices.show)
        messages.trouble_given.connect(window.troubles.add)
        messages.trouble_ended.connect(window.troubles.remove)
        window.status.overflowed.connect(window.notices.show)
        desk.settings.failed.connect(messages.trouble)
        desk.writes.waiting.connect(messages.info)
        desk.autosave.failed.connect(messages.trouble)
        desk.autosave.recovered.connect(messages.trouble_is_over)
        # Later: a new history takes the sentences of the game before away.
        desk.autosave.noticed.connect(self._show_of_game, Qt.ConnectionType.QueuedConnection)
        desk.session.reset.connect(self._forget_game)
        desk.board.strokes.refused.connect(self._show_locked)
        window.panel.shown_changed.connect(self.place)
        window.message_place.message_shown.connect(window.panel.scroll_to)

    def _connect_said(self) -> None:
        window, desk = self._window, self._window.desk
        say = desk.announcer.say
        desk.messages.info_given.connect(say)
        desk.board.speech.said.connect(say)
        window.guessing.said.connect(say)
        window.drawing.toolbox.chosen.connect(lambda kind: say(worded("{tool}.", tool=kind.title)))
        for banner in window.message_place.spoken:
            banner.told.connect(desk.announcer.say_shown)
        for banner in window.message_place.banners:
            banner.left.connect(self._focus_board)
        window.controls.lives.lost.connect(lambda: QTimer.singleShot(0, self, self._say_lives))

    def place(self) -> None:
        """Show the banners in the side panel, or at the window's foot if there is none."""
        window = self._window
        has_board = not window.home.is_shown
        in_panel = has_board and not window.panel.isHidden()
        place = window.panel.messages if in_panel else window.foot.place
        shape = Shape.BAR if window.width() >= MIN_BAR_PX else Shape.BLOCK
        shape = Shape.COLUMN if in_panel else shape
        window.message_place.move_to(place, shape, has_board=has_board)

    def _show_info(self, sentence: str) -> None:
        """Show a message in place of the one before: in the status bar, or at Home's foot."""
        window = self._window
        if window.home.is_shown:
            window.home.say(sentence)
        else:
            window.notices.clear()
            window.status.show_message(sentence)

    def _focus_board(self) -> None:
        if not self._window.home.is_shown:
            self._window.desk.board.setFocus()

    def _show_of_game(self, sentence: str) -> None:
        """Show a sentence about the open game until another puzzle is opened, or it is closed."""
        self._of_game.append(sentence)
        self._window.troubles.add(sentence)

    def _forget_game(self) -> None:
        while self._of_game:
            self._window.troubles.remove(self._of_game.pop())

    def _show_locked(self) -> None:
        window, desk = self._window, self._window.desk
        if desk.board.look.is_thought:
            desk.messages.info(
                _("The board shows the method's current state. Stop brings your marks back.")
            )
        elif desk.session.is_solved:
            desk.messages.info(_("The puzzle is solved. Undo goes back; Start Again clears it."))
        else:
            window.modes.offer()

    def _say_lives(self) -> None:
        if text := self._window.controls.lives_view.text:
            self._window.desk.announcer.say(worded("{text}.", text=text))
