"""Fixtures of the window."""

from tests.support.window_fixtures import *  # noqa: F403 - pytest finds them here
