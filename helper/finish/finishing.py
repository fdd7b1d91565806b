"""Begins the finish of a puzzle that the player has solved, and does what its card asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor

from helper.application.rating_store import KeptRating
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_view import BoardView
from helper.commands.command import Feature
from helper.home.entries import Shelf
from helper.images.puzzle_picture import one_pixel_per_cell, painted_picture
from helper.play.autosave import Autosave
from helper.play.moves import Paint
from helper.play.session import Session
from helper.rating.board_rating import BoardRating
from puzzles.board_picture import BoardPicture
from puzzles.titles import shortened
from solver.logic.techniques import Technique

if TYPE_CHECKING:
    from helper.finish.card import Picture
    from helper.finish.facts import FinishFacts
    from helper.finish.pauses import Moment, PauseReview
    from helper.finish.stage import FinishStage
    from helper.hints.hint_process import HintProcess


class Packs(Protocol):
    """What the finish asks of Home."""

    @property
    def open_name(self) -> str: ...
    @property
    def open_shelf(self) -> Shelf | None: ...
    @property
    def next_name(self) -> str: ...
    def open_next(self) -> None: ...
    def show_poster(self) -> None: ...


class PictureActions(Protocol):
    """Hands on the picture."""

    def picture(self) -> BoardPicture: ...
    def save(self) -> None: ...
    def copy(self) -> None: ...


class FinishController(Feature):
    """Shows the finish over the board, once for each time that the player's own move ends a puzzle.

    Signals:
        closed: The player has put the card away; the board shows the picture.
        lesson_requested: :class:`~solver.logic.techniques.Technique`, to learn about it.
    """

    closed = Signal()
    lesson_requested = Signal(object)

    def __init__(
        self,
        session: Session,
        board: BoardView,
        autosave: Autosave,
        rating: BoardRating,
        packs: Packs,
        sharing: PictureActions,
        hints: HintProcess,
        themes: ThemeManager,
        settings: Settings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._session, self._board, self._autosave = session, board, autosave
        self._rating, self._packs, self._themes = rating, packs, themes
        board.picture.fades = False
        self._sharing = sharing
        self._stage: FinishStage | None = None
        self._hints = hints
        self._review: PauseReview | None = None
        board.completed.connect(self._begin)
        session.solved_changed.connect(self._follow)
        session.sheet_changed.connect(self._leave)  # a turned picture is another one
        rating.changed.connect(self._show_rating)
        for changed in (themes.changed, settings.changed):
            changed.connect(lambda _new: self._recolor())

    @property
    def stage(self) -> FinishStage:
        """The sheet over the board; it is made for the first puzzle that is solved."""
        if self._stage is None:
            from helper.finish.stage import FinishStage

            self._stage = FinishStage(self._board, self._board.viewport(), self._themes)
            card = self._stage.card
            card.next_requested.connect(self._packs.open_next)
            card.save_requested.connect(self._sharing.save)
            card.copy_requested.connect(self._sharing.copy)
            card.poster_requested.connect(self._packs.show_poster)
            card.close_requested.connect(self.close_card)
            card.lesson_requested.connect(self._learn)
        return self._stage

    @property
    def is_shown(self) -> bool:
        """Whether the finish or its card is over the board."""
        return self._stage is not None and self._stage.is_covering

    def close(self) -> None:
        """The window closes."""
        self._leave()

    def close_card(self) -> None:
        """Show the board with its picture."""
        if self.is_shown:
            self._leave()
            self.closed.emit()

    def set_hidden(self, is_hidden: bool) -> None:
        """Put the card away while the board shows something else."""
        if is_hidden:
            self._leave()

    def _leave(self) -> None:
        if self._review is not None:
            self._review.end()
        if self._stage is not None:
            self._stage.leave()

    def _begin(self) -> None:
        """The player has solved the puzzle; the board has its old layout."""
        from helper.finish.dissolve import Dissolve
        from helper.finish.pauses import PauseReview
        from helper.finish.stage import FinishScene

        session, board, theme = self._session, self._board, self._themes.theme
        board.hover.set(None, None)
        dissolve = None
        if board.isVisible() and not self._themes.motion.is_reduced(board):
            glow = QColor(theme.accent if session.puzzle.is_black_and_white else "#ffffff")
            dissolve = Dissolve(board.stills(), session.marks, self._last_cell(), theme, glow)
        self.stage.card.show_rating(self._rating.rating, self._rating.expected_time)
        plain = _finished(painted_picture(session.puzzle, session.marks, theme))
        self.stage.begin(FinishScene(self._facts(), self._picture(), dissolve, plain))
        if self._review is None:
            self._review = PauseReview(session, self._hints, self)
            self._review.found.connect(self._show_moments)
        self._review.begin()

    def _last_cell(self) -> tuple[int, int]:
        """(row, column) of the cell that completed the picture."""
        session = self._session
        index = session.position - 1
        move = session.history[index] if 0 <= index < len(session.history) else None
        marks = session.marks
        if isinstance(move, Paint) and move.cells:
            return divmod(move.cells[-1], marks.width)
        return marks.height // 2, marks.width // 2

    def _facts(self) -> FinishFacts:
        from helper.finish.facts import FinishFacts, PackProgress

        session, packs, autosave = self._session, self._packs, self._autosave
        solve, shelf = autosave.attempt(), packs.open_shelf
        pack = None
        if shelf is not None and self._settings.preferences.show_progress:
            others = sum(e.is_solved for e in shelf.entries if e.puzzle != solve.puzzle)
            pack = PackProgress(shelf.title, others + 1, len(shelf.entries))
        title = packs.open_name or shortened(session.puzzle.title)
        return FinishFacts(
            title, solve, autosave.earlier_best(), pack, packs.next_name, session.found_text
        )

    def _follow(self, is_solved: bool) -> None:
        """Undo, or another puzzle, ends it."""
        if not is_solved or not self._board.picture.is_own:
            self._leave()

    def _show_rating(self, rating: KeptRating | None) -> None:
        if self._stage is not None:
            self._stage.card.show_rating(rating, self._rating.expected_time)

    def _show_moments(self, moments: list[Moment]) -> None:
        if self._stage is not None:
            self._stage.card.show_moments(moments)
            self._stage.follow_card()

    def _recolor(self) -> None:
        if self._stage is not None and self._stage.is_covering:
            self._stage.recolor(self._picture())

    def _picture(self) -> Picture:
        return _finished(self._sharing.picture())

    def _learn(self, technique_id: str) -> None:
        found = (technique for technique in Technique if technique.id == technique_id)
        if (technique := next(found, None)) is not None:
            self.lesson_requested.emit(technique)


def _finished(picture: BoardPicture) -> Picture:
    from helper.finish.card import Picture

    return Picture(one_pixel_per_cell(picture), QColor(picture.colors[0]))
