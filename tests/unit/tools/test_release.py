"""A release is built only if everything agrees, step by step, and leaves no half files."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tools.release import archives, checks, run
from tools.release.checks import ReleaseError
from tools.release.run import Release, Step

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

EPOCH = 1_795_737_600
CHANGELOG = "# Changelog\n\n## 1.0.0 (2016-01-31)\n\n* All.\n\n## 0.9.0 (2015-12-01)\n"
PYPROJECT = '[project]\nversion = "1.0.0"\n'
AGREES, DIFFERS = "", "raise SystemExit('the newest release is 0.9.0')"


def git(folder: Path, *words: str) -> None:
    names = [f"{key}={value}" for key, value in (("user.name", "A"), ("user.email", "a@b.c"))]
    command = ["git", *(word for name in names for word in ("-c", name)), *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in which everything agrees about version 1.0.0, whatever git is told elsewhere."""
    for name in [each for each in os.environ if each.startswith("GIT_")]:
        monkeypatch.delenv(name)  # in a hook, the repository would be another one
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    folder = tmp_path / "project"
    (folder / "tools").mkdir(parents=True)
    files = {"CHANGELOG.md": CHANGELOG, "pyproject.toml": PYPROJECT, ".gitignore": "build\ndist\n"}
    files |= {"tools/metainfo.py": AGREES, "tools/licences.py": AGREES}
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "A change")


def test_nothing_keeps_back_a_version_on_which_all_agree(checkout: Path) -> None:
    assert checks.problems(checkout, "1.0.0") == []
    git(checkout, "tag", "v1.0.0")
    assert checks.problems(checkout, "1.0.0") == []


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [("pyproject.toml", PYPROJECT.replace("1.0.0", "0.9.9"), "version 0.9.9, not 1.0.0"),
     ("CHANGELOG.md", CHANGELOG.replace("1.0.0", "1.0.1"), "heading of CHANGELOG.md is 1.0.1"),
     ("CHANGELOG.md", CHANGELOG.replace("2016-01-31", "unreleased"), "'unreleased': put its date"),
     ("CHANGELOG.md", CHANGELOG.replace("2016", "2996"), "2996-01-31, which is in the future"),
     ("CHANGELOG.md", "# Changelog\n", "has no heading of the form"),
     ("tools/metainfo.py", DIFFERS, "the newest release is 0.9.0"),
     ("tools/licences.py", DIFFERS, "tools/licences.py --check failed")],
)  # fmt: skip
def test_what_does_not_agree_is_told(checkout: Path, name: str, text: str, sentence: str) -> None:
    (checkout / name).write_text(text, "utf-8")
    commit(checkout)
    (problem,) = checks.problems(checkout, "1.0.0")
    assert sentence in problem


def test_all_problems_are_told_at_once(checkout: Path) -> None:
    git(checkout, "tag", "v1.0.0")
    (checkout / "tools" / "metainfo.py").unlink()
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace("1.0.0", "2.0.0"), "utf-8")
    commit(checkout)
    (checkout / "stray.txt").touch()
    told = " ".join(checks.problems(checkout, "1.0.0"))
    for part in (
        "2.0.0",
        "stray.txt",
        "v1.0.0 is that of another commit",
        "metainfo.py is missing",
    ):
        assert part in told


@pytest.mark.parametrize("version", ["", "1", "v1.0.0", "1.0.0 ", "1.0.0/..", "1.0.٣"])
def test_only_a_version_is_one(checkout: Path, version: str) -> None:
    (problem,) = checks.problems(checkout, version)
    assert "is no version" in problem


def archive(path: Path, time: int, owner: str, mode: int, *names: str) -> Path:
    with tarfile.open(path, "w:gz") as packed:
        for name in names:
            member = tarfile.TarInfo(name)
            member.mtime, member.uname, member.mode = time, owner, mode
            member.size = len(name.encode())
            packed.addfile(member, io.BytesIO(name.encode()))
    return path


def test_an_archive_depends_on_its_files_alone(tmp_path: Path) -> None:
    first = archive(tmp_path / "1.tar.gz", 5, "ada", 0o600, "p/a", "p/run", "p/é")
    second = archive(tmp_path / "2.tar.gz", 9, "bob", 0o664, "p/é", "p/a", "p/run")
    for path in (first, second):
        archives.repack(path, path.with_suffix(".new"), EPOCH)
    made = (tmp_path / "1.tar.new").read_bytes()
    assert made == (tmp_path / "2.tar.new").read_bytes()
    shutil.copy(tmp_path / "1.tar.new", first)
    tree = archives.unpack(first, tmp_path / "tree")
    assert {path.name: path.read_text("utf-8") for path in tree.iterdir()} == {
        "a": "p/a", "run": "p/run", "é": "p/é",
    }  # fmt: skip
    assert {path.stat().st_mtime for path in tree.iterdir()} == {EPOCH}


def test_a_program_in_an_archive_stays_one(tmp_path: Path) -> None:
    archives.repack(
        archive(tmp_path / "1.tar.gz", 5, "ada", 0o700, "p/run"), tmp_path / "2.tar.gz", EPOCH
    )
    with tarfile.open(tmp_path / "2.tar.gz") as packed:
        assert packed.getmember("p/run").mode == 0o755


@pytest.fixture
def release(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    monkeypatch.setattr(run, "make_environment", lambda _: None)
    return Release(checkout, "1.0.0", EPOCH)


def makes(name: str, calls: list[str]) -> Step:
    """A step that makes a file."""

    def work(release: Release) -> None:
        """Make a file."""
        calls.append(name)
        made = release.work / f"{name}.{len(calls)}"
        made.write_text(name, "utf-8")
        release.put(made)

    return Step(name, work, f"{name}.?")


def names(release: Release) -> set[str]:
    return {path.name for path in release.folder.iterdir()}


def test_steps_that_are_done_are_not_repeated(release: Release) -> None:
    calls: list[str] = []
    steps = [makes("a", calls), makes("b", calls)]
    run.build(release, steps[:1], again=False)
    run.build(release, steps, again=False)
    assert calls == ["a", "b"]
    run.build(release, steps[:1], again=True)
    assert calls == ["a", "b", "a"]


def test_files_of_another_commit_are_removed(release: Release) -> None:
    calls: list[str] = []
    run.build(release, [makes("a", calls), makes("b", calls)], again=False)
    commit(release.root)
    run.build(release, [makes("a", calls)], again=False)
    assert names(release) == {"a.3"}


def test_what_a_person_has_put_there_stays(
    release: Release, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[str] = []
    run.build(release, [makes("a", calls)], again=False)
    assert capsys.readouterr().err == "a ...\n"
    others = {"a.9", "SHA256SUMS.asc", "notes.part"}
    for name in others:
        (release.folder / name).touch()
    (release.folder / "folder").mkdir()
    run.build(release, [makes("a", calls), run.STEPS["sums"]], again=False)
    assert calls == ["a"]
    commit(release.root)
    capsys.readouterr()
    run.build(release, [makes("a", calls)], again=False)
    assert names(release) == {"a.2", "folder", *others}
    assert "it stays" in capsys.readouterr().err
    archives.emptied(release.root / "build")  # what is known of the files is lost with it
    run.build(release, [makes("a", calls)], again=False)
    assert names(release) == {"a.2", "a.3", "folder", *others}


def test_a_folder_in_the_place_of_a_file_is_told(release: Release) -> None:
    for name in ("a.1", "a.1.part"):
        (release.folder / name).mkdir(parents=True)
        with pytest.raises(ReleaseError, match=f"{name} is a folder"):
            run.build(release, [makes("a", [])], again=False)
        (release.folder / name).rmdir()


@pytest.mark.parametrize("end", [KeyboardInterrupt, OSError("the disk is full")])
def test_an_interruption_leaves_no_half_file(
    release: Release, end: type[BaseException] | BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise end

    steps = [makes("a", [])]
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copyfile", interrupted)
        with pytest.raises((KeyboardInterrupt, OSError)):
            run.build(release, steps, again=False)
    assert not steps[0].is_done(release)
    assert "part" not in archives.checksums(release.folder)
    run.build(release, steps, again=False)
    assert names(release) == {"a.2"}


def test_checksums_are_those_that_sha256sum_checks(release: Release) -> None:
    run.build(release, [makes("a", []), makes("b", []), run.STEPS["sums"]], again=False)
    (release.folder / "SHA256SUMS.asc").touch()
    command = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    if shutil.which("sha256sum") is None:
        pytest.skip("sha256sum is not installed")
    done = subprocess.run(command, cwd=release.folder, capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["OK", "OK", "a.1:", "b.1:"]
    assert archives.checksums(release.folder) == (release.folder / "SHA256SUMS").read_text("utf-8")


def test_a_command_that_fails_or_is_missing_is_told(release: Release) -> None:
    with pytest.raises(ReleaseError, match="this command failed, as told above: git none"):
        release.run(["git", "none"])
    with pytest.raises(ReleaseError, match="no-such-program is missing"):
        release.run(["no-such-program"])


def use_steps(monkeypatch: pytest.MonkeyPatch, **work: Callable[[Release], None]) -> None:
    monkeypatch.setattr(run, "make_environment", lambda _: None)
    steps = {name: replace(run.STEPS[name], work=each, made="") for name, each in work.items()}
    monkeypatch.setattr(run, "STEPS", steps)


def test_what_is_left_for_a_person_is_printed(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []
    use_steps(monkeypatch, sdist=lambda r: done.append(r.version), sums=run.write_sums)
    assert run.main(["1.0.0"], checkout) == 0
    assert done == ["1.0.0"]
    said = capsys.readouterr().out
    assert "git tag --sign v1.0.0" in said
    git(checkout, "tag", "v1.0.0")
    assert run.main(["1.0.0", "--only", "sums"], checkout) == 0
    assert "The tag v1.0.0 is there." in capsys.readouterr().out
    assert done == ["1.0.0"]


def test_a_dry_run_makes_nothing(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["1.0.0", "--dry-run"], checkout) == 0
    said = capsys.readouterr().out
    assert all(f"{name}: " in said for name in run.STEPS)
    assert not (checkout / "dist").exists()
    assert not (checkout / "build").exists()


def test_problems_and_interruptions_are_sentences(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: Release) -> None:
        raise KeyboardInterrupt

    use_steps(monkeypatch, sdist=interrupted)
    assert run.main(["1.0.0"], checkout) == run.INTERRUPTED
    assert "goes on where it stopped" in capsys.readouterr().err
    assert run.main(["1.0.1"], checkout) == 1
    assert "pyproject.toml says version 1.0.0, not 1.0.1.\n" in capsys.readouterr().err

    def failing(_: Release) -> None:
        raise ReleaseError("the compiler is missing")

    use_steps(monkeypatch, sdist=failing)
    assert run.main(["1.0.0"], checkout) == 1
    assert "the compiler is missing.\n" in capsys.readouterr().err


def test_the_documents_name_each_step() -> None:
    page = (ROOT / "docs" / "maintainers" / "packaging.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in page for name in run.STEPS)
