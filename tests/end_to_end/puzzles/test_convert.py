"""``nonogram convert`` and ``nonogram formats``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result

from puzzles import Clue, Color, Grid, Puzzle, cli, convert_cli
from puzzles.cli import check
from puzzles.command_line import Services
from puzzles.contracts import ShouldStop, SolutionCount, SolvedPuzzle, no_solver
from puzzles.convert_cli import convert, formats
from puzzles.errors import FormatError
from puzzles.formats import Document, Format, read_all, write, write_all, written
from puzzles.formats.boards import picture_of
from puzzles.formats.conformance import conformance
from puzzles.formats.registry import FORMATS
from puzzles.inputs import Input
from puzzles.model import BLACK, WHITE
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.paths import ROOT

OTHER = Puzzle.from_numbers([[1], [2]], [[2], [1]], "Other")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("chick.non", Document(CHICK))
    write_all("two.nonpack", [Document(CHICK), Document(OTHER)])
    return tmp_path


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(convert, words, input=stdin)


def names_in(folder: str | Path) -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def test_the_name_tells_the_format_and_what_is_left_out_is_said() -> None:
    result = run("chick.non", "-o", "chick.mk")
    assert (result.exit_code, result.stdout) == (0, "chick.mk: written\n")
    assert result.stderr == "chick.mk: left out: the title\n"
    (found,) = read_all("chick.mk")
    assert (found.puzzle.rows, found.puzzle.columns) == (CHICK.rows, CHICK.columns)


@pytest.mark.parametrize(("count", "code", "sentence"), [
    (SolutionCount.UNKNOWN, 3, "the solution was not found in time"),
    (SolutionCount.NONE, 1, "it has no solution, so it is not solved"),
    (SolutionCount.SEVERAL, 1, "it has several solutions, so it is not solved"),
])  # fmt: skip
def test_why_a_solution_is_not_filled_in_is_said(
    count: SolutionCount, code: int, sentence: str
) -> None:
    asked = []

    def solve(puzzle: Puzzle, timeout_s: float | None = 0, _: object = None) -> SolvedPuzzle:
        asked.append(timeout_s)
        return SolvedPuzzle(count, Grid.for_puzzle(puzzle))

    services = Services(lambda: no_solver()._replace(solve=solve))
    words = ("chick.non", "--solve", "--timeout", "7", "-j", "1", "-o", "chick.pbm")
    result = CliRunner().invoke(convert, words, obj=services)
    assert (result.exit_code, result.stderr) == (code, f"chick.non: {sentence}\n")
    assert asked == [7.0]
    assert not Path("chick.pbm").exists()


@pytest.mark.parametrize(
    "known",
    [f for f in FORMATS if conformance(f).several and not f.problem(Document(CHICK))],
    ids=lambda known: known.id,
)
def test_several_files_go_into_one_and_back(known: Format) -> None:
    ending = known.extensions[0]
    assert run("chick.non", "two.nonpack", "-o", f"all{ending}").exit_code == 0
    found = [document.puzzle for document in read_all(f"all{ending}")]
    assert [puzzle.rows for puzzle in found[:2]] == [CHICK.rows] * 2
    titles = [puzzle.title for puzzle in found]
    assert titles == (["Chick", "Chick", "Other"] if conformance(known).title else [""] * 3)


def test_into_a_folder_each_puzzle_has_a_file_of_its_own() -> None:
    result = run("chick.non", "two.nonpack", "--to", "g", "-o", "out")
    assert result.exit_code == 0
    assert names_in("out") == ["Chick-2.g", "Other.g", "chick.g"]


def test_a_file_that_cannot_be_converted_does_not_stop_the_others() -> None:
    palette = (WHITE, BLACK, Color("b", "#d42a2a"))
    colored = Puzzle(((Clue(1, 2),),), ((Clue(1, 2),),), palette)
    write("colored.non", Document(colored))
    result = run("missing.non", "colored.non", "chick.non", "--to", "mk", "-o", "out")
    assert result.exit_code == 2
    assert "out/colored.mk: Olšák's list (.mk) cannot hold this puzzle" in result.stderr
    assert result.stderr.startswith("missing.non: cannot be opened")
    assert names_in("out") == ["chick.mk"]


def test_what_a_batch_loses_is_said_once_with_a_count() -> None:
    write("bare.non", Document(Puzzle.from_numbers([[1]], [[1]])))
    result = run("chick.non", "two.nonpack", "bare.non", "--to", "mk", "-o", "out")
    assert result.stderr == "left out in 3 files: the title\n"
    assert run("bare.non", "--to", "mk", "-o", "out").stderr == ""
    alone = run("chick.non", "--to", "mk", "-o", "out")
    assert alone.stderr == f"{Path('out', 'chick.mk')}: left out: the title\n"


def test_what_is_not_read_of_files_is_said_once_with_a_count() -> None:
    text = '{"rows": [[1]], "cols": [[1]], "meta": {"a": 1}, "goal": "?"}'
    for name in "abc":
        Path(f"{name}.json").write_text(text)
    left_out = "2 parts of the file were not understood and are left out: “meta” and “goal”."
    assert run("a.json", "--to", "non").stderr == f"a.json: {left_out}\n"
    said = f"3 files have something that is not read; a.json, for example: {left_out}\n"
    assert run("a.json", "b.json", "c.json", "--to", "non").stderr == said


def test_one_file_is_written_with_all_puzzles_or_not_at_all() -> None:
    result = run("missing.non", "chick.non", "gone.non", "--to", "json", "-o", "all.json")
    assert result.exit_code == 2
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == [
        "missing.non",
        "gone.non",
        "all.json is not written",
    ]
    assert not Path("all.json").exists()


def test_a_solution_that_a_picture_shows_is_not_left_out() -> None:
    solved = Document(CHICK, Grid.from_text(CHICK_PICTURE))
    write("solved.non", solved)
    assert "solution" not in run("solved.non", "-o", "chick.png").stderr
    assert picture_of(read_all("chick.png")[0]) == solved.marks


def test_a_solution_is_found_where_a_format_needs_one() -> None:
    assert run("chick.non", "-o", "chick.pbm").exit_code == 2
    command = [sys.executable, str(ROOT / "main.py"), "convert", "--solve"]
    write("several.non", Document(Puzzle.from_numbers([[1], [1]], [[1], [1]])))
    words = ["chick.non", "several.non", "--to", "pbm", "-o", "out"]
    done = subprocess.run([*command, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "several.non: it has several solutions, so it is not solved\n" in done.stderr
    assert names_in("out") == ["chick.pbm"]
    assert picture_of(read_all("out/chick.pbm")[0]) == Grid.from_text(CHICK_PICTURE)


@pytest.mark.parametrize("known", [f for f in FORMATS if f.can_write], ids=lambda known: known.id)
def test_a_defect_is_kept_or_the_puzzle_is_refused(known: Format) -> None:
    """A row "1.0" must not become the row "1" without a word."""
    defective = Document(Puzzle(((Clue(1), Clue(0)), (Clue(1),)), ((Clue(1),),) * 2))
    with suppress(FormatError):
        data = written(known, [defective], "a")
        found = known.read_all(data, "") if known.can_read else [defective]
        assert found[0].puzzle.defects() == defective.puzzle.defects()


@pytest.mark.long
def test_the_number_of_jobs_changes_nothing() -> None:
    words = ["chick.non", "two.nonpack"] * 60
    printed = [run(*words, "--to", "json", "-j", jobs).stdout for jobs in "13"]
    assert printed[0] == printed[1]
    for jobs in "13":
        Path(jobs).mkdir()
        assert run(*words, "--to", "mk", "-o", jobs, "-j", jobs).exit_code == 0
    assert len(names_in("1")) == 180
    assert names_in("1") == names_in("3")
    assert all(Path("1", n).read_bytes() == Path("3", n).read_bytes() for n in names_in("1"))
    failed = [run(*words, "missing.non", "--to", "mk", "-j", jobs) for jobs in "13"]
    assert failed[0].exit_code == failed[1].exit_code == 2
    assert failed[0].stderr == failed[1].stderr


def test_the_number_of_jobs_changes_nothing_for_check() -> None:
    Path("wrong.non").write_text("width 1\nheight 1\nrows\n2\ncolumns\n1\n")
    words = [*["chick.non", "wrong.non", "two.nonpack", "missing.non"] * 30, "chick.non"]
    one, three = (CliRunner().invoke(check, ["-j", jobs, *words]) for jobs in "13")
    assert (one.exit_code, one.stdout) == (2, three.stdout)
    assert one.stdout.count("\n") >= len(words)


def test_a_pipe_reads_and_writes() -> None:
    text = Path("chick.non").read_text(encoding="utf-8")
    result = run("-", "--to", "json", stdin=text)
    assert json.loads(result.stdout)["puzzles"][0]["title"] == "Chick"
    result = run("-", "--to", "non", stdin=result.stdout)
    assert result.stdout == text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chick.non"], "the format is missing; add --to, for example --to non"),
        (["chick.non", "-o", "chick.doc"], "chick.doc: the name tells no format"),
        (["chick.non", "-o", "chick.non"], "chick.non: this is the input file"),
        (["two.nonpack", "-o", "two.mk"], "Olšák's list (.mk) has one puzzle a file"),
        (["missing.non", "-o", "a.mk"], "missing.non: cannot be opened"),
        (["chick.non", "-o", "no/a.mk"], "no/a.mk: there is no folder no"),
        (["chick.non", "-o", "a.pbm"], "a.pbm: PBM picture (.pbm) cannot hold this"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_a_sentence_and_nothing_is_written(
    folder: Path, words: list[str], sentence: str
) -> None:
    before = names_in(folder)
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith(sentence)
    assert names_in(folder) == before


def test_formats_lists_all() -> None:
    text = CliRunner().invoke(formats).stdout
    values = CliRunner().invoke(formats, ["--json"]).stdout.splitlines()
    assert [json.loads(value)["id"] for value in values] == [known.id for known in FORMATS]
    assert [line.split()[0] for line in text.splitlines()[1:]] == [known.id for known in FORMATS]
    assert max(map(len, text.splitlines())) <= 80


def test_the_table_of_the_documentation_is_true() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for known in FORMATS:
        endings = " ".join(f"`{end}`" for end in known.extensions)
        kept = " | ".join("yes" if part else "no" for part in conformance(known))
        written = ("yes" if known.can_read else "only") if known.can_write else "no"
        assert f"| `{known.id}` | {endings} | {written} | {kept} |" in text, known.id


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("chick.non two.nonpack -o all.json", "stopped; all.json is not written\n"),
        ("chick.non two.nonpack --to json", "stopped; standard output is not written\n"),
        ("two.nonpack chick.non --to mk -o out", "stopped; 0 files are written\n"),
    ],
)
def test_ctrl_c_says_what_is_not_written(
    words: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> NoReturn:
        os.kill(os.getpid(), signal.SIGINT)
        raise AssertionError("it goes on")

    monkeypatch.setattr(convert_cli, "_read", interrupted)
    Path("out").mkdir()
    result = run(*words.split())
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", said)
    assert not Path("all.json").exists()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_says_how_many_files_were_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = cli._checked

    def interrupted(as_json: bool, file: Input, should_stop: ShouldStop) -> object:
        if file.path == "two.nonpack":
            os.kill(os.getpid(), signal.SIGINT)
        return checked(as_json, file, should_stop)

    monkeypatch.setattr(cli, "_checked", interrupted)
    result = CliRunner().invoke(check, ["chick.non", "two.nonpack", "chick.non", "-j", "1"])
    assert result.exit_code == 130
    assert result.stdout.count("\n") == 1
    assert result.stderr == "stopped; 1 of 3 files were checked\n"
