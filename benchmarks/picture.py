"""How fast the board follows a slider of Create From Picture: ``python benchmarks/picture.py``.

A photo of 12 megapixels is made and opened in the window with its child processes, and one setting
after the other is changed. The time is from the change of the slider until the new board is
painted. It includes sending the settings to the child process, receiving the board, and updating
facts and palette. Needs no screen.

A second table is for dragging: the delay of each board that is shown, while the slider moves every
16 ms.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

SIZE = (4000, 3000)
COLUMNS = 50
RUNS = 40
STEP_S = 0.016


def photo(path: Path) -> None:
    """Write a picture like a photo: smooth light, a face, and the noise of a camera."""
    import cv2
    import numpy as np

    width, height = SIZE
    rng = np.random.default_rng(1)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 150 + 60 * np.sin(x / 900) + 30 * np.cos(y / 500)
    image = np.stack([light, light * 0.9 + 20, 250 - light * 0.5], axis=2)
    middle = (width // 2, height // 2)
    cv2.circle(image, middle, 1000, (60, 70, 110), -1)
    for side in (-1, 1):
        eye = (middle[0] + side * 350, middle[1] - 200)
        cv2.ellipse(image, eye, (150, 250), 0, 0, 360, (230, 230, 215), -1)
    cv2.ellipse(image, (middle[0], middle[1] + 350), (450, 220), 0, 0, 180, (90, 60, 200), -1)
    image = cv2.GaussianBlur(image, (0, 0), 6) + rng.normal(0, 9, (height, width, 1))
    cv2.imwrite(str(path), image.clip(0, 255).astype(np.uint8))


def main() -> None:
    """Print the tables."""
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication, QWidget

    from helper.app import make_application
    from helper.application.settings import Settings
    from helper.application.theme import ThemeManager
    from helper.picture.picture_choices import PictureChoices
    from helper.picture.picture_window import PictureWindow
    from recognizer.making.settings import Crop, Method

    class Painted(QObject):
        """Counts the paint events of a widget."""

        count = 0

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
            if event.type() == QEvent.Type.Paint:
                self.count += 1
            return False

    def wait(until: Callable[[], bool]) -> None:
        while not until():
            QApplication.processEvents()
            time.sleep(0.0005)

    application = make_application()
    settings = Settings()
    path = Path(os.environ["NONOGRAM_HOME"]) / "photo.jpg"
    photo(path)
    window = PictureWindow(settings, ThemeManager(application, settings), lambda _: True)
    window.show()
    begun = time.perf_counter()
    window.open_picture(path)
    wait(lambda: window.may_capture)
    print(
        f"open a photo of {SIZE[0] * SIZE[1] / 1e6:.0f} megapixels: "
        f"{time.perf_counter() - begun:.2f} s"
    )
    painted = Painted()
    board: QWidget = window.parts.board.viewport()
    board.installEventFilter(painted)
    panel, parts = window.parts.panel, window.parts

    def size(columns: int) -> None:
        window._choose(PictureChoices.set_columns, columns)

    def method(which: Method, colors: int = 1) -> Callable[[], None]:
        return lambda: window._settings_chosen({"method": which, "colors": colors, "palette": ()})

    def turns() -> Iterator[Callable[[], None]]:
        for k in range(RUNS):
            yield lambda k=k: parts.tilt_slider.setValue(10 * k + 5)  # type: ignore[misc]

    def crops() -> Iterator[Callable[[], None]]:
        for k in range(RUNS):
            crop = Crop(0.002 * (k + 1), 0, 1 - 0.002 * k, 1)
            yield lambda crop=crop: window._choose(PictureChoices.set_crop, crop)  # type: ignore[misc]

    def sliders(slider: QObject, low: int, high: int) -> Iterator[Callable[[], None]]:
        for k in range(RUNS):
            value = low + (high - low) * (k + 1) // RUNS
            yield lambda value=value: slider.setValue(value)  # type: ignore[attr-defined,misc]

    def one(change: Callable[[], None], is_checked: bool = False) -> float:
        start = time.perf_counter()
        change()
        wait(lambda: window.may_capture)
        if is_checked:
            wait(lambda: not window.check.is_busy)
        before = painted.count
        board.update()
        wait(lambda: painted.count > before)
        return 1000 * (time.perf_counter() - start)

    def print_row(name: str, times: list[float]) -> None:
        times = sorted(times)
        p95 = times[min(len(times) - 1, round(0.95 * len(times)))]
        print(f"{name:<28}{statistics.median(times):7.0f}{p95:7.0f}{times[-1]:7.0f}")

    print(f"\n{COLUMNS} columns, ms{'':>12} median    p95    max")
    window._choose(PictureChoices.keep_proportion, False)
    window._choose(lambda choice: choice.change(columns=COLUMNS, rows=COLUMNS))
    wait(lambda: window.may_capture)
    for which in Method:
        one(method(which))
        print_row(
            f"{which.value}, brightness",
            [one(c) for c in sliders(panel.brightness.slider, -30, 30)],
        )
    one(method(Method.THRESHOLD))
    panel.automatic.setChecked(False)
    print_row("threshold", [one(c) for c in sliders(panel.threshold.slider, 60, 200)])
    print_row("crop", [one(c) for c in crops()])
    print_row("rotation", [one(c) for c in turns()])
    one(method(Method.THRESHOLD, 5))
    print_row("5 colours, contrast", [one(c) for c in sliders(panel.contrast.slider, -30, 30)])
    one(method(Method.THRESHOLD))
    changes = sliders(panel.brightness.slider, -30, 30)
    print_row("brightness, and the check", [one(change, is_checked=True) for change in changes])

    print("\ndragged, ms behind the slider")
    for name, changes in (
        ("brightness", sliders(panel.brightness.slider, -60, 60)),
        ("rotation", turns()),
    ):
        changed_at: dict[object, float] = {}
        behind: list[float] = []
        assert window.work is not None

        def arrived(
            board: object, at: dict[object, float] = changed_at, behind: list[float] = behind
        ) -> None:
            behind.append(1000 * (time.perf_counter() - at[board.settings]))  # type: ignore[attr-defined]

        window.work.drawn.connect(arrived)
        for change in changes:
            begun = time.perf_counter()
            assert window.choice is not None
            change()
            changed_at.setdefault(window.choice.settings, begun)
            wait(lambda begun=begun: time.perf_counter() - begun > STEP_S)  # type: ignore[misc]
        wait(lambda: window.may_capture)
        window.work.drawn.disconnect(arrived)
        print_row(f"{name} ({len(behind)} of {RUNS} shown)", behind)
    window.reject()


if __name__ == "__main__":
    main()
