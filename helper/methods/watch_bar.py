"""The bar below the board while a method is watched: its latest step, the speed, and Stop."""

from __future__ import annotations

import math

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSlider,
    QWidget,
)

from helper.application.typeface import strong
from helper.widgets.fields import ElidedLine
from helper.widgets.style import COMPACT
from puzzles.words import _, number_text, plural, without_mnemonic, worded

FULL_SPEED = 61
"""The slider's last position; the others go from 1 to 1000 steps a second."""
_POSITIONS_PER_POWER = 20
"""How many slider positions multiply the speed by ten."""
_FIRST_POSITION = 20
_TICK_MS = 100


def steps_a_second(position: int) -> float:
    """The speed at a position of the slider, in steps a second; infinite for full speed.

    >>> [round(steps_a_second(position)) for position in (0, 20, 40, 60)]
    [1, 10, 100, 1000]
    """
    return math.inf if position >= FULL_SPEED else 10 ** (position / _POSITIONS_PER_POWER)


def delay_of(position: int) -> float:
    """The seconds from one step to the next at a position of the slider."""
    return 1 / steps_a_second(position)


class WatchBar(QFrame):
    """Hidden until a method is watched.

    Signals:
        speed_changed: ``float``, the chosen time from one step to the next, in seconds.
        pause_changed: ``bool``, whether to pause.
        step_requested: The user asks for one step, while paused.
        stop_requested: The user asks to stop the method.
        help_requested: The user asks for the help page about the methods.
    """

    speed_changed = Signal(float)
    pause_changed = Signal(bool)
    step_requested = Signal()
    stop_requested = Signal()
    help_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("foot")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Watched method"))
        self.method = QLabel()
        self.sentence = ElidedLine()
        self.counts = QLabel()
        self.counts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.speed = QLabel()
        self.pause = QPushButton(_("&Pause"))
        self.step = QPushButton(_("&Step"))
        self.stop = QPushButton(_("St&op"))
        self.help = QPushButton(_("&Help"))
        self._is_paused = False
        self._steps = 0
        self._elapsed_ms = 0
        self._clock = QElapsedTimer()
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._show_counts)
        self._make_slider()
        self._make_buttons()
        self._lay_out()
        self.hide()

    def _make_slider(self) -> None:
        self.slider.setRange(0, FULL_SPEED)
        self.slider.setPageStep(_POSITIONS_PER_POWER // 2)
        self.slider.setValue(_FIRST_POSITION)
        self.slider.setMinimumWidth(60)
        self.slider.setAccessibleName(_("Speed"))
        self.slider.setToolTip(_("Steps a second; full speed at the right end"))
        self.slider.valueChanged.connect(self._speed_moved)
        self._show_speed()

    def _make_buttons(self) -> None:
        self.pause.setToolTip(_("Pause the method, or let it go on"))
        self.step.setToolTip(_("Let the paused method make one step"))
        self.stop.setToolTip(_("Stop the method and show your marks again (Esc)"))
        self.help.setToolTip(_("What the methods do"))
        for button in (self.pause, self.step, self.stop, self.help):
            button.setProperty(COMPACT, True)
        self.pause.clicked.connect(lambda: self._set_paused(not self._is_paused))
        self.step.clicked.connect(self.step_requested)
        self.stop.clicked.connect(self.stop_requested)
        self.help.clicked.connect(self.help_requested)
        # The buttons beside it must not move when the text changes.
        metrics = QFontMetrics(self.pause.font())
        texts = without_mnemonic(_("&Pause")), without_mnemonic(_("&Continue"))
        self.pause.setMinimumWidth(max(map(metrics.horizontalAdvance, texts)) + 22)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self).activated.connect(self.stop_requested)

    def _lay_out(self) -> None:
        self.method.setFont(strong(self.method.font()))
        texts = QHBoxLayout()
        texts.addWidget(self.method)
        texts.addWidget(self.sentence, 1)
        texts.addWidget(self.counts)
        label = QLabel(_("Spee&d:"))
        label.setBuddy(self.slider)
        controls = QHBoxLayout()
        controls.setSpacing(4)
        controls.addWidget(label)
        controls.addWidget(self.slider, 1)
        controls.addWidget(self.speed)
        controls.addSpacing(8)
        for button in (self.pause, self.step, self.stop, self.help):
            controls.addWidget(button)
        layout = QGridLayout(self)
        layout.setContentsMargins(10, 5, 8, 5)
        layout.addLayout(texts, 0, 0)
        layout.addLayout(controls, 1, 0)

    @property
    def delay_s(self) -> float:
        """The chosen time from one step to the next."""
        return delay_of(self.slider.value())

    def begin(self, method: str) -> None:
        """Show that a method begins; the speed is kept."""
        self.method.setText(method)
        self.sentence.set_text(_("is running; no step yet"))
        self._steps = self._elapsed_ms = 0
        self._clock.start()
        self._set_paused(False)
        self._tick.start()
        self._show_counts()
        self.show()

    def show_step(self, number: int, sentence: str) -> None:
        """Show the method's latest step."""
        self._steps = number
        self.sentence.set_text(sentence)
        self._show_counts()

    def end(self) -> None:
        """Hide the bar."""
        self._tick.stop()
        self.hide()

    def _set_paused(self, paused: bool) -> None:
        if paused:
            self._elapsed_ms += self._clock.elapsed()
        else:
            self._clock.restart()
        self._is_paused = paused
        self.pause.setText(_("&Continue") if paused else _("&Pause"))
        self.step.setEnabled(paused)
        self._show_counts()
        self.pause_changed.emit(paused)

    def _speed_moved(self) -> None:
        self._show_speed()
        self.speed_changed.emit(self.delay_s)

    def _show_speed(self) -> None:
        rate = steps_a_second(self.slider.value())
        number = number_text(rate, ".0f" if rate >= 100 else ".2g")
        speed = plural(1 if number == "1" else 2, "{rate} step/s", "{rate} steps/s", rate=number)
        self.speed.setText(_("full speed") if math.isinf(rate) else speed)
        self.speed.setMinimumWidth(self.speed.fontMetrics().horizontalAdvance(_("1000 steps/s ")))

    def _show_counts(self) -> None:
        elapsed = self._elapsed_ms
        if not self._is_paused and self._clock.isValid():
            elapsed += self._clock.elapsed()
        steps = plural(self._steps, "{count} step", "{count} steps")
        self.counts.setText(
            worded("{steps} · {seconds:.1f} s", steps=steps, seconds=elapsed / 1000)
        )
