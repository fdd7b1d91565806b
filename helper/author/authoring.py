"""The author's check, and the author's commands: clues, properties, size, turning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QWidget

from helper.application.rating_store import KeptRating
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.author.author_check import AuthorCheck
from helper.author.badge import Badge
from helper.author.check_advice import CheckAdvice
from helper.author.check_result import CheckResult, CheckStatus, Hatching
from helper.board.board_view import BoardView
from helper.commands.command import BarPlace, Command, Feature, MenuEntry, MenuPlace, Submenu, Where
from helper.commands.messages import Messages
from helper.play.drawn_clues import drawn
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.review.photo_shelf import PhotoShelf
from helper.widgets.text_dialog import asked
from puzzles import Grid, Line
from puzzles.turning import Turn, inverted_grid, resized_grid
from puzzles.words import _, marked, paragraph

_HATCHER = "check"
"""The name of the check's hatching on the board."""


class AuthorCommands(Feature):
    """Checks the session's puzzle and carries out an author's commands.

    The check runs in Draw only: in Play it would give away too much.

    Signals:
        decided: :class:`puzzles.Puzzle` that the check has found to have one solution; ``None``
            as long as there is none.
    """

    decided = Signal(object)

    def __init__(
        self,
        messages: Messages,
        session: Session,
        board: BoardView,
        settings: Settings,
        themes: ThemeManager,
        photos: PhotoShelf,
        window: QWidget,
        is_title_secret: Callable[[], bool] = bool,
    ) -> None:
        """``is_title_secret``: whether the title would tell the solution."""
        super().__init__(window)
        self._messages = messages
        self._is_title_secret = is_title_secret
        self._session = session
        self._board = board
        self._settings = settings
        self._themes = themes
        self._photos = photos
        self._window = window
        self._hatching = Hatching()
        self._first = session.base
        self._rating: KeptRating | None = None
        self.badge = Badge(themes.theme, window, repairs=True)
        self.advice = CheckAdvice(window)
        self.check = AuthorCheck(self)
        self.check.changed.connect(self._show)
        session.cells_changed.connect(self._cells_changed)
        session.sheet_changed.connect(self._sheet_changed)
        session.history_changed.connect(self.update)
        session.reset.connect(self.update)
        session.mode_changed.connect(self.update)
        settings.changed.connect(self.update)
        themes.changed.connect(self.badge.set_theme)
        self.update()

    def commands(self) -> tuple[MenuEntry, ...]:
        """What changes the puzzle in Draw, its properties, and the check."""
        preferences = self._settings
        return (
            Command(
                "properties",
                _("Propert&ies…"),
                self.edit_properties,
                MenuPlace("file", 400),
                _("Title, author and licence of the puzzle"),
                ("Ctrl+I",),
                shown=Where.BOARD,
            ),
            Submenu("board", _("&Board"), MenuPlace("edit", 300), shown=Where.DRAW),
            Command(
                "change_size",
                _("Change &Size…"),
                self.change_size,
                MenuPlace("board", 100),
                _("Add or remove rows and columns; the drawing is kept"),
                shown=Where.DRAW,
            ),
            Command(
                "invert",
                _("&Invert"),
                self.invert,
                MenuPlace("board", 420),
                _("Shaded cells become clear, all others shaded"),
                shown=Where.DRAW,
                why_not=lambda: self.why_not_invert,
            ),
            Command(
                "edit_clues",
                _("&Edit Clues…"),
                self.edit_clues,
                MenuPlace("puzzle", 500),
                _("Type the clues of all lines"),
                ("Ctrl+E",),
                "edit-clues",
                Where.DRAW,
                bar=BarPlace(300, Where.DRAW, ""),
            ),
            Command(
                "generate_clues",
                _("&Generate Clues"),
                self.generate_clues,
                MenuPlace("puzzle", 510),
                _("Take the clues from the shaded cells; then they follow the drawing"),
                ("Ctrl+G",),
                "generate-clues",
                Where.DRAW,
                self._why_not_generate,
                bar=BarPlace(310, Where.DRAW, _("Generate")),
            ),
            Command(
                "check",
                _("Check &While Creating"),
                self.toggle_check,
                MenuPlace("puzzle", 600),
                _("Show how many solutions the puzzle has while you draw it or edit its clues"),
                shown=Where.DRAW,
                is_checked=lambda: preferences.preferences.check_while_creating,
            ),
        )

    def _why_not_generate(self) -> str:
        if self._session.state.drawing:
            return _("The clues follow the drawing already.")
        return ""

    def toggle_check(self) -> None:
        """Puzzle > Check While Creating."""
        is_on = self._settings.preferences.check_while_creating
        self._settings.change(check_while_creating=not is_on)

    # The check

    def update(self) -> None:
        """Start, keep or stop the check, as the session and the settings require."""
        session = self._session
        if not (session.mode is Mode.DRAW and self._settings.preferences.check_while_creating):
            self.check.drop()
            return
        puzzle = session.puzzle
        if not puzzle.has_clues and not session.state.drawing:
            puzzle = drawn(puzzle, session.marks)
        # Not for the empty board at the start, which most players replace.
        if session.history or session.base is not self._first:
            self.check.warm_up()
        if not self.check.is_about(puzzle):
            self.check.examine(puzzle)
        elif not self.check.is_busy:
            self._show(self.check.result)

    def close(self) -> None:
        """End the child process: the window closes."""
        self.check.close()

    def set_rating(self, rating: KeptRating | None) -> None:
        """Show the difficulty of the puzzle on the board; ``None``: it is not known."""
        self._rating = rating
        self._show_badge()

    def _show_badge(self) -> None:
        result, rating = self.check.result, self._rating
        if result is not None and result.kind is CheckStatus.UNIQUE and rating is not None:
            text = f"{result.text} · {rating.label}"
            result = result._replace(text=text, advice=paragraph(result.advice, rating.explanation))
        self.badge.show_result(result)
        self.advice.show_result(result)

    def _show(self, result: CheckResult | None) -> None:
        is_unique = result is not None and result.kind is CheckStatus.UNIQUE
        self.decided.emit(self.check.puzzle if is_unique else None)
        self._show_badge()
        self._hatching.update(result)
        self._hatch()

    def _hatch(self) -> None:
        self._board.overlays.show_hatched(self._hatching.cells, _HATCHER)

    def _cells_changed(self, cells: Sequence[int]) -> None:
        before = self._hatching.cells
        self._hatching.follow(before.difference(cells))
        if before:
            self._hatch()

    def _sheet_changed(self) -> None:
        """Hatch again what the board has dropped, if the clues are the same."""
        if not self.check.is_about(self._session.puzzle):
            self._hatching.follow(())
        self._hatch()

    # Clues

    def edit_clues(self, line: Line | None = None) -> None:
        """Puzzle > Edit Clues; ``line``: the one to begin with."""
        from helper.author.clues_dialog import CluesDialog

        before = self._session.puzzle
        check = AuthorCheck() if self._settings.preferences.check_while_creating else None
        with asked(CluesDialog(before, self._themes.theme, self._window, check, line)) as dialog:
            is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
            if check is not None:
                check.close()
                check.deleteLater()
            if is_accepted:
                self._session.edit_clues(*dialog.clues)
                self._photos.hand_on(before)

    def generate_clues(self) -> None:
        """Puzzle > Generate Clues."""
        self._session.generate_clues()
        self._messages.info(
            _("The clues follow the drawing. Play hides it and leaves the puzzle to be solved.")
        )

    # The puzzle and its board

    def edit_properties(self) -> None:
        """File > Properties."""
        from helper.author.properties_dialog import PropertiesDialog

        session = self._session
        is_secret = self._is_title_secret()
        shown = session.puzzle, session.marks, self._window, self._rating, is_secret
        with asked(PropertiesDialog(*shown)) as dialog:
            if dialog.exec() == QDialog.DialogCode.Accepted:
                self._session.describe(dialog.puzzle)

    def turn(self, turn: Turn) -> None:
        """Edit > Board: flip and rotate."""
        before = self._session.puzzle
        self._session.turn(turn)
        self._photos.hand_on(before)

    @property
    def why_not_invert(self) -> str:
        """Why the drawing cannot be inverted; empty if it can be."""
        if self._session.puzzle.is_black_and_white:
            return ""
        return _("A drawing in colours cannot be inverted: a colour has no opposite.")

    def invert(self) -> None:
        """Edit > Board > Invert."""
        if not self.why_not_invert and self._may_redraw(_INVERT):
            self.redraw(inverted_grid(self._session.marks), marked("Invert"))

    def change_size(self) -> None:
        """Edit > Board > Change Size."""
        from helper.author.size_dialog import SizeDialog

        if not self._may_redraw(_RESIZE):
            return
        marks = self._session.marks
        palette, theme = self._session.puzzle.palette, self._themes.theme
        with asked(SizeDialog(marks, palette, theme, self._window)) as dialog:
            if dialog.exec() == QDialog.DialogCode.Accepted:
                self.redraw(resized_grid(marks, dialog.margins), marked("Change Size"))

    def redraw(self, marks: Grid, label: str) -> None:
        """Replace the drawing, which keeps its photo; ``label`` names the step of undo."""
        before = self._session.puzzle
        self._session.redraw(marks, label)
        self._photos.hand_on(before)

    def _may_redraw(self, question: str) -> bool:
        """Whether the puzzle is a drawing, or the user agrees to make it one."""
        return self._session.is_author_at_work or self._messages.ask(question, _("Board"))


_INVERT = _(
    "Only a drawing can be inverted; the clues of this puzzle would not fit any more. Use the"
    " shaded cells as a drawing, with new clues?"
)
_RESIZE = _(
    "Only a drawing can be given another size; the clues of this puzzle would not fit any more. Use"
    " the shaded cells as a drawing, with new clues?"
)
