"""Where commands write puzzles."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

import main
from puzzles.errors import FormatError, LibraryError
from puzzles.formats import read, write
from puzzles.formats.target import checked_target
from tests.support.cases import few


def test_a_hyphen_is_no_file(tmp_path: Path) -> None:
    for target in (Path("-"), tmp_path / "-"):
        with pytest.raises(LibraryError, match=r"not a file; choose a name that ends in \.non"):
            checked_target(target, "a", [])
    assert checked_target(tmp_path / "-.non", "a", []) == tmp_path / "-.non"


@pytest.mark.parametrize("command", few(2, ["create", "scan", "repair", "ar"]))
def test_no_command_writes_a_file_that_is_called_as_a_hyphen(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Image.new("L", (5, 5), 0).save("a.png")
    Path("a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    sources = {"repair": ["a.non"], "ar": ["--no-window", "--source", "a.png"]}
    source = sources.get(command, ["a.png"])
    assert main.main([command, *source, "-o", "./-"]) == 2
    assert "-: this is not a file; choose a name that ends in .non" in capsys.readouterr().err
    main.main([command, *source, "-o", "-"])
    assert not Path("-").exists()


PUZZLE = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"


@pytest.mark.parametrize(
    ("words", "target"),
    few(2, [
        pytest.param(["solve", "a.non", "-o", "b.non"], "b.non", id="solve"),
        pytest.param(["repair", "a.non", "-o", "b.non"], "b.non", id="repair"),
        pytest.param(["create", "a.png", "-o", "b.non"], "b.non", id="create"),
        pytest.param(["study", "--engine", "native", "--repeats", "1", "-o", ".", "a.non"],
                     "tables.md", id="study"),
    ]),
)  # fmt: skip
def test_a_write_protected_file_is_replaced_only_by_force(
    words: list[str],
    target: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Image.new("L", (5, 5), 0).save("a.png")
    Path("a.non").write_text(PUZZLE)
    Path(target).write_bytes(b"old")
    Path(target).chmod(0o444)
    assert main.main(words) == 2
    assert f"{target}: this file is write-protected; --force" in capsys.readouterr().err
    assert Path(target).read_bytes() == b"old"
    assert main.main([*words, "--force"]) in (0, 1)
    assert Path(target).read_bytes() != b"old"


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["scan", "a.png", "-o", "b.non"], id="scan"),
        pytest.param(["ar", "--no-window", "--source", "a.png", "-o", "b.non"], id="ar"),
        pytest.param(["ar", "--no-window", "--source", "a.png", "--video", "b.mp4"], id="video"),
    ],
)
def test_what_is_read_from_pictures_does_not_replace_a_write_protected_file(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Image.new("L", (5, 5), 0).save("a.png")
    target = Path(words[-1])
    target.touch()
    target.chmod(0o444)
    assert main.main(words) == 2
    assert f"{target}: this file is write-protected; --force" in capsys.readouterr().err
    assert main.main([*words, "--force"]) == 4  # there is no puzzle in the picture
    assert "--force" not in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.non"
    os.mkfifo(pipe)
    with pytest.raises(LibraryError, match="not a file but a pipe or a device"):
        checked_target(pipe, "a", [])


@pytest.mark.parametrize("name", ["photo.png", "table.csv", "page.html"])
def test_a_file_of_another_kind_is_not_replaced(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.non").write_text(f'{PUZZLE}goal "1"\n')
    if name == "photo.png":
        Image.new("L", (300, 300), 0).save(name)
    else:
        Path(name).write_text("name,age\nTom,7\n")
    before = Path(name).read_bytes()
    to = [] if name.endswith(("png", "csv")) else ["--to", "csv"]
    assert main.main(["convert", "a.non", "-o", name, *to]) == 2
    assert "it is not overwritten" in capsys.readouterr().err
    assert Path(name).read_bytes() == before


@pytest.mark.parametrize("folder", few(1, ["new", "deep/new.d/"]))
@pytest.mark.parametrize(
    "words",
    ["convert a.non --to mk", "explain a.non", "create a.png", "repair a.non", "solve a.non",
     "generate --size 5x5", "print a.non --to svg", "print a.non --to pdf"],
)  # fmt: skip
def test_a_folder_that_is_missing_is_made_by_every_command(
    words: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Image.new("L", (5, 5), 0).save("a.png")
    Path("a.non").write_text(PUZZLE)
    assert main.main([*words.split(), "-o", folder]) == 0
    assert len(list(Path(folder).iterdir())) == 1


WRITERS = {
    "solve": "solve a.non",
    "repair": "repair a.non",
    "create": "create a.png",
    "scan": "scan page.png",
    "generate": "generate --size 4x4 --seed 1",
    "convert": "convert a.non --to non",
    "explain": "explain a.non",
    "print": "print a.non",
    "ar": "ar --no-window --source a.png",
}
"""Commands that write a file."""
writers = pytest.mark.parametrize("command", WRITERS)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Image.new("L", (5, 5), 0).save("a.png")
    Image.new("L", (300, 300), 255).save("page.png")
    Path("a.non").write_text(f'{PUZZLE}goal "1"\n')
    return tmp_path


@writers
@pytest.mark.parametrize("ending", [".pdf", ".docx", ".txt2", ".mp4", ".JPG"])
def test_an_ending_that_a_command_does_not_write_is_refused(
    command: str, ending: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if command == "convert" or (command, ending) == ("print", ".pdf"):
        return  # --to names the format; books are PDF files
    name = f"x{ending}"
    assert main.main([*WRITERS[command].split(), "-o", name]) == 2
    said = capsys.readouterr().err
    assert name in said
    assert "ending" in said or "ends in" in said
    assert not Path(name).exists()


@pytest.mark.parametrize("name", ["x.pdf", "x.txt", "x.jpg", "page.html", "x.1"])
def test_the_library_refuses_such_an_ending_too(name: str, here: Path) -> None:
    document = read("a.non")
    with pytest.raises(FormatError, match=f"^{name}: "):
        write(name, document)
    assert not Path(name).exists()
    write("x", document)
    assert read("x").puzzle == document.puzzle


MINE = {".non": "my notes", ".txt": "my notes", ".md": "# My notes", ".html": "<p>my page</p>",
        ".pdf": "%PDF-1.4 mine", ".svg": "<svg/>", ".png": "\x89PNG mine", ".json": '{"a": 1}',
        ".jsonl": '{"a": 1}', ".csv": "name,age\n"}  # fmt: skip


@pytest.mark.parametrize(
    ("command", "endings"),
    few(
        3,
        [
            ("solve", [".non", ".json"]),
            ("repair", [".non", ".json"]),
            ("create", [".non"]),
            ("scan", [".non"]),
            ("generate", [".non", ".csv"]),
            ("convert", [".non", ".txt", ".md", ".html", ".pdf", ".json", ".csv", ".png"]),
            ("explain", [".txt", ".md", ".html", ".jsonl"]),
            ("print", [".pdf", ".html", ".svg", ".png"]),
            ("ar", [".non"]),
        ],
    ),
)
def test_a_file_of_somebody_else_is_replaced_only_by_force(
    command: str, endings: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in endings:
        target = Path(f"mine{ending}")
        target.write_text(MINE[ending], encoding="utf-8")
        words = [*WRITERS[command].split(), "-o", target.name]
        assert main.main(words) == 2
        assert "is not from this program; it is not overwritten" in capsys.readouterr().err
        assert target.read_text(encoding="utf-8") == MINE[ending]
        code = main.main([*words, "--force"])
        assert "it is not overwritten" not in capsys.readouterr().err
        assert code != 0 or target.read_bytes() != MINE[ending].encode()


@pytest.mark.parametrize(
    "words",
    few(10, [
        *(f"convert a.non -o b{ending}" for ending in
          (".non", ".json", ".xml", ".g", ".mk", ".nin", ".cwd", ".csv", ".picross", ".pbm", ".png",
           ".pattern", ".sav", ".pzpr", ".picmi", ".xpm", ".gno", ".nonogram", ".lp")),
        *(f"explain a.non -o b{ending}" for ending in (".txt", ".md", ".html", ".jsonl")),
        *(f"print a.non -o b{ending}" for ending in (".pdf", ".html", ".svg", ".png")),
        "print a.non -o b.html --playable",
        "solve a.non -o b.non",
        "create a.png -o b.json",
        "generate --size 4x4 --seed 1 -o b.non",
        "generate --size 4x4 --seed 1 -o folder",
    ]),
)  # fmt: skip
def test_what_the_program_has_written_is_replaced(words: str, here: Path) -> None:
    for _ in range(2):
        assert main.main(words.split()) == 0


@pytest.mark.parametrize(
    ("ending", "start"),
    [(".txt", "1. "), ("", "1. "), (".md", "# "), (".html", "<!DOCTYPE"), (".jsonl", '{"file"')],
)
def test_the_ending_tells_how_steps_are_written(ending: str, start: str, here: Path) -> None:
    Path("b").touch()  # a file, not a folder
    assert main.main(["explain", "a.non", "-o", f"b{ending}"]) == 0
    assert Path(f"b{ending}").read_text(encoding="utf-8").startswith(start)


@pytest.mark.long
def test_a_new_study_replaces_nobodys_tables(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["study", "--engine", "native", "--repeats", "1", "-o", "out", "a.non"]
    Path("out").mkdir()
    Path("out", "tables.md").write_text("mine")
    assert main.main(words) == 2
    assert "tables.md: this file exists and is not from this program" in capsys.readouterr().err
    assert [path.name for path in Path("out").iterdir()] == ["tables.md"]
    assert main.main([*words, "--force"]) == 0
