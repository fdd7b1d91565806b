"""Puzzle > Solution > Compare Methods: run methods on the open puzzle, compare their costs."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from helper.application.clipboard import put_on_clipboard
from helper.application.memory import release_hidden
from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.author.check_result import defects_text
from helper.methods import comparison_text as words
from helper.methods.catalogue import Catalogue
from helper.methods.compare_table import CompareColumn, MethodsModel, Row
from helper.methods.comparison import Comparison, MethodRun, RunState
from helper.methods.methods import known_variants, method_title
from helper.play.session import Session
from helper.widgets.bar_chart import BarChart, BarStyle, ChartBar
from helper.widgets.buttons import click_on_enter
from helper.widgets.fields import NumberBox
from helper.widgets.page_dialog import GAP_PX, note
from helper.widgets.small_screen import SmallScreenArea
from helper.widgets.style import COMPACT, IN_ROW, PRIMARY
from helper.widgets.text_dialog import asked
from puzzles.many import cores
from puzzles.words import _, enumerated, in_context, plural, worded
from solver.api import Outcome
from solver.registry import engine_names, missing_engines

DEFAULT_LIMIT_S = 30
_MAX_LIMIT_S = 24 * 3600
_CHART_PX = 140
"""The least height of the bars; more are scrolled."""


class _Measure(NamedTuple):
    """A quantity that the bars can show."""

    name: str
    value: Callable[[MethodRun], float | None]
    text: Callable[[float], str]
    """Formats the value of a bar."""
    mark: Callable[[float], str]
    """Formats a power of ten at the scale."""
    smallest: float
    """Smaller values are drawn as if they were this one."""


_MEASURES = (
    _Measure(
        in_context("how long a method took", "Time"),
        lambda run: run.seconds if run.has_run else None,
        words.time_text,
        words.time_mark,
        1e-5,
    ),
    _Measure(
        _("Memory"),
        lambda run: run.memory / words.MB if run.memory else None,
        lambda number: words.memory_text(number * words.MB),
        lambda number: words.memory_text(number * words.MB),
        1.0,
    ),
    _Measure(_("Work"), lambda run: run.work, words.count_text, words.count_text, 1.0),
)


class CompareDialog(QDialog):
    """Chooses methods, runs them and shows what they cost; does not block the window.

    Signals:
        help_requested: The user asks for the help page about the methods.
    """

    help_requested = Signal()

    def __init__(
        self,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
        catalogue: Catalogue,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Compare Methods"))
        self.setWindowFlags(
            Qt.WindowType.Window
            | Qt.WindowType.WindowMinMaxButtonsHint
            | Qt.WindowType.WindowCloseButtonHint
        )
        self._session = session
        self._settings = settings
        self._catalogue = catalogue
        self.comparison = Comparison(self)
        self.model = MethodsModel(themes.theme, self)
        self.table = MethodsTable(self.model)
        self.chart = BarChart(themes.theme)
        self.stops: list[QPushButton] = []
        """The Stop button of each row."""
        self._make_controls()
        self._lay_out()
        self._fill()
        self.comparison.changed.connect(self._show_progress)
        self.comparison.ended.connect(self._show_progress)
        self.model.choice_changed.connect(self._show_state)
        session.sheet_changed.connect(self._show_state)
        session.reset.connect(self._show_state)
        themes.changed.connect(self._theme_changed)
        self._theme_changed(themes.theme)
        self._show_progress()
        self._resize_to_screen()

    # Making

    def _make_controls(self) -> None:
        self.puzzle = QLabel()
        self.puzzle.setWordWrap(True)
        self.limit = NumberBox()
        self.limit.setRange(1, _MAX_LIMIT_S)
        self.limit.setValue(DEFAULT_LIMIT_S)
        self.limit.setSuffix(" s")
        self.limit.setToolTip(_("The longest time that each method may take"))
        self.at_a_time = NumberBox()
        self.at_a_time.setRange(1, max(2, cores()))
        self.at_a_time.setValue(self.at_a_time.maximum())
        self.at_a_time.setToolTip(_("How many methods run at the same time; the others wait"))
        self.at_a_time.valueChanged.connect(self._show_state)
        self.note = note()
        self.measure = QComboBox()
        self.measure.addItems([measure.name for measure in _MEASURES])
        self.measure.setAccessibleName(_("What the bars show"))
        self.measure.currentIndexChanged.connect(self._show_bars)
        self.all = QPushButton(_("&All"))
        self.none = QPushButton(_("&None"))
        self.variant = QPushButton(_("Add &Variant…"))
        self.copy = QPushButton(_("&Copy"))
        self.copy_markdown = QPushButton(_("Copy as &Markdown"))
        self.start = QPushButton(_("&Start"))
        self.stop = QPushButton(_("St&op"))
        for button, tip, action in (
            (self.all, _("Tick all methods"), lambda: self.model.choose_all(True)),
            (self.none, _("Tick no method"), lambda: self.model.choose_all(False)),
            (self.variant, _("A method with other options"), self._add_variant),
            (self.copy, _("The table, for a spreadsheet or a document"), self._copy),
            (self.copy_markdown, _("The table in Markdown"), self._copy_markdown),
            (self.start, _("Run the ticked methods on the open puzzle"), self.run),
            (self.stop, _("Stop all methods"), self.comparison.stop),
        ):
            button.setToolTip(tip)
            click_on_enter(button)
            button.clicked.connect(lambda _=False, action=action: action())
        for button in (self.all, self.none, self.variant, self.copy, self.copy_markdown):
            button.setProperty(COMPACT, True)
        self.start.setDefault(True)
        self.start.setProperty(PRIMARY, True)
        QShortcut(QKeySequence.StandardKey.Copy, self.table).activated.connect(self._copy)

    def _lay_out(self) -> None:
        choice = QHBoxLayout()
        choice.addWidget(self.puzzle, 1)
        for button in (self.all, self.none, self.variant):
            choice.addWidget(button)
        bars = QWidget()
        below = QVBoxLayout(bars)
        below.setContentsMargins(0, 8, 0, 0)
        below.setSpacing(8)
        shown = QHBoxLayout()
        label = QLabel(_("&Bars show:"))
        label.setBuddy(self.measure)
        shown.addWidget(label)
        shown.addWidget(self.measure)
        shown.addStretch(1)
        shown.addWidget(self.copy)
        shown.addWidget(self.copy_markdown)
        below.addLayout(shown)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setMinimumHeight(_CHART_PX)
        area.setWidget(self.chart)
        area.setAccessibleName(self.chart.accessibleName())
        below.addWidget(area, 1)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(self.table)
        self.splitter.addWidget(bars)
        self.splitter.setChildrenCollapsible(False)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(GAP_PX, GAP_PX, GAP_PX, GAP_PX)
        layout.setSpacing(GAP_PX)
        layout.addLayout(choice)
        layout.addWidget(self.splitter, 1)
        layout.addLayout(self._settings_row())
        layout.addWidget(self.note)
        self.area = SmallScreenArea(content)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.area, 1)
        whole.addWidget(self._foot())

    def _settings_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        for text, box in ((_("Time &limit:"), self.limit), (_("At a &time:"), self.at_a_time)):
            label = QLabel(text)
            label.setBuddy(box)
            row.addWidget(label)
            row.addWidget(box)
            row.addSpacing(GAP_PX)
        row.addStretch(1)
        return row

    def _foot(self) -> QFrame:
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Help | kinds.Close)
        buttons.rejected.connect(self.reject)
        buttons.helpRequested.connect(self.help_requested)
        for kind in (kinds.Help, kinds.Close):
            click_on_enter(buttons.button(kind))
        foot = QFrame()
        foot.setObjectName("foot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(GAP_PX, GAP_PX, GAP_PX, GAP_PX)
        row.setSpacing(8)
        row.addWidget(self.start)
        row.addWidget(self.stop)
        row.addStretch(1)
        row.addWidget(buttons)
        return foot

    def _fill(self) -> None:
        for name in engine_names():
            self._add_row(Row(name, ""))
        for name, reason in missing_engines().items():
            self._add_row(Row(name, "", is_chosen=False, missing=reason))
        self.variant.setEnabled(False)
        self.table.fit_names()
        self._catalogue.when_loaded(self._describe)

    def _describe(self) -> None:
        """Add tooltips and variants, once the methods' descriptions are loaded."""
        for row in self.model.rows:
            row.tip = self._tip(row.spec)
        proposed = known_variants(self._catalogue.methods)
        added = [spec for spec in self._settings.variants if spec not in proposed]
        for spec in [*proposed, *added]:
            self._add_row(Row(spec, self._tip(spec), is_chosen=spec in added))
        self.variant.setEnabled(True)
        self.table.fit_names()
        self._show_state()

    def _tip(self, spec: str) -> str:
        method = self._catalogue.find(spec.partition(":")[0])
        return method.description if method is not None else ""

    def _add_row(self, row: Row) -> int:
        at = self.model.add(row)
        stop = QPushButton(_("Stop"))
        stop.setProperty(IN_ROW, True)
        click_on_enter(stop)
        stop.setEnabled(False)
        stop.setAccessibleName(worded("Stop {spec}", spec=method_title(row.spec)))
        stop.clicked.connect(partial(self._stop_row, row))
        self.stops.append(stop)
        self.table.setIndexWidget(self.model.index(at, CompareColumn.STOP), stop)
        return at

    def _resize_to_screen(self) -> None:
        room = self.screen().availableSize()
        self.resize(min(960, room.width() * 9 // 10), min(860, room.height() * 9 // 10))
        self.splitter.setSizes([self.height() // 2, self.height() // 2])

    # Running

    def run(self) -> None:
        """Run the ticked methods on the puzzle that is open now."""
        puzzle = self._session.puzzle
        chosen = self.model.chosen
        if self.comparison.is_running or not chosen:
            return
        if text := defects_text(puzzle, _("This puzzle cannot be solved:")):
            QMessageBox.warning(self, self.windowTitle(), text)
            return
        self.comparison.start(
            puzzle, [row.spec for row in chosen], self.limit.value(), self.at_a_time.value()
        )
        self.model.show_runs(self.comparison.runs, puzzle.height * puzzle.width)
        self._show_progress()

    def close_at_once(self) -> None:
        """Kill all processes: the main window closes."""
        self.comparison.close()
        self.hide()

    def reject(self) -> None:
        """Close, and stop the methods that are still running."""
        self.comparison.stop()
        super().reject()

    def hideEvent(self, event: QHideEvent) -> None:  # Qt override
        super().hideEvent(event)
        release_hidden(self, event)

    def _stop_row(self, row: Row) -> None:
        if row.run is not None:
            self.comparison.cancel(row.run)

    def _add_variant(self) -> None:
        from helper.methods.options_dialog import OptionsDialog

        methods = [method for method in self._catalogue.methods if method.options]
        with asked(
            OptionsDialog(methods, self._settings.method_options, _("&Add"), self)
        ) as dialog:
            if dialog.exec() != QDialog.DialogCode.Accepted:
                return
            spec = dialog.spec
        at = next((i for i, row in enumerate(self.model.rows) if row.spec == spec), None)
        if at is None:
            self._settings.variants.append(spec)
            at = self._add_row(Row(spec, self._tip(spec)))
            self.table.fit_names()
        else:
            index = self.model.index(at, CompareColumn.METHOD)
            self.model.setData(index, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
        self.table.selectRow(at)
        self.table.scrollTo(self.model.index(at, CompareColumn.METHOD))

    # Showing

    def _theme_changed(self, theme: Theme) -> None:
        self.model.theme = theme
        self.model.refresh()
        self.chart.set_theme(theme)

    def _show_progress(self) -> None:
        self.model.refresh()
        self._show_bars()
        self._show_state()

    def _show_state(self) -> None:
        """Enable the buttons that can be used, and name the puzzle."""
        is_running = self.comparison.is_running
        self.start.setEnabled(bool(self.model.chosen) and not is_running)
        self.stop.setEnabled(is_running)
        self.at_a_time.setEnabled(not is_running)
        self.limit.setEnabled(not is_running)
        has_rows = bool(self.comparison.runs)
        self.copy.setEnabled(has_rows)
        self.copy_markdown.setEnabled(has_rows)
        for row, stop in zip(self.model.rows, self.stops, strict=False):
            stop.setEnabled(row.run is not None and not row.run.is_over)
        self._show_puzzle(is_running)
        self._show_note()

    def _show_puzzle(self, is_running: bool) -> None:
        now, then = self._session.puzzle, self.comparison.puzzle
        if then is None:
            text = worded("Start takes the open puzzle: {puzzle}.", puzzle=words.puzzle_text(now))
        else:
            if now == then:
                text = _("Running on {then}.") if is_running else _("The results are for {then}.")
            elif is_running:
                text = _("Running on {then}; Start takes the one that is open now: {now}.")
            else:
                text = _("The results are for {then}; Start takes the one that is open now: {now}.")
            text = worded(text, then=words.puzzle_text(then), now=words.puzzle_text(now))
        self.puzzle.setText(text)

    def _show_note(self) -> None:
        at_a_time, there = self.at_a_time.value(), cores()
        if at_a_time == 1:
            text = plural(
                there,
                "One method runs at a time (this machine has {count} core), so the times are"
                " reliable.",
                "One method runs at a time (this machine has {count} cores), so the times are"
                " reliable.",
            )
        else:
            text = plural(
                there,
                "{at_a_time} methods run at a time (this machine has {count} core) and slow each"
                " other down: for reliable times let one run at a time.",
                "{at_a_time} methods run at a time (this machine has {count} cores) and slow each"
                " other down: for reliable times let one run at a time.",
                at_a_time=at_a_time,
            )
        self.note.setText(text)

    def _show_bars(self) -> None:
        measure = _MEASURES[self.measure.currentIndex()]
        bars = [_bar(run, measure, self.model.cells) for run in self.comparison.runs]
        self.chart.show_bars(bars, measure.mark, measure.smallest)

    # Copying

    def _rows(self) -> list[list[str]]:
        return words.table(self.comparison.runs, self.model.cells)

    def _about(self) -> str:
        """A description of the table, to be copied with it."""
        puzzle = self.comparison.puzzle
        if puzzle is None:
            return ""
        limit, at_a_time = self.limit.value(), self.at_a_time.value()
        return worded(
            "{puzzle}; at most {limit} s each, {at_a_time} at a time",
            puzzle=words.puzzle_text(puzzle),
            limit=limit,
            at_a_time=at_a_time,
        )

    def _copy(self) -> None:
        rows = self._rows()
        data = QMimeData()
        data.setText(words.as_tsv(rows))
        data.setHtml(words.as_html(rows, self._about()))
        put_on_clipboard(data)

    def _copy_markdown(self) -> None:
        QGuiApplication.clipboard().setText(words.as_markdown(self._rows(), self._about()))


def _bar(run: MethodRun, measure: _Measure, cells: int) -> ChartBar:
    value = measure.value(run)
    number = measure.text(value) if value is not None else ""
    look = BarStyle.DONE
    if run.is_wrong:
        look, number = BarStyle.WRONG, f"{number}, WRONG"
    elif run.state is RunState.RUNNING:
        look, number = BarStyle.GROWING, f"{number} …" if number else _("running …")
    elif run.state in (RunState.OVER_TIME, RunState.STOPPED):
        look = BarStyle.CUT_OFF
        state = words.STATES[run.state]
        number = enumerated([number, state]) if number else state
    elif run.state is not RunState.DONE:
        look, number = BarStyle.UNSOLVED, words.STATES[run.state]
    elif value is None:
        number = _("not counted")
    elif run.result is not None and run.result.outcome in (Outcome.STUCK, Outcome.GAVE_UP):
        look = BarStyle.UNSOLVED
        number = enumerated([number, run.result.outcome.label])
    return ChartBar(
        method_title(run.spec),
        value if value is None or math.isfinite(value) else None,
        number,
        look,
    )


_NAMES_PX, _STATE_PX, _SECTION_PX = 190, 120, 60
"""The most that the names take, and the least that the states and any column take."""
_CELL_MARGIN_PX, _ROW_MARGIN_PX = 16, 13
_OPTIONAL = (
    CompareColumn.NODES,
    CompareColumn.WORK,
    CompareColumn.MEMORY,
    CompareColumn.SOLUTIONS,
)
"""The columns that are put away where there is no room, the first one first."""


class MethodsTable(QTableView):
    """Shows the methods. In a narrow window it puts columns away; copies have them all."""

    def __init__(self, model: MethodsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(_("Methods"))
        self.verticalHeader().hide()
        line = self.fontMetrics().height()
        self.verticalHeader().setDefaultSectionSize(line + _ROW_MARGIN_PX)
        self.setMinimumHeight(6 * (line + _ROW_MARGIN_PX))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(CompareColumn.STATE, QHeaderView.ResizeMode.Stretch)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(_SECTION_PX)
        width = self.fontMetrics().horizontalAdvance
        for column, longest in (
            (CompareColumn.TIME, "000.00 s"),
            (CompareColumn.MEMORY, "0,000 MB"),
            (CompareColumn.WORK, "00,000,000"),
            (CompareColumn.NODES, "00,000,000"),
            (CompareColumn.SOLUTIONS, _("Solutions")),
            (CompareColumn.STOP, _("Stop") + "000"),
        ):
            header.resizeSection(column, width(longest) + _CELL_MARGIN_PX)

    def fit_names(self) -> None:
        """Give the names of the methods the room that they need, up to a limit."""
        wide = self.sizeHintForColumn(CompareColumn.METHOD) + 12
        self.horizontalHeader().resizeSection(CompareColumn.METHOD, min(wide, _NAMES_PX))
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Put away columns, the least important ones first, until the others have room."""
        header = self.horizontalHeader()
        for column in _OPTIONAL:
            self.showColumn(column)
        room = self.viewport().width() - _STATE_PX
        used = sum(
            header.sectionSize(each) for each in CompareColumn if each != CompareColumn.STATE
        )
        for column in _OPTIONAL:
            if used <= room:
                break
            used -= header.sectionSize(column)
            self.hideColumn(column)
