"""Fixtures of Create From Picture."""

from tests.support.picture_fixtures import *  # noqa: F403 - pytest finds them here
