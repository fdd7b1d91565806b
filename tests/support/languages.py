"""A language for tests: each text of the catalogue between guillemets."""

from __future__ import annotations

import gettext

import pytest

from puzzles import words


class Quoted(gettext.NullTranslations):
    """Translates every text to itself in guillemets, which shows whether it was looked up."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{super().ngettext(msgid1, msgid2, n)}»"


def speak_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look texts up in :class:`Quoted` from now on."""
    monkeypatch.setattr(words, "catalogue", Quoted())
