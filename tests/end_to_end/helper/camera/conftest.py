"""Fixtures of the camera window."""

from tests.support.camera_fixtures import *  # noqa: F403 - pytest finds them here
