"""The language of the program: which one, and its catalogue of texts (gettext). No Qt.

The language is chosen once, when this module is imported, before any text is made: what was chosen
in Preferences, else ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``, else English. Child
processes have the same one, since :data:`VARIABLE` is in the environment. Catalogues are written as
``po/<language>.po``; ``tools/messages.py`` makes ``resources/languages`` of them.
"""

from __future__ import annotations

import gettext
import os
import re
import struct
from collections.abc import Iterable, Mapping
from configparser import ConfigParser
from configparser import Error as ConfigError
from pathlib import Path

from puzzles.system import SYSTEM

VARIABLE = "NONOGRAM_LANGUAGE"
"""The environment variable that has precedence over all else; set for child processes."""
ENGLISH = "en"
DOMAIN = "nonogram"
"""The name of the catalogues' files."""
LANGUAGES = {
    ENGLISH: "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "ja": "日本語",
    "lt": "Lietuvių",
    "pl": "Polski",
}
"""Each language's code and what it calls itself."""
PSEUDO = "x-pseudo"
"""English with accents and doubled vowels, to find texts that are not marked or that are cut;
nobody can choose it but by :data:`VARIABLE`."""
_MAX_SETTINGS = 2**18
"""Characters of the settings that are read: a hundred times as many as there are."""
CATALOGUES = Path(__file__).parent.parent / "resources" / "languages"
"""The folder of the compiled catalogues."""
FORM = re.compile(r" \| ([a-z]+): ")
"""What is between the forms of a phrase in a translation: the name of the next one; see
:mod:`puzzles.words`."""


def wanted_languages() -> list[str]:
    """The languages that the player or his system wants, the best one first; codes of any kind."""
    chosen = os.environ.get(VARIABLE) or _chosen_in_preferences()
    others = _languages_of_the_system(os.environ)
    return [chosen, *others] if chosen else others


def _languages_of_the_system(environment: Mapping[str, str]) -> list[str]:
    if listed := environment.get("LANGUAGE"):
        return listed.split(":")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return [value]
    return SYSTEM.languages() or [ENGLISH]


def settings_file() -> Path:
    """The file in which the window keeps the settings; the place is Qt's."""
    folder = SYSTEM.settings_folder(os.environ)
    return folder / "nonogram-helper" / "Nonogram Helper.ini"


def _chosen_in_preferences() -> str:
    """The language in the settings; empty if none was chosen or the file cannot be read."""
    settings = ConfigParser(strict=False, interpolation=None)
    try:
        with settings_file().open(encoding="utf-8") as file:
            settings.read_string(file.read(_MAX_SETTINGS))
    except (OSError, ValueError, ConfigError, RuntimeError):  # no home: RuntimeError
        return ""
    return settings.get("preferences", "language", fallback="").strip('"')


def supported_language(code: str) -> str | None:
    """The language of the program that a code asks for.

    >>> supported_language("de_AT.UTF-8"), supported_language("C"), supported_language("sv")
    ('de', 'en', None)
    """
    name = code.partition(".")[0].partition("@")[0]
    if name in ("C", "POSIX"):
        return ENGLISH
    if name == PSEUDO:
        return PSEUDO
    language = name.replace("-", "_").partition("_")[0].lower()
    return language if language in LANGUAGES else None


def _load(language: str) -> gettext.NullTranslations:
    if language == ENGLISH:
        return gettext.NullTranslations()
    if language == PSEUDO:
        from puzzles.pseudo_language import PseudoTranslations

        return PseudoTranslations()
    try:
        return gettext.translation(DOMAIN, str(CATALOGUES), [language], fallback=True)
    except (OSError, ValueError, struct.error):  # it is damaged: the texts stay English
        return gettext.NullTranslations()


def in_every_language(text: str, context: str | None = None) -> tuple[str, ...]:
    """A text as each language of the program says it, English first.

    For what was printed or written for people and is read again, maybe in another language.
    """
    found = [text]
    for code in LANGUAGES:
        if code != ENGLISH:
            said = _load(code)
            told = said.gettext(text) if context is None else said.pgettext(context, text)
            found.append(FORM.split(told)[0])
    return tuple(found)


def _first_supported(codes: Iterable[str]) -> str:
    return next(filter(None, map(supported_language, codes)), ENGLISH)


_BEFORE = {name: os.environ.get(name) for name in (VARIABLE, "LANGUAGE")}
"""What this module sets in the environment, as it was."""
LANGUAGE = _first_supported(wanted_languages())
"""The language of the program, a key of :data:`LANGUAGES` (or :data:`PSEUDO`)."""
catalogue = _load(LANGUAGE)
"""The texts in it."""
os.environ[VARIABLE] = LANGUAGE
# Click's own texts are looked up in our catalogue: gettext's functions follow LANGUAGE.
gettext.textdomain(DOMAIN)
gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
os.environ["LANGUAGE"] = LANGUAGE


def environment_of_start() -> dict[str, str]:
    """The environment for the program that is to choose its language anew."""
    kept = {name: value for name, value in os.environ.items() if name not in _BEFORE}
    language = _BEFORE["LANGUAGE"]
    return kept if language is None else {**kept, "LANGUAGE": language}


def language_at_start(chosen: str) -> str:
    """The language that the program will have when it starts again.

    Args:
        chosen: What is chosen in Preferences; empty for the language of the system.
    """
    return chosen or _first_supported(_languages_of_the_system(environment_of_start()))
