"""Writes the man pages and the shells' completion files below share/, from the commands' help.

``python tools/shell_files.py``; run it when the help of a command has changed. The files are kept
in the repository, because a wheel is built without what the commands import. click-man is not
used: it runs the lines of examples together, and a line that begins with a dot gets lost.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
os.environ["NONOGRAM_LANGUAGE"] = "en"  # whatever the language of who runs this
sys.path.insert(0, str(ROOT))

from click.shell_completion import ShellComplete, ZshComplete

from main import COMPLETION, command_line, window_help
from puzzles.command_line import BashWords, FishWords

SHARE = ROOT / "share"
WINDOW = "nonogram-helper"
"""The program that only opens the window; there is no command of this name."""
_COMPLETIONS: dict[str, type[ShellComplete]] = {
    "bash-completion/completions/nonogram": BashWords,
    "zsh/site-functions/_nonogram": ZshComplete,
    "fish/vendor_completions.d/nonogram.fish": FishWords,
}
_SECTIONS = {"Examples:": "EXAMPLES", "Exit codes:": "EXIT STATUS"}
"""Paragraphs of the help that have a section of their own."""
_JSON = "JSON: "
"""The beginning of another one."""


def completion_files() -> dict[str, str]:
    """The text of each completion file, by its path below share."""
    group = command_line()
    files = {}
    for name, kind in _COMPLETIONS.items():
        shell = kind(group, {}, "nonogram", COMPLETION)
        # source() starts bash to ask for its version.
        files[name] = (shell.source_template % shell.source_vars()).strip() + "\n"
    return files


def man_pages() -> dict[str, str]:
    """The text of each man page, by its path below share."""
    group = command_line()
    pages = {"nonogram": _page("nonogram", group, _commands_section(group))}
    for name, command in sorted(group.commands.items()):
        pages[f"nonogram-{name}"] = _page(f"nonogram {name}", command, [])
    pages[WINDOW] = _window_page(group)
    return {f"man/man1/{name}.1": text for name, text in pages.items()}


def _window_page(group: click.Group) -> str:
    """The page of the program that opens the window, from its help."""
    usage, description, options = window_help().split("\n\n")
    lines = [
        f'.TH "{_escaped(WINDOW.upper())}" "1" "" "Nonogram Helper"',
        ".SH NAME",
        f"{_escaped(WINDOW)} \\- {_escaped(group.get_short_help_str(200).rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_escaped(WINDOW)}",
        _escaped(usage.partition(f"{WINDOW} ")[2]),
        ".SH DESCRIPTION",
        ".PP",
        *(_escaped(line.strip()) for line in description.splitlines()),
        ".SH OPTIONS",
    ]
    for line in options.splitlines()[1:]:
        names, text = line.strip().split("  ", 1)
        lines += [".TP", f"\\fB{_escaped(names)}\\fR", _escaped(text.strip())]
    lines += [".SH SEE ALSO", "\\fBnonogram\\fR(1)"]
    return "\n".join(lines) + "\n"


def _page(name: str, command: click.Command, commands: list[str]) -> str:
    title = name.replace(" ", "-")
    context = click.Context(command, info_name=name, help_option_names=["-h", "--help"])
    # click keeps a docstring as Python has it: with its indentation before 3.13, without it since.
    description, sections = _help_sections(cleandoc(command.help or ""))
    lines = [
        f'.TH "{_escaped(title.upper())}" "1" "" "Nonogram Helper"',
        ".SH NAME",
        f"{_escaped(title)} \\- {_escaped(command.get_short_help_str(200).rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_escaped(name)}",
        _escaped(" ".join(command.collect_usage_pieces(context))),
        ".SH DESCRIPTION",
        *description,
        *commands,
        ".SH OPTIONS",
        *_options(command.get_params(context)),
        *sections,
        ".SH SEE ALSO",
    ]
    if name == "nonogram":
        known = command.commands if isinstance(command, click.Group) else {}
        names = sorted([WINDOW, *(f"{name}-{each}" for each in known)])
        lines.append(", ".join(f"\\fB{_escaped(each)}\\fR(1)" for each in names))
    else:
        lines.append("\\fBnonogram\\fR(1)")
    return "\n".join(lines) + "\n"


def _help_sections(text: str) -> tuple[list[str], list[str]]:
    """The description, and the sections that follow the options."""
    description: list[str] = []
    sections: list[str] = []
    current = description  # a paragraph without a heading belongs to what is before it
    for paragraph in text.strip().split("\n\n"):
        lines = paragraph.strip("\n").split("\n")
        if lines[0].startswith(_JSON):
            current = sections
            lines[0] = lines[0].removeprefix(_JSON)
            sections += [".SH JSON", *(_escaped(line.strip()) for line in lines)]
            continue
        if lines[0].strip() != "\b":
            current += [".PP", *(_escaped(line.strip()) for line in lines)]
            continue
        heading, *verbatim = lines[1:]
        block = [".nf", *(_escaped(line.removeprefix("  ")) for line in verbatim), ".fi"]
        if heading.strip() in _SECTIONS:
            current = sections
            sections += [f".SH {_SECTIONS[heading.strip()]}", *block]
        else:
            description += [".PP", _escaped(heading.strip()), *block]
    return description, sections


def _options(parameters: list[click.Parameter]) -> Iterator[str]:
    for option in parameters:
        if isinstance(option, click.Option) and not option.hidden:
            yield ".TP"
            yield f"\\fB{_escaped(_names(option))}\\fR"
            default = f" [default: {option.default}]" if option.show_default else ""
            if text := ((option.help or "") + default).strip():
                yield _escaped(text)


def _names(option: click.Option) -> str:
    # click keeps the option for help that it made first, which may have had one name only.
    own = ["-h", "--help"] if "--help" in option.opts else option.opts
    names = ", ".join([*own, *option.secondary_opts])
    if option.is_flag or option.count:
        return names
    if isinstance(option.type, click.Choice):
        return f"{names} {option.metavar or '|'.join(map(str, option.type.choices))}"
    assert option.metavar, f"{names} has no metavar"
    return f"{names} {option.metavar}"


def _commands_section(group: click.Group) -> list[str]:
    lines = [".SH COMMANDS"]
    for name, command in sorted(group.commands.items()):
        lines += [".TP", f"\\fB{_escaped(name)}\\fR", _escaped(command.get_short_help_str(200))]
    return lines


def _escaped(text: str) -> str:
    """A line of text for roff, in which nothing has a meaning of its own."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def main() -> None:
    """Write the files."""
    for name, text in {**completion_files(), **man_pages()}.items():
        path = SHARE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
