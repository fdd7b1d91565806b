"""The JSON of all commands and of the service: one key, one meaning; what is written is read."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import main
from network.service.actions import ACTIONS, Takes
from network.service.interface_pages import openapi
from puzzles.errors import NoSolutionError
from puzzles.formats import Document, read, read_all, write
from puzzles.grid import SHADED, Grid
from puzzles.json_keys import ERRORS, KEYS, OBJECTS
from puzzles.model import Clue, Color, Puzzle
from solver.api import solve
from solver.logic import cli
from solver.logic.rate import rate
from tests.support.boards import CHICK
from tests.support.cases import few
from tests.support.commands import run_here
from tests.support.json_schema import problems
from tests.support.paths import ROOT
from tests.support.service import running_service
from tools.json_page import PAGE, SCHEMA, page, schema

SCHEMAS = json.loads(SCHEMA.read_text(encoding="utf-8"))
RED = Puzzle(
    rows=((Clue(1, 1),), (Clue(1, 2),)),
    columns=((Clue(1, 1),), (Clue(1, 2),)),
    palette=(Color("0", "#ffffff"), Color("r", "#ff0000", "Red"), Color("b", "#0000ff")),
    title="Red",
    goal="r00b",
)
IMPOSSIBLE = Puzzle.from_numbers([[4]], [[1], [1], [1]])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("chick.non", Document(CHICK))
    write("red.non", Document(RED))
    write("impossible.non", Document(IMPOSSIBLE))
    Path("broken.non").write_text("width 1\nheight 1\nrows\nx\ncolumns\n1\n")
    Path("torn.non").write_text("width 3\nheight 2\nrows\n1,?\n3\ncolumns\n2\n?\n2\n")
    Path("several.non").write_text("width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n")
    shutil.copy(ROOT / "tests" / "samples" / "app.jpg", "app.jpg")
    Image.fromarray(np.array([[0, 255], [255, 0]], np.uint8)).save("dots.png")
    Image.new("L", (300, 300), 255).save("blank.png")
    return tmp_path


COMMANDS = {
    "ar --json --no-window --source app.jpg --seconds 0.2": None,
    "check --json chick.non red.non impossible.non broken.non missing.non": 5,
    "create --json dots.png": 1,
    "create --json missing.png": 1,
    "engines --json": None,
    "explain --json chick.non red.non impossible.non several.non missing.non": None,
    "formats --json": None,
    "generate --json --size 6x6 --count 2 --seed 1": 2,
    "generate --json --size 5x5 --colors 2 --seed 1": 1,
    "generate --json --size 2x1 --difficulty easy --colors 2 --seed 1": 1,
    "hint --json chick.non": 1,
    "hint --json impossible.non": 1,
    "hint --json missing.non": 1,
    "list --json --size 5x5": None,
    "rate --json chick.non red.non impossible.non several.non missing.non broken.non torn.non": 7,
    "repair --json chick.non red.non several.non impossible.non missing.non": 5,
    "scan --json app.jpg blank.png missing.png": 3,
    "solve --json chick.non red.non several.non impossible.non missing.non torn.non": 6,
    "solve -u --json chick.non": 1,
}
"""Commands, and how many lines they print; ``None`` for some."""
SLOW = "create --json missing", "generate --json --size 2x1", "generate --json --size 5x5"
"""Those which others resemble that take less time."""


def lines_of(words: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    done = run_here(words, stdin)
    assert b"Traceback" not in done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_page_and_the_schemas_are_made_from_the_table() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tools/json_page.py"
    assert SCHEMA.read_text(encoding="utf-8") == schema(), "run python tools/json_page.py"
    used = {key for always, others in OBJECTS.values() for key in (*always, *others)}
    assert used == set(KEYS)


def test_every_command_with_json_is_tried() -> None:
    with_json = {
        name
        for name, command in main.command_line().commands.items()
        if any("--json" in parameter.opts for parameter in command.params)
    }
    assert with_json == {words.split()[0] for words in COMMANDS}
    assert with_json == set(OBJECTS) - {"camera", "error", "puzzle"}


@pytest.mark.parametrize("words", [
    pytest.param(words, marks=pytest.mark.long if words.startswith(SLOW) else ())
    for words in COMMANDS
])  # fmt: skip
def test_each_line_follows_its_schema(words: str) -> None:
    lines = lines_of(words)
    assert lines
    assert COMMANDS[words] in (None, len(lines))
    command = words.split()[0]
    for line in lines:
        name = "error" if "error" in line else command
        assert problems(line, SCHEMAS["$defs"][f"{name}_line"], SCHEMAS) == []
        if "error" in line:
            assert line["error"]["code"] in ERRORS
        if "rows" in line:
            clues = [clue for side in ("rows", "columns") for each in line[side] for clue in each]
            assert (line["palette"] is not None) is any(isinstance(clue, list) for clue in clues)


def test_a_change_of_a_shape_is_found() -> None:
    """The check of the schemas itself."""
    (line,) = lines_of("solve --json chick.non")
    wanted = SCHEMAS["$defs"]["solve_line"]
    for key, value in (("count", "1"), ("palette", []), ("rows", 3), ("outcome", "one"), ("x", 1)):
        broken = line | {key: value}
        assert bool(problems(broken, wanted, SCHEMAS)) is (key != "palette"), key
    assert problems({"file": "a"}, wanted, SCHEMAS)


@pytest.mark.parametrize("name", ["broken.non", "missing.non"])
@pytest.mark.parametrize("command", ["check", "explain", "hint", "rate", "repair", "solve"])
def test_a_file_that_fails_has_a_line(command: str, name: str) -> None:
    (line,) = lines_of(f"{command} --json {name}")
    assert line["file"] == name
    expected = {"broken.non": ("bad_file", {"side": "file", "number": 4}),
                "missing.non": ("unreadable", None)}[name]  # fmt: skip
    assert (line["error"]["code"], line["error"]["line"]) == expected
    assert name not in line["error"]["message"]


@pytest.mark.parametrize("name", few(2, ["missing.png", "chick.non", "empty.png"]))
@pytest.mark.parametrize("command", ["create", "scan"])
def test_a_file_that_is_no_picture_has_the_same_line_in_each_command(
    command: str, name: str
) -> None:
    Path("empty.png").touch()
    (line,) = lines_of(f"{command} --json {name}")
    assert (line["file"], line["error"]["code"]) == (name, "unreadable")


def test_a_contradiction_is_the_same_in_the_library_and_in_each_command() -> None:
    assert solve(IMPOSSIBLE).outcome.value == "none"
    with pytest.raises(NoSolutionError) as raised:
        rate(IMPOSSIBLE)
    for command in ("solve", "repair"):
        (line,) = lines_of(f"{command} --json impossible.non")
        assert line["outcome"] == "none"
        assert run_here(f"{command} impossible.non").code == 1
    for command in ("rate", "explain", "hint"):
        (line,) = lines_of(f"{command} --json impossible.non")
        error = line["error"]
        assert (error["code"], error["message"]) == ("no_solution", str(raised.value))
        assert error["line"] == {"side": "row", "number": 1}
        assert run_here(f"{command} impossible.non").code == 1


@pytest.mark.parametrize("command", ["explain", "hint"])
@pytest.mark.parametrize(("name", "code"), [
    ("several.non", "several_solutions"), ("crossed.non", "no_solution"), ("slow.non", "timeout"),
])  # fmt: skip
def test_steps_that_do_not_reach_the_end_have_a_line(
    command: str, name: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("crossed.non", Document(Puzzle.from_numbers([[1], [], [1]], [[2], []])))
    write("slow.non", Document(CHICK))
    words = f"{command} --json {name}"
    if name == "slow.non":
        monkeypatch.setattr(cli, "within", lambda timeout_s, should_stop: lambda: True)
    *steps, last = lines_of(words)
    assert (last["file"], last["error"]["code"]) == (name, code)
    assert all(problems(each, SCHEMAS["$defs"]["explain_line"], SCHEMAS) == [] for each in steps)


def test_wrong_marks_are_no_contradiction_of_the_clues() -> None:
    marks = Grid.for_puzzle(CHICK)
    marks[0, 0] = SHADED
    write("marked.non", Document(CHICK, marks))
    (line,) = lines_of("hint --json marked.non")
    assert line["error"]["code"] == "wrong_marks"


WRITERS = {
    "check --json": "chick.non red.non",
    "rate --json": "chick.non red.non",
    "repair --json": "chick.non red.non",
    "solve --json": "chick.non red.non",
    "convert --to jsonl": "chick.non red.non",
}
LISTED = "list --json --size 5x5-8x8 --difficulty easy"
READERS = [
    "check",
    "convert --to non",
    "explain",
    "print --to html",
    "rate",
    "repair",
    "solve -u",
    "study --engine native",
]


@pytest.mark.parametrize("words", WRITERS)
def test_what_a_command_writes_is_read_back(words: str) -> None:
    Path("lines.jsonl").write_bytes(run_here(f"{words} {WRITERS[words]}").stdout)
    found = [document.puzzle for document in read_all("lines.jsonl")]
    assert found == [CHICK, RED]
    assert [read(name).puzzle for name in WRITERS[words].split()] == found


@pytest.mark.parametrize("words", few(3, READERS))
def test_every_command_reads_what_another_one_writes(words: str) -> None:
    written = run_here("generate --json --size 5x5 --count 2 --seed 1").stdout
    assert run_here(f"{words} -", written).code == 0
    assert run_here("hint -", written.splitlines()[0]).code == 0


def test_the_listed_puzzles_are_read_too() -> None:
    listed = run_here(LISTED).stdout
    rated = run_here("rate --json -", listed).stdout
    pairs = list(zip(listed.splitlines(), rated.splitlines(), strict=True))
    assert pairs
    for one, other in pairs:
        assert json.loads(one)["level"] == json.loads(other)["level"]


def test_lines_go_through_a_pipe_of_three_commands() -> None:
    made = run_here("generate --json --size 6x6 --count 3 --seed 5").stdout
    rated = run_here("rate --json -", made).stdout
    solved = run_here("solve -u -", rated)
    assert solved.stdout.splitlines() == [
        f"standard input, puzzle {number}: 1".encode() for number in (1, 2, 3)
    ]
    difficulties = [json.loads(line)["difficulty"] for line in rated.splitlines()]
    assert difficulties == [json.loads(line)["difficulty"] for line in made.splitlines()]


def test_an_error_in_a_pipe_does_not_stop_the_rest() -> None:
    lines = run_here("solve --json missing.non chick.non").stdout
    assert run_here("solve -u -", lines).stdout == b"1\n"
    nothing = run_here("rate --json missing.non").stdout
    done = run_here("solve -", nothing)
    assert (done.code, done.stdout) == (2, b"")
    assert b"No such file" in done.stderr


@pytest.mark.parametrize("words", few(1, ["scan --json app.jpg", "create --json dots.png"]))
def test_puzzles_of_pictures_are_read(words: str) -> None:
    lines = run_here(words).stdout
    assert run_here("check -", lines).code == 0


REQUESTS: dict[str, dict[str, Any]] = {
    "check": {},
    "explain": {},
    "rate": {},
    "repair": {"timeout": 5},
    "solve": {},
}


@pytest.mark.skipif(os.name == "nt", reason="the service is ended by a signal")
def test_the_service_has_the_same_objects_and_takes_them() -> None:
    made = lines_of("generate --json --size 5x5 --colors 2 --seed 1")[0]
    listed = {action.answer_key: action.name for action in ACTIONS if action.answer_key}
    with running_service("-j 1") as service:
        for action, options in REQUESTS.items():
            answer = service.post(action, made | options, Prefer="wait=60").json()
            parts = next((answer[key] for key in listed if key in answer), [answer])
            for part in parts:
                part = {"file": "input", "written": None} | part
                part.pop("notes", None)
                wanted = SCHEMAS["$defs"][f"{action}_line"]
                if "written" not in wanted["properties"]:
                    del part["written"]
                assert problems(part, wanted, SCHEMAS) == [], action
        body = {"rows": [[4]], "columns": [[1], [1], [1]]}
        assert service.post("solve", body).json()["outcome"] == "none"
        for action in ("rate", "explain"):
            refused = service.post(action, body)
            assert refused.status_code == 422
            assert problems(refused.json(), SCHEMAS["$defs"]["error_line"], SCHEMAS) == []
            assert refused.json()["error"]["code"] == "no_solution"
            assert refused.json()["error"]["line"] == {"side": "row", "number": 1}
        damaged = {"rows": [[1.5]], "columns": [[1]]}
        for action in ("check", "convert", "explain", "print", "rate", "repair", "solve"):
            error = service.post(action, damaged, Prefer="wait=60").json()["error"]
            assert error["code"] == "bad_file", action
        held = service.post("convert", made | {"to": "mk"}).json()["error"]
        assert (held["code"], "cannot hold" in held["message"]) == ("failed", True)
        page = service.post("explain", body | {"to": "html"}).json()["error"]
        assert (page["code"], page["line"]) == ("no_solution", {"side": "row", "number": 1})
        (seeded,) = service.post("generate", {"size": "5x5", "seed": 7}).json()["puzzles"]
        assert seeded["seed"] == "7"
        wrong = service.post("generate", {"size": "5x5", "difficulty": "extreme"}, Prefer="wait=60")
        assert "no puzzle of 5x5" in wrong.json()["error"]["message"]
        assert "Usage" not in wrong.text
        unlike = service.post("print", body | {"to": "svg", "show_difficulty": True},
                              Prefer="wait=60").json()["error"]["message"]  # fmt: skip
        assert "show_difficulty is for pdf and html" in unlike
        assert "--" not in unlike


def test_the_page_has_the_keys_of_lists_that_only_the_service_has() -> None:
    before_the_table = PAGE.read_text(encoding="utf-8").partition("## Keys")[0]
    for key in ("notes", *filter(None, (action.answer_key for action in ACTIONS))):
        assert f"`{key}`" in before_the_table


def test_openapi_describes_the_answers() -> None:
    described = json.loads(json.dumps(openapi()).replace("#/components/schemas/", "#/$defs/"))
    root = {"$defs": described["components"]["schemas"]}
    for action in ACTIONS:
        answer = described["paths"][f"/v1/{action.name}"]["post"]["responses"]["200"]
        if action.answer:
            wanted = answer["content"]["application/json"]["schema"]
            assert action.name in ("repair", "scan") or problems(action.answer, wanted, root) == []
            assert problems({"nothing": 1}, wanted, root)


def test_the_examples_of_the_service_follow_the_schemas() -> None:
    for action in ACTIONS:
        if not action.answer or action.takes is Takes.PICTURE:
            continue
        parts = action.answer[action.answer_key] if action.answer_key else [action.answer]
        for part in parts:
            whole = {"file": "input", "written": None} | part
            wanted = SCHEMAS["$defs"][f"{action.name}_line"]
            shown = {key: value for key, value in whole.items() if key in wanted["properties"]}
            assert problems(shown, wanted, SCHEMAS) == [] or action.name == "repair"
            assert set(part) <= set(wanted["properties"])
