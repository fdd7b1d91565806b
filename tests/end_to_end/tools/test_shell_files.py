"""The man pages and completion files in the repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

import main
from tests.support.paths import ROOT
from tests.support.shells import bash_words
from tools.shell_files import SHARE, completion_files, man_pages


def test_the_man_pages_have_what_the_help_says() -> None:
    pages = man_pages()
    for name, text in pages.items():
        written = (SHARE / name).read_text(encoding="utf-8")
        assert written == text, "run python tools/shell_files.py"
    folders = {Path(name).parts[0] for name in (*pages, *completion_files())}
    files = {
        path.relative_to(SHARE).as_posix()
        for folder in folders
        for path in (SHARE / folder).rglob("*")
        if path.is_file()
    }
    assert files == {*pages, *completion_files()}
    assert len(pages) == len(main.COMMANDS) + len(("nonogram", "nonogram-helper"))


def test_each_program_of_an_installation_has_a_man_page_with_its_options() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pages = man_pages()
    for name in (*project["scripts"], *project["gui-scripts"]):
        assert f"man/man1/{name}.1" in pages
    page = pages["man/man1/nonogram-helper.1"].replace("\\-", "-")
    for option in ("--scan", "--random", "-V, --version", "-h, --help"):
        assert f".TP\n\\fB{option}\\fR\n" in page
    assert ".B nonogram-helper\n[OPTION | FILE...]\n" in page


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_the_man_pages_are_roff_without_an_error() -> None:
    for path in sorted((SHARE / "man" / "man1").iterdir()):
        command = ["groff", "-man", "-Tutf8", "-ww", "-K", "utf8", str(path)]
        done = subprocess.run(command, capture_output=True, check=True)
        assert done.stderr == b"", path.name


FILES = {
    "bash": "bash-completion/completions/nonogram",
    "zsh": "zsh/site-functions/_nonogram",
    "fish": "fish/vendor_completions.d/nonogram.fish",
}


@pytest.mark.parametrize(("shell", "name"), FILES.items())
def test_a_completion_file_asks_the_program_by_its_variable(shell: str, name: str) -> None:
    path = Path(SHARE, name)
    assert f"{main.COMPLETION}={shell}_complete" in path.read_text(encoding="utf-8")
    if shutil.which(shell) is not None:
        subprocess.run([shell, "-n", str(path)], check=True)


_PATHS = {"PATH", "FOLDER", "DIR", "FILE", "FILE...", "PICTURE", "PICTURE...", "VIDEO", "SOURCE"}
"""What options and arguments call a file or a folder."""


def test_each_file_and_folder_is_completed() -> None:
    for name, command in main.command_line().commands.items():
        for each in command.params:
            if each.metavar in _PATHS:
                (offered,) = each.shell_complete(click.Context(command), "x")
                assert offered.type == "file", (name, each.name)


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """The environment of a shell that finds the program."""
    program = tmp_path / "nonogram"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT / "main.py"}" "$@"\n')
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "HOME": str(tmp_path), "NONOGRAM_LANGUAGE": "en"}


TYPED = {
    "so": ["solve"],
    "solve --engine elimination:qu": ["queue=lifo", "queue=fifo", "queue=unmoved"],
    "solve --engine elimination:queue=f": ["fifo"],
    "solve --engine=elimination:queue=fifo,na": ["fifo,native"],
    "solve 'a b.non' --engine elimination:tr": ["tracked"],
    "study --set sha": ["shapes"],
    "print --page-size=le": ["letter"],
    "solve --engine genetic:population=": [],
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_replaces_only_what_follows_a_colon_or_an_equal_sign(shell: dict[str, str]) -> None:
    for line, offered in TYPED.items():
        words = bash_words(SHARE / FILES["bash"], f"nonogram {line}")
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=shell)
        assert done.stdout.split() == offered, line


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_fish_takes_words_and_descriptions_with_commas_whole(shell: dict[str, str]) -> None:
    for line, offered in {
        "nonogram solve --engine native,py": "native,python\n",
        "nonogram sca": "scan\tRead printed puzzles from photos, scans and PDF files.\n",
    }.items():
        ask = f"source {SHARE / FILES['fish']}; complete -C '{line}'"
        done = subprocess.run(
            ["fish", "-c", ask], capture_output=True, text=True, check=True, env=shell
        )
        assert done.stdout == offered


def test_pages_hide_former_names_and_keep_lines_that_begin_with_a_dot() -> None:
    pages = man_pages()
    assert "\\-\\-engines" not in pages["man/man1/nonogram-study.1"].split(".SH EXAMPLES")[0]
    lines = [line for text in pages.values() for line in text.splitlines() if line[:1] in ".'"]
    macros = (".TH", ".SH", ".PP", ".TP", ".nf", ".fi", ".B ")
    assert [line for line in lines if not line.startswith(macros)] == []
