"""The command line of all benchmarks: ``python -m benchmarks [NAME [OPTIONS]]``.

The parameters of a benchmark are its options, with the texts of its docstring; those without a
default are arguments. Several values are separated by commas; texts and paths, of which there are
none by default, are given by several options.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import click
from click.core import ParameterSource

from benchmarks.harness import (
    ROOT,
    Cell,
    Items,
    Printer,
    Row,
    Times,
    figure,
    machine,
    pooled,
    row_of,
)

ROUNDS = 3
"""How often both sides are measured with ``--against``; once with ``--quick``."""
INTERRUPTED = 130


class Several(click.ParamType[Any]):
    """Values separated by commas."""

    def __init__(self, of: click.ParamType[Any]) -> None:
        self._of, self.name = of, f"{of.name},..."

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The values as a tuple."""
        parts = value.split(",") if isinstance(value, str) else value
        return tuple(self._of.convert(part, param, ctx) for part in parts if part != "")


class Benchmarks(click.Group):
    """All benchmarks; a module is imported when its benchmark is run."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words of the command."""
        ctx.obj = list(args)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return sorted(found())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The benchmark of a name."""
        if name not in found():
            return None
        module, _ = found()[name]
        try:
            return command_of(getattr(import_module(module), name.replace("-", "_")))
        except ImportError as error:
            raise click.ClickException(f"{error}: pip install -e '.[bench,cluster]'") from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print a sentence of each."""
        with formatter.section("Benchmarks"):
            formatter.write_dl([(name, text) for name, (_, text) in sorted(found().items())])


@cache
def found() -> dict[str, tuple[str, str]]:
    """For the name of each benchmark its module and the first sentence of its docstring."""
    benchmarks = {}
    for path in (ROOT / "benchmarks").glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(each, ast.Call) and ast.unparse(each.func) == "benchmark"
                for each in node.decorator_list
            ):
                sentence = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
                benchmarks[node.name.replace("_", "-")] = f"benchmarks.{path.stem}", sentence
    return benchmarks


@click.group(cls=Benchmarks, invoke_without_command=True)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Measure the program: times, and how much is right.

    Each benchmark prints the machine and Markdown tables. Times are medians in ms beside the 95th
    percentile, the longest one, and the processor's time of all threads and child processes.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def command_of(function: Callable[..., Items]) -> click.Command:
    """The command of a benchmark."""
    text, _, parts = (inspect.getdoc(function) or "").partition("\n\nArgs:\n")
    texts = dict(re.findall(r"^    (\w+): (.*(?:\n {8,}.*)*)", parts, re.M))
    types = get_type_hints(function)
    own = [
        _parameter(each, types[each.name], texts.get(each.name, ""))
        for each in inspect.signature(function).parameters.values()
    ]
    common = [
        click.Option(["--quick"], is_flag=True, help="The shortest run, to see that it works."),
        click.Option(["--json"], is_flag=True, help="Print everything as JSON, an object a line."),
        click.Option(["--against"], metavar="REV", help="Measure this revision, too."),
    ]
    if "repeats" not in types:
        common.append(
            click.Option(["--repeats"], type=click.IntRange(1), default=1, show_default=True,
                         help="Run all so often.")
        )  # fmt: skip

    @click.pass_context
    def call(ctx: click.Context, /, **values: Any) -> None:
        run(function, ctx, values)

    return click.Command(
        function.__name__.replace("_", "-"), params=[*own, *common], callback=call, help=text
    )


def _parameter(given: inspect.Parameter, kind: Any, text: str) -> click.Parameter:
    if type(None) in get_args(kind):
        kind = next(each for each in get_args(kind) if each is not type(None))
    is_several = get_origin(kind) is tuple
    kind = get_args(kind)[0] if is_several else kind
    if get_origin(kind) is Literal:
        of: click.ParamType[Any] = click.Choice(get_args(kind))
    else:
        of = click.types.convert_type(click.Path(path_type=Path) if kind is Path else kind)
    if given.default is given.empty:
        return click.Argument([given.name], type=of, nargs=-1 if is_several else 1, required=True)
    name = f"--{given.name.strip('_').replace('_', '-')}"
    if kind is bool:
        return click.Option([name, given.name], is_flag=True, help=text)
    is_multiple = given.default == () and kind in (str, Path)  # they may have commas
    default = ",".join(map(str, given.default)) if is_several else given.default
    return click.Option(
        [name, given.name],
        type=Several(of) if is_several and not is_multiple else of,
        multiple=is_multiple,
        default=None if is_multiple else default,
        show_default=default not in (None, ""),
        help=text,
    )


def run(function: Callable[..., Items], ctx: click.Context, values: dict[str, Any]) -> None:
    """Run a benchmark and print what it finds."""
    is_quick, as_json = values.pop("quick"), values.pop("json")
    revision = values.pop("against")
    if is_quick:
        shortest = {"repeats": 1, **getattr(function, "quick", {})}
        unset = [n for n in shortest if ctx.get_parameter_source(n) is ParameterSource.DEFAULT]
        values |= {name: shortest[name] for name in unset if name in values}
    printer = Printer(as_json)
    words: list[str] = ctx.obj
    if as_json:
        click.echo(json.dumps({"machine": machine(), "command": words}))
    else:
        click.echo(f"{machine()}\n$ python -m benchmarks {shlex.join(words)}")
    if revision:
        for row in compared(words, revision, 1 if is_quick else ROUNDS):
            printer.put(row)
        return
    rounds = values.pop("repeats") if "repeats" not in inspect.signature(function).parameters else 1
    try:
        if rounds == 1:
            for item in function(**values):
                printer.put(item)
        else:
            items = ([*function(**values)] for _ in range(rounds))
            runs = ([item for item in each if isinstance(item, dict)] for each in items)
            for row in pooled(runs).values():
                printer.put(row)
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        ctx.exit(INTERRUPTED)


def compared(words: Sequence[str], revision: str, rounds: int) -> Iterator[Row]:
    """The rows of this checkout beside those of a revision, measured in turn."""
    at = next(k for k, word in enumerate(words) if word.startswith("--against"))
    rest = [*words[:at], *words[at + (1 if "=" in words[at] else 2) :], "--json"]
    with checkout(revision) as folder:
        sides: tuple[list[list[Row]], list[list[Row]]] = [], []
        for _ in range(rounds):
            for runs, place in zip(sides, (ROOT, folder), strict=True):
                runs.append(child_rows(rest, place))
    here, there = map(pooled, sides)
    for key, row in here.items():
        yield beside(row, there.get(key), revision)


def child_rows(words: Sequence[str], place: Path) -> list[Row]:
    """The rows of a benchmark that is run in a process of its own.

    Raises:
        click.ClickException: It failed.
    """
    command = [sys.executable, "-m", "benchmarks", *words]
    done = subprocess.run(command, cwd=place, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise click.ClickException(f"exit code {done.returncode} in {place}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [row_of(line) for line in lines if not line.keys() & {"machine", "text", "detail"}]


def beside(here: Row, there: Row | None, revision: str) -> Row:
    """A row of both: medians in ms and their ratios; other cells once if they are equal."""
    row: Row = {}
    for name, cell in here.items():
        other = None if there is None else there[name]
        if not isinstance(cell, Times):
            row[name] = cell if cell == other else " / ".join(map(_text, (cell, other)))
        elif isinstance(other, Times) and cell.wall_s and other.wall_s:
            row[name] = f"{figure(1000 * cell.median_s)} ms"
            row[f"{name}, {revision}"] = f"{figure(1000 * other.median_s)} ms"
            row[f"{name} ratio"] = cell.median_s / other.median_s
            cpus = [Times(each.cpu_s).median_s for each in (cell, other) if each.cpu_s]
            row[f"{name} CPU ratio"] = cpus[0] / cpus[1] if len(cpus) == 2 and cpus[1] else None
    return row


def _text(cell: Cell) -> str:
    return "-" if cell is None else figure(cell) if isinstance(cell, float) else f"{cell}"


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """A folder with a revision of the program and these benchmarks, and its compiled core."""

    def git(*words: str) -> int:
        return subprocess.run(["git", *words], cwd=ROOT, stdout=sys.stderr, check=False).returncode

    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent, "checkout")
        if git("worktree", "add", "--quiet", "--detach", str(folder), revision):
            raise click.ClickException(f"there is no revision {revision}")
        try:
            shutil.rmtree(folder / "benchmarks", ignore_errors=True)
            shutil.copytree(ROOT / "benchmarks", folder / "benchmarks")
            if git("diff", "--quiet", revision, "--", "solver/native", "setup.py"):
                build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
                subprocess.run(build, cwd=folder, stdout=sys.stderr, check=True)
            else:
                for core in (ROOT / "solver/native").glob("_core.*"):
                    shutil.copy(core, folder / "solver/native")
            yield folder
        finally:
            git("worktree", "remove", "--force", str(folder))


if __name__ == "__main__":
    cli(prog_name="python -m benchmarks")
