"""Where commands write puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import main
from puzzles.errors import LibraryError
from puzzles.formats.target import checked_target


def test_a_hyphen_is_no_file(tmp_path: Path) -> None:
    for target in (Path("-"), tmp_path / "-"):
        with pytest.raises(LibraryError, match=r"not a file; choose a name that ends in \.non"):
            checked_target(target, "a", [])
    assert checked_target(tmp_path / "-.non", "a", []) == tmp_path / "-.non"


@pytest.mark.parametrize("command", ["create", "scan", "repair", "ar"])
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
    assert main.main([command, *source, "-o", "-"]) == 2
    assert "-: this is not a file; choose a name that ends in .non" in capsys.readouterr().err
    assert not Path("-").exists()
