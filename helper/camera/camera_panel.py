"""The panel beside the picture of the camera window, with its controls, and its place there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from helper.application.settings import CameraChoice
from helper.camera.camera_sources import SourceBox, is_camera
from helper.camera.live_setup import Size
from helper.widgets.small_screen import SmallScreenArea
from helper.widgets.style import PRIMARY
from puzzles.words import _, worded
from recognizer.live.scene import PaintMode

_SIZES = ("640x480", "1280x720", "1920x1080", "")
_TIPS = {
    PaintMode.SOLUTION: _("Paint all shaded cells (1)"),
    PaintMode.HINT: _("Paint only the cells of the next step (2)"),
    PaintMode.CHECK: _("Paint the wrong marks on the paper (3)"),
    PaintMode.NOTHING: _("Paint only the frame of the grid (4)"),
}
_SHORT = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
_LETTERS = 12
_OPEN_TIP = _("Compare the clues with the picture, and put the puzzle on the board (Enter)")


class CameraPanel(QWidget):
    """The widgets and their texts; the window does the work."""

    def __init__(self, choice: CameraChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.start = QPushButton()
        self.start.setProperty(PRIMARY, True)
        self.source, self.size_box = SourceBox(), QComboBox()
        self.mirror = QCheckBox(_("&Mirror the picture"))
        self.mode, self.opacity = QComboBox(), QSlider(Qt.Orientation.Horizontal)
        self.percent = QLabel()
        self.freeze = QPushButton(_("&Freeze"))
        self.freeze.setCheckable(True)
        self.save = QPushButton(_("Save P&icture…"))
        self.open = QPushButton(_("&Check and Open…"))
        self.log, self.help = QPushButton(_("&Log…")), QPushButton(_("&Help"))
        self._fill(choice)
        self._set_tooltips()
        self._lay_out()
        self.show_running(False)
        for widget in self.findChildren(QWidget):
            if isinstance(widget, (QAbstractButton, QComboBox, QSlider)):
                # A click does not take the focus from the picture, which handles Space and digits.
                widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _fill(self, choice: CameraChoice) -> None:
        for box in (self.size_box, self.mode):  # they are as wide as the panel
            box.setSizeAdjustPolicy(_SHORT)
            box.setMinimumContentsLength(_LETTERS)
        for size in _SIZES:
            self.size_box.addItem(size.replace("x", " × ") or _("The camera's default"), size)
        self.size_box.setCurrentIndex(max(0, self.size_box.findData(choice.size)))
        self.mirror.setChecked(choice.mirror)
        for mode in PaintMode:
            self.mode.addItem(mode.title, mode)
            place = self.mode.count() - 1
            self.mode.setItemData(place, _TIPS[mode], Qt.ItemDataRole.ToolTipRole)
        names = [mode.name for mode in PaintMode]
        self.mode.setCurrentIndex(names.index(choice.mode) if choice.mode in names else 0)
        self.opacity.setRange(0, 100)
        self.opacity.setPageStep(10)
        self.opacity.setValue(choice.opacity)
        self.percent.setFixedWidth(self.percent.fontMetrics().horizontalAdvance("100 %") + 4)
        self.percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.opacity.valueChanged.connect(self._show_percent)
        self._show_percent(self.opacity.value())

    def _show_percent(self, value: int) -> None:
        self.percent.setText(worded("{percent} %", percent=value))

    def _set_tooltips(self) -> None:
        for widget, tip in (
            (
                self.source,
                _("A camera, a video, pictures, a stream, or a region of the screen"),
            ),
            (
                self.size_box,
                _("The size requested of the camera; a larger one makes smaller numbers legible"),
            ),
            (self.mirror, _("Exchange left and right on the screen, not in saved pictures (M)")),
            (self.mode, _("What is painted on the page (1 to 4)")),
            (self.opacity, _("How strongly the paint covers the page")),
            (self.freeze, _("Freeze the picture; you can still change what is painted (Space)")),
            (self.save, _("Save the painted picture (Ctrl+S)")),
            (self.log, _("Show what was found, read and solved, and how long it took")),
            (self.help, _("Explain this window (F1)")),
        ):
            widget.setToolTip(tip)
        self.size_box.setAccessibleName(_("Size of the picture"))
        self.mode.setAccessibleName(_("What is painted on the page"))
        self.opacity.setAccessibleName(_("Opacity"))

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(4)
        layout.addWidget(self.start)
        layout.addSpacing(6)
        self._add(layout, _("Sou&rce:"), self.source)
        self._add(layout, _("Si&ze:"), self.size_box)
        layout.addWidget(self.mirror)
        layout.addWidget(_line())
        self._add(layout, _("&On the page:"), self.mode)
        row = QHBoxLayout()
        row.addWidget(self.opacity, 1)
        row.addWidget(self.percent)
        label = QLabel(_("O&pacity:"))
        label.setBuddy(self.opacity)
        layout.addWidget(label)
        layout.addLayout(row)
        layout.addWidget(_line())
        for button in (self.freeze, self.save, self.open):
            layout.addWidget(button)
        layout.addStretch(1)
        last = QHBoxLayout()
        last.addWidget(self.log)
        last.addWidget(self.help)
        layout.addLayout(last)

    def _add(self, layout: QVBoxLayout, text: str, widget: QWidget) -> None:
        label = QLabel(text)
        label.setBuddy(widget)
        layout.addWidget(label)
        layout.addWidget(widget)

    # The choices

    @property
    def requested_size(self) -> Size | None:
        """The size requested of the camera, px; ``None`` for its own."""
        width, _, height = str(self.size_box.currentData()).partition("x")
        return (int(width), int(height)) if height else None

    @property
    def chosen_mode(self) -> PaintMode:
        """What is painted on the page."""
        mode: PaintMode = self.mode.currentData()
        return mode

    @property
    def choice(self) -> CameraChoice:
        """All choices, to be stored."""
        return CameraChoice(
            self.source.source,
            str(self.size_box.currentData()),
            self.mirror.isChecked(),
            self.chosen_mode.name,
            self.opacity.value(),
        )

    # The state

    def show_running(self, is_running: bool) -> None:
        """Set the text of the large button: start or stop."""
        self.start.setText(_("&Stop") if is_running else _("&START"))
        tip = _("Turn the camera off (Esc)") if is_running else _("Turn the camera on")
        self.start.setToolTip(tip)
        self.size_box.setEnabled(is_camera(self.source.source))

    def show_possible(self, has_scene: bool, why_not_open: str) -> None:
        """Enable the buttons for saving and opening.

        Args:
            has_scene: Whether a picture is shown.
            why_not_open: Why no puzzle can be opened; empty if one can.
        """
        self.save.setEnabled(has_scene)
        self.open.setEnabled(not why_not_open)
        self.open.setToolTip(why_not_open or _OPEN_TIP)


def _line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Sunken)
    return line


_PANEL_PX = 240


def lay_out(
    window: QWidget,
    state: QWidget,
    seen: Sequence[QWidget],
    foot: Sequence[QWidget],
    panel: QWidget,
) -> None:
    """Lay out the window.

    Args:
        window: Gets all others.
        state: Above the picture, always in view.
        seen: The banner and the picture, which takes all the room that there is.
        foot: Side by side below the picture; the first one takes the room.
        panel: Beside all that.
    """
    footer = QHBoxLayout()
    footer.setContentsMargins(12, 4, 12, 4)
    for k, widget in enumerate(foot):
        footer.addWidget(widget, 0 if k else 1)
    content = QWidget()
    below = QVBoxLayout(content)
    below.setContentsMargins(0, 0, 0, 0)
    below.setSpacing(0)
    for widget in seen:
        below.addWidget(widget, 1 if widget is seen[-1] else 0)
    below.addLayout(footer)
    left = QVBoxLayout()
    left.setSpacing(0)
    left.addWidget(state)
    left.addWidget(SmallScreenArea(content), 1)
    layout = QHBoxLayout(window)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addLayout(left, 1)
    layout.addWidget(_scrolled(panel))


def _scrolled(panel: QWidget) -> SmallScreenArea:
    area = SmallScreenArea(panel)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    bar = area.verticalScrollBar().sizeHint().width()
    area.setFixedWidth(max(_PANEL_PX, panel.minimumSizeHint().width() + bar))
    return area
