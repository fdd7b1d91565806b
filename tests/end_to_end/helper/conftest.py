"""Fixtures of the window."""

from tests.support.asked import asked, choose  # noqa: F401 - pytest finds them here
from tests.support.window_fixtures import *  # noqa: F403 - pytest finds them here
