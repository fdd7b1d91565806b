"""Fixtures of the window."""

from tests.support.phone_dialog import phone  # noqa: F401 - pytest finds it here
from tests.support.window_fixtures import *  # noqa: F403 - pytest finds them here
