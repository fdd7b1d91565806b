"""Pictures from anybody become sources in a child process; commands name the limit that ended it.

The limits are made small, so that any picture is a bomb.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import main
import recognizer.source
from helper.images import loading
from helper.images.loading import PictureLoader, load_in_child
from puzzles.child.limits import ChildLimits
from puzzles.errors import RecognitionError
from tests.support.cases import few

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 3"><rect width="2" height="2"/></svg>'
NO_TIME = ChildLimits(1024, 0.001, "decoding it")
"""No machine starts to decode in it."""
LITTLE_MEMORY = ChildLimits(16, 20, "decoding it")


@pytest.fixture
def pictures(tmp_path: Path) -> dict[str, Path]:
    names = {"svg": "a.svg", "gif": "a.gif", "png": "a.png"}
    paths = {kind: tmp_path / name for kind, name in names.items()}
    paths["svg"].write_text(SVG)
    few = [Image.new("L", (9, 8), shade) for shade in (30, 140, 250)]
    few[0].save(paths["gif"], save_all=True, append_images=few[1:])
    Image.new("RGB", (3000, 3000)).save(paths["png"])
    return paths


@pytest.mark.parametrize("kind", few(1, ["svg", "gif"]))
def test_a_child_loads_what_this_process_would(kind: str, pictures: dict[str, Path]) -> None:
    loaded = load_in_child(pictures[kind])
    here = PictureLoader().load(pictures[kind]).motif
    assert loaded is not None
    assert np.array_equal(loaded.pixels, here.pixels)
    assert loaded.size_px == here.size_px
    assert (loaded.frames, loaded.block, loaded.has_transparency) == (
        here.frames,
        here.block,
        here.has_transparency,
    )
    assert loaded.frames == (3 if kind == "gif" else 1)


def test_what_is_no_picture_is_said_with_all_kinds(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_text("no picture")
    with pytest.raises(RecognitionError, match=r"a\.png: this file is not a picture.* TIFF, SVG$"):
        load_in_child(path)


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_create_says_that_the_time_is_over(
    kind: str,
    pictures: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(loading, "DECODING", NO_TIME)
    target = pictures["svg"].with_name("out.non")
    assert main.main(["create", str(pictures[kind]), "-o", str(target)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{pictures[kind]}: decoding it takes longer than 0.001 s")
    assert said.count("\n") == 1
    assert not target.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="not tried elsewhere")
def test_commands_say_that_it_needs_too_much_memory(
    pictures: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(loading, "DECODING", LITTLE_MEMORY)
    monkeypatch.setattr(recognizer.source, "DECODING", LITTLE_MEMORY)
    path = str(pictures["png"])
    assert main.main(["create", path, "-o", str(pictures["svg"].with_name("out.non"))]) == 2
    assert f"{path}: decoding it needs more than 16 MB of memory" in capsys.readouterr().err
    assert main.main(["scan", "--json", path]) == 2
    printed = capsys.readouterr()
    assert "more than 16 MB of memory" in printed.err
    assert "more than 16 MB of memory" in json.loads(printed.out)["error"]["message"]


def test_a_stop_while_a_picture_is_decoded_writes_nothing(
    pictures: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert load_in_child(pictures["png"], lambda: True) is None
    monkeypatch.setattr(loading, "load_in_child", lambda path, should_stop: None)
    target = pictures["svg"].with_name("out.non")
    assert main.main(["create", str(pictures["png"]), "-o", str(target)]) == 130
    assert capsys.readouterr().err == f"stopped; {target} is not written\n"
    assert not target.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="not tried elsewhere")
def test_the_windows_children_set_the_limits_themselves(
    pictures: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    from helper.review import scan_work
    from recognizer import images

    def limit() -> int:
        return resource.getrlimit(resource.RLIMIT_DATA)[0]

    seen: list[int] = []
    before = limit()

    def watched(source: object) -> None:
        seen.append(limit())
        raise RecognitionError("enough")

    monkeypatch.setattr(images, "load", watched)
    monkeypatch.setattr("helper.images.svg.load_picture", watched)
    for call in (
        lambda: scan_work.scan_work(pictures["png"], lambda _: None, lambda: False),
        lambda: scan_work.load_work(pictures["png"], lambda _: None, lambda: False),
        lambda: loading.load(pictures["png"]),
    ):
        with pytest.raises(RecognitionError, match="enough"):
            call()
        assert limit() == before
    assert len(seen) == 3
    assert all(0 < value < 2**40 for value in seen), "some GB, where there was no limit"
