"""Methods side by side: the processes, the table, the chart, the clipboard."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.theme import DARK, LIGHT
from helper.main_window.main_window import MainWindow
from helper.methods import method_work
from helper.methods.compare_dialog import CompareDialog
from helper.methods.compare_table import CompareColumn
from helper.methods.comparison import KILL_AFTER_S, Comparison, MethodRun, RunState
from helper.methods.comparison_text import as_html, as_markdown, as_tsv, state_text, table
from helper.methods.method_work import Measurement, measure_work
from helper.methods.methods import describe_all, method_title
from helper.methods.options_dialog import OptionsDialog
from helper.widgets.bar_chart import BarChart, BarStyle, ChartBar
from puzzles import Grid, NonogramError, Puzzle
from puzzles.child.process import running_children
from puzzles.formats import Document
from solver.api import Limits, Outcome, SolveResult
from solver.registry import engine_names, missing_engines
from tests.support.boards import CHICK
from tests.support.cases import few

LEFT = Qt.MouseButton.LeftButton
QUICK, SLOW, SLOW_TOO = "native", "brute-force", "depth-first"


@pytest.fixture(autouse=True)
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    texts: list[str] = []

    def box(_: object, __: str, text: str, *rest: object) -> QMessageBox.StandardButton:
        texts.append(text)
        return QMessageBox.StandardButton.Discard

    monkeypatch.setattr(QMessageBox, "warning", box)
    return texts


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> Iterator[CompareDialog]:
    """The dialog for a board of 10x10, with no method ticked."""
    puzzle = Puzzle.from_numbers([[3, 2]] * 10, [[10]] * 3 + [[]] * 3 + [[10]] * 2 + [[]] * 2)
    window.session.open_copy(Document(puzzle))
    window.catalogue.methods = describe_all()
    window.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(window, "Ctrl+Shift+F5")
    made = window.methods.compare_dialog
    assert made is not None
    QTest.mouseClick(made.none, LEFT)
    yield made
    made.close_at_once()
    no_child_is_left(qtbot)


def no_child_is_left(qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not running_children(), timeout=3000)


def row_of(dialog: CompareDialog, spec: str) -> int:
    return [row.spec for row in dialog.model.rows].index(spec)


def tick(dialog: CompareDialog, *specs: str) -> None:
    """Tick methods by mouse."""
    for spec in specs:
        index = dialog.model.index(row_of(dialog, spec), CompareColumn.METHOD)
        rect = dialog.table.visualRect(index)
        QTest.mouseClick(
            dialog.table.viewport(), LEFT, pos=QPoint(rect.left() + 10, rect.center().y())
        )
    assert {row.spec for row in dialog.model.chosen} >= set(specs)


def text(dialog: CompareDialog, spec: str, column: CompareColumn) -> str:
    return str(dialog.model.index(row_of(dialog, spec), column).data())


def run_of(dialog: CompareDialog, spec: str) -> MethodRun:
    return next(run for run in dialog.comparison.runs if run.spec == spec)


@pytest.mark.clock
def test_a_quick_method_is_done_while_slow_ones_run_and_the_window_lives(
    dialog: CompareDialog, qtbot: QtBot
) -> None:
    """Three methods; then one is stopped alone, the table copied, and the rest stopped."""
    tick(dialog, QUICK, SLOW, SLOW_TOO)
    dialog.at_a_time.setMaximum(3)
    dialog.at_a_time.setValue(3)
    ticks: list[float] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
    timer.start(10)
    QTest.mouseClick(dialog.start, LEFT)

    def states() -> list[str]:
        return [text(dialog, spec, CompareColumn.STATE) for spec in (QUICK, SLOW, SLOW_TOO)]

    qtbot.waitUntil(
        lambda: states() == ["exactly one solution", "running", "running"], timeout=15000
    )
    assert text(dialog, QUICK, CompareColumn.SOLUTIONS) == "1"
    assert text(dialog, QUICK, CompareColumn.WORK) != ""
    assert text(dialog, QUICK, CompareColumn.MEMORY).endswith(" MB")
    elapsed = run_of(dialog, SLOW).seconds
    qtbot.wait(500)
    assert run_of(dialog, SLOW).seconds > elapsed + 0.2
    gaps = [later - earlier for earlier, later in pairwise(ticks)]
    assert len(ticks) > 20
    assert sorted(gaps)[len(gaps) // 2] < 0.05
    assert max(gaps) < 1
    looks = {bar.name: bar.look for bar in dialog.chart.bars}
    shown = {QUICK: BarStyle.DONE, SLOW: BarStyle.GROWING, SLOW_TOO: BarStyle.GROWING}
    assert looks == {method_title(spec): look for spec, look in shown.items()}
    assert not dialog.start.isEnabled()

    QTest.mouseClick(dialog.stops[row_of(dialog, SLOW)], LEFT)
    assert states() == ["exactly one solution", "stopped", "running"]
    QTest.mouseClick(dialog.copy, LEFT)
    data = QGuiApplication.clipboard().mimeData()
    lines = [line.split("\t") for line in data.text().splitlines()]
    assert lines[0][:3] == ["method", "state", "time (s)"]
    assert [line[0] for line in lines[1:]] == [row.spec for row in dialog.model.chosen]
    assert {len(line) for line in lines} == {len(lines[0])}
    assert float(lines[1][2]) > 0
    assert "<td>exactly one solution</td>" in data.html()
    QTest.mouseClick(dialog.copy_markdown, LEFT)
    assert "| native | exactly one solution |" in QGuiApplication.clipboard().text()

    before = time.perf_counter()
    QTest.mouseClick(dialog.stop, LEFT)
    assert states() == ["exactly one solution", "stopped", "stopped"]
    no_child_is_left(qtbot)
    assert time.perf_counter() - before < 1
    assert dialog.start.isEnabled()


def test_as_many_run_at_a_time_as_is_said_and_one_that_waits_can_be_taken_out(
    dialog: CompareDialog, qtbot: QtBot
) -> None:
    tick(dialog, QUICK, SLOW, SLOW_TOO, "python")
    dialog.at_a_time.setValue(1)
    assert dialog.note.text().startswith("One method runs at a time")
    dialog.at_a_time.setValue(2)
    assert dialog.note.text().startswith("2 methods run at a time")
    dialog.limit.setValue(1)
    QTest.mouseClick(dialog.start, LEFT)
    runs = dialog.comparison.runs
    most = 0

    def is_done() -> bool:
        nonlocal most
        most = max(most, sum(run.job is not None for run in runs))
        return not dialog.comparison.is_running

    assert text(dialog, SLOW_TOO, CompareColumn.STATE) == "waiting"
    QTest.mouseClick(dialog.stops[row_of(dialog, SLOW_TOO)], LEFT)
    qtbot.waitUntil(is_done, timeout=15_000)
    assert most == 2
    ends = {run.spec: run.state for run in runs}
    assert ends == {
        QUICK: RunState.DONE,
        "python": RunState.DONE,
        SLOW: RunState.OVER_TIME,
        SLOW_TOO: RunState.STOPPED,
    }
    assert not run_of(dialog, SLOW_TOO).has_run
    cut = {bar.name: bar.text for bar in dialog.chart.bars}[method_title(SLOW)]
    assert cut.endswith("over time")


@pytest.mark.parametrize("way", few(1, ["dialog", "window"]))
def test_closing_ends_the_processes(
    window: MainWindow, dialog: CompareDialog, qtbot: QtBot, way: str
) -> None:
    tick(dialog, SLOW, SLOW_TOO)
    QTest.mouseClick(dialog.start, LEFT)
    qtbot.waitUntil(lambda: run_of(dialog, SLOW).state is RunState.RUNNING, timeout=15_000)
    assert running_children()
    if way == "dialog":
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    else:
        window.close()
    assert not dialog.isVisible()
    no_child_is_left(qtbot)


def test_it_says_which_puzzle_the_results_are_for(
    window: MainWindow, dialog: CompareDialog, qtbot: QtBot
) -> None:
    window.settings.change(check_while_creating=False)  # the check has a child, too
    window.session.open_copy(Document(CHICK))
    assert dialog.puzzle.text() == "Start takes the open puzzle: “Chick”, 7 × 7."
    tick(dialog, QUICK)
    QTest.mouseClick(dialog.start, LEFT)
    assert dialog.puzzle.text() == "Running on “Chick”, 7 × 7."
    window.session.open_copy(Document(Puzzle.empty(3, 4)))
    qtbot.waitUntil(lambda: not dialog.comparison.is_running, timeout=15_000)
    assert dialog.puzzle.text() == (
        "The results are for “Chick”, 7 × 7; Start takes the one that is open now:"
        " a puzzle without a title, 4 × 3."
    )


def test_a_defective_puzzle_is_refused_with_its_sentences(
    window: MainWindow, dialog: CompareDialog, said: list[str]
) -> None:
    puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1]])
    window.session.open_copy(Document(puzzle))
    tick(dialog, QUICK)
    QTest.mouseClick(dialog.start, LEFT)
    assert not dialog.comparison.is_running
    assert "row 1: 3 needs 3 cells, the row has 2" in said[0]


def test_every_method_can_be_chosen_and_all_or_none_of_them(dialog: CompareDialog) -> None:
    assert not dialog.model.chosen
    assert not dialog.start.isEnabled()
    QTest.mouseClick(dialog.all, LEFT)
    assert {row.spec for row in dialog.model.chosen} >= set(engine_names())
    assert dialog.start.isEnabled()


def test_the_methods_are_there_before_they_are_known(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.compare_methods()
    dialog = window.methods.compare_dialog
    assert dialog is not None
    assert [row.spec for row in dialog.model.rows] == [*engine_names(), *missing_engines()]
    assert not dialog.variant.isEnabled()
    qtbot.waitUntil(dialog.variant.isEnabled, timeout=20_000)
    assert "axis:partial" in [row.spec for row in dialog.model.rows]
    index = dialog.model.index(0, CompareColumn.METHOD)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == window.catalogue.methods[0].description
    no_child_is_left(qtbot)


def test_a_variant_is_added_once(dialog: CompareDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_in(options: OptionsDialog) -> int:
        options.methods.setCurrentText("elimination")
        QTest.keyClick(options.form.fields["early-stop"], Qt.Key.Key_Space)
        return QDialog.DialogCode.Accepted.value

    monkeypatch.setattr(OptionsDialog, "exec", fill_in)
    before = len(dialog.model.rows)
    for _ in range(2):
        QTest.mouseClick(dialog.variant, LEFT)
        assert [row.spec for row in dialog.model.chosen] == ["elimination:early-stop=no"]
    assert len(dialog.model.rows) == len(dialog.stops) == before + 1


# What is said of a run


def ended(spec: str, outcome: Outcome, *solutions: Grid, note: str = "") -> MethodRun:
    result = SolveResult(outcome, solutions, Grid.for_puzzle(CHICK), spec, note=note)
    return MethodRun(
        spec, RunState.DONE, seconds=0.5, memory=2**25, known=3, result=result, began=1.0
    )


def test_a_wrong_answer_is_found_out() -> None:
    right = Grid.from_text(
        [".###...", "##.#...", ".###.##", "..#####", "..####.", "....#..", "...##.."]
    )
    wrong = right.copy()
    wrong[6, 6] = 2
    comparison = Comparison()
    comparison.puzzle = CHICK
    comparison.runs = runs = [
        ended("a", Outcome.UNIQUE, right),
        ended("b", Outcome.UNIQUE, wrong),
        ended("c", Outcome.NONE),
    ]
    comparison._check_answers()
    assert [run.is_wrong for run in runs] == [False, True, True]
    assert state_text(runs[1], 49) == "WRONG: the solution does not satisfy row 7"
    assert state_text(runs[2], 49) == (
        "WRONG: the method says that there is no solution; another has found one"
    )


def test_what_stuck_and_given_up_runs_say_is_copied() -> None:
    runs = [ended("a", Outcome.STUCK), ended("b", Outcome.GAVE_UP, note="too | large")]
    rows = table(runs, 49)
    assert [row[1] for row in rows] == ["stuck: 3 of 49 cells certain", "gave up; too | large"]
    assert [row[4] for row in rows] == ["", ""]  # nothing was counted
    assert [row[2:4] for row in rows] == [["0.500000", "32.0"]] * 2
    assert as_tsv(rows).count("\n") == 3
    assert "too \\| large" in as_markdown(rows)
    assert "<td>a</td>" in as_html(rows)


def test_a_method_that_does_not_notice_the_time_limit_is_ended() -> None:
    comparison = Comparison()
    comparison.puzzle = CHICK
    run = MethodRun("deaf", RunState.RUNNING, began=time.perf_counter() - KILL_AFTER_S - 1)
    comparison.runs = [run]
    comparison._update_times()
    assert run.state is RunState.OVER_TIME
    assert run.seconds > KILL_AFTER_S


def test_a_measured_solve_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Measurement] = []
    report: Callable[[object], None] = told.append  # type: ignore[assignment]
    end = measure_work(CHICK, "brute-force", Limits(), report, lambda: len(told) == 3)
    assert len(told) == 3
    assert told[0].result is None
    assert told[0].base == told[0].memory > 2**20
    assert end.memory >= told[-1].memory >= end.base
    assert end.result is not None
    assert end.result.outcome is Outcome.STOPPED
    monkeypatch.setattr(method_work, "MEASURE_EVERY_S", 60.0)
    measure_work(CHICK, "brute-force", Limits(nodes=3000), report, lambda: False)
    assert len(told) == 4, "the first one only"


def painted(chart: BarChart) -> Callable[[int, int], str]:
    image = chart.grab().toImage()
    return lambda x, y: image.pixelColor(x, y).name()


@pytest.mark.skipif(sys.platform != "linux", reason="not tried elsewhere")
def test_a_method_that_needs_too_much_memory_fails_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def greedy(*_: object) -> None:
        bytearray(3 * 2**30)

    monkeypatch.setattr(method_work, "solve", greedy)
    with pytest.raises(NonogramError, match=r"needs more than 2,048 MB of memory"):
        measure_work(CHICK, "native", Limits(), lambda _: None, lambda: False)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_bar_ten_times_as_long_is_one_mark_longer(qtbot: QtBot, theme: object) -> None:
    chart = BarChart(theme)  # type: ignore[arg-type]
    qtbot.addWidget(chart)
    chart.resize(500, 200)
    bars = [
        ChartBar("a", 0.01, "10 ms"),
        ChartBar("b", 0.1, "100 ms"),
        ChartBar("c", 1.0, "1 s, wrong", BarStyle.WRONG),
        ChartBar("d", None, "waiting", BarStyle.UNSOLVED),
    ]
    chart.show_bars(bars, str, 1e-5)
    assert chart.scale == (-2, 0)
    plot = chart._plot()
    assert chart._length(0.1, plot.width()) * 2 == pytest.approx(chart._length(1.0, plot.width()))
    color = painted(chart)
    height = plot.height() / 4
    x = int(plot.left()) + 20
    assert color(x, int(plot.top() + 1.5 * height)) == chart._theme.accent
    assert color(x, int(plot.top() + 2.5 * height)) == chart._theme.red
    assert chart.accessibleDescription() == "a: 10 ms; b: 100 ms; c: 1 s, wrong; d: waiting"
