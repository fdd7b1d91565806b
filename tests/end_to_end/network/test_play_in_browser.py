"""The page to play in a real Chromium, with real mouse, touch and key events."""

from __future__ import annotations

import json
import random
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest

from helper.play.lights import light_of
from network.playable import puzzle_text
from puzzles.grid import BLANK, Grid, clear_mask, puzzle_of
from puzzles.model import Color, Puzzle
from tests.support.boards import CHICK, CHICK_PICTURE, random_puzzle
from tests.support.chromium import DESK, PHONE, Player, needs_chromium, webdriver
from tests.support.waiting import wait_until

pytestmark = needs_chromium

ROOF = Color("r", "#d62728", "roof")
HOUSE = puzzle_of(
    Grid(3, 3, 3, [1, 4, 1, 4, 4, 4, 2, 2, 2]),
    replace(Puzzle.empty(3, 3), palette=(Color("0", "#ffffff"), Color("k", "#202020"), ROOF)),
)


@pytest.mark.parametrize(("kind", "size"), [("mouse", DESK), ("touch", PHONE)])
def test_a_puzzle_is_played_to_the_end(player: Player, kind: str, size: tuple[int, int]) -> None:
    player.open([CHICK], size)
    wide = player.driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= size[0]
    assert set(player.lights) == {"open"}
    for start, end in player.runs(CHICK_PICTURE):
        assert not player.is_solved
        player.drag(start, end, kind)
    shaded = "".join(CHICK_PICTURE)
    assert player.states == ["shaded" if cell == "#" else "clear" for cell in shaded]
    assert set(player.lights) == {"done"}
    assert player.is_solved
    assert player.one("#solved").text == "Solved: Chick"


def test_a_puzzle_is_played_with_the_keyboard(player: Player) -> None:
    player.open([CHICK])
    keys = webdriver.ActionChains(player.driver)
    player.driver.execute_script("document.querySelector('.cell').focus()")
    for line in CHICK_PICTURE:
        keys.send_keys(webdriver.Keys.HOME)
        for cell in line:
            if cell == "#":
                keys.send_keys(webdriver.Keys.SPACE)
            keys.send_keys(webdriver.Keys.ARROW_RIGHT)
        keys.send_keys(webdriver.Keys.ARROW_DOWN)
    keys.perform()
    assert player.is_solved
    assert player.one("#said").get_attribute("textContent") == "Solved: Chick."


def test_a_colour_puzzle_is_played(player: Player) -> None:
    player.open([HOUSE])
    choices = player.find("#choices button")
    assert [button.text for button in choices] == ["black k", "roof r", "Dot"]
    player.drag(6, 8)
    choices[1].click()
    player.drag(1, 1)
    assert not player.is_solved
    webdriver.ActionChains(player.driver).send_keys("2").perform()
    player.drag(3, 5)
    assert player.is_solved
    assert player.states[1] == "roof"


def test_clicks_go_round_and_strokes_are_undone(player: Player) -> None:
    player.open([CHICK])
    seen = []
    for _ in range(3):
        player.cells[8].click()
        seen.append(player.states[8])
    assert seen == ["shaded", "blank", "clear"]
    webdriver.ActionChains(player.driver).context_click(player.cells[8]).perform()
    assert player.states[8] == "blank"
    player.drag(7, 10)
    marked = player.states
    assert marked[7:11] == ["shaded"] * 4
    keys = webdriver.ActionChains(player.driver)
    keys.key_down(webdriver.Keys.CONTROL).send_keys("z").key_up(webdriver.Keys.CONTROL).perform()
    assert player.states[7:11] == ["clear", "blank", "clear", "clear"]
    keys.key_down(webdriver.Keys.CONTROL).send_keys("y").key_up(webdriver.Keys.CONTROL).perform()
    assert player.states == marked
    player.one("#again").click()
    assert set(player.states) == {"clear"}
    player.one("#undo").click()
    assert player.states == marked


def test_marks_are_there_after_the_page_was_closed(player: Player) -> None:
    def is_kept() -> bool:
        player.open([CHICK])
        player.drag(0, 3)
        before = player.states
        assert before[0] == "shaded"
        player.open([CHICK], is_fresh=False)
        return player.states == before

    wait_until(is_kept)  # the driver is sometimes ahead of a page that is loaded


def test_a_link_is_a_puzzle(player: Player) -> None:
    player.open([CHICK], after=f"#p={puzzle_text(HOUSE)}")
    assert len(player.cells) == 9
    assert player.find("#back:not([hidden])") == []
    player.one("#link").click()


@pytest.mark.parametrize(
    "data",
    [
        "x", "{}", '{"r":[["a"]],"c":[[1]]}', '{"r":[],"c":[]}', '{"r":[[[1,2]]],"c":[[1]]}',
        "[" * 9000,
    ],
)  # fmt: skip
def test_a_damaged_link_is_a_sentence(player: Player, data: str) -> None:
    text = urlsafe_b64encode(data.encode()).decode()
    player.open([CHICK], after=f"#p={text[:-1]}")
    assert "damaged" in player.one("#notice").text
    assert len(player.cells) == 49


def test_a_pack_is_a_shelf(player: Player) -> None:
    player.open([CHICK, HOUSE])
    assert [button.text.splitlines()[0] for button in player.find("#shelf button")] == [
        "No. 1",
        "No. 2",
    ]
    player.follow(player.find("#shelf button")[0], cells=49)
    for start, end in player.runs(CHICK_PICTURE):
        player.drag(start, end)
    player.follow(player.one("#next"), cells=9)
    player.one("#back").click()
    wait_until(lambda: player.one("#about").text == "1 of 2 solved")
    names = [button.text.splitlines() for button in player.find("#shelf button")]
    assert names[0] == ["Chick", "7 × 7 · solved"]
    player.driver.back()
    wait_until(lambda: len(player.cells) == 9)


@pytest.mark.parametrize("colors", [2, 3])
def test_lights_are_those_of_the_program(player: Player, colors: int) -> None:
    rng = random.Random(colors)
    puzzle = random_puzzle(colors, 15, 15, colors)
    picture = Grid.from_goal(puzzle.goal, puzzle.palette, 15)
    cells = [state.bit_length() - 1 for state in picture.cells]
    marks = [rng.choice([0, 0, 0, cell or -1, cell or -1]) for cell in cells]
    for at in rng.sample(range(225), 25):
        marks[at] = rng.randrange(-1, colors)
    marks[:15] = [cell or -1 for cell in cells[:15]]
    kept = json.dumps(json.dumps(marks))
    with player.before_each_page(f"Storage.prototype.getItem = () => {kept};"):
        player.open([puzzle])
    states = [
        clear_mask(colors) if mark == 0 else BLANK if mark < 0 else 1 << mark for mark in marks
    ]
    grid = Grid(15, 15, colors, states)
    wanted = [
        light_of(puzzle.clues_of(line), grid.line(line), colors).value for line in puzzle.lines
    ]
    assert player.lights == [*wanted[15:], *wanted[:15]]
    assert len(set(wanted)) == 3


@pytest.mark.parametrize(("size", "is_dark"), [(DESK, False), (PHONE, True)])
def test_wcag_aa_holds(player: Player, size: tuple[int, int], is_dark: bool) -> None:
    player.open([CHICK, HOUSE], size, is_dark=is_dark)
    assert player.problems() == []
    player.follow(player.find("#shelf button")[0], cells=49)
    player.drag(0, 3)
    assert player.problems() == []
    player.one("#undo").click()
    for start, end in player.runs(CHICK_PICTURE):
        player.drag(start, end)
    assert player.is_solved
    assert player.problems() == []
    player.follow(player.one("#next"), cells=9)
    assert player.problems() == []
