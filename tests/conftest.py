"""What all tests share: no window on the screen, no file of the user's touched."""

from __future__ import annotations

import atexit
import gc
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from tests.support.paths import ROOT

# Before Qt is imported: nothing is seen, and it has the size and the controls that tests expect.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("QT_SCALE_FACTOR", None)
os.environ.pop("QT_SCREEN_SCALE_FACTORS", None)
os.environ.pop("QT_FONT_DPI", None)
os.environ.pop("QT_STYLE_OVERRIDE", None)
# As many tests run at once as there are cores: their libraries need no threads of their own.
os.environ["OPENCV_FOR_THREADS_NUM"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
# Until a test has a folder of its own; child processes inherit it.
os.environ["NONOGRAM_FONTS"] = str(ROOT / "resources" / "fonts")
os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp(prefix="nonogram-tests-")
os.environ["XDG_CONFIG_HOME"] = str(Path(os.environ["NONOGRAM_HOME"]) / "config")

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSettings, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from helper.application.theme import LIGHT, use_theme
from helper.application.typeface import use_typeface
from helper.workers.main_thread_gc import collect_due
from tests.support.waiting import PatientBot

# Compiled modules are kept: a command starts in two thirds of the time, the tests in a third.
if sys.dont_write_bytecode:  # the environment wants none beside the sources
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / ".pytest_cache/compiled")
# Folders of tests are in memory if there is room: nothing that is written waits for a disk.
MEMORY = Path("/dev/shm")
if (
    os.access(MEMORY, os.W_OK)
    and shutil.disk_usage(MEMORY).free > 2**30
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC  # containers: scripts and modules are run
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
# Some tests crash programs on purpose: their memory must not lie in the current folder, where other
# tests list the files that are new.
if find_spec("resource"):
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
atexit.register(shutil.rmtree, os.environ["NONOGRAM_HOME"], ignore_errors=True)
# Two runs of the same code have the same verdict; new examples are looked for on request.
settings.register_profile("same", deadline=None, max_examples=40, derandomize=True)
settings.register_profile("new", settings.get_profile("same"), derandomize=False)
settings.register_profile("few", settings.get_profile("same"), max_examples=15)


def pytest_configure(config: pytest.Config) -> None:
    """Without the long cases, fewer examples of each law, unless another profile is named."""
    if config.getoption("hypothesis_profile", None) is None:
        is_short = "not long" in config.option.markexpr
        settings.load_profile("few" if is_short else "same")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A time that is measured is that of a busy machine now and then: the best of three counts."""
    for item in items:
        if item.get_closest_marker("clock") is not None:
            item.add_marker(pytest.mark.flaky(reruns=2))


def pytest_collection_finish() -> None:
    """The garbage collector skips the thousands of tests themselves: each collection is quick."""
    gc.collect()
    gc.freeze()
    gc.disable()
    gc.set_threshold(2000, 10, 20)  # a collection of everything takes as long as many tests


def pytest_runtest_logfinish() -> None:
    """Collect between tests, as a thread of one test must not destroy the widgets of another."""
    collect_due()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names of folders; ``mktemp`` would list the thousands that exist already each time."""
    parent = tmp_path_factory.mktemp("homes")
    return (parent / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder; the program's settings go below it, too, also those of children."""
    folder = next(homes)
    folder.mkdir()
    monkeypatch.setenv("NONOGRAM_HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    # QSettings(organisation, application) ignores setDefaultFormat: redirect both formats.
    for kind in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(kind, QSettings.Scope.UserScope, str(folder / "settings"))
    return folder


@pytest.fixture(autouse=True, scope="session")
def application(qapp: QApplication) -> QApplication:
    """The widgets' application, before a drawing in SVG has one made that is none for widgets.

    It has the program's typeface and controls: no layout depends on the fonts of the machine, or
    on the test before.
    """
    use_typeface(qapp)
    use_theme(qapp, LIGHT)
    return qapp


@pytest.fixture(autouse=True)
def released(qapp: QApplication, pointer: QPoint) -> Iterator[None]:
    """After a test no window is shown, no key or button held, and the pointer where it began.

    Qt remembers all of it: a held Shift selects more than one tile in a later test, a window that
    is left gets the moves of the pointer, and where the pointer rests in another place, a closed
    menu does not give it back to a small window.
    """
    yield
    for window in filter(QWidget.isVisible, qapp.topLevelWidgets()):
        window.hide()
    # Without a loop of events what is to be deleted stays: events and themes go through it.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    held = qapp.mouseButtons()
    if held or qapp.keyboardModifiers():
        widget = QWidget()
        for button in (each for each in Qt.MouseButton if each & held):
            QTest.mouseRelease(widget, button)
        QTest.keyClick(widget, Qt.Key.Key_Shift)
    if QCursor.pos() != pointer:
        QCursor.setPos(pointer)
        qapp.processEvents()
    assert not qapp.mouseButtons()
    assert not qapp.keyboardModifiers()


@pytest.fixture(scope="session")
def pointer(qapp: QApplication) -> QPoint:
    """Where the pointer is when the tests begin."""
    return QCursor.pos()


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """A bot that is as patient as a busy machine needs."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of other people's puzzles and photos, which is not part of the repository."""
    folder = Path(os.environ.get("NONOGRAM_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("set NONOGRAM_SHARED to the folder of test data")
    return folder
