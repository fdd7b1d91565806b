"""The page to play in a real Chromium, with real mouse, touch and key events."""

from __future__ import annotations

import json
import random
import shutil
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helper.play.lights import light_of
from network.playable import playable_page, puzzle_text
from puzzles.grid import BLANK, Grid, clear_mask, puzzle_of
from puzzles.model import Color, Puzzle
from tests.support.boards import CHICK, CHICK_PICTURE, random_puzzle

webdriver: Any = pytest.importorskip("selenium.webdriver")
BUILDERS: Any = pytest.importorskip("selenium.webdriver.common.actions.action_builder")
POINTERS: Any = pytest.importorskip("selenium.webdriver.common.actions.pointer_input")
Keys = webdriver.Keys

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="Chromium is not installed")

Driver = Any
PHONE, DESK = (360, 740), (1280, 800)
ROOF = Color("r", "#d62728", "roof")
HOUSE = puzzle_of(
    Grid(3, 3, 3, [1, 4, 1, 4, 4, 4, 2, 2, 2]),
    replace(Puzzle.empty(3, 3), palette=(Color("0", "#ffffff"), Color("k", "#202020"), ROOF)),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Driver]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(str(DRIVER))
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


class Player:
    """Plays on a page."""

    def __init__(self, driver: Driver, folder: Path) -> None:
        self.driver, self.folder = driver, folder

    def open(
        self,
        puzzles: Sequence[Puzzle],
        size: tuple[int, int] = DESK,
        after: str = "",
        *,
        is_dark: bool = False,
        is_fresh: bool = True,
    ) -> None:
        self.resize(size, is_dark=is_dark)
        page = self.folder / "play.html"
        page.write_bytes(playable_page(puzzles, "A pack"))
        self.driver.get("about:blank")  # another fragment alone does not load the page again
        self.driver.get(page.as_uri() + after)
        if is_fresh:
            self.driver.execute_script("localStorage.clear(); location.reload()")

    def resize(self, size: tuple[int, int], *, is_dark: bool = False) -> None:
        width, height = size
        is_phone = size == PHONE
        run = self.driver.execute_cdp_cmd
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
        run("Emulation.setDeviceMetricsOverride", screen)
        run("Emulation.setTouchEmulationEnabled", {"enabled": is_phone})
        scheme = "dark" if is_dark else "light"
        features = [{"name": "prefers-color-scheme", "value": scheme},
                    {"name": "prefers-reduced-motion", "value": "reduce"}]  # fmt: skip
        run("Emulation.setEmulatedMedia", {"features": features})

    def find(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements("css selector", selector))

    def one(self, selector: str) -> Any:
        (found,) = self.find(selector)
        return found

    @property
    def cells(self) -> list[Any]:
        return self.find(".cell")

    @property
    def states(self) -> list[str]:
        script = (
            "return [...document.querySelectorAll('.cell')].map(c => c.ariaLabel.split(': ')[1])"
        )
        return list(self.driver.execute_script(script))

    @property
    def lights(self) -> list[str]:
        script = "return [...document.querySelectorAll('.clue')].map(c => c.dataset.light)"
        return list(self.driver.execute_script(script))

    @property
    def is_solved(self) -> bool:
        return bool(self.one("#finish").is_displayed())

    def drag(self, start: int, end: int, kind: str = "mouse") -> None:
        cells = self.cells
        actions = BUILDERS.ActionBuilder(
            self.driver, mouse=POINTERS.PointerInput(kind, kind), duration=0
        )
        pointer = actions.pointer_action
        pointer.move_to(cells[start]).pointer_down()
        if end != start:
            pointer.move_to(cells[end])
        pointer.pointer_up()
        actions.perform()

    def runs(self, picture: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Start and end of each run of the rows."""
        for row, line in enumerate(picture):
            start = None
            for column, cell in enumerate([*line, "."]):
                if cell == "#" and start is None:
                    start = column
                elif cell != "#" and start is not None:
                    yield row * len(line) + start, row * len(line) + column - 1
                    start = None

    def problems(self) -> list[str]:
        """What axe-core finds."""
        axe = pytest.importorskip("axe_core_python.selenium").Axe()
        found = axe.run(self.driver, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
        return [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found["violations"]]


@pytest.fixture
def player(browser: Driver, tmp_path: Path) -> Iterator[Player]:
    yield Player(browser, tmp_path)
    browser.switch_to.default_content()
    assert [entry["message"] for entry in browser.get_log("browser")] == []


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
        keys.send_keys(Keys.HOME)
        for cell in line:
            if cell == "#":
                keys.send_keys(Keys.SPACE)
            keys.send_keys(Keys.ARROW_RIGHT)
        keys.send_keys(Keys.ARROW_DOWN)
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
    keys.key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
    assert player.states[7:11] == ["clear", "blank", "clear", "clear"]
    keys.key_down(Keys.CONTROL).send_keys("y").key_up(Keys.CONTROL).perform()
    assert player.states == marked
    player.one("#again").click()
    assert set(player.states) == {"clear"}
    player.one("#undo").click()
    assert player.states == marked


def test_marks_are_there_after_the_page_was_closed(player: Player) -> None:
    player.open([CHICK])
    player.drag(0, 3)
    before = player.states
    player.open([CHICK], is_fresh=False)
    assert player.states == before
    assert before[0] == "shaded"


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
    player.find("#shelf button")[0].click()
    for start, end in player.runs(CHICK_PICTURE):
        player.drag(start, end)
    player.one("#next").click()
    assert len(player.cells) == 9
    player.one("#back").click()
    names = [button.text.splitlines() for button in player.find("#shelf button")]
    assert names[0] == ["Chick", "7 × 7 · solved"]
    assert player.one("#about").text == "1 of 2 solved"
    player.driver.back()
    assert len(player.cells) == 9


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
    player.open([puzzle])
    player.drag(0, 0)
    keep = "localStorage.setItem(Object.keys(localStorage)[0], arguments[0]); location.reload()"
    player.driver.execute_script(keep, json.dumps(marks))
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
    player.find("#shelf button")[0].click()
    player.drag(0, 3)
    assert player.problems() == []
    player.one("#undo").click()
    for start, end in player.runs(CHICK_PICTURE):
        player.drag(start, end)
    assert player.is_solved
    assert player.problems() == []
    player.one("#next").click()
    assert player.problems() == []
