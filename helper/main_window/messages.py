"""Messages that stay in the window, and their place in the panel or at the foot."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from helper.application.library_records import KeptReview
from helper.application.library_writes import RETRY_MS
from helper.finish.finishing import FinishController
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
from helper.main_window.sharing import PictureCommands
from helper.play.clock import solve_text
from helper.play.session import Session
from helper.review.scanning import ScanCommands
from helper.widgets.banner import Banner, Shape
from helper.widgets.small_screen import SmallScreenArea
from puzzles import LibraryError
from puzzles.errors import LibraryBusyError
from puzzles.titles import shortened
from puzzles.words import _, capitalized, plural, quoted, worded

_log = logging.getLogger(__name__)


class TroubleMessages(QObject):
    """Shows each failure until it is over, or until the player closes the banner."""

    def __init__(self, banner: Banner) -> None:
        super().__init__(banner)
        self._banner = banner
        self._sentences: dict[str, dict[str, Callable[[], object]]] = {}
        """What is shown, each with its buttons."""

    def add(self, sentence: str, /, **buttons: Callable[[], object]) -> None:
        """Show a sentence that says what does not work and why, with buttons of its own."""
        if sentence not in self._sentences:
            self._sentences[sentence] = buttons
            self._show()

    def remove(self, sentence: str) -> None:
        """Stop showing a sentence: what it describes works again."""
        if sentence in self._sentences:
            del self._sentences[sentence]
            self._show()

    def _show(self) -> None:
        if self._sentences:
            buttons = {name: do for own in self._sentences.values() for name, do in own.items()}
            self._banner.show_message(
                "\n".join(self._sentences), **buttons, **{_("Close"): self._close}
            )
        else:
            self._banner.clear()

    def _close(self) -> None:
        self._sentences.clear()
        self._show()


class Notices(QObject):
    """Shows why a command is not possible, until the board changes or the player closes it."""

    def __init__(self, session: Session, banner: Banner) -> None:
        super().__init__(banner)
        self._banner = banner
        session.history_changed.connect(banner.clear)
        session.reset.connect(banner.clear)
        session.mode_changed.connect(banner.clear)

    def show(self, sentence: str) -> None:
        """Show a sentence instead of the one before."""
        self._banner.show_message(sentence, **{_("Close"): self._banner.clear})

    def clear(self) -> None:
        """Show none, since a newer message is shown elsewhere."""
        self._banner.clear()


class SolvedMessage(QObject):
    """Shows that the puzzle is solved, unless the card of the finish does.

    When the player has put that away, its congratulations stay here.
    """

    def __init__(
        self,
        desk: Desk,
        banner: Banner,
        home: HomeController,
        sharing: PictureCommands,
        finish: FinishController,
    ) -> None:
        session = desk.session
        super().__init__(session)
        self._session, self._autosave, self._banner = session, desk.autosave, banner
        self._home, self._sharing, self._finish = home, sharing, finish
        self._is_shown = False
        session.solved_changed.connect(self._update)
        home.name_changed.connect(self._rename)

    def set_hidden(self, is_hidden: bool) -> None:
        """Hide the message while the board shows something else, and show it again afterwards."""
        if is_hidden and self._is_shown:
            self._banner.clear()
        elif not is_hidden and self._session.is_solved and not self._banner.text:
            self._update(True)

    def show(self) -> None:
        """Show what the card has said: it was put away."""
        self._update(self._session.is_solved)

    def _rename(self) -> None:
        # Home knows what was opened only after the session has it.
        if self._is_shown and self._banner.text:
            self._update(self._session.is_solved)

    def _update(self, is_solved: bool) -> None:
        self._is_shown = is_solved
        if not is_solved or self._finish.is_shown:
            self._banner.clear()
            return
        session, buttons = self._session, dict[str, Callable[[], object]]()
        title = self._home.open_name or shortened(session.puzzle.title)
        name = quoted(title) if title else _("the puzzle")
        if session.is_solved_by_machine:
            text = worded("This is the only solution of {name}.", name=name)
            buttons[_("Back to My Marks")] = session.undo
        elif session.is_solved_by_hand:
            autosave = self._autosave
            text = solve_text(name, autosave.attempt(), autosave.earlier_best())
        else:
            text = worded("{name} is solved.", name=capitalized(name))
        buttons |= {
            _("Next Puzzle"): self._home.open_next,
            _("Save Picture…"): self._sharing.save,
            _("Copy Picture"): self._sharing.copy,
        }
        self._banner.show_message(text, **buttons)


class Welcome(QObject):
    """Tells a new player what to do with the empty board, until anything changes."""

    def __init__(self, desk: Desk, banner: Banner, offers_how_to_play: bool = False) -> None:
        """``offers_how_to_play``: whether to begin with an offer of How to Play."""
        super().__init__(banner)
        self._session, self._banner, self._run = desk.session, banner, desk.requests.command.emit
        self._session.sheet_changed.connect(self._leave)
        self._session.history_changed.connect(self._leave)
        if offers_how_to_play:
            self._offer_how_to_play()
        else:
            self._show_ways()

    def _offer_how_to_play(self) -> None:
        self._banner.show_message(
            _("New to nonograms? How to Play explains them in six short steps."),
            **{_("How to Play"): self._learn, _("Not Now"): self._show_ways},
        )

    def _learn(self) -> None:
        self._show_ways()
        self._run("how_to_play")

    def _show_ways(self) -> None:
        self._banner.show_message(
            _(
                "Choose a puzzle in Home, open a file, or draw a picture here: its clues follow "
                "as you draw."
            ),
            **{_("Open…"): partial(self._run, "open")},
            **{_("Close"): self._leave},
        )

    def _leave(self) -> None:
        self._session.sheet_changed.disconnect(self._leave)
        self._session.history_changed.disconnect(self._leave)
        self._banner.clear()
        self.deleteLater()


class ReviewRecovery(QObject):
    """Offers the reviews that a crash interrupted, one after the other, and the list as a whole."""

    def __init__(self, desk: Desk, banner: Banner, scanning: ScanCommands) -> None:
        super().__init__(desk.autosave)
        self._autosave, self._messages = desk.autosave, desk.messages
        self._banner, self._scanning = banner, scanning
        self._left: list[KeptReview] = []
        self._listed: list[KeptReview] = []
        """The rows of the list, which are offered first."""
        self._autosave.opened.connect(self.offer)

    def offer(self) -> None:
        """Look for such reviews and offer the first one."""
        autosave = self._autosave
        try:
            kept = autosave.library.reviews()
        except LibraryBusyError:
            QTimer.singleShot(RETRY_MS, self.offer)
            return
        except LibraryError as error:
            _log.warning("no reviews can be looked up: %s", error)
            return
        left = [k for k in kept if k.owner != autosave.owner and autosave.is_gone(k.owner)]
        self._left = [each for each in left if not each.is_listed]
        self._listed = [each for each in left if each.is_listed]
        if self._listed and not any(each.title for each in self._listed):  # no puzzle is lost
            self._discard()
        self._offer_first()

    def _offer_first(self) -> None:
        if self._listed:
            puzzles = sum(bool(each.title) for each in self._listed)
            text = plural(
                puzzles,
                "{count} scanned puzzle was in the list when the program ended.",
                "{count} scanned puzzles were in the list when the program ended.",
            )
            self._show(text)
            return
        if not self._left:
            self._banner.clear()
            return
        title = shortened(self._left[0].title)
        name = (
            worded("The scanned puzzle “{title}”", title=title) if title else _("A scanned puzzle")
        )
        more = len(self._left) - 1
        text = (
            _("{name} was being checked when the program ended ({more} more).")
            if more
            else _("{name} was being checked when the program ended.")
        )
        self._show(worded(text, name=name, more=more))

    def _show(self, text: str) -> None:
        self._banner.show_message(
            text,
            **{_("Continue"): self._continue},
            **{_("Discard"): self._discard},
            **{_("Later"): self._later},
        )

    def _continue(self) -> None:
        scanning = self._scanning
        if not self._listed and scanning.is_running:
            self._messages.info(_("Another picture is still being read."))
        elif self._listed and (listed := self._taken(self._listed)):
            scanning.list.resume(listed)
        elif not self._listed and (one := self._taken(self._left[:1])):
            scanning.resume_review(*one)

    def _discard(self) -> None:
        if taken := self._taken(self._listed or self._left[:1]):
            self._scanning.discard_review(*taken)

    def _taken(self, offered: Sequence[KeptReview]) -> tuple[KeptReview, ...]:
        """Take what is offered from the program that has ended, and offer what is left.

        Returns:
            What no other window has taken; nothing if the library cannot be used now.
        """
        autosave, messages = self._autosave, self._messages
        try:
            taken = autosave.library.take_reviews(offered, autosave.owner)
        except LibraryError as error:
            messages.info(str(error))
            return ()
        if len(taken) < len(offered):
            messages.info(_("Another window has continued or discarded it."))
        if self._listed:
            self._listed = []
        else:
            del self._left[0]
        self._offer_first()
        return taken

    def _later(self) -> None:
        self._left.clear()
        self._listed.clear()
        self._offer_first()


_GAP_PX = 8
_FOOT_SHARE = 0.45
"""The most of a window's height that messages at its foot take; longer ones are scrolled."""


class MessagePlace(QWidget):
    """The window's banners, one below the other; moved between the panel and the foot.

    At the foot, where they take room from the board, only the latest one is shown; when it goes,
    the one before is shown again.

    Signals:
        message_shown: ``QWidget``, a banner that has come.
    """

    message_shown = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.trouble, self.top, self.bottom = Banner(), Banner(), Banner()
        self.notice, self.guess, self.check = Banner(), Banner(), Banner()
        self.hint, self.signs, self.clicks = Banner(is_steady=True), Banner(), Banner()
        self._of_board = QWidget()
        """Messages about the board, which Home does not show."""
        inner = QVBoxLayout(self._of_board)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(_GAP_PX)
        asked = self.signs, self.clicks
        of_board = (self.notice, self.guess, self.hint, self.check, *asked, self.bottom)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP_PX)
        self._shape = Shape.BAR
        self.banners = (self.trouble, self.top, *of_board)
        """All of them, from top to bottom."""
        self._covers: dict[Banner, QWidget] = {}
        """What each banner is in, which is hidden while only a later one is shown."""
        self._come: list[Banner] = []
        """Those with a message, the latest last."""
        for banner in self.banners:
            cover = self._covers[banner] = QWidget()
            content = QVBoxLayout(cover)
            content.setContentsMargins(0, 0, 0, 0)
            content.addWidget(banner)
            (inner if banner in of_board else self._layout).addWidget(cover)
            banner.changed.connect(partial(self._follow, banner))
            cover.hide()
        self._layout.addWidget(self._of_board)
        self.spoken = tuple(banner for banner in self.banners if banner is not self.guess)
        """Those whose messages are said as they come; guesses say what is new in theirs."""
        for banner in self.banners:
            banner.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize):
            self.message_shown.emit(watched)
        return super().eventFilter(watched, event)

    def _follow(self, banner: Banner) -> None:
        """Note that a message has come or gone."""
        if banner in self._come:
            self._come.remove(banner)
        if not banner.isHidden():
            self._come.append(banner)
        self._show_latest()

    def _show_latest(self) -> None:
        """Show all messages in the panel, at the foot the latest that has its place there."""
        has_board = not self._of_board.isHidden()
        shown = [each for each in self._come if has_board or each in (self.trouble, self.top)]
        if self._shape is not Shape.COLUMN:
            shown = shown[-1:]
        for banner, cover in self._covers.items():
            if not cover.isHidden() and banner not in shown and banner.has_keyboard:
                banner.left.emit()
            cover.setVisible(banner in shown)

    def move_to(self, place: QVBoxLayout, shape: Shape, *, has_board: bool) -> None:
        """Show the messages in a place.

        Args:
            place: Gets them.
            shape: How texts and buttons are arranged there.
            has_board: Whether the board is shown, so that messages about it are, too.
        """
        self._of_board.setVisible(has_board)
        if place.indexOf(self) < 0:
            place.addWidget(self)
        if shape is not self._shape:
            self._shape = shape
            for banner in self.banners:
                banner.set_shape(shape)
        self._show_latest()


class MessageFoot(SmallScreenArea):
    """The foot of a window, where messages are without a panel; never makes the window larger."""

    def __init__(self) -> None:
        content = QWidget()
        super().__init__(content)
        self.place = QVBoxLayout(content)
        """Gets the messages."""
        self.place.setContentsMargins(0, 0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)

    @property
    def _wanted_px(self) -> int:
        """The height of the messages at the width of the foot, within its share of the window."""
        height = self.place.heightForWidth(max(1, self.width()))
        if height < 0:
            height = self.place.sizeHint().height()
        return min(height, int(_FOOT_SHARE * self.window().height()))

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(0, self._wanted_px)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return self.sizeHint()  # the layout would take its last lines, with the buttons, from it

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
