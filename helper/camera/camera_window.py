"""File > Scan > Camera: paints the solution onto the page that the camera sees."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QMessageBox,
    QWidget,
)

from helper.application.memory import release_hidden
from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.camera import sentences
from helper.camera.board_choice import BoardChoice, boards_of, outline_of
from helper.camera.camera_panel import CameraPanel, lay_out
from helper.camera.camera_sources import is_camera, name_of, normalized, without_password
from helper.camera.camera_view import FrameView, IdleState, StateBar
from helper.camera.feed import FAULT, Feed, PaintOptions, image_of
from helper.camera.live_setup import LiveSetup, default_setup
from helper.camera.log import CameraLog, LogWindow
from helper.camera.source_chooser import SourceChooser
from helper.commands.announcer import Announcer
from helper.images.saving import ENDINGS, FILTER, save_picture
from helper.widgets.banner import Banner, Shape
from puzzles import LibraryError
from puzzles.words import _, paragraph, worded
from recognizer.lattice import Picture
from recognizer.live.capture.video_sources import source_of
from recognizer.live.scene import EventKind, LogEvent, PaintMode, Scene
from recognizer.values import Reading

_log = logging.getLogger(__name__)
_TITLE = _("Camera")
_WELCOME = _(
    "Hold a puzzle with all of its numbers before the camera: its solution appears on the page."
    "\n\nThe pictures stay on this computer; only what you save or open is kept."
)
_NO_CAMERA = _(
    "No camera was found: plug one in, or choose a video, a stream or a region of the screen as the"
    " source."
)
_MIN_BAR_PX = 800
"""In a narrower window the buttons of the banner are below its text."""
_STALL_S = 5.0
"""The time without a picture after which the source counts as stalled."""
_STALL_CHECK_MS = 500
"""How often the source is checked for a stall."""
_NOTE_MS = 6000
"""How long a note is shown."""

Review = Callable[[Picture, Reading, str], object]
"""Opens a reading for review: the picture, the reading, and the name of its file."""


class CameraWindow(QWidget):
    """The picture of a camera, the state of the live view, and its commands.

    It has no parent, so that it can be the only window of the program.
    """

    def __init__(
        self,
        settings: Settings,
        themes: ThemeManager,
        review: Review,
        show_help: Callable[[QWidget], object],
        setup: LiveSetup | None = None,
    ) -> None:
        """Create the window; the camera stays off.

        Args:
            settings: Store the choices.
            themes: The colours to follow.
            review: Opens a reading for review.
            show_help: Shows the help page beside this window.
            setup: Makes the parts of the live view; by default the program's own.
        """
        super().__init__()
        self.setWindowTitle(f"{_TITLE} — Nonogram Helper")
        self._settings, self._review, self._show_help = settings, review, show_help
        self._setup = setup or default_setup()
        self.feed: Feed | None = None
        self.scene: Scene | None = None
        """The scene that is shown."""
        self._choice = BoardChoice()
        self.log = CameraLog(self)
        self.log_window: LogWindow | None = None
        self._starts_when_found = False
        self._previous_released: threading.Event | None = None
        """Set when the previous feed has released its camera."""
        self._arrived_at = 0.0
        self._stall_timer = QTimer(self)
        self._stall_timer.setInterval(_STALL_CHECK_MS)
        self._note_timer = QTimer(self)
        self._note_timer.setSingleShot(True)
        self.banner = Banner()
        self.banner.told.connect(Announcer(self).say_shown)
        self.state_bar = StateBar(themes.theme)
        self.view = FrameView(themes.theme)
        self.panel = CameraPanel(settings.camera)
        self.source_chooser = SourceChooser(self.panel.source, settings, self._setup, self)
        self.note, self.rate = QLabel(), QLabel()
        shown = (self.banner, self.view)
        lay_out(self, self.state_bar, shown, (self.note, self.rate), self.panel)
        self._connect(themes)
        self._theme_changed(themes.theme)
        self.view.set_mirrored(self.panel.mirror.isChecked())
        self._show_stopped(self._stopped_sentence)
        self._restore_geometry()
        self.view.setFocus()

    # Construction

    def _connect(self, themes: ThemeManager) -> None:
        panel = self.panel
        panel.start.clicked.connect(self.start_or_stop)
        self.view.clicked.connect(self._choose_at)
        self.view.stepped.connect(self._choose_next)
        panel.size_box.activated.connect(self._size_changed)
        panel.mirror.toggled.connect(self._mirror_changed)
        panel.mode.currentIndexChanged.connect(self._paint_options_changed)
        panel.opacity.valueChanged.connect(self._paint_options_changed)
        panel.freeze.toggled.connect(self._freeze_changed)
        panel.save.clicked.connect(self.save_as)
        panel.open.clicked.connect(self.check_and_open)
        panel.log.clicked.connect(self.show_log)
        panel.help.clicked.connect(self.show_help)
        QShortcut(QKeySequence.StandardKey.Save, self, self.save_as)
        QShortcut(QKeySequence("Ctrl+W"), self, self.close)
        QShortcut(QKeySequence("F1"), self, self.show_help)
        self.source_chooser.chosen.connect(self._source_chosen)
        self.source_chooser.cameras_listed.connect(self._cameras_listed)
        self.source_chooser.picker.failed.connect(self.show_message)
        self._stall_timer.timeout.connect(self._check_stall)
        self._note_timer.timeout.connect(self.note.clear)
        themes.changed.connect(self._theme_changed)
        application = QApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.turn_off)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        is_wide = event.size().width() >= _MIN_BAR_PX
        self.banner.set_shape(Shape.BAR if is_wide else Shape.BLOCK)

    def _restore_geometry(self) -> None:
        geometry = self._settings.remembered("camera")
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            room = self.screen().availableSize()
            self.resize(min(1080, room.width() * 9 // 10), min(700, room.height() * 9 // 10))

    def _theme_changed(self, theme: Theme) -> None:
        self.state_bar.set_theme(theme)
        self.view.set_theme(theme)

    # Start and stop

    @property
    def is_running(self) -> bool:
        """Whether the camera is on."""
        return self.feed is not None

    @property
    def is_frozen(self) -> bool:
        """Whether the picture is frozen."""
        return self.panel.freeze.isChecked()

    @property
    def paint_options(self) -> PaintOptions:
        """How answers are painted."""
        return PaintOptions(self.panel.chosen_mode, self.panel.opacity.value() / 100)

    def start_or_stop(self) -> None:
        """Start or stop: the action of the large button."""
        if self.is_running or self._starts_when_found:
            self.stop()
        else:
            self.start()

    def start_with(self, source: str) -> None:
        """Start a source, whether it is in the list or not."""
        self.panel.source.choose(normalized(source))
        self.start()

    def start(self) -> None:
        """Start the chosen source; restart it if it is on."""
        previous_released = self._turn_off()
        source = self.source_chooser.source
        if not source:
            self._start_when_found()
            return
        self._hide_banner()
        self.scene = None
        size = self.panel.requested_size if is_camera(source) else None
        feed = Feed(
            self._setup, source_of(source), size, self.paint_options, self, previous_released
        )
        feed.arrived.connect(self._show_newest)
        feed.happened.connect(self.log.add)
        feed.ended.connect(self._ended)
        self.feed = feed
        self.source_chooser.is_running = True
        self._arrived_at = time.monotonic()
        feed.start()
        self._stall_timer.start()
        self._store_choice()
        self._log_event(EventKind.STARTED, name_of(source))
        self.view.show_text("")
        self.state_bar.show_state(IdleState.STARTING, _("Waiting for the first picture."))
        self._show_possible()

    def _start_when_found(self) -> None:
        if self.source_chooser.cameras is None:
            self._starts_when_found = True
            self.state_bar.show_state(IdleState.STARTING, _("Searching for a camera."))
            self._show_possible()
        else:
            self._show_no_camera()

    def stop(self) -> None:
        """Turn the camera off; the last picture stays."""
        if not (self.is_running or self._starts_when_found):
            return
        if self.is_running:
            self._log_event(EventKind.STOPPED, name_of(self.source_chooser.source))
        self.turn_off()
        self._show_stopped(self._stopped_sentence)

    def turn_off(self) -> None:
        """Turn the camera off without a message. May be called when it is off."""
        self._turn_off()

    def _turn_off(self) -> threading.Event | None:
        """Turn the camera off; returns an event that is set when it is free again."""
        feed, self.feed = self.feed, None
        self.source_chooser.is_running = False
        self._starts_when_found = False
        self._stall_timer.stop()
        self.rate.clear()
        self.panel.freeze.setChecked(False)
        if feed is None:
            return self._previous_released
        feed.close()
        feed.deleteLater()
        self._previous_released = feed.released
        return self._previous_released

    def _show_stopped(self, sentence: str, state: IdleState = IdleState.STOPPED) -> None:
        self.state_bar.show_state(state, sentence)
        if self.scene is None:
            self.view.show_text(_WELCOME)
        self._show_possible()

    def _ended(self, sentence: str) -> None:
        """Handle the end of the frames."""
        kind = EventKind.TROUBLE if sentence else EventKind.STOPPED
        self._log_event(kind, sentence or sentences.ended_sentence(self.source_chooser.source))
        self.turn_off()
        if sentence:
            self._show_stopped(self._stopped_sentence, IdleState.TROUBLE)
            self.banner.show_message(
                sentence,
                **{_("Try Again"): self.start, _("Choose Another…"): self.panel.source.showPopup},
            )
        else:
            self._show_stopped(sentences.ended_sentence(self.source_chooser.source))

    @property
    def _stopped_sentence(self) -> str:
        return sentences.stopped_sentence(self.source_chooser.source, self.scene is not None)

    def _check_stall(self) -> None:
        waited = time.monotonic() - self._arrived_at
        if waited > _STALL_S and not self.is_frozen:
            self.state_bar.show_state(
                IdleState.TROUBLE, sentences.stalled_sentence(self.source_chooser.source)
            )
            self.rate.clear()

    # Sources

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        if not event.spontaneous():
            self.find_cameras()

    def find_cameras(self) -> None:
        """Search for cameras."""
        self.source_chooser.find_cameras()

    def _cameras_listed(self) -> None:
        if self._starts_when_found and self.source_chooser.source:
            self.start()
        elif not self.source_chooser.source:
            self._show_no_camera()
        elif self.banner.text == _NO_CAMERA:
            self._hide_banner()
            self._show_stopped(self._stopped_sentence)
        self._show_possible()

    def _show_no_camera(self) -> None:
        self._starts_when_found = False
        if not self.source_chooser.source:
            self._show_stopped(_("There is no camera."), IdleState.TROUBLE)
        self.banner.show_message(
            _NO_CAMERA,
            **{
                _("Choose a Video File…"): self.source_chooser.choose_file,
                _("Try Again"): self.find_cameras,
            },
        )

    def _source_chosen(self, source: str) -> None:
        self._hide_banner()
        self._store_choice()
        if self.is_running or not is_camera(source):
            self.start()
        self._show_possible()

    def _size_changed(self) -> None:
        self._store_choice()
        if self.is_running:
            self.start()

    # Showing

    def _show_newest(self) -> None:
        # A picture that arrives while frozen is shown afterwards.
        feed_frame = self.feed.take() if self.feed is not None and not self.is_frozen else None
        if feed_frame is None:
            return
        self._arrived_at = time.monotonic()
        self.scene = feed_frame.scene
        self.view.show_image(feed_frame.image)
        self._show_scene()
        height, width = feed_frame.scene.frame.picture.shape[:2]
        size, rate = f"{width} × {height}", feed_frame.rate
        paced = worded("{size}, {rate:.0f} pictures a second", size=size, rate=rate)
        self.rate.setText(paced if rate else size)

    @property
    def taken(self) -> Scene | None:
        """The scene of the board that Check and Open takes; ``None`` before the first one."""
        return None if self.scene is None else self._choice.of(self.scene)

    def _choose_at(self, x: float, y: float) -> None:
        """Choose the board at a place of the picture."""
        if self.scene is not None:
            self._choice.click(self.scene, x, y)
            self._show_scene()

    def _choose_next(self, by: int) -> None:
        """Choose the next board from left to right, or with -1 the one before."""
        if self.scene is not None:
            self._choice.step(self.scene, by)
            self._show_scene()

    def _show_scene(self) -> None:
        """Show the state and the sentence of the board that is taken, and which one that is."""
        scene = self.taken
        if self.scene is not None and scene is not None:
            several = boards_of(self.scene)
            self.view.show_outline(outline_of(scene).tolist() if several else ())
        if scene is not None and (self.is_running or self.is_frozen):
            sentence = sentences.sentence(scene, self.paint_options.mode)
            if several:
                sentence = paragraph(sentence, sentences.several_sentence(len(several)))
            if self.is_frozen:
                self.state_bar.show_state(
                    IdleState.FROZEN, sentence, worded("Frozen ({state})", state=scene.state.label)
                )
            else:
                self.state_bar.show_state(
                    scene.state, sentence, drawing=sentences.drawing_of(scene)
                )
        self._show_possible()

    def _show_possible(self) -> None:
        self.panel.show_running(self.is_running or self._starts_when_found)
        is_possible = self.is_running or bool(self.source_chooser.source)
        # Until the system has listed its cameras, START waits for one.
        self.panel.start.setEnabled(is_possible or self.source_chooser.cameras is None)
        self.panel.freeze.setEnabled(self.is_running and self.scene is not None)
        self.panel.show_possible(self.scene is not None, sentences.why_not_open(self.taken))

    def _mirror_changed(self, is_mirrored: bool) -> None:
        self.view.set_mirrored(is_mirrored)
        self._store_choice()

    def _paint_options_changed(self) -> None:
        self._store_choice()
        if self.feed is not None:
            self.feed.paint_options = self.paint_options
        if self.scene is not None and (self.is_frozen or not self.is_running):
            self.view.show_image(image_of(self._painted(self.scene)))
        self._show_scene()

    def _painted(self, scene: Scene) -> Picture:
        """Paint a scene."""
        try:
            return self._setup.paint(scene, *self.paint_options)
        except Exception:
            _log.exception("a scene cannot be painted")
            self.show_message(FAULT)
            return scene.frame.picture

    def _freeze_changed(self, is_frozen: bool) -> None:
        if self.feed is not None:
            self.feed.is_paused = is_frozen
        self._arrived_at = time.monotonic()
        self._show_scene()
        self._show_newest()

    def _hide_banner(self) -> None:
        """Hide the banner; its keyboard focus goes to the picture."""
        focus = self.focusWidget()
        if focus is not None and self.banner.isAncestorOf(focus):
            self.view.setFocus()
        self.banner.clear()

    def show_message(self, sentence: str) -> None:
        """Show a note for a while."""
        self.note.setText(sentence)
        self._note_timer.start(_NOTE_MS)

    def _log_event(self, kind: EventKind, text: str) -> None:
        self.log.add(LogEvent(self.scene.frame.seconds if self.scene else 0.0, kind, text))

    def _store_choice(self) -> None:
        choice = self.panel.choice
        self._settings.camera = replace(choice, source=without_password(choice.source))

    # Commands

    def save_as(self) -> None:
        """Save the painted picture that is shown."""
        if self.scene is None:
            return
        picture = self._painted(self.scene)
        path = ask_path(self, _TITLE, self._settings.scan_folder)
        if path is None:
            return
        try:
            save_picture(picture, path)
        except LibraryError as error:
            QMessageBox.warning(self, _TITLE, str(error))
            return
        self.show_message(worded("Saved {path}", path=path))

    def check_and_open(self) -> None:
        """Stop, and open the puzzle in the review window."""
        taken = self.taken
        page = taken.to_check if taken is not None else None
        if page is None:
            self.show_message(sentences.why_not_open(taken))
            return
        self.stop()
        self._review(page.picture, page.reading, self.source_chooser.file_name)

    def show_log(self) -> None:
        """Show the log."""
        if self.log_window is None:
            self.log_window = LogWindow(self.log, self)
        self.log_window.show()
        self.log_window.raise_()

    def show_help(self) -> None:
        """Show the help page."""
        self._show_help(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        keys, key = Qt.Key, event.key()
        modes = dict(zip((keys.Key_1, keys.Key_2, keys.Key_3, keys.Key_4), PaintMode, strict=True))
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in modes:
            self.panel.mode.setCurrentIndex(list(PaintMode).index(modes[keys(key)]))
        elif key == keys.Key_Space:
            self.panel.freeze.click()
        elif key in (keys.Key_Return, keys.Key_Enter):
            self.check_and_open()
        elif key == keys.Key_M:
            self.panel.mirror.toggle()
        elif key == keys.Key_Escape:
            self.stop() if self.is_running or self._starts_when_found else self.close()
        else:
            super().keyPressEvent(event)

    def close_for_good(self) -> None:
        """Close the window and delete it."""
        self.close()
        # Qt deletes it, since Python could do so in any thread.
        self.deleteLater()

    def hideEvent(self, event: QHideEvent) -> None:  # Qt override
        super().hideEvent(event)
        release_hidden(self, event)

    def closeEvent(self, event: QCloseEvent) -> None:  # Qt override
        if self.is_running:
            self.stop()
        self.turn_off()
        self.scene = None  # opened again, it begins anew
        self._show_stopped(self._stopped_sentence)
        if self.log_window is not None:
            self.log_window.hide()
        self._settings.remember("camera", self.saveGeometry())
        event.accept()


def ask_path(window: QWidget, title: str, folder: str) -> Path | None:
    """Ask for the file to write; ``None`` if the user cancels.

    Args:
        window: The parent of the dialogs.
        title: The title of a question.
        folder: Where the dialog starts.
    """
    suggested = str(Path(folder) / "solution.png")
    chosen, _filter = QFileDialog.getSaveFileName(window, _("Save Picture As"), suggested, FILTER)
    if not chosen:
        return None
    path = Path(chosen)
    if not path.suffix:
        # The file dialog asked only about the name without the ending.
        path = path.with_suffix(ENDINGS[0])
        if path.exists() and not _may_replace(window, title, path):
            return None
    return path


def _may_replace(window: QWidget, title: str, path: Path) -> bool:
    kinds = QMessageBox.StandardButton
    question = worded("{name} exists. Replace it?", name=path.name)
    answer = QMessageBox.question(window, title, question, kinds.Yes | kinds.No, kinds.No)
    return answer == kinds.Yes
