"""Fixtures of the browser, and of the window that a phone sends pictures to."""

from tests.support.chromium import browser, player  # noqa: F401 - pytest finds them here
from tests.support.phone_dialog import phone  # noqa: F401
from tests.support.window_fixtures import few_packs, settings, themes, window  # noqa: F401
