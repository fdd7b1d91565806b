"""A report has nothing of the player, wherever an error comes from and whatever it says."""

from __future__ import annotations

import ctypes
import importlib
import json
import logging
import os
import re
import sqlite3
import struct
import subprocess
import sys
import tomllib
import traceback
from collections.abc import Callable
from contextlib import closing
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import NoReturn
from unittest import mock

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QObject

from helper.application.library import Library
from helper.reports.problem_report import LOG_LINES, report_text
from helper.reports.public import (
    place_of,
    public_qt_message,
    public_record,
    public_stack,
    public_traceback,
)
from helper.reports.system import system_facts
from puzzles import Puzzle
from puzzles.errors import FormatError, LibraryError, NonogramError
from puzzles.formats import read
from puzzles.formats.document import Format
from puzzles.formats.registry import FORMATS
from tests.support.paths import ROOT
from tests.support.processes import printed_by

MARK = "Zq7Xw"
"""Stands in everything that is the player's; nothing else in the world has it."""
words = st.text(st.characters(categories=["L", "Nd", "Zs", "Po"], exclude_characters="/\\"))
names = st.builds("{}{}{}".format, words, st.just(MARK), words)
"""A name of a user, a folder, a title, a file."""
homes = st.sampled_from(
    [
        "/home/{0}/{1}/{2}.non",
        "C:\\Users\\{0}\\{1}\\{2}.png",
        "/Users/{0}/{1}/{2}",
        "\\\\{0}\\{1}\\{2}.txt",
        "'{0}/{1} {2}.nonpack'",
        "“{2}”",
        "file:///home/{0}/{1}/helper/{2}.py",
        "{2}.non:7",
    ]
)
secrets = st.one_of(names, st.builds(str.format, homes, names, names, names))


class OddError(Exception):
    """An error whose text cannot be made."""

    def __str__(self) -> str:
        raise ValueError(self.args[0])


def noted(secret: str) -> NoReturn:
    error = KeyError(secret)
    error.add_note(secret)
    raise error


def chained(secret: str) -> object:
    try:
        return int(secret + "x")
    except ValueError as error:
        raise NonogramError(secret) from error


def during_another(secret: str) -> object:
    try:
        return Path(secret.replace("\0", "") + "/no/such/file").read_bytes()
    except OSError:
        return {}[secret]  # type: ignore[index]


def in_other_code(secret: str) -> object:
    """In a file, a function and a class of the player's."""
    name = "f" + "".join(re.findall(r"\w", secret, re.ASCII))
    space: dict[str, object] = {"__name__": f"helper.{name}"}
    code = f"class {name}(Exception): pass\ndef {name}_(): raise {name}({secret!r})\n{name}_()"
    exec(compile(code, secret.replace("\0", "") + ".py", "exec"), space)
    return space


def in_library(secret: str) -> object:
    library = Library(Path("/proc") / secret.replace("\0", "")[:40])
    return library.games()


def in_format(kind: Format) -> Callable[[str], object]:
    def read_it(secret: str) -> object:
        path = Path(os.environ["NONOGRAM_HOME"]) / f"{MARK}{kind.extensions[0]}"
        path.write_text(secret, encoding="utf-8", errors="replace")
        return read(path)

    return read_it


def grouped(secret: str) -> NoReturn:
    raise ExceptionGroup(secret, [ValueError(secret), FormatError(secret, secret, 3)])


def fake_stack(secret: str) -> NoReturn:
    raise ValueError(
        f'Traceback (most recent call last):\n  File "{secret}", line 3, in {secret}\n'
        f"{secret}Error: {secret}\nFatal Python error: {secret}\nValueError: {secret}"
    )


def deep(secret: str) -> object:
    return deep(secret + " ")


def in_database(secret: str) -> object:
    with closing(sqlite3.connect(":memory:")) as db:
        return db.execute(f"select {secret} from {MARK}")


PLACES: dict[str, Callable[[str], object]] = {
    "number": lambda s: int(s + "x"),
    "key": lambda s: {}[s],  # type: ignore[index]
    "attribute": lambda s: getattr(Puzzle, "x" + s),
    "attribute of a module": lambda s: getattr(json, "x" + s),
    "item of Qt": lambda s: QObject().property(s, s),  # type: ignore[call-arg]
    "file": lambda s: Path(f"/no/such/{s}".replace("\0", "")).read_text(),
    "zero in a path": lambda s: Path(f"{s}\0").read_bytes(),
    "JSON": lambda s: json.loads(s + "{"),
    "TOML": lambda s: tomllib.loads(s + "="),
    "syntax": lambda s: compile(s + " ?", s.replace("\0", ""), "exec"),
    "regular expression": lambda s: re.compile(s + "("),
    "encoding": lambda s: (s + "é").encode("ascii"),
    "decoding": lambda s: (s.encode() + b"\xff").decode(),
    "module": lambda s: importlib.import_module(f"no.{s}"),
    "program": lambda s: subprocess.run([s.replace("\0", "") + "/no"], check=True),
    "exit code": lambda s: subprocess.run(["false", s.replace("\0", "")], check=True),
    "SQL": in_database,
    "struct": lambda s: struct.pack("i", s),
    "C library": lambda s: ctypes.CDLL(s.replace("\0", "") + ".so"),
    "array": lambda s: np.array([s]).astype(float),
    "picture": lambda s: cv2.cvtColor(s, cv2.COLOR_BGR2GRAY),  # type: ignore[call-overload]
    "decimal": lambda s: Decimal(s + "x"),
    "fraction": lambda s: Fraction(s + "x"),
    "clues": lambda s: Puzzle.from_numbers([[s]], [[1]]),  # type: ignore[list-item]
    "library": in_library,
    "notes": noted,
    "cause": chained,
    "context": during_another,
    "group": grouped,
    "odd text": lambda s: (_ for _ in ()).throw(OddError(s)),
    "the player's code": in_other_code,
    "fake stack": fake_stack,
    "endless recursion": deep,
    "sentence": lambda s: (_ for _ in ()).throw(LibraryError(s)),
    **{f"format {kind.id}": in_format(kind) for kind in FORMATS},
}
assert len(PLACES) >= 30


def raised_by(call: Callable[[str], object], secret: str) -> BaseException | None:
    try:
        call(secret)
    except Exception as error:
        return error
    return None


@settings(max_examples=10)  # at each of the places
@given(secret=secrets)
def test_a_report_of_an_error_has_nothing_of_the_player(secret: str) -> None:
    for name, place in PLACES.items():
        error = raised_by(place, secret)
        if error is None:  # a text may be a puzzle, too
            continue
        text = report_text({}, public_traceback(error), [place_of(error)])
        assert MARK.casefold() not in text.casefold(), name
        assert type(error).__name__ in text or "exception" in text, name
        if name != "odd text":
            text = public_stack("".join(traceback.format_exception(error)))
            assert MARK.casefold() not in text.casefold(), name


@given(secret=secrets)
def test_the_log_in_a_report_has_nothing_of_the_player(secret: str) -> None:
    for name in ("helper.app", f"helper.{MARK}", MARK, "PIL.Image", "Qt"):
        for message, arguments in (
            ("%s cannot be read: %s", (secret, FormatError(secret, secret, 3))),
            ("%r in %s", (secret, 3)),
            ("%(a)s", ({"a": secret},)),
            ("a worker crashed:\n%s", (f'Traceback (most recent call last)\n  File "{secret}"',)),
        ):
            record = logging.LogRecord(name, 30, secret, 1, message, arguments, None)
            if name != f"helper.{MARK}":  # no module has such a name
                assert MARK.casefold() not in public_record(record).casefold()


@given(secret=secrets)
def test_a_stack_of_faulthandler_has_nothing_of_the_player(secret: str) -> None:
    text = (
        "Fatal Python error: Segmentation fault\n\n"
        f"Current thread 0x00007fb1 [{secret}] (most recent call first):\n"
        f'  File "{secret}", line 12 in {secret}\n'
        f'  File "/home/{secret}/helper/app.py", line 12 in run\n'
        f'  File "C:\\Users\\{secret}\\helper\\application\\log.py", line 3 in start\n'
        f"Extension modules: {secret} (total: 1)\n"
    )
    shown = public_stack(text)
    assert MARK.casefold() not in shown.casefold()
    assert shown.splitlines()[0] == "Fatal Python error: Segmentation fault"
    assert shown.splitlines()[-2:] == ["  helper/app.py:12", "  helper/application/log.py:3"]


@given(secret=secrets)
def test_a_stack_of_a_frozen_program_has_modules_and_nothing_of_the_player(secret: str) -> None:
    known = {
        "numpy/_core/numeric.py": "numpy._core.numeric",
        "PySide6\\__init__.py": "PySide6",
        "threading.py": "threading",
        "concurrent/futures/thread.py": "concurrent.futures.thread",
        "helper/app.py": "helper/app.py",
        "main.py": "main.py",
    }
    places = ("", "numpy/", "PIL/Image/", "/tmp/", "threading/", "/", "../", "tests/")
    hidden = [f"{place}{secret}.py" for place in places] + [
        "/numpy/version.py",
        "hypothesis/core.py",
    ]
    text = "".join(f'  File "{path}", line 7 in {secret}\n' for path in [*known, *hidden])
    with mock.patch.object(sys, "frozen", True, create=True):
        lines = public_stack(text).splitlines()
    assert lines[: len(known)] == [f"  {name}:7" for name in known.values()]
    assert set(lines[len(known) :]) == {"  <path>:7"}
    with mock.patch.object(sys, "frozen", False, create=True):
        assert public_stack('  File "threading.py", line 7 in run') == "  <path>:7"


def test_a_module_is_looked_up_without_importing_its_package() -> None:
    code = (
        "import sys; sys.frozen = True\n"
        "from helper.reports.public import public_stack\n"
        "print(public_stack('  File \"PIL/ImageFilter.py\", line 7 in f'))\n"
        "print('PIL' in sys.modules)"
    )
    assert printed_by(code).splitlines() == ["  PIL.ImageFilter:7", "False"]


def test_facts_have_no_name_of_user_or_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", MARK)
    monkeypatch.setenv("USER", MARK)
    monkeypatch.setattr("socket.gethostname", lambda: f"{MARK}-host")
    monkeypatch.setattr("platform.platform", lambda: f"Linux-6.1-{MARK}-{MARK}-host")
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", f"{MARK}:GNOME")
    monkeypatch.setenv("XDG_SESSION_TYPE", MARK)
    monkeypatch.setenv("QT_SCALE_FACTOR", MARK)
    facts = system_facts("dark")
    assert MARK not in report_text(facts)
    assert facts["Session"] == "GNOME"
    assert facts["Theme"] == "dark"
    assert "<user>" in facts["Platform"]


def failed(call: Callable[[], object]) -> str:
    """The public traceback of an error in the program."""
    try:
        call()
    except Exception as error:
        return public_traceback(error)
    raise AssertionError


def test_a_report_names_the_places_and_the_types() -> None:
    shown = failed(lambda: Puzzle(((),), ((),), palette=3))  # type: ignore[arg-type]
    lines = shown.splitlines()
    assert lines[0].startswith("  <path>:")
    assert re.fullmatch(r"  puzzles/model\.py:\d+ \(Puzzle\.\w+\)", lines[-2])
    assert lines[-1] == "TypeError: object of type 'int' has no len()"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: [][1], "IndexError: list index out of range"),
        (lambda: 1 // 0, "ZeroDivisionError: integer division or modulo by zero"),
        (
            lambda: getattr(None, "a" + "b"),
            "AttributeError: 'NoneType' object has no attribute '…'",
        ),
        (lambda: Path("/no/such").read_bytes(), "FileNotFoundError: ENOENT"),
        (lambda: json.loads("{"), "json.decoder.JSONDecodeError: …"),
        (
            lambda: np.zeros((2, 3)) + np.zeros((4, 5)),
            "ValueError: operands could not be broadcast together with shapes (2,3) (4,5) ",
        ),
    ],
)
def test_messages_of_python_are_kept(call: Callable[[], object], said: str) -> None:
    assert failed(call).splitlines()[-1] == said


def test_words_of_the_program_in_a_message_are_kept() -> None:
    """They stand in its code, and what is filled in does not."""
    path = Path(os.environ["NONOGRAM_HOME"]) / f"{MARK}.non"
    path.write_text(f"width 3\nheight {MARK}\n")
    shown = failed(lambda: read(path)).splitlines()[-1]
    assert shown.startswith("puzzles.errors.FormatError: …")
    assert len(re.findall(r"\w+", shown)) > 4
    assert MARK not in shown


def test_endless_recursion_is_short() -> None:
    shown = failed(lambda: deep("")).splitlines()
    assert len(shown) < 60
    assert shown[-1] == "RecursionError: maximum recursion depth exceeded"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("QPainter::begin: Paint device returned engine == 0, type: 2", "QPainter::begin: …"),
        (f"QFile: no {MARK}", "QFile: …"),
        (f"libpng warning: {MARK}", "…"),
    ],
)
def test_of_a_message_of_qt_its_function_is_kept(text: str, said: str) -> None:
    assert public_qt_message(text) == said


def test_a_report_has_the_last_lines_of_the_log() -> None:
    text = report_text({"Python": "3.11"}, "ValueError", [f"entry {k}\nmore" for k in range(100)])
    lines = text.splitlines()
    assert lines.count("more") == LOG_LINES // 2
    assert lines[-1] == "more"
    assert "Python: 3.11" in lines


LOGGED = re.compile(r"\b_?\w*log\.(?:debug|info|warning|error|exception|critical)\(\s*(.{0,2})")


def test_what_is_logged_is_a_template() -> None:
    """A report shows the template of an entry as it is: nothing may be filled in before."""
    found = [
        (path.name, match[0])
        for package in ("helper", "network", "solver", "recognizer", "puzzles")
        for path in (ROOT / package).rglob("*.py")
        for match in LOGGED.finditer(path.read_text(encoding="utf-8"))
        if not match[1].startswith('"')
    ]
    assert found == []
