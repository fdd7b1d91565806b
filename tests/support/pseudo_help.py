"""Prints the help, errors and web pages in the pseudo-language, as far as they are not marked.

``NONOGRAM_LANGUAGE=x-pseudo python -m tests.support.pseudo_help``; what it prints is JSON: for each
command the texts with plain words, for each page the words. Click's own texts are left out: it has
its own translations.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import click

from main import COMMANDS, command_line
from main import main as run_program
from network.page_texts import with_texts
from network.phone import phone_app as phone_app
from network.playable import playable_page
from puzzles.difficulty import Difficulty
from puzzles.formats.registry import FORMATS
from puzzles.json_keys import KEYS
from solver.registry import engine_names
from solver.study.experiments import EXPERIMENTS
from tests.support.boards import CHICK

_PLAIN = re.compile(r"(?<![\w-])(?=[A-Za-z]*[aeiou])[A-Za-z]{2,}(?![\w.=-])")
_CODE = re.compile(r"`[^`]*`|<[^<>]*>|\{[^{}]*\}|https?://\S+|\w+\.\w+")
_READING = ("check", "solve", "hint", "explain", "rate", "repair", "convert")
_AUTHORS = {"Tang", "Wang"}
_CLICKS = {"Show this message and exit."}


def texts_of(command: click.Command) -> Iterator[str]:
    """Each text about a command or an option of it."""
    yield from filter(None, (command.help, command.epilog, command.short_help))
    for parameter in command.get_params(click.Context(command)):
        if isinstance(parameter, click.Option) and parameter.help not in {None, *_CLICKS}:
            yield str(parameter.help)


def main() -> None:
    """Print the texts."""
    group = command_line()
    names = {
        *KEYS,
        *COMMANDS,
        *EXPERIMENTS,
        *(difficulty.value for difficulty in Difficulty),
        *(word for name in engine_names() for word in name.split("-")),
        *(end.lstrip(".") for known in FORMATS for end in known.extensions),
        *(word for known in FORMATS for word in _PLAIN.findall(known.id)),
        *(word for known in FORMATS for word in _PLAIN.findall(known.name)),
        *_AUTHORS,
    }
    found: dict[str, list[str]] = {}
    for name, command in (("nonogram", group), *group.commands.items()):
        for text in texts_of(command):
            for block in text.split("\n\n"):
                words = set(_PLAIN.findall(_CODE.sub(" ", block))) - names
                if words:
                    found.setdefault(name, []).append(f"{' '.join(sorted(words))}: {block}")
    found |= _errors(names)
    found |= _pages()
    print(json.dumps(found, ensure_ascii=False, indent=1))


def _pages() -> dict[str, list[str]]:
    """The pages for a browser: what stands in their HTML and their attributes, and their texts."""
    found = {}
    phone = with_texts(phone_app._part("html"), phone_app._TEXTS, phone_app._SCRIPT_TEXTS)
    for name, page in (("play", playable_page([CHICK]).decode()), ("phone", phone)):
        (data,) = re.findall(r'id="texts">(.*?)</script>', page)
        html = re.sub(r"<(style|script|!--).*?</\1>", " ", page, flags=re.DOTALL)
        named = re.findall(r'(?:title|aria-label|placeholder|alt)="([^"]*)"', html)
        text = " ".join([*named, re.sub(r"<[^>]*>", " ", html), data])
        keys = "|".join(json.loads(data))
        text = re.sub(rf'"({keys})":|@\w+@|Nonogram|Helper|Ctrl|JavaScript', " ", text)
        text = re.sub(r"\{\w+\}", " ", text)
        if plain := _PLAIN.findall(text):
            found[f"page: {name}"] = plain
    return found


def _errors(names: set[str]) -> dict[str, list[str]]:
    """The sentences about files that cannot be used, of which one is damaged."""
    found = {}
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("0.non").write_text("rows\n1\n0.x\n", "utf-8")
        Path("1.g").write_bytes(b"\xff\xfe\0")
        for words in (
            ["none"],
            *([command, "0.non"] for command in _READING),
            ["check", "1.g", "2.non"],
            ["solve", "--engine", "x", "0.non"],
            ["convert", "0.non", "-o", "0.x"],
        ):
            said = StringIO()
            with redirect_stderr(said), redirect_stdout(said):
                run_program(words)
            text = re.sub(r"^(Usage: nonogram .*|Try .*)$", "", said.getvalue(), flags=re.MULTILINE)
            words_found = set(_PLAIN.findall(_CODE.sub(" ", text))) - names - set(words)
            if words_found:
                found[" ".join(words)] = [said.getvalue()]
    return found


if __name__ == "__main__":
    main()
