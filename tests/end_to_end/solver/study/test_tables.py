"""Tables, page and charts: what stands in a cell, and that no title breaks out of it."""

from __future__ import annotations

import csv
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from solver.study import study_report as report
from solver.study.charts import charts
from solver.study.journal import Record
from solver.study.page import Figure, page
from solver.study.plan import PuzzleKey
from solver.study.study_report import write_report
from solver.study.study_values import RunOutcome, StudySettings
from solver.study.summary import Study, summary
from solver.study.tables import (
    MANY_ENGINES,
    all_tables,
    markdown,
    milliseconds,
    summary_csv,
    time_tables,
)
from tests.support.study_runs import SETTINGS, key, make_record

NASTY = '<script>alert("1")</script>|`*_\\&lt;'


def study(*records: Record, settings: StudySettings = SETTINGS) -> Study:
    return summary(records, settings)


def cell(record: Record, settings: StudySettings = SETTINGS) -> str:
    (table,) = time_tables(study(record, settings=settings))
    return table.rows[0][2]


class Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            outside = name in ("src", "href", "srcset") and "://" in (value or "")[:40]
            assert not outside, "the page needs nothing else"

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (make_record(1.5), "1,500"),
        (make_record(0.0461234), "46.1"),
        (make_record(None), "over 20 s"),
        (make_record(0.1, RunOutcome.STUCK, known=63), "stuck at 63%"),
        (make_record(0.1, RunOutcome.STUCK), "stuck"),
        (make_record(0.1, RunOutcome.NO_SOLUTION, outcome="none"), "no solution, 100"),
        (make_record(0.1, RunOutcome.GAVE_UP), "gave up"),
        (make_record(None, RunOutcome.CRASHED), "crashed"),
        (make_record(None, RunOutcome.OUT_OF_MEMORY), "out of memory"),
        (make_record(0.1, RunOutcome.WRONG), "wrong"),
    ],
)
def test_a_cell_has_milliseconds_or_the_reason_why_not(record: Record, expected: str) -> None:
    assert cell(record) == expected


def test_a_solution_that_may_not_be_the_only_one_is_marked_where_that_is_asked() -> None:
    settings = replace(SETTINGS, proof=True)
    found, unique = make_record(1.0, outcome="found"), make_record(1.0, outcome="unique")
    assert [cell(found), cell(found, settings), cell(unique, settings)] == [
        "1,000",
        "1,000*",
        "1,000",
    ]


def test_rows_are_puzzles_with_their_size_and_columns_engines() -> None:
    runs = [
        make_record(0.001, puzzle=key("a", 5)),
        make_record(0.002, puzzle=key("a", 5), engine="axis:partial"),
        make_record(0.5, puzzle=key("b", 8), engine="axis:partial"),
    ]
    (table,) = time_tables(study(*runs))
    assert markdown(table).splitlines()[-4:] == [
        "| puzzle | size | native | axis:partial |",
        "| ------ | ---- | -----: | -----------: |",
        "| A      | 5x5  |   1.00 |         2.00 |",
        "| B      | 8x8  |        |          500 |",
    ]
    assert table.best == ((2,), (3,))


def test_a_table_of_many_engines_and_few_puzzles_is_turned() -> None:
    engines = [f"engine-{number}" for number in range(MANY_ENGINES)]
    runs = [
        make_record(0.001 * (1 + (number + at) % MANY_ENGINES), puzzle=key(name, 5), engine=engine)
        for number, engine in enumerate(engines)
        for at, name in enumerate("ab")
    ]
    (table,) = time_tables(study(*runs))
    assert table.head == ("engine", "A, 5x5", "B, 5x5")
    assert [row[0] for row in table.rows] == engines
    assert table.rows[0][1:] == ("1.00", "2.00")
    assert table.best == ((1,), *[()] * (MANY_ENGINES - 2), (2,))
    assert max(map(len, markdown(table).splitlines())) <= 80
    assert 'class="best"' in page(study(*runs), [table], [])


def test_three_digits_mean_something() -> None:
    texts = [milliseconds(s) for s in (1234.5678, 0.9996, 0.09996, 0.00123456, 0.0000005)]
    assert texts == ["1,234,568", "1,000", "100.0", "1.23", "0.001"]


def test_titles_do_not_break_tables_and_pages(tmp_path: Path) -> None:
    puzzle = PuzzleKey(NASTY, "x.non", NASTY, 5, 5, "d")
    runs = [
        make_record(0.1, puzzle=puzzle, engine="native"),
        make_record(None, RunOutcome.CRASHED, puzzle=puzzle, engine="axis", note=NASTY),
    ]
    figures = study(*runs)
    for table in all_tables(figures):
        lines = markdown(table).split("\n")
        assert "<" not in "".join(lines)
        bars = {line.replace("\\\\", "").replace("\\|", "").count("|") for line in lines[4:]}
        assert bars == {len(table.head) + 1}
    opened = Page(page(figures, all_tables(figures), [Figure("", "time", NASTY, b"", b"")]))
    assert "script" not in opened.tags
    set_name = replace(puzzle, set_name="nasty")  # a set's name is a folder's
    figures = study(*(replace(run, puzzle=set_name) for run in runs))
    write_report(figures, tmp_path)
    opened = Page((tmp_path / "study.html").read_text())
    assert "script" not in opened.tags
    assert opened.texts.count(NASTY) >= 5
    rows = list(csv.DictReader(summary_csv(figures).splitlines()))
    assert [row["title"] for row in rows] == [NASTY, NASTY]


def test_a_single_puzzle_has_a_bar_for_each_engine() -> None:
    pytest.importorskip("matplotlib")
    from solver.study.study_drawing import LIGHT, _figure

    runs = [make_record(0.01, engine="native"), make_record(None, engine="axis")]
    chart = charts(study(*runs))[0]
    assert chart.is_of_one_puzzle
    assert chart.title == runs[0].puzzle.name
    (axes,) = _figure(chart, LIGHT).axes
    assert len(axes.patches) == 2
    assert [each.get_text() for each in axes.get_yticklabels()] == ["native", "axis"]
    assert {each.get_text() for each in axes.texts} == {"10", "over 20 s"}
    several = [*runs, make_record(0.02, engine="native", puzzle=key("other", 9))]
    assert not charts(study(*several))[0].is_of_one_puzzle


def test_the_page_holds_every_table_and_chart(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    runs = [
        make_record(size / 100, puzzle=key(f"p{size}", size), repeat=repeat, before_mb=20.0,
                    peak_mb=21.0, work=size, python_mb=0.5)
        for size in (5, 10)
        for repeat in (0, 1)
    ]  # fmt: skip
    runs.append(make_record(None, puzzle=key("p10", 10), engine="axis", work=3))
    figures = study(*runs)
    names = {path.name for path in write_report(figures, tmp_path)}
    charts = ("time", "memory", "python-memory", "work")
    assert {f"{chart}-shapes.{kind}" for chart in charts for kind in ("svg", "png")} < names
    opened = Page((tmp_path / "study.html").read_text())
    assert opened.tags.count("img") == 4
    assert opened.tags.count("table") == len(all_tables(figures))
    for table in all_tables(figures):
        assert table.title in opened.texts
        assert markdown(table) in (tmp_path / "tables.md").read_text()


@pytest.mark.parametrize(
    ("record", "text"),
    [
        pytest.param(make_record(None), "over 20 s", id="over time"),
        pytest.param(make_record(None, RunOutcome.CRASHED), "crashed", id="crashed"),
        pytest.param(make_record(0.001, puzzle=key("a", 1)), "1.00", id="one cell"),
    ],
)
def test_what_can_hardly_be_drawn_still_makes_a_page(
    tmp_path: Path, record: Record, text: str
) -> None:
    files = write_report(study(record), tmp_path)
    assert all(path.stat().st_size for path in files)
    assert text in Page((tmp_path / "study.html").read_text()).texts


def test_without_matplotlib_there_are_tables_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    names = {path.name for path in write_report(study(make_record()), tmp_path)}
    assert names == {"study.html", "tables.md", "summary.csv"}
    assert "img" not in Page((tmp_path / "study.html").read_text()).tags
