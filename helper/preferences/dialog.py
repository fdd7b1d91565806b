"""The dialog of Edit > Preferences. Changes are applied at once."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QDialogButtonBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.application.settings import (
    BlankSign,
    CheckShows,
    ClueSide,
    ColorSigns,
    GridLines,
    LightsShown,
    MotionChoice,
    Preferences,
    Settings,
    TextSize,
    ThemeChoice,
)
from helper.application.text_size import size_at_start
from helper.application.theme import Theme, ThemeManager
from helper.application.typeface import is_without_letters
from helper.widgets.cards import Card, Fold
from helper.widgets.option_fields import OptionFields
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note
from network.playable import link_problem
from puzzles.language import LANGUAGE, LANGUAGES, language_at_start
from puzzles.words import _, capitalized, in_context, worded

_WIDTH_PX, _TWO_COLUMNS_PX = 600, 900
"""The width of the dialog with its cards below one another, and in two columns."""
_ADVANCED = (
    "clues_on_both_sides", "lights", "blank_sign", "highlight", "line_numbers", "grid_lines",
    "zebra", "light_paper", "color_signs", "motion", "cell_size", "margin_left", "margin_top",
    "play_address",
)  # fmt: skip
"""The settings that are folded while they have their defaults."""


class PreferencesDialog(PageDialog):
    """Changes the settings as its fields are changed."""

    def __init__(
        self, settings: Settings, themes: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(_("Preferences"), parent, _WIDTH_PX)
        self._settings = settings
        self.wants_restart = False
        """Whether the program is to start anew, in another language or size."""
        self._fields = OptionFields(settings.preferences, self._change)
        self._make_controls()
        self.advanced = Fold(
            _("A&dvanced"), _("Lights, signs, lines, paper, patterns, motion, sizes and sharing")
        )
        self._lay_out()
        self._order()
        self._show(settings.preferences)
        self._judge_address(settings.preferences.play_address)
        defaults = Preferences()
        self.advanced.button.setChecked(
            any(
                getattr(settings.preferences, name) != getattr(defaults, name) for name in _ADVANCED
            )
        )
        self.advanced.button.toggled.connect(self._show_advanced)
        settings.changed.connect(self._show)
        themes.changed.connect(self._set_theme)
        self._set_theme(themes.theme)
        self.fit_screen()

    # The controls

    def _make_controls(self) -> None:
        fields = self._fields
        names = {code: _shown_name(code, name) for code, name in LANGUAGES.items()}
        self.language = fields.choice("language", {"": _("As the system"), **names})
        self.restart = QPushButton(_("Restart Pro&gram"))
        self.restart.setToolTip(
            _("Start the program again as it is chosen here; what is open stays")
        )
        self.restart.clicked.connect(self._restart)
        self.theme = fields.choice(
            "theme",
            {
                ThemeChoice.SYSTEM: _("As the system"),
                ThemeChoice.LIGHT: in_context("a theme", "Light"),
                ThemeChoice.DARK: in_context("a theme", "Dark"),
                ThemeChoice.CONTRAST_LIGHT: _("High contrast, light"),
                ThemeChoice.CONTRAST_DARK: _("High contrast, dark"),
            },
        )
        self.light_paper = fields.switch("light_paper", _("Light paper in dark themes"))
        self.text_size = fields.choice(
            "text_size",
            {
                TextSize.SYSTEM: _("As the system"),
                TextSize.NORMAL: _("100 %"),
                TextSize.LARGE: _("125 %"),
                TextSize.LARGER: _("150 %"),
                TextSize.LARGEST: _("200 %"),
            },
        )
        self.motion = fields.choice(
            "motion",
            {
                MotionChoice.SYSTEM: _("As the system"),
                MotionChoice.REDUCED: _("Always"),
                MotionChoice.FULL: _("Never"),
            },
        )
        self.clue_side = fields.choice(
            "clue_side",
            {ClueSide.LEFT_ABOVE: _("Left and above"), ClueSide.RIGHT_BELOW: _("Right and below")},
        )
        self.grid_lines = fields.choice(
            "grid_lines",
            {
                GridLines.FIVE: _("Every 5 cells"),
                GridLines.TEN: _("Every 10 cells"),
                GridLines.NONE: in_context("no lines", "None"),
            },
        )
        self.clues_on_both_sides = fields.switch(
            "clues_on_both_sides", _("Clues on both sides of large boards")
        )
        self.line_numbers = fields.switch(
            "line_numbers", _("Always number the rows and the columns")
        )
        self.zebra = fields.switch("zebra", _("Tint every other field between them"))
        self.lights = fields.choice(
            "lights",
            {
                LightsShown.ALL: in_context("traffic lights", "All"),
                LightsShown.TOLD: _("Only done and impossible"),
                LightsShown.NONE: in_context("traffic lights", "None"),
            },
        )
        self.blank_sign = fields.choice(
            "blank_sign",
            {
                BlankSign.DOT: in_context("a blank cell", "Dot"),
                BlankSign.CROSS: in_context("a blank cell", "Cross"),
            },
        )
        self.second_click_clears = fields.switch(
            "second_click_clears", _("A second clic&k clears the cell")
        )
        self.second_click_clears.setToolTip(
            _("Otherwise it marks the cell as blank, and a third one clears it")
        )
        self.highlight = fields.switch("highlight", _("&Highlight the row and the column"))
        self.color_signs = fields.choice(
            "color_signs",
            {
                ColorSigns.WHEN_ALIKE: _("Where needed"),
                ColorSigns.ALWAYS: _("Always"),
                ColorSigns.NEVER: _("Never"),
            },
        )
        self.cell_size = fields.number("cell_size", " px")
        self.margin_left = fields.number("margin_left", " px")
        self.margin_top = fields.number("margin_top", " px")
        self.automatic_dots = fields.switch("automatic_dots", _("&Automatic dots"))
        self.grey_clues = fields.switch("grey_clues", _("Grey num&bers"))
        self.overwrite = fields.switch("overwrite", _("Dragging &overwrites"))
        self.check_shows = fields.choice(
            "check_shows",
            {CheckShows.CELLS: _("The wrong cells"), CheckShows.LINES: _("Only their lines")},
        )
        self.check_always = fields.switch("check_always", _("Check &my marks always"))
        self.show_timer = fields.switch("show_timer", _("&Show the timer"))
        self.show_progress = fields.switch("show_progress", _("Show m&y progress"))
        self.show_progress.setToolTip(_("Your solves are kept in any case"))
        self.play_address = fields.line("play_address")
        self.play_address.setPlaceholderText("https://example.org/play.html")
        self.play_address.textChanged.connect(self._judge_address)
        self.address_problem = note()
        self.shelf_inks = fields.switch("shelf_inks", _("Finished pictures in two inks"))
        self.cover_when_left = fields.switch("cover_when_left", _("Co&ver the board when I leave"))

    # The page

    def _lay_out(self) -> None:
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom, self.page)
        self._columns.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        self._columns.setSpacing(GAP_PX)
        left = self._appearance(), self._board(), self._time()
        for cards in (left, (self._playing(), self._progress())):
            column = QVBoxLayout()
            column.setSpacing(GAP_PX)
            for card in cards:
                column.addWidget(card)
            column.addStretch()
            self._columns.addLayout(column, 1)
        self._add_buttons()

    def size_in(self, room: QSize) -> QSize:
        """The size on a screen, with two columns if it is wide enough."""
        is_wide = room.width() * 9 // 10 >= _TWO_COLUMNS_PX
        self._width_px = _TWO_COLUMNS_PX if is_wide else _WIDTH_PX
        self._arrange(self._width_px)
        return super().size_in(room)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        self._arrange(event.size().width())
        super().resizeEvent(event)

    def _arrange(self, width_px: int) -> None:
        """Place the cards in two columns if the dialog is so wide."""
        directions = QBoxLayout.Direction
        is_wide = width_px >= _TWO_COLUMNS_PX
        self._columns.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)

    def _appearance(self) -> Card:
        card = Card(_("Appearance"), _("A new language or text size needs a restart."))
        card.rows.add_field(_("La&nguage"), self.language)
        card.rows.add_field(_("&Theme"), self.theme)
        card.rows.add_field(_("Te&xt size"), self.text_size)
        card.rows.addWidget(self.restart)
        return card

    def _board(self) -> Card:
        card = Card(_("Board"), _("How the board is laid out, and what stands out on it."))
        card.rows.add_field(_("Cl&ues"), self.clue_side)
        card.rows.addWidget(self.advanced)
        rows = self.advanced.rows
        rows.add_caption(_("Clues and signs"))
        rows.add_switch(self.clues_on_both_sides)
        rows.add_switch(self.line_numbers)
        rows.add_switch(self.highlight)
        rows.add_field(_("Traffic lights"), self.lights)
        rows.add_field(_("Blank cells"), self.blank_sign)
        rows.add_field(_("Patterns &for colours"), self.color_signs)
        rows.add_caption(_("Lines and paper"))
        rows.add_field(_("Strong l&ines"), self.grid_lines)
        rows.add_switch(self.zebra)
        rows.add_switch(self.light_paper)
        sentence = _("Black and white ones get the colours of their shelf, when they are solved.")
        rows.add_switch(self.shelf_inks, sentence)
        rows.add_caption(_("Size and motion"))
        sentence = _("For Normal Size (Ctrl+0); a puzzle that you open is fitted into the window.")
        rows.add_field(_("Cell si&ze"), self.cell_size, sentence)
        rows.add_field(_("&Left margin"), self.margin_left)
        sentence = _("The least distance of the board from the window's edges.")
        rows.add_field(_("To&p margin"), self.margin_top, sentence)
        rows.add_field(_("R&educe motion"), self.motion)
        rows.add_caption(_("Sharing"))
        sentence = _("A page to play that you have put on the web, for links of File > Share.")
        rows.add_field(_("Address of a page"), self.play_address, sentence)
        rows.addWidget(self.address_problem)
        return card

    def _playing(self) -> Card:
        card = Card(
            _("While playing"), _("What the program does for you while you solve a puzzle.")
        )
        sentence = _("The rest of a finished line shows lighter dots. They are not your marks.")
        card.rows.add_switch(self.automatic_dots, sentence)
        sentence = _("A number turns grey as soon as it is certain where its block lies.")
        card.rows.add_switch(self.grey_clues, sentence)
        card.rows.add_switch(self.second_click_clears)
        sentence = _("Without it, a drag changes only cells in the state of its first cell.")
        card.rows.add_switch(self.overwrite, sentence)
        card.rows.add_field(_("A check sho&ws"), self.check_shows)
        sentence = _("After each move, but not in a game with lives.")
        card.rows.add_switch(self.check_always, sentence)
        return card

    def _time(self) -> Card:
        card = Card(
            in_context("a heading; the time of a game", "Time"),
            _("The time of a game runs while you can play it."),
        )
        card.rows.add_switch(self.show_timer)
        sentence = _("It pauses the game. Otherwise only the time stops.")
        card.rows.add_switch(self.cover_when_left, sentence)
        return card

    def _progress(self) -> Card:
        card = Card(_("Progress"), _("Rings, mosaics, the calendar, the path, milestones."))
        card.rows.add_switch(self.show_progress)
        return card

    def _judge_address(self, address: str) -> None:
        problem = link_problem(address.strip())
        shown = worded("{sentence}.", sentence=capitalized(problem)) if problem else ""
        self.address_problem.setText(shown)
        self.address_problem.setVisible(bool(problem))

    def _add_buttons(self) -> None:
        kinds = QDialogButtonBox.StandardButton
        buttons = self.add_buttons(kinds.RestoreDefaults | kinds.Close)
        self.defaults: QAbstractButton = buttons.button(kinds.RestoreDefaults)
        self.defaults.setText(_("&Restore Defaults"))
        self.defaults.setToolTip(_("Give all settings of this dialog their first values"))
        self.defaults.clicked.connect(self._restore)
        self.close_button: QAbstractButton = buttons.button(kinds.Close)
        self.close_button.setText(_("&Close"))
        self.close_button.setToolTip(_("Close this dialog; the settings are kept (Esc)"))

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """All that the keyboard reaches, in its order."""
        return (
            self.language,
            self.theme,
            self.text_size,
            self.restart,
            self.clue_side,
            self.advanced.button,
            self.clues_on_both_sides,
            self.line_numbers,
            self.highlight,
            self.lights,
            self.blank_sign,
            self.color_signs,
            self.grid_lines,
            self.zebra,
            self.light_paper,
            self.shelf_inks,
            self.cell_size,
            self.margin_left,
            self.margin_top,
            self.motion,
            self.play_address,
            self.show_timer,
            self.cover_when_left,
            self.automatic_dots,
            self.grey_clues,
            self.second_click_clears,
            self.overwrite,
            self.check_shows,
            self.check_always,
            self.show_progress,
            self.defaults,
            self.close_button,
        )

    def _order(self) -> None:
        for control, after in pairwise(self.controls):
            self.setTabOrder(control, after)
        for control in self.controls:
            if isinstance(control, QAbstractButton):
                control.clicked.connect(lambda on=False, shown=control: self.scroll_to(shown))
        self.language.setFocus()

    # What happens

    def _show_advanced(self, is_open: bool) -> None:
        if is_open:  # as soon as they have their places
            QTimer.singleShot(0, self, self._scroll_to_advanced)

    def _scroll_to_advanced(self) -> None:
        self.scroll_to(self.advanced)
        if (focused := self.focusWidget()) is not None:
            self.scroll_to(focused)

    def _set_theme(self, theme: Theme) -> None:
        self.advanced.set_theme(theme)

    def _show(self, preferences: Preferences) -> None:
        self._fields.show(preferences)
        self.restart.setVisible(
            language_at_start(preferences.language) != LANGUAGE
            or preferences.text_size is not size_at_start()
        )

    def _change(self, name: str, value: Any) -> None:
        self._settings.change(**{name: value})

    def _restart(self) -> None:
        self.wants_restart = True
        self.accept()

    def _restore(self) -> None:
        """Restore what the dialog shows; the rest is chosen in menus."""
        now = self._settings.preferences
        self._settings.set(
            Preferences(hint_begins=now.hint_begins, check_while_creating=now.check_while_creating)
        )


def _shown_name(code: str, name: str) -> str:
    """A language in its own words; in those of the program where no font has its letters."""
    return _("Japanese") if is_without_letters(code) else name
