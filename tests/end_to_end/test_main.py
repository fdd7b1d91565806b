"""The front door: what each way of starting the program reaches."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import click
import pytest

import main
from helper.reports.problem_report import MAX_LOG_BYTES
from puzzles import NonogramError
from puzzles.exit_codes import UNEXPECTED
from puzzles.version import version_number
from tests.support.cases import few
from tests.support.paths import ROOT
from tests.support.processes import printed_by, run_python
from tests.support.signals import default_signals


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The files, or the action, of each window that was opened; no window really is."""
    calls: list[list[str]] = []
    app = ModuleType("helper.app")

    def run(paths: list[str], action: str) -> int:
        calls.append([*paths, *([action] if action else [])])
        return 0

    app.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "helper.app", app)
    return calls


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module whose attribute ``run`` is the only command, ``go``."""
    module = ModuleType("fake_cli")
    monkeypatch.setitem(sys.modules, "fake_cli", module)
    monkeypatch.setattr(main, "COMMANDS", {"go": "fake_cli:run"})
    return module


@pytest.fixture
def puzzle_file(tmp_path: Path) -> str:
    path = tmp_path / "solve me.non"
    path.write_text("width 1\nheight 1\n")
    return str(path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names Debian's packages")
def test_a_library_that_a_command_lacks_is_named_with_its_package(
    command: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command("go")
    def run() -> NoReturn:
        raise ImportError("libnone-5.so.7: cannot open shared object file: No such file")

    command.run = run  # type: ignore[attr-defined]
    assert main.main(["go"]) == 2
    said = capsys.readouterr().err
    assert "libnone-5.so.7" in said
    assert "`apt-get install libnone-5-7`" in said
    assert said.count("\n") == 1


def test_ctrl_c_ends_the_program_while_the_window_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    application = ModuleType("helper.app")
    application.run = lambda *_: found.append(signal.getsignal(signal.SIGINT)) or 0  # type: ignore[attr-defined,func-returns-value]
    monkeypatch.setitem(sys.modules, "helper.app", application)
    with default_signals():
        before = signal.getsignal(signal.SIGINT)
        assert main.main([]) == 0
        assert found == [signal.SIG_DFL]
        assert signal.getsignal(signal.SIGINT) is before


def test_no_arguments_open_the_window(opened: list[list[str]]) -> None:
    assert main.main([]) == 0
    assert main.window([]) == 0
    assert opened == [[], []]


def test_files_open_in_the_window(opened: list[list[str]], puzzle_file: str) -> None:
    assert main.main([puzzle_file]) == 0
    assert main.window([puzzle_file, puzzle_file]) == 0
    assert opened == [[puzzle_file], [puzzle_file, puzzle_file]]


@pytest.mark.parametrize("action", main.ACTIONS)
def test_actions_open_the_window(action: str, opened: list[list[str]]) -> None:
    assert main.window([action]) == 0
    assert opened == [[action]]
    assert action in main.window_help()


@pytest.mark.parametrize("other", ["puzzle.non", "--random", "--unknown"])
def test_an_action_stands_alone(
    other: str, opened: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.window(["--scan", other]) == 2
    assert capsys.readouterr().err == "'--scan' cannot be combined with files or other options\n"
    assert not opened


@pytest.mark.parametrize(
    ("start", "words"),
    [(main.main, ["colve"]), (main.window, ["nowhere.non"]), (main.window, ["--colve"])],
)
def test_what_is_unknown_is_named_in_one_line(
    start: object,
    words: list[str],
    opened: list[list[str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert callable(start)
    assert start(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert repr(words[0]) in said.err
    assert said.err.count("\n") == 1
    assert not opened


@pytest.mark.parametrize("start", [main.main, main.window])
@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("-h", "Usage"),
        ("--help", "Usage"),
        ("--version", version_number()),
        ("-V", version_number()),
    ],
)
def test_help_and_version(
    start: object, word: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(start)
    assert start([word]) == 0
    output = capsys.readouterr().out
    assert said in output


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["--help"]) == 0
    output = capsys.readouterr().out
    for name in main.COMMANDS:
        assert f"\n  {name} " in output


@pytest.mark.parametrize("name", main.COMMANDS)
def test_every_command_has_help_under_both_names(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, attribute = main.COMMANDS[name].partition(":")
    # click keeps the option that it made first: without "-h" if a test has run the command alone.
    monkeypatch.setattr(getattr(import_module(module), attribute), "_help_option", None)
    assert main.main([name, "-h"]) == 0
    short = capsys.readouterr().out
    assert main.main([name, "--help"]) == 0
    assert capsys.readouterr().out == short
    assert short.startswith(f"Usage: nonogram {name}")


@pytest.mark.skipif(sys.platform == "win32", reason="no such names")
@pytest.mark.parametrize("is_there", few(6, [False, True]))
@pytest.mark.parametrize(
    ("name", "options"),
    few(
        6,
        [
            *(
                (name, ())
                for name in ("check", "explain", "hint", "rate", "repair", "solve", "scan")
            ),
            *((name, ()) for name in ("create", "ar")),
            ("convert", ("--to", "non")),
            ("print", ("-o", "page.pdf")),
            ("study", ("-o", "study.csv")),
        ],
    ),
)
def test_the_name_of_a_file_gives_no_orders_to_the_terminal(
    name: str,
    options: tuple[str, ...],
    is_there: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    named = "cat\x07\x9b2J.non"
    if is_there:
        (tmp_path / named).write_text("no puzzle")
    assert main.main([name, named, *options]) != 0
    said = "".join(capsys.readouterr())
    assert "cat" in said
    assert not {"\x07", "\x9b"} & set(said)


@pytest.mark.parametrize("code", [0, 1, 2, 7])
def test_a_commands_exit_code_is_kept(command: ModuleType, code: int) -> None:
    @click.command
    @click.pass_context
    def run(context: click.Context) -> None:
        context.exit(code)

    command.run = run  # type: ignore[attr-defined]
    assert main.main(["go"]) == code


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (NonogramError("cat.non:7: no"), 2, "cat.non:7: no\n"),
        (click.ClickException("no"), 1, "Error: no\n"),
        (KeyboardInterrupt(), 130, "\n"),
    ],
)
def test_expected_errors_are_said_without_a_traceback(
    command: ModuleType,
    error: BaseException,
    code: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    @click.command
    def run() -> NoReturn:
        raise error

    command.run = run  # type: ignore[attr-defined]
    assert main.main(["go"]) == code
    assert capsys.readouterr().err == said


SECRET = "Zq7Xw"


@pytest.fixture
def bug(command: ModuleType) -> None:
    """The command ``go`` has a bug."""

    @click.command
    def run() -> NoReturn:
        raise ZeroDivisionError(SECRET)

    command.run = run  # type: ignore[attr-defined]


def test_a_bug_is_one_sentence_and_its_report_is_kept(
    bug: None, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["go"]) == UNEXPECTED
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("unexpected error ZeroDivisionError in main.py:")
    assert said.err.count("\n") == 1
    assert str(home / "log.txt") in said.err
    assert f"ZeroDivisionError: {SECRET}" in (home / "log.txt").read_text()
    assert main.main(["--report"]) == 0
    report = capsys.readouterr().out
    assert "ZeroDivisionError: …" in report
    assert "Python: CPython" in report
    assert SECRET not in report


def test_the_report_follows_the_sentence_where_nothing_can_be_kept(
    bug: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NONOGRAM_HOME", str(tmp_path / "file"))
    assert main.main(["go"]) == UNEXPECTED
    said = capsys.readouterr().err
    assert said.startswith("unexpected error ZeroDivisionError in main.py:")
    assert "Python: CPython" in said
    assert "Traceback" not in said
    assert SECRET not in said


def test_a_log_of_bugs_does_not_grow_without_end(
    bug: None, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "log.txt").write_text("x" * (MAX_LOG_BYTES + 1))
    main.main(["go"])
    assert (home / "log.txt").stat().st_size < 10_000


def test_too_little_memory_is_no_bug(
    command: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command
    def run() -> NoReturn:
        raise MemoryError

    command.run = run  # type: ignore[attr-defined]
    assert main.main(["go"]) == 2
    assert capsys.readouterr().err == "there is not enough memory for this\n"


def test_a_developer_sees_the_traceback(bug: None) -> None:
    script = (
        "import main, puzzles.cli\n"
        "def fail(*_): raise ZeroDivisionError\n"
        "main._run_command = fail\n"
        "main.main(['list'])"
    )
    words = [sys.executable, "-X", "dev", "-W", "ignore", "-c", script]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert run.stderr.rstrip().endswith("ZeroDivisionError")


def test_a_window_that_cannot_start_says_so_in_a_dialog(home: Path) -> None:
    """Who clicked an icon sees no terminal."""
    script = (
        "import main\n"
        "from PySide6.QtCore import QTimer\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from helper import app\n"
        f"def fail(*_): raise LookupError({SECRET!r})\n"
        "app.MainWindow = fail\n"
        "def close():\n"
        "    dialog = QApplication.activeModalWidget()\n"
        "    print(dialog.report.toPlainText())\n"
        "    dialog.close()\n"
        "begin = app.Settings\n"
        "app.Settings = lambda: (QTimer.singleShot(100, close), begin())[1]\n"
        "raise SystemExit(main.main([]))"
    )
    run = run_python(script)
    assert run.returncode == UNEXPECTED
    assert "LookupError" in run.stdout
    assert "helper/app.py" in run.stdout
    assert SECRET not in run.stdout
    assert run.stderr == ""


def test_nobody_reading_the_output_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write) as pipe:
        run = subprocess.run(
            [sys.executable, "main.py", "--help"],
            cwd=ROOT,
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert run.stderr == b""


def test_the_window_starts_without_the_command_line() -> None:
    script = (
        "import sys, main;"
        "assert main.main([]) == 2;"
        "assert not {'click', 'solver', 'importlib.metadata'} & set(sys.modules)"
    )
    printed_by(script, env={**os.environ, "QT_QPA_PLATFORM": "paper"})


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "--timeout", "nan", "a.non"],
        ["repair", "--timeout", "nan", "a.non"],
        ["create", "--timeout", "nan", "-o", "b.non", "a.png"],
        ["create", "--rotate", "nan", "-o", "b.non", "a.png"],
        ["study", "--timeout", "nan", "-o", "study", "a.non"],
        ["ar", "--no-window", "--seconds", "nan"],
        ["ar", "--no-window", "--opacity", "nan"],
    ],
    ids=" ".join,
)
def test_what_is_no_number_is_refused(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.main(words) == 2
    assert "nan is not a finite number" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["9" * 5_000],
        ["check", "9" * 5_000],
        ["solve", "--limit", "9" * 5_000, "a.non"],
        ["solve", "--engine", f"genetic:seed={'9' * 5_000}", "a.non"],
        ["ar", "--no-window", "--source", "9" * 5_000],
        ["repair", "a.non", "-o", "9" * 5_000],
        ["scan", "a.png", "-o", "9" * 5_000],
    ],
    ids=lambda words: " ".join(word[:12] for word in words),
)
def test_words_of_any_length_are_answered_with_a_sentence(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    Path("a.png").write_bytes(b"")
    assert main.main(words) == 2
    assert "the output cannot be written" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "offered"),
    few(
        2,
        [
            ("nonogram so", ["solve"]),
            ("nonogram conv", ["convert"]),
            ("nonogram convert --to picr", ["picross"]),
            ("nonogram rate --js", ["--json"]),
            ("nonogram cat", ["cat"]),  # a file, which the shell completes
            ("nonogram solve --engine native,pyt", ["native,python"]),
            ("nonogram solve --engine elimination:queue=f", ["elimination:queue=fifo"]),
            ("nonogram solve --engine native,axis:part", ["native,axis:partial"]),
            ("nonogram study --set spar", ["sparse"]),
            ("nonogram list --difficulty ha", ["hard"]),
        ],
    ),
)
def test_a_shell_completes_the_command_line(typed: str, offered: list[str]) -> None:
    environment = {
        **os.environ,
        "_NONOGRAM_COMPLETE": "bash_complete",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split()) - 1),
    }
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py")],
        env=environment, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert [line.partition(",")[2] for line in done.stdout.splitlines()] == offered


def test_a_mistyped_command_is_answered_with_the_similar_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main.main(["slove"]) == 2
    assert capsys.readouterr().err.endswith("did you mean `nonogram solve`?\n")


def test_a_folder_is_answered_with_what_reads_its_pictures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main.main([str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "is a folder" in said
    assert said.endswith("`nonogram scan --all`\n")


def test_check_and_list_print_objects(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.non"
    wrong.write_text("width 1\nheight 1\nrows\n2\ncolumns\n1\n")
    assert main.main(["list", "--json"]) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(listed) > 15
    assert main.main(["check", "--json", listed[0]["file"], str(wrong), "missing"]) == 2
    good, bad, missing = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (good["problems"], good["title"]) == ([], listed[0]["title"])
    assert bad["height"] == 1
    assert bad["problems"]
    assert missing["error"]["code"] == "unreadable"


def test_what_is_redirected_has_the_same_bytes_on_windows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = BytesIO()
    output = TextIOWrapper(written, "cp1252", newline="\r\n")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdout", output)

    def said() -> int:
        print("Žluťoučký kůň")
        return 0

    assert main._guarded(said) == 0
    assert written.getvalue() == "Žluťoučký kůň\n".encode()
