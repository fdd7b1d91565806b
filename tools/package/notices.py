"""Writes the notices of what a frozen program contains: ``python tools/package/notices.py FOLDER``.

FOLDER is the frozen program; the Python that runs this is that of the environment it was made in.
``FOLDER/notices`` gets ``NOTICES.txt``, which names each part with its version and licence, and a
folder of licence texts for each part. The window shows them (Help > About).

Each library in FOLDER must belong to a part that is named: to a package of the environment, to
Python, or to a package of the system. What belongs to none, and what may not be distributed with
the program, is refused with a sentence.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(__file__).parent
PROGRAM = "nonogram-helper"
MAKER = "pyinstaller"
"""The package whose start program is in each frozen program."""
TEXTS = {
    "pyside6-essentials": ("LGPL-3.0", "GPL-3.0"),
    "shiboken6": ("LGPL-3.0", "GPL-3.0"),
}
"""Packages without licence texts of their own, and their texts in ``texts``."""
REFUSED = {
    "libreadline": "it is under the GPL; exclude the module readline",
    "libgdbm": "it is under the GPL; exclude the module dbm.gnu",
}
"""Libraries that would put the whole program under their licence, and what helps."""
_LIBRARY = re.compile(r"(?P<name>.+?)(\.cpython-[^.]+|\.abi3)?\.(so|pyd|dll|dylib)(\.[\d.]+)?")
_TEXT_FILE = re.compile(
    r"(licen[cs]e|copying|notice|authors)[^/]*(?<!\.py)(?<!\.pyc)", re.IGNORECASE
)
_COMMON_FOLDER = Path("/usr/share/common-licenses")
_COMMON = re.compile(rf"{_COMMON_FOLDER}/([\w.-]*\w)")
_QT = """\
Qt and PySide6 are used under the GNU Lesser General Public License, version 3; its text and
that of the GNU General Public License, version 3, which it refers to, are in the folder
{folder}.
* The sources of Qt {version} are at https://download.qt.io/official_releases/qt/, those of
  PySide6 and shiboken6 at https://download.qt.io/official_releases/QtForPython/.
* Qt, PySide6 and shiboken6 are shared libraries in files of their own (their names begin with
  libQt6, Qt6, libpyside6 and libshiboken6). You may replace each of them by a version of your
  own that has the same interface: put its file in the place of the one that is there. The
  program checks no signature.
* You may change these libraries, and decompile the program in order to find faults of the
  changed ones.
* Other people's works inside Qt, with their licences:
  https://doc.qt.io/qt-6/licenses-used-in-qt.html
"""
_FFMPEG = """\
opencv-python-headless brings the libraries of FFmpeg along (libavcodec, libavformat,
libavutil, libswresample, libswscale; on Windows opencv_videoio_ffmpeg). They are used under
the GNU Lesser General Public License, version 2.1, which is in the folder {folder}
with the licences of the other libraries inside that package; those of OpenBLAS, libgfortran
and libquadmath are in the folder of numpy, and libdrm is under the MIT licence. The sources
of FFmpeg are at https://ffmpeg.org/releases/; how the libraries were built is at
https://github.com/opencv/opencv-python. They are shared libraries in files of their own, and
may be replaced like those of Qt.
"""
_HEAD = """\
{title}

This folder says what the program consists of, whose work that is, and under which licence it
may be used. The program itself is free software under the MIT licence; what else is in it is
listed here. Each part has a folder with the texts of its licences.

"""


class NoticesError(Exception):
    """What is missing, or may not be distributed; a sentence for who makes the package."""


@dataclass
class Part:
    """Something that the frozen program contains."""

    name: str
    version: str
    licence: str
    """As its maker says it."""
    address: str = ""
    """Where its sources are."""
    texts: dict[str, bytes] = field(default_factory=dict)
    """The texts of its licences, by file name."""
    files: frozenset[str] = frozenset()
    """The names of its libraries."""

    @property
    def folder(self) -> str:
        """The name of the folder of its texts."""
        return re.sub(r"[^\w.+-]+", "-", f"{self.name}-{self.version}".rstrip("-"))


def required(name: str) -> list[Distribution]:
    """A package of this environment and all that it needs, by name.

    Raises:
        NoticesError: One of them is not installed.
    """
    found: dict[str, Distribution] = {}
    open_names = [name]
    while open_names:
        key = canonicalize_name(open_names.pop())
        if key in found:
            continue
        try:
            found[key] = distribution(key)
        except PackageNotFoundError:
            raise NoticesError(f"{key} is not installed in this environment") from None
        for line in found[key].requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                open_names.append(requirement.name)
    return [found[key] for key in sorted(found)]


def part_of(package: Distribution) -> Part:
    """What the metadata of a package says.

    Raises:
        NoticesError: It has no licence, or no text of one.
    """
    data = package.metadata
    name = data["Name"]
    texts = dict(_texts(package))
    for text in TEXTS.get(canonicalize_name(name), ()):
        texts[f"{text}.txt"] = (HERE / "texts" / f"{text}.txt").read_bytes()
    if not texts:
        raise NoticesError(
            f"{name} {package.version} brings no licence text along:"
            f" name one in {Path(__file__).name}"
        )
    files = frozenset(path.name for path in package.files or () if _LIBRARY.fullmatch(path.name))
    return Part(name, package.version, _licence(package), _address(package), texts, files)


def _licence(package: Distribution) -> str:
    data = package.metadata
    named = _field(package, "License-Expression") or _field(package, "License").partition("\n")[0]
    if named and len(named) < 200:
        return named
    kinds = (value for value in data.get_all("Classifier") or () if value.startswith("License ::"))
    licence = ", ".join(value.rpartition(" :: ")[2] for value in kinds)
    if not licence:
        raise NoticesError(f"{data['Name']} {package.version} does not say its licence")
    return licence


def _address(package: Distribution) -> str:
    data = package.metadata
    addresses = {}
    for line in data.get_all("Project-URL") or ():
        label, __, address = line.partition(",")
        addresses[label.strip().lower()] = address.strip()
    kinds = ("source", "source code", "repository", "homepage")
    found = (addresses[kind] for kind in kinds if kind in addresses)
    return next(found, _field(package, "Home-page"))


def _field(package: Distribution, name: str) -> str:
    """A field of the metadata; empty if it is missing."""
    values: list[str] = package.metadata.get_all(name) or [""]
    return values[0]


def _texts(package: Distribution) -> Iterator[tuple[str, bytes]]:
    """The licence texts of a package, without those that it has twice."""
    seen = set[bytes]()
    for path in sorted(package.files or (), key=lambda path: (len(path.parts), str(path))):
        is_text = _TEXT_FILE.fullmatch(path.name) or "licenses" in map(str.lower, path.parts[:-1])
        if not is_text or path.suffix in (".py", ".pyc", ".pyi"):
            continue
        data = Path(str(package.locate_file(path))).read_bytes()
        if data not in seen:
            seen.add(data)
            below = path.parts[1:] if ".dist-info" in path.parts[0] else path.parts
            yield "-".join(part for part in below if part.lower() != "licenses"), data


def python_part() -> Part:
    """The interpreter and its library.

    Raises:
        NoticesError: Its licence is not where a Python has it.
    """
    version = sys.version.split()[0]
    debian = Path(f"/usr/share/doc/python{sys.version_info[0]}.{sys.version_info[1]}/copyright")
    folders = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    for path in (*(folder / "LICENSE.txt" for folder in folders), debian):
        if path.is_file():
            texts = {"LICENSE.txt": path.read_bytes()}
            return Part("Python", version, "PSF-2.0", "https://www.python.org", texts)
    raise NoticesError(f"the licence of Python {version} was not found below {sys.base_prefix}")


def libraries(folder: Path) -> set[str]:
    """The names of the shared libraries in a folder."""
    found = (path.name for path in folder.rglob("*") if path.is_file())
    return {name for name in found if _LIBRARY.fullmatch(name)}


def _is_pythons(name: str) -> bool:
    """Whether a library is the interpreter or a module of its library."""
    match = _LIBRARY.fullmatch(name)
    assert match is not None
    module = match["name"].split(".")[0]
    return module in sys.stdlib_module_names or name.startswith(("libpython", "python3"))


def system_parts(names: set[str]) -> list[Part]:
    """The packages of the system to which libraries belong.

    Raises:
        NoticesError: A library belongs to no package, or may not be distributed with the program.
    """
    for name in sorted(names):
        for refused, reason in REFUSED.items():
            if name.startswith(refused):
                raise NoticesError(f"{name} may not be in the package: {reason}")
    if not names or not sys.platform.startswith("linux"):
        # There the interpreter brings its libraries along, and its licence names them.
        return []
    owners = {name: _debian_package(name) for name in sorted(names)}
    lost = [name for name, owner in owners.items() if owner is None]
    if lost:
        raise NoticesError(
            f"nobody knows to which package these libraries belong: {', '.join(lost)}"
        )
    packages = sorted({owner for owner in owners.values() if owner is not None})
    return [_system_part(package) for package in packages]


@cache
def _output(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        raise NoticesError(
            f"{command[0]} is missing: build on Debian or a system like it"
        ) from None


def _debian_package(library: str) -> str | None:
    """The package of the system that a library comes from."""
    loader = shutil.which("ldconfig") or "/sbin/ldconfig"
    for line in _output(loader, "-p").splitlines():
        name, __, where = line.strip().partition(" => ")
        if name.split(" ")[0] != library:
            continue
        path, target = Path(where), Path(where).resolve()
        for each in (path, target, Path("/usr") / path.relative_to("/"), _without_usr(target)):
            owner = _output("dpkg-query", "--search", str(each)).partition(":")[0]
            if owner:
                return owner
    return None


def _without_usr(path: Path) -> Path:
    return Path("/") / path.relative_to("/usr") if path.is_relative_to("/usr") else path


def _system_part(package: str) -> Part:
    path = Path("/usr/share/doc") / package / "copyright"
    if not path.is_file():
        raise NoticesError(f"the package {package} of the system has no {path}")
    version = _output("dpkg-query", "--show", "--showformat=${Version}\n", package).splitlines()[0]
    address = f"https://sources.debian.org/src/{package}/"
    texts = {"copyright.txt": path.read_bytes()}
    for name in _COMMON.findall(texts["copyright.txt"].decode()):  # Debian has these only once
        texts[f"{name}.txt"] = (_COMMON_FOLDER / name).read_bytes()
    return Part(package, version, "see its text", address, texts)


def parts_of(folder: Path) -> list[Part]:
    """All parts of a frozen program, the program first.

    Raises:
        NoticesError: Something is missing or not allowed.
    """
    packages = [part_of(each) for each in required(PROGRAM)]
    packages.sort(key=lambda part: (part.name != PROGRAM, part.name.lower()))
    try:
        maker = part_of(distribution(MAKER))
    except PackageNotFoundError:
        pass
    else:
        maker.licence = "GPL-2.0-or-later, with an exception for programs that it starts"
        packages.append(maker)
    known = {name for part in packages for name in part.files}
    left = {name for name in libraries(folder) if name not in known and not _is_pythons(name)}
    return [*packages, python_part(), *system_parts(left)]


def notices(parts: list[Part]) -> str:
    """The text that names all parts."""
    by_name: dict[str, Part] = {canonicalize_name(part.name): part for part in parts}
    program = by_name[PROGRAM]
    title = f"Nonogram Helper {program.version}: notices"
    text = _HEAD.format(title=f"{title}\n{'=' * len(title)}")
    for part in parts:
        lines = [f"{part.name} {part.version}", f"    Licence: {part.licence}"]
        if part.address:
            lines.append(f"    Sources: {part.address}")
        lines.append(f"    Texts:   {part.folder}/")
        text += "\n".join(lines) + "\n\n"
    qt, opencv = by_name.get("pyside6-essentials"), by_name.get("opencv-python-headless")
    if qt is not None:
        text += "Qt\n--\n\n" + _QT.format(folder=qt.folder, version=qt.version) + "\n"
    if opencv is not None:
        text += "FFmpeg\n------\n\n" + _FFMPEG.format(folder=opencv.folder)
    return text


def write_notices(folder: Path, parts: list[Part]) -> None:
    """Write the notices and all texts into a folder, in the place of what was there."""
    shutil.rmtree(folder, ignore_errors=True)
    for part in parts:
        (folder / part.folder).mkdir(parents=True)
        for name, data in part.texts.items():
            (folder / part.folder / name).write_bytes(data)
    (folder / "NOTICES.txt").write_text(notices(parts), encoding="utf-8", newline="\n")


def main() -> int:
    """Write the notices; returns 1 if there is something to be decided first."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="the frozen program")
    parser.add_argument("--to", type=Path, help="where to write, instead of FOLDER/notices")
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"{options.folder}: there is no such folder", file=sys.stderr)
        return 1
    try:
        parts = parts_of(options.folder)
    except NoticesError as error:
        print(f"{error}.", file=sys.stderr)
        return 1
    write_notices(options.to or options.folder / "notices", parts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
