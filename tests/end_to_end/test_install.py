"""The wheel: it holds what the program needs, and the installed copy runs by itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from puzzles.version import version_number
from tests.support.pages import draw_page, unique_clues
from tests.support.paths import ROOT
from tests.support.service import running_service
from tests.support.shells import bash_words
from tools.full_names import UnclearNameError, modules_of, rewritten

PACKAGES = ("helper", "network", "solver", "recognizer", "resources", "puzzles")
INSIDE = "nonogram_helper"
"""Where the wheel has them."""
UNPACKED = ("main.py", "pyproject.toml", "LICENSE", "README.md", "setup.py", "CMakeLists.txt")

# The build needs a setuptools that knows licence expressions; `make test` brings it.
pytest.importorskip("setuptools", minversion="77")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="scripts are laid out differently")


def _copy_tools_of_setup(source: Path) -> None:
    """Copy what setup.py imports."""
    (source / "tools").mkdir()
    for name in ("catalogues.py", "full_names.py"):
        shutil.copy(ROOT / "tools" / name, source / "tools")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without the network from a copy, so that the tree stays clean."""
    source = tmp_path_factory.mktemp("source")
    for name in (*PACKAGES, "nonogram_helper", "po", "share", "LICENSES"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in UNPACKED:
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, source)
    _copy_tools_of_setup(source)
    # The build takes the core that is compiled already, where it is newer than its source.
    platform = f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    built = source / "build" / platform / INSIDE / "solver" / "native"
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
    command: list[str], code: int | None = 0, cwd: Path | None = None, **environment: str
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
    assert code in (None, done.returncode), done.stdout + done.stderr
    return done


def test_every_module_and_resource_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    expected = {
        f"{INSIDE}/{path.relative_to(ROOT).as_posix()}"
        for name in PACKAGES
        for pattern in ("*.py", "*.svg", "*.png", "*.md", "*.non", "*.json", "py.typed")
        for path in (ROOT / name).rglob(pattern)
    }
    assert expected - inside == set()
    assert f"{INSIDE}/_main.py" in inside
    assert any(name.startswith(f"{INSIDE}/solver/native/_core") for name in inside)
    assert f"{INSIDE}/puzzles/packs/first-steps/01-heart.non" in inside


OF_THE_REPOSITORY = re.compile(r"^from (tools|benchmarks)\b|\bROOT / (?!\"tests\")", re.MULTILINE)
"""What tests of the repository have in them."""


@pytest.mark.parametrize(
    "folders",
    [
        pytest.param("puzzles/system solver/engines", id="some"),
        pytest.param("network puzzles solver", marks=pytest.mark.long, id="all"),
    ],
)
def test_the_unit_tests_hold_for_what_is_installed(
    programs: Path, tmp_path: Path, folders: str
) -> None:
    """With the names of modules rewritten, too; but for those that look at the repository."""
    units = [f"tests/unit/{name}" for name in folders.split()]
    for name in ("support", "unit/network", "unit/puzzles", "unit/solver"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "tests" / name, tmp_path / "tests" / name, ignore=ignored)
    for name in ("conftest.py", "tests/conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    for path in tmp_path.rglob("*.py"):
        source = path.read_text("utf-8")
        try:
            path.write_text(rewritten(source, path.name, modules_of(ROOT)), "utf-8")
        except UnclearNameError:  # it has programs in strings
            path.unlink()
        if path.name.startswith("test_") and OF_THE_REPOSITORY.search(source):
            path.unlink(missing_ok=True)
    command = [str(programs / "python"), "-m", "pytest", "-q", "-m", "not long and not clock"]
    said = _run([*command, "-p", "no:cacheprovider", *units], cwd=tmp_path).stdout
    passed = re.search(r"(\d+) passed", said)
    assert passed, said
    assert int(passed[1]) > 150, "most of them were run"


@pytest.mark.long
def test_the_service_runs_where_it_is_installed(programs: Path) -> None:
    puzzle = {"rows": [[3]], "columns": [[1], [1], [1]]}
    with running_service("-j 1", programs / "nonogram") as service:
        assert service.post("solve", puzzle).json()["solutions"] == [["###"]]
        drawn = service.post("print", puzzle | {"to": "png"}, Prefer="wait=60")
        assert drawn.content.startswith(b"\x89PNG")
        assert service.end()[0] == 0


def test_nothing_but_the_program_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [
            name
            for name in archive.namelist()
            if ".dist-info/" not in name and ".data/" not in name
        ]
    assert {name.split("/")[0] for name in names} == {"nonogram_helper"}
    inside = {name.split("/")[1] for name in names}
    own = {path.name for path in (ROOT / INSIDE).iterdir()} - {"__pycache__", "_checkout.py"}
    assert inside == {*PACKAGES, *own, "_main.py"}


def test_what_shells_and_desktops_look_for_is_where_they_look(programs: Path) -> None:
    installed = programs.parent
    for path in (ROOT / "share").rglob("*"):
        if path.is_file():
            found = installed / path.relative_to(ROOT)
            assert found.read_bytes() == path.read_bytes()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [("nonogram c", "check convert create"), ("nonogram solve --js", "--json"),
     ("nonogram convert --to picr", "picross"), ("nonogram study --experiment q", "queues")],
)  # fmt: skip
def test_bash_completes_with_the_installed_file(
    programs: Path, tmp_path: Path, typed: str, offered: str
) -> None:
    script = programs.parent / "share" / "bash-completion" / "completions" / "nonogram"
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    done = _run(bash_words(script, typed), cwd=tmp_path, PATH=path, DISPLAY="")
    assert done.stdout.split() == offered.split()


def test_an_installation_has_one_name_beside_other_modules(programs: Path) -> None:
    (site,) = programs.parent.glob("lib/python*/site-packages")
    names = {path.name for path in site.iterdir() if path.suffix != ".dist-info"}
    assert names - {"libraries.pth", "__pycache__"} == {"nonogram_helper"}


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A folder with files that have the names of the program's packages."""
    for name in (*PACKAGES, "main"):
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('the wrong {name}')", "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", [*PACKAGES, "main"])
def test_no_other_name_can_be_imported(programs: Path, tmp_path: Path, name: str) -> None:
    words = [str(programs / "python"), "-c", f"import nonogram_helper.solver.many, {name}"]
    done = _run(words, cwd=tmp_path, code=1)
    assert f"No module named '{name}'" in done.stderr


def test_the_modules_are_the_installed_ones(programs: Path, foreign: Path) -> None:
    script = (
        "import nonogram_helper.helper.app, nonogram_helper._main, sys; from pathlib import Path;"
        "print(*{m.__file__ for n, m in sys.modules.items() if n.startswith('nonogram_helper')})"
    )
    files = _run([str(programs / "python"), "-c", script], cwd=foreign).stdout.split()
    assert len(files) > 100
    assert all(Path(file).is_relative_to(programs.parent) for file in files)


def test_files_of_the_same_names_beside_the_user_do_no_harm(programs: Path, foreign: Path) -> None:
    page = draw_page(*unique_clues(10, 10))
    Image.fromarray(page.picture).save(foreign / "page.png")
    nonogram = str(programs / "nonogram")
    heart = _run([nonogram, "list", "--paths"], cwd=foreign).stdout.splitlines()[0]
    assert ".#.#." in _run([nonogram, "solve", heart], cwd=foreign).stdout
    as_module = [str(programs / "python"), "-P", "-m", "nonogram_helper"]
    assert ".#.#." in _run([*as_module, "solve", heart], cwd=foreign).stdout
    two = _run([nonogram, "solve", heart, heart], cwd=foreign).stdout
    assert two.count(".#.#.") == 2
    scanned = _run([nonogram, "scan", "page.png"], cwd=foreign).stdout
    assert "rows" in scanned, "child processes find the modules, too"


def test_child_processes_have_the_standard_library(programs: Path, tmp_path: Path) -> None:
    """The folder in which the package lies comes after it, as in every process."""
    (site,) = programs.parent.glob("lib/python*/site-packages")
    (site / "pickle.py").write_text("raise SystemExit('the wrong pickle')", "utf-8")
    try:
        page = str(ROOT / "tests" / "samples" / "scan.jpg")
        assert "rows" in _run([str(programs / "nonogram"), "scan", page], cwd=tmp_path).stdout
    finally:
        (site / "pickle.py").unlink()


@pytest.mark.long
def test_a_person_can_use_what_is_installed(programs: Path, tmp_path: Path) -> None:
    """The script that tries every package, with a window, child processes and scanning."""
    used = _run(
        ["sh", str(ROOT / "tools" / "package" / "use.sh"), str(programs)],
        cwd=tmp_path,
        QT_QPA_PLATFORM="offscreen",
    )
    assert used.stdout.endswith("window: ok\n")


def test_a_wheel_that_is_not_unpacked_solves_and_scans(wheel: Path, foreign: Path) -> None:
    """Its child processes find the modules in it; the core cannot be loaded from there."""
    page = draw_page(*unique_clues(10, 10))
    Image.fromarray(page.picture).save(foreign / "page.png")
    command = [sys.executable, "-P", "-m", "nonogram_helper"]
    done = _run(
        [*command, "scan", "page.png", "-o", "read.non"], cwd=foreign, PYTHONPATH=str(wheel)
    )
    assert done.stdout == "read.non: written\n"
    two = ["solve", "read.non", "read.non"]
    solved = _run([*command, *two], cwd=foreign, PYTHONPATH=str(wheel))
    assert solved.stdout.count("exactly one solution") == 2
    assert "core is missing" in solved.stderr


REPORTED = """\
from nonogram_helper import solve
from nonogram_helper.helper.reports.public import place_of, public_traceback

try:
    solve("no puzzle")
except TypeError as error:
    print(public_traceback(error), place_of(error), sep="\\n")
"""


def test_a_report_names_files_as_the_repository_does(programs: Path, tmp_path: Path) -> None:
    said = _run([str(programs / "python"), "-c", REPORTED], cwd=tmp_path).stdout.splitlines()
    assert said[1].startswith("  solver/api.py:")
    lines = (ROOT / "solver" / "api.py").read_text("utf-8").splitlines()
    number = int(said[1].split(":")[1].split()[0])
    assert "checked_type(puzzle" in lines[number - 1], "its lines are those of the repository"
    assert said[-1].startswith("TypeError in puzzles/")


OWN = "import helper, network, puzzles, recognizer, resources, solver"
OURS = """\
from nonogram_helper import count_solutions, read, read_picture
from nonogram_helper.solver.many import solve_many"""
SCRIPT = """\
import sys

print(*(module.__name__ for module in (helper, network, puzzles, recognizer, resources, solver)))
puzzle = read(sys.argv[1]).puzzle
print(*(result.outcome.value for result in solve_many([puzzle] * 3)))
print(read_picture("page.png", count_solutions))
"""


@pytest.mark.parametrize("imports", [(OWN, OURS), (OURS, OWN)], ids=["own first", "ours first"])
def test_a_project_keeps_its_own_modules_of_these_names(
    programs: Path, tmp_path: Path, imports: tuple[str, str]
) -> None:
    """Its script ``main.py`` starts child processes, too, in which the names mean the same."""
    for name in PACKAGES:
        (tmp_path / f"{name}.py").touch()
    (tmp_path / "main.py").write_text("\n".join([*imports, SCRIPT]), "utf-8")
    Image.fromarray(draw_page(*unique_clues(10, 10)).picture).save(tmp_path / "page.png")
    heart = _run([str(programs / "nonogram"), "list", "--paths"], cwd=tmp_path).stdout.split()[0]
    said = _run([str(programs / "python"), "main.py", heart], cwd=tmp_path).stdout.splitlines()
    assert said == [
        "helper network puzzles recognizer resources solver",
        "unique unique unique",
        "<Reading 10 rows, 10 columns, doubtful: 0, unique>",
    ]


TYPED = """\
from pathlib import Path

from nonogram_helper import Document, GeneratorOptions, Grid, Limits, NonogramError, Puzzle
from nonogram_helper import SolveResult, count_solutions, generate, rate, read, read_picture
from nonogram_helper import read_pictures, solve, solve_many, write
from nonogram_helper.puzzles.formats import IncompletePuzzleError
from nonogram_helper.solver.advice import next_step
from nonogram_helper.solver.engines.run import Run, SearchEngine


def described(puzzle: Puzzle) -> str:
    rating = rate(puzzle)
    step = next_step(puzzle, Grid.for_puzzle(puzzle))
    sentence = "" if step is None else step.sentence
    return f"{puzzle.shape}: {rating.difficulty.value}, {rating.score:.1f}; {sentence}"


def solved(puzzle: Puzzle, target: Path) -> SolveResult:
    result = solve(puzzle, Limits(timeout_s=10), engine="native")
    for grid in result.solutions[:1]:
        print(grid[0, 0], grid.to_numpy().shape, [len(row) for row in grid])
        write(target, Document(puzzle, grid))
    return result


class Mine(SearchEngine):
    name, description, is_exact = "mine", "Finds nothing.", True

    def search(self, run: Run) -> None:
        run.node()


print(solve(Puzzle.from_numbers([[1]], [[1]]), engine=Mine()).outcome)
made = generate(GeneratorOptions(8, 8, difficulty="hard", style="letters"), "seed 1")
puzzles = [] if made is None else [made.puzzle]
for path in Path().glob("*.non"):
    try:
        puzzles.append(read(path).puzzle)
    except IncompletePuzzleError as error:
        print(len(error.documents))
    except NonogramError as problem:
        print(problem)
for puzzle, result in zip(puzzles, solve_many(puzzles), strict=True):
    print(described(puzzle), result.outcome.value, solved(puzzle, Path("a.non")).is_unique)
reading = read_picture("page.png", count_solutions)
print(reading.puzzle("Chick").defects(), reading.doubts, reading.problems)
for board in read_pictures("folder", on_error=print):
    print(board.page, board.grid, board.reading.is_certain)
"""


def test_a_type_checker_knows_all_types(programs: Path, tmp_path: Path) -> None:
    """No expression of a script that uses much of the library may have the type Any."""
    (tmp_path / "typed.py").write_text(TYPED, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--disallow-any-expr", "--no-incremental"]
    command += ["--config-file=", f"--python-executable={programs / 'python'}", "typed.py"]
    assert "no issues found in 1 source file" in _run(command, cwd=tmp_path).stdout


def test_the_installed_command_line_solves_a_bundled_puzzle(programs: Path, tmp_path: Path) -> None:
    nonogram = str(programs / "nonogram")
    assert "solve" in _run([nonogram, "--help"], cwd=tmp_path).stdout
    assert "Heart" in _run([nonogram, "list"], cwd=tmp_path).stdout
    paths = _run([nonogram, "list", "--paths"], cwd=tmp_path).stdout.splitlines()
    assert all(Path(path).is_relative_to(programs.parent) for path in paths)
    assert _run([nonogram, "--version"], cwd=tmp_path).stdout == f"nonogram {version_number()}\n"
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
    _copy_tools_of_setup(tmp_path)
    core = tmp_path / "solver" / "native" / "bindings.cpp"
    core.parent.mkdir(parents=True)
    core.write_text("this is no C++", "utf-8")
    words = [sys.executable, "setup.py", "build_ext", "--inplace"]
    (tmp_path / "nonogram_helper").mkdir()
    environment = os.environ | {"NONOGRAM_CORE": "required" if is_required else ""}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (done.returncode != 0) is is_required
