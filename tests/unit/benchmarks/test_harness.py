"""What all benchmarks share: options, tables, and the commands of the documents."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchmarks.__main__ import beside, cli, command_of, found
from benchmarks.harness import Items, Row, Times, benchmark, plain, pooled, row_of
from tests.support.paths import ROOT


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


def test_repeated_runs_are_put_together() -> None:
    head, *rows = map(json.loads, output("at", "--json", "--quick").splitlines())
    assert head["command"] == ["at", "--json", "--quick"]
    assert rows[0]["time"] == {"wall_s": [0.002], "cpu_s": []}
    twice = pooled([row_of(row) for row in rows] for _ in range(2))
    assert [plain(row)["time"]["wall_s"] for row in twice.values()] == [[0.002, 0.002]]


def test_a_revision_stands_beside() -> None:
    here: Row = {"case": "a", "right": 3, "time": Times([0.2, 0.4], [0.1])}
    there: Row = {"case": "a", "right": 4, "time": Times([0.1], [0.2])}
    row = beside(here, there, "main")
    assert row["right"] == "3 / 4"
    assert (row["time"], row["time, main"]) == ("300 ms", "100 ms")
    assert row["time ratio"] == pytest.approx(3.0)
    assert row["time CPU ratio"] == 0.5
    assert beside(here, None, "main")["right"] == "3 / -"


def commands() -> Iterator[list[str]]:
    """The words of each benchmark that a document names."""
    readme = (ROOT / "benchmarks/README.md").read_text("utf-8")
    pages = [path.read_text("utf-8") for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))]
    for text in (*pages, readme):
        for given in re.findall(r"`python -m benchmarks ([^`]+)`", text):
            yield shlex.split(given)
        for given in re.findall(r"^python -m benchmarks (\S.*?)(?: +#.*)?$", text, re.M):
            yield shlex.split(given)
    name = ""
    for command in re.findall(r"^\|[^|]+\| `([^`]+)`", readme, re.M):
        words = shlex.split(command)
        name = name if words[0].startswith("-") else words.pop(0)
        if name not in ("nonogram", "python"):
            yield [name, *words]


def test_documents_name_commands_that_are_there() -> None:
    named = list(commands())
    assert len(named) > 50
    known = found()
    for name, *words in named:
        assert name in known, (name, words)
        with click.Context(cli) as ctx:
            command = cli.get_command(ctx, name)
            assert command is not None
            needed = [each for each in command.params if each.required]
            left = [] if words else ["it"] * len(needed)
            numbered = ["1" if word == "N" else word for word in words if word != "--help"]
            command.make_context(name, [*numbered, *left], ctx)


def test_each_benchmark_has_a_sentence_and_options_with_texts() -> None:
    for name, (module, sentence) in found().items():
        assert sentence.endswith("."), name
        command = command_of(getattr(import_module(module), name.replace("-", "_")))
        for option in command.params:
            assert isinstance(option, click.Argument) or option.to_info_dict()["help"], (
                name,
                option,
            )
