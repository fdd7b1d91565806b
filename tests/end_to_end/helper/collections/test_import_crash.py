"""Imports that are killed, and two at once: no batch is lost and nothing is there twice."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from helper.application.library import Library
from tests.support.cases import few
from tests.support.imports import folder_of, imported, titles_and_numbers
from tests.support.paths import ROOT

SCRIPT = """
import os, sys
from pathlib import Path
from helper.application import collection_store
from helper.collections import import_work
import_work.BATCH = 5
import_work.BATCH_S = 1000
folder, library, when, count = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
calls, add = [], collection_store._add
def one(*values):
    calls.append(values)
    if when == "within" and len(calls) == count:
        os.kill(os.getpid(), 9)
    return add(*values)
collection_store._add = one
def report(progress):
    if when == "after" and progress.done == count:
        os.kill(os.getpid(), 9)
import_work.import_work((folder,), library, report, lambda: False)
"""


def started(folder: Path, library: Path, when: str, count: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", SCRIPT, str(folder), str(library), when, str(count)]
    return subprocess.Popen(command, cwd=ROOT)


@pytest.mark.parametrize(
    ("when", "count", "kept"),
    few(
        2,
        [
            ("within", 1, 0),
            ("within", 5, 0),
            ("within", 12, 10),
            ("after", 10, 10),
            ("after", 23, 23),
        ],
    ),
)
def test_a_killed_import_keeps_its_batches_and_can_be_repeated(
    tmp_path: Path, when: str, count: int, kept: int
) -> None:
    folder, library = folder_of(tmp_path / "birds", 23), tmp_path / "library.sqlite3"
    Library(library).close()
    assert started(folder, library, when, count).wait(60) == -9
    assert titles_and_numbers(library) == [("Birds", k) for k in range(1, kept + 1)]
    with closing(sqlite3.connect(library)) as db, db:
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)
    db.close()
    assert imported(library, folder).added == 23 - kept
    assert titles_and_numbers(library) == [("Birds", k) for k in range(1, 24)]


def test_two_programs_import_the_same_at_once(tmp_path: Path) -> None:
    folder, library = folder_of(tmp_path / "birds", 60), tmp_path / "library.sqlite3"
    programs = [started(folder, library, "never", 0) for _ in range(3)]
    assert [program.wait(60) for program in programs] == [0] * 3
    assert titles_and_numbers(library) == [("Birds", k) for k in range(1, 61)]
