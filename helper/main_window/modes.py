"""The modes Play and Draw: the commands that switch to them, and the messages at a switch."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from helper.commands.command import BarPlace, Command, Feature, MenuPlace, Where
from helper.commands.messages import Messages
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.banner import Banner
from puzzles.words import _, in_context, paragraph


class Modes(Feature):
    """Switches the session between Play and Draw."""

    def __init__(
        self,
        messages: Messages,
        session: Session,
        banner: Banner,
        edit_clues: Callable[[], object],
        draw_solution: Callable[[], object],
        parent: QObject,
    ) -> None:
        """Begin.

        Args:
            session: Its mode is switched.
            banner: Offers what can be done with a puzzle that is no drawing yet.
            edit_clues: Lets the author type the clues.
            draw_solution: Solves the puzzle and makes a drawing of its only solution.
            parent: The window.
        """
        super().__init__(parent)
        self._messages = messages
        self._session = session
        self._banner = banner
        self._edit_clues = edit_clues
        self._draw_solution = draw_solution
        self._is_offering = False
        session.mode_changed.connect(self._withdraw)
        session.sheet_changed.connect(self._withdraw)
        session.history_changed.connect(self._offer_again)

    def commands(self) -> tuple[Command, ...]:
        """Puzzle > Play and Draw."""
        session = self._session
        return (
            Command(
                "play",
                in_context("solve by hand", "&Play"),
                self.play,
                MenuPlace("puzzle", 100),
                _("Solve this puzzle"),
                ("Ctrl+1",),
                shown=Where.BOARD,
                why_not=self._why_not_play,
                bar=BarPlace(100, text=""),
                is_checked=lambda: session.mode is Mode.PLAY,
            ),
            Command(
                "draw",
                _("&Draw"),
                self.draw,
                MenuPlace("puzzle", 110),
                _("Change the picture or the clues of this puzzle"),
                ("Ctrl+2",),
                shown=Where.BOARD,
                bar=BarPlace(110, text=""),
                is_checked=lambda: session.mode is Mode.DRAW,
            ),
        )

    def _why_not_play(self) -> str:
        session = self._session
        if session.mode is Mode.PLAY or session.puzzle.has_clues:
            return ""
        return _("Draw something first: there are no clues yet.")

    def play(self) -> None:
        """Puzzle > Play: solve the puzzle."""
        session = self._session
        if session.mode is Mode.PLAY:
            return
        was_drawing = session.state.drawing
        session.play()
        if was_drawing:
            hidden = "" if session.is_solved else _("The drawing is hidden; Undo brings it back.")
            self._messages.info(paragraph(_("Play: the clues are those of the drawing."), hidden))
        else:
            self._messages.info(_("Play: the clues stay as they are."))

    def draw(self) -> None:
        """Puzzle > Draw: change the puzzle."""
        session = self._session
        if session.mode is Mode.DRAW:
            return
        is_solved = session.is_solved
        session.draw()
        if session.state.drawing and not is_solved:
            self._messages.info(_("Draw: your drawing is shown again; its clues follow it."))
        elif session.state.drawing:
            self._messages.info(
                _("Draw: the clues follow the picture. Undo leads back to the solved puzzle.")
            )
        else:
            self.offer()

    def offer(self) -> None:
        """Offer what can be done with a puzzle whose clues do not follow its cells."""
        self._is_offering = True
        session = self._session
        buttons = {_("Edit Clues"): self._edit_clues, _("Draw the Solution"): self._draw_solution}
        text = _("Change the clues of this puzzle, or make a drawing of its solution.")
        if session.marks.count_shaded():
            buttons[_("Draw My Cells")] = session.generate_clues
            text = _(
                "Change the clues of this puzzle, or make a drawing of its solution, or of your"
                " cells, which replaces the clues."
            )
        self._banner.show_message(text, **buttons, **{_("Back to Play"): self.play})

    def _offer_again(self) -> None:
        """Undo may lead back to a puzzle whose cells cannot be changed."""
        session = self._session
        is_open = session.mode is Mode.DRAW and not session.is_author_at_work
        if is_open and not self._banner.text:
            self.offer()

    def _withdraw(self) -> None:
        if self._is_offering:
            self._is_offering = False
            self._banner.clear()
