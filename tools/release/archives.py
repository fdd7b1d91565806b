"""Archives and checksums that depend on nothing but their contents."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import tarfile
from pathlib import Path

SUMS = "SHA256SUMS"


def repack(source: Path, target: Path, epoch: int) -> None:
    """Write a .tar.gz again, in order, with one time and one owner for all files.

    setuptools writes the times of the build and the names of who builds.

    Args:
        source: The archive; it stays.
        target: The new one.
        epoch: The time, in seconds since 1970.
    """
    with tarfile.open(source) as old, target.open("wb") as file:
        packed = gzip.GzipFile("", "wb", fileobj=file, mtime=epoch)
        with packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as new:
            for member in sorted(old.getmembers(), key=lambda member: member.name):
                is_program = member.isdir() or member.mode & 0o100
                member.mtime, member.mode = epoch, 0o755 if is_program else 0o644
                member.uid = member.gid = 0
                member.uname = member.gname = ""
                member.pax_headers = {}
                new.addfile(member, old.extractfile(member) if member.isfile() else None)


def emptied(folder: Path) -> Path:
    """Make a folder, or remove all that is in it; returns the folder."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    return folder


def unpack(source: Path, folder: Path) -> Path:
    """Unpack a source archive into a folder, in the place of what was there.

    Returns:
        The folder inside it that holds everything.
    """
    emptied(folder)
    with tarfile.open(source) as archive:
        # Python 3.11.2, which Debian 12 has, knows neither the filter nor the argument.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(folder)
    (inside,) = folder.iterdir()
    return inside


def put(source: Path, folder: Path) -> Path:
    """Copy a file into a folder; it has its name there when it is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{source.name}.part"
    shutil.copyfile(source, part)
    return part.replace(folder / source.name)


def checksums(folder: Path) -> str:
    """The contents of ``SHA256SUMS`` for the files of a folder, for ``sha256sum --check``."""
    lines = []
    for path in sorted(folder.iterdir()):
        is_ours = path.name.startswith(SUMS) or path.suffix in (".part", ".asc")
        if path.is_file() and not is_ours:
            with path.open("rb") as file:
                lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    return "".join(lines)
