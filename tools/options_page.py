"""Writes the tables of docs/options.md from the commands: ``python tools/options_page.py``.

Run it when an option has changed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
os.environ["NONOGRAM_LANGUAGE"] = "en"  # whatever the language of who runs this
sys.path.insert(0, str(ROOT))

from main import command_line

PAGE = ROOT / "docs" / "options.md"
_HEADING = "## Of several commands"
"""Where the tables begin; what is before it is written by hand."""


@dataclass(frozen=True)
class Use:
    """An option of a command."""

    command: str
    option: click.Option

    @property
    def name(self) -> str:
        """The long name."""
        return max(self.option.opts, key=len)

    @property
    def written(self) -> str:
        """All names, with a word for the value."""
        option = self.option
        names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
        return names if option.is_flag else names[:-1] + f" {self.value}`"

    @property
    def value(self) -> str:
        """What stands for the value."""
        return self.option.metavar or "WORD"

    @property
    def meaning(self) -> str:
        """The first sentence of its help, which is the same in all commands."""
        found = re.match(r".*?\.(?= [A-Z]|$)", self.option.help or "")
        return "" if found is None else found[0]


def uses() -> Iterator[Use]:
    """Each option of each command."""
    for command, each in sorted(command_line().commands.items()):
        for parameter in each.params:
            if isinstance(parameter, click.Option):
                yield Use(command, parameter)


def text() -> str:
    """The page."""
    found: dict[str, list[Use]] = {}
    for use in uses():
        found.setdefault(use.name, []).append(use)
    several = [_row(each) for _name, each in sorted(found.items()) if len(each) > 1]
    single = [_row(each) for _name, each in sorted(found.items()) if len(each) == 1]
    head = ["| option | meaning | commands |", "|---|---|---|"]
    parts = [_HEADING, "", *head, *several, "", "## Of one command", ""]
    introduction = PAGE.read_text(encoding="utf-8").partition(_HEADING)[0]
    return introduction + "\n".join([*parts, *head, *single]) + "\n"


def _row(each: list[Use]) -> str:
    first = each[0]
    return f"| {first.written} | {first.meaning} | {', '.join(use.command for use in each)} |"


def main() -> None:
    """Write the page."""
    PAGE.write_text(text(), encoding="utf-8", newline="\n")
    print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()
