"""Every pair of colours has the contrast that it needs, in the window and on the web pages."""

from __future__ import annotations

import pytest

from helper.application.theme import Theme
from puzzles.color_values import contrast
from tools.contrast import ROLES, THEMES, WEB_PAGES, WEB_ROLES, main, web_colors


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_pair_of_the_window_has_its_contrast(theme: Theme) -> None:
    for role in ROLES:
        assert contrast(role.seen(theme), role.behind(theme)) >= role.needed_in(theme), role.name
        assert role.needed or role.reason, "what needs no contrast says why"


@pytest.mark.parametrize("path", WEB_PAGES)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_pair_of_a_web_page_has_its_contrast(path: str, name: str) -> None:
    colors = web_colors(path)[name]
    found = [each for each in WEB_ROLES if each.seen in colors and each.behind in colors]
    assert len(found) >= 8
    for each in found:
        assert contrast(colors[each.seen], colors[each.behind]) >= each.needed, each


def test_the_command_prints_a_row_for_each_pair(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    printed = capsys.readouterr().out
    assert all(role.name in printed for role in ROLES)
    assert "!" not in printed
