"""The page to play in a real Chromium, with real mouse, touch and key events."""

from __future__ import annotations

import json
import random
import re
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest

from helper.play.lights import light_of
from network.playable import puzzle_text
from puzzles.formats.play_link import PLAY_LINK
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
WIDE = Puzzle.from_numbers([[70], [1, 1], [70]], [[3], *[[1, 1]] * 68, [3]])


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


def test_a_board_is_copied_as_a_link_and_shown_from_it(player: Player) -> None:
    keep = "navigator.clipboard.writeText = async (text) => { window.copied = text; };"
    with player.before_each_page(keep):
        player.open([HOUSE])
        player.drag(6, 7)
        webdriver.ActionChains(player.driver).context_click(player.cells[0]).perform()
        marked = player.states
        player.one("#send").click()
        wait_until(lambda: "with your marks" in player.one("#notice").text)
    link = str(player.driver.execute_script("return window.copied"))
    (document,) = PLAY_LINK.read_all(link.encode(), "")
    clear = document.marks.clear
    names = {clear: "clear", 1: "blank", 2: "black", 4: "roof"}
    assert [names[state] for state in document.marks.cells] == marked
    assert set(marked) == {"clear", "blank", "black"}
    player.open([CHICK], after=link[link.index("#") :])
    assert player.states == marked
    player.drag(8, 8)
    now = player.states
    player.open([CHICK], after=link[link.index("#") :], is_fresh=False)
    wait_until(lambda: player.states == now)  # marks of one's own are never replaced


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


def press(player: Player, keys: str) -> None:
    webdriver.ActionChains(player.driver).send_keys(keys).perform()


def test_a_hint_tells_more_with_each_press(player: Player) -> None:
    player.open([CHICK])
    assert not player.one("#help").is_displayed()
    player.one("#hint").click()
    said = player.one("#help-text").text
    assert re.fullmatch(r"Look at (row|column) \d\.", said)
    assert player.one("#said").get_attribute("textContent") == said
    assert len(player.find(".clue.hinted")) == 1
    assert player.find(".cell.hinted") == []
    player.one("#more").click()
    assert player.one("#help-text").text != said
    places = [int(cell.get_attribute("data-at")) for cell in player.find(".cell.hinted")]
    assert places
    assert set(player.states) == {"clear"}
    assert player.one("#more").text == "Do It"
    player.one("#more").click()
    assert {at for at, state in enumerate(player.states) if state != "clear"} == set(places)
    assert player.find(".hinted") == []
    player.one("#undo").click()
    assert set(player.states) == {"clear"}
    press(player, "h")
    press(player, webdriver.Keys.ESCAPE)
    assert not player.one("#help").is_displayed()


@pytest.mark.parametrize("puzzle", [CHICK, HOUSE, WIDE], ids=["plain", "colours", "wide"])
def test_hints_lead_to_the_solution(player: Player, puzzle: Puzzle) -> None:
    player.open([puzzle])
    for _ in range(3 * puzzle.height * puzzle.width):
        press(player, "hhh")
        if player.is_solved:
            break
        assert "impossible" not in player.lights
    assert player.is_solved


def test_a_hint_tells_which_mark_is_wrong(player: Player) -> None:
    player.open([CHICK])
    wrong = "".join(CHICK_PICTURE).index(".")
    player.cells[wrong].click()
    press(player, "h")
    assert player.one("#help-text").text == f"A mark in row {wrong // 7 + 1} is wrong."
    press(player, "h")
    marked = [int(cell.get_attribute("data-at")) for cell in player.find(".cell.hinted")]
    assert marked == [wrong]
    press(player, "h")
    assert set(player.states) == {"clear"}


def test_a_hint_without_a_line_that_helps_says_so(player: Player) -> None:
    player.open([Puzzle.from_numbers([[1], [1]], [[1], [1]])])
    press(player, "h")
    assert player.one("#help-text").text == "No line helps by itself. Try a guess."
    assert not player.one("#more").is_displayed()


def test_a_guess_is_taken_back_or_kept_as_a_whole(player: Player) -> None:
    player.open([CHICK])
    player.cells[0].click()
    before = player.states
    player.one("#guess").click()
    assert not player.one("#guess").is_enabled()
    player.drag(7, 9)
    player.cells[0].click()
    guess = player.states
    assert len(player.find(".cell.guessed")) == 4
    player.one("#take_back").click()
    assert player.states == before
    assert player.find(".cell.guessed") == []
    player.one("#undo").click()
    assert player.states == guess, "undo gives the marks of the guess back"
    player.one("#redo").click()
    press(player, "g")
    player.drag(14, 15)
    marked = player.states
    player.one("#keep").click()
    assert player.states == marked
    assert player.find(".cell.guessed") == []
    assert not player.one("#help").is_displayed()
    press(player, "g")
    player.one("#undo").click()
    assert player.one("#guess").is_enabled(), "undo leads out of the guess"


def test_the_keyboard_stays_on_the_page_when_its_button_goes(player: Player) -> None:
    def focus() -> str:
        script = "return document.activeElement.className || document.activeElement.id"
        return str(player.driver.execute_script(script)).split()[0]

    player.open([CHICK])
    for name, presses in (("hint", 1), ("more", 2), ("guess", 1), ("keep", 1)):
        for _ in range(presses):
            player.driver.execute_script(f"document.getElementById('{name}').focus()")
            press(player, webdriver.Keys.ENTER)
        assert focus() == ("hint" if name == "hint" else "cell")
    press(player, "h")
    player.driver.execute_script("document.getElementById('close').focus()")
    press(player, webdriver.Keys.ENTER)
    assert focus() == "hint"


def test_a_guess_is_there_after_the_page_was_closed(player: Player) -> None:
    def is_kept() -> bool:
        player.open([CHICK])
        player.one("#guess").click()
        player.drag(0, 3)
        player.open([CHICK], is_fresh=False)
        return len(player.find(".cell.guessed")) == 4

    wait_until(is_kept)  # the driver is sometimes ahead of a page that is loaded
    player.one("#take_back").click()
    assert set(player.states) == {"clear"}


def test_a_guess_that_makes_a_line_impossible_is_said(player: Player) -> None:
    player.open([Puzzle.from_numbers([[1], [1]], [[1], [1]])])
    player.one("#guess").click()
    player.drag(0, 1)
    assert "impossible" in player.one("#help-text").text


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
    player.one("#guess").click()
    player.drag(0, 3)
    assert player.problems() == []
    player.one("#take_back").click()
    press(player, "hh")
    assert player.problems() == []
    press(player, webdriver.Keys.ESCAPE)
    for start, end in player.runs(CHICK_PICTURE):
        player.drag(start, end)
    assert player.is_solved
    assert player.problems() == []
    player.follow(player.one("#next"), cells=9)
    assert player.problems() == []
