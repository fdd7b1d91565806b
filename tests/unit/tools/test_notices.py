"""The notices name all that a frozen program contains, and refuse what may not be in it."""

from __future__ import annotations

import sys
from email.message import Message
from importlib.metadata import Distribution, PackagePath
from pathlib import Path

import pytest

from tests.support.cases import few
from tools.package import notices
from tools.package.notices import NoticesError, Part

QT, OPENCV = "PySide6_Essentials", "opencv-python-headless"


class Package(Distribution):
    """An installed package whose files are in a folder."""

    def __init__(self, folder: Path, **fields: str) -> None:
        self.folder = folder
        message = Message()
        for name, value in ({"Name": "foreign", "Version": "1.2"} | fields).items():
            message[name.replace("_", "-")] = value
        self.message = message

    @property
    def metadata(self) -> Message:  # type: ignore[override]
        return self.message

    @property
    def files(self) -> list[PackagePath]:
        below = (path.relative_to(self.folder) for path in self.folder.rglob("*"))
        return [PackagePath(path) for path in below if (self.folder / path).is_file()]

    def read_text(self, filename: str) -> None:
        return None

    def locate_file(self, path: object) -> Path:
        return self.folder / str(path)


@pytest.fixture(scope="module")
def parts() -> list[Part]:
    """Those of this environment."""
    return [notices.part_of(package) for package in notices.required("nonogram-helper")]


def test_all_that_the_program_needs_is_named_with_its_texts(parts: list[Part]) -> None:
    names = {part.name for part in parts}
    assert {"nonogram-helper", "numpy", "pillow", "pypdfium2", "shiboken6", QT, OPENCV} <= names
    assert not {"pytest", "distributed", "ruff"} & names
    for part in parts:
        assert part.licence, part.name
        assert sum(map(len, part.texts.values())) > 300, part.name


def test_what_is_written_has_a_folder_of_texts_for_each_part(
    parts: list[Part], tmp_path: Path
) -> None:
    folder = tmp_path / "notices"
    for _ in range(2):  # a second time in the place of the first
        notices.write_notices(folder, parts)
    text = (folder / "NOTICES.txt").read_text(encoding="utf-8")
    for part in parts:
        assert f"{part.name} {part.version}\n" in text
        assert f"{part.folder}/\n" in text
        assert {path.name for path in (folder / part.folder).iterdir()} == set(part.texts)
    assert len(list(folder.iterdir())) == len(parts) + 1


def test_libraries_under_the_lgpl_come_with_texts_sources_and_how_to_replace_them(
    parts: list[Part],
) -> None:
    text = " ".join(notices.notices(parts).split())
    by_name = {part.name: part for part in parts}
    assert {"LGPL-3.0.txt", "GPL-3.0.txt"} <= set(by_name[QT].texts)
    assert b"GNU LESSER GENERAL PUBLIC LICENSE" in b"".join(by_name[OPENCV].texts.values())
    assert f"The sources of Qt {by_name[QT].version} are at https://" in text
    assert "You may replace each of them" in text
    assert "The sources of FFmpeg are at https://" in text


def test_a_package_without_a_text_or_a_licence_is_refused(tmp_path: Path) -> None:
    (tmp_path / "module.py").touch()
    with pytest.raises(NoticesError, match=r"foreign 1\.2 brings no licence text"):
        notices.part_of(Package(tmp_path, License="MIT"))
    folder = tmp_path / "foreign-1.2.dist-info" / "licenses"
    folder.mkdir(parents=True)
    (folder / "LICENSE").write_text("Do what you like.", "utf-8")
    (folder / "LICENSE.copy").write_text("Do what you like.", "utf-8")
    assert list(notices.part_of(Package(tmp_path, License="MIT")).texts) == ["LICENSE"]
    with pytest.raises(NoticesError, match="does not say its licence"):
        notices.part_of(Package(tmp_path))


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """A frozen program with libraries that are known."""
    names = (
        "libQt6Core.so.6", "libpython3.11.so.1.0", "_ctypes.cpython-311-x86_64-linux-gnu.so",
        "QtCore.abi3.so",
    )  # fmt: skip
    for name in names:
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries have other names")
@pytest.mark.parametrize(
    ("library", "sentence"),
    few(1, [("libreadline.so.8", "under the GPL; exclude the module readline"),
     ("libforeign.so.7", r"nobody knows .* belong: libforeign\.so\.7")]),
)  # fmt: skip
def test_a_library_that_nobody_knows_or_may_distribute_is_refused(
    frozen: Path, library: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "_debian_package", lambda _: None)
    assert any(part.name == "Python" for part in notices.parts_of(frozen))
    (frozen / library).touch()
    with pytest.raises(NoticesError, match=sentence):
        notices.parts_of(frozen)


def test_a_library_of_the_system_is_named_with_its_package(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(notices, "_debian_package", lambda library: f"package of {library}")
    monkeypatch.setattr(notices, "_system_part", lambda name: Part(name, "3", "its", texts={}))
    (frozen / "libforeign.so.7").touch()
    assert notices.parts_of(frozen)[-1].name == "package of libforeign.so.7"
