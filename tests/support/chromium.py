"""A real Chromium with real mouse, touch and key events, and a player on the page to play.

A test that uses it is marked with :data:`needs_chromium`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from network.playable import playable_page
from puzzles.model import Puzzle
from tests.support.waiting import wait_until

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
_CAN_RUN = bool(CHROMIUM and DRIVER and find_spec("selenium"))
needs_chromium = pytest.mark.skipif(not _CAN_RUN, reason="Chromium is not installed")

webdriver: Any = import_module("selenium.webdriver") if _CAN_RUN else None
Driver = Any
_numbers = count()
PHONE, DESK = (360, 740), (1280, 800)


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
        # A query of its own loads the page anew, in the same process: another one may not see yet
        # what was stored.
        self.driver.get(f"{page.as_uri()}?{next(_numbers)}{after}")
        if is_fresh:
            self.driver.execute_script("localStorage.clear()")
            self.driver.get(f"{page.as_uri()}?{next(_numbers)}{after}")

    @contextmanager
    def before_each_page(self, script: str) -> Iterator[None]:
        """Run a script in each page that is loaded, before its own."""
        run = self.driver.execute_cdp_cmd
        added = run("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        try:
            yield
        finally:
            run("Page.removeScriptToEvaluateOnNewDocument", added)

    def follow(self, button: Any, cells: int) -> None:
        """Press a button that leads to a board of so many cells, and wait for it."""
        button.click()
        wait_until(lambda: len(self.cells) == cells)

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

    def texts(self, selector: str) -> list[str]:
        """The texts of elements; none while the page shows itself anew."""
        stale = import_module("selenium.common.exceptions").WebDriverException
        try:
            return [element.text for element in self.find(selector)]
        except stale:
            return []

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
        common = "selenium.webdriver.common.actions"
        device = import_module(f"{common}.pointer_input").PointerInput(kind, kind)
        builder = import_module(f"{common}.action_builder")
        actions = builder.ActionBuilder(self.driver, mouse=device, duration=0)
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
