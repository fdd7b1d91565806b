"""The wheel: it holds what the program needs, and the installed copy runs by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGES = ("helper", "solver", "recognizer", "resources", "puzzles")
UNPACKED = ("main.py", "pyproject.toml", "LICENSE", "README.md", "setup.py", "CMakeLists.txt")

# The build needs a setuptools that knows licence expressions; `make test` brings it.
pytest.importorskip("setuptools", minversion="77")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="scripts are laid out differently")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without the network from a copy, so that the tree stays clean."""
    source = tmp_path_factory.mktemp("source")
    for name in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in UNPACKED:
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, source)
    # The build takes the core that is compiled already, where it is newer than its source.
    platform = f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    built = source / "build" / platform / "solver" / "native"
    built.mkdir(parents=True)
    for core in (ROOT / "solver" / "native").glob("_core*.so"):
        shutil.copy2(core, built)
    (source / "tests").mkdir()
    (source / "tests" / "test_nothing.py").touch()
    folder = tmp_path_factory.mktemp("wheel")
    _pip("wheel", "--no-build-isolation", "--wheel-dir", str(folder), str(source))
    (packed,) = folder.glob("*.whl")
    return packed


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a fresh environment in which the wheel is installed.

    The libraries are those of the running environment, seen through a .pth file.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True, with_pip=False)
    (site,) = folder.glob("lib/python*/site-packages")
    libraries = [path for path in sys.path if Path(path).name == "site-packages"]
    (site / "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    _pip("install", "--ignore-installed", str(wheel), python=folder / "bin" / "python")
    return folder / "bin"


def _pip(command: str, *words: str, python: str | Path = sys.executable) -> None:
    """Run pip on an environment, which need not have it; nothing is fetched."""
    pip = [sys.executable, "-m", "pip", "--python", str(python), command]
    _run([*pip, "--quiet", "--no-deps", "--no-index", *words])


def _run(
    command: list[str], code: int = 0, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name
        not in ("PYTHONPATH", "PYTHONHOME", "DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
    }
    done = subprocess.run(
        command, cwd=cwd, env=kept | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def test_every_module_and_resource_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    expected = {
        path.relative_to(ROOT).as_posix()
        for name in PACKAGES
        for pattern in ("*.py", "*.svg", "*.png", "*.md", "*.non", "py.typed")
        for path in (ROOT / name).rglob(pattern)
    }
    assert expected - inside == set()
    assert "main.py" in inside
    assert any(name.startswith("solver/native/_core") for name in inside)
    assert "puzzles/packs/first-steps/01-heart.non" in inside


def test_nothing_but_the_program_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        top = {name.split("/")[0] for name in archive.namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {*PACKAGES, "main.py"}


def test_the_modules_are_the_installed_ones(programs: Path, tmp_path: Path) -> None:
    script = "import main, helper, solver, puzzles; print(main.__file__, puzzles.__file__)"
    output = _run([str(programs / "python"), "-c", script], cwd=tmp_path).stdout
    assert str(ROOT) not in output
    assert output.count(str(programs.parent)) == 2


def test_the_installed_command_line_solves_a_bundled_puzzle(programs: Path, tmp_path: Path) -> None:
    nonogram = str(programs / "nonogram")
    assert "solve" in _run([nonogram, "--help"], cwd=tmp_path).stdout
    assert "Heart" in _run([nonogram, "list"], cwd=tmp_path).stdout
    paths = _run([nonogram, "list", "--paths"], cwd=tmp_path).stdout.splitlines()
    assert all(Path(path).is_relative_to(programs.parent) for path in paths)
    solved = _run([nonogram, "solve", paths[0]], cwd=tmp_path)
    assert ".#.#." in solved.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is a display")
@pytest.mark.parametrize("name", ["nonogram", "nonogram-helper"])
def test_without_a_display_the_window_is_refused_in_a_sentence(
    programs: Path, tmp_path: Path, name: str
) -> None:
    done = _run([str(programs / name)], code=2, cwd=tmp_path, QT_QPA_PLATFORM="")
    assert "nonogram solve" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("is_required", [True, False])
def test_a_core_that_cannot_be_built_fails_the_build_where_it_is_required(
    tmp_path: Path, is_required: bool
) -> None:
    shutil.copy(ROOT / "setup.py", tmp_path)
    core = tmp_path / "solver" / "native" / "bindings.cpp"
    core.parent.mkdir(parents=True)
    core.write_text("this is no C++", "utf-8")
    words = [sys.executable, "setup.py", "build_ext", "--inplace"]
    environment = os.environ | {"NONOGRAM_CORE": "required" if is_required else ""}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (done.returncode != 0) is is_required
