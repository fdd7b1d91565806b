"""Fixtures of engines."""

from tests.support.solver_fixtures import *  # noqa: F403 - pytest finds them here
