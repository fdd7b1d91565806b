"""What all benchmarks share: options, tables, and the commands of the documents."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchmarks.__main__ import beside, command_of
from benchmarks.harness import Items, Printer, Row, Times, benchmark, measure, plain, pooled, row_of


@benchmark(count=1)
def made_up(place: Path, count: int = 3, sizes: tuple[int, ...] = (5, 7)) -> Items:
    """Nothing at all.

    Args:
        place: A folder.
        count: Rows
            of the table.
        sizes: Of boards.
    """
    for number in range(count):
        yield {
            "case": f"{place} {number}",
            "sizes": f"{sizes}",
            "share": 0.5,
            "time": Times([0.002]),
        }


def output(*words: str) -> str:
    group = click.Group(commands={"made-up": command_of(made_up)})
    done = CliRunner().invoke(group, ["made-up", *words], obj=list(words), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_parameters_are_options() -> None:
    text = output("--help")
    assert "Rows of the table. [default: 3]" in " ".join(text.split())
    assert "--sizes INTEGER,..." in text
    assert "Args" not in text


def test_rows_are_a_table_below_the_machine_and_the_command() -> None:
    _, command, _, heads, dashes, *rows = output("at", "--sizes", "3,4").splitlines()
    assert command == "$ python -m benchmarks at --sizes 3,4"
    assert [cell.strip() for cell in heads.split("|")] == [
        "", "case", "sizes", "share", "time, ms", "p95", "most", "CPU, ms", "",
    ]  # fmt: skip
    assert dashes.split("|")[3].strip("- ") == ":"
    assert len(rows) == 3
    assert " ".join(rows[1].split()) == "| at 1 | (3, 4) | 0.500 | 2.00 | 2.00 | 2.00 | - |"
    assert len({len(line) for line in (heads, dashes, *rows)}) == 1


def test_the_quickest_form_leaves_what_is_given() -> None:
    assert output("at", "--quick").count("| at ") == 1
    assert output("at", "--quick", "--count", "2").count("| at ") == 2


def test_repeated_runs_are_put_together() -> None:
    head, *rows = map(json.loads, output("at", "--json", "--quick").splitlines())
    assert head["command"] == ["at", "--json", "--quick"]
    assert rows[0]["time"] == {"wall_s": [0.002], "cpu_s": []}
    twice = pooled(row_of(row) for row in (*rows, *rows))
    assert [plain(row)["time"]["wall_s"] for row in twice.values()] == [[0.002, 0.002]]


def test_a_revision_stands_beside() -> None:
    here: Row = {"case": "a", "right": 3, "time": Times([0.2, 0.4], [0.1])}
    there: Row = {"case": "a", "right": 4, "time": Times([0.1], [0.2])}
    row = beside(here, there, "main")
    assert row["right"] == "3 / 4"
    assert (row["time"], row["main"]) == ("300 ms", "100 ms")
    assert row["ratio"] == pytest.approx(3.0)
    assert row["ratio of CPU"] == 0.5
    assert beside(here, None, "main")["right"] == "3 / -"


def test_cases_are_run_in_turn() -> None:
    log: list[str] = []
    times = measure({"a": lambda: log.append("a"), "b": lambda: log.append("b")}, 2)
    assert log == ["a", "b", "a", "b"]
    assert [len(each.wall_s) for each in times.values()] == [2, 2]


def test_a_pipe_parts_no_cells(capsys: pytest.CaptureFixture[str]) -> None:
    Printer().put({"case": "a|b"})
    assert "a\\|b" in capsys.readouterr().out
