"""What desktops read below share/: the entry, its actions, the types of files, small pictures."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from configparser import RawConfigParser
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from defusedxml import ElementTree
from PIL import Image

import main
from helper.application.settings import DESKTOP_ID
from puzzles.formats import Document, write
from puzzles.formats.registry import FORMATS
from puzzles.language import ENGLISH, LANGUAGES
from tests.support.boards import CHICK, random_puzzle
from tests.support.cases import few
from tests.support.commands import run_here
from tests.support.paths import ROOT

SHARE = ROOT / "share"
ENTRY = SHARE / "applications" / f"{DESKTOP_ID}.desktop"
METAINFO = SHARE / "metainfo" / f"{DESKTOP_ID}.metainfo.xml"
TYPES = SHARE / "mime" / "packages" / f"{DESKTOP_ID}.xml"
THUMBNAILER = SHARE / "thumbnailers" / f"{DESKTOP_ID}.thumbnailer"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
TRANSLATED = {language for language in LANGUAGES if language != ENGLISH}
OF_OTHERS = {".csv", ".txt", ".toml", ".png", ".pbm", ".xpm", ".html", ".htm"}
"""The endings of formats whose types every system has."""
BY_CONTENTS = {
    ".g": "application/x-nonogram-olsak",
    ".sgtpuzzle": "application/x-nonogram-pattern-save",
}
"""Those that files of other programs have, too, without a type: only the contents tell."""
BY_NAME = {".nin", ".cwd", ".chars"}
"""Those of lists of numbers and of pictures of signs, whose contents could be anything."""


def sections(path: Path) -> RawConfigParser:
    parser = RawConfigParser(delimiters="=", strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text("utf-8"))
    return parser


def listed(value: str) -> list[str]:
    assert value.endswith(";")
    return value.removesuffix(";").split(";")


def types() -> dict[str, Element]:
    root = ElementTree.fromstring(TYPES.read_bytes())
    return {each.attrib["type"]: each for each in root.findall(f"{MIME}mime-type")}


def languages_of(section: Mapping[str, str], key: str) -> set[str]:
    return {found[1] for name in section if (found := re.fullmatch(rf"{key}\[(\w+)\]", name))}


def test_the_entry_speaks_all_languages() -> None:
    entry = sections(ENTRY)
    main_section = entry["Desktop Entry"]
    for key in ("GenericName", "Comment", "Keywords"):
        assert key in main_section
        assert languages_of(main_section, key) == TRANSLATED, key
    for action in listed(main_section["Actions"]):
        assert languages_of(entry[f"Desktop Action {action}"], "Name") == TRANSLATED


def test_the_entry_starts_installed_programs_and_options_that_exist() -> None:
    entry = sections(ENTRY)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    programs = {**project["scripts"], **project["gui-scripts"]}
    assert shlex.split(entry["Desktop Entry"]["Exec"]) == ["nonogram-helper", "%F"]
    commands = []
    for action in listed(entry["Desktop Entry"]["Actions"]):
        program, option = shlex.split(entry[f"Desktop Action {action}"]["Exec"])
        assert program in programs
        commands.append(option)
    assert tuple(commands) == main.ACTIONS
    assert sections(THUMBNAILER)["Thumbnailer Entry"]["TryExec"] in programs


def test_all_icons_that_are_named_are_there() -> None:
    entry = sections(ENTRY)
    for name in entry.sections():
        assert entry[name]["Icon"] == DESKTOP_ID
    icons = SHARE / "icons" / "hicolor"
    assert (icons / "scalable" / "apps" / f"{DESKTOP_ID}.svg").is_file()
    for name, kind in types().items():
        icon = kind.find(f"{MIME}icon")
        assert icon is not None, name
        assert (icons / "scalable" / "mimetypes" / f"{icon.attrib['name']}.svg").is_file()


def test_entry_metadata_and_types_agree() -> None:
    opened = listed(sections(ENTRY)["Desktop Entry"]["MimeType"])
    assert set(opened) == set(types())
    root = ElementTree.fromstring(METAINFO.read_bytes())
    assert root.findtext("id") == DESKTOP_ID
    assert root.findtext("launchable") == ENTRY.name
    assert [each.text for each in root.findall("provides/mediatype")] == opened
    for tag in ("summary", "description/p"):
        found = {each.attrib.get(XML_LANGUAGE, ENGLISH) for each in root.findall(tag)}
        assert found == set(LANGUAGES), tag


def test_each_type_is_named_in_all_languages() -> None:
    for name, kind in types().items():
        comments = [e.attrib.get(XML_LANGUAGE, ENGLISH) for e in kind.findall(f"{MIME}comment")]
        assert sorted(comments) == sorted(LANGUAGES), name


# Types, by a matcher of our own: magic as the specification has it


def matches(rule: Element, data: bytes) -> bool:
    """Whether a rule or, if it has some, one of the rules within it holds, too."""
    value = rule.attrib["value"].encode().decode("unicode_escape").encode("latin-1")
    mask = bytes.fromhex(rule.attrib.get("mask", "0x" + "ff" * len(value))[2:])
    assert len(mask) == len(value)
    first, _, last = rule.attrib["offset"].partition(":")
    if not any(
        all(a & m == b & m for a, b, m in zip(data[at:], value, mask, strict=False))
        and len(data) - at >= len(value)
        for at in range(int(first), int(last or first) + 1)
    ):
        return False
    return not list(rule) or any(matches(inner, data) for inner in rule)


def type_by_contents(data: bytes) -> str:
    found = [
        (int(magic.attrib.get("priority", "50")), name)
        for name, kind in types().items()
        for magic in kind.findall(f"{MIME}magic")
        if any(matches(rule, data) for rule in magic)
    ]
    return max(found, default=(0, ""))[1]


def globs() -> dict[str, dict[str, int]]:
    """The types of each ending, with their weights."""
    found: dict[str, dict[str, int]] = {}
    for name, kind in types().items():
        for glob in kind.findall(f"{MIME}glob"):
            pattern = glob.attrib["pattern"]
            assert pattern.startswith("*."), pattern
            weight = int(glob.attrib.get("weight", "50"))
            found.setdefault(pattern[1:], {})[name] = weight
    return found


def samples() -> Iterator[tuple[str, bytes]]:
    """A file of each format that is read, in black and white and in colour, with its ending."""
    for each in FORMATS:
        for puzzle in (CHICK, random_puzzle(1, 6, 7, colors=3)):
            document = Document(puzzle)
            if each.can_read and each.can_write and not each.problem(document):
                for ending in each.extensions:
                    several = [document] * (2 if ending == ".nonpack" else 1)
                    yield ending, each.write_all(several)


@pytest.mark.parametrize(("ending", "data"), few(8, list(samples())))
def test_the_contents_tell_the_type_that_the_ending_has(ending: str, data: bytes) -> None:
    if ending in OF_OTHERS:
        assert type_by_contents(data) == ""
        assert ending not in globs()
    elif ending in BY_NAME:
        assert type_by_contents(data) == ""
        assert len(globs()[ending]) == 1
    elif ending in BY_CONTENTS:
        assert ending not in globs()
        assert type_by_contents(data) == BY_CONTENTS[ending]
    else:
        assert type_by_contents(data) in globs()[ending]
        assert type_by_contents(data.replace(b"\n", b"\r\n")) in globs()[ending]


def test_each_ending_that_is_read_has_a_type() -> None:
    read = {ending for each in FORMATS if each.can_read for ending in each.extensions}
    assert read - OF_OTHERS - set(BY_CONTENTS) <= set(globs())


OTHERS = {
    "rules.mk": b"all:\n\techo 1 2\n#\n",
    "list.mk": b"1 2\n3 4\n",
    "data.xml": b"<?xml version='1.0'?>\n<root><puzzle/></root>\n",
    "words.xml": b"<?xml version='1.0'?>\n<puzzle><grid>crossword</grid></puzzle>\n",
    "data.json": b'{"rows": [[1]], "columns": [[1]]}\n',
    "group.g": b"f := function(x)\n  return x;\nend;\n# d\n",
    "data.sav": b"$FL2@(#) SPSS DATA FILE",
    "mines.sav": b"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :5:Mines\n",
    "mines.sgtpuzzle": b"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :5:Mines\n",
    "text.txt": b"width of all rows\n\nrows of text\nand its height\n====\n",
    "sudoku": b"https://puzz.link/p?sudoku/9/9/g1",
}
"""Files of other programs, and what they begin with."""


@pytest.mark.parametrize("name", OTHERS)
def test_files_of_others_keep_their_types(name: str) -> None:
    assert type_by_contents(OTHERS[name]) == ""


def test_endings_of_others_weigh_less_than_theirs() -> None:
    """The usual weight is 50."""
    for ending in (".mk", ".xml", ".json", ".sav"):
        assert max(globs()[ending].values()) < 50


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {missing}")


@needs("update-mime-database", "gio")
def test_the_database_of_the_system_agrees(tmp_path: Path) -> None:
    """All files that the matcher above knows, and those of others, in a database of their own."""
    packages = tmp_path / "data" / "mime" / "packages"
    packages.mkdir(parents=True)
    shutil.copy(TYPES, packages)
    subprocess.run(["update-mime-database", packages.parent], check=True, capture_output=True)
    if not Path("/usr/share/mime/mime.cache").exists():
        pytest.skip("there is no database of MIME types to add to")
    wanted: dict[str, str] = {}
    for number, (ending, data) in enumerate(samples()):
        name = f"{number}{ending}"
        (tmp_path / name).write_bytes(data)
        by_name = list(globs().get(ending, {}))
        wanted[name] = "" if ending in OF_OTHERS else type_by_contents(data) or by_name[0]
    for name, data in OTHERS.items():
        (tmp_path / name).write_bytes(data)
        wanted[name] = ""
    command = ["gio", "info", "-a", "standard::name,standard::content-type", *wanted]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    names = re.findall(r"standard::name: (.*)", done.stdout)
    found = re.findall(r"standard::content-type: (.*)", done.stdout)
    own = {n: kind if "nonogram" in kind else "" for n, kind in zip(names, found, strict=True)}
    assert own == wanted


@needs("desktop-file-validate")
def test_the_entry_is_valid() -> None:
    done = subprocess.run(["desktop-file-validate", ENTRY], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@needs("appstreamcli")
def test_the_metadata_are_valid() -> None:
    command = ["appstreamcli", "validate", "--no-net", str(METAINFO)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.usefixtures("application")
def test_the_thumbnailer_draws_a_file(tmp_path: Path) -> None:
    write(tmp_path / "chick.non", Document(CHICK))
    (tmp_path / "out.png").touch()  # file managers make it first
    section = sections(THUMBNAILER)["Thumbnailer Entry"]
    fields = {"%i": str(tmp_path / "chick.non"), "%o": str(tmp_path / "out.png"), "%s": "128"}
    program, *words = [fields.get(word, word) for word in shlex.split(section["Exec"])]
    assert program == section["TryExec"]
    with (tmp_path / "out.png").open("rb") as opened:  # tumbler reads what it has open
        assert run_here(words).code == 0
        with Image.open(opened) as image:
            assert 100 < max(image.size) <= 128
    single = set(types()) - {"application/x-nonogram-pack"}
    assert set(listed(section["MimeType"])) == single, "a collection has no one picture"
